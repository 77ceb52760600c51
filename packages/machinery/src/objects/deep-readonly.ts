/**
 * Views of plain JSON types for the compiler: one that nobody can write through, and one that is easy to write.
 *
 * Undescribed JSON contains itself, so the compiler would never be done with comparing two mapped versions of it. It is
 * therefore named here, not mapped.
 */
import type { JsonArray, JsonObject } from "../json/json-value.ts";

/** A value that the compiler lets nobody change, at any depth: what caches hand out. */
export type DeepReadonly<Value> = Value extends object
  ? IsSame<Value, JsonArray> extends true
    ? ReadonlyJsonArray
    : IsSame<Value, JsonObject> extends true
      ? ReadonlyJsonObject
      : { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
  : Value;

/**
 * The same value as something to write: deeply readonly parts are accepted, and optional keys may hold `undefined`, which
 * counts as absent. So parts of what was read can be passed on as they are.
 */
export type DeepInput<Value> = Value extends readonly (infer Item)[]
  ? IsSame<Value, JsonArray> extends true
    ? JsonArrayInput
    : readonly DeepInput<Item>[]
  : Value extends object
    ? IsSame<Value, JsonObject> extends true
      ? JsonObjectInput
      : { readonly [Key in keyof Value]: DeepInput<Value[Key]> | UndefinedIfOptional<Value, Key> }
    : Value;

type UndefinedIfOptional<Value, Key extends keyof Value> =
  Record<never, never> extends Pick<Value, Key> ? undefined : never;

/** Identity, not assignability both ways: that also holds between undescribed JSON and a literal type of optional keys. */
type IsSame<Left, Right> = (<T>() => T extends Left ? 1 : 2) extends <T>() => T extends Right ? 1 : 2 ? true : false;

type JsonScalar = null | boolean | number | bigint | string;

interface ReadonlyJsonObject {
  readonly [key: string]: JsonScalar | ReadonlyJsonObject | ReadonlyJsonArray;
}
interface ReadonlyJsonArray extends ReadonlyArray<JsonScalar | ReadonlyJsonObject | ReadonlyJsonArray> {}

interface JsonObjectInput {
  readonly [key: string]: JsonScalar | JsonObjectInput | JsonArrayInput | undefined;
}
interface JsonArrayInput extends ReadonlyArray<JsonScalar | JsonObjectInput | JsonArrayInput> {}
