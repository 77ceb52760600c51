import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { createMemoryStorage, type Storage } from "@pintle/apiserver";
import { createJsonLogger, createVirtualClock, type JsonObject } from "@pintle/machinery";
import { requestJson } from "../bootstrap/request-json.ts";
import { deployment, deployments, type InProcessPlane, pods, startInProcess } from "../in-process-fixture.test.ts";
import { startControlPlane } from "../start-control-plane.ts";
import { type PlaneSnapshot, readSnapshot, writeSnapshot } from "./plane-snapshot.ts";

const workloads = { profile: "workloads", nodes: 2 } as const;
const events = "/api/v1/namespaces/default/events";

async function startRolledOut(options = {}): Promise<InProcessPlane> {
  const plane = await startInProcess({ ...workloads, ...options });
  await plane.settle();
  await plane.ask("POST", deployments, deployment("web"));
  await plane.settle();
  return plane;
}

/** What is stored, by key, but for what nodes renew again and again. */
async function contentOf(storage: Storage): Promise<Map<string, string>> {
  const { entries } = await storage.list({ prefix: "/" });
  const lasting = entries.filter(({ key }) => !key.startsWith("/registry/leases/"));
  return new Map(lasting.map(({ key, value }) => [key, Buffer.from(value).toString("utf8")]));
}

describe("a plane that goes on from a snapshot", () => {
  test("has the same objects byte for byte, and goes on with them", async () => {
    const clock = createVirtualClock();
    const storage = createMemoryStorage({ clock });
    let snapshot: PlaneSnapshot;
    let before: Map<string, string>;
    let newest: number;
    {
      await using plane = await startRolledOut({ storage, clock });
      snapshot = await plane.snapshot();
      before = await contentOf(storage);
      newest = await storage.revision();
    }
    const laterClock = createVirtualClock();
    const later = createMemoryStorage({ clock: laterClock });
    await using plane = await startInProcess({
      ...{ ...workloads, restore: snapshot, clock: laterClock, storage: later, seed: 2 },
    });
    assert.deepEqual(await contentOf(later), before);
    const found = await plane.list(pods);
    assert.equal(found.length, 3);
    for (const { metadata } of found) assert.ok(Number(metadata.resourceVersion) > newest);
    await plane.settle();
    assert.deepEqual(await contentOf(later), before, "nobody has anything to put right");

    await plane.ask("DELETE", `${deployments}/web`);
    await plane.settle();
    assert.deepEqual(await plane.list(pods), []);
    assert.deepEqual(await plane.list("/apis/apps/v1/replicasets"), []);
    assert.deepEqual(plane.complaints, []);
  });

  test("believes the tokens that were issued before, and those of its users", async () => {
    const tokenPath = "/api/v1/namespaces/default/serviceaccounts/default/token";
    const review = (transport: InProcessPlane["transport"], token: string) =>
      requestJson(transport, "POST", "/apis/authentication.k8s.io/v1/tokenreviews", { spec: { token } });
    await using first = await startInProcess({ profile: "core", users: [{ name: "jane", groups: [] }] });
    await first.settle();
    const { token } = (await first.ask("POST", tokenPath, { spec: {} })).status as { token: string };
    const restore = await first.snapshot();
    await using second = await startInProcess({ profile: "core", restore, users: [{ name: "joe", groups: [] }] });
    for (const known of [token, second.tokens.admin ?? ""]) {
      const { body } = await review(second.transport, known);
      assert.equal(((body as JsonObject).status as JsonObject).authenticated, true);
    }
    assert.equal(second.tokens.admin, first.tokens.admin);
    assert.notEqual(second.tokens.joe, first.tokens.jane);
    // Whom a plane does not have now, a later one may have again.
    await using third = await startInProcess({
      ...{ profile: "core", restore: await second.snapshot(), users: [{ name: "jane", groups: [] }] },
    });
    assert.equal(third.tokens.jane, first.tokens.jane);
  });

  test("has the same authorities where it listens", async () => {
    const logger = createJsonLogger({ write: () => undefined, clock: createVirtualClock() });
    await using first = await startControlPlane({ listen: {}, logger });
    await using second = await startControlPlane({ listen: {}, restore: await first.snapshot(), logger });
    assert.deepEqual(
      [second.ca, second.clientCa.cert, second.proxyCa.cert],
      [first.ca, first.clientCa.cert, first.proxyCa.cert],
    );
  });

  test("uses no revision again, whatever storage it is given", async () => {
    await using first = await startInProcess();
    const restore = await first.snapshot();
    const { revision } = readSnapshot(restore);
    const clock = createVirtualClock();
    const storage = createMemoryStorage({ clock });
    await using second = await startInProcess({ restore, clock, storage });
    const { entries } = await storage.list({ prefix: "/registry/" });
    assert.ok(entries.every((entry) => entry.revision > revision));
    assert.equal(readSnapshot(await second.snapshot()).entries.length, readSnapshot(restore).entries.length);
  });

  test("keeps the order in which objects were changed", async () => {
    const order = (snapshot: PlaneSnapshot) =>
      readSnapshot(snapshot)
        .entries.toSorted((one, other) => one.revision - other.revision)
        .map(({ key }) => key);
    await using first = await startRolledOut();
    const restore = await first.snapshot();
    await using second = await startInProcess({ restore });
    assert.deepEqual(order(await second.snapshot()), order(restore));
  });

  test("lets events live as long as they had left", async () => {
    const { clock, restore } = await eventOfHalfAnHour();
    await using plane = await startInProcess({ restore, clock });
    await plane.advance("29m");
    assert.equal((await plane.list(events)).length, 1);
    await plane.advance("2m");
    assert.deepEqual(await plane.list(events), []);
  });

  test("sets a virtual clock to the time of the snapshot, and never back", async () => {
    const { restore } = await eventOfHalfAnHour();
    const { takenMs } = readSnapshot(restore);
    for (const start of [0, takenMs - 1, takenMs, takenMs + 60_000]) {
      const clock = createVirtualClock({ start });
      await using _plane = await startInProcess({ restore, clock });
      assert.equal(clock.now(), Math.max(start, takenMs));
    }
  });

  test("wants an empty storage", async () => {
    const clock = createVirtualClock();
    const storage = createMemoryStorage({ clock });
    await storage.swap("/registry/configmaps/default/a", 0, Buffer.from("{}"));
    await using first = await startInProcess();
    const restore = await first.snapshot();
    await assert.rejects(startInProcess({ restore, clock, storage }), { code: "PINTLE_RESTORE_STORAGE_NOT_EMPTY" });
  });
});

