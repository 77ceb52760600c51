/** How a context of a kubeconfig is reached and as whom. Whatever can be found wrong with it without the server is found here. */
import { UsageError, validateNamespaceName } from "@pintle/machinery";
import type { ChosenContext } from "./choose-context.ts";
import { chooseContext } from "./choose-context.ts";
import type { ClientConfig, TrustSource } from "./client-config.ts";
import type { ConfigSeams } from "./config-seams.ts";
import { createHiddenConfig } from "./hidden-config.ts";
import type { Kubeconfig, KubeconfigCluster } from "./kubeconfig.ts";
import { originOf } from "./kubeconfig-entry.ts";
import { mergeKubeconfigs } from "./merge-kubeconfigs.ts";
import { checkCertificates } from "./pem.ts";
import { createProcessSeams } from "./process-seams.ts";
import { proxyFromEnvironment } from "./proxy-from-environment.ts";
import { FileTrust, FixedTrust } from "./trust-source.ts";
import { createUserCredentials, impersonationOf } from "./user-credentials.ts";

export interface KubeconfigChoice {
  /** The current one unless said. */
  readonly context?: string;
  /** That of the context unless said. */
  readonly namespace?: string;
  readonly seams?: Partial<ConfigSeams>;
}

export async function configFromKubeconfig(
  kubeconfig: Kubeconfig,
  choice: KubeconfigChoice = {},
): Promise<ClientConfig> {
  const seams = { ...createProcessSeams(), ...choice.seams };
  const chosen = chooseContext(mergeKubeconfigs([kubeconfig]), choice.context);
  const { cluster } = chosen;
  const { "tls-server-name": tlsServerName } = cluster;
  const server = serverOf(chosen);
  const proxyUrl = proxyOf(chosen) ?? proxyFromEnvironment(server, seams.environment);
  const isSafe = server.startsWith("https:");
  const trust = isSafe ? await createTrust(chosen, seams) : undefined;
  // As client-go: what proves who we are never goes over a line that anybody can read.
  const credentials = isSafe ? await createUserCredentials(chosen, async () => trust?.read(), seams) : undefined;
  const impersonate = impersonationOf(chosen);
  return createHiddenConfig({
    server,
    namespace: namespaceOf(chosen, choice.namespace),
    ...(trust && { trust }),
    ...(credentials && { credentials }),
    ...(tlsServerName && { tlsServerName }),
    ...(cluster["insecure-skip-tls-verify"] && { skipsVerification: true }),
    ...(proxyUrl && { proxyUrl }),
    ...(impersonate && { impersonate }),
  });
}

function refuse({ cluster, clusterName }: ChosenContext, what: string): UsageError {
  const file = originOf(cluster);
  const place = `${file === undefined ? "" : `${file}: `}cluster "${clusterName}"`;
  return new UsageError("PINTLE_KUBECONFIG_INVALID", `${place}: ${what}`);
}

/** As client-go: a host alone means https where anything about TLS is configured. Queries and fragments mean nothing. */
function serverOf(chosen: ChosenContext): string {
  const { server = "" } = chosen.cluster;
  if (server === "") throw refuse(chosen, "server has to be written, as https://host:6443");
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(server);
  const text = hasScheme ? server : `${usesTls(chosen) ? "https" : "http"}://${server}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !["https:", "http:"].includes(url.protocol) || (!hasScheme && url.pathname !== "/")) {
    throw refuse(chosen, "server is no URL as https://host:6443");
  }
  if (url.username || url.password)
    throw refuse(chosen, "server must not hold a user or a password, write a user instead");
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

function usesTls({ cluster, user }: ChosenContext): boolean {
  const fields = [cluster["certificate-authority"], cluster["certificate-authority-data"], user["client-certificate"]];
  return (
    cluster["insecure-skip-tls-verify"] === true || fields.some(Boolean) || Boolean(user["client-certificate-data"])
  );
}

async function createTrust(chosen: ChosenContext, seams: ConfigSeams): Promise<TrustSource | undefined> {
  const { cluster }: { cluster: KubeconfigCluster } = chosen;
  const [path, data] = [cluster["certificate-authority"], cluster["certificate-authority-data"]];
  if (!path && !data) return undefined;
  if (path && data) throw refuse(chosen, "certificate-authority and certificate-authority-data exclude each other");
  if (cluster["insecure-skip-tls-verify"]) {
    throw refuse(chosen, "insecure-skip-tls-verify is set beside an authority to verify by: remove one of them");
  }
  const source = refuse(chosen, "certificate-authority").message;
  if (data)
    return new FixedTrust(await checkCertificates(Buffer.from(data, "base64").toString("utf8"), `${source}-data`));
  const trust = new FileTrust(path ?? "", `${source}, ${path}`, seams);
  await trust.read();
  return trust;
}

function proxyOf(chosen: ChosenContext): string | undefined {
  const { "proxy-url": url } = chosen.cluster;
  if (!url) return undefined;
  if (["http:", "https:", "socks5:"].includes(URL.canParse(url) ? new URL(url).protocol : "")) return url;
  throw refuse(chosen, "proxy-url has to be a URL with http, https or socks5");
}

function namespaceOf({ name, namespace }: ChosenContext, chosen: string | undefined): string {
  const found = chosen ?? namespace ?? "default";
  const [problem] = validateNamespaceName(found);
  if (problem === undefined) return found;
  const place = chosen === undefined ? `context "${name}"` : "the option namespace";
  throw new UsageError("PINTLE_KUBECONFIG_INVALID", `${place}: "${found}" is no namespace: ${problem}`);
}
