/** What a server has written down, made comparable: by request, without what cannot be the same twice. */
import type { Json } from "../conformance/answer.ts";

/** The events of each id, in order. */
export function eventsById(lines: string): ReadonlyMap<string, readonly Json[]> {
  const found = new Map<string, Json[]>();
  for (const line of lines.split("\n").filter((text) => text !== "")) {
    const event = JSON.parse(line);
    const events = found.get(event.auditID) ?? [];
    events.push(withoutChance(event));
    found.set(event.auditID, events);
  }
  return found;
}

/** Fields whose values are times, counters, or made by chance. */
const chance: ReadonlySet<string> = new Set([
  "creationTimestamp",
  "time",
  "uid",
  "resourceVersion",
  "requestReceivedTimestamp",
  "stageTimestamp",
  "lastTransitionTime",
  "serverAddress",
  "buildDate",
]);

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Names that a test makes up for what only it shall have. */
const madeUp = /\b(g|ns)-[0-9a-f]{10}\b/g;

function withoutChance(value: Json, key = ""): Json {
  if (Array.isArray(value)) return value.map((item) => withoutChance(item, key === "cells" ? key : ""));
  // How old something is.
  if (key === "cells" && /^[0-9]+s$/.test(String(value))) return "some seconds";
  if (typeof value === "string")
    return chance.has(key) && value !== "" ? `some ${key}` : value.replace(uuid, "uuid").replace(madeUp, "$1-some");
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !name.startsWith("apiserver.latency.k8s.io/"))
      .map(([name, item]) => [name, withoutChance(item as Json, name)]),
  );
}
