import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { writeSequences } from "../../../../test/oracle/apply-cases.ts";
import { type PlayedWrite, playWrites, type WriteStep, type WritesInput } from "../../../../test/oracle/play-writes.ts";
import { copyJson, type JsonObject, type JsonValue } from "../json/json-value.ts";
import type { Shape } from "../json/shape.ts";
import { FieldSet } from "./field-set.ts";
import { decodeManagedFields, readManagedFields } from "./managed-fields.ts";
import { toFieldSet } from "./to-field-set.ts";
import { unownedFields } from "./unowned-fields.ts";

/**
 * Sequences in one version, in which nobody rewrites the books and nothing is null or empty: Kubernetes itself turns an empty
 * map that an applier keeps into null when the keys of others leave it, and then the next apply changes it back.
 */
const plainSequences = writeSequences.map((input) => {
  const { resetFields: _reset, live: _live, ...others } = input;
  const steps = input.steps.filter(({ apiVersion }) => apiVersion === input.apiVersion).map(withoutOddities);
  return { ...others, steps };
});

function withoutOddities(step: WriteStep): WriteStep {
  const { managedFields: _sent, ...metadata } = step.object.metadata as JsonObject;
  return { ...step, object: filled({ ...step.object, metadata }) as JsonObject };
}

function filled(value: JsonValue): JsonValue | undefined {
  if (typeof value !== "object") return value;
  if (value === null) return undefined;
  if (Array.isArray(value)) {
    const items = value.map(filled).filter((item) => item !== undefined);
    return items.length > 0 ? items : undefined;
  }
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    const content = filled(inner);
    return content === undefined ? [] : [[key, content] as const];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function lastOf(played: PlayedWrite[]): PlayedWrite {
  return played.at(-1) as PlayedWrite;
}

function append(input: WritesInput, ...steps: WriteStep[]): PlayedWrite[] {
  return playWrites({ ...input, steps: [...input.steps, ...steps] });
}

test("applying twice is applying once", () => {
  fc.assert(
    fc.property(plainSequences, (input) => {
      const step = input.steps.at(-1);
      fc.pre(step?.op === "apply");
      const [once, twice] = append(input, step as WriteStep).slice(-2) as [PlayedWrite, PlayedWrite];
      fc.pre(once.outcome.error === undefined);
      assert.deepEqual(twice.result, once.result);
      assert.equal(twice.isChanged, false);
    }),
  );
});

test("an apply with force never conflicts", () => {
  fc.assert(
    fc.property(writeSequences, (input) => {
      const forced = input.steps.map((step) => ({ ...step, force: true }));
      for (const { outcome } of playWrites({ ...input, steps: forced })) assert.notEqual(outcome.code, 409);
    }),
  );
});

test("what an apply wants is there afterwards, and its manager owns it", () => {
  fc.assert(
    fc.property(plainSequences, (input) => {
      fc.pre(input.steps.length > 0);
      const { step, result, outcome } = lastOf(playWrites(input));
      fc.pre(step.op === "apply" && outcome.error === undefined);
      const shape = shapeOf(input);
      const wanted = toFieldSet(step.object, shape);
      assert.ok(wanted.difference(toFieldSet(result, shape)).isEmpty());
      assert.ok(wanted.difference(unownedFields).difference(ownedIn(result)).isEmpty());
    }),
  );
});

test("every value of an object whose managers are tracked has an owner, apart from the null that pruning leaves", () => {
  fc.assert(
    fc.property(plainSequences, (input) => {
      const played = playWrites(input);
      const untracked = played.findIndex(({ result }) => readManagedFields(result) === undefined);
      const tracked = untracked < 0 ? played : played.slice(0, untracked);
      fc.pre(tracked.length > 0);
      const { result } = lastOf(tracked);
      const leaves = toFieldSet(filled(result) ?? {}, shapeOf(input)).leaves();
      assert.equal(leaves.difference(unownedFields).difference(ownedIn(result)).toString(), "");
    }),
  );
});

test("no write changes what it is given", () => {
  fc.assert(
    fc.property(writeSequences, (input) => {
      assert.deepEqual(
        playWrites(freeze(copyJson(input as unknown as JsonObject)) as unknown as WritesInput),
        playWrites(input),
      );
    }),
  );
});

function shapeOf(input: WritesInput): Shape {
  return input.shapes?.[input.versions[input.apiVersion]?.shape ?? ""] as Shape;
}

function ownedIn(object: JsonObject): FieldSet {
  const managers = decodeManagedFields(readManagedFields(object) ?? []);
  return [...managers.values()].reduce((all, { set }) => all.union(set), FieldSet.empty);
}

function freeze<Value extends JsonValue>(value: Value): Value {
  if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) freeze(inner);
  return Object.freeze(value);
}
