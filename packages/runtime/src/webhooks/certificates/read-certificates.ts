/**
 * Certificates and keys as text, read far enough to know whether they belong together, for whom they are and how long they are good.
 *
 * Errors say what is wrong and nothing of what was read: a key must not get into a log.
 */
import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { isIP } from "node:net";

const certificateBlock = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;
const alternativeName = /(?:DNS|IP Address):([^,"]+)/g;

/** The first certificate of a text, when the key is its own. Throws an `Error` in words otherwise. */
export function readPair(cert: string, key: string): X509Certificate {
  const certificate = readCertificate(cert);
  if (certificate === undefined) throw new Error("there is no certificate in it, it has to be PEM");
  const privateKey = readKey(key);
  if (privateKey === undefined) throw new Error("the key cannot be read, it has to be PEM without a passphrase");
  if (!certificate.checkPrivateKey(privateKey)) throw new Error("the key is not that of the certificate");
  return certificate;
}

/** Each certificate of a text as a text of its own. What cannot be read is left out. */
export function splitBundle(pem: string): string[] {
  return (pem.match(certificateBlock) ?? []).filter((block) => readCertificate(block) !== undefined).map(withNewline);
}

export function readCertificate(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}

export function isKeyOf(cert: string, key: string): boolean {
  const privateKey = readKey(key);
  return privateKey !== undefined && readCertificate(cert)?.checkPrivateKey(privateKey) === true;
}

/** Whether who trusts the authority believes the certificate, as long as both are good. */
export function isSignedBy(certificate: X509Certificate, authority: string): boolean {
  const signer = readCertificate(authority);
  return signer !== undefined && certificate.checkIssued(signer) && certificate.verify(signer.publicKey);
}

/** 0 for a text that is no certificate. */
export function endOf(cert: string): number {
  return readCertificate(cert)?.validToDate.getTime() ?? 0;
}

export function isFor(certificate: X509Certificate, name: string): boolean {
  const found = isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name);
  return found !== undefined;
}

/** The DNS names and addresses that a certificate is for. */
export function namesOf(certificate: X509Certificate): string[] {
  return Array.from((certificate.subjectAltName ?? "").matchAll(alternativeName), ([, name = ""]) => name);
}

function readKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}

function withNewline(block: string): string {
  return `${block}\n`;
}
