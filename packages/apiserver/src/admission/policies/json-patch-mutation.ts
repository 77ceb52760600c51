/** The JSON patches that expressions make, as operations on the object. */
import type { CelValue } from "@pintle/cel";
import {
  type JsonObject,
  JsonPatchError,
  type JsonPatchOperation,
  type JsonValue,
  parseJsonPatch,
} from "@pintle/machinery";
import { applyAdmissionPatch, PatchFailure } from "../apply-admission-patch.ts";
import { complainOfTypeNames, madeTypeName } from "../expressions/patch-types.ts";
import { celToJson, NoJsonError } from "./cel-to-json.ts";
import { MutationError } from "./mutation-error.ts";

/** The patched object; the object itself where a test of the patch fails. Throws a `MutationError`. */
export function applyMadePatch(object: JsonObject, made: CelValue): JsonValue {
  const patch = readOperations(made);
  try {
    return applyAdmissionPatch(object, patch);
  } catch (error) {
    if (!(error instanceof PatchFailure)) throw error;
    if (error.isFailedTest) return object;
    throw new MutationError(`JSON Patch: ${error.message}`);
  }
}

function readOperations(made: CelValue): readonly JsonPatchOperation[] {
  if (!Array.isArray(made)) throw new MutationError("type mismatch: JSONPatchType.expression should evaluate to array");
  try {
    return parseJsonPatch(made.map(readOperation), { allowsAbsentValue: true });
  } catch (error) {
    throw error instanceof JsonPatchError ? new MutationError(`JSON Patch: ${error.message}`) : error;
  }
}

const operations: ReadonlySet<string> = new Set(["add", "remove", "replace", "move", "copy", "test"]);

function readOperation(made: CelValue): JsonObject {
  const { op = "", path = "", from = "", value } = made as Readonly<Record<string, CelValue>>;
  for (const [name, text] of Object.entries({ op, path, from })) {
    if (typeof text !== "string") throw new MutationError(`unexpected type for JSONPatchType '${name}' field`);
  }
  if (!operations.has(String(op))) throw new MutationError(`JSON Patch: Unexpected kind: ${op}`);
  return {
    op: String(op),
    path: String(path),
    ...(from !== "" && { from: String(from) }),
    ...(value !== undefined && { value: readValue(value) }),
  };
}

/** An object in a patch stands for itself: its own name is where the names in it begin. */
function readValue(value: CelValue): JsonValue {
  const name = madeTypeName(value);
  const complaints = name === undefined ? [] : complainOfTypeNames(value, name);
  if (complaints.length > 0) throw new MutationError(`type mismatch: ${complaints.join("\n")}`);
  try {
    return celToJson(value);
  } catch (error) {
    if (!(error instanceof NoJsonError)) throw error;
    const why = `evaluated to a type that could not marshal to JSON: ${error.message}`;
    throw new MutationError(`JSONPath valueExpression ${why}`);
  }
}
