import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Pod, PodDisruptionBudget, PodDisruptionBudgetStatus } from "@pintle/kinds";
import { formatTime } from "@pintle/machinery";
import { countHealthyPods, findDisruptedPods, statusOfBudget, statusOfFailure } from "./budget-status.ts";

const now = Date.UTC(2026, 0, 1, 12);
const ago = (seconds: number) => formatTime(now - seconds * 1_000);

function pod(name: string, { ready = "True", isEnding = false } = {}): Pod {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, ...(isEnding && { deletionTimestamp: ago(0) }) },
    status: { conditions: [{ type: "Ready", status: ready as "True" }] },
  };
}

function budget(status: Partial<PodDisruptionBudgetStatus> = {}): PodDisruptionBudget {
  const counted = { currentHealthy: 0, desiredHealthy: 0, expectedPods: 0, disruptionsAllowed: 0 };
  const metadata = { name: "guard", namespace: "shop", generation: 1 };
  return { apiVersion: "policy/v1", kind: "PodDisruptionBudget", metadata, status: { ...counted, ...status } };
}

const evicted = (disruptedPods: { [name: string]: string }) => budget({ disruptedPods });

describe("a pod that was evicted", () => {
  const look = (seconds: number, found: readonly Pod[] = [pod("a")]) => {
    const { waiting, overdue, recheckMs } = findDisruptedPods(evicted({ a: ago(seconds) }), found, now);
    return [Object.keys(waiting), overdue.map(({ metadata }) => metadata.name), recheckMs];
  };

  test("is waited for two minutes, to the end of the last second", () => {
    assert.deepEqual(look(0), [["a"], [], 120_001]);
    assert.deepEqual(look(119), [["a"], [], 1_001]);
    assert.deepEqual(look(120), [["a"], [], 1]);
    assert.deepEqual(look(121), [[], ["a"], undefined]);
  });

  test("is forgotten as soon as it is ending or gone", () => {
    assert.deepEqual(look(0, [pod("a", { isEnding: true })]), [[], [], undefined]);
    assert.deepEqual(look(300, [pod("a", { isEnding: true })]), [[], [], undefined]);
    assert.deepEqual(look(0, []), [[], [], undefined]);
    assert.deepEqual(look(0, [pod("b")]), [[], [], undefined]);
  });

  test("does not keep others waiting: the first of them to be overdue is looked at first", () => {
    const names = ["a", "b", "c"];
    const disrupted = evicted({ a: ago(10), b: ago(110), c: ago(60) });
    const { waiting, recheckMs } = findDisruptedPods(
      disrupted,
      names.map((name) => pod(name)),
      now,
    );
    assert.deepEqual(Object.keys(waiting), names);
    assert.equal(recheckMs, 10_001);
  });

  test("at no time at all is overdue", () => {
    const disruptedPods = JSON.parse('{"a":null}');
    assert.deepEqual(findDisruptedPods(evicted(disruptedPods), [pod("a")], now).overdue.length, 1);
  });

  test("may have any name that an object's properties have", () => {
    const disruptedPods = JSON.parse(`{"__proto__":"${ago(0)}","constructor":"${ago(0)}"}`);
    const found = findDisruptedPods(
      evicted(disruptedPods),
      [pod("__proto__"), pod("constructor"), pod("toString")],
      now,
    );
    assert.deepEqual(Object.keys(found.waiting).toSorted(), ["__proto__", "constructor"]);
    assert.equal(countHealthyPods([pod("__proto__"), pod("toString")], found, now), 1);
  });
});

describe("a pod is healthy", () => {
  const count = (found: Pod, waiting = {}) => countHealthyPods([found], { waiting, overdue: [], recheckMs: 1 }, now);

  test("while it is ready, and neither ending nor evicted", () => {
    assert.equal(count(pod("a")), 1);
    for (const ready of ["False", "Unknown"]) assert.equal(count(pod("a", { ready })), 0);
    assert.equal(count(pod("a", { isEnding: true })), 0);
    assert.equal(count({ ...pod("a"), status: {} }), 0);
    assert.equal(count(pod("a"), { a: ago(119) }), 0);
    assert.equal(count(pod("a"), { b: ago(0) }), 1);
  });

  test("again in the moment in which its eviction has come to nothing", () => {
    assert.equal(count(pod("a"), { a: ago(120) }), 1);
  });
});

