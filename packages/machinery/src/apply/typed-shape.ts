/**
 * A shape in the form that walks over objects want: every question is one lookup, and nothing is worked out twice.
 *
 * A value may be a scalar, a list or a map, and a shape says what it is in each case. Described content allows one of
 * them; content that nobody described allows all, and the value decides. Shapes are compiled once, field by field on
 * first use, so a large kind costs only what its objects fill in, and shapes that refer to themselves are no trouble.
 */
import { getOwn, type JsonValue } from "../json/json-value.ts";
import type { ListShape, MapShape, Shape } from "../json/shape.ts";
import { compareUtf8 } from "../text/utf8-order.ts";
import { type FieldElement, fieldElement } from "./path-element.ts";

export interface TypedShape {
  readonly scalar: "string" | "number" | "boolean" | "any" | undefined;
  readonly list: TypedList | undefined;
  readonly map: TypedMap | undefined;
}

export interface TypedField {
  readonly element: FieldElement;
  readonly shape: TypedShape;
  readonly default: JsonValue | undefined;
}

export interface TypedKey {
  readonly name: string;
  /** What the key is where an item leaves it out. */
  readonly default: JsonValue | undefined;
}

export class TypedList {
  readonly isAtomic: boolean;
  /** Empty for sets. */
  readonly keys: readonly string[];
  readonly #shape: ListShape;
  #items: TypedShape | undefined;
  #sortedKeys: readonly TypedKey[] | undefined;

  constructor(shape: ListShape) {
    this.#shape = shape;
    this.isAtomic = shape.list === "atomic";
    this.keys = (shape.list === "map" && shape.keys) || [];
  }

  get items(): TypedShape {
    this.#items ??= compileShape(this.#shape.items);
    return this.#items;
  }

  /** The keys in the order in which path elements hold them. */
  get sortedKeys(): readonly TypedKey[] {
    this.#sortedKeys ??= this.keys
      .toSorted(compareUtf8)
      .map((name) => ({ name, default: this.items.map?.field(name)?.default ?? undefined }));
    return this.#sortedKeys;
  }
}

export class TypedMap {
  readonly isAtomic: boolean;
  /** Whether nothing is known about the content. */
  readonly isUndescribed: boolean;
  readonly #shape: MapShape;
  readonly #fields = new Map<string, TypedField>();
  #values: TypedShape | undefined;

  constructor(shape: MapShape) {
    const { fields = {}, values } = shape;
    this.#shape = shape;
    this.isAtomic = shape.map === "atomic";
    this.isUndescribed =
      Object.keys(fields).length === 0 && (values?.type === "any" || (values?.type === "scalar" && !values.scalar));
  }

  /** The field if it is declared. */
  field(name: string): TypedField | undefined {
    const known = this.#fields.get(name);
    if (known !== undefined || this.#shape.fields === undefined) return known;
    const declared = getOwn(this.#shape.fields, name);
    if (declared === undefined) return undefined;
    const field = { element: fieldElement(name), shape: compileShape(declared.shape), default: declared.default };
    this.#fields.set(name, field);
    return field;
  }

  /** What undeclared fields hold, `undefined` where there must be none. */
  get values(): TypedShape | undefined {
    if (this.#shape.values === undefined) return undefined;
    this.#values ??= compileShape(this.#shape.values);
    return this.#values;
  }

  /** The shape of a field in a valid value: one that is not declared has the shape of the values. */
  shapeOf(name: string): TypedShape {
    return this.field(name)?.shape ?? this.values ?? undescribed;
  }
}

/** What a walk has to treat a value as. */
export type ValueKind = "scalar" | "list" | "map";

const compiled = new WeakMap<Shape, TypedShape>();

export function compileShape(shape: Shape): TypedShape {
  let typed = compiled.get(shape);
  if (typed === undefined) {
    typed = createTypedShape(shape);
    compiled.set(shape, typed);
  }
  return typed;
}

function createTypedShape(shape: Shape): TypedShape {
  switch (shape.type) {
    case "scalar":
      return { scalar: shape.scalar ?? "any", list: undefined, map: undefined };
    case "list":
      return { scalar: undefined, list: new TypedList(shape), map: undefined };
    case "map":
      return { scalar: undefined, list: undefined, map: new TypedMap(shape) };
    case "any":
      return shape.map === "atomic" ? unseen : undescribed;
  }
}

const any: Shape = { type: "any" };

/** Kubernetes merges such maps and replaces such lists. */
export const undescribed: TypedShape = {
  scalar: "any",
  list: new TypedList({ type: "list", list: "atomic", items: any }),
  map: new TypedMap({ type: "map", values: any }),
};

/** What the server keeps as it is (RawExtension) has one owner. */
const unseen: TypedShape = { ...undescribed, map: new TypedMap({ type: "map", values: any, map: "atomic" }) };

/**
 * What to treat a value as. A value that the shape does not allow, and null, which is all and nothing, is treated as
 * the first that the shape does allow.
 */
export function kindOf(shape: TypedShape, value: JsonValue): ValueKind {
  if (typeof value !== "object") {
    if (shape.scalar !== undefined) return "scalar";
  } else if (value !== null) {
    if (Array.isArray(value) ? shape.list !== undefined : shape.map !== undefined) {
      return Array.isArray(value) ? "list" : "map";
    }
  }
  return shape.map ? "map" : shape.scalar ? "scalar" : "list";
}
