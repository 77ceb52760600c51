import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertStatus } from "../answer.ts";
import { connect } from "../client.ts";
import { assertOperationFailed, assertUnreadable, createConfigMap } from "./objects.ts";

const client = connect();
let namespace: string;
before(async () => {
  namespace = await client.namespace();
});
after(() => client.close());

const createOne = () => createConfigMap(client, namespace);
const ignore = { fieldValidation: "Ignore" };
const strict = { fieldValidation: "Strict" };

test("a JSON patch that is no list of operations cannot be decoded", async () => {
  const target = await createOne();
  const cases: [body: unknown, message: string][] = [
    ["", "unexpected end of JSON input"],
    ['[{"op":', "unexpected end of JSON input"],
    [{ op: "add" }, "json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp"],
    ['"x"', "json: cannot unmarshal string into Go value of type []handlers.jsonPatchOp"],
    [["x"], "json: cannot unmarshal string into Go value of type handlers.jsonPatchOp"],
    [[{ op: "add", path: 5 }], "json: cannot unmarshal number into Go struct field jsonPatchOp.path of type string"],
  ];
  for (const [body, message] of cases) {
    assertStatus(await target.patch("json", body), 400, "BadRequest", `error decoding patch: ${message}`);
  }
});

test("with fieldValidation=Ignore an undecodable JSON patch has another message", async () => {
  const target = await createOne();
  assertStatus(await target.patch("json", '[{"op":', ignore), 400, "BadRequest", "unexpected end of JSON input");
  const object = "json: cannot unmarshal object into Go value of type jsonpatch.Patch";
  assertStatus(await target.patch("json", {}, ignore), 400, "BadRequest", object);
  assertOperationFailed(await target.patch("json", [{ op: "add", path: 5, value: "x" }], ignore));
});

test("a merge patch that is no object cannot be decoded", async () => {
  const target = await createOne();
  const cases: [body: string, message: string][] = [
    ["", "error decoding patch: unexpected end of JSON input"],
    ['{"data":', "error decoding patch: unexpected end of JSON input"],
    ["[]", "error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}"],
    ['"x"', "error decoding patch: json: cannot unmarshal string into Go value of type map[string]interface {}"],
    ["null", "Invalid JSON Patch"],
  ];
  for (const [body, message] of cases) {
    assertStatus(await target.patch("merge", body), 400, "BadRequest", message);
  }
});

test("with fieldValidation=Ignore a list replaces the object, and others have another message", async () => {
  const target = await createOne();
  for (const body of ['{"data":', '"x"', "5", "null"]) {
    assertStatus(await target.patch("merge", body, ignore), 400, "BadRequest", "Invalid JSON Patch");
  }
  assertUnreadable(
    await target.patch("merge", "[]", ignore),
    '"[]"',
    "couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of type " +
      'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }',
  );
});

test("a strategic merge patch that is no object cannot be decoded, but null is an empty one", async () => {
  const target = await createOne();
  const cases: [body: string, message: string][] = [
    ["", "unexpected end of JSON input"],
    ['{"data":', "unexpected end of JSON input"],
    ["[]", "json: cannot unmarshal array into Go value of type map[string]interface {}"],
  ];
  for (const [body, message] of cases) {
    assertStatus(await target.patch("strategic", body), 400, "BadRequest", message);
  }
  const answer = await target.patch("strategic", "null");
  assertAnswer(answer, 200);
  assert.deepEqual(answer.body, target.created);
});

test("a JSON patch has at most 10,000 operations", async () => {
  const target = await createOne();
  const operations = (count: number) => Array(count).fill({ op: "test", path: "/data/k", value: "v" });
  assertAnswer(await target.patch("json", operations(10_000)), 200);
  assertStatus(
    await target.patch("json", operations(10_001)),
    413,
    "RequestEntityTooLarge",
    "Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001",
  );
});

test("the copies of a JSON patch may add up to 3 MiB, removed or not", async () => {
  const target = await createConfigMap(client, namespace, { data: { x: "x".repeat(900_000) } });
  const copy = { op: "copy", from: "/data/x", path: "/data/y" };
  const remove = { op: "remove", path: "/data/y" };
  assertAnswer(await target.patch("json", [copy, copy, copy, remove]), 200);
  assertOperationFailed(await target.patch("json", [copy, copy, copy, copy, remove]));
});

test("a patch is at most 3 MiB long", async () => {
  const target = await createOne();
  for (const type of ["json", "merge", "strategic", "apply"] as const) {
    assertStatus(
      await target.patch(type, " ".repeat(3 * 1024 * 1024 + 1), type === "apply" ? { fieldManager: "m" } : {}),
      413,
      "RequestEntityTooLarge",
      "Request entity too large: limit is 3145728",
    );
  }
});

