/** Sequences that show what a schema or a rule says about objects: a definition, then objects that it takes and others that it refuses. */
import type { Json } from "../conformance/answer.ts";
import { definitionOf, definitions, withSpec } from "./schemas.ts";
import type { Sequence, Step } from "./sequence.ts";

/** Short, so that the estimated cost of any rule is small. */
export const text = { type: "string", maxLength: 64 };
export const integer = { type: "integer" };
export const number = { type: "number" };
export const bool = { type: "boolean" };
export const texts = listOf(text);
export const integers = listOf(integer);
export const textsByKey = mapOf(text);

export function listOf(items: Json, more: Json = {}): Json {
  return { type: "array", maxItems: 10, items, ...more };
}

export function mapOf(values: Json, more: Json = {}): Json {
  return { type: "object", maxProperties: 10, additionalProperties: values, ...more };
}

export function objectOf(properties: Json, more: Json = {}): Json {
  return { type: "object", properties, ...more };
}

/** A list of objects that are told apart by their key. */
export function byKey(key: string, properties: Json): Json {
  return listOf(objectOf(properties, { required: [key] }), {
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": [key],
  });
}

/** An expression, or a whole `x-kubernetes-validations` entry, or several. */
export type Rule = string | Json;

/** The schema of a property without its rule, the rule, values for which it holds, and values for which it fails. */
export type RuledProperty = readonly [schema: Json, rule: Rule, holds: readonly Json[], fails: readonly Json[]];

/** The same for a rule about a change: pairs of a value and what it is changed to; `undefined` is no value. */
export type RuledChange = readonly [schema: Json, rule: Rule, holds: readonly Change[], fails: readonly Change[]];
export type Change = readonly [from: Json, to: Json];

/** One definition in which each property of the spec has a rule of its own; each value is tried alone, in a dry run. */
export function rules(name: string, properties: Readonly<Record<string, RuledProperty>>): Sequence {
  const schema = withSpec(
    Object.fromEntries(Object.entries(properties).map(([key, [of, rule]]) => [key, ruled(of, rule)])),
  );
  const steps = Object.entries(properties).flatMap(([key, [, , holds, fails]]) => [
    ...holds.map((value, index) => creation(`${nameOf(key)}-holds-${index + 1}`, { spec: { [key]: value } })),
    ...fails.map((value, index) => creation(`${nameOf(key)}-fails-${index + 1}`, { spec: { [key]: value } })),
  ]);
  return underDefinition(name, schema, steps);
}

/** The same for changes: the first value is stored, then an update to the second is tried in a dry run. */
export function changes(name: string, properties: Readonly<Record<string, RuledChange>>): Sequence {
  const schema = withSpec(
    Object.fromEntries(Object.entries(properties).map(([key, [of, rule]]) => [key, ruled(of, rule)])),
  );
  const steps = Object.entries(properties).flatMap(([key, [, , holds, fails]]) => [
    ...holds.flatMap((change, index) => update(`${nameOf(key)}-holds-${index + 1}`, key, change)),
    ...fails.flatMap((change, index) => update(`${nameOf(key)}-fails-${index + 1}`, key, change)),
  ]);
  return underDefinition(name, schema, steps);
}

/** The schema of a property, an expression that gives a text, and values to which it is applied. */
export type Shown = readonly [schema: Json, expression: string, values: readonly Json[]];

/** Shows what expressions give: each value is refused, with the result as the message. */
export function results(name: string, properties: Readonly<Record<string, Shown>>): Sequence {
  const failing = Object.entries(properties).map(([key, [of, messageExpression, values]]): [string, RuledProperty] => [
    key,
    [of, { rule: "false", message: "the expression failed", messageExpression }, [], values],
  ]);
  return rules(name, Object.fromEntries(failing));
}

/** What a property's schema was and what it becomes; then changes of stored values, as above. */
export type Tightened = readonly [before: Json, after: Json, holds: readonly Change[], fails: readonly Change[]];

/** Values are stored under one schema and updated under a stricter one, to show which errors an update may leave as they were. */
export function tightened(name: string, properties: Readonly<Record<string, Tightened>>): Sequence {
  const schemas = Object.entries(properties);
  const before = withSpec({ ...Object.fromEntries(schemas.map(([key, [schema]]) => [key, schema])), probe: text });
  const after = withSpec({
    ...Object.fromEntries(schemas.map(([key, [, schema]]) => [key, schema])),
    probe: { ...text, enum: ["new"] },
  });
  const updates = schemas.flatMap(([key, [, , holds, fails]]) => [
    ...holds.map((change, index) => update(`${nameOf(key)}-holds-${index + 1}`, key, change)),
    ...fails.map((change, index) => update(`${nameOf(key)}-fails-${index + 1}`, key, change)),
  ]);
  const { versions } = definitionOf(after).spec;
  return underDefinition(name, before, [
    ...updates.flatMap(([store]) => store),
    { method: "PATCH", patch: "merge", path: definitionPath, body: { spec: { versions } }, silent: true },
    { ...creation("probe-fails-1", { spec: { probe: "old" } }), until: { reason: "Invalid" } },
    ...updates.flatMap(([store, change]) => [
      { method: "GET", path: `${widgets}/${store.body.metadata.name}`, silent: true } as const,
      change,
    ]),
  ]);
}

/** Whole objects under a schema of whole objects. */
export function objects(name: string, schema: Json, holds: readonly Json[], fails: readonly Json[]): Sequence {
  return underDefinition(name, schema, [
    ...holds.map((object, index) => creation(`holds-${index + 1}`, object)),
    ...fails.map((object, index) => creation(`fails-${index + 1}`, object)),
  ]);
}

export function ruled(schema: Json, rule: Rule): Json {
  const entries = [rule].flat().map((entry) => (typeof entry === "string" ? { rule: entry } : entry));
  return { ...schema, "x-kubernetes-validations": entries };
}

const group = "{ns}.example.com";
const widgets = `/apis/${group}/v1/widgets`;
const definitionPath = `${definitions}/widgets.${group}`;

/** The group is named after the sequence's namespace, so that sequences run side by side. */
function underDefinition(name: string, schema: Json, steps: readonly Step[]): Sequence {
  const path = definitionPath;
  const established = { status: { conditions: isEstablished } };
  return {
    name,
    steps: [
      { method: "POST", path: definitions, body: definitionOf(schema, group) },
      { method: "GET", path, until: established, silent: true },
      { method: "GET", path: widgets, until: { kind: "WidgetList" }, silent: true },
      ...steps,
      { method: "DELETE", path, silent: true },
    ],
  };
}

function isEstablished(conditions: readonly Json[] | null): boolean {
  return (conditions ?? []).some(({ type, status }) => type === "Established" && status === "True");
}

function creation(name: string, object: Json): Step {
  return { method: "POST", path: widgets, query: { dryRun: "All" }, body: widget(name, object) };
}

function update(name: string, key: string, [from, to]: Change): [store: Step, change: Step] {
  const at = `${widgets}/${name}`;
  const changed = widget(name, { spec: { [key]: to } });
  changed.metadata.resourceVersion = "{rv}";
  return [
    { method: "POST", path: widgets, body: widget(name, { spec: { [key]: from } }), silent: true },
    { method: "PUT", path: at, query: { dryRun: "All" }, body: changed },
  ];
}

function widget(name: string, { metadata, ...object }: Json): Json {
  return { apiVersion: `${group}/v1`, kind: "Widget", metadata: { name, ...metadata }, ...object };
}

function nameOf(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
