import assert from "node:assert/strict";
import { test } from "node:test";
import type { KubernetesObject } from "@pintle/machinery";
import type { PlaneController, PlaneControllerContext } from "./plane-controller.ts";
import { startTestPlane } from "./plane-fixture.test.ts";

interface CoreEvent extends KubernetesObject {
  readonly involvedObject: Record<string, string>;
  readonly count: number;
  readonly message: string;
  readonly reason: string;
  readonly source: { readonly component: string };
}

const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "default", uid: "u" } };

async function startPlane() {
  const seen: PlaneControllerContext[] = [];
  const controller: PlaneController = {
    name: "teller",
    async start(given) {
      seen.push(given);
      return { [Symbol.asyncDispose]: async () => undefined };
    },
  };
  const plane = await startTestPlane({ controllers: [controller] });
  const events = async () => {
    await plane.settle();
    return plane.user.list<CoreEvent>({ group: "", plural: "events" });
  };
  assert.ok(seen[0]);
  return { plane, events, teller: seen[0].events("teller-controller"), other: seen[0].events("other-controller") };
}

test("an event names its object, its source and its times", async () => {
  const { plane, events, teller } = await startPlane();
  await using _ = plane;
  teller.record(pod, "Normal", "Created", "Created it");
  const [event] = await events();
  assert.match(event?.metadata.name ?? "", /^web\.[0-9a-f]+$/);
  assert.deepEqual(event?.involvedObject, {
    kind: "Pod",
    namespace: "default",
    name: "web",
    uid: "u",
    apiVersion: "v1",
  });
  assert.deepEqual([event?.reason, event?.message, event?.count], ["Created", "Created it", 1]);
  assert.equal(event?.source.component, "teller-controller");
});

test("an event that repeats is counted", async () => {
  const { plane, events, teller } = await startPlane();
  await using _ = plane;
  for (let time = 0; time < 3; time += 1) teller.record(pod, "Normal", "Created", "Created it");
  assert.deepEqual(
    (await events()).map(({ count }) => count),
    [3],
  );
});

test("what is about no namespace is told in default", async () => {
  const { plane, events, teller } = await startPlane();
  await using _ = plane;
  teller.record({ apiVersion: "v1", kind: "Node", metadata: { name: "n" } }, "Warning", "Gone", "it is gone");
  assert.equal((await events())[0]?.metadata.namespace, "default");
});

test("from the tenth message on, events that resemble each other are combined", async () => {
  const { plane, events, teller } = await startPlane();
  await using _ = plane;
  for (let time = 1; time <= 12; time += 1) teller.record(pod, "Normal", "Created", `Created ${time}`);
  const found = await events();
  assert.equal(found.length, 10);
  const combined = found.find(({ message }) => message === "(combined from similar events): Created 12");
  assert.equal(combined?.count, 3);
});

test("who tells too much about an object is not heard for a while", async () => {
  const { plane, events, teller } = await startPlane();
  await using _ = plane;
  for (let time = 1; time <= 40; time += 1) teller.record(pod, "Normal", `Reason${time}`, "said");
  assert.equal((await events()).length, 25);
  await plane.clock.advance(300_000);
  teller.record(pod, "Normal", "Later", "said");
  assert.ok((await events()).some(({ reason }) => reason === "Later"));
});

test("what two tell of an object in the same moment is told by both", async () => {
  const { plane, events, teller, other } = await startPlane();
  await using _ = plane;
  for (const each of [teller, other]) each.record(pod, "Normal", "Created", "Created it");
  const components = (await events()).map(({ source }) => source.component);
  assert.deepEqual(components.toSorted(), ["other-controller", "teller-controller"]);
});
