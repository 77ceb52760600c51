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
  /** In which headers proxies say who asks, in lower case: `x-remote-…` unless said. Of several, the first that is there counts. */
  readonly headers?: FrontProxyHeaders;
  readonly clock: Clock;
}

export interface FrontProxyHeaders {
  readonly user: readonly string[];
  readonly uid: readonly string[];
  /** Those of all of them count. */
  readonly group: readonly string[];
  readonly extraPrefixes: readonly string[];
}

const usualHeaders: FrontProxyHeaders = {
  user: ["x-remote-user"],
  uid: ["x-remote-uid"],
  group: ["x-remote-group"],
  extraPrefixes: ["x-remote-extra-"],
};

export function authenticateFrontProxy(options: FrontProxyOptions): Authenticator {
  const { authority, allowedNames = [], headers = usualHeaders, clock } = options;
  const verify = createCertificateVerifier(authority);
  const authenticate: Authenticator = async (request) => {
    const first = (names: readonly string[]) =>
      names.flatMap((name) => headerValues(request, name)).find(Boolean) ?? "";
    const name = first(headers.user);
    const { certificate } = request.peer;
    if (name === "" || certificate === undefined) return undefined;
    const { commonName: proxy } = verify(certificate, clock.now());
    if (allowedNames.length > 0 && !allowedNames.includes(proxy)) {
      throw new CertificateError(`the proxy ${proxy} is not allowed`);
    }
    const uid = first(headers.uid);
    const extra = Object.assign({}, ...headers.extraPrefixes.map((prefix) => headerExtras(request, prefix)));
    return {
      name,
      groups: headers.group.flatMap((name) => headerValues(request, name)),
      ...(uid !== "" && { uid }),
      ...(Object.keys(extra).length > 0 && { extra }),
    };
  };
  if (headers === usualHeaders) return authenticate;
  const names = new Set([...headers.user, ...headers.uid, ...headers.group]);
  return Object.assign(authenticate, {
    isCredential: (name: string) => names.has(name) || headers.extraPrefixes.some((prefix) => name.startsWith(prefix)),
  });
}
