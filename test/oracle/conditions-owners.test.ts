import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Condition,
  controllerOf,
  hasConditionStatus,
  isConditionFalse,
  isConditionTrue,
  isControlledBy,
  removeCondition,
  setCondition,
} from "@pintle/machinery";
import fc from "fast-check";
import { missing } from "../tools.ts";
import { type Answer, askOracle } from "./oracle.ts";

const sample = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.sample(arbitrary, { seed: 42, numRuns: 10_000 });
const now = "2021-01-01T00:00:00Z";

function answered<Value>(answer: Answer<Value> | undefined): Value {
  assert.ok(answer && "value" in answer, JSON.stringify(answer));
  return answer.value;
}

const conditionFields = {
  type: fc.constantFrom("Ready", "Available", "constructor"),
  status: fc.constantFrom("True" as const, "False" as const, "Unknown" as const),
  observedGeneration: fc.constantFrom(undefined, 0, 1, 2),
  reason: fc.constantFrom("AllReady", "RollingOut"),
  message: fc.constantFrom("", "2 of 3"),
};
const time = fc.constantFrom("2020-01-01T00:00:00Z", "2020-02-02T02:02:02Z");
const stored = fc.record({ ...conditionFields, lastTransitionTime: time });
const next = fc.record({ ...conditionFields, lastTransitionTime: fc.option(time, { nil: undefined }) });
const conditionsCase = fc.record({
  now: fc.constant(now),
  // Types repeat now and then: the first one counts, and removing takes all.
  conditions: fc.array(stored, { maxLength: 4 }),
  steps: fc.array(fc.oneof(fc.record({ set: next }), fc.record({ remove: conditionFields.type })), { maxLength: 6 }),
});

interface ConditionAnswer {
  changed: boolean;
  conditions: readonly Condition[];
  true: boolean;
  false: boolean;
  unknown: boolean;
}

test("10,000 sequences of conditions go the way of upstream's SetStatusCondition", {
  skip: missing("go"),
}, async () => {
  const cases = sample(conditionsCase);
  const answers = await askOracle<ConditionAnswer[]>("conditions", cases);
  for (const [index, { steps, conditions: initial }] of cases.entries()) {
    let conditions = initial as readonly Condition[];
    const ours = steps.map((step): ConditionAnswer => {
      const before = conditions;
      if ("set" in step) conditions = setCondition(conditions, step.set, now).conditions;
      else conditions = removeCondition(conditions, step.remove);
      const type = "set" in step ? step.set.type : step.remove;
      return {
        changed: conditions !== before,
        conditions,
        true: isConditionTrue(conditions, type),
        false: isConditionFalse(conditions, type),
        unknown: hasConditionStatus(conditions, type, "Unknown"),
      };
    });
    assert.deepEqual(onTheWire(ours), answered(answers[index]), JSON.stringify(cases[index]));
  }
});

/** A generation of 0 is not written. */
function onTheWire<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value, (key, inner) => (key === "observedGeneration" ? inner || undefined : inner)));
}

const reference = fc.record(
  {
    apiVersion: fc.constantFrom("apps/v1", "v1"),
    kind: fc.constantFrom("ReplicaSet", "Pod"),
    name: fc.constantFrom("a", "b"),
    uid: fc.constantFrom("1", "2"),
    controller: fc.boolean(),
    blockOwnerDeletion: fc.boolean(),
  },
  { requiredKeys: ["apiVersion", "kind", "name", "uid"] },
);

test("10,000 lists of owners have the controller that upstream finds", { skip: missing("go") }, async () => {
  const cases = sample(
    fc.record({ references: fc.array(reference, { maxLength: 3 }), ownerUid: fc.constantFrom("1", "2", "3") }),
  );
  const answers = await askOracle("controller-of", cases);
  for (const [index, { references, ownerUid }] of cases.entries()) {
    const child = { metadata: { ownerReferences: references } };
    const owner = { apiVersion: "apps/v1", kind: "ReplicaSet", metadata: { name: "a", uid: ownerUid } };
    const ours = { controller: controllerOf(child) ?? null, isControlled: isControlledBy(child, owner) };
    assert.deepEqual(onTheWire(ours), answered(answers[index]), JSON.stringify(cases[index]));
  }
});
