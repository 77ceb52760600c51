/** What a watch begins with, written as it is read: the objects that there are, a bookmark, the events since. */
import { Buffer } from "node:buffer";
import { decodeStored } from "../registry/stored-object.ts";
import type { StoredValue } from "../storage/storage.ts";
import type { ResourceEvent } from "./resource-events.ts";
import type { WatchEncoder } from "./watch-encoder.ts";
import { type ObjectPredicate, selectEvent, shownBytes } from "./watch-selection.ts";

/** Large enough to cost little each, small enough to hold up nobody. */
const chunkBytes = 64 << 10;
const parsedAtOnce = 128;

export interface BeginningInput {
  readonly encoder: WatchEncoder;
  readonly matches: ObjectPredicate;
  readonly entries: readonly StoredValue[];
  /** The revision of the bookmark behind the objects, if there is to be one. */
  readonly bookmark: number | undefined;
  readonly backlog: readonly ResourceEvent[];
}

/** Chunks of whole events, and `undefined` where much has been parsed for nothing. */
export function* writeBeginning(input: BeginningInput): Generator<Uint8Array | undefined> {
  let pending: Uint8Array[] = [];
  let bytes = 0;
  let parsed = 0;
  for (const event of eventsOf(input)) {
    parsed += 1;
    if (event !== undefined) {
      pending.push(event);
      bytes += event.byteLength;
    }
    if (bytes >= chunkBytes) {
      yield Buffer.concat(pending, bytes);
      pending = [];
      bytes = 0;
      parsed = 0;
    } else if (parsed >= parsedAtOnce && input.matches !== undefined) {
      yield undefined;
      parsed = 0;
    }
  }
  if (bytes > 0) yield Buffer.concat(pending, bytes);
}

/** One for each object and event, `undefined` for those that are not selected. */
function* eventsOf({
  encoder,
  matches,
  entries,
  bookmark,
  backlog,
}: BeginningInput): Generator<Uint8Array | undefined> {
  for (const entry of entries) {
    const isSelected = matches === undefined || matches(decodeStored(entry));
    yield isSelected ? encoder.encodeStored(entry, "ADDED") : undefined;
  }
  if (bookmark !== undefined) yield encoder.encodeBookmark(bookmark, true);
  for (const event of backlog) {
    const type = selectEvent(event, matches);
    event.forgetParsed();
    yield type && encoder.encodeStored(shownBytes(event, type), type);
  }
}
