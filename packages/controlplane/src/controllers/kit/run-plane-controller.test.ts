import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ApiError, createJsonLogger, createVirtualClock, type KubernetesObject } from "@pintle/machinery";
import type { PlaneChange } from "./followed-resource.ts";
import type { PlaneController, PlaneControllerContext } from "./plane-controller.ts";
import { startTestPlane } from "./plane-fixture.test.ts";
import { runPlaneController, type SyncAgain, sourceOf } from "./run-plane-controller.ts";

const configMaps = { group: "", plural: "configmaps", namespace: "default" };

/** A controller that tells what it is asked to do. */
function listening(sync: (key: string, context: PlaneControllerContext) => Promise<SyncAgain | undefined>): {
  readonly controller: PlaneController;
  readonly changes: PlaneChange[];
} {
  const changes: PlaneChange[] = [];
  const controller: PlaneController = {
    name: "listener",
    async start(context) {
      const resource = await context.objects.follow("", "configmaps");
      const noting = resource.onChange((change) => changes.push(change));
      const running = runPlaneController({
        name: "listener",
        context,
        sources: [sourceOf(resource)],
        sync: (key) => sync(key, context),
      });
      return {
        async [Symbol.asyncDispose]() {
          noting[Symbol.dispose]();
          await running[Symbol.asyncDispose]();
        },
      };
    },
  };
  return { controller, changes };
}

describe("objects that are followed", () => {
  test("are told of with what they were before", async () => {
    const { controller, changes } = listening(async () => undefined);
    await using plane = await startTestPlane({ controllers: [controller] });
    const place = { ...configMaps, name: "a" };
    await plane.user.create(configMaps, { metadata: { name: "a" }, data: { x: "1" } });
    await plane.user.patch(place, "merge", { data: { x: "2" } });
    await plane.user.delete(place);
    const told = changes.map(({ type, key, object, previous }) => [type, key, dataOf(object), dataOf(previous)]);
    assert.deepEqual(told, [
      ["add", "default/a", { x: "1" }, undefined],
      ["update", "default/a", { x: "2" }, { x: "1" }],
      ["delete", "default/a", { x: "2" }, undefined],
    ]);
  });

  test("are found by name, namespace and index, as soon as a write is answered", async () => {
    let context: PlaneControllerContext | undefined;
    const controller: PlaneController = {
      name: "reader",
      async start(given) {
        context = given;
        return { [Symbol.asyncDispose]: async () => undefined };
      },
    };
    await using plane = await startTestPlane({ controllers: [controller], namespaces: ["shop"] });
    await plane.user.create(configMaps, { metadata: { name: "a", labels: { color: "red" } } });
    assert.ok(context);
    const found = await context.objects.follow("", "configmaps");
    found.addIndex("color", ({ metadata }) => [metadata.labels?.color ?? ""]);
    await plane.user.create(
      { ...configMaps, namespace: "shop" },
      { metadata: { name: "b", labels: { color: "red" } } },
    );
    const names = (objects: readonly KubernetesObject[]) => objects.map(({ metadata }) => metadata.name);
    assert.deepEqual(names(found.list()), ["a", "b"]);
    assert.deepEqual(names(found.list("shop")), ["b"]);
    assert.deepEqual(names(found.byIndex("color", "red")), ["a", "b"]);
    await plane.user.patch({ ...configMaps, name: "a" }, "merge", { metadata: { labels: { color: "blue" } } });
    assert.deepEqual(names(found.byIndex("color", "red")), ["b"]);
    assert.equal(found.get("default", "a"), found.getByKey("default/a"));
    assert.equal(found.get("default", "b"), undefined);
  });
});

