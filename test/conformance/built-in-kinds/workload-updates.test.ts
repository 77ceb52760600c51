import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { assertInvalid, containers, dryRun, type Made, make, selector, template } from "./objects.ts";

const client = connect();
let apps: string;
let batch: string;
before(async () => {
  const namespace = await client.namespace();
  apps = `/apis/apps/v1/namespaces/${namespace}`;
  batch = `/apis/batch/v1/namespaces/${namespace}`;
});
after(() => client.close());

const makeDeployment = (): Promise<Made> => make(client, `${apps}/deployments`, { spec: { selector, template } });
const once = { spec: { containers, restartPolicy: "Never" } };

/** Asserts that a change of the specification is refused for these problems. */
async function assertRefused(kind: string, { name, path }: Made, spec: Json, ...problems: string[]): Promise<void> {
  assertInvalid(await client.patch("merge", path, { spec }), `${kind} "${name}"`, ...problems);
}

const other = { selector: { matchLabels: { tier: "web" } }, template: { metadata: { labels: { tier: "web" } } } };
const both = '{"matchLabels":{"app":"shop","tier":"web"}}';

test("the selectors of Deployments, ReplicaSets and DaemonSets never change", async () => {
  for (const [kind, resource] of [
    ["Deployment", "deployments"],
    ["ReplicaSet", "replicasets"],
    ["DaemonSet", "daemonsets"],
  ]) {
    const made = await make(client, `${apps}/${resource}`, { spec: { selector, template } });
    await assertRefused(`${kind}.apps`, made, other, `spec.selector: Invalid value: ${both}: field is immutable`);
  }
});

test("a template's labels match the selector", async () => {
  const labels = "spec.template.metadata.labels: Invalid value";
  await assertRefused(
    "Deployment.apps",
    await makeDeployment(),
    { template: { metadata: { labels: { app: "other" } } } },
    `${labels}: {"app":"other"}: \`selector\` does not match template \`labels\``,
  );
});

test("a Deployment needs a selector that selects something, and a template", async () => {
  const create = (spec: Json) => client.create(`${apps}/deployments`, { metadata: { name: "a" }, spec }, dryRun);
  const subject = 'Deployment.apps "a"';
  const mismatch = (labels: string) =>
    `spec.template.metadata.labels: Invalid value: ${labels}: \`selector\` does not match template \`labels\``;
  assertInvalid(await create({ template }), subject, "spec.selector: Required value", mismatch('{"app":"shop"}'));
  assertInvalid(
    await create({ selector: {}, template }),
    subject,
    "spec.selector: Invalid value: {}: empty selector is invalid for deployment",
  );
  assertInvalid(await create({ selector }), subject, mismatch("null"), "spec.template.spec.containers: Required value");
});

test("a Deployment's numbers are checked", async () => {
  const deployment = await makeDeployment();
  const refused = (spec: Json, problem: string) => assertRefused("Deployment.apps", deployment, spec, problem);
  await refused({ replicas: -1 }, "spec.replicas: Invalid value: -1: must be greater than or equal to 0");
  await refused(
    { strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } } },
    "spec.strategy.rollingUpdate.maxUnavailable: Invalid value: 0: may not be 0 when `maxSurge` is 0",
  );
  await refused(
    { minReadySeconds: 600 },
    "spec.progressDeadlineSeconds: Invalid value: 600: must be greater than minReadySeconds",
  );
  await refused(
    { template: { spec: { restartPolicy: "Never" } } },
    'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
  );
});

test("a Deployment that shall be recreated gives up its rolling update", async () => {
  const deployment = await makeDeployment();
  await assertRefused(
    "Deployment.apps",
    deployment,
    { strategy: { type: "Recreate" } },
    "spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'",
  );
  const answer = await client.patch("merge", deployment.path, {
    spec: { strategy: { type: "Recreate", rollingUpdate: null } },
  });
  assertAnswer(answer, 200, { spec: { strategy: { type: "Recreate", rollingUpdate: undefined } } });
});

test("a StatefulSet changes in a few fields only", async () => {
  const spec = { selector, template, serviceName: "shop" };
  const made = await make(client, `${apps}/statefulsets`, { spec });
  const problem =
    "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', " +
    "'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";
  for (const change of [{ serviceName: "other" }, { podManagementPolicy: "Parallel" }, other]) {
    await assertRefused("StatefulSet.apps", made, change, problem);
  }
  const allowed = {
    replicas: 2,
    ordinals: { start: 1 },
    minReadySeconds: 5,
    revisionHistoryLimit: 1,
    updateStrategy: { type: "OnDelete", rollingUpdate: null },
    persistentVolumeClaimRetentionPolicy: { whenDeleted: "Delete" },
  };
  assertAnswer(await client.patch("merge", made.path, { spec: allowed }), 200, { metadata: { generation: 2 } });
});

test("a new template of a DaemonSet is counted in its annotation, other changes are not", async () => {
  const { path } = await make(client, `${apps}/daemonsets`, { spec: { selector, template } });
  const counted = async (spec: Json) =>
    (await client.patch("merge", path, { spec })).body.metadata.annotations["deprecated.daemonset.template.generation"];
  assert.equal(await counted({ revisionHistoryLimit: 5 }), "1");
  assert.equal(await counted({ template: { metadata: { annotations: { a: "b" } } } }), "2");
});

test("a Job's completions, completion mode and template stay", async () => {
  const job = await make(client, `${batch}/jobs`, { spec: { template: once } });
  const refused = (spec: Json, problem: string) => assertRefused("Job.batch", job, spec, problem);
  await refused({ completions: 5 }, "spec.completions: Invalid value: 5: field is immutable");
  await refused({ completionMode: "Indexed" }, 'spec.completionMode: Invalid value: "Indexed": field is immutable');
  const answer = await client.patch("merge", job.path, { spec: { template: { spec: { priority: 3 } } } });
  // The message repeats the whole template in Go's names.
  const message =
    /is invalid: spec\.template: Invalid value: \{"labels":\{.*\},"Spec":\{"Volumes":null,.*\}\}: field is immutable$/;
  assertStatus(answer, 422, "Invalid", message);
});

