import assert from "node:assert/strict";
import { test } from "node:test";
import type { ServedResource, StrategyRequest } from "@pintle/apiserver";
import { builtInResources } from "@pintle/kinds/tables";
import { createSeededRandom, createVirtualClock, formatGroupResource, type JsonObject } from "@pintle/machinery";
import { createBuiltInResources } from "./built-in-resources.ts";
import { strategiesTable } from "./strategies-table.ts";

const clock = createVirtualClock();
const never = async () => assert.fail("nothing is asked for");
const resources = createBuiltInResources({
  clock,
  random: createSeededRandom(1),
  objects: { get: never, rewrite: never, delete: never, list: async () => [] },
  reviews: { mayAccess: never, authenticate: never, rulesOf: never, audiences: [], issueToken: never },
});

function find(name: string): ServedResource {
  const found = resources.find(({ group, plural }) => formatGroupResource({ group, resource: plural }) === name);
  assert.ok(found, name);
  return found;
}

const context = { clock, user: { name: "alice", groups: ["developers"] } };
const request = {
  context,
  namespace: "default",
  name: "a",
  isDryRun: false,
  subresource: "",
} as unknown as StrategyRequest;

function prepare(name: string, object: JsonObject): JsonObject {
  return find(name).strategy.prepareCreate?.(object, request) ?? object;
}

function prepareUpdate(name: string, object: JsonObject, old: JsonObject): JsonObject {
  return find(name).strategy.prepareUpdate?.(object, old, request) ?? object;
}

test("every built-in resource is served in all its versions, with its verbs", () => {
  for (const { group, plural, version, verbs, kind } of builtInResources) {
    const served = find(formatGroupResource({ group, resource: plural }));
    assert.ok(
      served.versions.some((candidate) => candidate.version === version),
      `${plural} ${version}`,
    );
    assert.deepEqual([served.kind, served.verbs, served.isBuiltIn], [kind, verbs, true]);
  }
});

test("every stored resource has a row of facts, and every row a resource", () => {
  const stored = resources.filter(({ storage }) => !storage);
  const names = stored.map(({ group, plural }) => formatGroupResource({ group, resource: plural }));
  assert.deepEqual(names.toSorted(), Object.keys(strategiesTable).toSorted());
});

test("every subresource is served", () => {
  const missing = builtInResources.flatMap(({ group, plural, subresources }) => {
    const served = find(formatGroupResource({ group, resource: plural })).subresources ?? {};
    return subresources.filter(({ name }) => !served[name]).map(({ name }) => `${plural}/${name}`);
  });
  assert.deepEqual(missing, []);
});

test("autoscalers are kept in their newer version, events of both groups in one folder", () => {
  assert.deepEqual(
    find("horizontalpodautoscalers.autoscaling").versions.map(({ version }) => version),
    ["v2", "v1"],
  );
  const { storageFolder, storedAs } = find("events.events.k8s.io");
  assert.deepEqual([storageFolder, storedAs], ["events", "/v1/Event"]);
});

test("a status that clients send is dropped on create and kept on update, but for nodes", () => {
  const deployment = { spec: { replicas: 1 }, status: { replicas: 7 } };
  assert.deepEqual(prepare("deployments.apps", deployment), { spec: { replicas: 1 }, status: {} });
  assert.deepEqual(prepareUpdate("deployments.apps", deployment, { status: { replicas: 2 } }), {
    spec: { replicas: 1 },
    status: { replicas: 2 },
  });
  assert.deepEqual(prepare("nodes", { status: { phase: "x" } }), { status: { phase: "x" } });
});

test("the view of the status changes no spec, and no labels of deployments", () => {
  const view = find("deployments.apps").subresources?.status;
  assert.ok(view?.type === "view");
  const old = { metadata: { labels: { app: "a" } }, spec: { replicas: 1 }, status: {} };
  const sent = {
    metadata: { labels: { app: "b" }, annotations: { x: "y" } },
    spec: { replicas: 9 },
    status: { replicas: 1 },
  };
  assert.deepEqual(view.strategy.prepareUpdate?.(sent, old, request), {
    metadata: { labels: { app: "a" }, annotations: { x: "y" } },
    spec: { replicas: 1 },
    status: { replicas: 1 },
  });
});

test("what writers of a kind cannot own is not theirs", () => {
  const { strategy } = find("deployments.apps");
  assert.deepEqual([...(strategy.resetFields?.keys() ?? [])], ["apps/v1"]);
  assert.deepEqual(
    [...(find("horizontalpodautoscalers.autoscaling").strategy.resetFields?.keys() ?? [])],
    ["autoscaling/v2", "autoscaling/v1"],
  );
});

