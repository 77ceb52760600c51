import assert from "node:assert/strict";
import { test } from "node:test";
import type { StructuralSchema } from "../structural-schema.ts";
import { resolveRuleFieldPath } from "./rule-field-path.ts";

const schema: StructuralSchema = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      properties: { "x.y": { type: "string" }, "it's": { type: "string" }, list: { type: "array" } },
    },
    labels: { type: "object", additionalProperties: { type: "string" } },
    open: { type: "object", additionalProperties: true },
    ".": { type: "string" },
    "'spec'": { type: "string" },
  },
};

const paths: [text: string, path: string | undefined][] = [
  [".spec", "spec"],
  ["['spec']", "spec"],
  [".spec['x.y']", "spec.x.y"],
  ["['spec']['it\\'s']", "spec.it's"],
  [".labels.app", "labels[app]"],
  [".labels['a/b']", "labels[a/b]"],
  [".open.anything", "open[anything]"],
  ["..", "."],
  [".'spec'", "'spec'"],
  ["spec", undefined],
  [".", undefined],
  [".spec.", undefined],
  [".nope", undefined],
  [".spec.list[0]", undefined],
  ["['spec'", undefined],
  ["[spec]", undefined],
  ["['\\q']", undefined],
  [".labels.app.more", undefined],
  [".constructor", undefined],
];

for (const [text, path] of paths) {
  test(`${text} is ${path ?? "no path of the schema"}`, () => assert.equal(resolveRuleFieldPath(schema, text), path));
}

test("a long path takes time that grows with its length", () => {
  assert.equal(resolveRuleFieldPath(schema, `['${"\\'".repeat(50_000)}`), undefined);
  assert.equal(resolveRuleFieldPath(schema, ".labels".repeat(50_000)), undefined);
});
