import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { deployment, deployments, pods, startInProcess } from "./in-process-fixture.test.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";

describe("nobody acts in the profile apiserver, however much time passes:", () => {
  test("a namespace that is deleted stays Terminating, with what is in it", async () => {
    await using plane = await startInProcess({ profile: "apiserver" });
    await plane.ask("POST", "/api/v1/namespaces", { metadata: { name: "shop" } });
    await plane.ask("POST", "/api/v1/namespaces/shop/configmaps", { metadata: { name: "a" } });
    await plane.ask("DELETE", "/api/v1/namespaces/shop");
    await plane.advance("10m");
    assert.deepEqual((await plane.ask("GET", "/api/v1/namespaces/shop")).status, { phase: "Terminating" });
    assert.equal((await plane.list("/api/v1/namespaces/shop/configmaps")).length, 1);
  });

  test("what has lost its owner stays, and so does who waits for its dependents", async () => {
    await using plane = await startInProcess({ profile: "apiserver" });
    const make = async (name: string, owner?: Awaited<ReturnType<typeof plane.ask>>) => {
      const { apiVersion = "", kind = "", metadata } = owner ?? {};
      const reference = { apiVersion, kind, name: metadata?.name, uid: metadata?.uid, blockOwnerDeletion: true };
      return await plane.ask("POST", configMaps, {
        metadata: { name, ...(owner && { ownerReferences: [reference] }) },
      });
    };
    await make("orphan", await make("gone"));
    await make("kept", await make("waiting"));
    await plane.ask("DELETE", `${configMaps}/gone`);
    await plane.ask("DELETE", `${configMaps}/waiting`, { kind: "DeleteOptions", propagationPolicy: "Foreground" });
    await plane.advance("10m");
    const left = (await plane.list(configMaps)).map(({ metadata }) => [metadata.name, metadata.finalizers]);
    assert.deepEqual(left, [
      ["kept", undefined],
      ["orphan", undefined],
      ["waiting", ["foregroundDeletion"]],
    ]);
  });

  test("a pod can be created without any ServiceAccount, and stays where it was", async () => {
    await using plane = await startInProcess({ profile: "apiserver" });
    const spec = { containers: [{ name: "web", image: "nginx" }] };
    await plane.ask("POST", pods, { metadata: { name: "web" }, spec });
    await plane.ask("POST", deployments, deployment("web"));
    await plane.advance("10m");
    assert.deepEqual(await plane.list("/api/v1/serviceaccounts"), []);
    assert.deepEqual(await plane.list("/apis/apps/v1/replicasets"), []);
    const [pod, ...others] = await plane.list("/api/v1/pods");
    assert.deepEqual([pod?.status, others], [{ phase: "Pending", qosClass: "BestEffort" }, []]);
    assert.deepEqual(plane.complaints, []);
  });
});
