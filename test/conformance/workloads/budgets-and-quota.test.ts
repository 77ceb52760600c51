import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertAnswer, assertContains, assertStatus, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { eventually } from "../eventually.ts";
import { condition, containers, Place, selector, template } from "./place.ts";

const client = connect();
after(() => client.close());

async function makeGuarded(budget: Json, replicas = 2): Promise<{ place: Place; budget: Json; pods: Json[] }> {
  const place = await Place.open(client);
  await place.make("apps/v1", "replicasets", { replicas, selector, template });
  const made = await place.make("policy/v1", "poddisruptionbudgets", { selector, ...budget });
  const pods = await place.pods(replicas);
  return { place, budget: made, pods };
}

function evict(place: Place, pod: Json): ReturnType<typeof client.create> {
  const { name } = pod.metadata;
  return client.create(`${place.at("v1", "pods", name)}/eviction`, { metadata: { name } });
}

describe("a PodDisruptionBudget", { concurrency: true }, () => {
  test("counts what is healthy and allows what is more than needed", async () => {
    const { place, budget, pods } = await makeGuarded({ minAvailable: 1 });
    const waiting = await place.until(budget.path, {
      status: { observedGeneration: 1, currentHealthy: 0, desiredHealthy: 1, expectedPods: 2, disruptionsAllowed: 0 },
    });
    assertContains(condition(waiting, "DisruptionAllowed"), {
      status: "False",
      reason: "InsufficientPods",
      message: "",
    });
    for (const pod of pods) await place.run(pod);
    const counted = await place.until(budget.path, {
      status: { currentHealthy: 2, desiredHealthy: 1, expectedPods: 2, disruptionsAllowed: 1 },
    });
    assertContains(condition(counted, "DisruptionAllowed"), {
      status: "True",
      reason: "SufficientPods",
      observedGeneration: 1,
    });
  });

  test("takes percentages of the replicas that the owner of the pods wants", async () => {
    const { place, budget } = await makeGuarded({ maxUnavailable: "25%" }, 3);
    // A quarter of three is rounded up to one.
    await place.until(budget.path, { status: { desiredHealthy: 2, expectedPods: 3 } });
  });

  test("lets one pod go and refuses the next", async () => {
    const { place, budget, pods } = await makeGuarded({ minAvailable: 1 });
    const [first, second] = pods;
    for (const pod of pods) await place.run(pod);
    await place.until(budget.path, { status: { disruptionsAllowed: 1 } });
    assertAnswer(await evict(place, first), 201, { status: "Success" });
    // Before the pod that goes is counted out, the refusal has other words.
    await place.until(budget.path, { status: { disruptionsAllowed: 0, currentHealthy: 1 } });
    const refused = await evict(place, second);
    assertAnswer(refused, 429, {
      reason: "TooManyRequests",
      message: "Cannot evict pod as it would violate the pod's disruption budget.",
      details: {
        causes: [
          {
            reason: "DisruptionBudget",
            message: `The disruption budget ${budget.metadata.name} needs 1 healthy pods and has 1 currently`,
          },
        ],
      },
    });
    assert.equal(refused.headers["retry-after"], undefined);
    assertAnswer(await client.get(place.at("v1", "pods", second.metadata.name)), 200, {
      metadata: { deletionTimestamp: undefined },
    });
  });

  test("does not keep pods that do not run yet, nor from a plain deletion", async () => {
    const { place, budget, pods } = await makeGuarded({ maxUnavailable: 0 });
    await place.until(budget.path, { status: { observedGeneration: 1, expectedPods: 2 } });
    assertAnswer(await evict(place, pods[0]), 201);
    await place.run(pods[1]);
    await place.until(budget.path, { status: { currentHealthy: 1 } });
    assertAnswer(await evict(place, pods[1]), 429);
    assertAnswer(await client.delete(place.at("v1", "pods", pods[1].metadata.name)), 200);
  });

  test("of two for the same pod is one too many", async () => {
    const { place, pods } = await makeGuarded({ maxUnavailable: 1 });
    await place.make("policy/v1", "poddisruptionbudgets", { selector, maxUnavailable: 1 });
    await place.run(pods[0]);
    await eventually(async () => {
      const answer = await evict(place, pods[0]);
      assertAnswer(answer, 500, {
        status: "Failure",
        message: "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.",
      });
    });
  });
});

async function makeQuota(hard: Json): Promise<{ place: Place; quota: Json }> {
  const place = await Place.open(client);
  const quota = await place.make("v1", "resourcequotas", { hard }, { name: "limits" });
  await place.until(quota.path, { status: { hard } });
  return { place, quota };
}

describe("a ResourceQuota", { concurrency: true }, () => {
  test("counts objects, refuses one too many, and learns when one goes", async () => {
    const { place, quota } = await makeQuota({ "count/secrets": "1", secrets: "2" });
    await place.until(quota.path, { status: { used: { "count/secrets": "0", secrets: "0" } } });
    const create = (name: string) => client.create(place.at("v1", "secrets"), { metadata: { name } });
    assertAnswer(await create("one"), 201);
    assertAnswer(await client.get(quota.path), 200, { status: { used: { "count/secrets": "1", secrets: "1" } } });
    const message =
      'secrets "two" is forbidden: exceeded quota: limits, requested: count/secrets=1, used: count/secrets=1, limited: count/secrets=1';
    assertStatus(await create("two"), 403, "Forbidden", message, { details: { name: "two", kind: "secrets" } });
    assertAnswer(await client.delete(place.at("v1", "secrets", "one")), 200);
    await place.until(quota.path, { status: { used: { "count/secrets": "0" } } });
    await eventually(async () => assertAnswer(await create("two"), 201));
  });

  test("adds up what pods request, who must then say what they do", async () => {
    const { place, quota } = await makeQuota({ "requests.cpu": "1", pods: "5" });
    const requesting = (cpu: string) => ({ containers: [{ ...containers[0], resources: { requests: { cpu } } }] });
    const pods = place.at("v1", "pods");
    const create = (name: string, spec: Json) => client.create(pods, { metadata: { name }, spec });
    assertStatus(
      await create("silent", { containers }),
      403,
      "Forbidden",
      'pods "silent" is forbidden: failed quota: limits: must specify requests.cpu for: main',
    );
    assertAnswer(await create("half", requesting("500m")), 201);
    assertAnswer(await client.get(quota.path), 200, { status: { used: { "requests.cpu": "500m", pods: "1" } } });
    assertStatus(
      await create("much", requesting("600m")),
      403,
      "Forbidden",
      'pods "much" is forbidden: exceeded quota: limits, requested: requests.cpu=600m, used: requests.cpu=500m, limited: requests.cpu=1',
    );
    const half = (await client.get(`${pods}/half`)).body;
    await place.end(half, "Succeeded");
    await place.until(quota.path, { status: { used: { "requests.cpu": "0", pods: "0" } } });
  });

  test("is not used by a dry run", async () => {
    const { place, quota } = await makeQuota({ "count/leases.coordination.k8s.io": "1" });
    const leases = place.at("coordination.k8s.io/v1", "leases");
    assertAnswer(await client.create(leases, { metadata: { name: "a" } }, { dryRun: "All" }), 201);
    assertAnswer(await client.get(quota.path), 200, { status: { used: { "count/leases.coordination.k8s.io": "0" } } });
  });

  test("takes a new limit over into its status", async () => {
    const { place, quota } = await makeQuota({ services: "5" });
    assertAnswer(await client.patch("merge", quota.path, { spec: { hard: { services: "0" } } }), 200);
    await place.until(quota.path, { status: { hard: { services: "0" }, used: { services: "0" } } });
  });
});
