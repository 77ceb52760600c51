/** Makes the objects that a cluster has from its first start on. What is there already is left as it is, but for what roles must hold. */
import type { ApiServer } from "@pintle/apiserver";
import type { JsonObject } from "@pintle/machinery";
import { firstAddressOf } from "../builtin/services/service-range.ts";
import { formatPlaneError, requestJson } from "./request-json.ts";
import { type StoreOptions, storeBootstrapObjects } from "./store-objects.ts";

export interface BootstrapOptions extends StoreOptions {
  /** Where the API server is found, for the Service that leads to it. Where it does not listen, the Service leads nowhere. */
  readonly address?: { readonly host: string; readonly port: number } | undefined;
}

export async function installBootstrapObjects(server: ApiServer, options: BootstrapOptions): Promise<void> {
  const { address, serviceRange } = options;
  await storeBootstrapObjects(server, options);
  await createObject(server, "/api/v1/services", kubernetesService(firstAddressOf(serviceRange)));
  // No pod could reach a loopback address, and endpoints may not have one.
  if (address === undefined || isLoopback(address.host)) return;
  await createObject(
    server,
    "/apis/discovery.k8s.io/v1/endpointslices",
    kubernetesEndpoints(address.host, address.port),
  );
}

async function createObject(server: ApiServer, path: string, object: JsonObject): Promise<void> {
  const { namespace, name } = object.metadata as { namespace?: string; name: string };
  const target = namespace === undefined ? path : path.replace(/\/([^/]+)$/, `/namespaces/${namespace}/$1`);
  // Asked for first: the address of a Service that is there is taken, and could not be given to it again.
  if ((await requestJson(server.loopback, "GET", `${target}/${name}`)).status === 200) return;
  const { status, body } = await requestJson(server.loopback, "POST", target, object);
  if (status !== 201 && status !== 409) throw new Error(formatPlaneError(`POST ${target}`, body));
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host.startsWith("127.");
}

function kubernetesService(clusterIP: string): JsonObject {
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: {
      name: "kubernetes",
      namespace: "default",
      labels: { component: "apiserver", provider: "kubernetes" },
    },
    spec: {
      clusterIP,
      ports: [{ name: "https", port: 443, protocol: "TCP", targetPort: 443 }],
      sessionAffinity: "None",
      type: "ClusterIP",
    },
  };
}

function kubernetesEndpoints(host: string, port: number): JsonObject {
  return {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: { name: "kubernetes", namespace: "default", labels: { "kubernetes.io/service-name": "kubernetes" } },
    addressType: host.includes(":") ? "IPv6" : "IPv4",
    endpoints: [{ addresses: [host], conditions: { ready: true } }],
    ports: [{ name: "https", port, protocol: "TCP" }],
  };
}
