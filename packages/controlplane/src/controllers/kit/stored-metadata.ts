/**
 * The metadata of a stored object without the rest: for those who look at every object there is, and at nothing else of it.
 *
 * Built-in kinds are stored with their metadata in front, and in it the managers of fields behind all else. So all that matters lies
 * between two texts, since quotes within texts are escaped. An object without managers may have the second one further behind; what is
 * between them is no JSON then, and such objects, and those that lie otherwise, are read whole.
 */
import { Buffer } from "node:buffer";
import { decodeStored, type StoredValue } from "@pintle/apiserver";
import type { ObjectMeta } from "@pintle/machinery";

const builtInStart = Buffer.from('{"kind":"');
const metadataKey = Buffer.from('"metadata":{');
const managedFieldsKey = Buffer.from(',"managedFields":[');

/** Without `managedFields`. */
export function readStoredMetadata(stored: StoredValue): ObjectMeta {
  const bytes = asBuffer(stored.value);
  const start = bytes.indexOf(metadataKey);
  const end = bytes.indexOf(managedFieldsKey);
  const isInFront = bytes.subarray(0, builtInStart.length).equals(builtInStart) && start > 0 && end > start;
  const found = isInFront ? parseMetadata(bytes.toString("utf8", start + metadataKey.length - 1, end)) : undefined;
  if (!found) return decodeStored(stored).metadata as ObjectMeta;
  found.resourceVersion = `${stored.revision}`;
  return found;
}

/** The server has written it itself, and it holds no numbers that could be lost. */
function parseMetadata(unended: string): ObjectMeta | undefined {
  try {
    return JSON.parse(`${unended}}`) as ObjectMeta;
  } catch {
    return undefined;
  }
}

/** Whether a text stands in the bytes; for what need not be read at all where it does not. */
export function storedIncludes({ value }: Pick<StoredValue, "value">, text: Buffer): boolean {
  return asBuffer(value).includes(text);
}

function asBuffer(value: Uint8Array): Buffer {
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}
