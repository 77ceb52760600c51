/** The apply configurations that expressions make, merged into the object as a server-side apply would; nobody owns what they set. */
import type { CelValue } from "@pintle/cel";
import {
  formatTypedErrors,
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  mergeTyped,
  type Shape,
  validateTyped,
} from "@pintle/machinery";
import { complainOfTypeNames } from "../expressions/patch-types.ts";
import { celToJson, NoJsonError } from "./cel-to-json.ts";
import { findForeign } from "./foreign-values.ts";
import { MutationError } from "./mutation-error.ts";

/** `given` is what expressions were given to work with. Throws a `MutationError`. */
export function applyMadeConfiguration(
  object: JsonObject,
  made: CelValue,
  shape: Shape,
  given: readonly CelValue[],
): JsonObject {
  const complaints = complainOfTypeNames(made);
  if (complaints.length > 0) throw new MutationError(`type mismatch: ${complaints.join("\n")}`);
  const configuration = readConfiguration(made);
  const foreign = findForeign(made, shape, given);
  if (foreign !== undefined) throw refuse(`failed to convert patch object to typed object: ${foreign}`);
  const { apiVersion = "", kind = "" } = object;
  return merge(object, { ...configuration, apiVersion, kind }, shape);
}

function refuse(why: string): MutationError {
  return new MutationError(`error applying patch: ${why}`);
}

function readConfiguration(made: CelValue): JsonObject {
  try {
    const configuration = celToJson(made, "exact");
    if (isJsonObject(configuration)) return configuration;
  } catch (error) {
    if (!(error instanceof NoJsonError)) throw error;
  }
  throw new MutationError("invalid return type: *dynamic.ObjectVal");
}

function merge(object: JsonObject, configuration: JsonObject, shape: Shape): JsonObject {
  const errors = validateTyped(configuration, shape);
  if (errors.length > 0) throw refuse(`failed to convert patch object to typed object: ${formatTypedErrors(errors)}`);
  const atomics = findAtomics(configuration, shape, "");
  if (atomics.length > 0) {
    throw refuse(`invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${atomics.join(", ")}`);
  }
  const liveErrors = validateTyped(object, shape, { allowDuplicates: true });
  if (liveErrors.length > 0) {
    throw refuse(`failed to convert original object to typed object: ${formatTypedErrors(liveErrors)}`);
  }
  const merged = mergeTyped(object, configuration, shape);
  return isJsonObject(merged) ? merged : object;
}

/** The places of all that would be replaced as a whole: who means to change a part of it would lose the rest. */
function findAtomics(value: JsonValue, shape: Shape, path: string): string[] {
  if (isJsonObject(value)) {
    const own = shape.type === "map" && shape.map === "atomic" ? [path] : [];
    const fields = shape.type === "map" ? (shape.fields ?? {}) : {};
    const inside = Object.entries(value).flatMap(([key, entry]) => {
      const field = getOwn(fields, key);
      return field ? findAtomics(entry, field.shape, `${path}.${key}`) : [];
    });
    return [...own, ...inside];
  }
  if (!Array.isArray(value) || shape.type === "map" || shape.type === "scalar") return [];
  const own = shape.type === "any" || shape.list === "atomic" ? [path] : [];
  const items = shape.type === "list" ? shape.items : shape;
  return [...own, ...value.flatMap((item, index) => findAtomics(item, items, `${path}[${index}]`))];
}
