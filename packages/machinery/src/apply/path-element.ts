/**
 * One step of a path into an object, in the four forms of server-side apply.
 *
 * ```text
 *   .spec                                  field: a field of an object
 *   [containerPort=80,protocol="TCP"]      key: the item of a list-map with these keys
 *   [="example.com/finalizer"]             value: the item of a set
 *   [3]                                    index: an item by its place; only old or foreign managedFields hold these
 * ```
 *
 * Elements are plain, immutable data. Conflict messages show their text, so it is Kubernetes' own to the letter.
 */

import type { JsonObject, JsonValue } from "../json/json-value.ts";
import { formatGoValue, quoteGo } from "../text/go-text.ts";
import { compareUtf8 } from "../text/utf8-order.ts";
import { compareValues, equalValues, presentKeys } from "./value-order.ts";

export type PathElement = FieldElement | KeyElement | ValueElement | IndexElement;
export type ElementPath = readonly PathElement[];

export interface FieldElement {
  readonly type: "field";
  readonly name: string;
}

export interface KeyElement {
  readonly type: "key";
  /** Sorted by name. A key that the item leaves out and that has no default is not among them. */
  readonly fields: readonly KeyField[];
  /** The text of this element where it is not the usual one; see `formatPathElement`. */
  readonly text?: string;
}

export interface KeyField {
  readonly name: string;
  readonly value: JsonValue;
}

export interface ValueElement {
  readonly type: "value";
  readonly value: JsonValue;
  readonly text?: string;
}

export interface IndexElement {
  readonly type: "index";
  readonly index: number;
}

export function fieldElement(name: string): FieldElement {
  return { type: "field", name };
}

export function keyElement(fields: JsonObject): KeyElement {
  return {
    type: "key",
    fields: presentKeys(fields)
      .sort(compareUtf8)
      .map((name) => ({ name, value: fields[name] as JsonValue })),
  };
}

export function valueElement(value: JsonValue): ValueElement {
  return { type: "value", value };
}

export function indexElement(index: number): IndexElement {
  return { type: "index", index };
}

/** A path of field names alone: `fieldNamesPath("metadata", "labels")`. */
export function fieldNamesPath(...names: string[]): ElementPath {
  return names.map(fieldElement);
}

const ranks = { field: 0, key: 1, value: 2, index: 3 } as const;

/** The order in which sets keep, show and serialise their elements. */
export function comparePathElements(left: PathElement, right: PathElement): number {
  if (left === right) return 0;
  if (left.type === "field" && right.type === "field") return compareUtf8(left.name, right.name);
  if (left.type === "key" && right.type === "key") return compareKeyFields(left.fields, right.fields);
  if (left.type === "value" && right.type === "value") return compareValues(left.value, right.value);
  if (left.type === "index" && right.type === "index") return left.index - right.index;
  return ranks[left.type] - ranks[right.type];
}

export function equalPathElements(left: PathElement, right: PathElement): boolean {
  if (left === right) return true;
  if (left.type === "field" && right.type === "field") return left.name === right.name;
  if (left.type === "key" && right.type === "key") return equalKeyFields(left.fields, right.fields);
  if (left.type === "value" && right.type === "value") return equalValues(left.value, right.value);
  return left.type === "index" && right.type === "index" && left.index === right.index;
}

function compareKeyFields(left: readonly KeyField[], right: readonly KeyField[]): number {
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index += 1) {
    const leftField = left[index] as KeyField;
    const rightField = right[index] as KeyField;
    const order = compareUtf8(leftField.name, rightField.name) || compareValues(leftField.value, rightField.value);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function equalKeyFields(left: readonly KeyField[], right: readonly KeyField[]): boolean {
  if (left.length !== right.length) return false;
  return left.every((field, index) => {
    const other = right[index] as KeyField;
    return field.name === other.name && equalValues(field.value, other.value);
  });
}

/** The text of a whole path: `.spec.containers[name="web"].image`. */
export function formatElementPath(path: ElementPath): string {
  return path.map(formatPathElement).join("");
}

/**
 * The text of one element. An element that was read from managedFields may bring its own: Kubernetes reads every number
 * there as a float and shows it as one, `[=1e+06]` where the object says 1000000.
 */
export function formatPathElement(element: PathElement): string {
  if (element.type === "field") return `.${element.name}`;
  if (element.type === "index") return `[${element.index}]`;
  if (element.text !== undefined) return element.text;
  return formatItemElement(element, formatGoValue);
}

/** The text of a list item's element, with the given text for its scalars. */
export function formatItemElement(element: KeyElement | ValueElement, scalar: (value: JsonValue) => string): string {
  if (element.type === "value") return `[=${formatValue(element.value, scalar)}]`;
  return `[${element.fields.map(({ name, value }) => `${name}=${formatValue(value, scalar)}`).join(",")}]`;
}

/** Lists and objects cannot tell items apart, but foreign managedFields may hold them nevertheless. */
function formatValue(value: JsonValue, scalar: (value: JsonValue) => string): string {
  if (typeof value === "string") return quoteGo(value);
  if (value === null || typeof value !== "object") return scalar(value);
  if (Array.isArray(value)) return `[${value.map((item) => formatValue(item, scalar)).join(",")}]`;
  const keys = presentKeys(value).sort(compareUtf8);
  return keys.map((key) => `${key}=${formatValue(value[key] as JsonValue, scalar)}`).join("");
}
