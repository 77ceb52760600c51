import assert from "node:assert/strict";
import { test } from "node:test";
import { type JsonObject, type JsonValue, UsageError } from "@pintle/machinery";
import type { StructuralSchema } from "../structural-schema.ts";
import { emitTypes } from "./emit-types.ts";

function definition(schema?: StructuralSchema | JsonValue, spec: JsonObject = {}, names: JsonObject = {}): JsonObject {
  const version = { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema as JsonValue } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { kind: "Widget", plural: "widgets", ...names },
      versions: [version],
      ...spec,
    },
  };
}

/** The text of the one version, from the kind's declaration on. */
function declarations(schema?: StructuralSchema | JsonValue, spec?: JsonObject, names?: JsonObject): string {
  const [module] = emitTypes(definition(schema, spec, names));
  return module?.text.replace(/^[\s\S]*?"@pintle\/machinery";\n\n/, "") ?? "";
}

/** The type of `spec.field`, and whatever is declared after the spec. */
function typeOfField(field: StructuralSchema): string {
  const text = declarations({
    type: "object",
    properties: { spec: { type: "object", properties: { field } } },
  });
  return text.slice(text.indexOf("export interface WidgetSpec {")).trim();
}

function field(type: string): string {
  return `export interface WidgetSpec {\n  field?: ${type};\n}`;
}

function refuses(what: unknown, message: RegExp): void {
  assert.throws(
    () => emitTypes(what),
    (error) => error instanceof UsageError && error.code === "PINTLE_DEFINITION_INVALID" && message.test(error.message),
    String(message),
  );
}

test("a kind is printed as @pintle/kinds has it", () => {
  const schema: StructuralSchema = {
    type: "object",
    description: "A widget.",
    properties: {
      apiVersion: { type: "string" },
      kind: { type: "string" },
      metadata: { type: "object" },
      spec: {
        type: "object",
        required: ["size"],
        properties: {
          size: { type: "integer", description: "How big.\n\nIn metres." },
          owner: { type: "object", required: ["name"], properties: { name: { type: "string" } } },
        },
      },
      status: { type: "object", properties: { ready: { type: "boolean" } } },
    },
    required: ["spec", "status"],
  };
  const [module] = emitTypes(definition(schema, {}, { singular: "widget", shortNames: ["wd"] }));
  assert.equal(module?.fileName, "example.com/v1/widget.ts");
  assert.equal(
    module?.text,
    `// Made by emitTypes of @pintle/schema from the definition of widgets.example.com. Do not edit.
/** The kind Widget of example.com/v1 and its types, as plain JSON. */

import { defineKind, type ObjectOf } from "@pintle/machinery/objects";

/** A widget. */
export const Widget = defineKind({
  group: "example.com",
  version: "v1",
  kind: "Widget",
  plural: "widgets",
  shortNames: ["wd"],
  scope: "Namespaced",
})<{ spec: WidgetSpec; status?: WidgetStatus }>();
export type Widget = ObjectOf<typeof Widget>;

export interface WidgetSpec {
  /**
   * How big.
   *
   * In metres.
   */
  size: number;
  owner?: WidgetSpecOwner;
}

export interface WidgetSpecOwner {
  name: string;
}

export interface WidgetStatus {
  ready?: boolean;
}
`,
  );
});

test("each served version is a module of its own with the same names", () => {
  const version = (name: string, served: boolean, more: JsonObject = {}) => ({
    name,
    served,
    storage: false,
    schema: { openAPIV3Schema: { type: "object" } },
    ...more,
  });
  const modules = emitTypes(
    definition(undefined, {
      versions: [
        version("v1", true),
        version("v1beta1", true, { deprecated: true, deprecationWarning: "Use v1." }),
        version("v1alpha1", false),
      ],
    }),
  );
  assert.deepEqual(
    modules.map(({ fileName }) => fileName),
    ["example.com/v1/widget.ts", "example.com/v1beta1/widget.ts"],
  );
  assert.ok(modules.every(({ text }) => text.includes("export const Widget = defineKind({")));
  assert.ok(modules[1]?.text.includes("/** @deprecated Use v1. */\nexport const Widget"));
});

