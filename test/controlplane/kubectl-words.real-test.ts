/** What kubectl prints of workloads, rollouts, deletions and drains, word for word as it does on the real control plane. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { after, before, test } from "node:test";
import { assertAnswer, type Json } from "../conformance/answer.ts";
import { eventually } from "../conformance/eventually.ts";
import { selector, template } from "../conformance/workloads/place.ts";
import { type ComparedPlanes, type Step, startComparedPlanes } from "./compared-terminals.ts";

let planes: ComparedPlanes;
before(async () => {
  planes = await startComparedPlanes();
});
after(() => planes?.[Symbol.asyncDispose]());

/** Runs the pods until all of the Deployment are available. */
const rolledOut =
  (replicas: number): Step =>
  async ({ place }) => {
    const path = place.at("apps/v1", "deployments", "web");
    const { generation } = (await place.client.get(path)).body.metadata;
    // A count of nothing is left out.
    const count = replicas === 0 ? undefined : replicas;
    const counts = { replicas: count, updatedReplicas: count, readyReplicas: count, availableReplicas: count };
    await place.keepRunningUntil(path, {
      status: { ...counts, observedGeneration: generation, terminatingReplicas: 0 },
    });
  };

const create =
  (groupVersion: string, resource: string, object: Json): Step =>
  async ({ place }) =>
    assertAnswer(await place.client.create(place.at(groupVersion, resource), object), 201);

/** Ends every pod that shall go, as its kubelet would, until there is none left. */
const podsEnd: Step = ({ place }) =>
  eventually(async () => {
    const pods = await place.list("v1", "pods");
    for (const { metadata } of pods) {
      const path = place.at("v1", "pods", metadata.name);
      if (metadata.deletionTimestamp !== undefined) await place.client.delete(path, { gracePeriodSeconds: 0 });
    }
    assert.equal(pods.length, 0);
  });

/** The node on which the pods are run, without a kubelet. */
const makeNode: Step = async ({ place }) => {
  const node = { metadata: { name: place.node }, spec: { podCIDR: "10.244.9.0/24" } };
  assertAnswer(await place.client.create("/api/v1/nodes", node), 201);
};

const web = "create deployment web --image=shop:1 --replicas=2";

test("rollouts, their history and the way back are told alike", async () => {
  await planes.compare(
    web,
    "rollout status deployment/web --timeout=3s",
    rolledOut(2),
    "rollout status deployment/web",
    "get deployments -o wide",
    "get all",
    "describe deployment web",
    "describe rs web-set1",
    "rollout history deployment/web",
    "annotate deployment/web kubernetes.io/change-cause='the first'",
    "set image deployment/web shop=shop:2",
    rolledOut(2),
    "annotate deployment/web --overwrite kubernetes.io/change-cause='the second'",
    "rollout history deployment/web",
    "rollout history deployment/web --revision=2",
    "rollout history deployment/web --revision=9",
    "rollout undo deployment/web --dry-run=server",
    "rollout undo deployment/web",
    rolledOut(2),
    "rollout history deployment/web",
    "describe deployment web",
    "rollout undo deployment/web --to-revision=3",
    "rollout undo deployment/web --to-revision=2",
    rolledOut(2),
    "rollout undo deployment/web --to-revision=99",
    "rollout history deployment/web",
    "rollout status deployment/web --revision=9",
    "rollout status deployment/web --watch=false",
  );
});

test("a pause, a restart, a change of size and of what is set are told alike", async () => {
  await planes.compare(
    web,
    rolledOut(2),
    "rollout pause deployment/web",
    "rollout pause deployment/web",
    "rollout undo deployment/web",
    "rollout restart deployment/web",
    "set image deployment/web shop=shop:2",
    "set resources deployment/web --limits=cpu=200m --requests=cpu=100m",
    "set env deployment/web COLOUR=green",
    "set env deployment/web --list",
    "describe deployment web",
    "rollout status deployment/web --timeout=3s",
    "rollout resume deployment/web",
    "rollout resume deployment/web",
    rolledOut(2),
    "describe deployment web",
    "rollout restart deployment/web",
    rolledOut(2),
    "scale deployment/web --replicas=3 --current-replicas=9",
    "scale deployment/web --replicas=3 --current-replicas=2",
    rolledOut(3),
    "scale deployment/web --replicas=0",
    rolledOut(0),
    "describe deployment web",
    "get deployments,pods",
    "autoscale deployment web --max=3 --cpu=80%",
    "autoscale deployment web --max=3 --cpu=80%",
    "get events --sort-by=.metadata.name -o custom-columns=A:.involvedObject.kind,B:.reason --field-selector=involvedObject.kind=Deployment",
  );
});

test("a rollout that misses its deadline is told alike", async () => {
  await planes.compare(
    web,
    `patch deployment web --patch={"spec":{"progressDeadlineSeconds":1}}`,
    ({ place }) =>
      eventually(async () => {
        const { body } = await place.client.get(place.at("apps/v1", "deployments", "web"));
        assert.ok(body.status.conditions?.some(({ reason }: Json) => reason === "ProgressDeadlineExceeded"));
      }),
    "rollout status deployment/web --timeout=20s",
    "describe deployment web",
    "get deployment web",
  );
});

