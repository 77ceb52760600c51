import assert from "node:assert/strict";
import { test } from "node:test";
import { FieldError, fieldPath } from "@pintle/machinery";
import {
  assertRefused,
  deployments,
  deploys,
  type Json,
  maps,
  RestFixture,
  widgets,
  widgetsV1,
  widgetsV2,
} from "./rest-fixture.test.ts";

const finalizers = ["e.io/1", "e.io/2", "e.io/3"];
const failed = "the server rejected our request due to an error in our request";

async function withMap(): Promise<RestFixture> {
  const server = new RestFixture();
  await server.make(maps, { metadata: { name: "a", finalizers }, data: { k: "v", l: "w" } });
  return server;
}

test("each kind of patch changes what it says and leaves the rest", async () => {
  const server = await withMap();
  const cases: [type: "json" | "merge" | "strategic", body: unknown, data: object][] = [
    ["json", [{ op: "add", path: "/data/m", value: "x" }], { k: "v", l: "w", m: "x" }],
    ["merge", { data: { m: null, k: "1" } }, { k: "1", l: "w" }],
    ["strategic", { data: { k: "2" } }, { k: "2", l: "w" }],
  ];
  for (const [type, body, data] of cases) {
    const answer = await server.patch(type, `${maps}/a`, body);
    assert.deepEqual([answer.status, answer.body.data], [200, data]);
  }
});

test("JSON patches are taken in the dialect of the API server", async () => {
  const server = await withMap();
  const answer = await server.patch("json", `${maps}/a`, [
    { op: "remove", path: "/metadata/finalizers/-1" },
    { op: "remove", path: "/metadata/finalizers/01" },
    { op: "add", path: "x/data/m" },
  ]);
  assert.deepEqual([answer.body.metadata.finalizers, answer.body.data], [["e.io/1"], { k: "v", l: "w", m: "" }]);
  assertRefused(await server.patch("json", `${maps}/a`, [{ op: "test", path: "/data/k", value: "no" }]), 422, failed);
});

test("a body that is no patch is refused in the words of each kind, after the object was looked for", async () => {
  const server = await withMap();
  const refused: [type: "json" | "merge" | "strategic", body: string, message: string][] = [
    ["json", "{}", "error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp"],
    ["merge", "[]", "error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}"],
    ["merge", "null", "Invalid JSON Patch"],
    ["strategic", "[]", "json: cannot unmarshal array into Go value of type map[string]interface {}"],
  ];
  for (const [type, body, message] of refused) assertRefused(await server.patch(type, `${maps}/a`, body), 400, message);
  assertRefused(await server.patch("merge", `${maps}/absent`, "{{"), 404, 'configmaps "absent" not found');
});

test("a refused patch quotes what it touched in the order of keys, and values as they were written", async () => {
  const server = new RestFixture();
  await server.make(deploys, {
    metadata: { name: "d" },
    spec: { selector: {}, replicas: 1, template: { b: 1, a: 2 } },
  });
  const text = '[{"op":"add","path":"/spec/x","value": {"a": "1",\n"a": "2"}}]';
  const answer = await server.patch("json", `${deploys}/d`, text, { fieldValidation: "Strict" });
  const [, spec] = /\\"spec\\":(.*?),\\"status/.exec(answer.body.message) ?? [];
  assert.match(
    spec ?? answer.body.message,
    /^\{\\"replicas\\":1,\\"selector\\":.*\\"x\\":\{\\"a\\":\\"1\\",\\"a\\":\\"2\\"\}/,
  );
});

test("an applied body in YAML has exact integers of 64 bits", async () => {
  const server = new RestFixture();
  const yaml = "apiVersion: example.com/v2\nkind: Widget\nmetadata: {name: w}\nspec: {size: 9007199254740993}\n";
  const answer = await server.patch("apply", `${widgetsV2}/w`, yaml, { fieldManager: "m" });
  assert.match(answer.text, /9007199254740993/, answer.body.message);
});

test("an applied status creates the object where a PUT would, and the whole object is judged then", async () => {
  const refused = new FieldError("FieldValueRequired", fieldPath("spec", "x"), "", "");
  const strategy = { ...deployments.strategy, createsOnUpdate: true, validateCreate: () => [refused] };
  const view = { nameRule: "dns1123Subdomain", createsOnUpdate: true } as const;
  const resource = { ...deployments, strategy, subresources: { status: { type: "view", strategy: view } } } as const;
  const server = new RestFixture({ resources: [resource] });
  const body = { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "d" }, status: { replicas: 1 } };
  const answer = await server.patch("apply", `${deploys}/d/status`, body, { fieldManager: "m" });
  assertRefused(answer, 422, 'Deployment.apps "d" is invalid: spec.x: Required value');
});

test("the four content types are taken, and strategic merges by built-in kinds alone", async () => {
  const server = await withMap();
  const plain = await server.ask("PATCH", `${maps}/a`, { body: {}, headers: { "content-type": "application/json" } });
  assertRefused(plain, 415, "415: Unsupported Media Type");
  assertRefused(
    await server.patch("strategic", `${widgetsV1}/a`, {}),
    415,
    "the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml",
  );
});

test("more than 10,000 operations and more than 3 MiB are too large", async () => {
  const server = await withMap();
  const operations = Array(10_001).fill({ op: "test", path: "/data/k", value: "v" });
  assertRefused(
    await server.patch("json", `${maps}/a`, operations),
    413,
    "Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001",
  );
  const long = await server.patch("merge", `${maps}/a`, " ".repeat(3 * 1024 * 1024 + 1));
  assertRefused(long, 413, "Request entity too large: limit is 3145728");
});

