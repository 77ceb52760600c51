import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject, JsonValue } from "@pintle/machinery";
import { shownRow } from "./shown-row.test.ts";

test("the roles of a Node are in the keys of labels and in the value of one, sorted and each once", () => {
  const rolesOf = (labels: JsonObject) => shownRow("nodes", { metadata: { labels } }).Roles;
  const worker = "node-role.kubernetes.io/worker";
  assert.equal(rolesOf({}), "<none>");
  assert.equal(rolesOf({ [worker]: "", "node-role.kubernetes.io/control-plane": "true" }), "control-plane,worker");
  assert.equal(rolesOf({ [worker]: "", "kubernetes.io/role": "edge" }), "edge,worker");
  assert.equal(rolesOf({ [worker]: "", "kubernetes.io/role": "worker" }), "worker");
  assert.equal(
    rolesOf({ "node-role.kubernetes.io/": "", "kubernetes.io/role": "" }),
    "<none>",
    "an empty role is none",
  );
  assert.equal(rolesOf({ "node-role.kubernetes.io": "a", other: "b" }), "<none>");
});

test("a Node is Ready, NotReady or of unknown state, and says that it is closed to Pods", () => {
  const statusOf = (conditions: JsonValue, unschedulable = false) =>
    shownRow("nodes", { spec: { unschedulable }, status: { conditions } }).Status;
  const pressure = { type: "MemoryPressure", status: "True" };
  assert.equal(statusOf([pressure]), "Unknown");
  assert.equal(statusOf([{ type: "Ready", status: "True" }, pressure]), "Ready");
  assert.equal(statusOf([{ type: "Ready", status: "Unknown" }]), "NotReady");
  assert.equal(statusOf([], true), "Unknown,SchedulingDisabled");
});

test("a Node shows the first address of each type and its kernel with the architecture", () => {
  const addresses = [
    { type: "Hostname", address: "h" },
    { type: "InternalIP", address: "192.0.2.1" },
    { type: "InternalIP", address: "192.0.2.2" },
  ];
  const nodeInfo = { kernelVersion: "6.1.0", architecture: "arm64" };
  const row = shownRow("nodes", { status: { addresses, nodeInfo } });
  assert.equal(row["Internal-IP"], "192.0.2.1");
  assert.equal(row["External-IP"], "<none>");
  assert.equal(row["Kernel-Version"], "6.1.0 (arm64)");
  assert.equal(row["OS-Image"], "<unknown>");
  assert.equal(
    shownRow("nodes", { status: { nodeInfo: { architecture: "arm64" } } })["Kernel-Version"],
    "<unknown> (arm64)",
  );
});
