/**
 * A stored object without its managers of fields, which no controller looks at and which are a third of it.
 *
 * Built-in kinds are stored with their metadata in front, and in it the managers behind all else. So what is wanted lies before and behind
 * them. The server has written it: it is read as it is, unless a number could be lost. An object that lies otherwise is read whole.
 */
import { Buffer } from "node:buffer";
import { decodeStored, type StoredValue } from "@pintle/apiserver";
import { type KubernetesObject, type ObjectMeta, readJson } from "@pintle/machinery";

const builtInStart = '{"kind":"';
const managersStart = ',"managedFields":[';
/** The end of the last manager, of the list, and of the metadata. */
const managersEnd = "}]}";
/** Numbers that a double may not hold; and escapes, because V8 can take an escaped key for another one. */
const doubtful = /\\|[:,[]-?(?:\d{16}|\d[\d.]*[eE])/;

export function decodeUnmanaged(stored: StoredValue): KubernetesObject {
  const object = decodeInParts(stored) ?? decodeWhole(stored);
  object.metadata.resourceVersion = `${stored.revision}`;
  return object;
}

interface Decoded extends Omit<KubernetesObject, "metadata"> {
  readonly metadata: ObjectMeta & { resourceVersion?: string };
}

function decodeInParts({ value }: StoredValue): Decoded | undefined {
  const text = Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("utf8");
  const start = text.indexOf(managersStart);
  const end = text.indexOf(managersEnd, start);
  if (start < 0 || end < 0 || !text.startsWith(builtInStart)) return undefined;
  const behind = text.slice(end + managersEnd.length).replace(/^,/, "");
  try {
    // Only where the managers are those of the object itself are there two braces to be closed.
    return { ...parse(`${text.slice(0, start)}}}`), ...parse(`{${behind}`) } as Decoded;
  } catch {
    return undefined;
  }
}

function parse(text: string): object {
  return (doubtful.test(text) ? readJson(text).value : JSON.parse(text)) as object;
}

function decodeWhole(stored: StoredValue): Decoded {
  const object = decodeStored(stored) as unknown as KubernetesObject;
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}
