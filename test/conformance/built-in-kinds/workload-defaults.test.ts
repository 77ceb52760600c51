import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import {
  assertInvalid,
  assertWhole,
  containers,
  defaultedPodSpec,
  defaultedTemplate,
  dryRun,
  selector,
  template,
} from "./objects.ts";

const client = connect();
let apps: string;
let core: string;
let batch: string;
before(async () => {
  const namespace = await client.namespace();
  apps = `/apis/apps/v1/namespaces/${namespace}`;
  core = `/api/v1/namespaces/${namespace}`;
  batch = `/apis/batch/v1/namespaces/${namespace}`;
});
after(() => client.close());

/** What the server makes of the object, without storing it. */
async function defaulted(collection: string, spec: Json, name = uniqueName("a")): Promise<Json> {
  const answer = await client.create(collection, { metadata: { name }, spec }, dryRun);
  assertAnswer(answer, 201);
  return answer.body;
}

const once = { spec: { containers, restartPolicy: "Never" } };
const defaultedOnce = { ...defaultedPodSpec, restartPolicy: "Never" };

test("a Deployment has one replica and rolls in quarters", async () => {
  const body = await defaulted(`${apps}/deployments`, { selector, template });
  assertWhole(body, {
    spec: {
      replicas: 1,
      selector,
      template: defaultedTemplate,
      strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: "25%", maxSurge: "25%" } },
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
    },
    status: {},
  });
  assert.equal(body.metadata.generation, 1);
  assert.deepEqual([body.metadata.labels, body.metadata.annotations], [undefined, undefined]);
});

test("a Deployment's rolling update completes what it leaves out, and Recreate has none", async () => {
  const strategyOf = async (strategy: Json) =>
    (await defaulted(`${apps}/deployments`, { selector, template, strategy })).spec.strategy;
  assert.deepEqual(await strategyOf({ rollingUpdate: { maxSurge: 0 } }), {
    type: "RollingUpdate",
    rollingUpdate: { maxUnavailable: "25%", maxSurge: 0 },
  });
  assert.deepEqual(await strategyOf({ type: "Recreate" }), { type: "Recreate" });
});

test("a ReplicaSet has one replica", async () => {
  assertWhole(await defaulted(`${apps}/replicasets`, { selector, template }), {
    spec: { replicas: 1, selector, template: defaultedTemplate },
    status: { replicas: 0 },
  });
});

test("no replicas are not the default number of replicas", async () => {
  const { spec } = await defaulted(`${apps}/replicasets`, { replicas: 0, selector, template });
  assert.equal(spec.replicas, 0);
});

test("a StatefulSet starts in order, rolls from the end and keeps its claims", async () => {
  const claim = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };
  const volumeClaimTemplates = [{ metadata: { name: "data" }, spec: claim }];
  assertWhole(await defaulted(`${apps}/statefulsets`, { selector, template, volumeClaimTemplates }), {
    spec: {
      replicas: 1,
      selector,
      template: defaultedTemplate,
      volumeClaimTemplates: [
        {
          kind: "PersistentVolumeClaim",
          apiVersion: "v1",
          metadata: { name: "data" },
          spec: { ...claim, volumeMode: "Filesystem" },
          status: { phase: "Pending" },
        },
      ],
      serviceName: "",
      podManagementPolicy: "OrderedReady",
      updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition: 0 } },
      revisionHistoryLimit: 10,
      persistentVolumeClaimRetentionPolicy: { whenDeleted: "Retain", whenScaled: "Retain" },
    },
    status: { replicas: 0, availableReplicas: 0 },
  });
});

test("a DaemonSet rolls node by node and counts its templates in an annotation", async () => {
  const body = await defaulted(`${apps}/daemonsets`, { selector, template });
  assertWhole(body, {
    spec: {
      selector,
      template: defaultedTemplate,
      updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
      revisionHistoryLimit: 10,
    },
    status: { currentNumberScheduled: 0, numberMisscheduled: 0, desiredNumberScheduled: 0, numberReady: 0 },
  });
  assert.deepEqual(body.metadata.annotations, { "deprecated.daemonset.template.generation": "1" });
});

test("a ReplicationController selects and is labelled by the labels of its template", async () => {
  const body = await defaulted(`${core}/replicationcontrollers`, { template });
  assertWhole(body, {
    spec: { replicas: 1, selector: { app: "shop" }, template: defaultedTemplate },
    status: { replicas: 0 },
  });
  assert.deepEqual(body.metadata.labels, { app: "shop" });
});

