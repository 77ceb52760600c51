import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, createSeededRandom, createVirtualClock } from "@pintle/machinery";
import { createOrUpdate, ignoreNotFound } from "./create-or-update.ts";
import { mergePatchFrom } from "./merge-patch-from.ts";
import { retryOnConflict } from "./retry-on-conflict.ts";

const boxes = { group: "", resource: "boxes" };
const conflict = () => ApiError.conflict(boxes, "a", "somebody else was here");

function failing(times: number, error: () => Error) {
  let calls = 0;
  const work = async () => {
    calls += 1;
    if (calls <= times) throw error();
    return "done";
  };
  return { work, calls: () => calls };
}

function seams() {
  return { clock: createVirtualClock(), random: createSeededRandom(1) };
}

test("a conflict is tried again, five times in all, about ten milliseconds apart", async () => {
  const { clock, random } = seams();
  const passing = failing(4, conflict);
  const before = clock.monotonic();

  const result = retryOnConflict({ clock, random }, passing.work);
  await clock.settle();
  assert.equal(await result, "done");
  const tookMs = clock.monotonic() - before;
  assert.ok(tookMs >= 40 && tookMs <= 44, `${tookMs} ms`);

  const lasting = failing(5, conflict);
  const lost = assert.rejects(retryOnConflict({ clock, random }, lasting.work), { reason: "Conflict" });
  await clock.settle();
  await lost;
  assert.equal(lasting.calls(), 5);
});

test("what is no conflict is thrown at once, and so is an abort", async () => {
  const other = failing(1, () => ApiError.notFound(boxes, "a"));
  await assert.rejects(retryOnConflict(seams(), other.work), { reason: "NotFound" });
  assert.equal(other.calls(), 1);

  const wrapped = failing(1, () => new Error("wrapped", { cause: conflict() }));
  const { clock, random } = seams();
  const result = retryOnConflict({ clock, random }, wrapped.work);
  await clock.settle();
  assert.equal(await result, "done", "a conflict may be wrapped");

  const controller = new AbortController();
  const reason = new Error("enough");
  const work = async () => {
    controller.abort(reason);
    throw conflict();
  };
  await assert.rejects(retryOnConflict(seams(), work, { signal: controller.signal }), reason);
});

test("only what is not found is ignored", async () => {
  assert.equal(await ignoreNotFound(Promise.resolve(1)), 1);
  assert.equal(await ignoreNotFound(Promise.reject(ApiError.notFound(boxes, "a"))), undefined);
  await assert.rejects(ignoreNotFound(Promise.reject(conflict())), { reason: "Conflict" });
});

test("an object that was changed in place is updated, and one that was left alone is not", async () => {
  const stored = { apiVersion: "v1", kind: "Box", metadata: { name: "a", labels: { app: "web" } } };
  const writes: string[] = [];
  const resource = {
    get: async () => structuredClone(stored),
    create: async () => assert.fail("it is there"),
    update: async (object: typeof stored) => {
      writes.push(JSON.stringify(object));
      return object;
    },
  };

  const same = await createOrUpdate(resource, "a", (found) => found ?? stored);
  assert.deepEqual([same.operation, same.object, writes.length], ["unchanged", stored, 0]);
  const changed = await createOrUpdate(resource, "a", (found = stored) => {
    found.metadata.labels.app = "db";
    return found;
  });
  assert.deepEqual([changed.operation, changed.object.metadata.labels.app], ["updated", "db"]);
});

test("a patch from two states has their difference, and the version where that is asked for", () => {
  const base = {
    metadata: { name: "a", resourceVersion: "7" },
    data: { one: "1", two: "2" } as Record<string, string>,
  };
  const changed = { ...base, data: { one: "I" } };

  assert.deepEqual(mergePatchFrom(base, changed), { merge: { data: { one: "I", two: null } } });
  assert.deepEqual(mergePatchFrom(base, changed, { optimisticLock: true }).merge, {
    data: { one: "I", two: null },
    metadata: { resourceVersion: "7" },
  });
  const unread = { metadata: { name: "a" } };
  assert.throws(() => mergePatchFrom(unread, unread, { optimisticLock: true }), {
    code: "PINTLE_RESOURCE_VERSION_MISSING",
  });
});
