import assert from "node:assert/strict";
import { test } from "node:test";
import type { StrategyRequest } from "@pintle/apiserver";
import { ApiError } from "@pintle/machinery";
import type { BuiltInOptions } from "../built-in-options.ts";
import { createAccessStrategies } from "./access-strategies.ts";

const group = "rbac.authorization.k8s.io";
const request = { context: {} } as StrategyRequest;
const generic = { main: { nameRule: "pathSegment" }, views: {} } as const;

test("every write of roles and bindings is checked before it begins, each by its own check", async () => {
  const checked: string[] = [];
  const check = (name: string) => async () => {
    checked.push(name);
    throw ApiError.forbidden({ group, resource: name }, "x", "no");
  };
  const escalation = { checkRole: check("role"), checkBinding: check("binding") };
  const strategies = createAccessStrategies({ escalation } as unknown as BuiltInOptions);
  assert.deepEqual(
    Object.keys(strategies).sort(),
    ["clusterrolebindings", "clusterroles", "rolebindings", "roles"].map((plural) => `${plural}.${group}`),
  );
  for (const plural of ["roles", "clusterroles", "rolebindings", "clusterrolebindings"]) {
    const { begin } = strategies[`${plural}.${group}`]?.(generic).main ?? {};
    await assert.rejects(async () => begin?.({}, undefined, request), /is forbidden: no$/);
  }
  assert.deepEqual(checked, ["role", "role", "binding", "binding"]);
});

test("without such checks the kinds have nothing of their own", () => {
  assert.deepEqual(createAccessStrategies({} as BuiltInOptions), {});
});
