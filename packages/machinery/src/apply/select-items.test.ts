import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonValue } from "../json/json-value.ts";
import type { Shape } from "../json/shape.ts";
import { parseFieldsV1 } from "./fields-v1.ts";
import { extractItems, removeItems } from "./select-items.ts";

const text: Shape = { type: "scalar", scalar: "string" };
const item: Shape = { type: "map", fields: { name: { shape: text }, value: { shape: text } } };
const shape: Shape = {
  type: "map",
  fields: {
    image: { shape: text },
    labels: { shape: { type: "map", values: text } },
    selector: { shape: { type: "map", map: "atomic", values: text } },
    finalizers: { shape: { type: "list", list: "set", items: text } },
    env: { shape: { type: "list", list: "map", keys: ["name"], items: item } },
    raw: { shape: { type: "any" } },
  },
};

const live: JsonValue = {
  image: "nginx",
  labels: { app: "web", tier: "front" },
  selector: { app: "web" },
  finalizers: ["a", "b"],
  env: [
    { name: "A", value: "1" },
    { name: "B", value: "2" },
  ],
};

test("members are removed, of lists the items, and everything else stays", () => {
  const owned = parseFieldsV1({
    "f:image": {},
    "f:labels": { "f:app": {} },
    "f:finalizers": { 'v:"a"': {} },
    "f:env": { 'k:{"name":"A"}': { ".": {}, "f:name": {} }, 'k:{"name":"B"}': { "f:value": {} } },
  });

  assert.deepEqual(removeItems(live, owned, shape), {
    labels: { tier: "front" },
    selector: { app: "web" },
    finalizers: ["b"],
    env: [{ name: "B" }],
  });
});

test("where nothing is left there is null", () => {
  const owned = parseFieldsV1({
    "f:labels": { "f:a": {} },
    "f:finalizers": { 'v:"a"': {} },
    "f:selector": { "f:a": {} },
  });

  assert.deepEqual(removeItems({ labels: { a: "1" }, finalizers: ["a"], selector: { a: "1" } }, owned, shape), {
    labels: null,
    finalizers: null,
    selector: null,
  });
  assert.equal(removeItems({ image: "a" }, parseFieldsV1({ "f:image": {} }), shape), null);
});

test("removing what is not there gives the value itself, and its parts are shared otherwise", () => {
  assert.equal(removeItems(live, parseFieldsV1({ "f:raw": {}, "f:labels": { "f:zone": {} } }), shape), live);
  const rest = removeItems(live, parseFieldsV1({ "f:image": {} }), shape) as { env: JsonValue };
  assert.equal(rest.env, live.env);
});

test("members are extracted, and nothing else", () => {
  const owned = parseFieldsV1({
    "f:labels": { "f:app": {} },
    "f:selector": {},
    "f:finalizers": { 'v:"b"': {} },
    "f:env": { 'k:{"name":"B"}': { "f:value": {} } },
  });

  assert.deepEqual(extractItems(live, owned, shape), {
    labels: { app: "web" },
    selector: { app: "web" },
    finalizers: ["b"],
    env: [{ value: "2" }],
  });
});

test("items can be extracted along with their keys, so that they can be applied again", () => {
  const owned = parseFieldsV1({
    "f:env": { 'k:{"name":"B"}': { "f:value": {} }, 'k:{"name":"C"}': { "f:value": {} } },
  });

  assert.deepEqual(extractItems(live, owned, shape, { appendKeyFields: true }), { env: [{ name: "B", value: "2" }] });
});

test("keys come along only where the value has the field, or else the item stays without content", () => {
  const owned = parseFieldsV1({ "f:env": { 'k:{"name":"A"}': { "f:zone": {} } } });

  assert.deepEqual(extractItems(live, owned, shape, { appendKeyFields: true }), { env: [null] });
});

test("nothing extracted is null", () => {
  assert.equal(extractItems(live, parseFieldsV1({ "f:raw": {} }), shape), null);
});

test("a member that is a granular map comes out by what stands beside it, as in Kubernetes", () => {
  const owned = parseFieldsV1({ "f:raw": {}, "f:a": {} });

  assert.deepEqual(extractItems({ raw: { a: 1, b: 2 } }, owned, shape), { raw: { a: 1 } });
  assert.deepEqual(extractItems({ raw: { b: 2 } }, owned, shape), { raw: null });
});

test("keys with names of Object.prototype are kept and removed like others", () => {
  const odd = JSON.parse('{"labels":{"__proto__":"x","constructor":"y","a":"1"}}');
  const owned = parseFieldsV1(JSON.parse('{"f:labels":{"f:__proto__":{},"f:toString":{}}}'));

  assert.equal(JSON.stringify(extractItems(odd, owned, shape)), '{"labels":{"__proto__":"x"}}');
  assert.equal(JSON.stringify(removeItems(odd, owned, shape)), '{"labels":{"constructor":"y","a":"1"}}');
  assert.equal(
    JSON.stringify(removeItems(odd, parseFieldsV1({ "f:labels": { "f:a": {} } }), shape)),
    '{"labels":{"__proto__":"x","constructor":"y"}}',
  );
});
