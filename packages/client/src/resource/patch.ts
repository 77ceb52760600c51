/**
 * Patches, each named after its kind, so that nobody has to know a content type: `{ merge: { data: { a: null } } }`.
 *
 * Their types follow from the object's: an unknown field is a compile error also here.
 */
import {
  ApiError,
  type DeepInput,
  type JsonArray,
  type JsonObject,
  type JsonPatchOperation,
  UsageError,
} from "@pintle/machinery";

export type Patch<Read> =
  /** JSON merge patch: what is given replaces what is there, lists as a whole, and `null` removes. */
  | { readonly merge: MergePatchOf<Read> }
  /** JSON patch: operations in order, all or none. */
  | { readonly json: readonly JsonPatchOperation[] }
  /** Strategic merge patch: lists are merged by their keys. For built-in kinds alone. */
  | { readonly strategic: StrategicPatchOf<Read> };

/** Any part of an object, where `null` removes. */
export type MergePatchOf<Value> = Value extends readonly unknown[]
  ? DeepInput<Value>
  : Value extends object
    ? IsUndescribed<Value> extends true
      ? DeepInput<Value>
      : { readonly [Key in keyof Value]?: MergePatchOf<Value[Key]> | null | undefined }
    : Value;

/** Any part of an object and of the items of its lists, and directives such as `$patch`. */
export type StrategicPatchOf<Value> = Value extends object
  ? IsUndescribed<Value> extends true
    ? DeepInput<Value>
    : Value extends readonly (infer Item)[]
      ? readonly StrategicPatchOf<Item>[]
      : { readonly [Key in keyof Value]?: StrategicPatchOf<Value[Key]> | null | undefined } & Directives
  : Value;

/** Any part of an object: the fields that whoever applies it decides on. */
export type AppliedOf<Value> = Value extends object
  ? IsUndescribed<Value> extends true
    ? DeepInput<Value>
    : Value extends readonly (infer Item)[]
      ? readonly AppliedOf<Item>[]
      : { readonly [Key in keyof Value]?: AppliedOf<Value[Key]> | undefined }
  : Value;

interface Directives {
  readonly [directive: `$${string}`]: unknown;
}

/** JSON of which nothing is known contains itself: to map it would never end. */
type IsUndescribed<Value> = IsSame<Value, JsonObject> extends true ? true : IsSame<Value, JsonArray>;

/** Identity, not assignability both ways: that also holds between undescribed JSON and a literal type of optional keys. */
type IsSame<Left, Right> = (<T>() => T extends Left ? 1 : 2) extends <T>() => T extends Right ? 1 : 2 ? true : false;

export const contentTypes = {
  merge: "application/merge-patch+json",
  json: "application/json-patch+json",
  strategic: "application/strategic-merge-patch+json",
  apply: "application/apply-patch+yaml",
} as const;

const patchKinds = ["merge", "json", "strategic"] as const;

export interface EncodedPatch {
  readonly contentType: string;
  readonly body: object;
}

export function encodePatch(patch: Patch<object>): EncodedPatch {
  const given = patchKinds.filter((kind) => Object.hasOwn(patch, kind));
  const [kind] = given;
  const body = kind && (patch as Readonly<Record<string, unknown>>)[kind];
  if (kind === undefined || given.length > 1 || typeof body !== "object" || body === null) {
    throw new UsageError(
      "PINTLE_PATCH_INVALID",
      "a patch is one of { merge: … }, { json: [ … ] } and { strategic: … }",
    );
  }
  return { contentType: contentTypes[kind], body };
}

/** The server's list of media types helps nobody who has never seen one here. */
export function explainStrategic(error: unknown): unknown {
  if (!ApiError.is(error, "UnsupportedMediaType")) return error;
  const remedy = "say { merge: … } or { json: [ … ] }, or use apply";
  return new UsageError("PINTLE_PATCH_INVALID", `only built-in kinds take strategic merge patches: ${remedy}`, {
    cause: error,
  });
}