test("unknown fields of what a patch makes are warned of or refused", async () => {
  const server = await withMap();
  const warned = await server.patch("merge", `${maps}/a`, { foo: 1 });
  assert.deepEqual([warned.status, warned.warnings], [200, ['unknown field "foo"']]);
  const strict = { fieldValidation: "Strict" };
  assertRefused(
    await server.patch("strategic", `${maps}/a`, { foo: 1 }, strict),
    422,
    / "" is invalid: patch: Invalid value: "map\[foo:1\]": strict decoding error: unknown field "foo"$/,
  );
  const ignored = await server.patch("merge", `${maps}/a`, { foo: 1 }, { fieldValidation: "Ignore" });
  assert.deepEqual([ignored.status, ignored.warnings], [200, []]);
});

test("a stale resourceVersion in a patch conflicts, none never does", async () => {
  const server = await withMap();
  const stale = await server.patch("merge", `${maps}/a`, { metadata: { resourceVersion: "1" }, data: { k: "x" } });
  assertRefused(stale, 409, /the object has been modified/);
});

test("200 increments at once are all counted", async () => {
  const server = await withMap();
  await server.patch("merge", `${maps}/a`, { data: { count: "0" } });
  const increment = async (): Promise<void> => {
    for (;;) {
      const count = Number((await server.get(`${maps}/a`)).body.data.count);
      const answer = await server.patch("json", `${maps}/a`, [
        { op: "test", path: "/data/count", value: `${count}` },
        { op: "replace", path: "/data/count", value: `${count + 1}` },
      ]);
      if (answer.status === 200) return;
      assertRefused(answer, 422, failed);
    }
  };
  await Promise.all(Array.from({ length: 200 }, increment));
  assert.equal((await server.get(`${maps}/a`)).body.data.count, "200");
});

test("200 patches of different keys at once all go through without a conflict", async () => {
  const server = await withMap();
  const keys = Array.from({ length: 200 }, (_, index) => `key-${index}`);
  const answers = await Promise.all(keys.map((key) => server.patch("merge", `${maps}/a`, { data: { [key]: "1" } })));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal(Object.keys((await server.get(`${maps}/a`)).body.data).length, 202);
});

test("an apply creates and changes, keeps the books, and without effect changes nothing", async () => {
  const server = new RestFixture();
  const body = (k: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  k: ${k}\n`;
  const apply = (k: string, fieldManager: string) => server.patch("apply", `${maps}/a`, body(k), { fieldManager });
  const created = await apply("one", "m");
  assert.equal(created.status, 201, created.body.message);
  const [entry] = created.body.metadata.managedFields;
  assert.deepEqual([entry.manager, entry.operation, entry.fieldsV1], ["m", "Apply", { "f:data": { "f:k": {} } }]);
  const again = await apply("one", "m");
  assert.equal(again.body.metadata.resourceVersion, created.body.metadata.resourceVersion);
  assertRefused(await apply("two", "other"), 409, 'Apply failed with 1 conflict: conflict with "m": .data.k');
  const forced = await server.patch("apply", `${maps}/a`, body("two"), { fieldManager: "other", force: "true" });
  assert.deepEqual([forced.status, forced.body.data], [200, { k: "two" }]);
  assertRefused(
    await server.patch("apply", `${maps}/a`, "{}"),
    422,
    /fieldManager: Required value: is required for apply patch$/,
  );
});

test("an apply to the status of an absent object finds nothing", async () => {
  const server = new RestFixture();
  const body = { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "d" }, status: { replicas: 1 } };
  assertRefused(
    await server.patch("apply", `${deploys}/d/status`, body, { fieldManager: "m" }),
    404,
    'deployments.apps "d" not found',
  );
});

test("a result that is too large with its managedFields is stored without them", async () => {
  const server = await withMap();
  const keys = (prefix: string): Json =>
    Object.fromEntries(Array.from({ length: 4_500 }, (_, index) => [`${prefix}${"x".repeat(200)}${index}`, ""]));
  const first = await server.patch("merge", `${maps}/a`, { data: keys("a") });
  assert.deepEqual([first.status, first.body.metadata.managedFields], [200, undefined]);
  assertRefused(await server.patch("merge", `${maps}/a`, { data: keys("b") }), 500, "etcdserver: request is too large");
});

test("managers of a version that a definition has lost fail every apply, until an update drops all managers", async () => {
  const resource = { ...widgets, isCustom: true };
  const server = new RestFixture({ resources: [resource] });
  const body = (version: string, more: object) => ({
    apiVersion: `example.com/${version}`,
    kind: "Widget",
    metadata: { name: "a" },
    ...more,
  });
  const two = await server.patch("apply", `${widgetsV2}/a`, body("v2", { spec: { color: "red" } }), {
    fieldManager: "two",
  });
  assert.equal(two.status, 201, two.body.message);
  server.registry.add({ ...resource, versions: resource.versions.slice(0, 1) });
  const apply = () => server.patch("apply", `${widgetsV1}/a`, body("v1", { size: "5" }), { fieldManager: "one" });
  assertRefused(await apply(), 500, "request to convert CR to an invalid group/version: example.com/v2");
  const updated = await server.patch("merge", `${widgetsV1}/a`, { size: "6" });
  assert.deepEqual([updated.status, updated.body.metadata.managedFields], [200, undefined]);
  assert.equal(
    (await server.patch("apply", `${widgetsV1}/a`, body("v1", { size: "6" }), { fieldManager: "one" })).status,
    200,
  );
});
