/** Whether a client's certificate was signed by an authority that we believe, is meant for clients, and is valid now. */
import { X509Certificate } from "node:crypto";
import { getOwn } from "@pintle/machinery";

const clientAuth = "1.3.6.1.5.5.7.3.2";
const anyUsage = "2.5.29.37.0";

export class CertificateError extends Error {
  override readonly name = "CertificateError";
}

/** Throws a `CertificateError` for a certificate that is not to be believed. */
export function verifyCertificate(der: Uint8Array, authority: X509Certificate, nowMs: number): X509Certificate {
  const certificate = readCertificate(der);
  if (!certificate.checkIssued(authority) || !certificate.verify(authority.publicKey)) {
    throw new CertificateError("the certificate was signed by an unknown authority");
  }
  if (nowMs < certificate.validFromDate.getTime() || nowMs > certificate.validToDate.getTime()) {
    throw new CertificateError("the certificate has expired or is not yet valid");
  }
  const usages: readonly string[] = certificate.keyUsage ?? [];
  if (!usages.includes(clientAuth) && !usages.includes(anyUsage)) {
    throw new CertificateError("the certificate is not meant for clients");
  }
  return certificate;
}

function readCertificate(der: Uint8Array): X509Certificate {
  try {
    return new X509Certificate(der);
  } catch (error) {
    throw new CertificateError("the certificate cannot be read", { cause: error });
  }
}

/**
 * The values of one attribute of the subject, in order: `CN`, `O`. The subject as one text is of no use here, because a name may hold
 * what looks like another attribute.
 */
export function subjectValues(certificate: X509Certificate, attribute: "CN" | "O"): string[] {
  const subject = certificate.toLegacyObject().subject as Readonly<Record<string, string | string[] | undefined>>;
  return [getOwn(subject, attribute) ?? []].flat();
}
