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
import { GoJsonError } from "../wire/json/json-scanner.ts";
import { readGoJson } from "../wire/json/read-go-json.ts";
import {
  type Patcher,
  type PatchInput,
  quotePatched,
  readPatchedText,
  refusePatched,
  typeWord,
} from "./patch-object.ts";

const text: Shape = { type: "scalar", scalar: "string" };
const operationsShape: Shape = {
  type: "list",
  list: "atomic",
  items: {
    type: "map",
    fields: { op: { shape: text }, path: { shape: text }, from: { shape: text }, value: { shape: { type: "any" } } },
  },
};

/** What is wrong with the patch is told when it is applied: an object that is not there goes first. */
export function createJsonPatcher(input: PatchInput): Patcher {
  let read: Reading | undefined;
  return (live) => {
    read ??= readOperations(input);
    const patched = apply(live, read.operations);
    const quote = () => quotePatched(patched);
    if (!isJsonObject(patched)) throw refusePatched(quote(), `cannot read ${typeWord(patched)} as an object`);
    return readPatchedText(input, patched, { problems: read.problems, quote });
  };
}

interface Reading {
  readonly operations: readonly JsonPatchOperation[];
  readonly problems: readonly string[];
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
    return { operations, problems: describeProblems(problems, value) };
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
    const why = `json: cannot unmarshal ${typeWord(found)} into Go ${where}`;
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

/** A key that stands twice in a value stands twice in the object too, where it is told once more. */
function describeProblems(problems: readonly JsonProblem[], value: JsonValue): string[] {
  const inObject: string[] = [];
  for (const { type, path } of problems) {
    const [, index, rest] = /^\[(\d+)\]\.value(.+)$/.exec(path) ?? [];
    const operation = Array.isArray(value) && index !== undefined ? value[Number(index)] : undefined;
    const target = isJsonObject(operation) ? getOwn(operation, "path") : undefined;
    if (type === "unknown field" || typeof target !== "string" || rest === undefined) continue;
    inObject.push(`duplicate field ${JSON.stringify(target.slice(1).replaceAll("/", ".") + rest)}`);
  }
  return [...problems.map(({ message }) => `json patch ${message}`), ...inObject];
}
