/** What the compiler makes of emitted modules: of the types that people use, and of text that tries to be more than text. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { test } from "node:test";
import { emitTypes } from "@pintle/schema";
import { complaintsAboutModules } from "./compile-modules.ts";

function definition(kind: string, schema: object, scope = "Namespaced"): object {
  const version = { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    spec: {
      group: "example.com",
      scope,
      names: { kind, plural: `${kind.toLowerCase()}s` },
      versions: [version, { ...version, name: "v2", schema: undefined }],
    },
  };
}

const widget = {
  type: "object",
  required: ["spec"],
  properties: {
    spec: {
      type: "object",
      required: ["size", "mode", "image"],
      properties: {
        size: { type: "integer", default: 1 },
        mode: { type: "string", enum: ["fast", "safe"] },
        image: { type: "string" },
        port: { "x-kubernetes-int-or-string": true },
        note: { type: "string", nullable: true },
        values: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
        open: { type: "object", "x-kubernetes-preserve-unknown-fields": true, properties: { on: { type: "boolean" } } },
        parts: {
          type: "array",
          items: { type: "object", required: ["name"], properties: { name: { type: "string" } } },
        },
        labels: { type: "object", additionalProperties: { type: "string" } },
        template: { type: "object", "x-kubernetes-embedded-resource": true, properties: { spec: { type: "object" } } },
        empty: { type: "object" },
      },
    },
    status: { type: "object", required: ["ready"], properties: { ready: { type: "boolean" } } },
  },
};

const usage = `
import type { DeepReadonly, ManifestOf, ObjectOf } from "@pintle/machinery";
import { Fleet } from "./example.com/v1/fleet.ts";
import { Widget, type WidgetSpecPartsItem } from "./example.com/v1/widget.ts";
import { Widget as WidgetV2 } from "./example.com/v2/widget.ts";

declare const seen: DeepReadonly<Widget>;
declare const parts: DeepReadonly<WidgetSpecPartsItem[]> | undefined;

const least = Widget({ metadata: { name: "a", namespace: "b" }, spec: { mode: "fast", image: "nginx" } });
least.apiVersion satisfies "example.com/v1";
least satisfies ManifestOf<typeof Widget>;
Widget({
  spec: {
    mode: "safe",
    image: "nginx",
    size: undefined,
    port: "http",
    note: null,
    values: { any: ["thing", { at: 1 }] },
    open: { on: true, else: 1 },
    parts,
    labels: { app: "web" },
    template: { apiVersion: "v1", kind: "Pod", metadata: { name: "a" } },
    empty: {},
  },
  status: undefined,
});
Widget({ spec: seen.spec, status: seen.status });
Fleet({ metadata: { name: "a" }, spec: { anything: 1 }, more: [1] });
WidgetV2({ spec: { anything: 1 } }).apiVersion satisfies "example.com/v2";

seen.spec.size satisfies number;
seen.spec.port satisfies number | string | undefined;
seen.status?.ready satisfies boolean | undefined;
({}) as Widget satisfies ObjectOf<typeof Widget>;

// @ts-expect-error: an unknown key at the top
Widget({ spec: { mode: "fast", image: "a" }, sepc: {} });
// @ts-expect-error: an unknown key inside
Widget({ spec: { mode: "fast", image: "a", imag: "b" } });
// @ts-expect-error: an unknown key in a list
Widget({ spec: { mode: "fast", image: "a", parts: [{ name: "a", nam: "b" }] } });
// @ts-expect-error: a required key is missing
Widget({ spec: { mode: "fast" } });
// @ts-expect-error: no such value
Widget({ spec: { mode: "slow", image: "a" } });
// @ts-expect-error: not nullable
Widget({ spec: { mode: "fast", image: null } });
// @ts-expect-error: a required key must not be undefined
Widget({ spec: { mode: "fast", image: undefined } });
// @ts-expect-error: everything in it would be pruned
Widget({ spec: { mode: "fast", image: "a", empty: { a: 1 } } });
// @ts-expect-error: an object inside another says what it is
Widget({ spec: { mode: "fast", image: "a", template: { kind: "Pod" } } });
// @ts-expect-error: objects of cluster scope have no namespace
Fleet({ metadata: { namespace: "a" } });
// @ts-expect-error: the status is not there from the beginning
seen.status.ready;
`;

test("emitted types accept what the server accepts, and unknown keys are errors", () => {
  const fleet = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  const modules = [definition("Widget", widget), definition("Fleet", fleet, "Cluster")].flatMap((it) => emitTypes(it));
  const complaints = complaintsAboutModules([...modules, { fileName: "usage.ts", text: usage }], {
    isFormatted: false,
  });
  assert.equal(complaints, "");
});

test("what does not compile, or is not formatted, is told", () => {
  const wrong = { fileName: "wrong.ts", text: "export const size: string = 1;\n" };
  assert.match(complaintsAboutModules([wrong], { isFormatted: false }), /^wrong\.ts\(1,14\): error TS2322/);
  const untidy = { fileName: "untidy.ts", text: "export const size = 'a'\n" };
  assert.match(complaintsAboutModules([untidy]), /untidy\.ts format/);
});

const trace = "/tmp/pintle-emitted-code-ran";
const evil = `require("node:fs").writeFileSync("${trace}", "")`;
const texts = [
  `*/ ${evil}; /*`,
  `"; ${evil}; "`,
  `\`\${${evil}}\``,
  `\\"; ${evil}; //`,
  `\n${evil}\n`,
  `\u2028${evil}\u2029`,
  `}>(); ${evil}; export interface X {`,
  "@ts-expect-error",
  "@ts-ignore",
  "/// <reference path='x' />",
  "\u202e/*\u202d",
  "\ud800",
  "\u0000",
  "",
  "*",
  "/",
];
const names = [
  "__proto__",
  "constructor",
  "new",
  "readonly",
  "get",
  "set",
  "static",
  "1",
  "a-b",
  "é",
  "日本",
  "default",
];

test("nothing that a definition says becomes code", () => {
  const properties = Object.fromEntries(
    [...texts, ...names].map((text) => [
      text === "__proto__" ? "__proto__ " : text,
      { type: "object", description: text, properties: { inner: { type: "string", enum: texts, description: text } } },
    ]),
  );
  Object.defineProperty(properties, "__proto__", { value: { type: "string", default: "a" }, enumerable: true });
  const spec = { type: "object", description: texts.join("\n"), properties, required: [...texts, ...names] };
  const schema = { type: "object", description: texts.join(" "), properties: { spec } };
  const modules = emitTypes(definition("Hostile", schema));
  assert.equal(complaintsAboutModules(modules, { isFormatted: false }), "");
  for (const { text } of modules) {
    // Types are erased: what is left is the import, the call and its literals.
    const left = stripTypeScriptTypes(text).replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|\s+/g, "");
    assert.match(
      left,
      /^import\{defineKind,?\}from"@pintle\/machinery\/objects";exportconstHostile=defineKind\(\{[\w:",.]+\}\)\(\);$/,
    );
  }
  assert.ok(!existsSync(trace));
});
