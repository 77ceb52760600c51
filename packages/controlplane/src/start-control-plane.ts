/**
 * A Kubernetes in a process: the API server with all built-in kinds, on a port of its own with its own authority.
 *
 * The profile `apiserver` is what envtest has: everything is stored and served, and no controller acts on it.
 */
import { randomBytes } from "node:crypto";
import {
  type ApiServer,
  type Authenticator,
  authenticateCertificates,
  authenticateFrontProxy,
  authenticateTokens,
  createApiServer,
  createCustomOpenApi,
  createMemoryStorage,
  type RunningHttpServer,
  refuseUnknownTokens,
  type ServedDefinitions,
  type Storage,
  serveHttp,
  startServingDefinitions,
  uniteAuthenticators,
} from "@pintle/apiserver";
import { type Clock, createProcessClock, createProcessRandom, type Logger, type Random } from "@pintle/machinery";
import { type Authority, type Certificate, createAuthority } from "@pintle/machinery/certificates";
import { createAdmissionChain } from "./admission/admission-chain.ts";
import { installBootstrapObjects } from "./bootstrap/install-objects.ts";
import { createBuiltInResources } from "./builtin/built-in-resources.ts";
import { groupOrder } from "./builtin/group-order.ts";
import { startAccessControl } from "./identity/access-control.ts";
import { createAccountTokens } from "./identity/account-tokens.ts";
import { answerReviews } from "./identity/answer-reviews.ts";
import { handleIssuer } from "./identity/handle-issuer.ts";
import { createSigningKey } from "./identity/signing-key.ts";
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
const issuer = "https://kubernetes.default.svc";

export async function startControlPlane(options: ControlPlaneOptions): Promise<ControlPlane> {
  const { host = "127.0.0.1", port = 0, users = [], logger } = options;
  const clock = options.clock ?? createProcessClock();
  const random = options.random ?? createProcessRandom();
  const storage = options.storage ?? createMemoryStorage({ clock });
  const [serving, clientCa, proxyCa] = createAuthorities(clock);
  const { tokens, usersByToken } = createTokens([{ name: "admin", groups: ["system:masters"] }, ...users]);
  const key = createSigningKey();
  const accountTokens = createAccountTokens({ issuer, key, storage, clock, random });
  const openApi = createCustomOpenApi(createBuiltInOpenApi());
  let definitions: ServedDefinitions | undefined;
  let http: RunningHttpServer | undefined;
  const seams = { storage, clock, random, logger };
  const access = await startAccessControl(seams);
  const objects = createObjectAccess(storage, () => server.loopback, preferredVersionOf);
  const connectWebhook = createWebhookConnections({ findService: findServiceIn(objects) });
  const server: ApiServer = createApiServer({
    ...seams,
    resources: createBuiltInResources({
      clock,
      random,
      objects,
      reviews: answerReviews({ access, tokens: accountTokens, users: usersByToken, issuer }),
      escalation: access.escalation,
    }),
    admission: createAdmissionChain(storage),
    groupOrder,
    version: kubernetesVersion,
    openApi,
    address: () => `${host}:${http?.port ?? 0}`,
    authenticator: uniteAuthenticators(
      ...authenticateCertified(clientCa, proxyCa, clock),
      ...[authenticateTokens(usersByToken), accountTokens.authenticator, refuseUnknownTokens],
    ),
    authorizer: access.authorizer,
    paths: handleIssuer(issuer, key),
    postStartHooks: {
      "start-apiextensions-controllers": async ({ registry, loopback: transport }) => {
        const onServed = openApi.publish;
        definitions = await startServingDefinitions({ registry, transport, ...seams, connectWebhook, onServed });
      },
      "bootstrap-objects": (started) => installBootstrapObjects(started, { ...seams, host, port: http?.port ?? port }),
    },
  });
  const leaf = serving.issue({ commonName: "kube-apiserver", names: serverNames(host), nowMs: clock.now() });
  http = await serveHttp({
    handle: server.handle,
    host,
    port,
    tls: { key: leaf.key, certificate: leaf.cert + serving.cert },
    clock,
    logger,
  });
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

/** One signs the server's certificate, one those of clients, and one those of front proxies. */
function createAuthorities(clock: Clock): [Authority, Authority, Authority] {
  const create = (name: string) => createAuthority(name, { nowMs: clock.now() });
  return [create("pintle"), create("clients"), create("proxies")];
}

/** A proxy speaks for others, and so it is asked for first; a certificate wins over a token. */
function authenticateCertified(clientCa: Authority, proxyCa: Authority, clock: Clock): readonly Authenticator[] {
  return [
    authenticateFrontProxy({ authority: proxyCa.cert, allowedNames: ["aggregator"], clock }),
    authenticateCertificates(clientCa.cert, clock),
  ];
}

function createTokens(users: readonly { readonly name: string; readonly groups: readonly string[] }[]) {
  const tokens = Object.fromEntries(users.map(({ name }) => [name, randomBytes(32).toString("base64url")]));
  return { tokens, usersByToken: new Map(users.map((user) => [tokens[user.name] ?? "", { ...user, uid: user.name }])) };
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
