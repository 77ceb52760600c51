/** Client certificates: the common name is the user, the organizations are the groups. */
import { X509Certificate } from "node:crypto";
import type { Clock } from "@pintle/machinery";
import type { Authenticator } from "../pipeline/authenticator.ts";
import { CertificateError, subjectValues, verifyCertificate } from "./verify-certificate.ts";

/** `authority` is PEM. */
export function authenticateCertificates(authority: string, clock: Clock): Authenticator {
  const issuer = new X509Certificate(authority);
  return async ({ peer }) => {
    if (peer.certificate === undefined) return undefined;
    const certificate = verifyCertificate(peer.certificate, issuer, clock.now());
    const [name = ""] = subjectValues(certificate, "CN");
    if (name === "") throw new CertificateError("the certificate names no user");
    return { name, groups: subjectValues(certificate, "O") };
  };
}
