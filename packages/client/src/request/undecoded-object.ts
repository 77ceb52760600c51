/**
 * An object of a watch that nobody has looked at: what it is known by, and the text of it.
 *
 * The text is a copy of its own, a byte a character: it holds on to no chunk of a connection.
 */
import { isAscii } from "node:buffer";
import { isJsonObject, type JsonObject } from "@pintle/machinery";
import { decodeJson, decodeJsonText } from "./decode-json.ts";
import { scanObject } from "./scan-object.ts";
import { UnexpectedResponseError } from "./unexpected-response-error.ts";

export interface UndecodedObject {
  readonly name: string;
  /** Empty for objects of cluster scope. */
  readonly namespace: string;
  readonly uid: string;
  readonly resourceVersion: string;
  /** The object, decoded anew by each call. Throws for what is no JSON object after all. */
  decode(): JsonObject;
}

/** What these bytes of a line are, or nothing where that cannot be told without decoding them. */
export function undecodedFromBytes(
  bytes: Buffer,
  from: number,
  to: number,
  keepsManagedFields: boolean,
): UndecodedObject | undefined {
  const scanned = scanObject(bytes, from, to);
  if (scanned === undefined) return undefined;
  const { name, namespace, uid, resourceVersion, managedFields: cut } = scanned;
  const isWhole = keepsManagedFields || cut === undefined;
  const text = isWhole ? bytes.toString("latin1", from, to) : textWithout(bytes, from, to, cut);
  return new ObjectText({ name, namespace, uid, resourceVersion }, text, isAscii(bytes.subarray(from, to)));
}

/** Parts are put together here as bytes, because a text of two parts would be copied once more when it is decoded. */
const together = Buffer.allocUnsafe(256 * 1024);

function textWithout(
  bytes: Buffer,
  from: number,
  to: number,
  cut: { readonly from: number; readonly to: number },
): string {
  const length = to - from - (cut.to - cut.from);
  if (length > together.length) return bytes.toString("latin1", from, cut.from) + bytes.toString("latin1", cut.to, to);
  bytes.copy(together, 0, from, cut.from);
  bytes.copy(together, cut.from - from, cut.to, to);
  return together.toString("latin1", 0, length);
}

/** One that had to be decoded, in the form of the others. */
export function undecodedFromObject(object: JsonObject): UndecodedObject {
  const metadata = isJsonObject(object.metadata) ? object.metadata : {};
  const textOf = (value: unknown) => (typeof value === "string" ? value : "");
  return {
    name: textOf(metadata.name),
    namespace: textOf(metadata.namespace),
    uid: textOf(metadata.uid),
    resourceVersion: textOf(metadata.resourceVersion),
    decode: () => object,
  };
}

type Identity = Omit<UndecodedObject, "decode">;

class ObjectText implements UndecodedObject {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly #text: string;
  readonly #isAscii: boolean;

  constructor({ name, namespace, uid, resourceVersion }: Identity, text: string, isAsciiText: boolean) {
    this.name = name;
    this.namespace = namespace;
    this.uid = uid;
    this.resourceVersion = resourceVersion;
    this.#text = text;
    this.#isAscii = isAsciiText;
  }

  decode(): JsonObject {
    const value = this.#isAscii ? decodeJsonText(this.#text) : decodeJson(Buffer.from(this.#text, "latin1"));
    if (!isJsonObject(value)) throw new UnexpectedResponseError("an object of the watch is no object", 200);
    return value;
  }
}
