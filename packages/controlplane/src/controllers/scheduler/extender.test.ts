import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Pod } from "@pintle/kinds";
import { isJsonObject, type JsonObject, readJson, type Transport } from "@pintle/machinery";
import { Cluster, condition } from "../kubelet/cluster-fixture.test.ts";
import type { SchedulerExtender } from "./extender.ts";
import { createScheduler } from "./scheduler.ts";

interface Asked {
  readonly path: string;
  readonly body: JsonObject;
}

/** An extender that answers what a test says, and remembers what it was asked. */
function extender(answer: (asked: Asked) => { status?: number; body: string }) {
  const asked: Asked[] = [];
  const transport: Transport = {
    async request({ path, body }) {
      const { value } = readJson(Buffer.from(body as Uint8Array));
      assert.ok(isJsonObject(value));
      asked.push({ path, body: value });
      const { status = 200, body: text } = answer({ path, body: value });
      return {
        status,
        headers: {},
        body: (async function* () {
          yield Buffer.from(text);
        })(),
      };
    },
  };
  return { transport, asked };
}

async function place(options: Omit<SchedulerExtender, "transport">, transport: Transport): Promise<Pod> {
  await using cluster = await Cluster.open({
    nodes: 3,
    controllers: [createScheduler({ extenders: [{ ...options, transport }] })],
  });
  await cluster.make();
  await cluster.plane.clock.advance(12_000);
  return await cluster.pod();
}

describe("a scheduler extender", () => {
  test("says which nodes will do, and is asked with the pod and all that are left", async () => {
    const { transport, asked } = extender(({ body }) => {
      const { items } = body.Nodes as { items: JsonObject[] };
      return { body: JSON.stringify({ Nodes: { items: items.slice(1, 2) }, FailedNodes: {} }) };
    });
    const pod = await place({ filterVerb: "filter", urlPrefix: "/scheduler/" }, transport);
    assert.equal(pod.spec?.nodeName, "node-2");
    assert.equal(asked[0]?.path, "/scheduler/filter");
    const sent = asked[0]?.body.Pod as Pod | undefined;
    assert.equal(sent?.metadata.name, "web");
    assert.equal(asked[0]?.body.NodeNames, null);
  });

  test("that knows the nodes is asked by their names, and may answer in lower case", async () => {
    const { transport, asked } = extender(() => ({ body: '{"nodenames":["node-3"]}' }));
    const pod = await place({ filterVerb: "filter", nodeCacheCapable: true }, transport);
    assert.equal(pod.spec?.nodeName, "node-3");
    assert.deepEqual(asked[0]?.body.NodeNames, ["node-1", "node-2", "node-3"]);
  });

  test("has its reasons told", async () => {
    const failed = {
      FailedNodes: { "node-1": "no luck" },
      FailedAndUnresolvableNodes: { "node-2": "never", "node-3": "never" },
    };
    const { transport } = extender(() => ({ body: JSON.stringify({ NodeNames: [], ...failed }) }));
    const pod = await place({ filterVerb: "filter", nodeCacheCapable: true }, transport);
    const begin = "0/3 nodes are available:";
    assert.equal(
      condition(pod, "PodScheduled"),
      `False Unschedulable ${begin} 1 no luck, 2 never. no new claims to deallocate, preemption: ${begin} ` +
        "1 No preemption victims found for incoming pod, 2 Preemption is not helpful for scheduling.",
    );
  });

  test("says which is best, and counts as much as its weight", async () => {
    const scores = [
      { Host: "node-1", Score: 1 },
      { Host: "node-3", Score: 10 },
      { Host: "elsewhere", Score: 10 },
    ];
    const { transport } = extender(() => ({ body: JSON.stringify(scores) }));
    const pod = await place({ prioritizeVerb: "prioritize", weight: 5 }, transport);
    assert.equal(pod.spec?.nodeName, "node-3");
  });

  test("that fails keeps pods waiting and is asked again, unless it may be left out", async () => {
    const broken = extender(() => ({ status: 500, body: "no" }));
    const waiting = await place({ filterVerb: "filter" }, broken.transport);
    const why = "failed filter with extender at URL /filter, code 500";
    assert.equal(condition(waiting, "PodScheduled"), `False SchedulerError ${why}`);
    assert.equal(broken.asked.length, 3);
    const pod = await place({ filterVerb: "filter", ignorable: true }, broken.transport);
    assert.notEqual(pod.spec?.nodeName, undefined);
  });

  test("has no say about nodes that nobody asked it about", async () => {
    const { transport } = extender(() => ({ body: '{"NodeNames":["elsewhere"]}' }));
    const pod = await place({ filterVerb: "filter", nodeCacheCapable: true, urlPrefix: "/far" }, transport);
    const why = 'extender "/far" claims a filtered node "elsewhere" which is not found in the input node list';
    assert.equal(condition(pod, "PodScheduled"), `False SchedulerError ${why}`);
  });

  test("may say itself that something is wrong", async () => {
    const { transport } = extender(() => ({ body: '{"Error":"out of luck"}' }));
    const pod = await place({ filterVerb: "filter" }, transport);
    assert.equal(condition(pod, "PodScheduled"), "False SchedulerError out of luck");
  });

  test("without an opinion lets the scheduler decide alone", async () => {
    const bodies = ["[]", "null", '{"a":1}', '[{"Host":"node-1","Score":"x"}]', "broken"];
    const { transport, asked } = extender(() => ({ body: bodies[asked.length - 1] ?? "" }));
    const extenders = [{ prioritizeVerb: "prioritize", transport }];
    await using cluster = await Cluster.open({ nodes: 2, controllers: [createScheduler({ extenders })] });
    for (const index of bodies.keys()) await cluster.make({}, { name: `web-${index}` });
    await cluster.plane.settle();
    for (const index of bodies.keys()) assert.notEqual((await cluster.pod(`web-${index}`)).spec?.nodeName, undefined);
    assert.equal(asked.length, bodies.length);
  });
});
