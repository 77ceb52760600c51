/**
 * The ways into pods, services and nodes: logs, commands, ports. Pods on simulated nodes answer for themselves. There is no other kubelet here
 * and no network of pods, so all else that is told is what the API server finds out by itself, in its words: who is not there, and who
 * cannot be reached.
 */
import { BlockList, isIP } from "node:net";
import type { CustomCall, OwnSubresource, ServerRequest } from "@pintle/apiserver";
import type { Node, Pod } from "@pintle/kinds";
import { shapeOfType } from "@pintle/kinds/tables";
import { ApiError, createFailureStatus, type JsonObject, quoteGo } from "@pintle/machinery";
import type { PodConsole } from "../../controllers/kubelet/console/pod-console.ts";
import { isSimulated } from "../../controllers/nodes/node-manifest.ts";
import type { BuiltInOptions, ObjectAccess } from "../built-in-options.ts";
import { objectsAt, textAt } from "../json-fields.ts";
import { checkLogOptions } from "./log-options.ts";
import { parseProxyTarget } from "./proxy-target.ts";

type Connect = NonNullable<OwnSubresource["storage"]["connect"]>;

const streamVerbs = ["create", "get"];
const proxyVerbs = ["create", "delete", "get", "patch", "update"];

export function createPodConnections(options: BuiltInOptions): Readonly<Record<string, OwnSubresource>> {
  const stream =
    (verb: "attach" | "exec"): Connect =>
    (call, request) =>
      connectStream(options, call, request, verb);
  return {
    attach: connection("PodAttachOptions", streamVerbs, stream("attach")),
    exec: connection("PodExecOptions", streamVerbs, stream("exec")),
    log: connection("Pod", ["get"], (call, request) => readLog(options, call, request)),
    portforward: connection("PodPortForwardOptions", streamVerbs, (call, request) =>
      forwardPort(options, call, request),
    ),
    proxy: proxy("PodProxyOptions", (call, request) => proxyPod(options, call, request)),
  };
}

export function createServiceProxy({ objects }: BuiltInOptions): OwnSubresource {
  return proxy("ServiceProxyOptions", (call) => proxyService(objects, call));
}

export function createNodeProxy({ objects }: BuiltInOptions): OwnSubresource {
  return proxy("NodeProxyOptions", (call) => proxyNode(objects, call));
}

function connection(kind: string, verbs: readonly string[], connect: Connect): OwnSubresource {
  const shape = shapeOfType(`core/v1.${kind}`);
  return { type: "own", group: "", version: "v1", kind, shape, storage: { connect }, verbs };
}

function proxy(kind: string, connect: Connect): OwnSubresource {
  return { ...connection(kind, proxyVerbs, connect), hasPaths: true };
}

async function readLog(options: BuiltInOptions, call: CustomCall, request: ServerRequest): ReturnType<Connect> {
  const { objects } = options;
  checkLogOptions(call);
  const pod = await findObject(objects, call, "pods", call.name);
  const container = chooseContainer(pod, call.query.get("container") ?? "");
  // Nothing has been written yet where the pod does not even have a node.
  if (textAt(pod, "spec.nodeName") === "") return { status: 204, headers: {} };
  const console = await findConsole(options, pod);
  if (console) return console.log(call, request, pod as unknown as Pod, container);
  const address = await findKubelet(objects, call, pod);
  const path = `/containerLogs/${call.namespace}/${call.name}/${container}`;
  throw unexpected(`Get "https://${address}${path}": ${refused(address)}`);
}

async function connectStream(
  options: BuiltInOptions,
  call: CustomCall,
  request: ServerRequest,
  verb: "attach" | "exec",
): ReturnType<Connect> {
  const pod = await findObject(options.objects, call, "pods", call.name);
  const container = chooseContainer(pod, call.query.get("container") ?? "");
  const console = await findConsole(options, pod);
  if (console && request.headers.upgrade !== undefined) {
    return console[verb](call, request, pod as unknown as Pod, container);
  }
  return refuseStream(options.objects, call, request, pod);
}

async function forwardPort(options: BuiltInOptions, call: CustomCall, request: ServerRequest): Promise<never> {
  const port = call.query.getAll("ports").find((text) => !/^[0-9]+$/.test(text));
  if (port !== undefined) {
    throw ApiError.badRequest(`cannot convert to []int32: strconv.ParseUint: parsing ${quoteGo(port)}: invalid syntax`);
  }
  const pod = await findObject(options.objects, call, "pods", call.name);
  const console = await findConsole(options, pod);
  if (console) return console.forward(pod as unknown as Pod);
  return refuseStream(options.objects, call, request, pod);
}

/** Who answers for the pod, where it is on a simulated node. */
async function findConsole({ objects, console }: BuiltInOptions, pod: JsonObject): Promise<PodConsole | undefined> {
  const name = textAt(pod, "spec.nodeName");
  if (!console || name === "") return undefined;
  try {
    const node = await objects.get({ group: "", plural: "nodes", namespace: "", name });
    return isSimulated(node as unknown as Node) ? console : undefined;
  } catch (error) {
    if (ApiError.is(error, "NotFound")) return undefined;
    throw error;
  }
}

async function refuseStream(
  objects: ObjectAccess,
  call: CustomCall,
  request: ServerRequest,
  pod: JsonObject,
): Promise<never> {
  if (textAt(pod, "spec.nodeName") === "") {
    throw ApiError.badRequest(`pod ${textAt(pod, "metadata.name")} does not have a host assigned`);
  }
  const address = await findKubelet(objects, call, pod);
  if (request.headers.upgrade === undefined) throw ApiError.badRequest("Upgrade request required");
  throw unexpected(refused(address));
}

