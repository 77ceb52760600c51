import assert from "node:assert/strict";
import { test } from "node:test";
import { disruptionController } from "../disruption/disruption-controller.ts";
import { garbageCollector } from "../garbage-collector/garbage-collector.ts";
import { namespaceController } from "../namespace/namespace-controller.ts";
import { resourceQuotaController } from "../resource-quota/resource-quota-controller.ts";
import { endpointSliceController } from "./endpoint-slice-controller.ts";
import { endpointsController } from "./endpoints-controller.ts";
import { sliceMirroringController } from "./slice-mirroring-controller.ts";
import { Street } from "./street-fixture.test.ts";

const controllers = [
  ...[garbageCollector, namespaceController, endpointSliceController, endpointsController],
  ...[sliceMirroringController, disruptionController, resourceQuotaController],
];

test("a namespace with Services, mirrors, budgets and quotas goes away whole, and nobody tries again", async () => {
  await using street = await Street.open(...controllers);
  const { plane } = street;
  await street.makeService();
  await street.makeService({ selector: null }, { name: "outside" });
  const subsets = [{ addresses: [{ ip: "203.0.113.7" }], ports: [{ port: 443 }] }];
  await street.create("endpoints", { metadata: { name: "outside" }, subsets });
  await street.create("resourcequotas", { metadata: { name: "limits" }, spec: { hard: { pods: "5", services: "5" } } });
  const spec = { selector: {}, minAvailable: 1 };
  const budgets = { group: "policy", plural: "poddisruptionbudgets", namespace: "street" };
  await plane.user.create(budgets, { metadata: { name: "guard" }, spec });
  assert.equal((await street.slices()).length, 2);
  await plane.user.delete({ group: "", plural: "namespaces", name: "street" });
  await plane.settle();
  assert.equal(await plane.find({ group: "", plural: "namespaces", name: "street" }), undefined);
  assert.deepEqual(await street.slices(), []);
});

test("what cannot be made any more in a namespace that is ending is not tried again", async () => {
  await using street = await Street.open(endpointSliceController, endpointsController);
  const { plane } = street;
  await street.makeService();
  const { metadata } = await street.slice();
  await plane.user.delete({ group: "", plural: "namespaces", name: "street" });
  const startMs = plane.clock.monotonic();
  await street.delete("endpointslices", metadata.name ?? "");
  await street.delete("endpoints", "shop");
  assert.deepEqual([await street.slices(), await street.endpoints()], [[], undefined]);
  assert.equal(plane.clock.monotonic(), startMs);
});

test("a Service takes its slices and Endpoints along", async () => {
  await using street = await Street.open(...controllers);
  await street.makeService();
  await street.runPod("a");
  await street.delete("services", "shop");
  assert.deepEqual([await street.slices(), await street.endpoints()], [[], undefined]);
});

test("the same seed gives the same objects", async () => {
  const run = async () => {
    await using street = await Street.open(...controllers);
    await street.makeService();
    for (const name of ["a", "b", "c"]) await street.runPod(name);
    await street.setReady("b", "False");
    await street.delete("pods", "c");
    return JSON.stringify([await street.slices(), await street.endpoints()]);
  };
  assert.equal(await run(), await run());
});
