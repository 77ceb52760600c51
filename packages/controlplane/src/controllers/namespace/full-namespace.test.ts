import assert from "node:assert/strict";
import { test } from "node:test";
import type { Namespace } from "@pintle/kinds";
import { startTestPlane, type TestPlane } from "../kit/plane-fixture.test.ts";
import { denial, refuse } from "../kit/refusal-fixture.test.ts";
import { namespaceController } from "./namespace-controller.ts";

const shop = { group: "", plural: "namespaces", name: "shop" };
const configMaps = { group: "", plural: "configmaps", namespace: "shop" };
const startPlane = () => startTestPlane({ controllers: [namespaceController], namespaces: ["shop"] });

async function messageOf(plane: TestPlane, type: string): Promise<string | undefined> {
  const found = await plane.find<Namespace>(shop);
  return found?.status?.conditions?.find((condition) => condition.type === type)?.message;
}

test("hundreds of objects with finalizers are told by number, looked at now and then, and go with the last finalizer", async () => {
  await using plane = await startPlane();
  const names = Array.from({ length: 300 }, (_, index) => `a-${index}`);
  for (const [index, name] of names.entries()) {
    const finalizers = ["example.com/all", `example.com/${index % 3}`];
    await plane.user.create(configMaps, { metadata: { name, finalizers } });
  }
  await plane.user.delete(shop);
  await plane.settle();
  assert.equal(
    await messageOf(plane, "NamespaceContentRemaining"),
    "Some resources are remaining: configmaps. has 300 resource instances",
  );
  assert.equal(
    await messageOf(plane, "NamespaceFinalizersRemaining"),
    "Some content in the namespace has finalizers remaining: example.com/0 in 100 resource instances, " +
      "example.com/1 in 100 resource instances, example.com/2 in 100 resource instances, " +
      "example.com/all in 300 resource instances",
  );
  const before = plane.requests.length;
  await plane.clock.advance(60_000);
  const asked = plane.requests.slice(before);
  const looks = asked.filter((request) => request.startsWith("DELETE ")).length;
  assert.ok(looks >= 6 && looks <= 8, `it was looked at ${looks} times in a minute`);
  assert.ok(asked.length <= 10 * looks, `${asked.length} requests for ${looks} looks`);
  for (const name of names) {
    await plane.user.patch({ ...configMaps, name }, "merge", { metadata: { finalizers: null } });
  }
  await plane.settle();
  assert.equal(await plane.find(shop), undefined);
});

test("as many finalizers as an object can have are told each by its name", async () => {
  await using plane = await startPlane();
  const finalizers = Array.from({ length: 500 }, (_, index) => `example.com/${index}`);
  await plane.user.create(configMaps, { metadata: { name: "a", finalizers } });
  await plane.user.delete(shop);
  await plane.settle();
  const message = (await messageOf(plane, "NamespaceFinalizersRemaining")) ?? "";
  assert.equal(message.split(" in 1 resource instances").length, 501);
});

test("what may not be deleted is told, with the reason", async () => {
  await using plane = await startPlane();
  await plane.user.create(configMaps, { metadata: { name: "a" } });
  const lift = await refuse(plane, "DELETE", "configmaps");
  await plane.user.delete(shop);
  await plane.settle();
  const message = (await messageOf(plane, "NamespaceDeletionContentFailure")) ?? "";
  assert.ok(message.startsWith("Failed to delete all resource types, 1 remaining: "), message);
  assert.ok(message.endsWith(denial), message);
  await lift();
  await plane.clock.advance(60_000);
  assert.equal(await plane.find(shop), undefined);
});

test("what somebody makes in other kinds does not keep what can go", async () => {
  await using plane = await startPlane();
  const secrets = { group: "", plural: "secrets", namespace: "shop" };
  await plane.user.create(configMaps, { metadata: { name: "held", finalizers: ["example.com/one"] } });
  await plane.user.create(secrets, { metadata: { name: "free" } });
  await plane.user.delete(shop);
  await plane.settle();
  assert.equal(await plane.find({ ...secrets, name: "free" }), undefined);
  assert.ok(await plane.find({ ...configMaps, name: "held" }));
});
