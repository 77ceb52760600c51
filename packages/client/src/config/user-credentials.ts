/** Which credentials a user of a kubeconfig has, in kubectl's order: what is written down, then a provider or a plugin. */
import { getOwn, UsageError } from "@pintle/machinery";
import type { ChosenContext } from "./choose-context.ts";
import type { CredentialSource, Impersonation } from "./client-config.ts";
import type { ConfigSeams } from "./config-seams.ts";
import { type ExecCluster, execApiVersions, execExtension } from "./exec-credential.ts";
import type { ExecPlugin } from "./exec-credentials.ts";
import { FileCredentials, type OwnCredentials, type TextOrFile } from "./file-credentials.ts";
import type { KubeconfigExec, KubeconfigUser } from "./kubeconfig.ts";
import { originOf } from "./kubeconfig-entry.ts";

/** `readTrust` gives the cluster's authorities to a plugin that wants to know them. */
export async function createUserCredentials(
  chosen: ChosenContext,
  readTrust: () => Promise<string | undefined>,
  seams: ConfigSeams,
): Promise<CredentialSource | undefined> {
  const { user } = chosen;
  const source = sourceOf(chosen);
  const own = ownCredentials(user, source);
  if (user.exec && user["auth-provider"]) throw refuse(source, "exec and auth-provider exclude each other");
  if (own) {
    const credentials = new FileCredentials(own, source, seams);
    // What is wrong with a file is better known now than at the first request.
    await credentials.get();
    return credentials;
  }
  if (user.exec) {
    const { ExecCredentials } = await import("./exec-credentials.ts");
    return new ExecCredentials(checkPlugin(user.exec, chosen, readTrust, source), source, seams);
  }
  return user["auth-provider"] && (await createProviderCredentials(chosen, source, seams));
}

export function impersonationOf(chosen: ChosenContext): Impersonation | undefined {
  const { as, "as-uid": uid, "as-groups": groups, "as-user-extra": extra } = chosen.user;
  if (as) return { user: as, ...(uid && { uid }), ...(groups && { groups }), ...(extra && { extra }) };
  if (uid || groups?.length || Object.keys(extra ?? {}).length > 0) {
    throw refuse(sourceOf(chosen), "as-uid, as-groups and as-user-extra need the user to act as, in the field as");
  }
  return undefined;
}

function sourceOf({ user, userName }: ChosenContext): string {
  const file = originOf(user);
  return `${file === undefined ? "" : `${file}: `}user "${userName}"`;
}

function refuse(source: string, what: string): UsageError {
  return new UsageError("PINTLE_KUBECONFIG_INVALID", `${source}: ${what}`);
}

function ownCredentials(user: KubeconfigUser, source: string): OwnCredentials | undefined {
  const { token, tokenFile, username, password } = user;
  const cert = dataOrFile(user, "client-certificate", source);
  const key = dataOrFile(user, "client-key", source);
  if (token && (username || password)) throw refuse(source, "token and username exclude each other");
  if (cert && !key) throw refuse(source, "client-certificate needs client-key or client-key-data beside it");
  const bearer: TextOrFile | undefined = tokenFile ? { path: tokenFile } : token ? { text: token } : undefined;
  if (!bearer && !username && !password && !cert) return undefined;
  return {
    ...(bearer && { token: bearer }),
    ...(token && { fallbackToken: token }),
    ...((username || password) && { basic: { username: username ?? "", password: password ?? "" } }),
    ...(cert && key && { cert, key }),
  };
}

function dataOrFile(
  user: KubeconfigUser,
  field: "client-certificate" | "client-key",
  source: string,
): TextOrFile | undefined {
  const [path, data] = [user[field], user[`${field}-data`]];
  if (path && data) throw refuse(source, `${field} and ${field}-data exclude each other`);
  if (data) return { text: Buffer.from(data, "base64").toString("utf8") };
  return path ? { path } : undefined;
}

function checkPlugin(
  exec: KubeconfigExec,
  chosen: ChosenContext,
  readTrust: () => Promise<string | undefined>,
  source: string,
): ExecPlugin {
  const { apiVersion = "", command, args = [], env = [], installHint, provideClusterInfo } = exec;
  if (!command) throw refuse(source, "exec.command has to be written");
  if (!execApiVersions.some((version) => version === apiVersion)) {
    const known = execApiVersions.join(" or ");
    throw refuse(
      source,
      `exec.apiVersion has to be ${known}; what the plugin of your provider speaks stands in its manual`,
    );
  }
  if (env.some(({ name }) => !name)) throw refuse(source, "exec.env: each variable needs a name");
  // Only the older version has a default.
  const mode = exec.interactiveMode || (apiVersion.endsWith("/v1beta1") ? "IfAvailable" : "");
  if (mode !== "Never" && mode !== "IfAvailable" && mode !== "Always") {
    throw refuse(source, "exec.interactiveMode has to be Never, IfAvailable or Always");
  }
  const cluster = provideClusterInfo ? () => describeCluster(chosen, readTrust) : undefined;
  const variables = env.map(({ name, value = "" }) => ({ name, value }));
  return { apiVersion, command, args, env: variables, installHint, interactiveMode: mode, cluster };
}

async function describeCluster(
  { cluster }: ChosenContext,
  readTrust: () => Promise<string | undefined>,
): Promise<ExecCluster> {
  const ca = await readTrust();
  const { server = "", "tls-server-name": name, "proxy-url": proxy } = cluster;
  return {
    server,
    ...(name && { "tls-server-name": name }),
    ...(cluster["insecure-skip-tls-verify"] && { "insecure-skip-tls-verify": true }),
    ...(ca && { "certificate-authority-data": Buffer.from(ca).toString("base64") }),
    ...(proxy && { "proxy-url": proxy }),
    ...(cluster["disable-compression"] && { "disable-compression": true }),
    config: cluster.extensions?.find((extension) => extension.name === execExtension)?.extension ?? null,
  };
}

const removedProviders: Readonly<Record<string, string>> = {
  gcp: "use the exec plugin gke-gcloud-auth-plugin, which `gcloud container clusters get-credentials` writes",
  azure: "use the exec plugin kubelogin, which `kubelogin convert-kubeconfig` writes",
};

async function createProviderCredentials(
  { user, userName }: ChosenContext,
  source: string,
  seams: ConfigSeams,
): Promise<CredentialSource> {
  const { name = "", config = {} } = user["auth-provider"] ?? {};
  if (name !== "oidc") {
    const remedy = getOwn(removedProviders, name) ?? "use an exec plugin of your provider";
    throw refuse(source, `the auth-provider "${name}" is not supported, nor by Kubernetes any more: ${remedy}`);
  }
  const [{ OidcCredentials }, { readOidcProvider }] = await Promise.all([
    import("./oidc-credentials.ts"),
    import("./oidc-provider.ts"),
  ]);
  const provider = readOidcProvider(config, { source, userName, path: originOf(user) }, seams);
  return new OidcCredentials(provider, source, seams);
}
