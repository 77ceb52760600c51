/** A namespace with workloads for tests, in which the test is scheduler and kubelet. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Deployment, DeploymentSpec, Event, Pod, ReplicaSet, ReplicaSetSpec } from "@pintle/kinds";
import { ApiError, formatTime, type KubernetesObject, type ObjectMeta } from "@pintle/machinery";
import { deploymentController } from "../deployment/deployment-controller.ts";
import type { PlaneController } from "../kit/plane-controller.ts";
import { startTestPlane, type TestPlane } from "../kit/plane-fixture.test.ts";
import type { PlanePlace } from "../kit/served-places.ts";
import { replicaSetController } from "../replica-set/replica-set-controller.ts";

export const selector = { matchLabels: { app: "shop" } };
export const containers = [{ name: "main", image: "shop:1" }];
export const template = { metadata: { labels: { app: "shop" } }, spec: { containers } };
export const templateOf = (image: string) => ({ ...template, spec: { containers: [{ name: "main", image }] } });

const namespace = "shop";
const plurals = {
  Pod: ["", "pods"],
  ReplicaSet: ["apps", "replicasets"],
  Deployment: ["apps", "deployments"],
} as const;

export class Shop implements AsyncDisposable {
  readonly plane: TestPlane;

  static async open(
    controllers: readonly PlaneController[] = [replicaSetController, deploymentController],
    seed = 1,
  ): Promise<Shop> {
    return new Shop(await startTestPlane({ controllers, seed, namespaces: [namespace] }));
  }

  private constructor(plane: TestPlane) {
    this.plane = plane;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.plane[Symbol.asyncDispose]();
    assert.deepEqual(this.plane.complaints, []);
  }

  place(kind: keyof typeof plurals, name = ""): PlanePlace {
    const [group, plural] = plurals[kind];
    return { group, plural, namespace, name };
  }

  /** Makes a set called `web`, of three replicas unless said, and lets the controllers act. */
  async makeSet(spec: Partial<ReplicaSetSpec> = {}, metadata: Partial<ObjectMeta> = {}): Promise<ReplicaSet> {
    const object = { metadata: { name: "web", ...metadata }, spec: { replicas: 3, selector, template, ...spec } };
    const { name } = (await this.plane.user.create<ReplicaSet>(this.place("ReplicaSet"), object)).metadata;
    await this.plane.settle();
    return this.set(name);
  }

  /** Makes a Deployment called `web`, of three replicas unless said, and lets the controllers act. */
  async makeDeployment(spec: Partial<DeploymentSpec> = {}, metadata: Partial<ObjectMeta> = {}): Promise<Deployment> {
    const object = { metadata: { name: "web", ...metadata }, spec: { replicas: 3, selector, template, ...spec } };
    await this.plane.user.create(this.place("Deployment"), object);
    await this.plane.settle();
    return this.deployment();
  }

  /** Patches what is called `web` and lets the controllers act. */
  async change(kind: "ReplicaSet" | "Deployment", patch: object): Promise<void> {
    await this.plane.user.patch(this.place(kind, "web"), "merge", patch);
    await this.plane.settle();
  }

  set(name = "web"): Promise<ReplicaSet> {
    return this.plane.user.get<ReplicaSet>(this.place("ReplicaSet", name));
  }

  deployment(): Promise<Deployment> {
    return this.plane.user.get<Deployment>(this.place("Deployment", "web"));
  }

  /** By revision. */
  async sets(): Promise<readonly ReplicaSet[]> {
    const sets = await this.plane.user.list<ReplicaSet>(this.place("ReplicaSet"));
    return sets.toSorted((left, right) => revision(left) - revision(right));
  }

  async sizes(): Promise<readonly (number | undefined)[]> {
    return (await this.sets()).map(({ spec }) => spec?.replicas);
  }

  pods(): Promise<readonly Pod[]> {
    return this.plane.user.list<Pod>(this.place("Pod"));
  }

  /** A pod by hand, with the labels that the sets select. */
  makePod(name: string, metadata: Partial<ObjectMeta> = {}): Promise<Pod> {
    const { labels } = template.metadata;
    const pod = { metadata: { name, labels, ...metadata }, spec: { containers } };
    return this.plane.user.create<Pod>(this.place("Pod"), pod);
  }

  async delete(kind: keyof typeof plurals, name: string, options: object = {}): Promise<void> {
    await this.plane.user.delete(this.place(kind, name), options);
    await this.plane.settle();
  }

  async setStatus({ metadata }: KubernetesObject, status: object): Promise<void> {
    const place = { ...this.place("Pod", metadata.name), subresource: "status" };
    await this.plane.user.patch(place, "merge", { status });
  }

  /** Binds the pod where nobody has, and says that it runs and is ready since now. */
  async run({ metadata, spec }: Pod, node = "node-1"): Promise<void> {
    const { name } = metadata;
    if (spec?.nodeName === undefined) {
      const binding = { metadata: { name }, target: { kind: "Node", name: node } };
      await this.plane.user.create({ ...this.place("Pod", name), subresource: "binding" }, binding);
    }
    const lastTransitionTime = formatTime(this.plane.clock.now());
    const conditions = [{ type: "Ready", status: "True", lastTransitionTime }];
    await this.setStatus({ metadata } as KubernetesObject, { phase: "Running", conditions });
  }

  /** Runs every pod that waits and ends every one that shall go, once, and lets the controllers act. */
  async turn(): Promise<boolean> {
    let isChanged = false;
    for (const pod of await this.pods()) {
      try {
        if (await this.#act(pod)) isChanged = true;
      } catch (error) {
        // The controllers have ended it meanwhile.
        if (!ApiError.is(error, "NotFound")) throw error;
      }
    }
    await this.plane.settle();
    return isChanged;
  }

  async #act(pod: Pod): Promise<boolean> {
    const { name, deletionTimestamp } = pod.metadata;
    if (deletionTimestamp !== undefined) {
      await this.plane.user.delete(this.place("Pod", name), { gracePeriodSeconds: 0 });
      return true;
    }
    if (pod.status?.phase !== "Pending") return false;
    await this.run(pod);
    return true;
  }

  /** Takes turns until there is nothing left to do. */
  async runAll(): Promise<void> {
    let turns = 0;
    while (await this.turn()) {
      turns += 1;
      assert.ok(turns < 50, "the pods do not come to rest");
    }
  }

  /** What is told of objects of a kind, in the order in which it was told. */
  async told(kind: "ReplicaSet" | "Deployment"): Promise<readonly string[]> {
    const events = await this.plane.user.list<Event>({ group: "", plural: "events", namespace });
    return events
      .filter(({ involvedObject }) => involvedObject.kind === kind)
      .toSorted((left, right) => order(left) - order(right))
      .map(({ reason, message }) => `${reason}: ${message}`);
  }
}

export function condition(object: Deployment | ReplicaSet, type: string): Record<string, unknown> | undefined {
  const found: readonly { readonly type: string }[] = object.status?.conditions ?? [];
  const {
    lastUpdateTime: _,
    lastTransitionTime: __,
    ...told
  } = { ...found.find((each) => each.type === type) } as {
    [key: string]: unknown;
  };
  return Object.keys(told).length === 0 ? undefined : told;
}

function revision({ metadata }: ReplicaSet): number {
  return Number(metadata.annotations?.["deployment.kubernetes.io/revision"] ?? 0);
}

function order({ metadata }: Event): number {
  return Number(metadata.resourceVersion);
}

test("a condition is found by its type, without its times", () => {
  const told = { type: "Available", status: "True", reason: "Enough" };
  const conditions = [{ ...told, lastUpdateTime: "2026-01-01T00:00:00Z" }];
  const deployment = { apiVersion: "apps/v1", kind: "Deployment", metadata: {}, status: { conditions } } as const;
  assert.deepEqual(condition({ ...deployment, status: { conditions: [...conditions] } }, "Available"), told);
  assert.equal(condition({ ...deployment, status: {} }, "Available"), undefined);
});
