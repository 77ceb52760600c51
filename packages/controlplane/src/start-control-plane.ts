/**
 * A Kubernetes in a process: the API server with all built-in kinds, on a port of its own with its own authority.
 *
 * The profile `apiserver` is what envtest has: everything is stored and served, and no controller acts on it.
 */
import {
  type AdmissionPlugin,
  type ApiServer,
  type AuditOptions,
  createApiServer,
  createCustomOpenApi,
  createMemoryStorage,
  findServedKind,
  type HttpServerOptions,
  type RunningHttpServer,
  type ServedDefinitions,
  type Storage,
  serveHttp,
  startServingDefinitions,
} from "@pintle/apiserver";
import { type Clock, createProcessClock, createProcessRandom, type Logger, type Random } from "@pintle/machinery";
import { type Authority, type Certificate, createAuthority } from "@pintle/machinery/certificates";
import { createAdmissionChain } from "./admission/admission-chain.ts";
import type { PluginChoice } from "./admission/choose-plugins.ts";
import { createPlaneAggregator } from "./aggregation/plane-aggregator.ts";
import { installBootstrapObjects } from "./bootstrap/install-objects.ts";
import { createBuiltInResources } from "./builtin/built-in-resources.ts";
import { groupOrder } from "./builtin/group-order.ts";
import type { IdentityOptions } from "./identity/identity-options.ts";
import { startIdentity } from "./identity/start-identity.ts";
import { formatKubeconfig } from "./kubeconfig.ts";
import { kubernetesVersion } from "./kubernetes-version.ts";
import { createObjectAccess } from "./object-access.ts";
import { createBuiltInOpenApi } from "./openapi/built-in-openapi.ts";
import { findServiceIn } from "./webhooks/find-service.ts";
import { createWebhookConnections } from "./webhooks/webhook-transport.ts";

export interface ControlPlaneOptions {
  /** Loopback unless said. */
  readonly host?: string;
  /** Any that is free unless said. */
  readonly port?: number;
  /** Users beside `admin`, who is in system:masters. Each gets a token. */
  readonly users?: readonly { readonly name: string; readonly groups: readonly string[] }[];
  /** Who is believed and who may do what. */
  readonly identity?: IdentityOptions;
  /** Admission plugins that are asked beside the usual ones, or not asked. */
  readonly admissionPlugins?: PluginChoice;
  /** Admission by functions of one's own, see `defineAdmission`. */
  readonly admission?: readonly AdmissionPlugin[];
  /** What is written down about requests; nothing unless said. */
  readonly audit?: AuditOptions;
  readonly storage?: Storage;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly logger: Logger;
}

export interface ControlPlane extends AsyncDisposable {
  readonly url: string;
  /** The authority of the server's certificate, PEM. */
  readonly ca: string;
  /** Bearer tokens by user name; `admin` may do everything. */
  readonly tokens: Readonly<Record<string, string>>;
  /** Signs client certificates that the server believes. */
  readonly clientCa: Certificate;
  /** Signs the certificates of front proxies, whose headers the server believes. */
  readonly proxyCa: Certificate;
  /** For `admin`. */
  readonly kubeconfig: string;
  readonly server: ApiServer;
  /** Ends watches, lets requests finish for a while, and closes the storage. */
  stop(): Promise<void>;
}

/** Requests that were begun may take so long to finish once the plane stops. */
const graceMs = 5_000;

const administrator = { name: "admin", groups: ["system:masters"] };

export async function startControlPlane(options: ControlPlaneOptions): Promise<ControlPlane> {
  const { host = "127.0.0.1", port = 0, users = [], audit, logger } = options;
  const clock = options.clock ?? createProcessClock();
  const random = options.random ?? createProcessRandom();
  const storage = options.storage ?? createMemoryStorage({ clock });
  const openApi = createCustomOpenApi(createBuiltInOpenApi());
  let definitions: ServedDefinitions | undefined;
  let http: RunningHttpServer | undefined;
  const seams = { storage, clock, random, logger };
  const serving = createAuthority("pintle", { nowMs: clock.now() });
  const identity = await startIdentity([administrator, ...users], options.identity ?? {}, seams);
  const { access, reviews, clientCa, proxyCa, tokens } = identity;
  const { authorizer } = access;
  const objects = createObjectAccess(seams, () => server, preferredVersionOf);
  const findService = findServiceIn(objects);
  const connectWebhook = createWebhookConnections({ findService });
  const trust = { clientCa, proxyCa, identity: options.identity };
  const aggregator = createPlaneAggregator({ ...seams, ...trust, findService, openApi });
  const server: ApiServer = createApiServer({
    ...seams,
    resources: createBuiltInResources({
      clock,
      random,
      objects,
      reviews,
      escalation: access.escalation,
      paramAccess: { authorizer, findResource: (kind) => findServedKind(server.registry, kind)?.resource.plural },
    }),
    admission: createAdmissionChain({
      ...{ storage, connectWebhook, authorizer, registry: () => server.registry, own: options.admission ?? [] },
      ...options.admissionPlugins,
    }),
    groupOrder,
    version: kubernetesVersion,
    ...{ openApi: aggregator.openApi, aggregation: aggregator.aggregation },
    address: () => `${host}:${http?.port ?? 0}`,
    authenticator: identity.authenticator,
    allowsAnonymous: identity.allowsAnonymous,
    authorizer,
    ...(audit && { audit }),
    paths: identity.paths,
    postStartHooks: {
      "start-apiextensions-controllers": async ({ registry, loopback: transport }) => {
        const { onServed } = aggregator;
        definitions = await startServingDefinitions({ registry, transport, ...seams, connectWebhook, onServed });
      },
      "bootstrap-objects": (started) => installBootstrapObjects(started, { ...seams, host, port: http?.port ?? port }),
      "apiservice-registration-controller": ({ loopback }) => aggregator.start(loopback),
    },
  });
  const tls = issueServingCertificate(serving, host, clock);
  http = await serveHttp({ handle: server.handle, host, port, tls, clock, logger });
  try {
    await server.start();
  } catch (error) {
    access.close();
    await http.stop(0);
    throw error;
  }
  const url = `https://${host.includes(":") ? `[${host}]` : host}:${http.port}`;
  const running = http;
  const stop = async () => {
    await definitions?.stop();
    await aggregator.stop();
    await server.shutDown();
    await running.stop(graceMs);
    access.close();
    await storage.close();
  };
  return {
    url,
    ca: serving.cert,
    tokens,
    clientCa,
    proxyCa,
    kubeconfig: formatKubeconfig({ url, ca: serving.cert, user: "admin", token: tokens.admin ?? "" }),
    server,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

function issueServingCertificate(
  authority: Authority,
  host: string,
  clock: Clock,
): NonNullable<HttpServerOptions["tls"]> {
  const leaf = authority.issue({ commonName: "kube-apiserver", names: serverNames(host), nowMs: clock.now() });
  return { key: leaf.key, certificate: leaf.cert + authority.cert };
}

/** All built-in groups have one version but one, of which the newer is stored. */
function preferredVersionOf(group: string): string {
  return group === "autoscaling" ? "v2" : "v1";
}

/** The names under which pods and people reach an API server. */
function serverNames(host: string): string[] {
  const inCluster = [
    "kubernetes",
    "kubernetes.default",
    "kubernetes.default.svc",
    "kubernetes.default.svc.cluster.local",
  ];
  return [...new Set([host, "127.0.0.1", "::1", "localhost", "10.0.0.1", ...inCluster])];
}
