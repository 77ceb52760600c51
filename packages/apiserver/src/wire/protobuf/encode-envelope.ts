/** Puts objects into the envelope in which protobuf travels, and events of a watch into frames. */
import { getOwn, type JsonObject } from "@pintle/machinery";
import { encodeProtobuf, writeBytes, writeMessage } from "./encode-protobuf.ts";
import { envelopeMagic } from "./envelope.ts";
import { WireWriter } from "./wire-writer.ts";

/** `k8s`, a zero, and the object with its kind and version. `typeName` is that of its type in the tables. */
export function encodeEnvelope(object: JsonObject, typeName: string): Uint8Array {
  const text = (key: string) => String(getOwn(object, key) ?? "");
  const writer = new WireWriter();
  // Upstream writes the encoding and the media type of the content, though both are empty.
  writeBytes(writer, 4, "");
  writeBytes(writer, 3, "");
  writeBytes(writer, 2, encodeProtobuf(object, typeName));
  writeMessage(writer, 1, () => {
    writeBytes(writer, 2, text("kind"));
    writeBytes(writer, 1, text("apiVersion"));
  });
  writer.bytes(envelopeMagic);
  return writer.finish();
}

/** An event of a watch: four bytes with the length, then a WatchEvent with the object's envelope in it. */
export function encodeWatchFrame(type: string, envelope: Uint8Array): Uint8Array {
  const writer = new WireWriter();
  writeMessage(writer, 2, () => writeBytes(writer, 1, envelope));
  writeBytes(writer, 1, type);
  const { length } = writer;
  writer.bytes([(length >>> 24) & 0xff, (length >>> 16) & 0xff, (length >>> 8) & 0xff, length & 0xff]);
  return writer.finish();
}
