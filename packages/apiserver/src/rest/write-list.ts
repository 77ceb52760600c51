/**
 * Writes a list as JSON, from the stored bytes of its items where they need no change, in pieces of some 64 KB, each made when the one
 * before has been taken. A list of ten thousand objects costs little more than copying it, and nobody waits for it.
 */
import { Buffer } from "node:buffer";
import type { Clock, JsonObject } from "@pintle/machinery";
import type { RecyclingBody } from "../pipeline/server-request.ts";
import type { ObjectList } from "../registry/list-objects.ts";
import type { ResourceEndpoint } from "../registry/resource-endpoint.ts";
import { copyStored, maxCopiedBytes } from "../registry/stored-object.ts";
import type { StoredValue } from "../storage/storage.ts";
import { writeGoJson } from "../wire/json/go-json-text.ts";
import { listMetadataOf } from "./list-metadata.ts";
import { PieceMemory } from "./piece-memory.ts";

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
  const namesKind = resource.itemsNameKind ?? !resource.isBuiltIn;
  const memory = new PieceMemory();
  const pieces = writePieces(bytesOfFrame(frame), list.entries, namesKind, memory);
  const first = pieces.next();
  if (first.done) return [];
  const second = pieces.next();
  if (second.done) return [first.value];
  return {
    [Symbol.asyncIterator]: () => stream([first.value, second.value], pieces, clock),
    release: (piece) => memory.give(piece),
  };
}

type ListBody = readonly Uint8Array[] | RecyclingBody;

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

function* writePieces(
  { head, tail }: FrameBytes,
  entries: readonly StoredValue[],
  namesKind: boolean,
  memory: PieceMemory,
): Generator<Uint8Array> {
  let before = head;
  let gathered: StoredValue[] = [];
  let room = 0;
  const write = (after: Buffer) => {
    const piece = memory.take(before.length + room + after.length);
    let end = before.copy(piece);
    for (const [index, entry] of gathered.entries()) {
      if (index > 0) end += comma.copy(piece, end);
      end = copyStored(entry, namesKind, piece, end);
    }
    end += after.copy(piece, end);
    before = comma;
    gathered = [];
    room = 0;
    return piece.subarray(0, end);
  };
  for (const entry of entries) {
    if (room >= pieceBytes) yield write(nothing);
    gathered.push(entry);
    room += maxCopiedBytes(entry) + comma.length;
  }
  yield write(tail);
}

const nothing = Buffer.alloc(0);

interface FrameBytes {
  readonly head: Buffer;
  readonly tail: Buffer;
}

function bytesOfFrame(frame: ListFrame): FrameBytes {
  const { head, tail } = textOfFrame(frame);
  return { head: Buffer.from(head), tail: Buffer.from(tail) };
}

function textOfFrame(frame: ListFrame): { head: string; tail: string } {
  const kind = `"kind":${writeGoJson(frame.kind)}`;
  const version = `"apiVersion":${writeGoJson(frame.apiVersion)}`;
  const metadata = `"metadata":${writeGoJson(frame.metadata)}`;
  if (!frame.isSorted) return { head: `{${kind},${version},${metadata},"items":[`, tail: "]}\n" };
  return { head: `{${version},"items":[`, tail: `],${kind},${metadata}}\n` };
}
