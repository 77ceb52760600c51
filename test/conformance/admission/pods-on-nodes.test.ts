import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { type Answer, assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { eventually } from "../eventually.ts";

const client = connect();
after(() => client.close());

const zone = "topology.kubernetes.io/zone";
const region = "topology.kubernetes.io/region";

/** A node that the server knows; it is gone when the test is. */
async function onNode(labels: Record<string, string>, check: (node: string) => Promise<void>): Promise<void> {
  const name = uniqueName("node");
  const allocatable = { cpu: "2", memory: "1Gi" };
  const node = { metadata: { name, labels: { [zone]: "a", [region]: "r", ...labels } }, status: { allocatable } };
  assertAnswer(await client.create("/api/v1/nodes", node), 201);
  try {
    const namespace = await client.namespace();
    await eventually(async () => {
      const answer = await create(namespace, name, {}, { dryRun: "All" });
      assertAnswer(answer, 201, { metadata: { labels: { [zone]: "a" } } });
    });
    await check(name);
  } finally {
    await client.delete(`/api/v1/nodes/${name}`);
  }
}

function create(
  namespace: string,
  nodeName: string,
  more: Json = {},
  query: Record<string, string> = {},
): Promise<Answer> {
  const resources = { requests: { cpu: "1", memory: "1Mi" } };
  const spec = { nodeName, containers: [{ name: "main", image: "image", resources }] };
  return client.create(`/api/v1/namespaces/${namespace}/pods`, { metadata: { name: "made", ...more }, spec }, query);
}

const resize = (namespace: string, requests: Json): Promise<Answer> =>
  client.patch("strategic", `/api/v1/namespaces/${namespace}/pods/made/resize`, {
    spec: { containers: [{ name: "main", resources: { requests } }] },
  });

describe("a pod on a node", { concurrency: 8 }, () => {
  test("has the labels of its zone and region, whatever it says itself", async () => {
    await onNode({ other: "x" }, async (node) => {
      const answer = await create(await client.namespace(), node, { labels: { app: "web", [zone]: "wrong" } });
      assert.deepEqual(answer.body.metadata.labels, { app: "web", [zone]: "a", [region]: "r" });
    });
  });

  test("gets them when it is bound, too", async () => {
    await onNode({}, async (node) => {
      const namespace = await client.namespace();
      assertAnswer(await create(namespace, ""), 201);
      const path = `/api/v1/namespaces/${namespace}/pods/made`;
      const target = { apiVersion: "v1", kind: "Node", name: node };
      assertAnswer(await client.create(`${path}/binding`, { metadata: { name: "made" }, target }), 201);
      assertAnswer(await client.get(path), 200, { metadata: { labels: { [zone]: "a", [region]: "r" } } });
    });
  });

  test("cannot be resized beyond what the node has", async () => {
    await onNode({}, async (node) => {
      const namespace = await client.namespace();
      assertAnswer(await create(namespace, node), 201);
      assertAnswer(await resize(namespace, { cpu: "2" }), 200);
      const words = "cpu, requested: 3000, allocatable: 2000; memory, requested: 2147483648, allocatable: 1073741824";
      assertStatus(
        await resize(namespace, { cpu: "3", memory: "2Gi" }),
        403,
        "Forbidden",
        `pods "made" is forbidden: node didn't have enough allocatable resources: ${words}`,
        { details: { name: "made", kind: "pods", causes: [{ reason: "NodeCapacity" }] } },
      );
    });
  });

  test("cannot be resized on Windows", async () => {
    await onNode({ "kubernetes.io/os": "windows" }, async (node) => {
      const namespace = await client.namespace();
      assertAnswer(await create(namespace, node), 201);
      assertStatus(
        await resize(namespace, { cpu: "2" }),
        403,
        "Forbidden",
        `pods "made" is forbidden: pod resize is only supported on linux nodes, node "${node}" is "windows"`,
        { details: { name: "made", kind: "pods", causes: [{ reason: "UnsupportedPlatform" }] } },
      );
    });
  });
});
