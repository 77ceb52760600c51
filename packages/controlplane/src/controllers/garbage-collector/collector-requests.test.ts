import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { createMemoryStorage, createResourceRegistry } from "@pintle/apiserver";
import { createVirtualClock, type Transport } from "@pintle/machinery";
import type { PlaneControllerContext } from "../kit/plane-controller.ts";
import { createPlaneWriter } from "../kit/plane-writer.ts";
import { createServedPlaces } from "../kit/served-places.ts";
import { CollectorRequests, NamespacedOwnerError, UnservedKindError } from "./collector-requests.ts";

const pizza = { apiVersion: "pizza.example.com/v1", kind: "Pizza", namespace: "shop", name: "a", uid: "u" };
const resource = { resource: "pizzas", responseKind: { kind: "Pizza" }, scope: "Namespaced", verbs: ["get", "delete"] };

/** A server that keeps nothing itself: there are pizzas with another one behind it. */
function createRequests(answers: Readonly<Record<string, object>>) {
  const asked: string[] = [];
  const clock = createVirtualClock();
  const loopback: Transport = {
    async request({ method, path }) {
      asked.push(`${method} ${path}`);
      const body = answers[path] ?? { kind: "Status", status: "Failure", reason: "NotFound", code: 404 };
      const bytes = Buffer.from(JSON.stringify(body));
      return {
        status: answers[path] ? 200 : 404,
        headers: {},
        body: (async function* () {
          yield bytes;
        })(),
      };
    },
  };
  const registry = createResourceRegistry([]);
  const places = createServedPlaces(registry);
  const writer = () => createPlaneWriter({ transport: loopback, places, user: "collector" });
  const context = { registry, places, loopback, clock, storage: createMemoryStorage({ clock }), writer };
  return { requests: new CollectorRequests(context as unknown as PlaneControllerContext), asked, clock };
}

const groups = {
  "/api": { items: [] },
  "/apis": {
    items: [{ metadata: { name: "pizza.example.com" }, versions: [{ version: "v1", resources: [resource] }] }],
  },
};
const path = "/apis/pizza.example.com/v1/namespaces/shop/pizzas/a";

test("what another server keeps is asked of it, by what discovery says", async () => {
  const { requests, asked } = createRequests({ ...groups, [path]: { metadata: { name: "a", uid: "u" } } });
  assert.equal((await requests.find(pizza))?.uid, "u");
  assert.deepEqual(asked, ["GET /api", "GET /apis", `GET ${path}`]);
});

test("what another server does not have is not there", async () => {
  const { requests } = createRequests(groups);
  assert.equal(await requests.find(pizza), undefined);
});

test("discovery is asked for once in half a minute", async () => {
  const { requests, asked, clock } = createRequests(groups);
  for (let time = 0; time < 3; time += 1) await requests.find(pizza);
  assert.equal(asked.filter((request) => request === "GET /apis").length, 1);
  await clock.advance(30_000);
  await requests.find(pizza);
  assert.equal(asked.filter((request) => request === "GET /apis").length, 2);
});

test("a kind or version that nobody has is unserved, whoever might have it", async () => {
  const { requests } = createRequests(groups);
  for (const wrong of [{ kind: "Pasta" }, { apiVersion: "pizza.example.com/v2" }, { apiVersion: "a/b/c" }]) {
    await assert.rejects(requests.find({ ...pizza, ...wrong }), UnservedKindError);
  }
});

test("what is in a namespace is not looked for without one", async () => {
  const { requests } = createRequests(groups);
  await assert.rejects(requests.find({ ...pizza, namespace: "" }), NamespacedOwnerError);
});
