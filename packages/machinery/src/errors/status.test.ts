import assert from "node:assert/strict";
import { test } from "node:test";
import { createFailureStatus, isStatus, isStatusReason } from "./status.ts";

test("a failure has the code of its reason and leaves out what is empty", () => {
  const details = {
    name: "",
    group: "apps",
    causes: [{ reason: "", message: "why", field: "" }],
    retryAfterSeconds: 0,
  };

  assert.deepEqual(createFailureStatus("StorageReadError", "cannot read", details), {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: "cannot read",
    reason: "StorageReadError",
    details: { group: "apps", causes: [{ message: "why" }] },
    code: 500,
  });
});

test("details without content are still there, and a failure without details has none", () => {
  assert.deepEqual(createFailureStatus("Gone", "gone", {}).details, {});
  assert.ok(!("details" in createFailureStatus("Gone", "gone")));
});

test("an error that the server did not expect is a 500 without a reason", () => {
  const status = createFailureStatus("", "resourceVersion should not be set on objects to be created");

  assert.equal(status.code, 500);
  assert.ok(!("reason" in status));
});

test("only a v1 Status is a Status", () => {
  assert.ok(isStatus({ kind: "Status", apiVersion: "v1" }));
  assert.ok(isStatus({ kind: "Status", apiVersion: "meta.k8s.io/v1" }));
  for (const other of [{ kind: "Status", apiVersion: "v2" }, { kind: "Pod", apiVersion: "v1" }, [], null, "Status"]) {
    assert.ok(!isStatus(other), JSON.stringify(other));
  }
});

test("what every object inherits is no reason", () => {
  assert.ok(isStatusReason("Conflict"));
  assert.ok(!isStatusReason("constructor"));
  assert.ok(!isStatusReason(undefined));
});
