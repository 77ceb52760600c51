/** A cluster of simulated nodes for tests, with a namespace called `shop`. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ContainerStatus, Event, Node, Pod, PodSpec } from "@pintle/kinds";
import { type ObjectMeta, parseTimeMs } from "@pintle/machinery";
import type { PlaneController } from "../kit/plane-controller.ts";
import { startTestPlane, type TestPlane } from "../kit/plane-fixture.test.ts";
import { createSimulatedNodes } from "../nodes/simulated-nodes.ts";
import { createKubelet } from "./kubelet.ts";
import type { KubeletOptions } from "./kubelet-stage.ts";

export interface ClusterOptions {
  /** One unless said. */
  readonly nodes?: number;
  readonly kubelet?: KubeletOptions;
  readonly seed?: number;
  /** Beside nodes and kubelets. */
  readonly controllers?: readonly PlaneController[];
}

const namespace = "shop";
export const container = { name: "main", image: "shop:1" };

export class Cluster implements AsyncDisposable {
  readonly plane: TestPlane;

  static async open({ nodes = 1, kubelet = {}, seed = 1, controllers = [] }: ClusterOptions = {}): Promise<Cluster> {
    const all = [createSimulatedNodes(nodes), createKubelet(kubelet), ...controllers];
    return new Cluster(await startTestPlane({ controllers: all, seed, namespaces: [namespace, "kube-node-lease"] }));
  }

  private constructor(plane: TestPlane) {
    this.plane = plane;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.plane[Symbol.asyncDispose]();
    assert.deepEqual(this.plane.complaints, []);
  }

  /** Without waiting. */
  make(spec: object = {}, metadata: Partial<ObjectMeta> = {}): Promise<Pod> {
    const pod = { metadata: { name: "web", ...metadata }, spec: { containers: [container], ...spec } };
    return this.plane.user.create<Pod>({ group: "", plural: "pods", namespace }, pod);
  }

  /** Makes a pod on the first node and waits until there is nothing more to happen to it. */
  async run(spec: Partial<PodSpec> = {}, metadata: Partial<ObjectMeta> = {}): Promise<Pod> {
    const { name } = (await this.make({ nodeName: "node-1", ...spec }, metadata)).metadata;
    await this.plane.settle();
    return this.pod(name);
  }

  pod(name = "web"): Promise<Pod> {
    return this.plane.user.get<Pod>({ group: "", plural: "pods", namespace, name });
  }

  find(name = "web"): Promise<Pod | undefined> {
    return this.plane.find<Pod>({ group: "", plural: "pods", namespace, name });
  }

  async delete(name = "web", options: object = {}): Promise<void> {
    await this.plane.user.delete({ group: "", plural: "pods", namespace, name }, options);
  }

  node(name = "node-1"): Promise<Node> {
    return this.plane.user.get<Node>({ group: "", plural: "nodes", name });
  }

  async patchNode(name: string, patch: object): Promise<void> {
    await this.plane.user.patch({ group: "", plural: "nodes", name }, "merge", patch);
    await this.plane.settle();
  }

  async told(name = "web"): Promise<readonly string[]> {
    const events = await this.plane.user.list<Event>({ group: "", plural: "events", namespace });
    return events
      .filter(({ involvedObject }) => involvedObject.name === name)
      .toSorted((left, right) => Number(left.metadata.resourceVersion) - Number(right.metadata.resourceVersion))
      .map(({ reason, message }) => `${reason}: ${message}`);
  }
}

/** What is said of a condition, without its times: `False ContainersNotReady`. */
export function condition({ status }: Pod, type: string): string {
  const found = status?.conditions?.find((each) => each.type === type);
  return [found?.status, found?.reason, found?.message].filter(Boolean).join(" ");
}

/** The state of a container in a word or two: `running`, `waiting ContainerCreating`, `terminated 0 Completed`. */
export function state({ status }: Pod, name = "main"): string {
  const all: readonly ContainerStatus[] = [
    ...(status?.initContainerStatuses ?? []),
    ...(status?.containerStatuses ?? []),
    ...(status?.ephemeralContainerStatuses ?? []),
  ];
  const { waiting, running, terminated } = all.find((each) => each.name === name)?.state ?? {};
  if (running) return "running";
  return terminated
    ? `terminated ${terminated.exitCode} ${terminated.reason}`
    : waiting
      ? `waiting ${waiting.reason}`
      : "";
}

export function secondsBetween(from: string | undefined, to: string | undefined): number {
  return (parseTimeMs(to ?? "") - parseTimeMs(from ?? "")) / 1_000;
}

test("a state is told in a word or two", () => {
  const podOf = (told: object) =>
    ({ status: { containerStatuses: [{ name: "main", state: told }] } }) as unknown as Pod;
  assert.equal(state(podOf({ running: {} })), "running");
  assert.equal(state(podOf({ waiting: { reason: "ContainerCreating" } })), "waiting ContainerCreating");
  assert.equal(state(podOf({ terminated: { exitCode: 1, reason: "Error" } })), "terminated 1 Error");
  assert.equal(state(podOf({}), "other"), "");
});
