/**
 * Asks a scheduler extender, over a transport that was passed in: which of the nodes a pod may go to, and which it likes best.
 *
 * Its answers come from outside: nodes that were not asked about, and answers that are too long or come too late, are an error.
 */
import type { Node, Pod } from "@pintle/kinds";
import {
  type Clock,
  createDeadline,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  readJson,
  type Transport,
} from "@pintle/machinery";
import type { Rejection } from "./rejection.ts";

/** The words of kube-scheduler's own configuration. */
export interface SchedulerExtender {
  readonly transport: Transport;
  /** What paths begin with; nothing unless said. */
  readonly urlPrefix?: string;
  /** The path of the question which nodes will do; it is not asked unless said. */
  readonly filterVerb?: string;
  /** The path of the question which are best; it is not asked unless said. */
  readonly prioritizeVerb?: string;
  /** How much its opinion counts: 1 unless said. */
  readonly weight?: number;
  /** Whether it knows the nodes, so that their names are enough. */
  readonly nodeCacheCapable?: boolean;
  /** Whether pods are scheduled without it when it fails. */
  readonly ignorable?: boolean;
  /** Five seconds unless said. */
  readonly timeoutMs?: number;
}

export interface ExtenderVerdict {
  readonly names: readonly string[];
  readonly rejected: ReadonlyMap<string, Rejection>;
}

const maxAnswerBytes = 16 * 1024 * 1024;
/** Extenders score up to 10, the scheduler itself up to 100. */
const scoreFactor = 10;

/** What it takes to ask: time, and whether anybody still wants to know. */
export interface AskingTools {
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

export async function askFilter(
  extender: SchedulerExtender,
  tools: AskingTools,
  pod: Pod,
  nodes: readonly Node[],
): Promise<ExtenderVerdict> {
  const names = nodes.map(nameOf);
  if (!extender.filterVerb) return { names, rejected: new Map() };
  const answer = await ask(extender, tools, extender.filterVerb, pod, nodes);
  if (!isJsonObject(answer)) throw new Error("the extender's answer is no object");
  const error = field(answer, "error");
  if (typeof error === "string" && error !== "") throw new Error(error);
  const kept = keptNames(answer);
  const stranger = kept.find((name) => !names.includes(name));
  if (stranger !== undefined) {
    const who = JSON.stringify(extender.urlPrefix ?? "");
    throw new Error(`extender ${who} claims a filtered node "${stranger}" which is not found in the input node list`);
  }
  const rejected = new Map<string, Rejection>();
  for (const [key, isFinal] of [
    ["failedNodes", false],
    ["failedAndUnresolvableNodes", true],
  ] as const) {
    const failed = field(answer, key);
    for (const [name, why] of Object.entries(isJsonObject(failed) ? failed : {})) {
      rejected.set(name, { reasons: [String(why)], isFinal });
    }
  }
  return { names: kept, rejected };
}

/** By node, what is to be added to its score. */
export async function askPriorities(
  extender: SchedulerExtender,
  tools: AskingTools,
  pod: Pod,
  nodes: readonly Node[],
): Promise<ReadonlyMap<string, number>> {
  if (!extender.prioritizeVerb) return new Map();
  const answer = await ask(extender, tools, extender.prioritizeVerb, pod, nodes);
  const list = Array.isArray(answer) ? answer.filter(isJsonObject) : [];
  return new Map(
    list.map((entry) => {
      const score = Math.min(10, Math.max(0, Number(field(entry, "score") ?? 0) || 0));
      return [String(field(entry, "host") ?? ""), score * (extender.weight ?? 1) * scoreFactor];
    }),
  );
}

async function ask(
  extender: SchedulerExtender,
  { clock, signal }: AskingTools,
  verb: string,
  pod: Pod,
  nodes: readonly Node[],
): Promise<JsonValue> {
  const { transport, urlPrefix = "", nodeCacheCapable = false, timeoutMs = 5_000 } = extender;
  const args = nodeCacheCapable
    ? { Pod: pod, Nodes: null, NodeNames: nodes.map(nameOf) }
    : { Pod: pod, Nodes: { metadata: {}, items: nodes }, NodeNames: null };
  const path = `${urlPrefix.replace(/\/+$/, "")}/${verb}`;
  using deadline = createDeadline(clock, timeoutMs, { label: "a scheduler extender", kind: "work" });
  const response = await transport.request({
    method: "POST",
    path,
    headers: { "content-type": "application/json", accept: "application/json" },
    body: new TextEncoder().encode(JSON.stringify(args)),
    signal: AbortSignal.any([signal, deadline.signal]),
  });
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body) {
    length += piece.length;
    if (length > maxAnswerBytes) throw new Error("the extender's answer is too long");
    pieces.push(piece);
  }
  if (response.status !== 200) throw new Error(`failed ${verb} with extender at URL ${path}, code ${response.status}`);
  return readJson(Buffer.concat(pieces)).value;
}

/** Go's way to read names of fields: upper and lower case are the same. */
function field(object: JsonObject, name: string): JsonValue | undefined {
  const wanted = name.toLowerCase();
  return Object.entries(object).find(([key]) => key.toLowerCase() === wanted)?.[1];
}

function keptNames(answer: JsonObject): string[] {
  const names = field(answer, "nodeNames");
  if (Array.isArray(names)) return names.map(String);
  const nodes = field(answer, "nodes");
  const items = isJsonObject(nodes) ? field(nodes, "items") : undefined;
  return (Array.isArray(items) ? items : []).filter(isJsonObject).map((node) => nameOf(node as unknown as Node));
}

function nameOf({ metadata }: Node): string {
  return metadata?.name ?? "";
}
