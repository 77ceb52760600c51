import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Endpoint, EndpointHints, EndpointSlice } from "@pintle/kinds";
import { planHints } from "./traffic-hints.ts";

interface Traits {
  readonly zone?: string;
  readonly nodeName?: string;
  readonly ready?: boolean;
  readonly hints?: EndpointHints;
}

function slice(name: string, ...endpoints: readonly Traits[]): EndpointSlice {
  return {
    ...{ apiVersion: "discovery.k8s.io/v1", kind: "EndpointSlice", metadata: { name }, addressType: "IPv4" as const },
    endpoints: endpoints.map(
      ({ ready = true, ...rest }): Endpoint => ({ addresses: ["10.1.0.1"], conditions: { ready }, ...rest }),
    ),
  };
}

const zones = (...names: readonly string[]): EndpointHints => ({ forZones: names.map((name) => ({ name })) });
const here = { zone: "a", nodeName: "one" };
const nothing = { create: [], update: [], delete: [] };

/** The hints of a slice that is there already, and whether it is to be written. */
function corrected(distribution: string, ...endpoints: readonly Traits[]) {
  const there = slice("there", ...endpoints);
  const { update } = planHints(nothing, [there], distribution);
  return [update.length > 0, ...((update[0] ?? there).endpoints ?? []).map(({ hints }) => hints)];
}

describe("hints", () => {
  test("are the zone for who prefers what is close, and the node too for who prefers that", () => {
    for (const distribution of ["PreferClose", "PreferSameZone"]) {
      assert.deepEqual(corrected(distribution, here), [true, zones("a")]);
    }
    assert.deepEqual(corrected("PreferSameNode", here), [true, { ...zones("a"), forNodes: [{ name: "one" }] }]);
  });

  test("are put into slices that are made or written anyway", () => {
    const plan = { ...nothing, create: [slice("new", here)], update: [slice("changed", here)] };
    const { create, update } = planHints(plan, [slice("changed", here)], "PreferClose");
    const hints = [...create, ...update].map(({ endpoints }) => endpoints?.[0]?.hints);
    assert.deepEqual(hints, [zones("a"), zones("a")]);
  });

  test("are put right where they are wrong or too many, and left where they are right", () => {
    assert.deepEqual(corrected("PreferClose", { ...here, hints: zones("b") }), [true, zones("a")]);
    assert.deepEqual(corrected("PreferClose", { ...here, hints: zones("a", "b") }), [true, zones("a")]);
    assert.deepEqual(corrected("PreferClose", { ...here, hints: zones("a") }), [false, zones("a")]);
    const both = { ...zones("a"), forNodes: [{ name: "one" }] };
    assert.deepEqual(corrected("PreferClose", { ...here, hints: both }), [true, zones("a")]);
    assert.deepEqual(corrected("PreferSameNode", { ...here, hints: both }), [false, both]);
  });

  test("are none where there is no zone, or only the node", () => {
    assert.deepEqual(corrected("PreferClose", { nodeName: "one" }), [false, undefined]);
    assert.deepEqual(corrected("PreferClose", { nodeName: "one", hints: zones("a") }), [true, undefined]);
    assert.deepEqual(corrected("PreferSameNode", { nodeName: "one" }), [true, { forNodes: [{ name: "one" }] }]);
  });

  test("of what is not ready are nobody's concern, and are the reason for no write", () => {
    assert.deepEqual(corrected("PreferClose", { ...here, ready: false }), [false, undefined]);
    assert.deepEqual(corrected("PreferClose", { ...here, ready: false, hints: zones("b") }), [false, zones("b")]);
    assert.deepEqual(corrected("PreferClose", { ...here, ready: false }, here), [true, undefined, zones("a")]);
  });

  test("go where nobody prefers anything that is known, ready or not", () => {
    for (const distribution of ["", "Unknown"]) {
      assert.deepEqual(corrected(distribution, { ...here, hints: zones("a") }), [true, undefined]);
      assert.deepEqual(corrected(distribution, { ...here, ready: false, hints: zones("a") }), [true, undefined]);
      assert.deepEqual(corrected(distribution, here), [false, undefined]);
    }
  });

  test("are not put into a slice that is to be deleted", () => {
    const doomed = slice("doomed", here);
    assert.deepEqual(planHints({ ...nothing, delete: [doomed] }, [doomed], "PreferClose").update, []);
  });
});