test("a Job's parallelism, deadline and time to live can change", async () => {
  const { path } = await make(client, `${batch}/jobs`, { spec: { template: once } });
  const spec = { parallelism: 5, activeDeadlineSeconds: 60, ttlSecondsAfterFinished: 100, suspend: true };
  assertAnswer(await client.patch("merge", path, { spec }), 200, { metadata: { generation: 2 }, spec });
});

test("where a Job's pods go can change while it is suspended", async () => {
  const change = { template: { spec: { nodeSelector: { zone: "a" } } } };
  const { path } = await make(client, `${batch}/jobs`, { spec: { suspend: true, template: once } });
  assertAnswer(await client.patch("merge", path, { spec: change }), 200, { spec: change });

  const started = await make(client, `${batch}/jobs`, { spec: { template: once } });
  const answer = await client.patch("merge", started.path, { spec: change });
  assertStatus(answer, 422, "Invalid", /field is immutable$/);
});

test("a Deployment's generation counts changes of the specification", async () => {
  const { path } = await makeDeployment();
  const generationAfter = async (change: Json, at = path) =>
    (await client.patch("merge", at, change)).body.metadata.generation;
  assert.equal(await generationAfter({ spec: { replicas: 3 } }), 2);
  assert.equal(await generationAfter({ spec: { replicas: 3 } }), 2);
  assert.equal(await generationAfter({ metadata: { labels: { a: "b" } } }), 2);
  assert.equal(await generationAfter({ status: { replicas: 3 } }, `${path}/status`), 2);
  // Of a Deployment alone, annotations count too: a rollout's cause is one of them.
  assert.equal(await generationAfter({ metadata: { annotations: { a: "b" } } }), 3);
});

test("a Deployment's status is written through its own path, which ignores labels and the specification", async () => {
  const { path } = await makeDeployment();
  const change = {
    metadata: { labels: { a: "b" } },
    spec: { replicas: 4 },
    status: { observedGeneration: 1, replicas: 3, readyReplicas: 2 },
  };
  const answer = await client.patch("merge", `${path}/status`, change);
  assertAnswer(answer, 200, { metadata: { labels: undefined }, spec: { replicas: 1 }, status: change.status });
  const ignored = await client.patch("merge", path, { status: { replicas: 9 } });
  assertAnswer(ignored, 200, { status: { replicas: 3 } });
});

test("a Deployment cannot have more ready replicas than replicas", async () => {
  const { name, path } = await makeDeployment();
  assertInvalid(
    await client.patch("merge", `${path}/status`, { status: { replicas: 3, readyReplicas: 5 } }),
    `Deployment.apps "${name}"`,
    "status.readyReplicas: Invalid value: 5: cannot be greater than status.replicas",
  );
});

test("a Job cannot be made complete by the condition alone", async () => {
  const { name, path } = await make(client, `${batch}/jobs`, { spec: { template: once } });
  const status = { active: 1, conditions: [{ type: "Complete", status: "True" }] };
  assertInvalid(
    await client.patch("merge", `${path}/status`, { status }),
    `Job.batch "${name}"`,
    "status.completionTime: Required value: completionTime is required for Complete jobs",
    "status.conditions: Invalid value: cannot set Complete=True condition without the SuccessCriteriaMet=true condition",
    "status.active: Invalid value: 1: active>0 is invalid for finished job",
    "status.startTime: Required value: startTime is required for finished job",
  );
});

test("the scale of a workload is read and written as autoscaling/v1", async () => {
  const { name, path, body } = await makeDeployment();
  const { uid, namespace, creationTimestamp } = body.metadata;
  const answer = await client.patch("merge", `${path}/scale`, { spec: { replicas: 4 } });
  const { resourceVersion } = answer.body.metadata;
  assertAnswer(answer, 200);
  assert.deepEqual(answer.body, {
    kind: "Scale",
    apiVersion: "autoscaling/v1",
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: { replicas: 4 },
    status: { replicas: 0, selector: "app=shop" },
  });
  assertAnswer(await client.get(path), 200, { metadata: { generation: 2, resourceVersion }, spec: { replicas: 4 } });
  assertInvalid(
    await client.patch("merge", `${path}/scale`, { spec: { replicas: -2 } }),
    `Scale.autoscaling "${name}"`,
    "spec.replicas: Invalid value: -2: must be greater than or equal to 0",
  );
});

test("the scale of nothing has no replicas in its specification", async () => {
  for (const resource of ["deployments", "replicasets", "statefulsets"]) {
    const { path } = await make(client, `${apps}/${resource}`, { spec: { replicas: 0, selector, template } });
    const { body } = await client.get(`${path}/scale`);
    // `spec.replicas` is left out when it is zero, `status.replicas` is not.
    assert.deepEqual([body.spec, body.status], [{}, { replicas: 0, selector: "app=shop" }]);
  }
});

test("the data of a ControllerRevision stays, its revision may change", async () => {
  const { name, path } = await make(client, `${apps}/controllerrevisions`, { revision: 1, data: { a: 1 } });
  assertAnswer(await client.patch("merge", path, { revision: 2 }), 200, { revision: 2, data: { a: 1 } });
  assertInvalid(
    await client.patch("merge", path, { data: { a: 2 } }),
    `ControllerRevision.apps "${name}"`,
    'data: Invalid value: {"a":2}: field is immutable',
  );
});
