import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertContains, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { eventually } from "../eventually.ts";
import { condition, Place, selector, template } from "./place.ts";

const client = connect();
after(() => client.close());

/** The controller looks at a new autoscaler after one of its periods of 15 seconds. */
const waitMs = 45_000;

async function makeAutoscaler(replicas: number, spec: Json = {}): Promise<{ place: Place; set: Json; scaler: Json }> {
  const place = await Place.open(client);
  const set = await place.make("apps/v1", "replicasets", { replicas, selector, template });
  const scaleTargetRef = { apiVersion: "apps/v1", kind: "ReplicaSet", name: set.metadata.name };
  const whole = { minReplicas: 2, maxReplicas: 4, scaleTargetRef, ...spec };
  return { place, set, scaler: await place.make("autoscaling/v2", "horizontalpodautoscalers", whole) };
}

function untilCondition({ path }: Json, type: string, expected: Json): Promise<Json> {
  return eventually(async () => {
    const { body } = await client.get(path);
    assertContains(condition(body, type), expected, `condition ${type}`);
    return body;
  }, waitMs);
}

// There are no metrics here: what remains are the limits, which need none, and what is said when metrics are missing.
describe("a HorizontalPodAutoscaler", { concurrency: true }, () => {
  test("raises its target to the least number of replicas", async () => {
    const { place, set, scaler } = await makeAutoscaler(1);
    const body = await untilCondition(scaler, "AbleToScale", {
      status: "True",
      reason: "SucceededRescale",
      message: "the HPA controller was able to update the target scale to 2",
    });
    assertContains(body.status, { currentReplicas: 1, desiredReplicas: 2, lastScaleTime: /Z$/ });
    assert.equal((await client.get(set.path)).body.spec.replicas, 2);
    await place.untilEvents("HorizontalPodAutoscaler", scaler.metadata.name, [
      {
        type: "Normal",
        reason: "SuccessfulRescale",
        message: "New size: 2; reason: Current number of replicas below Spec.MinReplicas",
      },
    ]);
  });

  test("lowers its target to the greatest number of replicas", async () => {
    const { set, scaler } = await makeAutoscaler(6);
    await untilCondition(scaler, "AbleToScale", {
      status: "True",
      message: "the HPA controller was able to update the target scale to 4",
    });
    assert.equal((await client.get(set.path)).body.spec.replicas, 4);
  });

  test("leaves a target alone that has no replicas", async () => {
    const { set, scaler } = await makeAutoscaler(0);
    await untilCondition(scaler, "ScalingActive", {
      status: "False",
      reason: "ScalingDisabled",
      message: "scaling is disabled since the replica count of the target is zero",
    });
    assert.equal((await client.get(set.path)).body.spec.replicas, 0);
  });

  test("says that it cannot get the metrics", async () => {
    const { scaler } = await makeAutoscaler(3);
    const body = await untilCondition(scaler, "ScalingActive", {
      status: "False",
      reason: "FailedGetResourceMetric",
      message:
        /^the HPA was unable to compute the replica count: failed to get cpu utilization: unable to get metrics for resource cpu: /,
    });
    assertContains(condition(body, "AbleToScale"), {
      status: "True",
      reason: "SucceededGetScale",
      message: "the HPA controller was able to get the target's current scale",
    });
    assert.equal(body.status.currentReplicas, 3);
  });

  test("says that its target is not there", async () => {
    const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: "absent" };
    const { scaler } = await makeAutoscaler(1, { scaleTargetRef });
    await untilCondition(scaler, "AbleToScale", {
      status: "False",
      reason: "FailedGetScale",
      message: 'the HPA controller was unable to get the target\'s current scale: deployments.apps "absent" not found',
    });
  });
});
