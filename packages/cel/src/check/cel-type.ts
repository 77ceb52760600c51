/**
 * The types of CEL, as the checker, the overloads of functions and `type()` know them.
 *
 * A native type is checked as any other, but says nothing about the JSON: its values are what they look like. A text that is declared a
 * timestamp stays a text.
 */
export type CelType =
  | {
      readonly kind: "null" | "bool" | "int" | "uint" | "double" | "string" | "bytes" | "timestamp" | "duration";
      readonly isNative?: boolean;
    }
  /** Anything; decided at run time. `error` is the type of what could not be checked, and fits everywhere. */
  | { readonly kind: "dyn" | "error" }
  | { readonly kind: "list"; readonly element: CelType; readonly identity?: ListIdentity; readonly isNative?: boolean }
  | { readonly kind: "map"; readonly key: CelType; readonly value: CelType; readonly isNative?: boolean }
  /** The type of a type; without `of`, of any. */
  | { readonly kind: "type"; readonly of?: CelType }
  /** `optional_type(T)` and the types of libraries. */
  | { readonly kind: "opaque"; readonly name: string; readonly parameters: readonly CelType[] }
  | ObjectType
  /** A type parameter of an overload. */
  | { readonly kind: "parameter"; readonly name: string };

/**
 * What makes two items of a list the same, where order does not matter: scalars by their value, objects by the keys (names in JSON) that tell
 * them apart. It is no part of the type as the checker sees it.
 */
export type ListIdentity = { readonly kind: "set" } | { readonly kind: "map"; readonly keys: readonly string[] };

/** An object with declared fields: what a structural schema becomes. Objects of one name are one type. */
export interface ObjectType {
  readonly kind: "object";
  readonly name: string;
  readonly isNative?: boolean;
  /** Asked once a field is used, so that deep and recursive schemas cost nothing before. */
  field(name: string): ObjectField | undefined;
  fieldNames(): Iterable<string>;
  /** The type of a field, by its name in the JSON, that expressions have no name for: it counts where objects are compared. */
  hiddenField?(jsonName: string): CelType | undefined;
}

export interface ObjectField {
  readonly type: CelType;
  /** The field's name in the JSON, where CEL's name is an escaped form of it (`__namespace__`). */
  readonly jsonName: string;
  readonly isRequired: boolean;
}
