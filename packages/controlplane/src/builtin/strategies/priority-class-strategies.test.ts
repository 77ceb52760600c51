import assert from "node:assert/strict";
import { test } from "node:test";
import type { StrategyRequest } from "@pintle/apiserver";
import { priorityClassStrategies } from "./priority-class-strategies.ts";

test("priorities of the system cannot be deleted, others can", () => {
  const specialize = priorityClassStrategies["priorityclasses.scheduling.k8s.io"];
  const { main } = specialize?.({ main: { nameRule: "dns1123Subdomain" }, views: {} }) ?? {};
  const remove = (name: string) => main?.beforeDelete?.({ metadata: { name } }, {} as StrategyRequest);
  assert.throws(() => remove("system-node-critical"), {
    message:
      'priorityclasses.scheduling.k8s.io "system-node-critical" is forbidden: this is a system priority class and cannot be deleted',
  });
  assert.deepEqual(remove("own"), { metadata: { name: "own" } });
});
