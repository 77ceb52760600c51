/**
 * What is known about the fields of a kind, as far as patches, server-side apply and strict reading need it.
 *
 * One description serves all three: `x-kubernetes-list-type` and friends say how apply merges, `x-kubernetes-patch-*` how
 * a strategic merge does. Built-in kinds and CRDs are compiled to it elsewhere; here it is data that is only read.
 * Recursive types (JSONSchemaProps) are possible because a shape may refer to itself.
 */
export type Shape = ScalarShape | ListShape | MapShape | AnyShape;

export interface ScalarShape {
  readonly type: "scalar";
  /** Left out where apply must accept any scalar, as for int-or-string. */
  readonly scalar?: "string" | "number" | "boolean";
}

export interface ListShape {
  readonly type: "list";
  readonly items: Shape;
  /** Atomic lists are replaced as a whole; sets merge by value; maps merge items that agree in all `keys`. */
  readonly list: "atomic" | "set" | "map";
  readonly keys?: readonly string[];
  readonly patch?: PatchDirective;
}

/** An object with declared fields, a map from names to values, or both. */
export interface MapShape {
  readonly type: "map";
  readonly fields?: { readonly [name: string]: Field };
  /** The values of keys that are not declared. Without it such keys are unknown fields. */
  readonly values?: Shape;
  /** Atomic maps have one owner; granular ones, the default, an owner per field. */
  readonly map?: "granular" | "atomic";
  readonly patch?: PatchDirective;
}

/** Content that nobody described (`x-kubernetes-preserve-unknown-fields`, RawExtension): maps merge unless they are atomic, lists are atomic. */
export interface AnyShape {
  readonly type: "any";
  readonly map?: "granular" | "atomic";
}

/** A declared field. Its default completes list keys that an item leaves out (`protocol: TCP` in container ports). */
export interface Field {
  readonly shape: Shape;
  readonly default?: string | number | boolean | null;
}

/** Strategic merge, from `x-kubernetes-patch-strategy` and `x-kubernetes-patch-merge-key`. */
export interface PatchDirective {
  readonly strategies: readonly ("merge" | "replace" | "retainKeys")[];
  readonly mergeKey?: string;
}
