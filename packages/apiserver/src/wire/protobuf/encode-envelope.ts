/** Puts objects into the envelope in which protobuf travels, and events of a watch into frames. */
import { getOwn, type JsonObject } from "@pintle/machinery";
import { encodeProtobuf, writeBytes, writeMessage } from "./encode-protobuf.ts";
import { envelopeMagic } from "./envelope.ts";
import { wireTypes } from "./wire-reader.ts";
import { WireWriter } from "./wire-writer.ts";

/** `k8s`, a zero, and the object with its kind and version. `typeName` is that of its type in the tables. */
export function encodeEnvelope(object: JsonObject, typeName: string): Uint8Array {
  const writer = new WireWriter();
  writeEnd(writer);
  writeBytes(writer, 2, encodeProtobuf(object, typeName));
  writeBeginning(writer, object);
  return writer.finish();
}

/** Upstream writes the encoding and the media type of the content, though both are empty. */
function writeEnd(writer: WireWriter): void {
  writeBytes(writer, 4, "");
  writeBytes(writer, 3, "");
}

function writeBeginning(writer: WireWriter, object: JsonObject): void {
  const text = (key: string) => String(getOwn(object, key) ?? "");
  writeMessage(writer, 1, () => {
    writeBytes(writer, 2, text("kind"));
    writeBytes(writer, 1, text("apiVersion"));
  });
  writer.bytes(envelopeMagic);
}

/** All lists have their metadata in the first field and their items in the second. */
const itemsNumber = 2;

/** An item as it stands in a list. */
export function encodeListItem(item: JsonObject, itemType: string): Uint8Array {
  const writer = new WireWriter();
  writeBytes(writer, itemsNumber, encodeProtobuf(item, itemType));
  return writer.finish();
}

/** The envelope of a list around items that are encoded already, in pieces. */
export function encodeListEnvelope(frame: JsonObject, itemType: string, items: readonly Uint8Array[]): Uint8Array[] {
  const head = new WireWriter();
  head.bytes(encodeProtobuf(frame, `${itemType}List`));
  head.varint(items.reduce((sum, piece) => sum + piece.length, head.length));
  head.tag(2, wireTypes.bytes);
  writeBeginning(head, frame);
  const tail = new WireWriter();
  writeEnd(tail);
  return [head.finish(), ...items, tail.finish()];
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
