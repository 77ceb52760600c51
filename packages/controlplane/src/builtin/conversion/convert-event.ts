/** Events are kept as those of core/v1, whichever of their two groups they were written in; only names of fields differ. */
import { getOwn, type JsonObject, setOwn } from "@pintle/machinery";

const coreNames: Readonly<Record<string, string>> = {
  regarding: "involvedObject",
  note: "message",
  deprecatedSource: "source",
  deprecatedFirstTimestamp: "firstTimestamp",
  deprecatedLastTimestamp: "lastTimestamp",
  deprecatedCount: "count",
  reportingController: "reportingComponent",
};

const ownNames = Object.fromEntries(Object.entries(coreNames).map(([own, core]) => [core, own]));

/** From events.k8s.io/v1. */
export function toCoreEvent(event: JsonObject): JsonObject {
  return { ...rename(event, coreNames), apiVersion: "v1" };
}

/** To events.k8s.io/v1. */
export function fromCoreEvent(event: JsonObject): JsonObject {
  return { ...rename(event, ownNames), apiVersion: "events.k8s.io/v1" };
}

function rename(event: JsonObject, names: Readonly<Record<string, string>>): JsonObject {
  const renamed: JsonObject = {};
  for (const [key, value] of Object.entries(event)) setOwn(renamed, getOwn(names, key) ?? key, value);
  return renamed;
}
