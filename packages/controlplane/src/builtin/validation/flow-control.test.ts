import assert from "node:assert/strict";
import { test } from "node:test";
import type { StrategyRequest } from "@pintle/apiserver";
import type { JsonObject } from "@pintle/machinery";
import { flowSchemaRules } from "./flow-schema-rules.ts";
import { priorityLevelRules } from "./priority-level-rules.ts";

const levels = priorityLevelRules["prioritylevelconfigurations.flowcontrol.apiserver.k8s.io"];
const schemas = flowSchemaRules["flowschemas.flowcontrol.apiserver.k8s.io"];
const request = {} as StrategyRequest;
const queues = (count: number, handSize: number): JsonObject => ({
  metadata: { name: "a" },
  spec: {
    type: "Limited",
    limited: { limitResponse: { type: "Queue", queuing: { queues: count, handSize, queueLengthLimit: 50 } } },
  },
});

test("a hand can be drawn from so many queues as a hash has bits for", () => {
  assert.deepEqual(levels?.validate?.(queues(64, 8), request).map(String), []);
  assert.deepEqual(levels?.validate?.(queues(64, 11), request).map(String), [
    "spec.limited.limitResponse.queuing.handSize: Invalid value: 11: required entropy bits of deckSize 64 and handSize 11 should not be greater than 60",
  ]);
  assert.deepEqual(
    levels?.validate?.(queues(0, 0), request).map(({ detail }) => detail),
    ["must be positive", "must be positive"],
  );
});

test("what the server cannot do without stays, but for the shares of the exempt", () => {
  const exempt = (lendablePercent: number, type = "Exempt"): JsonObject => ({
    metadata: { name: "exempt" },
    spec: { type, exempt: { nominalConcurrencyShares: 0, lendablePercent } },
  });
  assert.deepEqual(levels?.validateUpdate?.(exempt(50), exempt(0), request), []);
  const catchAll = (matchingPrecedence: number): JsonObject => ({
    metadata: { name: "catch-all" },
    spec: { matchingPrecedence, priorityLevelConfiguration: { name: "catch-all" } },
  });
  assert.deepEqual(schemas?.validateUpdate?.(catchAll(9999), catchAll(10_000), request).map(String), [
    'spec: Invalid value: {"PriorityLevelConfiguration":{"Name":"catch-all"},"MatchingPrecedence":9999,"DistinguisherMethod":null,"Rules":null}: ' +
      "spec of 'catch-all' must equal the fixed value",
  ]);
});

test("conditions are of a type, and of each type there is one", () => {
  const level: JsonObject = { status: { conditions: [{ type: "Dangling" }, { type: "Dangling" }, { type: "" }] } };
  assert.deepEqual(schemas?.views?.status?.(level, {}).map(String), [
    'status.conditions[1].type: Duplicate value: "Dangling"',
    "status.conditions[2].type: Required value",
  ]);
});