test("a Job runs one pod to completion, and finds it by labels that it makes up", async () => {
  const body = await defaulted(`${batch}/jobs`, { template: once }, "once");
  const { uid } = body.metadata;
  const labels = {
    "batch.kubernetes.io/controller-uid": uid,
    "batch.kubernetes.io/job-name": "once",
    "controller-uid": uid,
    "job-name": "once",
  };
  assertWhole(body, {
    spec: {
      parallelism: 1,
      completions: 1,
      backoffLimit: 6,
      selector: { matchLabels: { "batch.kubernetes.io/controller-uid": uid } },
      manualSelector: false,
      template: { metadata: { labels }, spec: defaultedOnce },
      completionMode: "NonIndexed",
      suspend: false,
      podReplacementPolicy: "TerminatingOrFailed",
    },
    status: {},
  });
  // The Job's own labels are those of its template, because it had none.
  assert.deepEqual(body.metadata.labels, labels);
});

test("a Job with parallelism only is a work queue without a number of completions", async () => {
  const { spec } = await defaulted(`${batch}/jobs`, { parallelism: 3, template: once });
  assert.deepEqual([spec.parallelism, spec.completions], [3, undefined]);
});

test("a limit per index lifts the limit of the whole Job", async () => {
  const indexed = { completionMode: "Indexed", completions: 3, backoffLimitPerIndex: 1 };
  const { spec } = await defaulted(`${batch}/jobs`, { ...indexed, template: once });
  assert.equal(spec.backoffLimit, 2147483647);
});

test("a Job with a failure policy replaces pods only once they have failed", async () => {
  const rules = [{ action: "FailJob", onExitCodes: { operator: "In", values: [1] } }];
  const { spec } = await defaulted(`${batch}/jobs`, { podFailurePolicy: { rules }, template: once });
  assert.equal(spec.podReplacementPolicy, "Failed");
});

test("a Job may choose its selector if it says that it does", async () => {
  const labelled = { ...once, metadata: template.metadata };
  const body = await defaulted(`${batch}/jobs`, { manualSelector: true, selector, template: labelled });
  assert.deepEqual([body.spec.selector, body.spec.template.metadata], [selector, template.metadata]);

  const refused = await client.create(
    `${batch}/jobs`,
    { metadata: { name: "a" }, spec: { selector, template: labelled } },
    dryRun,
  );
  const [, uid] = /controller-uid":"([-0-9a-f]+)"/.exec(refused.body.message) ?? [];
  assertInvalid(
    refused,
    'Job.batch "a"',
    `spec.selector: Invalid value: {"matchLabels":{"app":"shop","batch.kubernetes.io/controller-uid":"${uid}"}}: \`selector\` not auto-generated`,
  );
});

test("a Job's pods have to end", async () => {
  const answer = await client.create(
    `${batch}/jobs`,
    { metadata: { name: "a" }, spec: { template: { spec: { containers } } } },
    dryRun,
  );
  const problem = 'spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"';
  assertInvalid(answer, 'Job.batch "a"', problem);
});

test("a CronJob lets Jobs overlap and keeps three good ones and a bad one", async () => {
  const schedule = "*/5 * * * *";
  assertWhole(await defaulted(`${batch}/cronjobs`, { schedule, jobTemplate: { spec: { template: once } } }), {
    spec: {
      schedule,
      concurrencyPolicy: "Allow",
      suspend: false,
      jobTemplate: { metadata: {}, spec: { template: { metadata: {}, spec: defaultedOnce } } },
      successfulJobsHistoryLimit: 3,
      failedJobsHistoryLimit: 1,
    },
    status: {},
  });
});

test("a CronJob's schedule and time zone are checked", async () => {
  const problems = async (change: Json, ...expected: string[]) => {
    const spec = { schedule: "@hourly", jobTemplate: { spec: { template: once } }, ...change };
    const answer = await client.create(`${batch}/cronjobs`, { metadata: { name: "a" }, spec }, dryRun);
    if (expected.length === 0) assertAnswer(answer, 201);
    else assertInvalid(answer, 'CronJob.batch "a"', ...expected);
  };
  await problems({ timeZone: "Europe/Paris" });
  await problems(
    { schedule: "61 * * * *" },
    'spec.schedule: Invalid value: "61 * * * *": end of range (61) above maximum (59): 61',
  );
  await problems({ timeZone: "Mars/Base" }, 'spec.timeZone: Invalid value: "Mars/Base": unknown time zone Mars/Base');
  await problems(
    { schedule: "TZ=UTC * * * * *" },
    'spec.schedule: Invalid value: "TZ=UTC * * * * *": cannot use TZ or CRON_TZ in schedule, use timeZone field instead',
  );
});

test("a CronJob's name leaves room for the eleven characters that its Jobs add", async () => {
  const name = "a".repeat(53);
  const spec = { schedule: "@hourly", jobTemplate: { spec: { template: once } } };
  assertInvalid(
    await client.create(`${batch}/cronjobs`, { metadata: { name }, spec }, dryRun),
    `CronJob.batch "${name}"`,
    `metadata.name: Invalid value: "${name}": must be no more than 52 characters`,
  );
});