test("Services, budgets and quotas are described alike", async () => {
  const quota = {
    metadata: { name: "some" },
    spec: { hard: { pods: "3", "count/deployments.apps": "1", services: "5" } },
  };
  await planes.compare(
    create("v1", "resourcequotas", quota),
    web,
    rolledOut(2),
    "expose deployment web --port=80 --target-port=8080",
    "expose deployment web --port=80",
    "describe service web",
    makeNode,
    "describe service web",
    "get endpointslices",
    "describe endpoints web",
    "create poddisruptionbudget web --selector=app=web --min-available=1",
    "describe pdb web",
    "get pdb",
    "describe quota some",
    "get quota",
    "describe namespace NAMESPACE",
    "create deployment more --image=shop:1",
    "scale deployment web --replicas=9",
    "describe deployment web",
    "describe rs web-set1",
  );
});

test("what is deleted, with and without its pods, is told alike", async () => {
  await planes.compare(
    web,
    rolledOut(2),
    "delete deployment web --cascade=orphan",
    "get all",
    "describe rs web-set1",
    web,
    rolledOut(2),
    "describe deployment web",
    "delete deployment web --cascade=foreground --wait=false",
    podsEnd,
    "wait --for=delete deployment/web --timeout=20s",
    "get all",
    web,
    rolledOut(2),
    "delete deployment web",
    podsEnd,
    "get all",
    "create configmap held",
    `patch configmap held --type=merge --patch={"metadata":{"finalizers":["example.com/held"]}}`,
    "delete namespace NAMESPACE --timeout=3s",
    "get namespace NAMESPACE",
    "describe namespace NAMESPACE",
    "create configmap more",
    `patch configmap held --type=merge --patch={"metadata":{"finalizers":null}}`,
    "get namespace NAMESPACE",
    "get all",
  );
});

test("what cannot be had of pods without a kubelet, and of metrics, is told alike", async () => {
  const pod = { metadata: { name: "alone" }, spec: { containers: [{ name: "main", image: "shop:1" }] } };
  await planes.compare(
    create("v1", "pods", pod),
    "get pods -o wide",
    "describe pod alone",
    "logs alone",
    "logs alone -c nobody",
    "exec alone -- true",
    "port-forward alone :80",
    "top pods",
    "top nodes",
    "create token default",
    "create token nobody",
    "auth whoami",
    "api-resources --namespaced --api-group=apps",
    "wait --for=condition=Ready pod/alone --timeout=0",
    "wait --for=condition=Ready pod/alone --timeout=3s",
    "wait --for=jsonpath={.status.phase}=Pending pod/alone",
    "delete pod alone --force --grace-period=0",
    "get pod alone",
  );
});

test("nodes are cordoned, drained and tainted alike", async () => {
  await planes.compare(
    makeNode,
    web,
    rolledOut(2),
    async ({ place }) => {
      const pod = { metadata: { name: "alone" }, spec: { containers: [{ name: "main", image: "shop:1" }] } };
      assertAnswer(await place.client.create(place.at("v1", "pods"), pod), 201);
      await place.run((await place.client.get(place.at("v1", "pods", "alone"))).body);
    },
    "create poddisruptionbudget web --selector=app=web --min-available=2",
    "describe pdb web",
    "taint nodes NODE colour=blue:NoSchedule",
    "taint nodes NODE colour=blue:NoSchedule",
    "taint nodes NODE colour-",
    "label nodes NODE disk=fast",
    "cordon NODE",
    "cordon NODE",
    "get node NODE",
    "drain NODE",
    "drain NODE --force --pod-selector=app=web --timeout=3s",
    "describe node NODE",
    "uncordon NODE",
    "delete pdb web",
    "drain NODE --force --dry-run=server",
    "delete node NODE",
  );
});

test("a folder of manifests is applied, compared, pruned and deleted alike", async () => {
  const folder = mkdtempSync(`${tmpdir()}/pintle-manifests-`);
  const labels = { part: "shop" };
  const config = (name: string, value: string) =>
    writeFileSync(
      `${folder}/${name}.json`,
      JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name, labels }, data: { value } }),
    );
  const manifest = {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web", labels },
    spec: { selector, template },
  };
  writeFileSync(`${folder}/web.json`, JSON.stringify(manifest));
  config("more", "1");
  config("words", "1");
  try {
    await planes.compare(
      `apply -f ${folder}`,
      rolledOut(1),
      `apply -f ${folder}`,
      `diff -f ${folder}`,
      `apply -f ${folder} --server-side`,
    );
    await planes.compare(
      `apply -f ${folder}`,
      async () => {
        config("words", "2");
        rmSync(`${folder}/more.json`, { force: true });
      },
      `diff -f ${folder} --prune --selector=part=shop`,
      `apply -f ${folder} --prune --selector=part=shop --prune-allowlist=core/v1/ConfigMap`,
      "get configmaps --selector=part=shop",
      "label deployment web tier=front",
      "label deployment web tier=back",
      "annotate deployment web note=some",
      "auth can-i create pods",
      "auth can-i create pods --as=eve",
      "get pods --as=eve",
      `delete -f ${folder} --cascade=orphan`,
      "events --for deployment/web",
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
