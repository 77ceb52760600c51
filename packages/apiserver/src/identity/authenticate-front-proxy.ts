/** A proxy in front that has authenticated the user itself: its certificate proves that its headers can be believed. */
import type { Clock } from "@pintle/machinery";
import type { Authenticator } from "../pipeline/authenticator.ts";
import { headerExtras, headerValues } from "../pipeline/server-request.ts";
import { CertificateError, createCertificateVerifier } from "./verify-certificate.ts";

export interface FrontProxyOptions {
  /** PEM. It signs proxies and nobody else. */
  readonly authority: string;
  /** The common names that proxies may have; any where none is listed. */
  readonly allowedNames?: readonly string[];
  readonly clock: Clock;
}

export function authenticateFrontProxy({ authority, allowedNames = [], clock }: FrontProxyOptions): Authenticator {
  const verify = createCertificateVerifier(authority);
  return async (request) => {
    const [name = ""] = headerValues(request, "x-remote-user");
    const { certificate } = request.peer;
    if (name === "" || certificate === undefined) return undefined;
    const { commonName: proxy } = verify(certificate, clock.now());
    if (allowedNames.length > 0 && !allowedNames.includes(proxy)) {
      throw new CertificateError(`the proxy ${proxy} is not allowed`);
    }
    const [uid = ""] = headerValues(request, "x-remote-uid");
    const extra = headerExtras(request, "x-remote-extra-");
    return {
      name,
      groups: headerValues(request, "x-remote-group"),
      ...(uid !== "" && { uid }),
      ...(Object.keys(extra).length > 0 && { extra }),
    };
  };
}
