/**
 * An object that admission has patched, as if it had been sent so: known fields only, of the right types, and completed with defaults.
 *
 * What the patch broke is told as upstream does: as an error of the server for kinds of its own, which it could not read any more, and
 * as an invalid object for custom ones.
 */
import { shapeOfType } from "@pintle/kinds/tables";
import {
  ApiError,
  formatGroupVersion,
  type GroupVersion,
  GroupVersionError,
  type GroupVersionKind,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseGroupVersion,
} from "@pintle/machinery";
import { textOf } from "../registry/object-metadata.ts";
import { unexpected } from "../registry/resource-version.ts";
import { bodyTypeOf } from "../rest/calls.ts";
import { type BodyType, checkCustomKind, dropUnknown } from "../rest/decode-body.ts";
import { describeBody } from "../wire/body-type.ts";
import { describeUnconvertible, describeUnregistered, isRegistered } from "../wire/check-kind.ts";
import { writeGoJson } from "../wire/json/go-json-text.ts";
import { normalizeBuiltIn } from "../wire/typed/normalize-built-in.ts";
import { GoTypeError } from "../wire/typed/type-errors.ts";
import { typeNameOf } from "../wire/typed/type-name-of.ts";
import type { AdmissionAttributes } from "./admission.ts";
import { isOfOwnKind, type MatchedResource } from "./match/matcher.ts";

/** Takes and gives the object in the version that was matched. Throws an `ApiError`. */
export function rereadObject(
  attributes: AdmissionAttributes,
  { endpoint, kind }: MatchedResource,
  patched: JsonValue,
): JsonObject {
  if (!isJsonObject(patched)) throw ApiError.internalError(describeBody(patched));
  const type = isOfOwnKind(attributes) ? bodyTypeOf(endpoint) : otherTypeOf(kind);
  const source = type.isBuiltIn ? typed(kind, patched) : kinded(patched);
  try {
    const { object } = dropUnknown(type, source);
    const normal = type.normalize?.(object) ?? object;
    if (!type.isBuiltIn) checkCustomKind(type, normal);
    return type.default?.(normal) ?? normal;
  } catch (error) {
    if (!(error instanceof GoTypeError)) throw error;
    throw type.isBuiltIn ? ApiError.internalError(error.message) : unexpected(error.message);
  }
}

/** What the object does not say any more is taken from what it was. */
function typed(kind: GroupVersionKind, object: JsonObject): JsonObject {
  const apiVersion = textOf(object, "apiVersion") || formatGroupVersion(kind);
  const found = { ...readGroupVersion(apiVersion), kind: textOf(object, "kind") || kind.kind };
  if (!isRegistered(found)) throw ApiError.internalError(describeUnregistered(found.kind, apiVersion));
  if (apiVersion === formatGroupVersion(kind) && found.kind === kind.kind)
    return { ...object, kind: kind.kind, apiVersion };
  const type = typeNameOf(found);
  if (type !== undefined) checkTypes(object, type);
  throw unexpected(describeUnconvertible(found, kind));
}

/** An object is read as what it says that it is before anybody sees that it should not be that. */
function checkTypes(object: JsonObject, type: string): void {
  try {
    normalizeBuiltIn(object, type);
  } catch (error) {
    throw error instanceof GoTypeError ? ApiError.internalError(error.message) : error;
  }
}

/** A custom resource says what it is: nobody else knows. */
function kinded(object: JsonObject): JsonObject {
  if (textOf(object, "kind") !== "") return object;
  throw ApiError.internalError(`Object 'Kind' is missing in '${writeGoJson(object)}'`);
}

function readGroupVersion(text: string): GroupVersion {
  try {
    return parseGroupVersion(text);
  } catch (error) {
    throw error instanceof GroupVersionError ? ApiError.internalError(error.message) : error;
  }
}

/** Scales, Bindings, and the options of connections have types of their own and no endpoint. */
function otherTypeOf(kind: GroupVersionKind): BodyType {
  const name = typeNameOf(kind);
  if (name === undefined) throw ApiError.internalError(describeUnregistered(kind.kind, formatGroupVersion(kind)));
  return { ...kind, shape: shapeOfType(name), isBuiltIn: true, normalize: (object) => normalizeBuiltIn(object, name) };
}
