/**
 * What a shape says about merging a field. It answers as the lookup in Go structs does on kube-apiserver: only declared
 * fields are known, the values of a map (`map[string]T`) have no directives, and asking for them is an error.
 */
import { getOwn } from "../json/json-value.ts";
import type { PatchDirective, Shape } from "../json/shape.ts";
import { StrategicPatchError } from "./strategic-patch-error.ts";

/** The shape does not describe the field, or describes something that is not merged like this. */
export class UndescribedFieldError extends StrategicPatchError {}

export interface StrategicField {
  /** What lies below: the field's own shape, or that of its items when it was asked for as a list. */
  readonly shape: Shape;
  /** How both sides are brought together; without one, maps are merged and lists replaced. */
  readonly strategy: "merge" | "replace" | undefined;
  /** Whether a patch made for this field lists the keys to keep. */
  readonly retainKeys: boolean;
  /** The field by which items are the same, or "" where none is declared. */
  readonly mergeKey: string;
}

/** For a field that holds a map in the data, whatever the shape says that it should hold. */
export function lookupMapField(parent: Shape, key: string): StrategicField {
  const shape = declaredShape(parent, key);
  return describe(shape, directiveOf(shape));
}

/** For a field that holds a list in the data. */
export function lookupListField(parent: Shape, key: string): StrategicField {
  const shape = declaredShape(parent, key);
  if (shape.type !== "list") throw new UndescribedFieldError("expected slice or array type, but got: struct");
  if (shape.items.type === "list") throw new UndescribedFieldError("unexpected slice of slice");
  return describe(shape.items, directiveOf(shape));
}

/** The kind of Go value that the shape stands for, as messages name it. */
export function kindName(shape: Shape): string {
  if (shape.type === "list") return "slice";
  if (shape.type === "scalar") return shape.scalar ?? "scalar";
  return shape.type === "map" && shape.values !== undefined ? "map" : "struct";
}

function declaredShape(parent: Shape, key: string): Shape {
  const field = parent.type === "map" && parent.fields !== undefined ? getOwn(parent.fields, key) : undefined;
  if (field !== undefined) return field.shape;
  const kind = kindName(parent);
  if (kind === "struct") throw new UndescribedFieldError(`unable to find api field "${key}"`);
  throw new UndescribedFieldError(`merging an object in json but data type is not struct, instead is: ${kind}`);
}

function directiveOf(shape: Shape): PatchDirective | undefined {
  return shape.type === "list" || shape.type === "map" ? shape.patch : undefined;
}

function describe(shape: Shape, directive: PatchDirective | undefined): StrategicField {
  if (directive === undefined) return { shape, strategy: undefined, retainKeys: false, mergeKey: "" };
  const { strategies, mergeKey = "" } = directive;
  const others = strategies.filter((strategy) => strategy !== "retainKeys");
  const retainKeys = others.length < strategies.length;
  if (others.length > 1 || strategies.length > 2) {
    throw new StrategicPatchError(`unexpected patch strategy: [${strategies.join(" ")}]`);
  }
  const [strategy] = others;
  return { shape, strategy: strategy as "merge" | "replace" | undefined, retainKeys, mergeKey };
}
