/** Puts new tokens where the old ones stand in a kubeconfig, and leaves everything else in it as it was, comments too. */
import type { ConfigFiles } from "./config-seams.ts";
import type { OidcTokens } from "./oidc-credentials.ts";

export async function persistOidcTokens(
  files: ConfigFiles,
  path: string,
  userName: string,
  tokens: OidcTokens,
): Promise<void> {
  const { default: yaml } = await import("yaml");
  const { isMap, isSeq, parseDocument } = yaml;
  const document = parseDocument(await files.read(path), { prettyErrors: false });
  const users = document.get("users");
  const user = isSeq(users) ? users.items.find((item) => isMap(item) && item.get("name") === userName) : undefined;
  const config = isMap(user) ? user.getIn(["user", "auth-provider", "config"]) : undefined;
  if (document.errors.length > 0 || !isMap(config)) throw new Error(`${path} has no such user any more`);
  config.set("id-token", tokens.idToken);
  config.set("refresh-token", tokens.refreshToken);
  await files.replace(path, document.toString({ lineWidth: 0 }));
}
