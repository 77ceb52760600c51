/** JSON patches, in the dialect of the library behind the API server, and with its words for patches that are none. */
import {
  ApiError,
  applyJsonPatch,
  getOwn,
  isJsonObject,
  JsonPatchError,
  type JsonPatchOperation,
  type JsonProblem,
  type JsonValue,
  maxJsonPatchOperations,
  parseJsonPatch,
  type Shape,
} from "@pintle/machinery";
import { decodeGoUtf8 } from "../wire/json/decode-go-utf8.ts";
import { GoJsonError } from "../wire/json/json-scanner.ts";
import { jsonTypeWord } from "../wire/json/json-type-word.ts";
import { readGoJson } from "../wire/json/read-go-json.ts";
import { type Patcher, type PatchInput, readPatchedText, refusePatched } from "./patch-object.ts";
import { quotePatched, touchedByPointers } from "./quote-patched.ts";
import { writtenValues } from "./written-values.ts";

const text: Shape = { type: "scalar", scalar: "string" };
const operationsShape: Shape = {
  type: "list",
  list: "atomic",
  items: {
    type: "map",
    fields: { op: { shape: text }, path: { shape: text }, from: { shape: text }, value: { shape: { type: "any" } } },
  },
};

/** Something inside the value of an operation. */
const valuePath = /^\[(\d+)\]\.value(.+)$/;

/** What is wrong with the patch is told when it is applied: an object that is not there goes first. */
export function createJsonPatcher(input: PatchInput): Patcher {
  let read: Reading | undefined;
  return (live) => {
    read ??= readOperations(input);
    const { operations, written } = read;
    const patched = apply(live, operations);
    const quote = () => quoteAsWritten(live, operations, written);
    if (!isJsonObject(patched)) throw refusePatched(quote(), `cannot read ${jsonTypeWord(patched)} as an object`);
    return readPatchedText(input, patched, { problems: read.problems, quote });
  };
}

interface Reading {
  readonly operations: readonly JsonPatchOperation[];
  readonly problems: readonly string[];
  /** The texts of the values in which something stands twice, by the index of their operation. */
  readonly written: ReadonlyMap<number, string>;
}

/** The patched object, with values in which something stands twice as they were written. */
function quoteAsWritten(
  live: JsonValue,
  operations: readonly JsonPatchOperation[],
  written: Reading["written"],
): string {
  const marker = (index: number) => `\u0000${index}`;
  const marked = operations.map((operation, index) =>
    written.has(index) && operation.op !== "test" && "value" in operation
      ? { ...operation, value: marker(index) }
      : operation,
  );
  const pointers = operations.flatMap((operation) => [operation.path, "from" in operation ? operation.from : ""]);
  let text = quotePatched(applyMarked(live, marked, operations), touchedByPointers(pointers));
  for (const [index, value] of written) text = text.replaceAll(JSON.stringify(marker(index)), () => value);
  return text;
}

/** A later operation may lead into a value, which a marker has nothing of. */
function applyMarked(
  live: JsonValue,
  marked: readonly JsonPatchOperation[],
  operations: readonly JsonPatchOperation[],
): JsonValue {
  try {
    return apply(live, marked);
  } catch {
    return apply(live, operations);
  }
}

function apply(live: JsonValue, operations: readonly JsonPatchOperation[]): JsonValue {
  try {
    return applyJsonPatch(live, operations, { dialect: "kubernetes" });
  } catch (error) {
    throw error instanceof JsonPatchError ? error.toApiError() : error;
  }
}

function readOperations({ bytes, fieldValidation }: PatchInput): Reading {
  const isIgnored = fieldValidation === "Ignore";
  const { value, problems } = readText(bytes, isIgnored);
  checkOperations(value, isIgnored);
  try {
    const operations = parseJsonPatch(isIgnored ? withoutOddMembers(value) : value, { allowsAbsentValue: true });
    return { operations, problems: describeProblems(problems, value), written: findWritten(bytes, problems) };
  } catch (error) {
    throw error instanceof JsonPatchError ? error.toApiError() : error;
  }
}

function readText(bytes: Uint8Array, isIgnored: boolean): { value: JsonValue; problems: readonly JsonProblem[] } {
  try {
    return readGoJson(bytes, operationsShape, false);
  } catch (error) {
    if (!(error instanceof GoJsonError)) throw error;
    throw ApiError.badRequest(isIgnored ? error.message : `error decoding patch: ${error.message}`);
  }
}

/** Which Go type the patch is read into depends on whether its fields are validated. */
function checkOperations(value: JsonValue, isIgnored: boolean): void {
  if (value === null) return;
  const refuse = (found: JsonValue, where: string) => {
    const why = `json: cannot unmarshal ${jsonTypeWord(found)} into Go ${where}`;
    throw ApiError.badRequest(isIgnored ? why : `error decoding patch: ${why}`);
  };
  if (!Array.isArray(value)) {
    refuse(value, `value of type ${isIgnored ? "jsonpatch.Patch" : "[]handlers.jsonPatchOp"}`);
    return;
  }
  for (const item of value) {
    if (item === null) continue;
    if (!isJsonObject(item)) {
      refuse(item, `value of type ${isIgnored ? "jsonpatch.Operation" : "handlers.jsonPatchOp"}`);
      continue;
    }
    for (const member of isIgnored ? [] : ["op", "path", "from"]) {
      const found = getOwn(item, member);
      if (found === undefined || found === null || typeof found === "string") continue;
      refuse(found, `struct field jsonPatchOp.${member} of type string`);
    }
  }
}

/** A member that is no text is then found out by the operation itself, which fails. */
function withoutOddMembers(value: JsonValue): JsonValue {
  if (!Array.isArray(value) || value.length > maxJsonPatchOperations) return value;
  return value.map((item) => {
    if (!isJsonObject(item)) return item;
    const isOdd = ["op", "path", "from"].some((member) => typeof (getOwn(item, member) ?? "") !== "string");
    return isOdd ? { op: "", path: "" } : item;
  });
}

function findWritten(bytes: Uint8Array, problems: readonly JsonProblem[]): Map<number, string> {
  const written = new Map<number, string>();
  const inValues = problems.filter(({ path }) => valuePath.test(path));
  if (inValues.length === 0) return written;
  const values = writtenValues(decodeGoUtf8(bytes));
  for (const { path } of inValues) {
    const index = Number(valuePath.exec(path)?.[1]);
    written.set(index, values[index] ?? "null");
  }
  return written;
}

/** A key that stands twice in a value stands twice in the object too, where it is told once more. */
function describeProblems(problems: readonly JsonProblem[], value: JsonValue): string[] {
  const inObject: string[] = [];
  for (const { type, path } of problems) {
    const [, index, rest] = valuePath.exec(path) ?? [];
    const operation = Array.isArray(value) && index !== undefined ? value[Number(index)] : undefined;
    const target = isJsonObject(operation) ? getOwn(operation, "path") : undefined;
    if (type === "unknown field" || typeof target !== "string" || rest === undefined) continue;
    inObject.push(`duplicate field ${JSON.stringify(target.slice(1).replaceAll("/", ".") + rest)}`);
  }
  return [...problems.map(({ message }) => `json patch ${message}`), ...inObject];
}
