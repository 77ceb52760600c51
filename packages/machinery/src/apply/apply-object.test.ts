import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ApiError } from "../errors/api-error.ts";
import type { JsonObject } from "../json/json-value.ts";
import type { Shape } from "../json/shape.ts";
import { type ApplyWrite, applyObject } from "./apply-object.ts";
import { updateObject } from "./update-object.ts";

const shape: Shape = JSON.parse(readFileSync(new URL("../../testdata/shapes/configmap.json", import.meta.url), "utf8"));
const write = { apiVersion: "v1", kind: "ConfigMap", shape, time: "2026-01-01T00:00:00Z" };

function configMap(data?: JsonObject, metadata: JsonObject = {}): JsonObject {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c", ...metadata }, ...(data && { data }) };
}

function apply(manager: string, applied: JsonObject, more: Partial<ApplyWrite> = {}): JsonObject {
  return applyObject({ ...write, manager, applied, ...more }).object;
}

test("an apply creates what is not there and owns it", () => {
  const { object, changed } = applyObject({ ...write, manager: "ci", applied: configMap({ a: "1" }) });
  assert.ok(changed);
  const managedFields = [
    {
      manager: "ci",
      operation: "Apply",
      apiVersion: "v1",
      time: "2026-01-01T00:00:00Z",
      fieldsType: "FieldsV1",
      fieldsV1: { "f:data": { "f:a": {} } },
    },
  ];
  assert.deepEqual(object, configMap({ a: "1" }, { managedFields }));
});

test("an apply that changes nothing returns the live object itself, whatever time it is", () => {
  const live = apply("ci", configMap({ a: "1" }));
  const again = applyObject({
    ...write,
    live,
    manager: "ci",
    applied: configMap({ a: "1" }),
    time: "2027-01-01T00:00:00Z",
  });
  assert.equal(again.object, live);
  assert.equal(again.changed, false);
});

test("what did not change is shared with the live object", () => {
  const updated = { ...configMap({ a: "1" }), binaryData: { b: "" } };
  const live = updateObject({ ...write, updated, manager: "u" }).object;
  const object = apply("ci", configMap({ c: "3" }), { live });
  assert.deepEqual(object.data, { a: "1", c: "3" });
  assert.equal(object.binaryData, live.binaryData);
});

test("a conflict is a 409 with one cause for each field", () => {
  const live = apply("ci", configMap({ a: "1", b: "1" }));
  assert.throws(
    () => apply("ops", configMap({ a: "2", b: "2" }), { live }),
    (error) => {
      assert.ok(ApiError.is(error, "Conflict") && error instanceof ApiError);
      assert.equal(error.message, 'Apply failed with 2 conflicts: conflicts with "ci":\n- .data.a\n- .data.b');
      const cause = { reason: "FieldManagerConflict", message: 'conflict with "ci"' };
      assert.deepEqual(error.status.details, {
        causes: [
          { ...cause, field: ".data.a" },
          { ...cause, field: ".data.b" },
        ],
      });
      return true;
    },
  );
});

test("managedFields in the applied object are a 400", () => {
  assert.throws(
    () => apply("ci", configMap({}, { managedFields: [] })),
    (error) => ApiError.is(error, "BadRequest") && String(error).endsWith("metadata.managedFields must be nil"),
  );
});

test("what does not fit the shape is a 500 without a reason that names the object and the field", () => {
  assert.throws(
    () => apply("ci", configMap({ a: 1 }, { namespace: "n" })),
    (error) => {
      assert.ok(error instanceof ApiError);
      assert.equal(error.code, 500);
      assert.equal(error.reason, "");
      assert.match(error.message, /^failed to create typed patch object \(n\/c; \/v1, Kind=ConfigMap\): \.data\.a: /);
      return true;
    },
  );
});

test("keys that hold undefined count as absent", () => {
  const live = apply("ci", configMap({ a: "1" }));
  const absent: JsonObject = JSON.parse("{}");
  const applied = { ...configMap({ a: "1", b: absent.b as string }), immutable: absent.immutable as boolean };
  assert.equal(apply("ci", applied, { live }), live);
});

test("integers beyond 2^53 are told apart", () => {
  const generation = (value: bigint) => ({ generation: value });
  const live = apply("ci", configMap({ a: "1" }, generation(9007199254740993n)));
  assert.equal(apply("ci", configMap({ a: "1" }, generation(9007199254740993n)), { live }), live);
  const object = apply("ci", configMap({ a: "1" }, generation(9007199254740992n)), { live });
  assert.equal((object.metadata as JsonObject).generation, 9007199254740992n);
});
