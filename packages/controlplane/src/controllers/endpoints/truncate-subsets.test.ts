import assert from "node:assert/strict";
import { test } from "node:test";
import type { EndpointSubset } from "@pintle/kinds";
import { truncateSubsets } from "./truncate-subsets.ts";

function subset(ready: number, notReady: number): EndpointSubset {
  const make = (count: number) => Array.from({ length: count }, (_, index) => ({ ip: `10.0.0.${index}` }));
  return { addresses: make(ready), notReadyAddresses: make(notReady), ports: [{ port: 80 }] };
}

const sizes = (subsets: readonly EndpointSubset[]) =>
  subsets.map(({ addresses, notReadyAddresses }) => [addresses?.length ?? 0, notReadyAddresses?.length ?? 0]);

test("a thousand addresses are not too many", () => {
  const subsets = [subset(900, 100)];
  assert.equal(truncateSubsets(subsets), subsets);
});

test("addresses that are not ready go first", () => {
  assert.deepEqual(sizes(truncateSubsets([subset(900, 200)])), [[900, 100]]);
});

test("where too many are ready, none is left that is not", () => {
  assert.deepEqual(sizes(truncateSubsets([subset(1_100, 5)])), [[1_000, 0]]);
});

test("each subset loses its share, and the last a little more", () => {
  assert.deepEqual(sizes(truncateSubsets([subset(700, 0), subset(700, 0), subset(100, 0)])), [
    [467, 0],
    [467, 0],
    [66, 0],
  ]);
});

test("ports stay", () => {
  assert.deepEqual(truncateSubsets([subset(1_100, 0)])[0]?.ports, [{ port: 80 }]);
});
