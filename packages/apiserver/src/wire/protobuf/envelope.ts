/** The envelope that Kubernetes puts around everything: `k8s`, a zero, and a message with the type and the content. */
import { Buffer } from "node:buffer";
import { ProtobufError, WireReader, wireTypes } from "./wire-reader.ts";

export const envelopeMagic = Buffer.from("k8s\0");

export interface Envelope {
  readonly apiVersion: string;
  readonly kind: string;
  readonly raw: Uint8Array;
}

/** Throws a `ProtobufError` in upstream's words. */
export function openEnvelope(bytes: Uint8Array): Envelope {
  if (bytes.length === 0) throw new ProtobufError("empty data");
  if (!envelopeMagic.equals(bytes.subarray(0, 4))) {
    const expected = [...envelopeMagic].join(" ");
    throw new ProtobufError(`provided data does not appear to be a protobuf message, expected prefix [${expected}]`);
  }
  if (bytes.length === 4) throw new ProtobufError("empty body");
  const reader = new WireReader(bytes.subarray(4));
  let type = { apiVersion: "", kind: "" };
  let raw: Uint8Array = new Uint8Array();
  while (reader.at < reader.end) {
    const tag = reader.tag("Unknown");
    if (tag === 8 + wireTypes.bytes) type = readTypeMeta(reader);
    else if (tag === 16 + wireTypes.bytes) raw = reader.bytes();
    else reader.skip(tag & 7);
  }
  return { ...type, raw };
}

function readTypeMeta(reader: WireReader): Pick<Envelope, "apiVersion" | "kind"> {
  const type = { apiVersion: "", kind: "" };
  const around = reader.enter();
  while (reader.at < reader.end) {
    const tag = reader.tag("TypeMeta");
    if (tag === 8 + wireTypes.bytes) type.apiVersion = reader.string();
    else if (tag === 16 + wireTypes.bytes) type.kind = reader.string();
    else reader.skip(tag & 7);
  }
  reader.leave(around);
  return type;
}
