/** An aggregated API server of one test: HTTPS on loopback behind a Service, announced by an APIService of a group of its own. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import { text } from "node:stream/consumers";
import type { TLSSocket } from "node:tls";
import { createAuthority } from "../../real/certificates.ts";
import { assertAnswer, assertContains, type Json } from "../answer.ts";
import { type Client, uniqueName } from "../client.ts";
import { eventually } from "../eventually.ts";
import { listenOnLoopback } from "../webhook-server.ts";

export interface ReceivedRequest {
  readonly method: string;
  /** With the query, as it arrived. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The common name of the certificate that the caller showed. */
  readonly caller: Json;
}

export type Handler = (request: ReceivedRequest, response: ServerResponse) => void;

export interface ExtensionServer extends AsyncDisposable {
  readonly group: string;
  /** `/apis/{group}/v1` */
  readonly root: string;
  readonly namespace: string;
  /** For an APIService: where the server is, and whom it is signed by. */
  readonly service: Json;
  readonly caBundle: string;
  readonly server: Server;
  /** What came for the group's resources; discovery and health checks are left out. */
  readonly requests: ReceivedRequest[];
  /** Creates the Service. */
  expose(): Promise<void>;
  /** Creates an APIService, with what is given besides. Gives its path. */
  register(spec?: Json): Promise<string>;
}

export const apiServices = "/apis/apiregistration.k8s.io/v1/apiservices";

/** The media type of aggregated discovery. */
export const aggregated = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

/** Answers 200 with JSON, or with another status. */
export function reply(response: ServerResponse, body: Json, status = 200, type = "application/json"): void {
  response.writeHead(status, { "content-type": type }).end(JSON.stringify(body));
}

/** With `discovery` the server has aggregated discovery at `/apis`; without, only the list of resources at its root. */
export async function startExtensionServer(
  client: Client,
  handle: Handler = (_, response) => reply(response, {}),
  discovery?: (group: string) => Json,
): Promise<ExtensionServer> {
  const namespace = await client.namespace();
  const group = `${uniqueName("g")}.example.com`;
  const root = `/apis/${group}/v1`;
  const authority = createAuthority("extension");
  const requests: ReceivedRequest[] = [];
  const tls = authority.issue({ commonName: "extension", names: [`api.${namespace}.svc`] });
  const server = createServer({ ...tls, requestCert: true, rejectUnauthorized: false }, async (incoming, response) => {
    const request = await received(incoming);
    const path = request.path.split("?")[0] as string;
    if (path === root) return reply(response, resourceList(group));
    if (path === "/apis" && discovery !== undefined) return reply(response, discovery(group), 200, aggregated);
    if (!path.startsWith(`${root}/`)) return reply(response, {}, 404);
    requests.push(request);
    handle(request, response);
  });
  const { port, stop } = await listenOnLoopback(server);
  const service = { namespace, name: "api", port };
  const caBundle = Buffer.from(authority.cert).toString("base64");
  const made: string[] = [];

  async function expose(): Promise<void> {
    const spec = { type: "ExternalName", externalName: "localhost" };
    assertAnswer(
      await client.create(`/api/v1/namespaces/${namespace}/services`, { metadata: { name: "api" }, spec }),
      201,
    );
  }

  async function register(spec: Json = {}): Promise<string> {
    const whole = { group, version: "v1", groupPriorityMinimum: 1000, versionPriority: 15, service, caBundle, ...spec };
    const path = `${apiServices}/${whole.version}.${group}`;
    made.push(path);
    assertAnswer(
      await client.create(apiServices, { metadata: { name: `${whole.version}.${group}` }, spec: whole }),
      201,
    );
    return path;
  }

  async function dispose(): Promise<void> {
    await Promise.all(made.map((path) => client.delete(path)));
    await stop();
  }
  return {
    group,
    root,
    namespace,
    service,
    caBundle,
    server,
    requests,
    expose,
    register,
    [Symbol.asyncDispose]: dispose,
  };
}

/** Waits for a condition `Available` with this status and reason, and gives the condition. */
export function untilAvailable(client: Client, path: string, status: string, reason: string): Promise<Json> {
  return eventually(async () => {
    const { body } = await client.get(path);
    const condition = body.status?.conditions?.find(({ type }: Json) => type === "Available");
    assertContains(condition, { status, reason });
    return condition;
  });
}

/** A server that is registered and reached. */
export async function startReachable(client: Client, handle?: Handler): Promise<ExtensionServer> {
  const extension = await startExtensionServer(client, handle);
  await extension.expose();
  await untilAvailable(client, await extension.register(), "True", "Passed");
  await eventually(async () => assertAnswer(await client.get(`${extension.root}/probes`), 200));
  extension.requests.splice(0);
  return extension;
}

function resourceList(group: string): Json {
  const verbs = ["create", "delete", "get", "list", "patch", "update", "watch"];
  const things = { name: "things", singularName: "thing", namespaced: true, kind: "Thing", verbs };
  return { kind: "APIResourceList", apiVersion: "v1", groupVersion: `${group}/v1`, resources: [things] };
}

async function received(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const { method = "", url = "", headers } = incoming;
  const caller = (incoming.socket as TLSSocket).getPeerCertificate()?.subject?.CN;
  return { method, path: url, headers, body: await text(incoming), caller };
}
