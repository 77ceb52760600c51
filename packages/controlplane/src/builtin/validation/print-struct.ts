/**
 * Objects as the API server's messages print them: not as the API has them, but as Kubernetes' internal structs, with Go's names in
 * Go's order, and with what stands there for fields that are absent.
 */
import { compareUtf8, formatGoJson, getOwn, isJsonObject, type JsonObject, type JsonValue } from "@pintle/machinery";
import { objectAt, takeFields } from "../json-fields.ts";
import { internalStructs } from "./generated/internal-structs.ts";
import { diffLines } from "./line-difference.ts";

interface StructField {
  readonly printed: string;
  readonly api: string;
  readonly kind: string;
  readonly isLeftOutWhenEmpty: boolean;
}

const step = " ";
const fieldsOf = new Map<string, readonly StructField[]>();

function readFields(name: string): readonly StructField[] {
  if (fieldsOf.size === 0) {
    for (const line of internalStructs.trimEnd().split("\n")) {
      const [struct = "", ...fields] = line.split(" ");
      fieldsOf.set(struct, fields.map(parseField));
    }
  }
  return fieldsOf.get(name) ?? [];
}

function parseField(text: string): StructField {
  const [, printed = "", mark, api = "", kind = ""] = /^([^?=]+)(\??)=([^:]+):(.+)$/.exec(text) ?? [];
  return { printed, api, kind, isLeftOutWhenEmpty: mark === "?" };
}

/** In one line, as in `Invalid value: {"Name":"a"}`. */
export function printStruct(name: string, object: JsonObject): string {
  return print(name, object, undefined);
}

/** How two structs differ, in the unified form. */
export function diffStructs(name: string, before: JsonObject, after: JsonObject): string {
  return diffLines(print(name, before, ""), print(name, after, ""));
}

const zeroValues: Readonly<Record<string, string>> = {
  text: '""',
  boolean: "false",
  number: "0",
  IntOrString: "0",
  Quantity: '"0"',
  Time: "null",
  any: "null",
};

function print(kind: string, value: JsonValue | undefined, indent: string | undefined): string {
  const isAbsent = value === undefined || value === null;
  const zero = zeroValues[kind];
  if (zero !== undefined) return isAbsent ? zero : printPlain(value, indent);
  if (kind.startsWith("*")) return isAbsent ? "null" : print(kind.slice(1), value, indent);
  if (kind.startsWith("[]")) {
    const inner = indent === undefined ? undefined : indent + step;
    if (!Array.isArray(value)) return "null";
    const items = value.map((item) => print(kind.slice(2), item, inner));
    return enclose("[]", items, indent);
  }
  return enclose("{}", printFields(kind, isJsonObject(value) ? value : {}, indent), indent);
}

function printFields(name: string, given: JsonObject, indent: string | undefined): string[] {
  const inner = indent === undefined ? undefined : indent + step;
  const object = name === "PodSpec" ? withHostFields(given) : given;
  return readFields(name).flatMap(({ printed, api, kind, isLeftOutWhenEmpty }) => {
    const value = getOwn(object, api);
    if (printed === "^") return printFields(kind, isJsonObject(value) ? value : {}, indent);
    if (isLeftOutWhenEmpty && isEmpty(value, kind)) return [];
    return [`"${printed}":${inner === undefined ? "" : " "}${print(kind, value, inner)}`];
  });
}

/** What a pod shares with its host is part of its security context there. */
function withHostFields(spec: JsonObject): JsonObject {
  const keys = ["hostNetwork", "hostPID", "hostIPC", "shareProcessNamespace", "hostUsers"];
  return { ...spec, securityContext: takeFields(objectAt(spec, "securityContext"), spec, keys) };
}

/** A pointer to a zero is not empty. */
function isEmpty(value: JsonValue | undefined, kind: string): boolean {
  if (value === undefined || value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  if (isJsonObject(value)) return Object.keys(value).length === 0;
  return kind !== "any" && (value === "" || value === 0);
}

/** A scalar, a list of such, or a map: these are printed as the API has them. */
function printPlain(value: JsonValue, indent: string | undefined): string {
  const inner = indent === undefined ? undefined : indent + step;
  if (Array.isArray(value)) {
    const items = value.map((item) => printPlain(item, inner));
    return enclose("[]", items, indent);
  }
  if (!isJsonObject(value)) return formatGoJson(value);
  const members = Object.keys(value)
    .toSorted(compareUtf8)
    .map(
      (key) =>
        `${formatGoJson(key)}:${indent === undefined ? "" : " "}${printPlain(getOwn(value, key) ?? null, inner)}`,
    );
  return enclose("{}", members, indent);
}

function enclose([open = "", close = ""]: string, parts: readonly string[], indent: string | undefined): string {
  if (indent === undefined || parts.length === 0) return `${open}${parts.join(",")}${close}`;
  const inner = indent + step;
  return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`;
}
