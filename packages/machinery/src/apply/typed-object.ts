/**
 * An object together with the shape of its version, and the way from one version to another.
 *
 * Managers may have written in versions that differ from that of the request. What they own is compared and kept in terms
 * of their own version; a version that is no longer served takes its managers with it.
 */
import type { JsonObject } from "../json/json-value.ts";
import type { Shape } from "../json/shape.ts";
import { parseGroupVersion } from "../objects/group-version-kind.ts";
import { formatTypedErrors, validateTyped } from "./validate-typed.ts";

export interface TypedObject {
  readonly value: JsonObject;
  readonly apiVersion: string;
  readonly shape: Shape;
}

/** What is known of the versions beside that of the request. */
export interface OtherVersions {
  /** The shape of the kind in a version, or `undefined` where that version is not served. */
  shapeOf(apiVersion: string): Shape | undefined;
  /** The object in a version that has a shape. It must not change the object that it is given. */
  convert(object: JsonObject, apiVersion: string): JsonObject;
}

/** The object in the version, or `undefined` where that version is not served. */
export type ConvertTyped = (object: TypedObject, apiVersion: string) => TypedObject | undefined;

export function createTypedConverter(
  versions: OtherVersions | undefined,
  own: TypedObject["shape"],
  ownVersion: string,
): ConvertTyped {
  return (object, apiVersion) => {
    parseGroupVersion(apiVersion);
    if (object.apiVersion === apiVersion) return object;
    const shape = apiVersion === ownVersion ? own : versions?.shapeOf(apiVersion);
    if (shape === undefined || versions === undefined) return undefined;
    return asTyped(versions.convert(object.value, apiVersion), apiVersion, shape);
  };
}

/** Throws with every violation of the shape. Live objects may hold duplicates that an applied one may not. */
export function asTyped(
  value: JsonObject,
  apiVersion: string,
  shape: Shape,
  options: { readonly allowDuplicates?: boolean } = {},
): TypedObject {
  const errors = validateTyped(value, shape, options);
  if (errors.length > 0) throw new Error(formatTypedErrors(errors));
  return { value, apiVersion, shape };
}
