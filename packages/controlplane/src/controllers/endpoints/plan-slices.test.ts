import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Endpoint, EndpointSlice } from "@pintle/kinds";
import fc from "fast-check";
import { endpointKey } from "./endpoint-set.ts";
import { planSlices, type SliceMaking } from "./plan-slices.ts";

const making: SliceMaking = { maxEndpoints: 5, make: () => slice("", []), relabel: (each) => each };

function endpoint(id: number, ready = true): Endpoint {
  return { addresses: [`10.0.0.${id}`], conditions: { ready } };
}

function slice(name: string, ids: readonly number[]): EndpointSlice {
  const metadata = { name };
  const endpoints = ids.map((id) => endpoint(id));
  return { apiVersion: "discovery.k8s.io/v1", kind: "EndpointSlice", metadata, addressType: "IPv4", endpoints };
}

function wanted(...endpoints: readonly Endpoint[]): Map<string, Endpoint> {
  return new Map(endpoints.map((each) => [endpointKey(each), each]));
}

const ids = (count: number, from = 0) => Array.from({ length: count }, (_, index) => index + from);
const sizes = (slices: readonly EndpointSlice[]) => slices.map(({ endpoints }) => endpoints?.length);
const names = (slices: readonly EndpointSlice[]) => slices.map(({ metadata }) => metadata.name);

describe("a plan for slices", () => {
  test("does nothing where all is as it should be", () => {
    const plan = planSlices([slice("a", [1, 2])], wanted(endpoint(1), endpoint(2)), making);
    assert.deepEqual(plan, { create: [], update: [], delete: [] });
  });

  test("makes as many slices as are needed, full ones first", () => {
    const { create } = planSlices([], wanted(...ids(12).map((id) => endpoint(id))), making);
    assert.deepEqual(sizes(create), [5, 5, 2]);
  });

  test("deletes a slice of which nothing is wanted", () => {
    const plan = planSlices([slice("a", [1]), slice("b", [2])], wanted(endpoint(2)), making);
    assert.deepEqual([names(plan.delete), plan.update, plan.create], [["a"], [], []]);
  });

  test("writes a slice whose endpoint has another state, in place", () => {
    const plan = planSlices(
      [slice("a", [1, 2]), slice("b", [3])],
      wanted(endpoint(1, false), endpoint(2), endpoint(3)),
      making,
    );
    assert.deepEqual(names(plan.update), ["a"]);
    assert.deepEqual(plan.update[0]?.endpoints, [endpoint(1, false), endpoint(2)]);
  });

  test("fills slices that it writes anyway before it touches others", () => {
    const existing = [slice("a", [1, 2]), slice("b", [3])];
    const plan = planSlices(existing, wanted(endpoint(1), endpoint(3), endpoint(4), endpoint(5)), making);
    assert.deepEqual([names(plan.update), sizes(plan.update), plan.create], [["a"], [3], []]);
  });

  test("puts what is left into the one slice that is fullest afterwards", () => {
    const existing = [slice("a", [1]), slice("b", ids(3, 10))];
    const all = [1, 10, 11, 12, 20, 21].map((id) => endpoint(id));
    const plan = planSlices(existing, wanted(...all), making);
    assert.deepEqual([names(plan.update), sizes(plan.update), plan.create], [["b"], [5], []]);
  });

  test("makes a new slice rather than spread what is left over several", () => {
    const existing = [slice("a", ids(4)), slice("b", ids(4, 10))];
    const all = [...ids(4), ...ids(4, 10), 20, 21].map((id) => endpoint(id));
    const plan = planSlices(existing, wanted(...all), making);
    assert.deepEqual([plan.update, sizes(plan.create)], [[], [2]]);
  });

  test("writes slices that need other labels", () => {
    const relabel = (each: EndpointSlice) => ({ ...each, metadata: { ...each.metadata, labels: { tier: "web" } } });
    const plan = planSlices([slice("a", [1])], wanted(endpoint(1)), { ...making, relabel });
    assert.deepEqual(plan.update[0]?.metadata.labels, { tier: "web" });
  });

  test("leads to exactly what is wanted, in slices that are not too large", () => {
    const group = fc.uniqueArray(fc.nat(30), { maxLength: 5 });
    fc.assert(
      fc.property(fc.array(group, { maxLength: 4 }), fc.uniqueArray(fc.nat(40)), (groups, goal) => {
        const taken = new Set<number>();
        const existing = groups.map((group, index) =>
          slice(
            `s${index}`,
            group.filter((id) => !taken.has(id) && taken.add(id)),
          ),
        );
        const plan = planSlices(existing, wanted(...goal.map((id) => endpoint(id))), making);
        const touched = new Set(names([...plan.update, ...plan.delete]));
        const left = existing.filter(({ metadata }) => !touched.has(metadata.name));
        const after = [...left, ...plan.update, ...plan.create];
        const found = after.flatMap(({ endpoints }) => (endpoints ?? []).map((each) => endpointKey(each)));
        assert.deepEqual(found.toSorted(), goal.map((id) => endpointKey(endpoint(id))).toSorted());
        assert.ok(after.every(({ endpoints }) => (endpoints ?? []).length <= making.maxEndpoints));
      }),
    );
  });
});
