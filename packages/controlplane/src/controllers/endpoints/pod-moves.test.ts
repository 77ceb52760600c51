import assert from "node:assert/strict";
import { test } from "node:test";
import type { EndpointSlice } from "@pintle/kinds";
import { endpointSliceController } from "./endpoint-slice-controller.ts";
import { Street } from "./street-fixture.test.ts";

const podIPs = [{ ip: "10.1.0.9" }, { ip: "fd00::9" }];

/** The addresses of each slice, by its type. */
function addressesOf(slices: readonly EndpointSlice[]): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    slices.map(({ addressType, endpoints }) => [addressType, (endpoints ?? []).flatMap(({ addresses }) => addresses)]),
  );
}

test("a Service with one family has no other address of its pods", async () => {
  await using street = await Street.open(endpointSliceController);
  await street.makeService({ ipFamilies: ["IPv4"] });
  await street.runPod("a", {}, { podIP: "10.1.0.9", podIPs });
  assert.deepEqual(addressesOf(await street.slices()), { IPv4: ["10.1.0.9"] });
});

test("two pods with one address are two endpoints, and one that has ended is none", async () => {
  await using street = await Street.open(endpointSliceController);
  await street.makeService();
  const same = { podIP: "10.1.0.9", podIPs: [{ ip: "10.1.0.9" }] };
  await street.runPod("a", {}, same);
  await street.runPod("b", {}, same);
  const names = async () =>
    (await street.slices()).flatMap(({ endpoints }) => (endpoints ?? []).map(({ targetRef }) => targetRef?.name));
  assert.deepEqual((await names()).toSorted(), ["a", "b"]);
  await street.setStatus("b", { phase: "Succeeded" });
  assert.deepEqual(await names(), ["a"]);
});

test("a pod that moves to another address moves in the slice", async () => {
  await using street = await Street.open(endpointSliceController);
  await street.makeService();
  await street.runPod("a");
  await street.setStatus("a", { podIP: "10.1.0.200", podIPs: [{ ip: "10.1.0.200" }] });
  assert.deepEqual(addressesOf(await street.slices()).IPv4, ["10.1.0.200"]);
});

test("a Service that selects others finds those, and forgets the first", async () => {
  await using street = await Street.open(endpointSliceController);
  await street.makeService();
  await street.runPod("a");
  const labels = { app: "other" };
  await street.patch("services", "shop", { spec: { selector: labels } });
  assert.deepEqual(addressesOf(await street.slices()).IPv4, []);
  await street.patch("pods", "a", { metadata: { labels } });
  assert.equal(addressesOf(await street.slices()).IPv4?.length, 1);
});

test("a Service that selects by two labels finds only pods that have both", async () => {
  await using street = await Street.open(endpointSliceController);
  await street.makeService({ selector: { app: "shop", tier: "front" } });
  await street.runPod("a");
  assert.deepEqual(addressesOf(await street.slices()).IPv4, []);
  await street.patch("pods", "a", { metadata: { labels: { tier: "front" } } });
  assert.equal(addressesOf(await street.slices()).IPv4?.length, 1);
});