test("deployments count annotations, endpoint slices labels, priority classes nothing after the first", () => {
  const rule = (name: string) => find(name).strategy.generation;
  const changed = (path: "annotations" | "labels") => [{ metadata: { [path]: { a: "1" } } }, { metadata: {} }] as const;
  const counts = (name: string, ...[object, old]: readonly [JsonObject, JsonObject]) => {
    const generation = rule(name);
    assert.ok(typeof generation === "object");
    return generation.isCounted(object, old);
  };
  assert.equal(counts("deployments.apps", ...changed("annotations")), true);
  assert.equal(counts("deployments.apps", ...changed("labels")), false);
  assert.equal(counts("endpointslices.discovery.k8s.io", ...changed("labels")), true);
  assert.equal(counts("priorityclasses.scheduling.k8s.io", { value: 2 }, { value: 1 }), false);
});

test("pods are selected by where they run, and events of either group by what they are about", () => {
  const pod = { spec: { nodeName: "n1" }, status: { podIPs: [{ ip: "10.1.1.1" }] } };
  const fields = find("pods").strategy.selectableFields?.(pod);
  assert.deepEqual(
    [fields?.["spec.nodeName"], fields?.["spec.host"], fields?.["status.podIP"], fields?.["spec.hostNetwork"]],
    ["n1", "n1", "10.1.1.1", "false"],
  );
  const event = { involvedObject: { name: "a" }, source: {}, reportingComponent: "kubelet" };
  assert.equal(find("events").strategy.selectableFields?.(event)?.source, "kubelet");
  assert.equal(find("events.events.k8s.io").strategy.selectableFields?.(event)?.["regarding.name"], "a");
  assert.deepEqual(find("nodes").strategy.selectableFieldNames, ["metadata.name", "spec.unschedulable"]);
});

test("a request for a certificate says who made it, whatever it says itself", () => {
  const sent = { spec: { request: "x", username: "root", groups: ["system:masters"] } };
  assert.deepEqual(prepare("certificatesigningrequests.certificates.k8s.io", sent).spec, {
    request: "x",
    username: "alice",
    groups: ["developers"],
  });
});

test("a job selects the pods with its uid, unless its user selects by hand", () => {
  const job = { metadata: { name: "a", uid: "u" }, spec: { template: {} } };
  const labels = {
    "job-name": "a",
    "batch.kubernetes.io/job-name": "a",
    "controller-uid": "u",
    "batch.kubernetes.io/controller-uid": "u",
  };
  assert.deepEqual(prepare("jobs.batch", job).spec, {
    template: { metadata: { labels } },
    selector: { matchLabels: { "batch.kubernetes.io/controller-uid": "u" } },
  });
  const manual = { ...job, spec: { manualSelector: true } };
  assert.deepEqual(prepare("jobs.batch", manual).spec, manual.spec);
});

test("an Ingress whose class is named by an annotation alone is warned of it", () => {
  const { warnCreate } = find("ingresses.networking.k8s.io").strategy;
  const metadata = { annotations: { "kubernetes.io/ingress.class": "x" } };
  assert.equal(warnCreate?.({ metadata, spec: {} }).length, 1);
  assert.deepEqual(warnCreate?.({ metadata, spec: { ingressClassName: "x" } }), []);
});

test("a namespace is terminating until its finalizer is gone", () => {
  const { strategy } = find("namespaces");
  const active = prepare("namespaces", { metadata: { name: "a" } });
  assert.deepEqual([active.spec, active.status], [{ finalizers: ["kubernetes"] }, { phase: "Active" }]);
  const marked = strategy.beforeDelete?.(active, request) ?? {};
  assert.deepEqual(marked.status, { phase: "Terminating" });
  assert.notEqual(strategy.beforeDelete?.(marked, request), marked);
  assert.equal(strategy.keepsDeleted?.(marked), true);
  const empty = { ...marked, spec: {} };
  assert.equal(strategy.keepsDeleted?.(empty), false);
  assert.equal(strategy.beforeDelete?.(empty, request), empty);
});

test("a pod that runs gets the time it asks for, one that does not gets none", () => {
  const grace = find("pods").strategy.gracePeriodSeconds;
  const running = { spec: { nodeName: "n", terminationGracePeriodSeconds: 30 }, status: { phase: "Running" } };
  assert.deepEqual(
    [grace?.(running, undefined), grace?.(running, 5), grace?.(running, -1), grace?.({ spec: {} }, 5)],
    [30, 5, 1, 0],
  );
  assert.equal(grace?.({ ...running, status: { phase: "Failed" } }, undefined), 0);
});

test("objects whose parts have wrong types are refused or left alone, never a crash", async () => {
  const odd: JsonObject = { metadata: 1, spec: [], status: "x", data: 3, rules: {}, subjects: "s", roleRef: [] };
  for (const { strategy, versions } of resources) {
    for (const version of versions) version.default?.(odd);
    const beginning = await strategy.begin?.(odd, undefined, { ...request, isDryRun: true });
    const begun = beginning?.object ?? odd;
    const prepared = strategy.prepareCreate?.(begun, request) ?? begun;
    strategy.validateCreate?.(prepared, request);
    strategy.validateUpdate?.(prepared, odd, request);
    strategy.selectableFields?.(odd);
    strategy.canonicalize?.(prepared);
    await beginning?.finish(false);
  }
});
