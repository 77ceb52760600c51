/** Certificates and keys as text, looked at before a connection fails over them with words that name no file. */
import { CredentialsError } from "./credentials-error.ts";

/** The PEM itself, when it begins with a certificate. `source` says where it stands. */
export async function checkCertificates(pem: string, source: string): Promise<string> {
  await parseCertificate(pem, source);
  return pem;
}

/** The two, when they belong together. While one file is replaced after the other they do not. */
export async function checkKeyPair(cert: string, key: string, source: string): Promise<{ cert: string; key: string }> {
  const { createPrivateKey } = await import("node:crypto");
  const certificate = await parseCertificate(cert, source);
  let matches: boolean;
  try {
    matches = certificate.checkPrivateKey(createPrivateKey(key));
  } catch {
    throw new CredentialsError(`${source}: the key is none that can be read, it has to be PEM without a passphrase`);
  }
  if (!matches) throw new CredentialsError(`${source}: the key is not that of the certificate`);
  return { cert, key };
}

async function parseCertificate(pem: string, source: string): Promise<import("node:crypto").X509Certificate> {
  const { X509Certificate } = await import("node:crypto");
  try {
    return new X509Certificate(pem);
  } catch {
    throw new CredentialsError(`${source}: there is no certificate in it, it has to be PEM`);
  }
}