describe("a plane that is put back to a snapshot", () => {
  test("has what the snapshot has and nothing else, and goes on with it", async () => {
    const clock = createVirtualClock();
    const storage = createMemoryStorage({ clock });
    await using plane = await startRolledOut({ storage, clock });
    const service = { metadata: { name: "web" }, spec: { clusterIP: "10.0.0.77", ports: [{ port: 80 }] } };
    const services = "/api/v1/namespaces/default/services";
    const before = await contentOf(storage);
    const snapshot = await plane.snapshot();
    await plane.ask("POST", services, service);
    await plane.ask("POST", "/api/v1/namespaces", { metadata: { name: "shop" } });
    await plane.ask("DELETE", `${deployments}/web`);
    await plane.settle();
    assert.deepEqual(await plane.list(pods), []);
    const newest = await storage.revision();

    await plane.restore(snapshot);
    assert.deepEqual(await contentOf(storage), before);
    for (const { metadata } of await plane.list(pods)) assert.ok(Number(metadata.resourceVersion) > newest);
    await plane.settle();
    assert.deepEqual(await contentOf(storage), before, "nobody has anything to put right");
    await plane.ask("POST", services, service);
    await plane.ask("PATCH", `${deployments}/web`, { spec: { replicas: 1 } });
    await plane.settle();
    assert.equal((await plane.list(pods)).length, 1);
    assert.deepEqual(plane.complaints, []);
  });

  test("has the nodes of the snapshot: one that was deleted does not come back", async () => {
    const nodes = "/api/v1/nodes";
    const names = async (plane: InProcessPlane) => (await plane.list(nodes)).map(({ metadata }) => metadata.name);
    await using plane = await startInProcess(workloads);
    await plane.ask("DELETE", `${nodes}/node-1`);
    await plane.settle();
    const one = await plane.snapshot();
    await plane.ask("DELETE", `${nodes}/node-2`);
    await plane.settle();
    const none = await plane.snapshot();
    await plane.restore(one);
    assert.deepEqual(await names(plane), ["node-2"]);
    await plane.restore(none);
    assert.deepEqual(await names(plane), []);
    await using copy = await startInProcess({ ...workloads, restore: one });
    assert.deepEqual(await names(copy), ["node-2"]);
    // What the copy made of it is still without the node.
    await using second = await startInProcess({ ...workloads, restore: await copy.snapshot() });
    assert.deepEqual(await names(second), ["node-2"]);
  });

  test("gets its nodes where the plane of the snapshot had none to delete", async () => {
    await using core = await startInProcess({ profile: "core" });
    await using plane = await startInProcess({ ...workloads, restore: await core.snapshot() });
    assert.equal((await plane.list("/api/v1/nodes")).length, 2);
    await plane.restore(await core.snapshot());
    assert.equal((await plane.list("/api/v1/nodes")).length, 2);
  });

  test("ends watches, and what was seen before is too old to go on from", async () => {
    await using plane = await startInProcess();
    const snapshot = await plane.snapshot();
    const { metadata } = await plane.ask("GET", "/api/v1/configmaps");
    const watch = () =>
      plane.transport.request({
        ...{ method: "GET", path: "/api/v1/configmaps" },
        query: Object.entries({ watch: "1", resourceVersion: String(metadata.resourceVersion) }),
      });
    const read = async ({ body }: Awaited<ReturnType<typeof watch>>) => {
      let text = "";
      for await (const piece of body) text += Buffer.from(piece).toString("utf8");
      return text;
    };
    const before = read(await watch());
    await plane.ask("POST", "/api/v1/namespaces/default/configmaps", { metadata: { name: "a" } });
    await plane.restore(snapshot);
    assert.match(await before, /"type":"ADDED"/);
    const after = await watch();
    assert.match(await read(after), /"reason":"Expired","code":410/);
  });

  test("lets requests wait meanwhile", async () => {
    await using plane = await startInProcess();
    const snapshot = await plane.snapshot();
    await plane.ask("POST", "/api/v1/namespaces/default/configmaps", { metadata: { name: "a" } });
    const [, names] = await Promise.all([plane.restore(snapshot), plane.list("/api/v1/namespaces/default/configmaps")]);
    assert.deepEqual(names, []);
  });

  test("stays as it is where the bytes are no snapshot", async () => {
    await using plane = await startInProcess();
    await assert.rejects(plane.restore(new Uint8Array(3)), { code: "PINTLE_SNAPSHOT_INVALID" });
    await plane.ask("GET", "/api/v1/namespaces/default");
  });
});

