import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertContains, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { assertInvalid, assertWhole, dryRun, make, selector } from "./objects.ts";

const client = connect();
let core: string;
let budgets: string;
const autoscalers = (version: string) => `/apis/autoscaling/${version}${namespaced}/horizontalpodautoscalers`;
let namespaced: string;
before(async () => {
  namespaced = `/namespaces/${await client.namespace()}`;
  core = `/api/v1${namespaced}`;
  budgets = `/apis/policy/v1${namespaced}/poddisruptionbudgets`;
});
after(() => client.close());

const scaleTargetRef = { kind: "Deployment", name: "shop", apiVersion: "apps/v1" };
const cpu = (averageUtilization: number) => ({
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization } },
});
const memory = {
  type: "Resource",
  resource: { name: "memory", target: { type: "AverageValue", averageValue: "1Gi" } },
};
const create = (collection: string, spec: Json) => client.create(collection, { metadata: { name: "a" }, spec }, dryRun);

test("an autoscaler keeps at least one replica and 80 % of the CPU", async () => {
  const { body } = await create(autoscalers("v2"), { maxReplicas: 3, scaleTargetRef });
  assertWhole(body, {
    spec: { scaleTargetRef, minReplicas: 1, maxReplicas: 3, metrics: [cpu(80)] },
    // The one place where a list that nobody filled is null.
    status: { desiredReplicas: 0, currentMetrics: null },
  });
  const old = await create(autoscalers("v1"), { maxReplicas: 3, scaleTargetRef });
  assertWhole(old.body, {
    spec: { scaleTargetRef, minReplicas: 1, maxReplicas: 3, targetCPUUtilizationPercentage: 80 },
    status: { currentReplicas: 0, desiredReplicas: 0 },
  });
});

test("an autoscaler's behavior is completed in the direction that it names, and in the other", async () => {
  const behavior = { scaleDown: { stabilizationWindowSeconds: 5 } };
  const { body } = await create(autoscalers("v2"), { maxReplicas: 3, scaleTargetRef, behavior });
  assert.deepEqual(body.spec.behavior, {
    scaleUp: {
      stabilizationWindowSeconds: 0,
      selectPolicy: "Max",
      policies: [
        { type: "Pods", value: 4, periodSeconds: 15 },
        { type: "Percent", value: 100, periodSeconds: 15 },
      ],
    },
    scaleDown: {
      stabilizationWindowSeconds: 5,
      selectPolicy: "Max",
      policies: [{ type: "Percent", value: 100, periodSeconds: 15 }],
    },
  });
});

test("an autoscaler written as v1 reads as v2", async () => {
  const spec = { maxReplicas: 3, scaleTargetRef, targetCPUUtilizationPercentage: 50 };
  const { name } = await make(client, autoscalers("v1"), { spec });
  assertAnswer(await client.get(`${autoscalers("v2")}/${name}`), 200, {
    apiVersion: "autoscaling/v2",
    spec: { scaleTargetRef, minReplicas: 1, maxReplicas: 3, metrics: [cpu(50)] },
  });
});

test("what v1 has no field for goes through annotations there, and survives an update as v1", async () => {
  const behavior = { scaleDown: { stabilizationWindowSeconds: 5 } };
  const spec = { maxReplicas: 3, scaleTargetRef, metrics: [memory, cpu(60)], behavior };
  const { name, body } = await make(client, autoscalers("v2"), { spec });
  assert.equal(body.metadata.annotations, undefined);

  const old = await client.get(`${autoscalers("v1")}/${name}`);
  assertAnswer(old, 200, { spec: { targetCPUUtilizationPercentage: 60 } });
  const { annotations } = old.body.metadata;
  assert.deepEqual(Object.keys(annotations).toSorted(), [
    "autoscaling.alpha.kubernetes.io/behavior",
    "autoscaling.alpha.kubernetes.io/metrics",
  ]);
  assert.equal(
    annotations["autoscaling.alpha.kubernetes.io/metrics"],
    '[{"type":"Resource","resource":{"name":"memory","targetAverageValue":"1Gi"}}]',
  );

  const changed = { ...old.body, spec: { ...old.body.spec, maxReplicas: 9 } };
  assertAnswer(await client.update(`${autoscalers("v1")}/${name}`, changed), 200);
  const { body: read } = await client.get(`${autoscalers("v2")}/${name}`);
  assertContains(read.spec, { maxReplicas: 9, metrics: [memory, cpu(60)], behavior });
  assert.equal(read.metadata.annotations, undefined);
});

test("an autoscaler's numbers and target are checked", async () => {
  const subject = 'HorizontalPodAutoscaler.autoscaling "a"';
  assertInvalid(
    await create(autoscalers("v2"), { minReplicas: 5, maxReplicas: 3, scaleTargetRef }),
    subject,
    "spec.maxReplicas: Invalid value: 3: must be greater than or equal to `minReplicas`",
  );
  assertInvalid(
    await create(autoscalers("v2"), { minReplicas: 0, maxReplicas: 3, scaleTargetRef }),
    subject,
    "spec.minReplicas: Invalid value: 0: must be greater than or equal to 1",
    "spec.metrics: Forbidden: must specify at least one Object or External metric to support scaling to zero replicas",
  );
  assertInvalid(
    await create(autoscalers("v2"), {}),
    subject,
    "spec.maxReplicas: Required value: must be set and greater than 0",
    "spec.maxReplicas: Invalid value: 0: must be greater than or equal to `minReplicas`",
    "spec.scaleTargetRef.kind: Required value",
    "spec.scaleTargetRef.name: Required value",
    'spec.scaleTargetRef.apiVersion: Invalid value: "": apiVersion must specify API group',
  );
});