/** The container that is meant: the only one where none is named. */
function chooseContainer(pod: JsonObject, asked: string): string {
  const name = textAt(pod, "metadata.name");
  const containers = objectsAt(pod, "spec.containers").map((container) => textAt(container, "name"));
  const others = (kind: string) => objectsAt(pod, `spec.${kind}`).map((container) => textAt(container, "name"));
  const all = [...others("initContainers"), ...containers, ...others("ephemeralContainers")];
  if (asked !== "") {
    if (!all.includes(asked)) throw ApiError.badRequest(`container ${asked} is not valid for pod ${name}`);
    return asked;
  }
  const [only, second] = containers;
  if (only !== undefined && second === undefined) return only;
  throw ApiError.badRequest(`a container name must be specified for pod ${name}, choose one of: [${all.join(" ")}]`);
}

async function proxyPod(options: BuiltInOptions, call: CustomCall, request: ServerRequest): ReturnType<Connect> {
  const { name, port } = parseProxyTarget("pod", call.name);
  const pod = await findObject(options.objects, call, "pods", name);
  const console = textAt(pod, "status.phase") === "Running" && (await findConsole(options, pod));
  if (console) return console.proxy(call, request, pod as unknown as Pod);
  const declared = objectsAt(pod, "spec.containers").flatMap((container) => objectsAt(container, "ports"))[0];
  const ip = textAt(objectsAt(pod, "status.podIPs")[0] ?? {}, "ip");
  throw unreachable(ip, port || String(declared?.containerPort ?? 80));
}

async function proxyNode(objects: ObjectAccess, call: CustomCall): Promise<never> {
  const { name, port } = parseProxyTarget("node", call.name);
  const address = addressOf(await findObject(objects, call, "nodes", name));
  throw unreachable(address, port || String(kubeletPort));
}

async function proxyService(objects: ObjectAccess, call: CustomCall): Promise<never> {
  const { name, port } = parseProxyTarget("service", call.name);
  if (/^[0-9]+$/.test(port)) {
    const service = await findObject(objects, call, "services", name);
    const isDeclared = objectsAt(service, "spec.ports").some((declared) => declared.port === Number(port));
    if (!isDeclared) throw ApiError.serviceUnavailable(`no service port ${Number(port)} found for service "${name}"`);
  }
  const { subsets } = await findObject(objects, call, "endpoints", name);
  const hasNone = !Array.isArray(subsets) || subsets.length === 0;
  throw ApiError.serviceUnavailable(`no endpoints available for service "${hasNone ? name : call.name}"`);
}

/** Whoever is not there is told as one of the resource that was asked for. */
async function findObject(
  objects: ObjectAccess,
  { context, namespace }: CustomCall,
  plural: string,
  name: string,
): Promise<JsonObject> {
  try {
    return await objects.get({ group: "", plural, namespace: plural === "nodes" ? "" : namespace, name });
  } catch (error) {
    if (!ApiError.is(error, "NotFound")) throw error;
    throw ApiError.notFound({ group: "", resource: context.info.resource }, name);
  }
}

const kubeletPort = 10_250;
const preferredTypes = ["Hostname", "InternalDNS", "InternalIP", "ExternalDNS", "ExternalIP"];

async function findKubelet(objects: ObjectAccess, call: CustomCall, pod: JsonObject): Promise<string> {
  const node = await findObject(objects, call, "nodes", textAt(pod, "spec.nodeName"));
  return `${addressOf(node)}:${kubeletPort}`;
}

function addressOf(node: JsonObject): string {
  const addresses = objectsAt(node, "status.addresses");
  for (const type of preferredTypes) {
    const found = addresses.find((address) => address.type === type);
    if (found) return textAt(found, "address");
  }
  const known = addresses.map((address) => `{${textAt(address, "type")} ${textAt(address, "address")}}`);
  throw unexpected(`no preferred addresses found; known addresses: [${known.join(" ")}]`);
}

/** The server tells this as a failure of its own, without a reason. */
function unexpected(message: string): ApiError {
  return new ApiError(createFailureStatus("", message));
}

function refused(address: string): string {
  return `dial tcp ${address}: connect: connection refused`;
}

/** What a proxy must not lead to: the server's own machine, and its neighbours. */
const forbiddenAddresses = new BlockList();
forbiddenAddresses.addSubnet("127.0.0.0", 8, "ipv4");
forbiddenAddresses.addSubnet("169.254.0.0", 16, "ipv4");
forbiddenAddresses.addSubnet("224.0.0.0", 4, "ipv4");
forbiddenAddresses.addAddress("0.0.0.0", "ipv4");
forbiddenAddresses.addAddress("255.255.255.255", "ipv4");
forbiddenAddresses.addAddress("::1", "ipv6");
forbiddenAddresses.addAddress("::", "ipv6");
forbiddenAddresses.addSubnet("fe80::", 10, "ipv6");
forbiddenAddresses.addSubnet("ff00::", 8, "ipv6");

function unreachable(host: string, port: string): ApiError {
  const family = isIP(host);
  const isAllowed = family !== 0 && !forbiddenAddresses.check(host, family === 6 ? "ipv6" : "ipv4");
  if (!isAllowed) return ApiError.badRequest("address not allowed");
  const address = family === 6 ? `[${host}]:${port}` : `${host}:${port}`;
  return ApiError.serviceUnavailable(`error trying to reach service: ${refused(address)}`);
}
