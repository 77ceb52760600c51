/** The configuration that Kubernetes gives to a pod: the address in its environment, the identity of its service account in files. */
import { isIPv6 } from "node:net";
import { UsageError } from "@pintle/machinery";
import type { ClientConfig } from "./client-config.ts";
import type { ConfigSeams } from "./config-seams.ts";
import { FileCredentials } from "./file-credentials.ts";
import { createHiddenConfig } from "./hidden-config.ts";
import { proxyFromEnvironment } from "./proxy-from-environment.ts";
import { FileTrust } from "./trust-source.ts";

const folder = "/var/run/secrets/kubernetes.io/serviceaccount";

export function isInCluster({ environment }: Pick<ConfigSeams, "environment">): boolean {
  return Boolean(environment.KUBERNETES_SERVICE_HOST && environment.KUBERNETES_SERVICE_PORT);
}

/** Token and authority are read again when they were rotated. */
export async function createInClusterConfig(seams: ConfigSeams, namespace?: string): Promise<ClientConfig> {
  const { KUBERNETES_SERVICE_HOST: host = "", KUBERNETES_SERVICE_PORT: port = "" } = seams.environment;
  const server = `https://${isIPv6(host) ? `[${host}]` : host}:${port}`;
  if (!/^\d{1,5}$/.test(port) || !URL.canParse(server)) {
    const variables = "KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT";
    throw new UsageError(
      "PINTLE_CONFIG_NOT_FOUND",
      `${variables} are set to what is no host and port: unset them, or say which kubeconfig to use`,
    );
  }
  const credentials = new FileCredentials({ token: { path: `${folder}/token` } }, "in the cluster", seams);
  const trust = new FileTrust(`${folder}/ca.crt`, "in the cluster, ca.crt", seams);
  await Promise.all([credentials.get(), trust.read()]);
  const proxyUrl = proxyFromEnvironment(server, seams.environment);
  return createHiddenConfig({
    server,
    ...(proxyUrl && { proxyUrl }),
    namespace: namespace ?? (await ownNamespace(seams)),
    trust,
    credentials,
  });
}

async function ownNamespace({ environment, files }: ConfigSeams): Promise<string> {
  if (environment.POD_NAMESPACE) return environment.POD_NAMESPACE;
  const text = await files.read(`${folder}/namespace`).catch(() => "");
  return text.trim() || "default";
}
