/** Opens a WebSocket to a subresource of a pod; a refusal is the API's answer, thrown as an `ApiError`. */
import type { Clock, Random } from "@pintle/machinery";
import { readFailure } from "../request/failure.ts";
import { formatResourcePath, requireName } from "../resource/resource-path.ts";
import { StreamError } from "./stream-error.ts";
import type { Upgrader } from "./upgrade.ts";
import { createHandshake } from "./web-socket/handshake.ts";
import { createWebSocket, type WebSocketConnection } from "./web-socket/web-socket.ts";

/** Which pod. The metadata of one fits. */
export interface PodPlace {
  readonly name: string;
  /** The client's own unless said. */
  readonly namespace?: string | undefined;
}

/** What streams are made with. */
export interface StreamContext {
  /** Of pods for which none is said. */
  readonly namespace: string;
  readonly upgrader: Upgrader;
  readonly clock: Clock;
  readonly random: Random;
}

export interface SocketRequest {
  readonly pod: PodPlace;
  readonly subresource: "exec" | "attach" | "portforward";
  readonly query: Iterable<readonly [name: string, value: string]>;
  /** The best first. */
  readonly protocols: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

export async function openWebSocket(context: StreamContext, request: SocketRequest): Promise<WebSocketConnection> {
  const { upgrader, clock, random } = context;
  const { pod, subresource, query, protocols, signal } = request;
  const handshake = createHandshake(protocols, random);
  const path = podPath(context, pod, subresource);
  const answer = await upgrader.upgrade({ path, query, headers: handshake.headers, signal });
  const { socket } = answer;
  if (!socket) {
    if (answer.status < 400) throw new StreamError(`the server answered ${answer.status} and did not switch protocols`);
    const about = { resource: { group: "", resource: "pods" }, name: pod.name };
    throw await readFailure({ method: "GET", path, about }, answer, undefined);
  }
  try {
    if (answer.status !== 101) throw new StreamError(`the server switched protocols with status ${answer.status}`);
    return createWebSocket(socket, { protocol: handshake.check(answer.headers), clock, random, signal });
  } catch (error) {
    socket.on("error", () => {});
    socket.destroy();
    throw error;
  }
}

export function podPath(
  context: Pick<StreamContext, "namespace">,
  { name, namespace = context.namespace }: PodPlace,
  subresource: string,
): string {
  const pods = { group: "", version: "v1", kind: "Pod", plural: "pods", scope: "Namespaced" } as const;
  const place = { namespace: requireName("namespace", namespace), name: requireName("name", name), subresource };
  return formatResourcePath(pods, place);
}
