import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Pod } from "@pintle/kinds";
import type { Transport, TransportResponse } from "@pintle/machinery";
import { denial, refuse } from "../kit/refusal-fixture.test.ts";
import { Cluster, condition } from "../kubelet/cluster-fixture.test.ts";
import type { SchedulerExtender } from "./extender.ts";
import { createScheduler } from "./scheduler.ts";

type Answer = (signal: AbortSignal | undefined) => Promise<TransportResponse>;

const transportOf = (answer: Answer): Transport => ({ request: ({ signal }) => answer(signal) });

async function* pieces(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

const answerOf = (body: AsyncIterable<Uint8Array>): TransportResponse => ({ status: 200, headers: {}, body });

/** An answer that never comes: neither a status nor an end. */
const silence: Answer = (signal) =>
  new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason), { once: true }));

async function* endless(): AsyncGenerator<Uint8Array> {
  const piece = new Uint8Array(4 * 1024 * 1024);
  for (;;) yield piece;
}

/** The pod, so many seconds after it was made, where an extender answers like that. */
async function placeAfter(
  seconds: number,
  answer: Answer,
  options: Omit<SchedulerExtender, "transport"> = { filterVerb: "filter" },
): Promise<Pod> {
  const extenders = [{ ...options, transport: transportOf(answer) }];
  await using cluster = await Cluster.open({ nodes: 2, controllers: [createScheduler({ extenders })] });
  await cluster.make();
  await cluster.plane.clock.advance(seconds * 1_000);
  return await cluster.pod();
}

describe("an extender that answers badly", () => {
  const why = async (answer: Answer) => condition(await placeAfter(1, answer), "PodScheduled");

  test("with what is no JSON, or no object, keeps the pod waiting", async () => {
    assert.match(await why(async () => answerOf(pieces("<html>"))), /^False SchedulerError ./);
    assert.match(await why(async () => answerOf(pieces())), /^False SchedulerError ./);
    for (const text of ["[]", "null", '"yes"']) {
      const told = await why(async () => answerOf(pieces(text)));
      assert.equal(told, "False SchedulerError the extender's answer is no object");
    }
  });

  test("with an end that never comes is not heard to the end", async () => {
    const told = await why(async () => answerOf(endless()));
    assert.equal(told, "False SchedulerError the extender's answer is too long");
  });

  test("in pieces is heard whole", async () => {
    const answer = async () => answerOf(pieces('{"NodeNa', 'mes":["no', 'de-2"]}'));
    const pod = await placeAfter(1, answer, { filterVerb: "filter", nodeCacheCapable: true });
    assert.equal(pod.spec?.nodeName, "node-2");
  });

  test("that cannot be reached keeps the pod waiting, unless it may be left out", async () => {
    const unreachable = () => Promise.reject(new Error("connection refused"));
    assert.equal(await why(unreachable), "False SchedulerError connection refused");
    const pod = await placeAfter(1, unreachable, { filterVerb: "filter", ignorable: true });
    assert.notEqual(pod.spec?.nodeName, undefined);
  });
});

describe("an extender that does not answer", () => {
  test("is waited for five seconds, or as long as is said", async () => {
    assert.equal(condition(await placeAfter(4, silence), "PodScheduled"), "");
    assert.match(
      condition(await placeAfter(6, silence), "PodScheduled"),
      /^False SchedulerError .*5 ?000|^False SchedulerError .*5s/,
    );
    const options = { filterVerb: "filter", timeoutMs: 1_000 };
    assert.match(condition(await placeAfter(2, silence, options), "PodScheduled"), /^False SchedulerError ./);
  });

  test("is left out after that time where it may be", async () => {
    const options = { filterVerb: "filter", ignorable: true };
    assert.equal((await placeAfter(4, silence, options)).spec?.nodeName, undefined);
    assert.notEqual((await placeAfter(6, silence, options)).spec?.nodeName, undefined);
  });

  test("does not hold up the end of the plane, and nothing is told of it then", async () => {
    const extenders = [{ filterVerb: "filter", transport: transportOf(silence) }];
    const cluster = await Cluster.open({ controllers: [createScheduler({ extenders })] });
    await cluster.make();
    await cluster.plane.clock.advance(1_000);
    await cluster.plane.stop();
    assert.equal(condition(await cluster.pod(), "PodScheduled"), "");
    await cluster[Symbol.asyncDispose]();
  });

  test("has no opinion after that time", async () => {
    assert.notEqual((await placeAfter(6, silence, { prioritizeVerb: "prioritize" })).spec?.nodeName, undefined);
  });

  test("is asked once in ten seconds, and nobody waits for it", async () => {
    let asked = 0;
    const answer: Answer = (signal) => {
      asked += 1;
      return silence(signal);
    };
    const extenders = [{ filterVerb: "filter", transport: transportOf(answer) }];
    await using cluster = await Cluster.open({ controllers: [createScheduler({ extenders })] });
    await cluster.make();
    await cluster.plane.settle();
    assert.equal(asked, 1);
    await cluster.plane.clock.advance(600_000);
    assert.ok(asked <= 62, `it was asked ${asked} times`);
  });
});

test("of two extenders the second is asked about what the first has left", async () => {
  const keep = (name: string): Transport => transportOf(async () => answerOf(pieces(`{"NodeNames":["${name}"]}`)));
  const place = async (...names: readonly string[]) => {
    const extenders = names.map((name) => ({ filterVerb: "filter", nodeCacheCapable: true, transport: keep(name) }));
    await using cluster = await Cluster.open({ nodes: 2, controllers: [createScheduler({ extenders })] });
    await cluster.make();
    await cluster.plane.clock.advance(1_000);
    return await cluster.pod();
  };
  assert.equal((await place("node-2", "node-2")).spec?.nodeName, "node-2");
  assert.match(condition(await place("node-2", "node-1"), "PodScheduled"), /claims a filtered node "node-1"/);
});

describe("a node that a pod is refused", () => {
  test("is told, and tried again until it is allowed", async () => {
    await using cluster = await Cluster.open({ controllers: [createScheduler()] });
    const lift = await refuse(cluster.plane, "CREATE", "pods/binding");
    await cluster.make();
    await cluster.plane.settle();
    const told = condition(await cluster.pod(), "PodScheduled");
    assert.match(told, /^False SchedulerError running Bind plugin "DefaultBinder": /);
    assert.ok(told.endsWith(denial));
    assert.equal((await cluster.told())[0], told.replace("False SchedulerError", "FailedScheduling:"));
    await lift();
    await cluster.plane.clock.advance(6_000);
    assert.equal((await cluster.pod()).spec?.nodeName, "node-1");
  });

  test("is free for others meanwhile", async () => {
    await using cluster = await Cluster.open({ controllers: [createScheduler()] });
    const half = { containers: [{ name: "main", image: "shop:1", resources: { requests: { cpu: "20" } } }] };
    const lift = await refuse(cluster.plane, "CREATE", "pods/binding");
    await cluster.make(half, { name: "first" });
    await cluster.plane.settle();
    await cluster.delete("first", { gracePeriodSeconds: 0 });
    await lift();
    await cluster.make(half, { name: "second" });
    await cluster.plane.settle();
    assert.equal((await cluster.pod("second")).spec?.nodeName, "node-1");
  });
});
