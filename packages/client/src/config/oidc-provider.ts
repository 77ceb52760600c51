/** What the `config` of an auth-provider of the name oidc says, in kubectl's words. */

import { dirname, resolve } from "node:path";
import { getOwn, UsageError } from "@pintle/machinery";
import type { ConfigSeams } from "./config-seams.ts";
import { CredentialsError, reasonOf } from "./credentials-error.ts";
import type { OidcProvider } from "./oidc-credentials.ts";
import { persistOidcTokens } from "./persist-oidc-tokens.ts";

export interface OidcPlace {
  /** Whose provider it is, for errors. */
  readonly source: string;
  readonly userName: string;
  /** The kubeconfig, where there is one to write to. */
  readonly path: string | undefined;
}

export function readOidcProvider(
  config: Readonly<Record<string, string>>,
  { source, userName, path }: OidcPlace,
  { files }: Pick<ConfigSeams, "files">,
): OidcProvider {
  const issuerUrl = getOwn(config, "idp-issuer-url") ?? "";
  const clientId = getOwn(config, "client-id") ?? "";
  const where = `${source}, auth-provider oidc`;
  if (!issuerUrl.startsWith("https://") || !URL.canParse(issuerUrl)) {
    throw new UsageError("PINTLE_KUBECONFIG_INVALID", `${where}: idp-issuer-url has to be a URL with https`);
  }
  if (clientId === "") throw new UsageError("PINTLE_KUBECONFIG_INVALID", `${where}: client-id has to be written`);
  const caData = getOwn(config, "idp-certificate-authority-data");
  const caFile = getOwn(config, "idp-certificate-authority");
  return {
    issuerUrl,
    clientId,
    clientSecret: getOwn(config, "client-secret"),
    idToken: getOwn(config, "id-token"),
    refreshToken: getOwn(config, "refresh-token"),
    async readCa() {
      if (caData) return Buffer.from(caData, "base64").toString("utf8");
      if (!caFile) return undefined;
      const caPath = path === undefined ? caFile : resolve(dirname(path), caFile);
      return await files.read(caPath).catch((error: unknown) => {
        throw new CredentialsError(`${where}, idp-certificate-authority: ${reasonOf(error)}`);
      });
    },
    async persist(tokens) {
      if (path !== undefined) await persistOidcTokens(files, path, userName, tokens);
    },
  };
}
