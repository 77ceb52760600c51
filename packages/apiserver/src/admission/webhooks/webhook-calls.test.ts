import assert from "node:assert/strict";
import { test } from "node:test";
import type { ServedResource } from "../../registry/served-resource.ts";
import { assertRefused, deploys, type Json, maps, widgets, widgetsV2 } from "../../rest/rest-fixture.test.ts";
import { allow, change, HooksFixture } from "./hooks-fixture.test.ts";

const map = { metadata: { name: "a" }, data: { k: "v" } };

test("a webhook is asked by a POST that says how long it may take", async () => {
  const { server, install, sent } = await withHook("validating", { timeoutSeconds: 7 });
  await install;
  await server.make(maps, map);
  const [request] = sent;
  assert.equal(request?.method, "POST");
  assert.deepEqual([...(request?.query ?? [])], [["timeout", "7s"]]);
  assert.equal(request?.headers?.["content-type"], "application/json");
});

async function withHook(kind: "mutating" | "validating", hook: Json) {
  const hooks = new HooksFixture();
  return { server: hooks.server, sent: hooks.sent, asked: hooks.asked, install: hooks.install(kind, allow, hook) };
}

test("an object is shown in the version of the rule, and what became of it is stored as if it had been sent so", async () => {
  const hooks = new HooksFixture();
  const rules = [{ operations: ["*"], apiGroups: ["example.com"], apiVersions: ["v1"], resources: ["widgets"] }];
  await hooks.install("mutating", change({ op: "replace", path: "/size", value: "9" }), { rules });
  const widget = { apiVersion: "example.com/v2", kind: "Widget", metadata: { name: "a" }, length: "3" };
  const { body } = await hooks.server.create(widgetsV2, widget);
  assert.deepEqual([hooks.asked[0].object.size, hooks.asked[0].object.apiVersion], ["3", "example.com/v1"]);
  assert.deepEqual([hooks.asked[0].requestKind.version, hooks.asked[0].kind.version], ["v2", "v1"]);
  assert.deepEqual([body.length, body.apiVersion], ["9", "example.com/v2"]);
});

test("where conversions have to be asked for, they are asked for on the way to the webhook and back", async () => {
  const asked: string[] = [];
  const resource: ServedResource = {
    ...widgets,
    versions: widgets.versions.map(({ version, shape }) => ({ version, shape })),
    convert: async (objects, apiVersion) =>
      objects.map(({ size, length, ...object }) => {
        asked.push(apiVersion);
        const value = size ?? length ?? null;
        return { ...object, apiVersion, [apiVersion.endsWith("v1") ? "size" : "length"]: value };
      }),
  };
  const hooks = new HooksFixture({ resources: [resource] });
  const rules = [{ operations: ["*"], apiGroups: ["example.com"], apiVersions: ["v1"], resources: ["widgets"] }];
  await hooks.install("mutating", change({ op: "replace", path: "/size", value: "9" }), { rules });
  const widget = { apiVersion: "example.com/v2", kind: "Widget", metadata: { name: "a" }, length: "3" };
  const { body } = await hooks.server.create(widgetsV2, widget);
  assert.deepEqual([hooks.asked[0].object.size, body.length], ["3", "9"]);
  assert.deepEqual(asked.slice(0, 2), ["example.com/v1", "example.com/v2"]);
});

test("webhooks of different versions each see what those before them made of the object", async () => {
  const hooks = new HooksFixture();
  const rules = (version: string) => [
    { operations: ["*"], apiGroups: ["example.com"], apiVersions: [version], resources: ["widgets"] },
  ];
  await hooks.install("mutating", change({ op: "replace", path: "/size", value: "4" }), { rules: rules("v1") });
  await hooks.install("mutating", change({ op: "replace", path: "/length", value: "5" }), { rules: rules("v2") });
  const widget = { apiVersion: "example.com/v2", kind: "Widget", metadata: { name: "a" }, length: "3" };
  const { body } = await hooks.server.create(widgetsV2, widget);
  assert.equal(hooks.asked[1].object.length, "4");
  assert.equal(body.length, "5");
});

test("the replicas of a Scale can be changed, and the object follows", async () => {
  const hooks = new HooksFixture();
  const rules = [{ operations: ["*"], apiGroups: ["apps"], apiVersions: ["v1"], resources: ["deployments/scale"] }];
  await hooks.install("mutating", change({ op: "replace", path: "/spec/replicas", value: 2 }), { rules });
  await hooks.server.make(deploys, { metadata: { name: "d" }, spec: { selector: {}, template: {} } });
  const scaled = await hooks.server.update(`${deploys}/d/scale`, { metadata: { name: "d" }, spec: { replicas: 9 } });
  assert.equal(scaled.body.spec.replicas, 2);
  assert.equal((await hooks.server.get(`${deploys}/d`)).body.spec.replicas, 2);
  assert.deepEqual(hooks.asked[0].kind, { group: "autoscaling", version: "v1", kind: "Scale" });
});

