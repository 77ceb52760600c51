import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { matching, startPolicies } from "./policies.ts";

const client = connect();
after(() => client.close());

const jsonPatch = (expression: string): Json => ({ patchType: "JSONPatch", jsonPatch: { expression } });
const apply = (expression: string): Json => ({
  patchType: "ApplyConfiguration",
  applyConfiguration: { expression },
});
const made = { metadata: { name: "made" }, data: { a: "1" } };

/** What the client gets for a ConfigMap under one policy. */
async function under(mutation: Json, more: Json = {}, ...bindings: Json[]) {
  await using policies = await startPolicies(client);
  const name = await policies.install("mutating", { mutations: [mutation], ...more }, ...bindings);
  return { answer: await client.create(policies.configMaps, made, { dryRun: "All" }), name };
}

async function assertFailed(mutation: Json, message: string): Promise<void> {
  const { answer, name } = await under(mutation);
  assertStatus(answer, 403, "Invalid", `policy '${name}' with binding '${name}' denied request: ${message}`);
}

describe("the rounds of a MutatingAdmissionPolicy", { concurrency: 16 }, () => {
  const count = jsonPatch(
    "[JSONPatch{op: 'add', path: '/data/count', value: 'count' in object.data ? object.data.count + 'x' : 'x'}]",
  );

  test("are two with IfNeeded, even when nobody else changes the object", async () => {
    const { answer } = await under(count, { reinvocationPolicy: "IfNeeded" });
    assert.deepEqual(answer.body.data, { a: "1", count: "xx" });
  });

  test("are one with Never", async () => {
    const { answer } = await under(count);
    assert.deepEqual(answer.body.data, { a: "1", count: "x" });
  });
});

describe("a JSON patch of a policy", { concurrency: 16 }, () => {
  test("is not made when a test in it finds another value", async () => {
    const expression = '[JSONPatch{op: "test", path: "/data/a", value: "2"}, JSONPatch{op: "remove", path: "/data/a"}]';
    assertAnswer((await under(jsonPatch(expression))).answer, 201, { data: { a: "1" } });
  });

  test("may write what JSON has no type for as texts", async () => {
    const expression = `[
      JSONPatch{op: "add", path: "/data/time", value: timestamp("2020-01-01T00:00:00.5Z")},
      JSONPatch{op: "add", path: "/data/duration", value: duration("1500ms")},
      JSONPatch{op: "add", path: "/data/bytes", value: b"abc"},
      JSONPatch{op: "add", path: "/data/large", value: 9007199254740993},
      JSONPatch{op: "add", path: "/data/optional", value: optional.of("x")}
    ]`;
    const { answer } = await under(jsonPatch(expression));
    assert.deepEqual(answer.body.data, {
      a: "1",
      bytes: "YWJj",
      duration: "1.5s",
      large: "9007199254740993",
      optional: "x",
      time: "2020-01-01T00:00:00.5Z",
    });
  });

  test("may not write a field that the kind does not have", async () => {
    const { answer } = await under(jsonPatch('[JSONPatch{op: "add", path: "/colour", value: "red"}]'));
    assertStatus(
      answer,
      500,
      "InternalError",
      'Internal error occurred: strict decoding error: unknown field "colour"',
    );
  });

  const failures: [string, string][] = [
    ['op: "smash", path: "/data"', "Unexpected kind: smash"],
    ['op: "remove"', 'remove operation does not apply: doc is missing path: "": missing value'],
    [
      'op: "add", path: "/metadata/labels/x", value: "1"',
      'add operation does not apply: doc is missing path: "/metadata/labels/x": missing value',
    ],
    [
      'op: "replace", path: "/metadata/labels/x", value: "1"',
      "replace operation does not apply: doc is missing path: /metadata/labels/x: missing value",
    ],
    [
      'op: "move", from: "/data/b", path: "/data/c"',
      "error in move for path: 'b': Unable to remove nonexistent key: b: missing value",
    ],
  ];
  for (const [fields, message] of failures) {
    test(`with ${fields} is refused`, async () => {
      await assertFailed(jsonPatch(`[JSONPatch{${fields}}]`), `JSON Patch: ${message}`);
    });
  }
});

describe("an apply configuration of a policy", { concurrency: 16 }, () => {
  const refused = "error applying patch: failed to convert patch object to typed object: ";

  test("may not hold null", async () => {
    await assertFailed(apply("Object{data: null}"), `${refused}.data: expected map, got &{NULL_VALUE}`);
  });

  test("may take over what the object has", async () => {
    const { answer } = await under(apply("Object{data: object.data, metadata: Object.metadata{labels: object.data}}"));
    assertAnswer(answer, 201, { data: { a: "1" }, metadata: { labels: { a: "1" } } });
  });

  test("must name the types of its objects by where they stand", async () => {
    await assertFailed(
      apply('Object{metadata: Object.spec{labels: {"a": "b"}}}'),
      'type mismatch: unexpected type name "Object.spec", expected "Object.metadata", which matches field name path from root Object type',
    );
  });

  test("may leave fields out by optionals", async () => {
    const { answer } = await under(
      apply('Object{?data: has(object.data) ? optional.of({"b": "2"}) : optional.none(), ?immutable: optional.none()}'),
    );
    assert.deepEqual(answer.body.data, { a: "1", b: "2" });
  });

  test("is not for Scales, which a JSON patch may change", async () => {
    const scaled = async (mutation: Json) => {
      await using policies = await startPolicies(client);
      const path = `/apis/apps/v1/namespaces/${policies.namespace}/deployments`;
      const labels = { app: "made" };
      const template = { metadata: { labels }, spec: { containers: [{ name: "main", image: "image" }] } };
      const spec = { replicas: 1, selector: { matchLabels: labels }, template };
      assertAnswer(await client.create(path, { metadata: { name: "made" }, spec }), 201);
      const matchConstraints = matching(policies.namespace, ["deployments/scale"], { apiGroups: ["apps"] });
      await policies.install("mutating", { matchConstraints, mutations: [mutation] });
      return await client.patch("merge", `${path}/made/scale`, { spec: { replicas: 5 } });
    };

    const applied = await scaled(apply("Object{spec: Object.spec{replicas: 7}}"));
    assertAnswer(applied, 403, { message: /no corresponding type for autoscaling\/v1, Kind=Scale$/ });
    const patched = await scaled(jsonPatch('[JSONPatch{op: "replace", path: "/spec/replicas", value: 7}]'));
    assertAnswer(patched, 200, { spec: { replicas: 7 } });
  });
});

test("a MutatingAdmissionPolicy whose params are absent is forbidden, with the reason of that", async () => {
  const paramRef = { name: "absent", parameterNotFoundAction: "Deny" };
  const paramKind = { apiVersion: "v1", kind: "Secret" };
  const { answer, name } = await under(apply("Object{}"), { paramKind }, { paramRef });
  const why = "failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction";
  assertStatus(answer, 403, "Forbidden", `policy '${name}' with binding '${name}' denied request: ${why}`);
});