describe("the status of a budget", () => {
  const counts = { currentHealthy: 3, desiredHealthy: 1, expectedPods: 3, disruptedPods: {} };
  const time = ago(0);
  const told = () => {
    const status = statusOfBudget(budget(), counts, time);
    assert.ok(status);
    return status;
  };

  test("allows what is healthy beyond what must be, and nothing where no pods are expected", () => {
    for (const [currentHealthy, desiredHealthy, expectedPods, allowed] of [
      [3, 1, 3, 2],
      [1, 1, 3, 0],
      [0, 2, 3, 0],
      [5, 0, 5, 5],
      [2, 0, 0, 0],
      [0, 0, 0, 0],
      [1, 0, 1, 1],
    ] as const) {
      const status = statusOfBudget(
        budget(),
        { currentHealthy, desiredHealthy, expectedPods, disruptedPods: {} },
        time,
      );
      assert.equal(status?.disruptionsAllowed, allowed);
      const { status: isAllowed, reason } = status?.conditions?.[0] ?? {};
      const words = allowed > 0 ? ["True", "SufficientPods"] : ["False", "InsufficientPods"];
      assert.deepEqual([isAllowed, reason], words);
    }
  });

  test("is not written again while nothing changes", () => {
    assert.equal(statusOfBudget(budget({ ...told(), disruptedPods: {} }), counts, ago(-60)), undefined);
    assert.equal(statusOfBudget(budget(told()), counts, ago(-60)), undefined);
  });

  test("is written again where anything in it changes", () => {
    const isWritten = (status: Partial<PodDisruptionBudgetStatus>, other: Partial<typeof counts> = {}) =>
      statusOfBudget(budget({ ...told(), ...status }), { ...counts, ...other }, time) !== undefined;
    assert.ok(isWritten({ currentHealthy: 2 }));
    assert.ok(isWritten({ desiredHealthy: 2 }));
    assert.ok(isWritten({ expectedPods: 2 }));
    assert.ok(isWritten({ disruptionsAllowed: 1 }));
    assert.ok(isWritten({ observedGeneration: 0 }));
    assert.ok(isWritten({ disruptedPods: { a: ago(0) } }));
    assert.ok(isWritten({}, { disruptedPods: { a: ago(0) } }));
    const [condition] = told().conditions ?? [];
    assert.ok(condition);
    assert.ok(isWritten({ conditions: [] }));
    assert.ok(isWritten({ conditions: [{ ...condition, reason: "Guessed" }] }));
    assert.ok(isWritten({ conditions: [{ ...condition, status: "False" }] }));
  });

  test("keeps the conditions of others, and the time of its own while that stays what it is", () => {
    const [condition] = told().conditions ?? [];
    assert.ok(condition);
    const foreign = { ...condition, type: "Audited" };
    const status = statusOfBudget(
      budget({ ...told(), conditions: [foreign, { ...condition, lastTransitionTime: ago(600) }] }),
      { ...counts, currentHealthy: 2 },
      time,
    );
    assert.deepEqual(
      status?.conditions?.map(({ type, lastTransitionTime }) => [type, lastTransitionTime]),
      [
        ["Audited", foreign.lastTransitionTime],
        ["DisruptionAllowed", ago(600)],
      ],
    );
  });

  test("allows nothing where the pods cannot be counted, and keeps what was counted before", () => {
    const failed = statusOfFailure(budget(told()), "nobody knows", time);
    assert.deepEqual([failed.disruptionsAllowed, failed.currentHealthy, failed.expectedPods], [0, 3, 3]);
    const { status, reason, message } = failed.conditions?.[0] ?? {};
    assert.deepEqual([status, reason, message], ["False", "SyncFailed", "nobody knows"]);
  });
});
