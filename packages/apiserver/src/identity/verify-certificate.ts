/** Whether a client's certificate was signed by an authority that we believe, is not meant for others, and is valid now. */
import { hash, X509Certificate } from "node:crypto";
import { getOwn } from "@pintle/machinery";

const clientAuth = "1.3.6.1.5.5.7.3.2";
const anyUsage = "2.5.29.37.0";

export class CertificateError extends Error {
  override readonly name = "CertificateError";
}

/** What a certificate says of who shows it. */
export interface CertificateSubject {
  /** Empty where there is none. */
  readonly commonName: string;
  readonly organizations: readonly string[];
  /** Of the whole certificate, SHA-256 in hex. */
  readonly digest: string;
}

interface SignedCertificate extends CertificateSubject {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Throws a `CertificateError` for a certificate that is not to be believed. */
export type CertificateVerifier = (der: Uint8Array, nowMs: number) => CertificateSubject;

/** `authority` is PEM, of one certificate or several of which each is believed. What a connection has shown is looked at once, because a signature costs more than most requests; its time always. */
export function createCertificateVerifier(authority: string): CertificateVerifier {
  const issuers = readCertificates(authority).map((pem) => new X509Certificate(pem));
  const signed = new WeakMap<Uint8Array, SignedCertificate>();
  return (der, nowMs) => {
    const certificate = signed.get(der) ?? checkSignature(der, issuers);
    signed.set(der, certificate);
    if (nowMs < certificate.fromMs || nowMs > certificate.toMs) {
      throw new CertificateError("the certificate has expired or is not yet valid");
    }
    return certificate;
  };
}

function checkSignature(der: Uint8Array, authorities: readonly X509Certificate[]): SignedCertificate {
  const certificate = readCertificate(der);
  if (!authorities.some((authority) => isSignedBy(certificate, authority))) {
    throw new CertificateError("the certificate was signed by an unknown authority");
  }
  // One that says nothing of its use is good for all, as Go and RFC 5280 have it.
  const usages: readonly string[] | undefined = certificate.keyUsage;
  if (usages && !usages.includes(clientAuth) && !usages.includes(anyUsage)) {
    throw new CertificateError("the certificate is not meant for clients");
  }
  return {
    // Go takes the last where there are several.
    commonName: subjectValues(certificate, "CN").at(-1) ?? "",
    organizations: subjectValues(certificate, "O"),
    digest: hash("sha256", certificate.raw, "hex"),
    fromMs: certificate.validFromDate.getTime(),
    toMs: certificate.validToDate.getTime(),
  };
}

function isSignedBy(certificate: X509Certificate, authority: X509Certificate): boolean {
  return certificate.checkIssued(authority) && certificate.verify(authority.publicKey);
}

/** The certificates in a text, in order. */
export function readCertificates(pem: string): string[] {
  return pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
}

function readCertificate(der: Uint8Array): X509Certificate {
  try {
    return new X509Certificate(der);
  } catch (error) {
    throw new CertificateError("the certificate cannot be read", { cause: error });
  }
}

/** In order. The subject as one text is of no use here, because a name may hold what looks like another attribute. */
function subjectValues(certificate: X509Certificate, attribute: "CN" | "O"): string[] {
  const subject = certificate.toLegacyObject().subject as Readonly<Record<string, string | string[] | undefined>>;
  return [getOwn(subject, attribute) ?? []].flat();
}
