/**
 * Encodes long lists a few items at a time, in every form: to write ten thousand objects at once would keep everybody else waiting. The
 * bytes are those of the whole list.
 */
import { Buffer } from "node:buffer";
import type { Clock, JsonObject } from "@pintle/machinery";
import { writeGoJson } from "./json/go-json-text.ts";
import type { ResponseForm } from "./negotiate.ts";
import { encodeListEnvelope, encodeListItem } from "./protobuf/encode-envelope.ts";
import { writeYaml } from "./yaml-text.ts";

export interface LongList {
  /** The list with no items, where they belong. */
  readonly frame: JsonObject;
  readonly itemsKey: "items" | "rows";
  /** Made when it is their turn. */
  readonly items: Iterable<JsonObject>;
  /** The name of an item's type in the tables, which protobuf needs. */
  readonly itemType?: string | undefined;
}

const pieceBytes = 64 * 1024;
/** YAML is written ten times slower than the rest. */
const yamlPieceBytes = 8 * 1024;

export async function encodeList(
  list: LongList,
  form: ResponseForm,
  clock: Clock,
): Promise<readonly Uint8Array[] | AsyncIterable<Uint8Array>> {
  const { frame, items, itemType } = list;
  if (form.mediaType === "protobuf" && itemType !== undefined) {
    const encoded: Uint8Array[] = [];
    for await (const piece of inTurns(encodeEach(items, itemType), pieceBytes, clock)) encoded.push(piece);
    return encodeListEnvelope(frame, itemType, encoded);
  }
  if (form.mediaType === "yaml") return inTurns(yamlParts(list), yamlPieceBytes, clock);
  return inTurns(jsonParts(list, form.isPretty), pieceBytes, clock);
}

/** Gathers parts to pieces that are worth sending, and gives others their turn behind each. */
async function* inTurns(
  parts: Iterable<Uint8Array | string>,
  enoughBytes: number,
  clock: Clock,
): AsyncGenerator<Uint8Array> {
  let gathered: Uint8Array[] = [];
  let bytes = 0;
  for (const part of parts) {
    const encoded = typeof part === "string" ? Buffer.from(part) : part;
    gathered.push(encoded);
    bytes += encoded.length;
    if (bytes < enoughBytes) continue;
    yield Buffer.concat(gathered);
    gathered = [];
    bytes = 0;
    await clock.turn();
  }
  yield Buffer.concat(gathered);
}

function* encodeEach(items: Iterable<JsonObject>, type: string): Generator<Uint8Array> {
  for (const item of items) yield encodeListItem(item, type);
}

/** A key in quotes cannot be part of a text, where quotes are escaped: what is found is the list itself. */
function* jsonParts({ frame, itemsKey, items }: LongList, isPretty: boolean): Generator<string> {
  const [open, between, close] = isPretty ? ["[\n    ", ",\n    ", "\n  ]"] : ["[", ",", "]"];
  const key = `"${itemsKey}":${isPretty ? " " : ""}`;
  const [head = "", tail = ""] = writeGoJson(frame, isPretty).split(`${key}[]`);
  let before = `${head}${key}${open}`;
  for (const item of items) {
    const text = writeGoJson(item, isPretty);
    yield before + (isPretty ? text.replaceAll("\n", "\n    ") : text);
    before = between;
  }
  yield `${close}${tail}${isPretty ? "" : "\n"}`;
}

/** A key at the beginning of a line is one of the list's own. */
function* yamlParts({ frame, itemsKey, items }: LongList): Generator<string> {
  const [head = "", tail = ""] = `\n${writeYaml(frame)}`.split(`\n${itemsKey}: []\n`);
  yield `${head.slice(1)}\n${itemsKey}:\n`;
  for (const item of items) yield writeYaml([item]);
  yield tail;
}