// The values are empty, because a ConfigMap limits the sum of their lengths but not that of the keys.
test("a result too large to be stored with its managedFields is stored without them", async () => {
  const target = await createOne();
  const keys = (prefix: string) =>
    Object.fromEntries(Array.from({ length: 4_500 }, (_, index) => [`${prefix}${"x".repeat(200)}${index}`, ""]));
  assertAnswer(await target.patch("merge", { data: keys("a") }), 200, {
    metadata: { managedFields: undefined },
    data: { k: "v" },
  });
  assertAnswer(await target.patch("merge", { data: keys("b") }), 500, {
    kind: "Status",
    reason: undefined,
    message: "etcdserver: request is too large",
    code: 500,
  });
});

test("unknown members of an operation are warned of, and refused when the validation is strict", async () => {
  const target = await createOne();
  const operations = [{ op: "add", path: "/data/m", value: "x", comment: "why" }];
  assertUnreadable(
    await target.patch("json", operations, strict),
    /\\"m\\":\\"x\\"/,
    'strict decoding error: json patch unknown field "[0].comment"',
  );
  const warned = await target.patch("json", operations);
  assertAnswer(warned, 200, { data: { m: "x" } });
  assert.deepEqual(warned.warnings, ['json patch unknown field "[0].comment"']);
  assert.deepEqual((await target.patch("json", operations, ignore)).warnings, []);
});

test("of a member that an operation has twice the last one counts, with a warning", async () => {
  const target = await createOne();
  const answer = await target.patch("json", '[{"op":"add","path":"/data/m","path":"/data/n","value":"x"}]');
  assertAnswer(answer, 200, { data: { m: undefined, n: "x" } });
  assert.deepEqual(answer.warnings, ['json patch duplicate field "[0].path"']);
});

test("unknown fields that a patch adds are dropped with a warning, or refused if validation is strict", async () => {
  const target = await createOne();
  const add = [{ op: "add", path: "/spec", value: 1 }];
  for (const [type, body] of [
    ["json", add] as const,
    ["merge", { spec: 1 }] as const,
    ["strategic", { spec: 1 }] as const,
  ]) {
    const answer = await target.patch(type, body);
    assertAnswer(answer, 200, { spec: undefined });
    assert.deepEqual(answer.warnings, ['unknown field "spec"'], type);
    assert.equal(answer.body.metadata.resourceVersion, target.created.metadata.resourceVersion);
  }
  const why = 'strict decoding error: unknown field "spec"';
  assertUnreadable(await target.patch("json", add, strict), /\\"spec\\":1/, why);
  assertUnreadable(await target.patch("merge", { spec: 1 }, strict), /\\"spec\\":1/, why);
  assertUnreadable(await target.patch("strategic", { spec: 1 }, strict), '"map[spec:1]"', why);
});

test("a key that a patch has twice counts once, with a warning, or is refused if validation is strict", async () => {
  const target = await createOne();
  const body = '{"data":{"k":"1","k":"2"}}';
  for (const type of ["merge", "strategic"] as const) {
    const answer = await target.patch(type, body);
    assertAnswer(answer, 200, { data: { k: "2" } });
    assert.deepEqual(answer.warnings, ['duplicate field "data.k"']);
  }
  const why = 'strict decoding error: duplicate field "data.k"';
  assertUnreadable(await target.patch("merge", body, strict), /\\"k\\":\\"2\\"/, why);
  assertUnreadable(await target.patch("strategic", body, strict), '"map[data:map[k:2]]"', why);
});

test("a value of the wrong type is refused in each patch's own words", async () => {
  const target = await createOne();
  assertUnreadable(
    await target.patch("merge", { data: "x" }),
    /\\"data\\":\\"x\\"/,
    "json: cannot unmarshal string into Go struct field ConfigMap.data of type map[string]string",
  );
  assertUnreadable(await target.patch("strategic", { data: "x" }), '"map[data:x]"', "cannot restore map from string");
  assertUnreadable(
    await target.patch("strategic", { metadata: { labels: { a: 5 } } }),
    '"map[metadata:map[labels:map[a:5]]]"',
    "cannot convert int64 to string",
  );
});

test("a Secret's data stays base64 in a patch", async () => {
  const secrets = `/api/v1/namespaces/${namespace}/secrets`;
  assertAnswer(await client.create(secrets, { metadata: { name: "s" }, data: { a: "YQ==" } }), 201);
  const bad = { data: { b: "*" } };
  const why = "illegal base64 data at input byte 0";
  assertUnreadable(await client.patch("merge", `${secrets}/s`, bad), /\\"b\\":\\"\*\\"/, why);
  const strategic = await client.patch("strategic", `${secrets}/s`, bad);
  assertUnreadable(strategic, '"map[data:map[b:*]]"', `error decoding from json: ${why}`);
  assertAnswer(await client.patch("merge", `${secrets}/s`, { stringData: { b: "b" } }), 200, {
    stringData: undefined,
    data: { a: "YQ==", b: "Yg==" },
  });
});
