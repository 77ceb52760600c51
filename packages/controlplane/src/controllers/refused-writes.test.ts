/** A write that is refused for ever is tried again, less and less often; nobody waits for it, and it is done when it is allowed. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Pod, PodDisruptionBudget, ReplicaSet, ResourceQuota } from "@pintle/kinds";
import { deploymentController } from "./deployment/deployment-controller.ts";
import { disruptionController } from "./disruption/disruption-controller.ts";
import { endpointSliceController } from "./endpoints/endpoint-slice-controller.ts";
import { endpointsController } from "./endpoints/endpoints-controller.ts";
import { sliceMirroringController } from "./endpoints/slice-mirroring-controller.ts";
import { garbageCollector } from "./garbage-collector/garbage-collector.ts";
import type { PlaneController } from "./kit/plane-controller.ts";
import { startTestPlane, type TestPlane } from "./kit/plane-fixture.test.ts";
import { refuse } from "./kit/refusal-fixture.test.ts";
import type { PlanePlace } from "./kit/served-places.ts";
import { namespaceController } from "./namespace/namespace-controller.ts";
import { podGarbageCollector } from "./pod-gc/pod-gc.ts";
import { replicaSetController } from "./replica-set/replica-set-controller.ts";
import { resourceQuotaController } from "./resource-quota/resource-quota-controller.ts";
import { createScheduler } from "./scheduler/scheduler.ts";
import { serviceAccountController } from "./service-account/default-accounts.ts";

const namespace = "shop";
const at = (group: string, plural: string, name = ""): PlanePlace => ({ group, plural, namespace, name });
const core = (plural: string, name = "") => at("", plural, name);
const labels = { app: "shop" };
const selector = { matchLabels: labels };
const podSpec = { containers: [{ name: "main", image: "shop:1" }] };
const template = { metadata: { labels }, spec: podSpec };
const make = (plane: TestPlane, place: PlanePlace, rest: object = {}, metadata: object = {}) =>
  plane.user.create(place, { metadata: { name: "web", ...metadata }, ...rest });
const isGone = async (plane: TestPlane, place: PlanePlace) => (await plane.find(place)) === undefined;
const count = async (plane: TestPlane, place: PlanePlace) => (await plane.user.list(place)).length;

interface Refusal {
  readonly controllers: readonly PlaneController[];
  readonly operation: "CREATE" | "UPDATE" | "DELETE";
  readonly resource: string;
  /** What leads to the write. */
  begin(plane: TestPlane): Promise<unknown>;
  /** How the write begins. */
  readonly write: string;
  /** How often it is tried in ten minutes at most: eighteen times by default, which takes about that long. */
  readonly most?: number;
  /** Whether it has been done. */
  isDone(plane: TestPlane): Promise<boolean>;
}

async function makeOwned(plane: TestPlane, propagationPolicy: string): Promise<void> {
  const { apiVersion, kind, metadata } = await make(plane, core("secrets"));
  const owner = { apiVersion, kind, name: "web", uid: metadata.uid };
  await make(plane, core("configmaps"), {}, { ownerReferences: [owner] });
  await plane.user.delete(core("secrets", "web"), { propagationPolicy });
}

const sets = (name = "") => at("apps", "replicasets", name);

