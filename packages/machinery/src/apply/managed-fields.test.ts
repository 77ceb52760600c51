import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "../json/json-value.ts";
import { type FieldManager, formatManagerIdentifier } from "./field-managers.ts";
import { FieldSet } from "./field-set.ts";
import {
  decodeManagedFields,
  encodeManagedFields,
  isManagedFieldsReset,
  ManagedFieldsError,
  readManagedFields,
} from "./managed-fields.ts";
import { fieldNamesPath } from "./path-element.ts";

const entry = {
  manager: "m",
  operation: "Update",
  apiVersion: "apps/v1",
  time: "2026-01-02T03:04:05Z",
  fieldsType: "FieldsV1",
  fieldsV1: { "f:spec": { "f:replicas": {} } },
  subresource: "scale",
};

function objectWith(...managedFields: JsonObject[]): JsonObject {
  return { metadata: { managedFields } };
}

function managersOf(...entries: JsonObject[]): Map<string, FieldManager> {
  return decodeManagedFields(readManagedFields(objectWith(...entries)) ?? []);
}

test("entries come back as they were", () => {
  assert.deepEqual(encodeManagedFields(managersOf(entry)), [entry]);
});

test("empty texts and absent times are left out", () => {
  const { manager: _manager, subresource: _subresource, time: _time, ...bare } = entry;
  assert.deepEqual(encodeManagedFields(managersOf({ ...bare, manager: "", subresource: "", time: null })), [bare]);
});

test("an updater is known by its version, an applier is not", () => {
  const manager = { name: 'a<"b', apiVersion: "v1", subresource: "status" };
  assert.equal(
    formatManagerIdentifier({ ...manager, operation: "Update" }),
    '{"manager":"a\\u003c\\"b","operation":"Update","apiVersion":"v1","subresource":"status"}',
  );
  assert.equal(
    formatManagerIdentifier({ ...manager, operation: "Apply", subresource: "" }),
    '{"manager":"a\\u003c\\"b","operation":"Apply"}',
  );
});

test("one broken entry makes the whole list count as absent", () => {
  const broken = [{ manager: 1 }, { operation: true }, { time: "soon" }, { time: 5 }, { subresource: [] }];
  for (const wrong of broken) {
    assert.equal(readManagedFields(objectWith(entry, { ...entry, ...wrong })), undefined, JSON.stringify(wrong));
  }
  assert.equal(readManagedFields({ metadata: { managedFields: [null] } }), undefined);
  assert.equal(readManagedFields({ metadata: { managedFields: {} } }), undefined);
  assert.equal(readManagedFields({ metadata: null }), undefined);
});

test("an entry that cannot be meant is an error that names the entry or its manager", () => {
  const cases: [object, RegExp][] = [
    [{ operation: "Patch" }, /^operation must be `Apply` or `Update`$/],
    [{ apiVersion: "" }, /^apiVersion must not be empty$/],
    [{ fieldsType: "" }, /^missing fieldsType in managed fields entry 1$/],
    [{ fieldsType: "V2" }, /^invalid fieldsType "V2" in managed fields entry 1$/],
    [
      { fieldsV1: { "f:spec": 1 } },
      /^error decoding versioned set of manager "m": fieldsV1 > f:spec: must be an object$/,
    ],
  ];
  for (const [wrong, message] of cases) {
    assert.throws(
      () => managersOf({ ...entry, operation: "Apply" }, { ...entry, ...wrong }),
      (error) => error instanceof ManagedFieldsError && message.test(error.message),
      JSON.stringify(wrong),
    );
  }
});

test("prototype keys in fieldsV1 are fields like any other", () => {
  const fieldsV1 = JSON.parse('{"f:__proto__":{},"f:constructor":{"f:toString":{}}}');
  const managers = managersOf({ ...entry, fieldsV1 });
  const expected = FieldSet.of(fieldNamesPath("__proto__"), fieldNamesPath("constructor", "toString"));
  assert.ok([...managers.values()][0]?.set.equals(expected));
  assert.deepEqual(encodeManagedFields(managers)[0]?.fieldsV1, fieldsV1);
});

test("a reset is an empty list or one entry in which nothing is set", () => {
  const resets = [[], [{}], [{ manager: "", time: null }], [{ unknown: 1 }]];
  for (const entries of resets) assert.ok(isManagedFieldsReset(readManagedFields(objectWith(...entries))));
  const others = [[{}, {}], [{ manager: "m" }], [{ fieldsV1: {} }]];
  for (const entries of others) assert.ok(!isManagedFieldsReset(readManagedFields(objectWith(...entries))));
  assert.ok(!isManagedFieldsReset(readManagedFields({})));
});
