/**
 * Which events a watch is told, and as what: an object that comes to match is ADDED, one that ceases to is DELETED as it last was.
 */
import type { JsonObject } from "@pintle/machinery";
import type { StoredValue } from "../storage/storage.ts";
import type { ResourceEvent } from "./resource-events.ts";

/** `undefined` selects everything, and then nothing is parsed. */
export type ObjectPredicate = ((object: JsonObject) => boolean) | undefined;

/** What an event is to those who see only objects that match, or `undefined` for nothing. */
export function selectEvent(event: ResourceEvent, matches: ObjectPredicate): ResourceEvent["type"] | undefined {
  if (matches === undefined) return event.type;
  const isIn = event.type !== "DELETED" && matches(event.object);
  const { previous } = event;
  const wasIn = previous !== undefined && matches(previous);
  if (isIn) return wasIn ? "MODIFIED" : "ADDED";
  return wasIn ? "DELETED" : undefined;
}

/** The bytes that an event shows, under the revision of the change. */
export function shownBytes(event: ResourceEvent, type: ResourceEvent["type"]): StoredValue {
  return type === "DELETED" && event.left !== undefined ? event.left : event.stored;
}
