import assert from "node:assert/strict";
import { test } from "node:test";
import { maps } from "../../rest/rest-fixture.test.ts";
import type { AdmissionPlugin } from "../admission-plugin.ts";
import { PoliciesFixture } from "./policies-fixture.test.ts";

const jsonPatch = (expression: string) => ({ patchType: "JSONPatch", jsonPatch: { expression } });
const apply = (expression: string) => ({ patchType: "ApplyConfiguration", applyConfiguration: { expression } });
const count = jsonPatch(
  "[JSONPatch{op: 'add', path: '/data/count', value: 'count' in object.data ? object.data.count + 'x' : 'x'}]",
);

/** What becomes of a ConfigMap with `a: "1"` under one policy. */
async function under(...mutations: readonly object[]) {
  const fixture = new PoliciesFixture();
  await fixture.install("mutating", "p", { mutations });
  return fixture.create({ a: "1" });
}

async function assertFailed(expression: object, message: string): Promise<void> {
  const { status, body } = await under(expression);
  const whole = `policy 'p' with binding 'p-0' denied request: ${message}`;
  assert.deepEqual([status, body.reason, body.message], [403, "Invalid", whole]);
}

test("each mutation sees what the one before left", async () => {
  const { body } = await under(count, count, apply("Object{data: {'b': object.data.count}}"));
  assert.deepEqual(body.data, { a: "1", b: "xx", count: "xx" });
});

test("a test that fails leaves the object alone", async () => {
  const test = "[JSONPatch{op: 'test', path: '/data/a', value: '2'}, JSONPatch{op: 'remove', path: '/data/a'}]";
  assert.deepEqual((await under(jsonPatch(test))).body.data, { a: "1" });
});

test("a patch of the wrong form is told in words", async () => {
  await assertFailed(jsonPatch("[JSONPatch{op: 'smash', path: '/data'}]"), "JSON Patch: Unexpected kind: smash");
  await assertFailed(
    jsonPatch("[JSONPatch{op: 'remove'}]"),
    'JSON Patch: remove operation does not apply: doc is missing path: "": missing value',
  );
  await assertFailed(
    jsonPatch("[JSONPatch{op: 'add', path: '/data/q', value: type(1)}]"),
    "JSONPath valueExpression evaluated to a type that could not marshal to JSON: type conversion not supported for 'type'",
  );
  await assertFailed(
    jsonPatch("[JSONPatch{op: 'add', path: dyn(1)}]"),
    "unexpected type for JSONPatchType 'path' field",
  );
});

test("a patch may not make fields that the kind does not have", async () => {
  const { status, body } = await under(jsonPatch("[JSONPatch{op: 'add', path: '/colour', value: 'red'}]"));
  const why = 'Internal error occurred: strict decoding error: unknown field "colour"';
  assert.deepEqual([status, body.message], [500, why]);
});

test("a patch may not make another kind of the object, nor no object at all", async () => {
  const replaced = await under(jsonPatch("[JSONPatch{op: 'replace', path: '/kind', value: 'Secret'}]"));
  assert.equal(replaced.status, 500);
  const whole = await under(jsonPatch("[JSONPatch{op: 'replace', path: '', value: []}]"));
  assert.equal(whole.status, 500);
});

test("objects of a configuration stand where their names say", async () => {
  const why =
    'type mismatch: unexpected type name "Object.spec", expected "Object.metadata", which matches field name path from root Object type';
  await assertFailed(apply("Object{metadata: Object.spec{labels: {'a': 'b'}}}"), why);
});

test("a configuration takes no null of its own, and what it copies as it is", async () => {
  const refused = "error applying patch: failed to convert patch object to typed object: ";
  await assertFailed(apply("Object{data: null}"), `${refused}.data: expected map, got &{NULL_VALUE}`);
  await assertFailed(
    apply("Object{data: {'a': null}}"),
    `${refused}.data.a: expected string, got &value.valueUnstructured{Value:0}`,
  );
  await assertFailed(
    apply("Object{data: {'a': duration('1s')}}"),
    `${refused}.data.a: expected string, got google.protobuf.Duration`,
  );
  assert.deepEqual((await under(apply("Object{data: object.data}"))).body.data, { a: "1" });
});

test("what fails is passed over where failures are ignored, and the rest is done", async () => {
  const fixture = new PoliciesFixture();
  const mutations = [jsonPatch("[JSONPatch{op: 'remove', path: '/data/absent'}]"), count];
  await fixture.install("mutating", "p", { mutations, failurePolicy: "Ignore" });
  assert.deepEqual((await fixture.create({ a: "1" })).body.data, { a: "1", count: "x" });
});

test("all policies that fail are told, the first in the message", async () => {
  const fixture = new PoliciesFixture();
  const mutations = [jsonPatch("[JSONPatch{op: 'remove', path: '/data/absent'}]")];
  await fixture.install("mutating", "a", { mutations });
  await fixture.install("mutating", "b", { mutations });
  const { body } = await fixture.create({ a: "1" });
  assert.match(body.message, /^policy 'a' with binding 'a-0' denied request: JSON Patch: /);
  assert.equal(body.details.causes.length, 2);
});

test("a policy that is set up wrongly forbids", async () => {
  const fixture = new PoliciesFixture();
  const spec = { paramKind: { apiVersion: "absent.io/v1", kind: "X" }, mutations: [count] };
  await fixture.install("mutating", "p", spec, { paramRef: { name: "x" } });
  const { status, body } = await fixture.create();
  const why = "failed to configure policy: failed to find resource referenced by paramKind: 'absent.io/v1, Kind=X'";
  assert.deepEqual([status, body.reason, body.message], [403, "Forbidden", `policy "p" denied request: ${why}`]);
});

test("a policy that wants to be asked again is asked exactly once more", async () => {
  const fixture = new PoliciesFixture();
  await fixture.install("mutating", "p", { mutations: [count], reinvocationPolicy: "IfNeeded" });
  assert.deepEqual((await fixture.create({ a: "1" })).body.data, { a: "1", count: "xx" });
  await fixture.install("mutating", "p", { mutations: [count], reinvocationPolicy: "Never" });
  assert.deepEqual((await fixture.create({ a: "1" })).body.data, { a: "1", count: "x" });
});

test("a policy is asked again when somebody changes the object after it", async () => {
  const late: AdmissionPlugin = {
    mutate: async ({ object }, round) => {
      if (round.index === 0) round.requireAnother();
      return { ...object, data: { late: "yes", ...(object?.data as object) } };
    },
  };
  const fixture = new PoliciesFixture(late);
  const expression = "Object{data: 'late' in object.data ? {'seen': 'late'} : {'seen': 'early'}}";
  await fixture.install("mutating", "p", { mutations: [apply(expression)], reinvocationPolicy: "IfNeeded" });
  assert.deepEqual((await fixture.create({ a: "1" })).body.data, { a: "1", late: "yes", seen: "late" });
});

test("a deletion passes a policy without anything to change", async () => {
  const fixture = new PoliciesFixture();
  await fixture.install("mutating", "p", { mutations: [count], matchConditions: [{ name: "a", expression: "true" }] });
  await fixture.server.make(maps, { metadata: { name: "made" }, data: { a: "1" } });
  assert.equal((await fixture.server.delete(`${maps}/made`)).status, 200);
});
