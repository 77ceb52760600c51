/** A namespace with a Service called `shop` and pods on nodes, for tests of who finds whom. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { EndpointSlice, Endpoints, Event, Pod, Service } from "@pintle/kinds";
import { formatTime } from "@pintle/machinery";
import type { PlaneController } from "../kit/plane-controller.ts";
import { startTestPlane, type TestPlane } from "../kit/plane-fixture.test.ts";
import type { PlanePlace } from "../kit/served-places.ts";

const namespace = "street";
const groups: { readonly [plural: string]: string } = { endpointslices: "discovery.k8s.io" };

export const ports = [{ name: "web", port: 80, targetPort: "http" }];
const containers = [{ name: "main", image: "shop:1", ports: [{ name: "http", containerPort: 8080 }] }];

export class Street implements AsyncDisposable {
  readonly plane: TestPlane;
  #addresses = 0;

  static async open(...controllers: readonly PlaneController[]): Promise<Street> {
    const plane = await startTestPlane({ controllers, namespaces: [namespace] });
    const labels = { "topology.kubernetes.io/zone": "zone-a" };
    await plane.user.create({ group: "", plural: "nodes" }, { metadata: { name: "node-1", labels } });
    return new Street(plane);
  }

  private constructor(plane: TestPlane) {
    this.plane = plane;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.plane[Symbol.asyncDispose]();
    assert.deepEqual(this.plane.complaints, []);
  }

  at(plural: string, name = ""): PlanePlace {
    return { group: groups[plural] ?? "", plural, namespace, name };
  }

  async makeService(spec: object = {}, metadata: object = {}): Promise<Service> {
    const whole = { clusterIP: "None", selector: { app: "shop" }, ports, ...spec };
    const object = { metadata: { name: "shop", ...metadata }, spec: whole };
    const service = await this.plane.user.create<Service>(this.at("services"), object);
    await this.plane.settle();
    return service;
  }

  /** A pod with an address that is ready since now, on `node-1` unless said. */
  async runPod(name: string, spec: object = {}, status: object = {}): Promise<Pod> {
    const labels = { app: "shop" };
    const whole = { containers, nodeName: "node-1", ...spec };
    await this.plane.user.create(this.at("pods"), { metadata: { name, labels }, spec: whole });
    this.#addresses += 1;
    const podIP = `10.1.${Math.floor(this.#addresses / 250)}.${(this.#addresses % 250) + 1}`;
    const conditions = [readyCondition("True", formatTime(this.plane.clock.now()))];
    return await this.setStatus(name, { phase: "Running", podIP, podIPs: [{ ip: podIP }], conditions, ...status });
  }

  async setStatus(name: string, status: object): Promise<Pod> {
    const place = { ...this.at("pods", name), subresource: "status" };
    const pod = await this.plane.user.patch<Pod>(place, "merge", { status });
    await this.plane.settle();
    return pod;
  }

  setReady(name: string, status: "True" | "False"): Promise<Pod> {
    return this.setStatus(name, { conditions: [readyCondition(status, formatTime(this.plane.clock.now()))] });
  }

  async patch(plural: string, name: string, patch: object): Promise<void> {
    await this.plane.user.patch(this.at(plural, name), "merge", patch);
    await this.plane.settle();
  }

  async create(plural: string, object: object): Promise<void> {
    await this.plane.user.create(this.at(plural), object);
    await this.plane.settle();
  }

  async delete(plural: string, name: string, options: object = {}): Promise<void> {
    await this.plane.user.delete(this.at(plural, name), options);
    await this.plane.settle();
  }

  async slices(): Promise<readonly EndpointSlice[]> {
    await this.plane.settle();
    return this.plane.user.list<EndpointSlice>(this.at("endpointslices"));
  }

  /** The only one that there is. */
  async slice(): Promise<EndpointSlice> {
    const [slice, ...more] = await this.slices();
    assert.ok(slice && more.length === 0, `there are ${slice ? more.length + 1 : 0} slices`);
    return slice;
  }

  endpoints(name = "shop"): Promise<Endpoints | undefined> {
    return this.plane.find<Endpoints>(this.at("endpoints", name));
  }

  async told(reason: string): Promise<readonly string[]> {
    await this.plane.settle();
    const events = await this.plane.user.list<Event>({ group: "", plural: "events", namespace });
    return events.filter((event) => event.reason === reason).map(({ message = "" }) => message);
  }
}

function readyCondition(status: "True" | "False", lastTransitionTime: string): object {
  return { type: "Ready", status, lastTransitionTime };
}

test("a pod of the street has an address and is ready", async () => {
  await using street = await Street.open();
  const { status, spec } = await street.runPod("a");
  assert.deepEqual([status?.podIP, status?.conditions?.[0]?.status, spec?.nodeName], ["10.1.0.2", "True", "node-1"]);
});
