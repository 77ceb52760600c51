/** What is gone after a `kubectl delete`, and what is left. */
import assert from "node:assert/strict";
import type { Json } from "../../conformance/answer.ts";
import { eventually } from "../../conformance/eventually.ts";
import { deployWeb, list, type Terminal, type TerminalTests } from "../kubectl-cluster.ts";

/** ReplicaSets and pods, by number. */
async function counts(terminal: Terminal): Promise<number[]> {
  return [(await list(terminal, "apps/v1", "replicasets")).length, (await list(terminal, "v1", "pods")).length];
}

function quota(name: string): Json {
  return { apiVersion: "v1", kind: "ResourceQuota", metadata: { name }, spec: { hard: { pods: "9" } } };
}

export const deletion: TerminalTests = {
  "a Deployment goes and takes its pods with it": async (terminal) => {
    await deployWeb(terminal);
    const { says, namespace } = terminal;
    assert.equal(
      await says("delete deployment web --wait"),
      `deployment.apps "web" deleted from ${namespace} namespace`,
    );
    await says("wait --for=delete pod --selector=app=web --timeout=20s");
    const { stdout, stderr } = await terminal.run("get all");
    assert.deepEqual([stdout, stderr], ["", `No resources found in ${namespace} namespace.\n`]);
  },

  "a Deployment that is deleted in the foreground is gone after its pods": async (terminal) => {
    await deployWeb(terminal);
    await terminal.says("delete deployment web --cascade=foreground --timeout=20s");
    assert.deepEqual(await counts(terminal), [0, 0]);
  },

  "a Deployment leaves its pods where that is asked for, and the next of its name takes them over": async (
    terminal,
  ) => {
    await deployWeb(terminal);
    const before = await list(terminal, "v1", "pods");
    await terminal.says("delete deployment web --cascade=orphan --timeout=20s");
    await eventually(async () => {
      const sets = await list(terminal, "apps/v1", "replicasets");
      assert.deepEqual(
        sets.map(({ metadata }) => metadata.ownerReferences),
        [undefined],
      );
    });
    await deployWeb(terminal);
    const [set] = await list(terminal, "apps/v1", "replicasets");
    assert.deepEqual(
      set.metadata.ownerReferences.map(({ kind, name }: Json) => [kind, name]),
      [["Deployment", "web"]],
    );
    const uids = (pods: readonly Json[]) => pods.map(({ metadata }) => metadata.uid).toSorted();
    assert.deepEqual(uids(await list(terminal, "v1", "pods")), uids(before));
  },

  "a pod of a Deployment comes again under another name, and one of nobody's does not": async (terminal) => {
    await deployWeb(terminal);
    const { says, fails, namespace } = terminal;
    const [victim] = await list(terminal, "v1", "pods");
    const { name } = victim.metadata;
    assert.equal(await says(`delete pod ${name}`), `pod "${name}" deleted from ${namespace} namespace`);
    await says("rollout status deployment/web --timeout=20s");
    const names = (await list(terminal, "v1", "pods")).map(({ metadata }) => metadata.name);
    assert.ok(names.length === 2 && !names.includes(name), names.join());
    await says("run alone --image=nginx");
    await says("wait --for=condition=Ready pod/alone --timeout=20s");
    const forced = await terminal.run("delete pod alone --force --grace-period=0");
    assert.match(forced.stderr, /^Warning: Immediate deletion does not wait for confirmation/);
    assert.equal(forced.stdout, `pod "alone" force deleted from ${namespace} namespace\n`);
    assert.equal((await fails("get pod alone")).stderr, 'Error from server (NotFound): pods "alone" not found\n');
  },

  "a namespace goes with all that is in it": async (terminal) => {
    const { says, fails, client } = terminal;
    const namespace = `${terminal.namespace}-shop`;
    const here = `--namespace=${namespace}`;
    assert.equal(await says(`create namespace ${namespace}`), `namespace/${namespace} created`);
    const objects = [
      "configmap words --from-literal=a=1",
      "secret generic key --from-literal=a=1",
      "service clusterip web --tcp=80",
    ];
    for (const object of objects) await says(`create ${object} ${here}`);
    await says(`apply ${here} -f -`, quota("some"));
    await says(`create poddisruptionbudget web --selector=app=web --min-available=1 ${here}`);
    await says(`create deployment web --image=nginx --replicas=2 ${here}`);
    await says(`rollout status deployment/web --timeout=20s ${here}`);
    assert.equal(await says(`delete namespace ${namespace} --timeout=20s`), `namespace "${namespace}" deleted`);
    assert.match((await fails(`get namespace ${namespace}`)).stderr, /^Error from server \(NotFound\): namespaces/);
    for (const resource of ["pods", "services", "configmaps", "secrets", "serviceaccounts", "resourcequotas", "events"])
      assert.deepEqual((await client.get(`/api/v1/namespaces/${namespace}/${resource}`)).body.items, [], resource);
    for (const [group, resource] of [
      ["apps", "deployments"],
      ["apps", "replicasets"],
      ["discovery.k8s.io", "endpointslices"],
      ["policy", "poddisruptionbudgets"],
      ["events.k8s.io", "events"],
    ])
      assert.deepEqual(
        (await client.get(`/apis/${group}/v1/namespaces/${namespace}/${resource}`)).body.items,
        [],
        resource,
      );
  },

  "a namespace that something holds back says what, refuses what is new, and goes when that is let go": async (
    terminal,
  ) => {
    const { says, fails, namespace } = terminal;
    await says("create configmap words --from-literal=a=1");
    await says(`patch configmap words --type=merge --patch={"metadata":{"finalizers":["example.com/held"]}}`);
    assert.match(
      (await fails(`delete namespace ${namespace} --timeout=3s`)).stderr,
      /^error: timed out waiting for the condition on namespaces\//m,
    );
    assert.match(
      await says(`get namespace ${namespace} --no-headers`),
      new RegExp(`^${namespace} +Terminating +\\d+s$`),
    );
    await says(`wait --for=condition=NamespaceFinalizersRemaining namespace/${namespace} --timeout=20s`);
    const told = await says(`describe namespace ${namespace}`);
    assert.match(told, /^Status: +Terminating$/m);
    assert.match(
      told,
      / NamespaceFinalizersRemaining +True .* SomeFinalizersRemain +Some content in the namespace has finalizers remaining: example\.com\/held in 1 resource instances$/m,
    );
    assert.match(
      (await fails("create configmap more")).stderr,
      / is forbidden: unable to create new content in namespace .* because it is being terminated\n$/,
    );
    await says(`patch configmap words --type=merge --patch={"metadata":{"finalizers":null}}`);
    await says(`wait --for=delete namespace/${namespace} --timeout=20s`);
  },
};
