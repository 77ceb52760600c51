/** What kubectl does to simulated nodes: take them out of service, gently, and put them back. */
import assert from "node:assert/strict";
import { assertAnswer, type Json } from "../../conformance/answer.ts";
import { eventually } from "../../conformance/eventually.ts";
import { deployWeb, type Terminal, type TerminalTests } from "../kubectl-cluster.ts";

async function nodesOfPods({ client, at }: Terminal): Promise<string[]> {
  const { items } = (await client.get(at("v1", "pods"), { labelSelector: "app=web" })).body;
  return items.map(({ spec }: Json) => spec.nodeName).toSorted();
}

/** A DaemonSet and a pod of it on a node: nobody makes the pods of DaemonSets here. */
async function runAgent({ client, at }: Terminal, nodeName: string): Promise<void> {
  const labels = { app: "agent" };
  const spec = { containers: [{ name: "agent", image: "agent" }] };
  const template = { metadata: { labels }, spec };
  const metadata = { name: "agent" };
  const set = { metadata, spec: { selector: { matchLabels: labels }, template } };
  const created = await client.create(at("apps/v1", "daemonsets"), set);
  assertAnswer(created, 201);
  const owner = {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    name: "agent",
    uid: created.body.metadata.uid,
    controller: true,
  };
  const agent = { metadata: { ...metadata, labels, ownerReferences: [owner] }, spec: { ...spec, nodeName } };
  assertAnswer(await client.create(at("v1", "pods"), agent), 201);
}

export const nodes: TerminalTests = {
  "a node is drained, its pods come up elsewhere, and those of DaemonSets stay": async (terminal) => {
    const { says, run, fails, namespace, client } = terminal;
    await deployWeb(terminal, { replicas: 2 });
    await runAgent(terminal, "node-1");
    const refused = await fails("drain node-1 --timeout=20s");
    assert.match(
      refused.stderr,
      new RegExp(`cannot delete DaemonSet-managed Pods \\(use --ignore-daemonsets to ignore\\): ${namespace}/agent`),
    );
    const { code, stdout, stderr } = await run("drain node-1 --ignore-daemonsets --timeout=20s");
    assert.equal(code, 0, stderr);
    assert.equal(stderr, `Warning: ignoring DaemonSet-managed Pods: ${namespace}/agent\n`);
    assert.match(
      stdout,
      new RegExp(
        `^node/node-1 already cordoned\nevicting pod ${namespace}/web-.*\npod/web-.* evicted\nnode/node-1 drained\n$`,
      ),
    );
    assert.match(await says("get nodes"), /^node-1 +Ready,SchedulingDisabled +/m);
    await says("rollout status deployment/web --timeout=20s");
    assert.deepEqual(await nodesOfPods(terminal), ["node-2", "node-2"]);
    assertAnswer(await client.get(terminal.at("v1", "pods", "agent")), 200, {
      metadata: { deletionTimestamp: undefined },
    });
    assert.equal(await says("uncordon node-1"), "node/node-1 uncordoned");
  },

  "a drain asks for force where a pod would be lost, and waits for a budget that allows no eviction": async (
    terminal,
  ) => {
    const { says, run, fails, namespace } = terminal;
    assert.equal(await says("cordon node-2"), "node/node-2 cordoned");
    await says("run alone --image=nginx");
    await deployWeb(terminal, { replicas: 2 });
    await says("create poddisruptionbudget web --selector=app=web --min-available=2");
    await says("wait --for=jsonpath={.status.expectedPods}=2 pdb/web --timeout=20s");
    assert.match(
      (await fails("drain node-1 --ignore-daemonsets")).stderr,
      new RegExp(`cannot delete Pods that declare no controller \\(use --force to override\\): ${namespace}/alone`),
    );
    await says("uncordon node-2");
    const held = await fails("drain node-1 --ignore-daemonsets --force --timeout=3s");
    assert.match(held.stderr, /Cannot evict pod as it would violate the pod's disruption budget\.\n/);
    assert.match(held.stderr, /global timeout reached: 3s/);
    assert.deepEqual(await nodesOfPods(terminal), ["node-1", "node-1"]);
    await says(`patch pdb web --type=merge --patch={"spec":{"minAvailable":0}}`);
    await says("wait --for=jsonpath={.status.disruptionsAllowed}=2 pdb/web --timeout=20s");
    const { code, stdout, stderr } = await run("drain node-1 --ignore-daemonsets --force --timeout=20s");
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^node\/node-1 drained$/m);
    await says("rollout status deployment/web --timeout=20s");
    assert.deepEqual(await nodesOfPods(terminal), ["node-2", "node-2"]);
    await says("uncordon node-1");
  },

  "a taint keeps pods away, or drives them out, and a label draws them": async (terminal) => {
    const { says } = terminal;
    assert.equal(await says("taint nodes node-1 colour=blue:NoSchedule"), "node/node-1 tainted");
    await deployWeb(terminal, { replicas: 3 });
    assert.deepEqual(await nodesOfPods(terminal), ["node-2", "node-2", "node-2"]);
    assert.equal(await says("taint nodes node-1 colour-"), "node/node-1 untainted");
    assert.equal(await says("taint nodes node-2 colour=blue:NoExecute"), "node/node-2 tainted");
    await eventually(async () => assert.deepEqual(await nodesOfPods(terminal), ["node-1", "node-1", "node-1"]));
    await says("taint nodes node-2 colour-");
    assert.equal(await says("label nodes node-2 disk=fast"), "node/node-2 labeled");
    const overrides = { apiVersion: "v1", spec: { nodeSelector: { disk: "fast" } } };
    await says(`run picky --image=nginx --overrides=${JSON.stringify(overrides)}`);
    await says("wait --for=condition=Ready pod/picky --timeout=20s");
    assert.equal(await says("get pod picky -o jsonpath={.spec.nodeName}"), "node-2");
    await says("label nodes node-2 disk-");
  },

  "a pod that fits nowhere says why": async ({ says }) => {
    await says(
      'run big --image=nginx --overrides={"spec":{"containers":[{"name":"big","image":"nginx","resources":{"requests":{"cpu":"1k"}}}]}}',
    );
    await says("wait --for=condition=PodScheduled=False pod/big --timeout=20s");
    const told = await says("describe pod big");
    assert.match(
      told,
      /Warning +FailedScheduling +\S+ +default-scheduler +0\/2 nodes are available: 2 Insufficient cpu\./,
    );
    assert.match(await says("get pod big --no-headers"), /^big +0\/1 +Pending +0 +\d+s$/);
  },
};
