/**
 * The events of a watch with their objects still undecoded, those of a chunk together: for who keeps many objects and looks at few.
 *
 * What comes before an error is told before the error is thrown. That the watch has begun is told by an empty batch.
 */
import { isJsonObject } from "@pintle/machinery";
import { LineSplitter } from "./line-splitter.ts";
import { type UndecodedObject, undecodedFromBytes, undecodedFromObject } from "./undecoded-object.ts";
import { decodeEvent } from "./watch-decoder.ts";

export type WatchLine =
  | { readonly type: "ADDED" | "MODIFIED" | "DELETED"; readonly object: UndecodedObject }
  | {
      readonly type: "BOOKMARK";
      readonly resourceVersion: string;
      /** With this bookmark all objects that there were have been sent: see `sendInitialEvents`. */
      readonly endsInitialEvents: boolean;
    };

export interface LineDecoderOptions {
  readonly maxLineBytes: number;
  /** Whether objects are decoded with their managedFields. */
  readonly keepsManagedFields: boolean;
}

export const initialEventsEnd = "k8s.io/initial-events-end";

export async function* decodeWatchLines(
  body: AsyncIterable<Uint8Array>,
  { maxLineBytes, keepsManagedFields }: LineDecoderOptions,
): AsyncGenerator<readonly WatchLine[], void, undefined> {
  yield [];
  const splitter = new LineSplitter(maxLineBytes);
  for await (const piece of body) {
    const batch: WatchLine[] = [];
    let failure: { readonly error: unknown } | undefined;
    try {
      splitter.take(piece, (bytes, from, to) => {
        batch.push(readUndecoded(bytes, from, to, keepsManagedFields) ?? readDecoded(bytes.subarray(from, to)));
      });
    } catch (error) {
      failure = { error };
    }
    // Also an empty one: the server is alive.
    yield batch;
    if (failure) throw failure.error;
  }
}

/** As API servers begin the lines of these events, and no other line; by their first letter. */
const beginnings = new Map(
  (["ADDED", "MODIFIED", "DELETED"] as const).map((type) => {
    const bytes = Buffer.from(`{"type":"${type}","object":`);
    return [type.charCodeAt(0), { type, bytes }] as const;
  }),
);
const letterAt = '{"type":"'.length;
const closeBrace = 0x7d;

function readUndecoded(bytes: Buffer, from: number, to: number, keepsManagedFields: boolean): WatchLine | undefined {
  if (bytes[to - 1] !== closeBrace) return undefined;
  const beginning = beginnings.get(bytes[from + letterAt] ?? 0);
  if (beginning === undefined || !isAt(bytes, from, beginning.bytes)) return undefined;
  const objectAt = from + beginning.bytes.length;
  if (holdsAnotherLine(bytes, objectAt, to)) return undefined;
  const object = undecodedFromBytes(bytes, objectAt, to - 1, keepsManagedFields);
  return object && { type: beginning.type, object };
}

/** Where another line has run into one that lost its end; of a whole line it is the decoder that tells what it is. */
const anotherLine = Buffer.from('","object":{');
/** The part of it that begins with the letter that is the rarest in objects: to look for that costs next to nothing. */
const rarePart = Buffer.from('ject":{');
const rareAt = anotherLine.indexOf(rarePart);

function holdsAnotherLine(bytes: Buffer, from: number, to: number): boolean {
  for (
    let found = bytes.indexOf(rarePart, from);
    found >= 0 && found < to;
    found = bytes.indexOf(rarePart, found + 1)
  ) {
    if (found - rareAt >= from && isAt(bytes, found - rareAt, anotherLine)) return true;
  }
  return false;
}

function isAt(bytes: Buffer, from: number, expected: Buffer): boolean {
  for (let at = 0; at < expected.length; at += 1) if (bytes[from + at] !== expected[at]) return false;
  return true;
}

function readDecoded(line: Buffer): WatchLine {
  const { type, object } = decodeEvent(line);
  if (type !== "BOOKMARK") return { type, object: undecodedFromObject(object) };
  const { resourceVersion } = undecodedFromObject(object);
  const metadata = isJsonObject(object.metadata) ? object.metadata : {};
  const annotations = isJsonObject(metadata.annotations) ? metadata.annotations : {};
  return { type, resourceVersion, endsInitialEvents: annotations[initialEventsEnd] === "true" };
}