test("a field with a default is there when read and optional when written", () => {
  const text = declarations({
    type: "object",
    properties: {
      spec: {
        type: "object",
        required: ["size"],
        properties: {
          size: { type: "integer", default: 1 },
          plain: { type: "object", properties: { name: { type: "string" } } },
          ports: { type: "array", items: { type: "object", properties: { port: { type: "integer", default: 80 } } } },
        },
      },
    },
  });
  assert.match(text, /<\{ spec\?: WidgetSpec \}, \{ spec\?: WidgetSpecInput \}>/);
  assert.match(
    text,
    /WidgetSpec \{\n {2}size: number;\n {2}plain\?: WidgetSpecPlain;\n {2}ports\?: WidgetSpecPortsItem\[\];/,
  );
  assert.match(
    text,
    /WidgetSpecInput \{\n {2}size\?: number;\n {2}plain\?: WidgetSpecPlain;\n {2}ports\?: WidgetSpecPortsItemInput\[\];/,
  );
  assert.equal(text.match(/interface WidgetSpecPlain /g)?.length, 1);
});

test("types follow the keywords", () => {
  assert.equal(typeOfField({ type: "string", enum: ["a", "b"] }), field('"a" | "b"'));
  assert.equal(typeOfField({ type: "integer", enum: [1, -2], nullable: true }), field("1 | -2 | null"));
  assert.equal(typeOfField({ type: "array", items: { type: "string", enum: ["a", "b"] } }), field('("a" | "b")[]'));
  assert.equal(typeOfField({ "x-kubernetes-int-or-string": true }), field("number | string"));
  assert.equal(typeOfField({ type: "object", "x-kubernetes-preserve-unknown-fields": true }), field("JsonObject"));
  assert.equal(typeOfField({ "x-kubernetes-preserve-unknown-fields": true, nullable: true }), field("JsonValue"));
  assert.equal(typeOfField({ type: "object" }), field("Record<string, never>"));
  assert.equal(
    typeOfField({ type: "object", additionalProperties: { "x-kubernetes-int-or-string": true }, nullable: true }),
    field("{ [key: string]: number | string } | null"),
  );
  assert.equal(
    typeOfField({ type: "array", items: { type: "object", enum: [{ a: 1 }] } }),
    field("Record<string, never>[]"),
  );
  assert.equal(
    typeOfField({
      type: "object",
      "x-kubernetes-embedded-resource": true,
      "x-kubernetes-preserve-unknown-fields": true,
    }),
    `${field("WidgetSpecField")}

export interface WidgetSpecField {
  apiVersion: string;
  kind: string;
  metadata?: ObjectMeta;
  [key: string]: unknown;
}`,
  );
});

test("a definition without a schema gives an open object", () => {
  assert.match(declarations(), /\}\)<\{ \[key: string\]: unknown \}>\(\);/);
  assert.match(
    declarations({ type: "object", "x-kubernetes-preserve-unknown-fields": true }),
    /\}\)<\{ \[key: string\]: unknown \}>\(\);/,
  );
  assert.match(declarations({ type: "object" }), /\}\)<Record<never, never>>\(\);/);
});

test("long unions are broken as the formatter does it", () => {
  const values = Array.from({ length: 12 }, (_, index) => `a rather long value ${index}`);
  const lines = values.map((value) => `\n    | "${value}"`).join("");
  assert.equal(
    typeOfField({ type: "string", enum: values }).replace(/\n {4}\| /g, "\n    | "),
    `export interface WidgetSpec {\n  field?:${lines};\n}`,
  );
  assert.equal(
    typeOfField({ type: "array", items: { type: "string", enum: values } }),
    `export interface WidgetSpec {\n  field?: (${lines}\n  )[];\n}`,
  );
});

test("names never collide, with each other or with what is imported", () => {
  const inner: StructuralSchema = { type: "object", properties: { a: { type: "string" } } };
  const text = declarations({
    type: "object",
    properties: {
      spec: { type: "object", properties: { "a-b": inner, aB: { ...inner }, 日本: { ...inner }, 語: { ...inner } } },
      specAB: { ...inner },
    },
  });
  const names = [...text.matchAll(/export interface (\S+) /g)].map((match) => match[1]);
  assert.equal(new Set(names).size, names.length);
  assert.equal(names.length, 6);
  assert.match(declarations({ type: "object" }, {}, { kind: "JsonObject" }), /export const JsonObject2 = defineKind/);
  assert.match(
    declarations({ type: "object" }, {}, { kind: "class" }),
    /export const Class = defineKind[^}]*kind: "class"/,
  );
});

