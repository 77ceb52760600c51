/** Client certificates: the common name is the user, the organizations are the groups, and the extra says which certificate it was. */
import type { Clock } from "@pintle/machinery";
import type { Authenticator } from "../pipeline/authenticator.ts";
import { CertificateError, createCertificateVerifier } from "./verify-certificate.ts";

/** `authority` is PEM. */
export function authenticateCertificates(authority: string, clock: Clock): Authenticator {
  const verify = createCertificateVerifier(authority);
  return async ({ peer }) => {
    if (peer.certificate === undefined) return undefined;
    const { commonName: name, organizations: groups, digest } = verify(peer.certificate, clock.now());
    if (name === "") throw new CertificateError("the certificate names no user");
    return { name, groups, extra: { "authentication.kubernetes.io/credential-id": [`X509SHA256=${digest}`] } };
  };
}
