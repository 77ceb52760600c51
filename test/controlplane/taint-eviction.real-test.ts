/** Pods on a node with a taint that they do not tolerate there, or not for long: both planes end the same ones and say the same of it. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, type Json } from "../conformance/answer.ts";
import { type Client, uniqueName } from "../conformance/client.ts";
import { eventually } from "../conformance/eventually.ts";
import { type BothPlanes, startBothPlanes } from "./both-planes.ts";

let planes: BothPlanes;
before(async () => {
  planes = await startBothPlanes();
});
after(() => planes?.[Symbol.asyncDispose]());

const tolerate = (rest: Json = {}) => ({ key: "team", operator: "Exists", effect: "NoExecute", ...rest });

/** By name, what the pods tolerate. */
const pods: Readonly<Record<string, readonly Json[]>> = {
  nothing: [],
  other: [tolerate({ key: "other" })],
  ever: [tolerate()],
  short: [tolerate({ tolerationSeconds: 2 })],
  long: [tolerate({ tolerationSeconds: 600 })],
  none: [tolerate({ tolerationSeconds: 0 })],
};

async function play(client: Client): Promise<Json> {
  const namespace = await client.namespace();
  const node = uniqueName("node");
  assertAnswer(await client.create("/api/v1/nodes", { metadata: { name: node } }), 201);
  const path = `/api/v1/namespaces/${namespace}/pods`;
  for (const [name, tolerations] of Object.entries(pods)) {
    const spec = { nodeName: node, containers: [{ name: "main", image: "shop:1" }], tolerations };
    const metadata = { name, finalizers: ["example.com/wait"] };
    assertAnswer(await client.create(path, { metadata, spec }), 201);
  }
  const taints = [{ key: "team", value: "a", effect: "NoExecute" }];
  assertAnswer(await client.patch("merge", `/api/v1/nodes/${node}`, { spec: { taints } }), 200);
  const isEnding = async (name: string) => {
    const { body } = await client.get(`${path}/${name}`);
    assert.notEqual(body.metadata.deletionTimestamp, undefined, name);
  };
  for (const name of ["nothing", "other", "none", "short"]) await eventually(() => isEnding(name));
  assertAnswer(await client.patch("merge", `/api/v1/nodes/${node}`, { spec: { taints: null } }), 200);
  return await eventually(async () => {
    const events = (await client.get(`/api/v1/namespaces/${namespace}/events`)).body.items.filter(
      ({ reason }: Json) => reason === "TaintManagerEviction",
    );
    assert.ok(events.some(({ message }: Json) => message.startsWith("Cancelling")));
    // How often is left out: kube-controller-manager tells it again where a pod changes before it has seen it go.
    const told = events.map(({ involvedObject, type, message, source }: Json) => {
      const { resourceVersion: _, ...about } = involvedObject;
      return { about, type, message, source };
    });
    const { items } = (await client.get(path)).body;
    const left = items.map(({ metadata, status }: Json) => ({
      name: metadata.name,
      isEnding: metadata.deletionTimestamp !== undefined,
      conditions: status.conditions?.map(({ lastTransitionTime: _, ...rest }: Json) => rest),
    }));
    const text = JSON.stringify({ left, told: told.toSorted((a: Json, b: Json) => (a.message < b.message ? -1 : 1)) });
    return JSON.parse(text.replaceAll(namespace, "namespace"));
  });
}

test("pods leave a tainted node in the same way, and the same stay", async () => {
  const [real, own] = await Promise.all(planes.clients.map(play));
  assert.deepEqual(own, real);
  const staying = real.left.filter(({ isEnding }: Json) => !isEnding).map(({ name }: Json) => name);
  assert.deepEqual(staying, ["ever", "long"]);
});