test("a webhook with effects of its own is not asked for what is only tried", async () => {
  for (const kind of ["mutating", "validating"] as const) {
    const { server, asked, install } = await withHook(kind, { sideEffects: "Some", failurePolicy: "Ignore" });
    await install;
    const message = 'admission webhook "hook.example.com" does not support dry run';
    assertRefused(await server.create(maps, map, { dryRun: "All" }), 400, message);
    assert.deepEqual(asked, []);
  }
});

test("a configuration counts from the moment it is stored until the moment it is gone, and changes count at once", async () => {
  const hooks = new HooksFixture();
  const { server } = hooks;
  await server.make(maps, { metadata: { name: "before" } });
  await hooks.install("validating", () => ({ allowed: false }));
  assert.equal((await server.create(maps, map)).status, 400);
  const { entries } = await server.storage.list({ prefix: "/registry/validatingwebhookconfigurations/" });
  for (const { key, revision } of entries) await server.storage.swap(key, revision, undefined);
  assert.equal((await server.create(maps, map)).status, 201);
});

test("a storage that fails is a request that fails: nobody slips past webhooks that cannot be known", async () => {
  const { server, install } = await withHook("validating", {});
  await install;
  server.storage.list = async () => {
    throw new Error("the disk is on fire");
  };
  const answer = await server.create(maps, map);
  assert.deepEqual([answer.status, answer.body.message], [500, "the disk is on fire"]);
});

test("a namespace that is not there is told where its labels are asked for", async () => {
  const selector = { matchLabels: { a: "b" } };
  const { server, install } = await withHook("validating", { namespaceSelector: selector });
  await install;
  assertRefused(await server.create(maps, map), 404, 'namespaces "ns" not found');
  const other = await withHook("validating", {
    namespaceSelector: selector,
    rules: [{ operations: ["*"], apiGroups: ["none"], apiVersions: ["*"], resources: ["*"] }],
  });
  await other.install;
  assert.equal((await other.server.create(maps, map)).status, 201, "who is not meant does not care");
});

test("audit is told who changed the object, what the webhook says, and who was passed over", async () => {
  const hooks = new HooksFixture();
  const answer = {
    ...change({ op: "add", path: "/data/b", value: "2" })({}),
    auditAnnotations: { good: "yes", "b a d": "no" },
  };
  await hooks.install("mutating", () => answer);
  await hooks.install("mutating", () => assert.fail("broken"), { name: "broken.example.com", failurePolicy: "Ignore" });
  await hooks.install("validating", () => assert.fail("broken"), { name: "late.example.com", failurePolicy: "Ignore" });
  const { status, annotations } = await hooks.server.create(maps, map);
  assert.equal(status, 201);
  const told = (configuration: string, webhook: string, mutated: boolean) =>
    JSON.stringify({ configuration, webhook, mutated });
  assert.deepEqual(annotations, {
    "hook.example.com/good": "yes",
    "mutation.webhook.admission.k8s.io/round_0_index_0": told("config-000", "hook.example.com", true),
    "mutation.webhook.admission.k8s.io/round_0_index_1": told("config-001", "broken.example.com", false),
    "failed-open.mutation.webhook.admission.k8s.io/round_0_index_1": "broken.example.com",
    "failed-open.validating.webhook.admission.k8s.io/round_0_index_0": "late.example.com",
  });
});

test("audit is told the patch where it is told the object", async () => {
  const hooks = new HooksFixture();
  await hooks.install("mutating", change({ op: "add", path: "/data/b", value: "2" }));
  const ask = (auditLevel: "Metadata" | "Request", name: string) =>
    hooks.server.ask("POST", maps, { body: { ...map, metadata: { name } }, auditLevel });
  const key = "patch.webhook.admission.k8s.io/round_0_index_0";
  assert.equal((await ask("Metadata", "a")).annotations[key], undefined);
  assert.equal(
    (await ask("Request", "b")).annotations[key],
    '{"configuration":"config-000","webhook":"hook.example.com","patch":[{"op":"add","path":"/data/b","value":"2"}],"patchType":"JSONPatch"}',
  );
});
