/**
 * Reads the tables of types. They are text because that is small, loads fast and shows in a diff what a release changed:
 *
 * ```text
 * ContainerPort
 *  name 1 string ?                                    JSON key, protobuf number (- for none), type, flags
 *  hostPort 2 int32 ?
 *  containerPort 3 int32 ! default=0
 * Affinity map=atomic                                 a type may have directives of its own
 *  nodeAffinity 1 .NodeAffinity *?                    a dot instead of the type's own group and version
 *  ^ 2 core/v1.LocalObjectReference                   its fields stand in the JSON object around it
 *  ports 6 []core/v1.ContainerPort ? list=map:containerPort,protocol patch=merge:containerPort
 * ExtraValue items=string                             a list that protobuf wraps in a message, as its field 1
 * ```
 *
 * Flags: `*` a pointer in Go, so absent and zero differ; `?` left out of JSON when empty; `0` left out when zero; `!` required.
 */
import type { ListShape, PatchDirective } from "@pintle/machinery";

export interface TypeRow {
  /** `core/v1.ContainerPort`. */
  readonly name: string;
  readonly fields: readonly FieldRow[];
  /** The type of the items, for a list that protobuf wraps in a message. */
  readonly items?: string;
  readonly isAtomic: boolean;
}

export interface FieldRow {
  /** The key in JSON; empty for an inlined struct. */
  readonly name: string;
  /** The field number in protobuf; absent for what protobuf does not carry. */
  readonly number?: number;
  /** `string`, `bool`, `int32`, `int64`, `float64`, `bytes`, `any`, a special type (`Time`, `Quantity`, …) or the name of a type; `[]` and `map[]` in front. */
  readonly type: string;
  readonly isInline: boolean;
  readonly isPointer: boolean;
  readonly omits: "never" | "empty" | "zero";
  readonly isRequired: boolean;
  readonly list?: ListShape["list"];
  readonly keys?: readonly string[];
  /** The field's own `x-kubernetes-map-type`, which overrides its type's. */
  readonly map?: "atomic" | "granular";
  readonly patch?: PatchDirective;
  readonly default?: string | number | boolean | null;
}

export function parseTypeTable(module: string, text: string): Map<string, TypeRow> {
  const rows = new Map<string, TypeRow>();
  let fields: FieldRow[] = [];
  for (const line of text.split("\n")) {
    if (line === "") continue;
    if (line.startsWith(" ")) fields.push(parseField(module, line.slice(1)));
    else {
      fields = [];
      const row = parseType(module, line, fields);
      rows.set(row.name, row);
    }
  }
  return rows;
}

function parseType(module: string, line: string, fields: FieldRow[]): TypeRow {
  const [name, ...words] = line.split(" ");
  const items = wordAfter(words, "items=");
  return {
    name: `${module}.${name}`,
    fields,
    ...(items !== undefined && { items }),
    isAtomic: words.includes("map=atomic"),
  };
}

function parseField(module: string, line: string): FieldRow {
  // A default is JSON and may hold spaces, so it comes last.
  const [head = "", fallback] = line.split(" default=");
  const [name = "", number = "-", type = "", ...words] = head.split(" ");
  const flags = words[0] !== undefined && /^[*?0!]+$/.test(words[0]) ? words[0] : "";
  const [list, keys] = (wordAfter(words, "list=") ?? "").split(":");
  const map = wordAfter(words, "map=");
  const patch = wordAfter(words, "patch=");
  return {
    name: name === "^" ? "" : name,
    ...(number !== "-" && { number: Number(number) }),
    type: type.replace(/^((?:\[\]|map\[\])*)\./, `$1${module}.`),
    isInline: name === "^",
    isPointer: flags.includes("*"),
    omits: flags.includes("?") ? "empty" : flags.includes("0") ? "zero" : "never",
    isRequired: flags.includes("!"),
    ...(list && { list: list as ListShape["list"] }),
    ...(keys && { keys: keys.split(",") }),
    ...(map && { map: map as "atomic" | "granular" }),
    ...(patch && { patch: parsePatch(patch) }),
    ...(fallback !== undefined && { default: JSON.parse(fallback) }),
  };
}

function parsePatch(text: string): PatchDirective {
  const [strategies = "", mergeKey] = text.split(":");
  return {
    strategies: strategies.split(",") as PatchDirective["strategies"],
    ...(mergeKey !== undefined && { mergeKey }),
  };
}

function wordAfter(words: readonly string[], start: string): string | undefined {
  return words.find((word) => word.startsWith(start))?.slice(start.length);
}
