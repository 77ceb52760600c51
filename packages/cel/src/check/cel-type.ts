/** The types of CEL, as the checker, the overloads of functions and `type()` know them. */
export type CelType =
  | { readonly kind: "null" | "bool" | "int" | "uint" | "double" | "string" | "bytes" | "timestamp" | "duration" }
  /** Anything; decided at run time. `error` is the type of what could not be checked, and fits everywhere. */
  | { readonly kind: "dyn" | "error" }
  | { readonly kind: "list"; readonly element: CelType }
  | { readonly kind: "map"; readonly key: CelType; readonly value: CelType }
  /** The type of a type; without `of`, of any. */
  | { readonly kind: "type"; readonly of?: CelType }
  /** `optional_type(T)` and the types of libraries. */
  | { readonly kind: "opaque"; readonly name: string; readonly parameters: readonly CelType[] }
  | ObjectType
  /** A type parameter of an overload. */
  | { readonly kind: "parameter"; readonly name: string };

/** An object with declared fields: what a structural schema becomes. Objects of one name are one type. */
export interface ObjectType {
  readonly kind: "object";
  readonly name: string;
  /** Asked once a field is used, so that deep and recursive schemas cost nothing before. */
  field(name: string): ObjectField | undefined;
  fieldNames(): Iterable<string>;
}

export interface ObjectField {
  readonly type: CelType;
  /** The field's name in the JSON, where CEL's name is an escaped form of it (`__namespace__`). */
  readonly jsonName: string;
  readonly isRequired: boolean;
}
