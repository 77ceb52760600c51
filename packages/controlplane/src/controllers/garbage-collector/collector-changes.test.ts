import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { describe, test } from "node:test";
import { createMemoryStorage, createResourceRegistry } from "@pintle/apiserver";
import { ApiError, createVirtualClock, type ObjectMeta, type Transport } from "@pintle/machinery";
import type { PlaneControllerContext } from "../kit/plane-controller.ts";
import { createPlaneWriter } from "../kit/plane-writer.ts";
import { createServedPlaces } from "../kit/served-places.ts";
import { CollectorRequests } from "./collector-requests.ts";
import { GraphNode } from "./graph-node.ts";

const pizza = { apiVersion: "pizza.example.com/v1", kind: "Pizza", namespace: "shop", name: "a", uid: "u" };
const owner = { apiVersion: "v1", kind: "ConfigMap", name: "owner", uid: "o" };
const judged: ObjectMeta = { name: "a", uid: "u", resourceVersion: "5", ownerReferences: [owner] };

type Reply = readonly [code: number, metadata?: ObjectMeta];

/** Pizzas of a server behind this one, which gives these replies to what it is asked of the pizza, one after the other. */
function createRequests(...replies: readonly Reply[]) {
  const asked: [method: string, body: unknown][] = [];
  const left = [...replies];
  const resource = {
    resource: "pizzas",
    responseKind: { kind: "Pizza" },
    scope: "Namespaced",
    verbs: ["get", "delete"],
  };
  const versions = [{ version: "v1", resources: [resource] }];
  const discovery = { "/api": [], "/apis": [{ metadata: { name: "pizza.example.com" }, versions }] };
  const loopback: Transport = {
    async request({ method, path, body }) {
      const items = path === "/api" || path === "/apis" ? discovery[path] : undefined;
      if (!items) asked.push([method, body && JSON.parse(Buffer.from(body as Uint8Array).toString())]);
      const [code, metadata] = items ? [200] : (left.shift() ?? assert.fail(`${method} ${path} was not expected`));
      const reason = code === 404 ? "NotFound" : "Conflict";
      const answer =
        code === 200 ? { items, metadata: metadata ?? {} } : { kind: "Status", reason, code, message: "no" };
      return {
        status: code,
        headers: {},
        body: (async function* () {
          yield Buffer.from(JSON.stringify(answer));
        })(),
      };
    },
  };
  const clock = createVirtualClock();
  const registry = createResourceRegistry([]);
  const places = createServedPlaces(registry);
  const writer = () => createPlaneWriter({ transport: loopback, places, user: "collector" });
  const context = { registry, places, loopback, clock, storage: createMemoryStorage({ clock }), writer };
  return { requests: new CollectorRequests(context as unknown as PlaneControllerContext), asked };
}

describe("what was judged is deleted", () => {
  const options = (preconditions: object) => ({ kind: "DeleteOptions", apiVersion: "v1", preconditions });

  test("as long as it is what was judged", async () => {
    const { requests, asked } = createRequests([200]);
    assert.equal(await requests.delete(pizza, judged, "Background"), true);
    const preconditions = { uid: "u", resourceVersion: "5" };
    assert.deepEqual(asked, [["DELETE", { ...options(preconditions), propagationPolicy: "Background" }]]);
  });

  test("though somebody has changed it, where its owners are the same", async () => {
    const { requests, asked } = createRequests([409], [200, { ...judged, resourceVersion: "6" }], [200]);
    assert.equal(await requests.delete(pizza, judged, "Orphan"), true);
    assert.deepEqual(asked.at(-1), ["DELETE", { ...options({ uid: "u" }), propagationPolicy: "Orphan" }]);
  });

  test("not where somebody has given it another owner", async () => {
    const now = { ...judged, resourceVersion: "6", ownerReferences: [{ ...owner, uid: "other" }] };
    const { requests, asked } = createRequests([409], [200, now]);
    await assert.rejects(requests.delete(pizza, judged, "Background"), (error) => ApiError.is(error, "Conflict"));
    assert.equal(asked.length, 2);
  });

  test("not where it is another one, or was refused though it is the same", async () => {
    for (const now of [{ ...judged, uid: "other", resourceVersion: "6" }, judged]) {
      const { requests } = createRequests([409], [200, now]);
      await assert.rejects(requests.delete(pizza, judged, "Background"), (error) => ApiError.is(error, "Conflict"));
    }
  });

  test("and is gone where it was gone already", async () => {
    assert.equal(await createRequests([404]).requests.delete(pizza, judged, "Background"), false);
    assert.equal(await createRequests([409], [404]).requests.delete(pizza, judged, "Background"), false);
  });
});

describe("a finalizer is taken away", () => {
  const finalizers = ["example.com/one", "foregroundDeletion"];

  test("from what it is, and no other one with it", async () => {
    const { requests, asked } = createRequests([200, { ...judged, finalizers }], [200]);
    await requests.dropFinalizer(pizza, "foregroundDeletion");
    assert.deepEqual(asked.at(-1), ["PATCH", { metadata: { resourceVersion: "5", finalizers: ["example.com/one"] } }]);
  });

  test("from nothing that is gone, is another one, or has it no more", async () => {
    for (const reply of [[404], [200, { ...judged, uid: "other", finalizers }], [200, judged]] as const) {
      const { requests, asked } = createRequests(reply);
      await requests.dropFinalizer(pizza, "foregroundDeletion");
      assert.deepEqual(
        asked.map(([method]) => method),
        ["GET"],
      );
    }
  });
});

describe("owners are taken away", () => {
  const dependent = () => new GraphNode(pizza, false);

  test("and others stay", async () => {
    const other = { ...owner, uid: "other" };
    const { requests, asked } = createRequests([200, { ...judged, ownerReferences: [owner, other] }], [200]);
    await requests.dropOwners(dependent(), ["o", "unknown"]);
    assert.deepEqual(asked.at(-1)?.[1], { metadata: { resourceVersion: "5", ownerReferences: [other] } });
  });

  test("from nothing that is gone", async () => {
    await assert.rejects(createRequests([404]).requests.dropOwners(dependent(), ["o"]), (error) =>
      ApiError.is(error, "NotFound"),
    );
  });

  test("or are no longer kept from going", async () => {
    const { requests, asked } = createRequests([200, judged]);
    const blocking = { ...judged, ownerReferences: [{ ...owner, blockOwnerDeletion: true }] };
    await requests.unblockOwners(dependent(), blocking);
    const ownerReferences = [{ ...owner, blockOwnerDeletion: false }];
    assert.deepEqual(asked, [["PATCH", { metadata: { resourceVersion: "5", ownerReferences } }]]);
  });
});
