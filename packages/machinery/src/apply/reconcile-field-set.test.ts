import assert from "node:assert/strict";
import { test } from "node:test";
import type { Shape } from "../json/shape.ts";
import { parseFieldsV1 } from "./fields-v1.ts";
import { reconcileFieldSet } from "./reconcile-field-set.ts";

const text: Shape = { type: "scalar", scalar: "string" };
const inner: Shape = { type: "map", map: "atomic", fields: { key: { shape: text } } };
const shape: Shape = {
  type: "map",
  fields: {
    selector: { shape: inner },
    args: { shape: { type: "list", list: "atomic", items: text } },
    labels: { shape: { type: "map", values: text } },
    env: {
      shape: {
        type: "list",
        list: "map",
        keys: ["name"],
        items: { type: "map", fields: { name: { shape: text }, from: { shape: inner } } },
      },
    },
    raw: { shape: { type: "any" } },
    limits: { shape: { type: "map", map: "atomic", values: { type: "scalar" } } },
  },
};

function reconciled(fieldsV1: object): string {
  return reconcileFieldSet(parseFieldsV1({ ...fieldsV1 }), shape).toString();
}

test("who owned something in what is atomic now owns it as a whole", () => {
  assert.equal(reconciled({ "f:selector": { "f:key": {} }, "f:args": { ".": {}, 'v:"a"': {} } }), ".args\n.selector");
});

test("that holds within list items too", () => {
  assert.equal(
    reconciled({ "f:env": { 'k:{"name":"A"}': { ".": {}, "f:from": { "f:key": {} } } } }),
    '.env[name="A"]\n.env[name="A"].from',
  );
});

test("what was owned as a whole stays so, also where it is granular now", () => {
  const owned = parseFieldsV1({ "f:labels": {}, "f:selector": {}, "f:env": { 'k:{"name":"A"}': {} } });

  assert.equal(reconcileFieldSet(owned, shape), owned);
});

test("fields that are not declared any more and content that nobody described are left alone", () => {
  const owned = parseFieldsV1({ "f:gone": { "f:a": { "f:b": {} } }, "f:raw": { "f:a": { 'v:"x"': {} } } });

  assert.equal(reconcileFieldSet(owned, shape), owned);
});

test("a map that is described in part is reconciled", () => {
  const partly: Shape = { type: "map", map: "atomic", fields: { key: { shape: text } }, values: { type: "any" } };
  const owned = parseFieldsV1({ "f:partly": { "f:other": {} } });

  assert.equal(reconcileFieldSet(owned, { type: "map", fields: { partly: { shape: partly } } }).toString(), ".partly");
});

test("a map of scalars of any kind counts as undescribed, as in Kubernetes", () => {
  const owned = parseFieldsV1({ "f:limits": { "f:cpu": {} } });

  assert.equal(reconcileFieldSet(owned, shape), owned);
});

test("a kind that is atomic as a whole has nothing to reconcile, because nobody owns the whole object", () => {
  const owned = parseFieldsV1({ "f:selector": { "f:key": {} } });

  assert.equal(reconcileFieldSet(owned, { ...shape, map: "atomic" }), owned);
});
