import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatTime } from "@pintle/machinery";
import { Shop } from "../workload/shop-fixture.test.ts";
import { disruptionController } from "./disruption-controller.ts";

const type = "DisruptionTarget";

interface Announced {
  readonly status?: "True" | "False";
  readonly reason?: string;
  readonly phase?: string;
  /** Whether the pod is told to end, and does not. */
  readonly isEnding?: boolean;
}

/** What a pod says of its disruption so many seconds after it was announced. */
async function sayAfter(seconds: number, announced: Announced): Promise<string | undefined> {
  const { status = "True", reason = "EvictionByEvictionAPI", phase = "Running", isEnding = false } = announced;
  await using shop = await Shop.open([disruptionController]);
  const pod = await shop.makePod("a", { finalizers: ["example.com/wait"] });
  const lastTransitionTime = formatTime(shop.plane.clock.now());
  await shop.setStatus(pod, { phase, conditions: [{ type, status, reason, lastTransitionTime }] });
  if (isEnding) await shop.delete("Pod", "a");
  await shop.plane.clock.advance(seconds * 1_000);
  const [now] = await shop.pods();
  return now?.status?.conditions?.find((condition) => condition.type === type)?.status;
}

describe("a disruption that was announced", () => {
  test("is taken back after two minutes, and not before", async () => {
    assert.equal(await sayAfter(119, {}), "True");
    assert.equal(await sayAfter(120, {}), "False");
  });

  test("stays announced while the pod is ending, after it has ended, and where its kubelet says so", async () => {
    assert.equal(await sayAfter(600, { isEnding: true }), "True");
    for (const phase of ["Failed", "Succeeded"]) assert.equal(await sayAfter(600, { phase }), "True");
    assert.equal(await sayAfter(600, { reason: "TerminationByKubelet" }), "True");
  });

  test("and taken back stays so", async () => {
    assert.equal(await sayAfter(600, { status: "False" }), "False");
  });

  test("without a time is taken back at once", async () => {
    await using shop = await Shop.open([disruptionController]);
    await shop.setStatus(await shop.makePod("a"), { conditions: [{ type, status: "True" }] });
    await shop.plane.clock.advance(1_000);
    assert.equal((await shop.pods())[0]?.status?.conditions?.[0]?.status, "False");
  });

  test("again later counts from then on", async () => {
    await using shop = await Shop.open([disruptionController]);
    const pod = await shop.makePod("a");
    const announce = () =>
      shop.setStatus(pod, {
        conditions: [{ type, status: "True", reason: "Again", lastTransitionTime: formatTime(shop.plane.clock.now()) }],
      });
    const said = async () => (await shop.pods())[0]?.status?.conditions?.[0]?.status;
    await announce();
    await shop.plane.clock.advance(100_000);
    await announce();
    await shop.plane.clock.advance(100_000);
    const before = shop.plane.clock.now();
    await shop.plane.settle();
    assert.equal(shop.plane.clock.now(), before, "nobody waits for it");
    assert.equal(await said(), "True");
    await shop.plane.clock.advance(20_000);
    assert.equal(await said(), "False");
  });
});
