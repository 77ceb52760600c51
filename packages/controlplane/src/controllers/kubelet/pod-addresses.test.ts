import assert from "node:assert/strict";
import { test } from "node:test";
import type { Node } from "@pintle/kinds";
import { PodAddresses } from "./pod-addresses.ts";

const node = { spec: { podCIDR: "10.244.7.0/24" } } as Node;

test("addresses are given away in their order, and one that comes back rests until the others have been used", () => {
  const addresses = new PodAddresses();
  assert.equal(addresses.take(node, "a"), "10.244.7.2");
  assert.equal(addresses.take(node, "a"), "10.244.7.2");
  addresses.giveBack("a");
  assert.equal(addresses.take(node, "b"), "10.244.7.3");
});

test("nobody gets an address where all are taken, until one comes back", () => {
  const addresses = new PodAddresses();
  const taken = Array.from({ length: 253 }, (_, index) => addresses.take(node, `pod ${index}`));
  assert.equal(new Set(taken).size, 253);
  assert.equal(addresses.take(node, "late"), undefined);
  addresses.giveBack("pod 100");
  assert.equal(addresses.take(node, "late"), taken[100]);
});

test("an address that a pod had before the plane was started again stays its own", () => {
  const addresses = new PodAddresses();
  addresses.keep("old", "10.244.7.2");
  assert.equal(addresses.take(node, "new"), "10.244.7.3");
  assert.equal(addresses.take(node, "old"), "10.244.7.2");
});

test("a node without a network has no addresses", () => {
  assert.equal(new PodAddresses().take({ spec: {} } as Node, "a"), undefined);
});
