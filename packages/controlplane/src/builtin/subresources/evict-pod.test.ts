import assert from "node:assert/strict";
import { test } from "node:test";
import type { CustomCall } from "@pintle/apiserver";
import { ApiError, createVirtualClock, type JsonObject } from "@pintle/machinery";
import type { BuiltInOptions, ObjectPlace } from "../built-in-options.ts";
import { objectAt, objectsAt, textAt, withValueAt } from "../json-fields.ts";
import { evictPod } from "./evict-pod.ts";

const call = { namespace: "default", name: "web", isDryRun: false } as CustomCall;
const ready = [{ type: "Ready", status: "True" }];
const runningPod = (status: JsonObject = {}): JsonObject => ({
  metadata: { name: "web", namespace: "default", uid: "u", resourceVersion: "7", labels: { app: "web" } },
  status: { phase: "Running", conditions: ready, ...status },
});
const budgetWith = (status: JsonObject, spec: JsonObject = {}): JsonObject => ({
  metadata: { name: "b", namespace: "default", generation: 1 },
  spec: { selector: { matchLabels: { app: "web" } }, ...spec },
  status: { observedGeneration: 1, ...status },
});

/** A store of one pod and some budgets, that remembers what was deleted. */
function createStore(pod: JsonObject, ...budgets: JsonObject[]) {
  const stored = new Map<string, JsonObject>([["web", pod]]);
  for (const budget of budgets) stored.set(textAt(budget, "metadata.name"), budget);
  const deleted: JsonObject[] = [];
  const objects = {
    get: async ({ name }: ObjectPlace) => stored.get(name) ?? assert.fail(),
    list: async (_group: string, _plural: string, namespace?: string) =>
      budgets.filter((budget) => namespace === undefined || textAt(budget, "metadata.namespace") === namespace),
    rewrite: async ({ name }: ObjectPlace, change: (object: JsonObject) => JsonObject, isDryRun: boolean) => {
      const changed = change(stored.get(name) ?? assert.fail());
      if (isDryRun) return textAt(changed, "metadata.resourceVersion");
      stored.set(name, withValueAt(changed, "metadata.resourceVersion", "8"));
      return "8";
    },
    delete: async (_place: ObjectPlace, options: JsonObject) => void deleted.push(options),
  };
  const options = { clock: createVirtualClock(), objects } as unknown as BuiltInOptions;
  return { options, stored, deleted };
}

async function refusalOf(eviction: Promise<void>): Promise<string | undefined> {
  try {
    await eviction;
    return undefined;
  } catch (error) {
    assert.ok(error instanceof ApiError);
    return error.status.details?.causes?.[0]?.message ?? error.status.message;
  }
}

test("a pod without a budget goes, and says why", async () => {
  const { options, stored, deleted } = createStore(runningPod());
  await evictPod(options, call, { deleteOptions: { gracePeriodSeconds: 0 } });
  assert.deepEqual(deleted, [{ gracePeriodSeconds: 0 }]);
  const [, target] = objectsAt(stored.get("web") ?? {}, "status.conditions");
  assert.equal(target?.reason, "EvictionByEvictionAPI");
});

test("only budgets of the pod's namespace are read", async () => {
  const elsewhere = { ...budgetWith({ disruptionsAllowed: 0 }), metadata: { name: "b", namespace: "other" } };
  const { options, deleted } = createStore(runningPod(), elsewhere);
  const asked: unknown[] = [];
  const list: BuiltInOptions["objects"]["list"] = (...place) => {
    asked.push(place);
    return options.objects.list(...place);
  };
  await evictPod({ ...options, objects: { ...options.objects, list } }, call, {});
  assert.deepEqual(asked, [["policy", "poddisruptionbudgets", "default"]]);
  assert.equal(deleted.length, 1);
});

test("a budget with room for one allows one, and is told which", async () => {
  const { options, stored, deleted } = createStore(runningPod(), budgetWith({ disruptionsAllowed: 1 }));
  await evictPod(options, call, {});
  const status = objectAt(stored.get("b") ?? {}, "status");
  assert.equal(status.disruptionsAllowed, 0);
  assert.deepEqual(Object.keys(objectAt(status, "disruptedPods")), ["web"]);
  assert.equal(objectsAt(status, "conditions")[0]?.reason, "InsufficientPods");
  assert.equal(deleted.length, 1);
});