/** A snapshot with an event that lives for another half an hour. */
async function eventOfHalfAnHour() {
  await using plane = await startInProcess();
  const involvedObject = { kind: "Pod", namespace: "default", name: "a" };
  await plane.ask("POST", events, { metadata: { name: "a" }, involvedObject, reason: "Any", type: "Normal" });
  await plane.advance("30m");
  return { restore: await plane.snapshot(), clock: createVirtualClock({ start: plane.clock.now() }) };
}

describe("the bytes of a snapshot", () => {
  const content = {
    ...{ revision: 7, takenMs: 1, keys: { tokens: { admin: "token" } } },
    entries: [
      { key: "/registry/a", revision: 3, value: Buffer.from([0, 10, 255]) },
      { key: "/registry/ä\n", revision: 7, value: Buffer.from(""), leftMs: 9 },
    ],
  };

  test("come back as what was written", () => {
    const { entries, ...rest } = readSnapshot(writeSnapshot(content));
    assert.deepEqual(rest, { revision: 7, takenMs: 1, keys: { tokens: { admin: "token" } } });
    assert.deepEqual(
      entries.map((entry) => ({ ...entry, value: Buffer.from(entry.value) })),
      content.entries,
    );
  });

  test("of version 1 are read by whatever comes later", () => {
    const head =
      '{"revision":7,"takenMs":1,"keys":{"tokens":{}},"entries":[["/registry/a",3,2],["/registry/b",7,1,9]]}';
    const text = Buffer.from(`pintle-snapshot 1\n${head}\nxyz`);
    const bytes = Buffer.concat([text, createHash("sha256").update(text).digest()]);
    const read = readSnapshot(bytes).entries.map(({ value, ...entry }) => ({ ...entry, value: String(value) }));
    assert.deepEqual(read, [
      { key: "/registry/a", revision: 3, value: "xy" },
      { key: "/registry/b", revision: 7, leftMs: 9, value: "z" },
    ]);
  });

  test("are refused where they are none, were cut off or changed", () => {
    const whole = writeSnapshot(content);
    const changed = Buffer.from(whole);
    changed[30] = 0;
    const bad = [
      ...[new Uint8Array(), Buffer.from("{}"), Buffer.from("pintle-snapshot"), Buffer.from("pintle-snapshot 1\n")],
      ...[whole.subarray(1), whole.subarray(0, -1), whole.subarray(0, 40), changed],
      ...(["text", {}, null] as unknown as PlaneSnapshot[]),
    ];
    for (const bytes of bad) assert.throws(() => readSnapshot(bytes), { code: "PINTLE_SNAPSHOT_INVALID" });
  });

  test("are refused where another version wrote them", () => {
    const newer = Buffer.concat([Buffer.from("pintle-snapshot 2\n"), writeSnapshot(content).subarray(18)]);
    assert.throws(() => readSnapshot(newer), { code: "PINTLE_SNAPSHOT_VERSION", message: /version 2 .* version 1/ });
  });
});