test("a budget allows nothing until somebody counts", async () => {
  const { body } = await make(client, budgets, { spec: { minAvailable: "50%", selector } });
  assertWhole(body, {
    spec: { minAvailable: "50%", selector },
    status: { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 },
  });
});

test("a budget says what must be there or what may be missing, not both", async () => {
  const subject = 'PodDisruptionBudget.policy "a"';
  assertInvalid(
    await create(budgets, { minAvailable: 1, maxUnavailable: 1, selector }),
    subject,
    'spec: Invalid value: {"MinAvailable":1,"Selector":{"matchLabels":{"app":"shop"}},"MaxUnavailable":1,"UnhealthyPodEvictionPolicy":null}: ' +
      "minAvailable and maxUnavailable cannot be both set",
  );
  assertInvalid(
    await create(budgets, { minAvailable: -1, selector }),
    subject,
    "spec.minAvailable: Invalid value: -1: must be greater than or equal to 0",
  );
  assertInvalid(
    await create(budgets, { minAvailable: "x%", selector }),
    subject,
    "spec.minAvailable: Invalid value: \"x%\": a valid percent string must be a numeric string followed by an ending '%' " +
      "(e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')",
  );
});

test("an eviction is refused while a budget has not been counted", async () => {
  const labels = { app: "guarded" };
  const pod = await make(client, `${core}/pods`, {
    metadata: { labels },
    spec: { containers: [{ name: "main", image: "busybox" }] },
  });
  assertAnswer(await client.patch("merge", `${pod.path}/status`, { status: { phase: "Running" } }), 200);
  const { name } = await make(client, budgets, { spec: { minAvailable: 1, selector: { matchLabels: labels } } });
  const answer = await client.create(`${pod.path}/eviction`, { metadata: { name: pod.name } });
  assertAnswer(answer, 429, {
    status: "Failure",
    reason: "TooManyRequests",
    message: "Cannot evict pod as it would violate the pod's disruption budget.",
    details: {
      causes: [
        {
          reason: "DisruptionBudget",
          message: `The disruption budget ${name} is still being processed by the server.`,
        },
      ],
      retryAfterSeconds: 10,
    },
  });
  assert.equal(answer.headers["retry-after"], "10");
});

test("a budget with room lets a pod go and writes down which one", async () => {
  const labels = { app: "roomy" };
  const pod = await make(client, `${core}/pods`, {
    metadata: { labels },
    spec: { containers: [{ name: "main", image: "busybox" }], terminationGracePeriodSeconds: 0 },
  });
  const running = { phase: "Running", conditions: [{ type: "Ready", status: "True" }] };
  assertAnswer(await client.patch("merge", `${pod.path}/status`, { status: running }), 200);
  const { path } = await make(client, budgets, { spec: { maxUnavailable: 1, selector: { matchLabels: labels } } });
  const status = {
    observedGeneration: 1,
    disruptionsAllowed: 1,
    currentHealthy: 1,
    desiredHealthy: 0,
    expectedPods: 1,
  };
  assertAnswer(await client.patch("merge", `${path}/status`, { status }), 200);

  assertAnswer(await client.create(`${pod.path}/eviction`, { metadata: { name: pod.name } }), 201);
  const { body } = await client.get(path);
  assertContains(body.status, { disruptionsAllowed: 0, disruptedPods: { [pod.name]: /Z$/ } });
  assert.equal((await client.get(pod.path)).status, 404);
});

test("a quota's resources are known ones, and its scopes fit together and stay", async () => {
  const scopes = ["BestEffort", "NotBestEffort"];
  assertInvalid(
    await create(`${core}/resourcequotas`, { hard: { pods: "-1" }, scopes }),
    'ResourceQuota "a"',
    'spec.hard[pods]: Invalid value: "-1": must be greater than or equal to 0',
    'spec.scopes: Invalid value: ["BestEffort","NotBestEffort"]: conflicting scopes',
  );
  assertInvalid(
    await create(`${core}/resourcequotas`, { hard: { nope: "1" } }),
    'ResourceQuota "a"',
    'spec.hard[nope]: Invalid value: "nope": must be a standard resource type or fully qualified',
    'spec.hard[nope]: Invalid value: "nope": must be a standard resource for quota',
  );
  const { name, path } = await make(client, `${core}/resourcequotas`, { spec: { hard: { "count/jobs.batch": "5" } } });
  assertInvalid(
    await client.patch("merge", path, { spec: { scopes: ["Terminating"] } }),
    `ResourceQuota "${name}"`,
    'spec.scopes: Invalid value: ["Terminating"]: field is immutable',
  );
});

test("what is limited at most is the default of a container's limit and request", async () => {
  const limits = [{ type: "Container", max: { cpu: "2" }, min: { cpu: "1" }, default: { memory: "1Gi" } }];
  const { body } = await create(`${core}/limitranges`, { limits });
  assert.deepEqual(body.spec.limits, [
    {
      type: "Container",
      max: { cpu: "2" },
      min: { cpu: "1" },
      default: { cpu: "2", memory: "1Gi" },
      defaultRequest: { cpu: "2", memory: "1Gi" },
    },
  ]);
});

test("a range's ends are in order, and only containers have defaults", async () => {
  const subject = 'LimitRange "a"';
  assertInvalid(
    await create(`${core}/limitranges`, { limits: [{ type: "Pod", max: { cpu: "1" }, min: { cpu: "2" } }] }),
    subject,
    'spec.limits[0].min[cpu]: Invalid value: "2": min value 2 is greater than max value 1',
  );
  assertInvalid(
    await create(`${core}/limitranges`, { limits: [{ type: "Pod", default: { cpu: "1" } }] }),
    subject,
    "spec.limits[0].default: Forbidden: may not be specified when `type` is 'Pod'",
  );
});