test("a budget without room refuses, and says what it misses", async () => {
  const none = { disruptionsAllowed: 0, desiredHealthy: 2, currentHealthy: 2 };
  const refused = async (status: JsonObject) => {
    const { options, deleted } = createStore(runningPod(), budgetWith(status));
    const refusal = await refusalOf(evictPod(options, call, {}));
    assert.equal(deleted.length, 0);
    return refusal;
  };
  assert.equal(await refused(none), "The disruption budget b needs 2 healthy pods and has 2 currently");
  assert.equal(
    await refused({ ...none, currentHealthy: 3 }),
    "The disruption budget b does not allow evicting pods currently",
  );
  const condition = { type: "DisruptionAllowed", status: "False", reason: "SyncFailed", message: "no pods" };
  assert.equal(
    await refused({ ...none, conditions: [condition] }),
    "The disruption budget b does not allow evicting pods currently because it failed sync: no pods",
  );
  assert.equal(
    await refused({ ...none, observedGeneration: 0 }),
    "The disruption budget b is still being processed by the server.",
  );
  assert.match((await refused({ disruptionsAllowed: -1 })) ?? "", /pdb disruptions allowed is negative$/);
});

test("pods that do not run, and unhealthy ones where enough are healthy, go without asking", async () => {
  const budget = budgetWith({ disruptionsAllowed: 0, desiredHealthy: 1, currentHealthy: 1 });
  for (const pod of [
    runningPod({ phase: "Pending" }),
    runningPod({ phase: "Failed" }),
    runningPod({ conditions: [] }),
  ]) {
    const { options, deleted } = createStore(pod, budget);
    await evictPod(options, call, {});
    assert.equal(deleted.length, 1);
  }
  const always = budgetWith({ disruptionsAllowed: 0 }, { unhealthyPodEvictionPolicy: "AlwaysAllow" });
  const { options, deleted } = createStore(runningPod({ conditions: [] }), always);
  await evictPod(options, call, {});
  assert.equal(deleted.length, 1);
});

test("two budgets for one pod are one too many", async () => {
  const budget = budgetWith({ disruptionsAllowed: 1 });
  const { options } = createStore(runningPod(), budget, { ...budget, metadata: { name: "c", namespace: "default" } });
  assert.match((await refusalOf(evictPod(options, call, {}))) ?? "", /more than one PodDisruptionBudget/);
});

test("a dry run takes nothing from the budget", async () => {
  const { options, stored, deleted } = createStore(runningPod(), budgetWith({ disruptionsAllowed: 1 }));
  await evictPod(options, { ...call, isDryRun: true }, {});
  assert.equal(objectAt(stored.get("b") ?? {}, "status").disruptionsAllowed, 1);
  assert.deepEqual(deleted, [{ dryRun: ["All"] }]);
});

test("what is asked of the pod is asked before it is told of its end, and means the pod as it is then", async () => {
  const evict = (preconditions: JsonObject) => {
    const store = createStore(runningPod());
    return { ...store, eviction: evictPod(store.options, call, { deleteOptions: { preconditions } }) };
  };
  for (const [preconditions, text] of [
    [{ uid: "other" }, "the UID in the precondition (other) does not match the UID in record (u)."],
    [
      { resourceVersion: "1" },
      "the ResourceVersion in the precondition (1) does not match the ResourceVersion in record (7).",
    ],
  ] as const) {
    const { eviction, stored, deleted } = evict(preconditions);
    assert.ok((await refusalOf(eviction))?.startsWith(`Operation cannot be fulfilled on Pod "web": ${text}`));
    assert.deepEqual([deleted, objectsAt(stored.get("web") ?? {}, "status.conditions").length], [[], 1]);
  }
  const { eviction, deleted } = evict({ uid: "u", resourceVersion: "7" });
  await eviction;
  assert.deepEqual(deleted, [{ preconditions: { uid: "u", resourceVersion: "8" } }]);
});

test("a pod that goes because it serves nobody does not go if it has begun to", async () => {
  const budget = budgetWith({ disruptionsAllowed: 0, desiredHealthy: 1, currentHealthy: 1 });
  const { options, stored, deleted } = createStore(runningPod({ conditions: [] }), budget);
  const { get } = options.objects;
  const becomeReady = async (place: ObjectPlace) => {
    const pod = await get(place);
    stored.set("web", withValueAt(runningPod(), "metadata.resourceVersion", "9"));
    return pod;
  };
  const racing = { ...options, objects: { ...options.objects, get: becomeReady } };
  assert.equal(
    await refusalOf(evictPod(racing, call, {})),
    "The disruption budget b is still being processed by the server.",
  );
  assert.deepEqual(deleted, []);
});

test("a pod that has begun to run meanwhile is asked for again", async () => {
  const budget = budgetWith({ disruptionsAllowed: 0, desiredHealthy: 1, currentHealthy: 1 });
  const { options, stored, deleted } = createStore(runningPod({ phase: "Pending" }), budget);
  const { get } = options.objects;
  const begin = async (place: ObjectPlace) => {
    const pod = await get(place);
    stored.set("web", withValueAt(runningPod(), "metadata.resourceVersion", "9"));
    return pod;
  };
  const racing = { ...options, objects: { ...options.objects, get: begin } };
  const text = "The disruption budget b needs 1 healthy pods and has 1 currently";
  assert.equal(await refusalOf(evictPod(racing, call, {})), text);
  assert.deepEqual(deleted, []);
});
