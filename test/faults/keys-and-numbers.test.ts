/** Keys that mean something to JavaScript and numbers that it cannot hold: plain data for an API server, kept as they were sent. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAnswer, assertStatus } from "../conformance/answer.ts";
import { anything, startPlane } from "./plane.ts";

const plane = await startPlane();
const keys = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf", "__defineGetter__"];
/** Written out, since an object literal would take `__proto__` for something else. */
const object = (value: string) => `{${keys.map((key) => `"${key}":${value}`).join(",")}}`;

test("such keys are data like any other: in ConfigMaps, annotations and labels, created, read, listed and patched", async () => {
  const maps = await plane.configMaps();
  const legal = object('"x"')
    .replace(/"__\w+__":"x",?/g, "")
    .replace(",}", "}");
  const body = `{"metadata":{"name":"a","labels":${legal},"annotations":${legal}},"data":${object('"1"')}}`;
  assertAnswer(await plane.create(maps, body), 201);
  const { body: read } = await plane.get(`${maps}/a`);
  assert.deepEqual(Object.keys(read.data).toSorted(), keys.toSorted());
  assert.deepEqual(sorted(read.metadata.labels), sorted(JSON.parse(legal)));
  assertAnswer(await plane.get(maps, { labelSelector: "constructor=x,toString in (x),!valueOf2" }), 200, {
    items: [{ metadata: { name: "a" } }],
  });
  assertAnswer(await plane.get(maps, { labelSelector: "isPrototypeOf" }), 200, { items: [] });
  for (const [type, patch] of [
    ["merge", `{"data":${object('"2"')}}`],
    ["strategic", `{"data":${object('"3"')}}`],
    ["json", `[${keys.map((key) => `{"op":"replace","path":"/data/${key}","value":"4"}`).join(",")}]`],
    ["apply", `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":${object('"5"')}}`],
  ] as const) {
    const query = type === "apply" ? { fieldManager: "a", force: true } : {};
    const answer = await plane.patch(type, `${maps}/a`, patch, query);
    assertAnswer(answer, 200);
    assert.equal(Object.keys(answer.body.data).length, keys.length, type);
    assert.equal(new Set(Object.values(answer.body.data)).size, 1, type);
  }
  const gone = await plane.patch("merge", `${maps}/a`, `{"data":${object("null")}}`);
  assertAnswer(gone, 200, { data: undefined });
});

test("a label or annotation that no name allows is refused by its own name", async () => {
  const maps = await plane.configMaps();
  for (const field of ["labels", "annotations"]) {
    const answer = await plane.create(maps, `{"metadata":{"name":"a","${field}":{"__proto__":"x"}}}`);
    assertStatus(answer, 422, "Invalid", new RegExp(`metadata.${field}: Invalid value: "__proto__"`), {
      details: { causes: [{ field: `metadata.${field}` }] },
    });
  }
});

test("custom resources keep such keys at every depth, and prune them where the schema does not know them", async () => {
  const open = await plane.things(anything);
  const spec = object(object(object("[1]")));
  assertAnswer(await plane.create(open.path, open.text("a", spec)), 201);
  const { body } = await plane.get(`${open.path}/a`);
  assert.deepEqual(sorted(body.spec), sorted(JSON.parse(spec)));
  assertAnswer(await plane.patch("merge", `${open.path}/a`, `{"spec":${object(object("{}"))}}`), 200);

  const closed = await plane.things({
    type: "object",
    properties: { spec: { type: "object", properties: { known: { type: "string" } } } },
  });
  const pruned = await plane.create(closed.path, closed.text("a", `{"known":"x",${object('{"a":1}').slice(1)}`));
  assertAnswer(pruned, 201);
  assert.deepEqual(Object.keys(pruned.body.spec), ["known"]);
  const strict = closed.text("b", '{"__proto__":{"a":1},"constructor":1}');
  const refused = await plane.create(closed.path, strict, { fieldValidation: "Strict" });
  assertStatus(refused, 400, "BadRequest", /unknown field "spec\.__proto__", unknown field "spec\.constructor"/);
});

test("a schema may have properties of such names, with defaults and rules", async () => {
  const properties = JSON.parse(object('{"type":"string","default":"d","maxLength":3}'));
  const things = await plane.things({ type: "object", properties: { spec: { type: "object", properties } } });
  const made = await plane.create(things.path, things.text("a", "{}"));
  assertAnswer(made, 201);
  assert.deepEqual(sorted(made.body.spec), sorted(JSON.parse(object('"d"'))));
  const refused = await plane.create(things.path, things.text("b", '{"__proto__":"too long"}'));
  assertStatus(refused, 422, "Invalid", /spec\.__proto__: Too long: may not be more than 3 bytes/);
});

test("such words are no paths, no resources and no versions", async () => {
  for (const path of [
    "/api/v1/__proto__",
    "/api/v1/namespaces/default/constructor",
    "/api/v1/namespaces/default/configmaps/witness/toString",
  ]) {
    assertStatus(await plane.get(path), 404, "NotFound", "the server could not find the requested resource");
  }
  for (const path of [
    "/api/constructor",
    "/apis/__proto__",
    "/apis/__proto__/v1",
    "/apis/apps/toString",
    "/hasOwnProperty",
    "/__proto__",
  ]) {
    const { status } = await plane.get(path);
    assert.equal(status, 404, path);
  }
  const none = await plane.get("/api/v1/namespaces/default/configmaps/constructor");
  assertStatus(none, 404, "NotFound", 'configmaps "constructor" not found');
  assertAnswer(await plane.get("/api/v1/namespaces/constructor/configmaps"), 200, { items: [] });
});

