/** Whether a caBundle holds certificates: one that does not keeps a definition from being established. */
import { Buffer } from "node:buffer";
import { X509Certificate } from "node:crypto";

const blocks = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/** Why it does not, in the words of Go's client; `undefined` where it does. The bundle is base64 of PEM. */
export function complainOfCaBundle(caBundle: string): string | undefined {
  const certificates = Buffer.from(caBundle, "base64").toString("latin1").match(blocks) ?? [];
  if (certificates.length === 0) return "unable to load root certificates: unable to parse bytes as PEM block";
  return certificates.every(isCertificate)
    ? undefined
    : "unable to load root certificates: x509: malformed certificate";
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== undefined;
  } catch {
    return false;
  }
}
