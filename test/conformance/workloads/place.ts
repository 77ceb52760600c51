/** A namespace with workloads in it, where the test is scheduler and kubelet: it binds pods, lets them run and lets them end. */
import assert from "node:assert/strict";
import { assertAnswer, assertContains, type Json } from "../answer.ts";
import { type Client, uniqueName } from "../client.ts";
import { eventually } from "../eventually.ts";

export const containers = [{ name: "main", image: "shop:1" }];
export const selector = { matchLabels: { app: "shop" } };
export const template = { metadata: { labels: { app: "shop" } }, spec: { containers } };
/** The template of a pod that ends. */
export const once = { spec: { containers, restartPolicy: "Never" } };

let addresses = 0;

export class Place {
  readonly client: Client;
  readonly namespace: string;
  /**
   * Where pods run. There is no such node, and the collector of orphaned pods ends what is on a node that it has missed for 40 seconds: a name
   * that is used for the first time gives each test that long.
   */
  readonly node = uniqueName("node");

  static async open(client: Client): Promise<Place> {
    return new Place(client, await client.namespace());
  }

  private constructor(client: Client, namespace: string) {
    this.client = client;
    this.namespace = namespace;
  }

  /** The path of a collection here, as in `at("apps/v1", "deployments")`, or of an object in it. */
  at(groupVersion: string, resource: string, name?: string): string {
    const root = groupVersion === "v1" ? "/api/v1" : `/apis/${groupVersion}`;
    return `${root}/namespaces/${this.namespace}/${resource}${name === undefined ? "" : `/${name}`}`;
  }

  async make(groupVersion: string, resource: string, spec: Json, metadata: Json = {}): Promise<Json> {
    const name = metadata.name ?? uniqueName("a");
    const answer = await this.client.create(this.at(groupVersion, resource), { metadata: { ...metadata, name }, spec });
    assertAnswer(answer, 201);
    return { ...answer.body, path: this.at(groupVersion, resource, name) };
  }

  async list(groupVersion: string, resource: string, labelSelector?: string): Promise<Json[]> {
    const query = labelSelector === undefined ? {} : { labelSelector };
    const answer = await this.client.get(this.at(groupVersion, resource), query);
    assertAnswer(answer, 200);
    return answer.body.items;
  }

  /** The pods that are not being deleted, once there are as many as said, by name. */
  pods(count: number, labelSelector?: string): Promise<Json[]> {
    return eventually(async () => {
      const pods = await this.list("v1", "pods", labelSelector);
      const alive = pods.filter((pod) => pod.metadata.deletionTimestamp === undefined);
      assert.equal(alive.length, count, `there are ${alive.length} pods instead of ${count}`);
      return alive.toSorted((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
    });
  }

  /** Waits until the object has these fields. */
  until(path: string, expected: Json): Promise<Json> {
    return eventually(async () => {
      const answer = await this.client.get(path);
      assertAnswer(answer, 200, expected);
      return answer.body;
    });
  }

  /** Waits until an object says of itself what follows. */
  async untilEvents(kind: string, name: string, expected: readonly Json[]): Promise<void> {
    await eventually(async () => {
      const fieldSelector = `involvedObject.kind=${kind},involvedObject.name=${name}`;
      const { items } = (await this.client.get(this.at("v1", "events"), { fieldSelector })).body;
      for (const event of expected) {
        const found = items.find(({ reason, message }: Json) => reason === event.reason && message === event.message);
        assertContains(found ?? items, event, "event");
      }
    });
  }

  async setStatus(pod: Json, status: Json): Promise<void> {
    assertAnswer(
      await this.client.patch("merge", `${this.at("v1", "pods", pod.metadata.name)}/status`, { status }),
      200,
    );
  }

  /** Binds the pod, if nobody has, and says that it runs and is ready. */
  async run(pod: Json, node = this.node): Promise<void> {
    const { name } = pod.metadata;
    if (pod.spec.nodeName === undefined) {
      const binding = { metadata: { name }, target: { kind: "Node", name: node } };
      assertAnswer(await this.client.create(`${this.at("v1", "pods", name)}/binding`, binding), 201);
    }
    addresses += 1;
    const podIP = `10.2.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
    const since = "2026-01-01T00:00:00Z";
    const conditions = [{ type: "Ready", status: "True", lastTransitionTime: since }];
    await this.setStatus(pod, { phase: "Running", podIP, startTime: since, conditions });
  }

  /** Says that the pod has ended, and with it its readiness. */
  end(pod: Json, phase: "Succeeded" | "Failed"): Promise<void> {
    return this.setStatus(pod, { phase, conditions: [{ type: "Ready", status: "False" }] });
  }

  /** Runs every pod that waits and ends every one that shall go, until the object has these fields. */
  keepRunningUntil(path: string, expected: Json): Promise<Json> {
    return eventually(async () => {
      for (const pod of await this.list("v1", "pods")) {
        const at = this.at("v1", "pods", pod.metadata.name);
        if (pod.metadata.deletionTimestamp !== undefined) await this.client.delete(at, { gracePeriodSeconds: 0 });
        else if (pod.status.phase === "Pending") await this.run(pod);
      }
      const answer = await this.client.get(path);
      assertAnswer(answer, 200, expected);
      return answer.body;
    });
  }
}

/** What the first owner of the object is, and that it controls it. */
export function controllerOf(owner: Json): Json {
  const { kind, apiVersion, metadata } = owner;
  return [{ apiVersion, kind, name: metadata.name, uid: metadata.uid, controller: true, blockOwnerDeletion: true }];
}

export function condition(object: Json, type: string): Json {
  return object.status.conditions?.find((one: Json) => one.type === type);
}
