/**
 * Writes a list as JSON, from the stored bytes of its items where they need no change, in pieces of some 64 KB, each made when the one before has been taken. A list of
 * ten thousand objects costs little more than copying it, and nobody waits for it.
 */
import { Buffer } from "node:buffer";
import type { Clock, JsonObject } from "@pintle/machinery";
import type { ObjectList } from "../registry/list-objects.ts";
import type { ResourceEndpoint } from "../registry/resource-endpoint.ts";
import { writeStored } from "../registry/stored-object.ts";
import { writeGoJson } from "../wire/json/go-json-text.ts";
import { listMetadataOf } from "./list-metadata.ts";

const pieceBytes = 64 * 1024;
const comma = Buffer.from(",");

/** What stands around the items. */
interface ListFrame {
  readonly kind: string;
  readonly apiVersion: string;
  readonly metadata: JsonObject;
  /** Custom resources have the keys of a list in alphabetical order, like all of theirs. */
  readonly isSorted: boolean;
}

/** A list of stored objects, in their own bytes. */
export function writeList(endpoint: ResourceEndpoint, list: ObjectList, clock: Clock): ListBody {
  const { listKind: kind, apiVersion, resource } = endpoint;
  const frame = { kind, apiVersion, metadata: listMetadataOf(endpoint, list), isSorted: !resource.isBuiltIn };
  const options = { namesKind: resource.itemsNameKind ?? !resource.isBuiltIn };
  return writeItems(
    frame,
    list.entries.values().map((entry) => writeStored(entry, options)),
    clock,
  );
}

type ListBody = readonly Uint8Array[] | AsyncIterable<Uint8Array>;

/** The list in one piece, or as a stream where it is long. Items are made when it is their turn. */
function writeItems(frame: ListFrame, items: Iterable<readonly Uint8Array[]>, clock: Clock): ListBody {
  const pieces = writePieces(frame, items);
  const first = pieces.next();
  if (first.done) return [];
  const second = pieces.next();
  if (second.done) return [first.value];
  return stream([first.value, second.value], pieces, clock);
}

async function* stream(
  made: readonly Uint8Array[],
  rest: Iterator<Uint8Array>,
  clock: Clock,
): AsyncGenerator<Uint8Array> {
  yield* made;
  for (let next = rest.next(); !next.done; next = rest.next()) {
    yield next.value;
    // A reader that is always ready would otherwise keep everybody else from their turn.
    await clock.turn();
  }
}

function* writePieces(frame: ListFrame, items: Iterable<readonly Uint8Array[]>): Generator<Uint8Array> {
  const { head, tail } = textOfFrame(frame);
  let parts: Uint8Array[] = [Buffer.from(head)];
  let bytes = 0;
  let isFirst = true;
  for (const item of items) {
    if (bytes >= pieceBytes) {
      yield Buffer.concat(parts);
      parts = [];
      bytes = 0;
    }
    if (!isFirst) parts.push(comma);
    isFirst = false;
    for (const part of item) {
      parts.push(part);
      bytes += part.length;
    }
  }
  parts.push(Buffer.from(tail));
  yield Buffer.concat(parts);
}

function textOfFrame(frame: ListFrame): { head: string; tail: string } {
  const kind = `"kind":${writeGoJson(frame.kind)}`;
  const version = `"apiVersion":${writeGoJson(frame.apiVersion)}`;
  const metadata = `"metadata":${writeGoJson(frame.metadata)}`;
  if (!frame.isSorted) return { head: `{${kind},${version},${metadata},"items":[`, tail: "]}\n" };
  return { head: `{${version},"items":[`, tail: `],${kind},${metadata}}\n` };
}
