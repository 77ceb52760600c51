import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertAnswer, assertContains, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { eventually } from "../eventually.ts";
import { condition, controllerOf, once, Place } from "./place.ts";

const client = connect();
after(() => client.close());

async function makeJob(spec: Json = {}): Promise<{ place: Place; job: Json }> {
  const place = await Place.open(client);
  return { place, job: await place.make("batch/v1", "jobs", { template: once, ...spec }) };
}

/** Waits until the Job has the condition. */
function untilCondition(job: Json, type: string, expected: Json = {}): Promise<Json> {
  return eventually(async () => {
    const { body } = await client.get(job.path);
    assertContains(condition(body, type), { status: "True", ...expected }, `condition ${type}`);
    return body;
  });
}

const tracking = "batch.kubernetes.io/job-tracking";

// The controller gathers changes for a second before it writes them down: the tests wait side by side.
describe("a Job", { concurrency: true }, () => {
  test("makes a pod that is its own and that it keeps track of by a finalizer", async () => {
    const { place, job } = await makeJob();
    const [pod] = await place.pods(1);
    const { name, uid } = job.metadata;
    assertContains(pod.metadata, {
      generateName: `${name}-`,
      labels: { "batch.kubernetes.io/controller-uid": uid, "batch.kubernetes.io/job-name": name, "job-name": name },
      ownerReferences: controllerOf(job),
      finalizers: [tracking],
    });
    await place.until(job.path, {
      status: { active: 1, ready: 0, terminating: 0, startTime: /Z$/, uncountedTerminatedPods: {} },
    });
    await place.run(pod);
    await place.until(job.path, { status: { active: 1, ready: 1 } });
  });

  test("is complete when its pod has succeeded, which then loses the finalizer", async () => {
    const { place, job } = await makeJob();
    const [pod] = await place.pods(1);
    await place.end(pod, "Succeeded");
    const { status } = await untilCondition(job, "Complete", {
      reason: "CompletionsReached",
      message: "Reached expected number of succeeded pods",
    });
    assert.deepEqual(
      status.conditions.map(({ type }: Json) => type),
      ["SuccessCriteriaMet", "Complete"],
    );
    assertContains(status, { succeeded: 1, active: undefined, failed: undefined, completionTime: /Z$/ });
    assertAnswer(await client.get(place.at("v1", "pods", pod.metadata.name)), 200, {
      metadata: { finalizers: undefined, deletionTimestamp: undefined },
    });
    await place.untilEvents("Job", job.metadata.name, [
      { type: "Normal", reason: "Completed", message: "Job completed", source: { component: "job-controller" } },
    ]);
  });

  test("runs as many pods at once as it may, until enough have succeeded", async () => {
    const { place, job } = await makeJob({ completions: 3, parallelism: 2 });
    for (const pod of await place.pods(2)) await place.end(pod, "Succeeded");
    await place.until(job.path, { status: { active: 1, succeeded: 2 } });
    const last = (await place.pods(3)).find(({ status }) => status.phase === "Pending");
    await place.end(last, "Succeeded");
    assertContains((await untilCondition(job, "Complete")).status, { succeeded: 3, active: undefined });
  });

  test("has failed when its pods have failed too often", async () => {
    const { place, job } = await makeJob({ backoffLimit: 0 });
    const [pod] = await place.pods(1);
    await place.end(pod, "Failed");
    const failure = { reason: "BackoffLimitExceeded", message: "Job has reached the specified backoff limit" };
    const { status } = await untilCondition(job, "Failed", failure);
    assert.deepEqual(
      status.conditions.map(({ type }: Json) => type),
      ["FailureTarget", "Failed"],
    );
    assertContains(status, { failed: 1, active: undefined, completionTime: undefined });
    await place.untilEvents("Job", job.metadata.name, [{ type: "Warning", ...failure }]);
  });

  test("that lasts too long is ended with its pods", async () => {
    const { place, job } = await makeJob({ activeDeadlineSeconds: 1 });
    await untilCondition(job, "Failed", {
      reason: "DeadlineExceeded",
      message: "Job was active longer than specified deadline",
    });
    await place.pods(0);
  });

  test("with indexes gives each pod one, in its name, label, annotation and environment", async () => {
    const { place, job } = await makeJob({ completionMode: "Indexed", completions: 2, parallelism: 2 });
    const { name } = job.metadata;
    const pods = await place.pods(2);
    for (const [index, pod] of pods.entries()) {
      const key = "batch.kubernetes.io/job-completion-index";
      assertContains(pod, {
        metadata: {
          generateName: `${name}-${index}-`,
          labels: { [key]: String(index) },
          annotations: { [key]: String(index) },
        },
        spec: { hostname: `${name}-${index}` },
      });
      const fieldRef = { apiVersion: "v1", fieldPath: `metadata.labels['${key}']` };
      assert.deepEqual(pod.spec.containers[0].env, [{ name: "JOB_COMPLETION_INDEX", valueFrom: { fieldRef } }]);
    }
    await place.end(pods[1], "Succeeded");
    await place.until(job.path, { status: { active: 1, succeeded: 1, completedIndexes: "1" } });
    await place.end(pods[0], "Succeeded");
    assert.equal((await untilCondition(job, "Complete")).status.completedIndexes, "0,1");
  });

  test("that is suspended has no pods, and starts when it is resumed", async () => {
    const { place, job } = await makeJob({ suspend: true });
    const suspended = await untilCondition(job, "Suspended", { reason: "JobSuspended", message: "Job suspended" });
    assert.equal(suspended.status.startTime, undefined);
    assert.deepEqual(await place.list("v1", "pods"), []);
    assertAnswer(await client.patch("merge", job.path, { spec: { suspend: false } }), 200);
    await place.pods(1);
    const resumed = await place.until(job.path, { status: { active: 1, startTime: /Z$/ } });
    assertContains(condition(resumed, "Suspended"), { status: "False", reason: "JobResumed", message: "Job resumed" });
  });

  test("that is suspended later ends its pods", async () => {
    const { place, job } = await makeJob();
    await place.pods(1);
    await place.until(job.path, { status: { active: 1 } });
    assertAnswer(await client.patch("merge", job.path, { spec: { suspend: true } }), 200);
    await place.pods(0);
    await place.until(job.path, { status: { active: undefined, startTime: undefined } });
    await place.untilEvents("Job", job.metadata.name, [
      { type: "Normal", reason: "Suspended", message: "Job suspended" },
    ]);
  });

  test("goes with its pods some time after it has finished, if it says so", async () => {
    const { place, job } = await makeJob({ ttlSecondsAfterFinished: 0 });
    const [pod] = await place.pods(1);
    await place.end(pod, "Succeeded");
    await eventually(async () => assertAnswer(await client.get(job.path), 404));
    await eventually(async () => assertAnswer(await client.get(place.at("v1", "pods", pod.metadata.name)), 404));
  });

  test("fails at once when its failure policy says so", async () => {
    const rules = [{ action: "FailJob", onExitCodes: { operator: "In", values: [42] } }];
    const { place, job } = await makeJob({ podFailurePolicy: { rules } });
    const [pod] = await place.pods(1);
    const containerStatuses = [
      {
        name: "main",
        image: "shop:1",
        imageID: "",
        restartCount: 0,
        ready: false,
        state: { terminated: { exitCode: 42 } },
      },
    ];
    await place.setStatus(pod, { phase: "Failed", containerStatuses });
    const { name, namespace } = pod.metadata;
    await untilCondition(job, "Failed", {
      reason: "PodFailurePolicy",
      message: `Container main for pod ${namespace}/${name} failed with exit code 42 matching FailJob rule at index 0`,
    });
  });

  test("that is deleted in the background takes its pods along", async () => {
    const { place, job } = await makeJob();
    await place.pods(1);
    assertAnswer(await client.delete(job.path, { propagationPolicy: "Background" }), 200);
    await eventually(async () => assert.deepEqual(await place.list("v1", "pods"), []));
  });
});
