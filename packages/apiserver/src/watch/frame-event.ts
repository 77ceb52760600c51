/** An event on the wire: a line of JSON, or a message of protobuf behind its length. */
import { Buffer } from "node:buffer";
import type { MediaType } from "../wire/media-types.ts";

export type WatchEventType = "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK" | "ERROR";

const endOfLine = Buffer.from("}\n");
const heads = new Map<WatchEventType, Buffer>();

/** The object's bytes come in pieces, are in the media type already, and have no line break at their end. */
export function frameEvent(mediaType: MediaType, type: WatchEventType, pieces: readonly Uint8Array[]): Uint8Array {
  return mediaType === "protobuf" ? frameProtobuf(type, pieces) : Buffer.concat([headOf(type), ...pieces, endOfLine]);
}

function headOf(type: WatchEventType): Buffer {
  const head = heads.get(type) ?? Buffer.from(`{"type":"${type}","object":`);
  heads.set(type, head);
  return head;
}

/** `message WatchEvent { string type = 1; RawExtension object = 2; }`, and the bytes are field 1 of the latter. */
function frameProtobuf(type: WatchEventType, pieces: readonly Uint8Array[]): Uint8Array {
  const rawBytes = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
  const rawHead = [0x0a, ...varint(rawBytes)];
  const head = [0x0a, type.length, ...Buffer.from(type), 0x12, ...varint(rawHead.length + rawBytes), ...rawHead];
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length + rawBytes);
  return Buffer.concat([length, Buffer.from(head), ...pieces]);
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) | 0x80);
  }
}
