import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertAnswer, assertContains, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { eventually } from "../eventually.ts";
import { controllerOf, once, Place } from "./place.ts";

const client = connect();
after(() => client.close());

/** When a CronJob of every minute was due, but for the run that comes now. */
const lastScheduleTime = () => `${new Date(Date.now() - 90_000).toISOString().slice(0, 19)}Z`;

/**
 * A CronJob that is due, so that a test does not wait for the next full minute: it is made suspended, gets a history, and goes on. It starts no
 * second Job beside the first unless the test says so, for the next minute may come at any time.
 */
async function makeDue(spec: Json = {}, history: (place: Place, cron: Json) => Promise<Json> = async () => ({})) {
  const place = await Place.open(client);
  const jobTemplate = { metadata: { labels: { tier: "night" } }, spec: { template: once } };
  const whole = { schedule: "* * * * *", suspend: true, concurrencyPolicy: "Forbid", jobTemplate, ...spec };
  const cron = await place.make("batch/v1", "cronjobs", whole);
  const status = { lastScheduleTime: lastScheduleTime(), ...(await history(place, cron)) };
  assertAnswer(await client.patch("merge", `${cron.path}/status`, { status }), 200);
  assertAnswer(await client.patch("merge", cron.path, { spec: { suspend: false } }), 200);
  return { place, cron };
}

/** A history with a Job that still runs. */
async function stillRunning(place: Place, cron: Json): Promise<Json> {
  const metadata = { name: "earlier", ownerReferences: controllerOf(cron) };
  const { kind, apiVersion, metadata: made } = await place.make("batch/v1", "jobs", { template: once }, metadata);
  await place.pods(1);
  return { active: [{ kind, apiVersion, namespace: place.namespace, name: made.name, uid: made.uid }] };
}

function oneJob(place: Place): Promise<Json> {
  return eventually(async () => {
    const [job] = await place.list("batch/v1", "jobs");
    assert.ok(job, "there is no Job yet");
    return job;
  });
}

async function names(place: Place): Promise<string[]> {
  return (await place.list("batch/v1", "jobs")).map(({ metadata }) => metadata.name);
}

describe("a CronJob", { concurrency: true }, () => {
  test("makes a Job that is named after the minute when it was due", async () => {
    const { place, cron } = await makeDue();
    const job = await oneJob(place);
    const due = job.metadata.annotations["batch.kubernetes.io/cronjob-scheduled-timestamp"];
    assertContains(job, {
      metadata: {
        name: `${cron.metadata.name}-${Date.parse(due) / 60_000}`,
        labels: { tier: "night" },
        ownerReferences: controllerOf(cron),
      },
    });
    await place.until(cron.path, {
      status: {
        active: [{ kind: "Job", apiVersion: "batch/v1", name: job.metadata.name, uid: job.metadata.uid }],
        lastScheduleTime: due,
      },
    });
    await place.untilEvents("CronJob", cron.metadata.name, [
      { type: "Normal", reason: "SuccessfulCreate", message: `Created job ${job.metadata.name}` },
    ]);
  });

  test("notes when a Job of its has succeeded, and that it is no longer active", async () => {
    const { place, cron } = await makeDue();
    const job = await oneJob(place);
    const [pod] = await place.pods(1, `job-name=${job.metadata.name}`);
    await place.end(pod, "Succeeded");
    await place.until(cron.path, { status: { lastSuccessfulTime: /Z$/ } });
    await place.untilEvents("CronJob", cron.metadata.name, [
      { reason: "SawCompletedJob", message: `Saw completed job: ${job.metadata.name}, condition: Complete` },
    ]);
  });

  test("lets a run go that is too late", async () => {
    const { place } = await makeDue({ schedule: "0 0 1 1 *", startingDeadlineSeconds: 10 }, async () => ({
      lastScheduleTime: "2020-01-01T00:00:00Z",
    }));
    const later = await makeDue();
    await oneJob(later.place);
    assert.deepEqual(await place.list("batch/v1", "jobs"), []);
  });

  test("starts no second Job while the first one runs, if it may not", async () => {
    const { place, cron } = await makeDue({ concurrencyPolicy: "Forbid" }, stillRunning);
    await place.untilEvents("CronJob", cron.metadata.name, [
      {
        type: "Normal",
        reason: "JobAlreadyActive",
        message: "Not starting job because prior execution is running and concurrency policy is Forbid",
      },
    ]);
    assert.deepEqual(await names(place), ["earlier"]);
  });

  test("ends the Job that still runs and starts another, if it replaces", async () => {
    const { place, cron } = await makeDue({ concurrencyPolicy: "Replace" }, stillRunning);
    await eventually(async () => {
      const [name, ...others] = await names(place);
      assert.match(name ?? "", new RegExp(`^${cron.metadata.name}-\\d+$`));
      assert.deepEqual(others, []);
    });
  });

  test("starts a Job beside the one that still runs, if it may", async () => {
    const { place } = await makeDue({ concurrencyPolicy: "Allow" }, stillRunning);
    await eventually(async () => assert.ok((await names(place)).length >= 2, "there is no second Job"));
    assert.ok((await names(place)).includes("earlier"));
  });

  test("takes its Jobs along when it is deleted", async () => {
    const { place, cron } = await makeDue();
    await oneJob(place);
    assertAnswer(await client.delete(cron.path, { propagationPolicy: "Background" }), 200);
    await eventually(async () => assert.deepEqual(await place.list("batch/v1", "jobs"), []));
  });
});
