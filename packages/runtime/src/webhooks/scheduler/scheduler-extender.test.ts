import assert from "node:assert/strict";
import { test } from "node:test";
import { Caller, type Json } from "../webhook-fixture.test.ts";
import { schedulerExtender } from "./scheduler-extender.ts";

const Pod = { metadata: { name: "p", namespace: "default", uid: "u" }, spec: { containers: [] } };
const node = (name: string) => ({ metadata: { name } });
const ask = async (caller: Caller, verb: string, args: Json) =>
  await caller.ask(`/scheduler/${verb}`, JSON.stringify(args));

test("filter answers names with names and nodes with nodes", async () => {
  const caller = new Caller(
    schedulerExtender({
      filter: ({ pod, nodeNames }) => ({
        nodeNames: nodeNames.filter((name) => name !== "b"),
        failed: { b: `is not for ${pod.metadata.name}` },
      }),
    }),
  );
  const rest = { FailedNodes: { b: "is not for p" }, FailedAndUnresolvableNodes: {}, Error: "" };
  assert.deepEqual(await ask(caller, "filter", { Pod, NodeNames: ["a", "b"] }), [200, { NodeNames: ["a"], ...rest }]);
  const Nodes = { items: [node("a"), node("b")] };
  const [, whole] = await ask(caller, "filter", { Pod, Nodes });
  assert.deepEqual(whole, { Nodes: { metadata: {}, items: [node("a")] }, ...rest });
});

test("prioritize, bind and preempt speak the scheduler's words", async () => {
  const bound: unknown[] = [];
  const caller = new Caller(
    schedulerExtender({
      prioritize: () => ({ a: 10, b: 0 }),
      bind: async ({ signal: _, ...binding }) => void bound.push(binding),
      preempt: ({ victims }) => ({ b: victims.b ?? { podUids: [], disruptionBudgetViolations: 0 } }),
    }),
  );
  const [, scores] = await ask(caller, "prioritize", { Pod, NodeNames: ["a", "b"] });
  assert.deepEqual(scores, [
    { Host: "a", Score: 10 },
    { Host: "b", Score: 0 },
  ]);
  const binding = { PodName: "p", PodNamespace: "default", PodUID: "u", Node: "a" };
  assert.deepEqual(await ask(caller, "bind", binding), [200, { Error: "" }]);
  assert.deepEqual(bound, [{ podName: "p", podNamespace: "default", podUid: "u", node: "a" }]);
  const expected = { NodeNameToMetaVictims: { b: { Pods: [{ UID: "v" }], NumPDBViolations: 1 } } };
  const NodeNameToMetaVictims = { a: { Pods: [] }, b: { Pods: [{ UID: "v" }], NumPDBViolations: 1 } };
  assert.deepEqual(await ask(caller, "preempt", { Pod, NodeNameToMetaVictims }), [200, expected]);
  const NodeNameToVictims = { b: { Pods: [{ metadata: { uid: "v" } }], NumPDBViolations: 1 } };
  assert.deepEqual(await ask(caller, "preempt", { Pod, NodeNameToVictims }), [200, expected]);
});

test("what breaks is told to the scheduler as an error, and nothing is bound", async () => {
  const broken = () => {
    throw new Error("swordfish");
  };
  const caller = new Caller(schedulerExtender({ filter: broken, prioritize: () => ({ a: 11 }), bind: broken }));
  assert.deepEqual(await ask(caller, "filter", { Pod, NodeNames: [] }), [
    200,
    { Error: "the scheduler extender failed" },
  ]);
  const binding = { PodName: "p", Node: "a" };
  assert.deepEqual(await ask(caller, "bind", binding), [200, { Error: "the scheduler extender failed" }]);
  assert.equal((await ask(caller, "bind", {}))[0], 400);
  assert.equal((await ask(caller, "filter", {}))[0], 400);
  assert.match(caller.lines.join(""), /swordfish/);
  const invented = new Caller(schedulerExtender({ filter: () => ({ nodeNames: ["elsewhere"] }) }));
  const [, answer] = await ask(invented, "filter", { Pod, NodeNames: ["a"] });
  assert.deepEqual(answer, { Error: "the scheduler extender failed" });
});

test("only what there are functions for is served, below the prefix", () => {
  const paths = schedulerExtender({ filter: () => ({ nodeNames: [] }) }, "/my-extender").endpoints.map(
    ({ path }) => path,
  );
  assert.deepEqual(paths, ["/my-extender/filter"]);
});
