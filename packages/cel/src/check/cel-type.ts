/**
 * The types of CEL, as the checker, the overloads of functions and `type()` know them, and what declarations say beyond them: by that the
 * JSON of the input is read, and the checker does not look at it.
 */
import type { CelValue } from "../values/cel-value.ts";

export type CelType = Reading &
  (
    | {
        readonly kind: "null" | "bool" | "int" | "uint" | "double" | "string" | "bytes" | "timestamp" | "duration";
      }
    /** Anything; decided at run time. `error` is the type of what could not be checked, and fits everywhere. */
    | { readonly kind: "dyn" | "error" }
    | { readonly kind: "list"; readonly element: CelType; readonly identity?: ListIdentity }
    | { readonly kind: "map"; readonly key: CelType; readonly value: CelType }
    /** The type of a type; without `of`, of any. */
    | { readonly kind: "type"; readonly of?: CelType }
    /** `optional_type(T)` and the types of libraries. */
    | { readonly kind: "opaque"; readonly name: string; readonly parameters: readonly CelType[] }
    | ObjectType
    /** A type parameter of an overload. */
    | { readonly kind: "parameter"; readonly name: string }
  );

/** What a declaration says about JSON beyond its type. */
export interface Reading {
  /** A scalar in one of protobuf's wrappers, which null fits, too. It is a scalar of its kind like any other. */
  readonly isWrapper?: boolean;
  /** Null is no value of it. */
  readonly refusesNull?: boolean;
  /** A timestamp that is a date alone; a dyn that is a whole number or a text, or that is unknown and can only be compared. */
  readonly format?: "date" | "int-or-string" | "unknown";
}

/**
 * What makes two items of a list the same, where order does not matter: scalars by their value, objects by the keys (names in JSON) that tell
 * them apart. It is no part of the type as the checker sees it.
 */
export type ListIdentity = { readonly kind: "set" } | { readonly kind: "map"; readonly keys: readonly string[] };

/** An object with declared fields: what a structural schema becomes. Objects of one name are one type. */
export interface ObjectType {
  readonly kind: "object";
  readonly name: string;
  /** Asked once a field is used, so that deep and recursive schemas cost nothing before. */
  field(name: string): ObjectField | undefined;
  fieldNames(): Iterable<string>;
  /** The type of a field by its name in the JSON, whether or not expressions have a name for it. Without it, those of `fieldNames` are all. */
  property?(jsonName: string): CelType | undefined;
  /** The name in the JSON of any name in CEL, whether or not there is such a field; `undefined` where it can be none. */
  jsonName?(name: string): string | undefined;
  /** The name in CEL of any name in the JSON. */
  celName?(jsonName: string): string;
  /** What `T{…}` becomes, of its fields by their names in the JSON: the object itself unless said. Throws a `CelEvaluationError`. */
  create?(fields: { readonly [jsonName: string]: CelValue }): CelValue;
}

export interface ObjectField {
  readonly type: CelType;
  /** The field's name in the JSON, where CEL's name is an escaped form of it (`__namespace__`). */
  readonly jsonName: string;
  readonly isRequired: boolean;
}
