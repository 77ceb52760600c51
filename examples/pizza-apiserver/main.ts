/**
 * An API server of one's own: it serves one kind, Pizza, from memory, and stands behind any Kubernetes API as if it were a part of it.
 *
 * What has to be applied for that goes to standard output; README.md tells the whole way.
 */
import { readFileSync } from "node:fs";
import {
  createApiServer,
  createCustomOpenApi,
  createDelegatedAuthentication,
  createDelegatedAuthorization,
  createHttpsTransport,
  createMemoryStorage,
  serveHttp,
} from "@pintle/apiserver";
import { createConsoleLogger, createProcessClock, createProcessRandom } from "@pintle/machinery";
import { createAuthority } from "@pintle/machinery/certificates";
import { names, pizzas, schema } from "./pizzas.ts";

const host = process.env.KUBERNETES_SERVICE_HOST ?? "kubernetes.default.svc";
const port = Number(process.env.KUBERNETES_SERVICE_PORT ?? 443);
const account = process.env.ACCOUNT ?? "/var/run/secrets/kubernetes.io/serviceaccount";

const clock = createProcessClock();
const logger = createConsoleLogger({ write: (line) => process.stderr.write(line), clock, level: "warn" });

// The main server is asked who somebody is and what they may do.
const transport = createHttpsTransport({
  place: () => ({ host, port }),
  ca: readFileSync(`${account}/ca.crt`, "utf8"),
  headers: () => ({ authorization: `Bearer ${readFileSync(`${account}/token`, "utf8").trim()}` }),
});

// What kubectl explain and validation read.
const openApi = createCustomOpenApi();
const { group } = pizzas;
const versions = [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }];
openApi.publish([{ metadata: { name: `pizzas.${group}` }, spec: { group, names, scope: "Namespaced", versions } }]);

const server = createApiServer({
  clock,
  logger,
  random: createProcessRandom(),
  storage: createMemoryStorage({ clock }),
  resources: [pizzas],
  openApi,
  version: { major: "1", minor: "36", gitVersion: "v1.36.3" },
  authenticator: createDelegatedAuthentication({ transport, clock }),
  authorizer: createDelegatedAuthorization({ transport, clock }),
});

// A certificate for the name under which the main server looks for the Service.
const nowMs = clock.now();
const authority = createAuthority("pizza-authority", { nowMs });
const leaf = authority.issue({ commonName: "pizza", names: ["pizza.default.svc"], nowMs });
const http = await serveHttp({
  handle: server.handle,
  host: "127.0.0.1",
  port: Number(process.env.PORT ?? 6443),
  tls: { key: leaf.key, certificate: leaf.cert },
  clock,
  logger,
});
await server.start();

process.once("SIGTERM", async () => {
  await server.shutDown();
  await http.stop(5_000);
});

// On this machine the Service leads to localhost; in a cluster it would select pods.
const service = { namespace: "default", name: "pizza" };
const items = [
  { apiVersion: "v1", kind: "Service", metadata: service, spec: { type: "ExternalName", externalName: "localhost" } },
  {
    apiVersion: "apiregistration.k8s.io/v1",
    kind: "APIService",
    metadata: { name: `v1.${group}` },
    spec: {
      group,
      version: "v1",
      groupPriorityMinimum: 1_000,
      versionPriority: 15,
      caBundle: Buffer.from(authority.cert).toString("base64"),
      service: { ...service, port: http.port },
    },
  },
];
console.log(JSON.stringify({ apiVersion: "v1", kind: "List", items }));
