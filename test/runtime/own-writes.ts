/**
 * Every sort of write and of deletion that Kubernetes has, made through a cache whose watch is held back: after each of them the cache
 * shows what the server says when it is asked. Run on the embedded plane and on the real server.
 */
import assert from "node:assert/strict";
import { type Client, ignoreNotFound } from "@pintle/client";
import { ConfigMap, Namespace, PersistentVolumeClaim, Pod, Service, ServiceAccount } from "@pintle/kinds";
import type { AnyKind, KubernetesObject, ObjectOf } from "@pintle/machinery";
import type { Informer, Informers } from "@pintle/runtime";

const kinds = [ConfigMap, Namespace, PersistentVolumeClaim, Pod, Service, ServiceAccount] as const;
const finalizers = ["example.com/kept"];

export class OwnWrites {
  readonly #client: Client;
  readonly #informers: Map<AnyKind, Informer<KubernetesObject>>;

  /** The client's writes have to be told to the informers, which are not started here. */
  constructor(client: Client, informers: Informers) {
    this.#client = client;
    this.#informers = new Map(kinds.map((kind: AnyKind) => [kind, informers.for(kind)]));
  }

  async make(): Promise<void> {
    await this.#plainObjects();
    await this.#waitingObjects();
    await this.#pods();
    await this.#otherKinds();
  }

  async #plainObjects(): Promise<void> {
    const maps = this.#client.resource(ConfigMap);
    const check = (step: string) => this.#check(ConfigMap, "plain", step);
    const created = await maps.create({ metadata: { name: "plain" }, data: { a: "1" } });
    await check("create");
    await maps.update({ ...created, data: { a: "2" } });
    await check("update");
    await maps.update({ metadata: { name: "plain" }, data: { a: "2" } });
    await check("an update that changes nothing");
    await maps.patch("plain", { json: [{ op: "add", path: "/data/b", value: "3" }] });
    await check("patch");
    await maps.apply({ metadata: { name: "plain" }, data: { c: "4" } }, { fieldManager: "me" });
    await check("apply");
    await maps.delete("plain");
    await check("delete");
    await maps.apply({ metadata: { name: "plain" }, data: { c: "5" } }, { fieldManager: "me" });
    await check("apply that creates");
    await maps.delete("plain", { propagationPolicy: "Foreground" });
    await check("delete that waits for what it owns");
    await maps.delete("plain", { dryRun: true });
    await check("dry run");
  }

  async #waitingObjects(): Promise<void> {
    const maps = this.#client.resource(ConfigMap);
    const check = (name: string, step: string) => this.#check(ConfigMap, name, step);
    for (const name of ["updated", "patched", "applied"]) {
      await maps.create({ metadata: { name } });
      await maps.apply({ metadata: { name, finalizers } }, { fieldManager: "me" });
      await maps.delete(name);
      await check(name, "delete that waits for a finalizer");
      await maps.delete(name);
      await check(name, "delete once more");
    }
    const waiting = await maps.get("updated");
    await maps.update({ ...waiting, metadata: { ...waiting.metadata, finalizers: [] } });
    await check("updated", "the last finalizer is removed by an update");
    await maps.patch("patched", { merge: { metadata: { finalizers: null } } });
    await check("patched", "the last finalizer is removed by a patch");
    await maps.apply({ metadata: { name: "applied" } }, { fieldManager: "me" });
    await check("applied", "the last finalizer is given up by an apply");
  }

  async #pods(): Promise<void> {
    const pods = this.#client.resource(Pod);
    const check = (name: string, step: string) => this.#check(Pod, name, step);
    const containers = [{ name: "a", image: "a" }];
    await pods.create({ metadata: { name: "waiting" }, spec: { containers } });
    await pods.create({ metadata: { name: "bound" }, spec: { containers, nodeName: "node" } });
    await pods.status.patch("bound", { merge: { status: { phase: "Running" } } });
    await check("bound", "status");
    await pods.delete("waiting");
    await check("waiting", "a pod that no node has ends at once");
    await pods.delete("bound");
    await check("bound", "a pod on a node ends with its grace period");
    await pods.delete("bound", { gracePeriodSeconds: 0 });
    await check("bound", "a pod is ended at once");
    await pods.create({ metadata: { name: "kept", finalizers }, spec: { containers } });
    await pods.delete("kept", { gracePeriodSeconds: 0 });
    await check("kept", "a pod waits for a finalizer");
    await pods.patch("kept", { merge: { metadata: { finalizers: null } } });
    await check("kept", "a pod goes with its last finalizer");
  }

  /** Some answer with the last state of what was deleted, some with a Status. */
  async #otherKinds(): Promise<void> {
    const services = this.#client.resource(Service);
    await services.create({ metadata: { name: "service" }, spec: { ports: [{ port: 80 }] } });
    await services.delete("service");
    await this.#check(Service, "service", "delete");
    const accounts = this.#client.resource(ServiceAccount);
    await accounts.create({ metadata: { name: "account" } });
    await accounts.delete("account");
    await this.#check(ServiceAccount, "account", "delete");
    const claims = this.#client.resource(PersistentVolumeClaim);
    await claims.create({
      metadata: { name: "claim" },
      spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
    });
    await claims.delete("claim");
    await this.#check(PersistentVolumeClaim, "claim", "delete");
    const namespaces = this.#client.resource(Namespace);
    await namespaces.create({ metadata: { name: "emptied" } });
    await namespaces.delete("emptied");
    await this.#check(Namespace, "emptied", "a namespace empties itself first");
  }

  /** The cache and the server say the same. */
  async #check<K extends (typeof kinds)[number]>(kind: K, name: string, step: string): Promise<void> {
    const resource = this.#client.resource<AnyKind>(kind) as { get(name: string): Promise<KubernetesObject> };
    const there = await ignoreNotFound(resource.get(name));
    const key = kind.scope === "Namespaced" ? { namespace: "default", name } : { name };
    const shown = this.#informers.get(kind)?.lister.get(key) as ObjectOf<K> | undefined;
    delete there?.metadata.managedFields;
    assert.deepEqual(shown, there, `${kind.kind} ${name}: ${step}`);
  }
}