const refusals: Readonly<Record<string, Refusal>> = {
  "pods of a ReplicaSet": {
    ...{ controllers: [replicaSetController], operation: "CREATE", resource: "pods" },
    begin: (plane) => make(plane, sets(), { spec: { replicas: 3, selector, template } }),
    write: "POST /api/v1/namespaces/shop/pods",
    isDone: async (plane) => (await count(plane, core("pods"))) === 3,
  },
  "the end of a ReplicaSet's pods": {
    ...{ controllers: [replicaSetController], operation: "DELETE", resource: "pods" },
    async begin(plane) {
      await make(plane, sets(), { spec: { replicas: 1, selector, template } });
      await plane.settle();
      await plane.user.patch(sets("web"), "merge", { spec: { replicas: 0 } });
    },
    write: "DELETE /api/v1/namespaces/shop/pods/",
    isDone: async (plane) => (await count(plane, core("pods"))) === 0,
  },
  "the adoption of a pod, which is not made in vain meanwhile": {
    ...{ controllers: [replicaSetController], operation: "UPDATE", resource: "pods" },
    async begin(plane) {
      await make(plane, core("pods"), { spec: podSpec }, { labels });
      await make(plane, sets(), { spec: { replicas: 1, selector, template } });
    },
    write: "PATCH /api/v1/namespaces/shop/pods/web",
    async isDone(plane) {
      const [pod, ...more] = await plane.user.list(core("pods"));
      assert.deepEqual(more, []);
      return pod?.metadata.ownerReferences !== undefined;
    },
  },
  "the status of a ReplicaSet": {
    ...{ controllers: [replicaSetController], operation: "UPDATE", resource: "replicasets/status" },
    begin: (plane) => make(plane, sets(), { spec: { replicas: 3, selector, template } }),
    write: "PUT /apis/apps/v1/namespaces/shop/replicasets/web/status",
    most: 40,
    async isDone(plane) {
      const { status } = await plane.user.get<ReplicaSet>(sets("web"));
      return status?.replicas === 3 && (await count(plane, core("pods"))) === 3;
    },
  },
  "the ReplicaSet of a Deployment": {
    ...{ controllers: [deploymentController], operation: "CREATE", resource: "replicasets" },
    begin: (plane) => make(plane, at("apps", "deployments"), { spec: { replicas: 3, selector, template } }),
    write: "POST /apis/apps/v1/namespaces/shop/replicasets",
    isDone: async (plane) => (await count(plane, sets())) === 1,
  },
  "the size of a Deployment's ReplicaSet": {
    ...{ controllers: [deploymentController], operation: "UPDATE", resource: "replicasets" },
    async begin(plane) {
      await make(plane, at("apps", "deployments"), { spec: { replicas: 3, selector, template } });
      await plane.settle();
      await plane.user.patch(at("apps", "deployments", "web"), "merge", { spec: { replicas: 5 } });
    },
    write: "PUT /apis/apps/v1/namespaces/shop/replicasets/",
    isDone: async (plane) => (await plane.user.list<ReplicaSet>(sets()))[0]?.spec?.replicas === 5,
  },
  "the slices of a Service": {
    ...{ controllers: [endpointSliceController], operation: "CREATE", resource: "endpointslices" },
    begin: (plane) => make(plane, core("services"), { spec: { clusterIP: "None", selector: labels } }),
    write: "POST /apis/discovery.k8s.io/v1/namespaces/shop/endpointslices",
    isDone: async (plane) => (await count(plane, at("discovery.k8s.io", "endpointslices"))) > 0,
  },
  "the Endpoints of a Service": {
    ...{ controllers: [endpointsController], operation: "CREATE", resource: "endpoints" },
    begin: (plane) => make(plane, core("services"), { spec: { clusterIP: "None", selector: labels } }),
    write: "POST /api/v1/namespaces/shop/endpoints",
    isDone: async (plane) => (await count(plane, core("endpoints"))) === 1,
  },
  "the mirror of Endpoints": {
    ...{ controllers: [sliceMirroringController], operation: "CREATE", resource: "endpointslices" },
    async begin(plane) {
      await make(plane, core("services"), { spec: { clusterIP: "None", ports: [{ port: 80 }] } });
      await make(plane, core("endpoints"), {
        subsets: [{ addresses: [{ ip: "203.0.113.7" }], ports: [{ port: 80 }] }],
      });
    },
    write: "POST /apis/discovery.k8s.io/v1/namespaces/shop/endpointslices",
    isDone: async (plane) => (await count(plane, at("discovery.k8s.io", "endpointslices"))) === 1,
  },
  "the status of a budget": {
    ...{ controllers: [disruptionController], operation: "UPDATE", resource: "poddisruptionbudgets/status" },
    begin: (plane) => make(plane, at("policy", "poddisruptionbudgets"), { spec: { selector, minAvailable: 1 } }),
    write: "PUT /apis/policy/v1/namespaces/shop/poddisruptionbudgets/web/status",
    most: 40,
    async isDone(plane) {
      const { status } = await plane.user.get<PodDisruptionBudget>(at("policy", "poddisruptionbudgets", "web"));
      return status?.desiredHealthy === 1;
    },
  },
  "the status of a quota": {
    ...{ controllers: [resourceQuotaController], operation: "UPDATE", resource: "resourcequotas/status" },
    begin: (plane) => make(plane, core("resourcequotas"), { spec: { hard: { pods: "1" } } }),
    write: "PUT /api/v1/namespaces/shop/resourcequotas/web/status",
    isDone: async (plane) =>
      (await plane.user.get<ResourceQuota>(core("resourcequotas", "web"))).status?.used?.pods === "0",
  },
  "the ServiceAccount of a namespace": {
    ...{ controllers: [serviceAccountController], operation: "CREATE", resource: "serviceaccounts" },
    begin: (plane) => plane.user.create({ group: "", plural: "namespaces" }, { metadata: { name: "yard" } }),
    write: "POST /api/v1/namespaces/yard/serviceaccounts",
    isDone: async (plane) => (await count(plane, { ...core("serviceaccounts"), namespace: "yard" })) === 1,
  },
  "the end of what has lost its owner": {
    ...{ controllers: [garbageCollector], operation: "DELETE", resource: "configmaps" },
    begin: (plane) => makeOwned(plane, "Background"),
    write: "DELETE /api/v1/namespaces/shop/configmaps/web",
    isDone: (plane) => isGone(plane, core("configmaps", "web")),
  },
  "the freedom of orphans": {
    ...{ controllers: [garbageCollector], operation: "UPDATE", resource: "configmaps" },
    begin: (plane) => makeOwned(plane, "Orphan"),
    write: "PATCH /api/v1/namespaces/shop/configmaps/web",
    async isDone(plane) {
      const { metadata } = await plane.user.get(core("configmaps", "web"));
      return metadata.ownerReferences === undefined && (await isGone(plane, core("secrets", "web")));
    },
  },
  "the end of what is in a namespace": {
    ...{ controllers: [namespaceController], operation: "DELETE", resource: "configmaps" },
    async begin(plane) {
      await make(plane, core("configmaps"));
      await plane.user.delete({ group: "", plural: "namespaces", name: namespace });
    },
    write: "DELETE /api/v1/namespaces/shop/configmaps",
    most: 30,
    isDone: (plane) => isGone(plane, { group: "", plural: "namespaces", name: namespace }),
  },
  "the place of a pod": {
    ...{ controllers: [createScheduler()], operation: "CREATE", resource: "pods/binding" },
    async begin(plane) {
      await plane.user.create({ group: "", plural: "nodes" }, { metadata: { name: "node-1" } });
      const status = { allocatable: { cpu: "1", memory: "1Gi", pods: "10" } };
      await plane.user.patch({ group: "", plural: "nodes", name: "node-1", subresource: "status" }, "merge", {
        status,
      });
      const tolerations = [{ operator: "Exists" }];
      await make(plane, core("pods"), { spec: { ...podSpec, tolerations } });
    },
    write: "POST /api/v1/namespaces/shop/pods/web/binding",
    most: 130,
    isDone: async (plane) => (await plane.user.get<Pod>(core("pods", "web"))).spec?.nodeName === "node-1",
  },
  "the end of pods on a node that is gone": {
    ...{ controllers: [podGarbageCollector], operation: "DELETE", resource: "pods" },
    begin: (plane) => make(plane, core("pods"), { spec: { ...podSpec, nodeName: "gone" } }),
    write: "DELETE /api/v1/namespaces/shop/pods/web",
    isDone: (plane) => isGone(plane, core("pods", "web")),
  },
};

describe("a write that is refused for ever is tried less and less often, and done when it is allowed:", () => {
  for (const [title, { controllers, operation, resource, begin, write, most = 18, isDone }] of Object.entries(
    refusals,
  )) {
    test(title, async () => {
      await using plane = await startTestPlane({ controllers, namespaces: [namespace] });
      const lift = await refuse(plane, operation, resource);
      await plane.settle();
      const before = plane.requests.length;
      await begin(plane);
      await plane.settle();
      await plane.clock.advance(600_000);
      const asked = plane.requests.slice(before);
      const tries = asked.filter((request) => request.startsWith(write)).length;
      assert.ok(tries >= 2 && tries <= most, `it was tried ${tries} times`);
      assert.ok(asked.length <= 20 * most, `there were ${asked.length} requests in all`);
      assert.equal(await isDone(plane), false);
      await lift();
      await plane.clock.advance(1_200_000);
      assert.equal(await isDone(plane), true);
      assert.deepEqual(plane.complaints, []);
    });
  }
});