describe("a controller", () => {
  test("is called once for each object that is there, and for each change", async () => {
    const calls: string[] = [];
    const { controller } = listening(async (key) => void calls.push(key) as undefined);
    await using plane = await startTestPlane({ controllers: [controller] });
    await plane.user.create(configMaps, { metadata: { name: "a" } });
    await plane.user.create(configMaps, { metadata: { name: "b" } });
    await plane.settle();
    assert.deepEqual(calls, ["default/a", "default/b"]);
  });

  test("that fails is called again, each time after twice as long, until it succeeds", async () => {
    const clock = createVirtualClock();
    const times: number[] = [];
    const logger = createJsonLogger({ write: () => undefined, clock });
    await using running = runPlaneController({
      name: "failing",
      context: { clock, logger },
      async sync() {
        times.push(clock.monotonic());
        if (times.length < 4) throw ApiError.conflict({ group: "", resource: "pods" }, "a", "another was faster");
        return undefined;
      },
    });
    running.add("a");
    await clock.settle();
    assert.deepEqual(times, [0, 5, 15, 35]);
  });

  test("that fails again and again goes on for ever, but nobody waits for it", async () => {
    let calls = 0;
    let isHopeless = true;
    const { controller } = listening(async () => {
      calls += 1;
      if (isHopeless) throw ApiError.conflict({ group: "", resource: "configmaps" }, "a", "not yet");
      return undefined;
    });
    await using plane = await startTestPlane({ controllers: [controller] });
    await plane.user.create(configMaps, { metadata: { name: "a" } });
    await plane.settle();
    assert.equal(calls, 13);
    await plane.clock.advance(60_000);
    assert.equal(calls, 14);
    isHopeless = false;
    await plane.clock.advance(3_600_000);
    assert.equal(calls, 15);
  });

  test("that wants to look again later is waited for, unless nobody waits", async () => {
    const clock = createVirtualClock();
    const calls: string[] = [];
    const logger = createJsonLogger({ write: () => undefined, clock });
    await using running = runPlaneController({
      name: "again",
      context: { clock, logger },
      async sync(key) {
        calls.push(`${key} ${clock.monotonic()}`);
        return calls.length > 3 ? undefined : { afterMs: 60_000, isBackground: key === "background" };
      },
    });
    running.add("background");
    await clock.settle();
    assert.deepEqual(calls, ["background 0"]);
    running.add("work");
    await clock.settle();
    assert.deepEqual(calls, ["background 0", "work 0", "background 60000", "work 60000"]);
  });

  test("that has ended is called no more, and waits for what it has begun", async () => {
    const clock = createVirtualClock();
    const logger = createJsonLogger({ write: () => undefined, clock });
    const begun = Promise.withResolvers<undefined>();
    const calls: string[] = [];
    const running = runPlaneController({
      name: "ending",
      context: { clock, logger },
      workers: 1,
      async sync(key) {
        calls.push(key);
        return begun.promise;
      },
    });
    running.add("a");
    running.add("b");
    await clock.turn();
    let hasEnded = false;
    const ending = running[Symbol.asyncDispose]().then(() => {
      hasEnded = true;
    });
    await clock.turn();
    assert.equal(hasEnded, false);
    begun.resolve(undefined);
    await ending;
    running.add("c");
    assert.deepEqual(calls, ["a"]);
  });

  test("writes as its ServiceAccount, under the name of kube-controller-manager", async () => {
    const { controller } = listening(async (_, context) => {
      const place = { ...configMaps, plural: "secrets", name: "made" };
      const writer = context.writer("listener");
      await writer.create({ ...place, name: "" }, { metadata: { name: "made" } }).catch(() => undefined);
      return undefined;
    });
    await using plane = await startTestPlane({ controllers: [controller] });
    await plane.user.create(configMaps, { metadata: { name: "a" } });
    await plane.settle();
    const made = await plane.find({ ...configMaps, plural: "secrets", name: "made" });
    assert.equal(made?.metadata.managedFields?.[0]?.manager, "kube-controller-manager");
  });
});

function dataOf(object: KubernetesObject | undefined): unknown {
  return object && "data" in object ? object.data : undefined;
}
