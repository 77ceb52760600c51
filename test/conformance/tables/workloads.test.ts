import { after, before, test } from "node:test";
import { assertAnswer, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { assertCells, create, justNow } from "./tables.ts";

const client = connect();
after(() => client.close());

let namespace: string;
before(async () => {
  namespace = await client.namespace();
});

const apps = (resource: string) => `/apis/apps/v1/namespaces/${namespace}/${resource}`;
const batch = (resource: string) => `/apis/batch/v1/namespaces/${namespace}/${resource}`;
const labels = { app: "a" };
const containers = [
  { name: "one", image: "image-1:v1" },
  { name: "two", image: "image-2:v1" },
];
const template = { metadata: { labels }, spec: { containers } };
const once = { metadata: { labels }, spec: { containers, restartPolicy: "Never" } };
const wide = { Containers: "one,two", Images: "image-1:v1,image-2:v1" };

function named(spec: Json, status?: Json): Json {
  return { metadata: { name: uniqueName("w") }, spec, status };
}

function ago(seconds: number): string {
  return new Date(Date.now() - seconds * 1000).toISOString().replace(/\.\d+/, "");
}

test("a Deployment shows ready replicas of the wanted ones as text, the others as numbers", async () => {
  const status = { replicas: 3, updatedReplicas: 3, readyReplicas: 2, availableReplicas: 1 };
  const spec = { replicas: 4, selector: { matchLabels: labels }, template };
  const cells = { "Up-to-date": 3, Available: 1, Age: justNow, ...wide, Selector: "app=a" };
  await assertCells(client, await create(client, apps("deployments"), named(spec, status)), { Ready: "2/4", ...cells });
  // Before a controller has said anything.
  await assertCells(client, await create(client, apps("deployments"), named(spec)), {
    Ready: "0/4",
    "Up-to-date": 0,
    Available: 0,
  });
});

test("a selector with expressions is shown as one would write it, by keys", async () => {
  const selector = {
    matchLabels: labels,
    matchExpressions: [
      { key: "zone", operator: "In", values: ["b", "a"] },
      { key: "old", operator: "DoesNotExist" },
      { key: "size", operator: "Exists" },
      { key: "tier", operator: "NotIn", values: ["x"] },
    ],
  };
  const metadata = { labels: { ...labels, zone: "a", size: "5" } };
  const path = await create(client, apps("deployments"), named({ selector, template: { ...template, metadata } }));
  await assertCells(client, path, { Selector: "app=a,!old,size,tier notin (x),zone in (a,b)" });
});

test("a ReplicaSet shows wanted, current and ready replicas", async () => {
  const spec = { replicas: 3, selector: { matchLabels: labels }, template };
  const path = await create(client, apps("replicasets"), named(spec, { replicas: 2, readyReplicas: 1 }));
  await assertCells(client, path, { Desired: 3, Current: 2, Ready: 1, Age: justNow, ...wide, Selector: "app=a" });
});

test("a StatefulSet shows ready replicas of the wanted ones and no selector", async () => {
  const spec = { replicas: 3, serviceName: "s", selector: { matchLabels: labels }, template };
  const path = await create(client, apps("statefulsets"), named(spec, { replicas: 3, readyReplicas: 2 }));
  await assertCells(client, path, { Ready: "2/3", Age: justNow, ...wide, Selector: undefined });
});

test("a DaemonSet shows what its status counts, and the node selector", async () => {
  const status = {
    desiredNumberScheduled: 5,
    currentNumberScheduled: 4,
    numberReady: 3,
    updatedNumberScheduled: 2,
    numberAvailable: 1,
    numberMisscheduled: 0,
  };
  const cells = { Desired: 5, Current: 4, Ready: 3, "Up-to-date": 2, Available: 1, Age: justNow };
  const selector = { matchLabels: labels };
  const chosen = { ...template, spec: { containers, nodeSelector: { disk: "fast", arch: "arm" } } };
  const path = await create(client, apps("daemonsets"), named({ selector, template: chosen }, status));
  await assertCells(client, path, { ...cells, "Node Selector": "arch=arm,disk=fast", ...wide, Selector: "app=a" });
  const anywhere = await create(client, apps("daemonsets"), named({ selector, template }));
  await assertCells(client, anywhere, { Desired: 0, "Node Selector": "<none>" });
});

test("a new Job is running for no time yet", async () => {
  const path = await create(client, batch("jobs"), named({ template: once }));
  const { body } = await client.get(path);
  await assertCells(client, path, {
    Status: "Running",
    Completions: "0/1",
    Duration: "",
    Age: justNow,
    ...wide,
    Selector: `batch.kubernetes.io/controller-uid=${body.metadata.uid}`,
  });
});

test("a Job shows its completions of those wanted, or of how many try at once", async () => {
  const counted = await create(client, batch("jobs"), named({ completions: 5, template: once }, { succeeded: 2 }));
  await assertCells(client, counted, { Completions: "2/5" });
  const queue = await create(client, batch("jobs"), named({ parallelism: 3, template: once }));
  await assertCells(client, queue, { Completions: "0/1 of 3" });
});

test("a Job that has started lasts until it is complete", async () => {
  const startTime = ago(40 * 60 + 20);
  const lasting = await create(client, batch("jobs"), named({ template: once }, { startTime }));
  await assertCells(client, lasting, { Status: "Running", Duration: "40m" });
  const conditions = ["SuccessCriteriaMet", "Complete"].map((type) => ({ type, status: "True" }));
  const status = { startTime, completionTime: ago(20 * 60 + 20), succeeded: 1, conditions };
  const complete = await create(client, batch("jobs"), named({ template: once }, status));
  await assertCells(client, complete, { Status: "Complete", Completions: "1/1", Duration: "20m" });
});

test("the status of a Job is what its conditions say first", async () => {
  const cases: [string[], string][] = [
    [["FailureTarget", "Failed"], "Failed"],
    [["FailureTarget"], "FailureTarget"],
    [["SuccessCriteriaMet"], "SuccessCriteriaMet"],
  ];
  for (const [types, expected] of cases) {
    const conditions = types.map((type) => ({ type, status: "True" }));
    const path = await create(client, batch("jobs"), named({ template: once }, { startTime: ago(60), conditions }));
    await assertCells(client, path, { Status: expected });
  }
  const conditions = [{ type: "Suspended", status: "True" }];
  const suspended = await create(client, batch("jobs"), named({ suspend: true, template: once }, { conditions }));
  await assertCells(client, suspended, { Status: "Suspended" });
});

test("a Job that is being deleted is Terminating", async () => {
  const job = named({ template: once });
  job.metadata.finalizers = ["example.com/hold"];
  const path = await create(client, batch("jobs"), job);
  assertAnswer(await client.delete(path), 200);
  await assertCells(client, path, { Status: "Terminating" });
  assertAnswer(await client.patch("merge", path, { metadata: { finalizers: null } }), 200);
});

test("a CronJob shows its schedule, time zone, whether it rests, and when it last acted", async () => {
  const spec = { schedule: "*/5 * * * *", jobTemplate: { spec: { template: once } } };
  await assertCells(client, await create(client, batch("cronjobs"), named(spec)), {
    Schedule: "*/5 * * * *",
    Timezone: "<none>",
    // Though the column is boolean.
    Suspend: "False",
    Active: 0,
    "Last Schedule": "<none>",
    Age: justNow,
    ...wide,
    Selector: "<none>",
  });
  const status = { lastScheduleTime: ago(30 * 60 + 20), active: [{ kind: "Job", name: "j", uid: "1" }] };
  const resting = named({ ...spec, timeZone: "Europe/Berlin", suspend: true }, status);
  await assertCells(client, await create(client, batch("cronjobs"), resting), {
    Timezone: "Europe/Berlin",
    Suspend: "True",
    Active: 1,
    "Last Schedule": "30m",
  });
});

test("a HorizontalPodAutoscaler shows what it aims at, in any version", async () => {
  const collection = `/apis/autoscaling/v2/namespaces/${namespace}/horizontalpodautoscalers`;
  const target = (type: string, more: Json) => ({ type, ...more });
  const metrics = [
    { type: "Resource", resource: { name: "cpu", target: target("Utilization", { averageUtilization: 80 }) } },
    { type: "Resource", resource: { name: "memory", target: target("AverageValue", { averageValue: "1Gi" }) } },
    { type: "Pods", pods: { metric: { name: "queue" }, target: target("AverageValue", { averageValue: "7" }) } },
  ];
  const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: "d" };
  const path = await create(client, collection, named({ scaleTargetRef, maxReplicas: 5, metrics }));
  const cells = {
    Reference: "Deployment/d",
    Targets: "cpu: <unknown>/80%, memory: <unknown>/1Gi + 1 more...",
    MinPods: "1",
    MaxPods: 5,
    Replicas: 0,
    Age: justNow,
  };
  await assertCells(client, path, cells);
  await assertCells(client, path.replace("/v2/", "/v1/"), cells);
});

test("a PodDisruptionBudget shows the limit that it has, and N/A for the other", async () => {
  const collection = `/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets`;
  const selector = { matchLabels: labels };
  const least = await create(client, collection, named({ minAvailable: "50%", selector }));
  await assertCells(client, least, { "Min Available": "50%", "Max Unavailable": "N/A", "Allowed Disruptions": 0 });
  const most = await create(client, collection, named({ maxUnavailable: 2, selector }));
  await assertCells(client, most, { "Min Available": "N/A", "Max Unavailable": "2" });
});