test("schemas that are one object share an interface, so that what aliases unfold to stays small", () => {
  let schema: StructuralSchema = { type: "object", properties: { end: { type: "string" } } };
  for (let level = 0; level < 60; level += 1) schema = { type: "object", properties: { left: schema, right: schema } };
  assert.ok(declarations({ type: "object", properties: { spec: schema } }).length < 100_000);
});

test("what is not a definition of apiextensions v1 is refused with its field and a remedy", () => {
  refuses(undefined, /^the definition is missing: pass a CustomResourceDefinition/);
  refuses("kind: CustomResourceDefinition", /^the definition is not an object/);
  refuses([definition()], /^the definition is not an object/);
  refuses({ apiVersion: "v1", kind: "Pod" }, /^kind is "Pod": pass a CustomResourceDefinition/);
  refuses(
    { ...definition(), apiVersion: "apiextensions.k8s.io/v1beta1" },
    /^apiVersion is .*v1beta1.* take the project's/,
  );
  refuses({ ...definition(), apiVersion: undefined }, /^apiVersion is missing: only/);
  refuses({ ...definition(), spec: undefined }, /^spec is missing/);
  refuses(definition({}, { names: 1 }), /^spec\.names is not an object/);
  refuses(definition({}, { versions: [] }), /^spec\.versions has no version: list/);
  refuses(definition({}, { versions: [{ name: "v1", served: false }] }), /^spec\.versions has no served version: set/);
  refuses(definition({}, { versions: [{ name: "v1" }, { name: "v1" }] }), /^spec\.versions\[1\]\.name repeats "v1"/);
  refuses(definition({}, { scope: "namespaced" }), /^spec\.scope is "namespaced": write Namespaced or Cluster/);
  refuses(definition("a"), /^spec\.versions\[0\]\.schema\.openAPIV3Schema is not an object/);
});

test("schemas of a wrong form are refused, not printed", () => {
  refuses(definition({ properties: 1 }), /properties that are no object/);
  refuses(definition({ properties: { a: null } }), /where a schema should stand/);
  refuses(definition({ properties: { a: { description: {} } } }), /description that is no text/);
  refuses(definition({ properties: { a: { items: { enum: "a" } } } }), /enum that is no list/);
  refuses(definition({ properties: { a: { additionalProperties: { required: "a" } } } }), /required that is no list/);
  const loop: { properties: { [name: string]: unknown } } = { properties: {} };
  loop.properties.again = loop;
  refuses(definition(loop as StructuralSchema), /contains itself/);
});

test("names that would become code or leave the folder are refused", () => {
  const hostile = ['x"; process.exit(); "', "../../etc", "a\nb", "*/ evil /*", "`1`", "__proto__", ""];
  for (const text of hostile) {
    refuses(definition({}, { group: text }), /^spec\.group/);
    refuses(definition({}, {}, { kind: text }), /^spec\.names\.kind/);
    refuses(definition({}, {}, { plural: text }), /^spec\.names\.plural/);
    refuses(definition({}, { versions: [{ name: text, served: true }] }), /^spec\.versions\[0\]\.name/);
  }
});

test("a description cannot end its comment or give orders to the compiler", () => {
  for (const description of [
    "*/ evil() /*",
    "*\u202e/ evil() /*",
    "a *\n/ evil()",
    "*",
    "/",
    "@ts-ignore",
    "\u0000*/",
  ]) {
    const text = typeOfField({ type: "string", description });
    const comment = text.slice(text.indexOf("/*"), text.indexOf("  field?: string;"));
    assert.equal(comment.indexOf("*/"), comment.trimEnd().length - 2, comment);
    for (const hidden of ["@ts-", "\u0000", "\u202e"]) assert.ok(!comment.includes(hidden), comment);
  }
});