const integers = ["9007199254740993", "-9007199254740993", "9223372036854775807", "-9223372036854775808"];

test("integers beyond what JavaScript counts are stored, read, patched and applied to the last digit", async () => {
  const things = await plane.things(anything);
  for (const [index, digits] of integers.entries()) {
    const path = `${things.path}/n${index}`;
    for (const answer of [
      await plane.create(things.path, things.text(`n${index}`, `{"n":${digits}}`)),
      await plane.get(path),
      await plane.patch("merge", path, '{"spec":{"other":1}}'),
      await plane.patch("merge", path, `{"spec":{"n":${digits},"m":${digits}}}`),
      await plane.patch("json", path, `[{"op":"copy","from":"/spec/n","path":"/spec/o"}]`),
      await plane.patch("apply", path, things.text(`n${index}`, `{"p":${digits}}`), { fieldManager: "a" }),
    ]) {
      assert.ok(answer.status < 300, answer.text);
      assert.match(answer.text, new RegExp(`"n":${digits}[,}]`));
    }
    const { text } = await plane.get(things.path);
    for (const key of "nmop") assert.match(text, new RegExp(`"${key}":${digits}[,}]`));
  }
});

test("two large integers that JavaScript would round to the same are different to a test and to a maximum", async () => {
  const spec = { type: "object", properties: { n: { type: "integer", format: "int64", maximum: 9007199254740992 } } };
  const things = await plane.things({ type: "object", properties: { spec } });
  assertAnswer(await plane.create(things.path, things.text("a", '{"n":9007199254740992}')), 201);
  const patch = '[{"op":"test","path":"/spec/n","value":9007199254740993}]';
  assertStatus(
    await plane.patch("json", `${things.path}/a`, patch),
    422,
    "Invalid",
    /^the server rejected our request/,
  );
  const over = await plane.create(things.path, things.text("b", '{"n":9007199254740993}'));
  const message =
    "spec.n: Invalid value: 9007199254740993: spec.n in body should be less than or equal to 9007199254740992";
  assertStatus(over, 422, "Invalid", `Thing.${things.group} "b" is invalid: ${message}`);
});

test("a number that a field of a built-in kind cannot hold is refused by the field's name, and never becomes another", async () => {
  const deployments = (await plane.configMaps())
    .replace("/api/v1", "/apis/apps/v1")
    .replace("configmaps", "deployments");
  const rest =
    '"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}';
  const create = (replicas: string) =>
    plane.create(deployments, `{"metadata":{"name":"d"},"spec":{"replicas":${replicas},${rest}}}`, { dryRun: "All" });
  for (const replicas of ["2147483648", "-2147483649", "1.5", "1.0", "1e400", "1e2", "9007199254740993"]) {
    const message = `Deployment in version "v1" cannot be handled as a Deployment: json: cannot unmarshal number ${replicas} into Go struct field DeploymentSpec.spec.replicas of type int32`;
    assertStatus(await create(replicas), 400, "BadRequest", message);
  }
  for (const replicas of ["01", "NaN", "Infinity", "0x10", "+1", ".5", "1."])
    assertStatus(await create(replicas), 400, "BadRequest", /json parse error: invalid character/);
  assertAnswer(await create("-0"), 201, { spec: { replicas: 0 } });
});

test("a number in a custom resource is what Go makes of it: refused, or written as the same number", async () => {
  const properties = { i: { type: "integer" }, f: { type: "number" } };
  const spec = { ...anything, properties };
  const things = await plane.things({ type: "object", properties: { spec } });
  const create = (text: string) => plane.create(things.path, things.text("x", text), { dryRun: "All" });
  for (const text of ['{"i":1e400}', '{"f":1e400}', '{"x":-1e400}'])
    assertStatus(
      await create(text),
      400,
      "BadRequest",
      /cannot unmarshal number -?1e400 into Go value of type float64$/,
    );
  for (const text of ['{"i":1.5}', '{"i":9223372036854775808}'])
    assertStatus(
      await create(text),
      422,
      "Invalid",
      /spec\.i: Invalid value: "number": spec\.i in body must be of type integer/,
    );
  for (const [sent, written] of numbers) {
    const answer = await create(`{${sent}}`);
    assertAnswer(answer, 201);
    assert.equal(/"spec":(.*)}\s*$/.exec(answer.text)?.[1], `{${written}}`, sent);
  }
});

const numbers = [
  ['"i":1.0', '"i":1'],
  ['"i":1e2', '"i":100'],
  ['"f":-0', '"f":0'],
  ['"f":-0.0', '"f":0'],
  ['"f":0.1', '"f":0.1'],
  ['"f":1e-400', '"f":0'],
  ['"f":123456789012345678901234567890', '"f":1.2345678901234568e+29'],
  ['"x":18446744073709551616', '"x":18446744073709552000'],
  ['"x":1.10', '"x":1.1'],
  ['"x":1E5', '"x":100000'],
] as const;

/** With keys in order at every depth, to compare what has no order. */
function sorted(value: unknown): unknown {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [key, sorted(inner)]);
  return entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
}
