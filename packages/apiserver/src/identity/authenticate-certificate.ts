/** Client certificates: the common name is the user, the organizations are the groups, and the extra says which certificate it was. */
import { hash, X509Certificate } from "node:crypto";
import type { Clock } from "@pintle/machinery";
import type { Authenticator } from "../pipeline/authenticator.ts";
import { CertificateError, subjectValues, verifyCertificate } from "./verify-certificate.ts";

/** `authority` is PEM. */
export function authenticateCertificates(authority: string, clock: Clock): Authenticator {
  const issuer = new X509Certificate(authority);
  return async ({ peer }) => {
    if (peer.certificate === undefined) return undefined;
    const certificate = verifyCertificate(peer.certificate, issuer, clock.now());
    // Go takes the last where there are several.
    const name = subjectValues(certificate, "CN").at(-1) ?? "";
    if (name === "") throw new CertificateError("the certificate names no user");
    const digest = hash("sha256", certificate.raw, "hex");
    return {
      name,
      groups: subjectValues(certificate, "O"),
      extra: { "authentication.kubernetes.io/credential-id": [`X509SHA256=${digest}`] },
    };
  };
}
