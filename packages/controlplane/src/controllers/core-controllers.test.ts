import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { controllersOf } from "./controllers-of.ts";
import { startTestPlane, type TestPlane } from "./kit/plane-fixture.test.ts";
import { checkProfile, pluginsOf, profiles } from "./profile.ts";

const parts = { rootCa: "authorities", issueSecretToken: async () => "token" };
const startPlane = (seed = 1) =>
  startTestPlane({ controllers: controllersOf("core", parts), seed, namespaces: ["shop"] });
const configMaps = { group: "", plural: "configmaps", namespace: "shop" };
const shop = { group: "", plural: "namespaces", name: "shop" };

/** Owners, dependents and a namespace that goes with them. */
async function play({ user, settle }: TestPlane): Promise<void> {
  const { apiVersion, kind, metadata } = await user.create(configMaps, { metadata: { name: "owner" } });
  const owner = { apiVersion, kind, name: "owner", uid: metadata.uid, blockOwnerDeletion: true };
  for (const name of ["a", "b", "c"]) {
    await user.create(configMaps, { metadata: { name, ownerReferences: [owner] } });
  }
  await settle();
  await user.delete({ ...configMaps, name: "owner" }, { propagationPolicy: "Foreground" });
  await user.create(
    { ...configMaps, plural: "services" },
    { metadata: { name: "web" }, spec: { ports: [{ port: 80 }] } },
  );
  await settle();
  await user.delete(shop);
  await settle();
}

async function digestOf(seed: number): Promise<string> {
  await using plane = await startPlane(seed);
  const hash = createHash("sha256");
  await plane.storage.watch(
    { prefix: "/", after: await plane.storage.revision() },
    {
      onChanges(changes) {
        for (const { key, revision, value } of changes) hash.update(`${key} ${revision} `).update(value ?? "gone");
      },
      onProgress: () => undefined,
      onEnd: () => undefined,
    },
  );
  await play(plane);
  assert.deepEqual(plane.complaints, []);
  return hash.digest("hex");
}

describe("the controllers of the profile core together", () => {
  test("leave nothing of a namespace that is deleted", async () => {
    await using plane = await startPlane();
    await play(plane);
    const { entries } = await plane.storage.list({ prefix: "/registry/" });
    const left = entries.map(({ key }) => key).filter((key) => key.includes("/shop"));
    assert.deepEqual(left, []);
  });

  test("give the address of a service back that went with its namespace", async () => {
    await using plane = await startPlane();
    const services = { group: "", plural: "services", namespace: "shop" };
    const service = { metadata: { name: "web" }, spec: { clusterIP: "10.0.0.77", ports: [{ port: 80 }] } };
    await plane.user.create(services, service);
    await plane.user.delete(shop);
    await plane.settle();
    await plane.user.create({ ...services, namespace: "default" }, service);
  });

  test("do the same things in the same order for the same seed, and others for another", async () => {
    const digests = [await digestOf(7), await digestOf(7), await digestOf(8)];
    assert.equal(digests[0], digests[1]);
    assert.notEqual(digests[0], digests[2]);
  });

  test("end at once, whatever they were at", async () => {
    const plane = await startPlane();
    await plane.user.create(configMaps, { metadata: { name: "a", finalizers: ["example.com/one"] } });
    await plane.user.delete(shop);
    await plane.clock.advance(5_000);
    await plane[Symbol.asyncDispose]();
    assert.deepEqual(plane.clock.alive().timers, []);
    assert.deepEqual(plane.clock.alive().inFlight, []);
  });
});

describe("profiles", () => {
  test("are three, each with all controllers of the one before", () => {
    const names = profiles.map((profile) => controllersOf(profile, parts).map(({ name }) => name));
    assert.deepEqual(names[0], []);
    assert.ok(names[1] && names[1].length > 0);
    assert.deepEqual(names[2]?.slice(0, names[1].length), names[1]);
  });

  test("that there are not are refused", () => {
    assert.throws(() => checkProfile("moon"), { code: "PINTLE_PROFILE_UNKNOWN" });
  });

  test("with ServiceAccounts have pods use them, unless somebody says no", () => {
    assert.deepEqual(pluginsOf("apiserver"), { enabled: [], disabled: [] });
    assert.deepEqual(pluginsOf("core", { enabled: ["AlwaysPullImages"] }).enabled, [
      "AlwaysPullImages",
      "ServiceAccount",
    ]);
    assert.deepEqual(pluginsOf("workloads", { disabled: ["ServiceAccount"] }).enabled, []);
  });
});
