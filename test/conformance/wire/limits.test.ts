import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Answer, assertAnswer, assertStatus } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { createThings } from "./things.ts";

const client = connect();
let configMaps: string;
before(async () => {
  configMaps = `/api/v1/namespaces/${await client.namespace()}/configmaps`;
});
after(() => client.close());

const bodyLimit = 3 * 1024 * 1024;
const dryRun = { dryRun: "All" };
const named = (name: string) => `{"metadata":{"name":"${name}"}`;

/** A body of exactly that many bytes, most of them space after the object. */
const padded = (bytes: number) => `${named(uniqueName("padded"))}}`.padEnd(bytes, " ");

test("a body of 3 MiB is read, one byte more is too large", async () => {
  assertAnswer(await client.create(configMaps, padded(bodyLimit), dryRun), 201);
  const answer = await client.create(configMaps, padded(bodyLimit + 1), dryRun);
  assertStatus(answer, 413, "RequestEntityTooLarge", "Request entity too large: limit is 3145728", {
    details: undefined,
  });
});

test("the limit holds for every method with a body", async () => {
  const metadata = { name: uniqueName("small") };
  assertAnswer(await client.create(configMaps, { metadata }), 201);
  const path = `${configMaps}/${metadata.name}`;
  const body = padded(bodyLimit + 1);
  const answers: Answer[] = [
    await client.update(path, body),
    await client.patch("merge", path, body),
    await client.patch("json", path, body),
    await client.patch("apply", path, body, { fieldManager: "test" }),
    await client.delete(path, body),
  ];
  for (const answer of answers)
    assertStatus(answer, 413, "RequestEntityTooLarge", "Request entity too large: limit is 3145728");
  assertAnswer(await client.get(path), 200);
});

test("a ConfigMap holds 1 MiB of data and not a byte more", async () => {
  const holding = (bytes: number) => ({ metadata: { name: "big" }, data: { a: "x".repeat(bytes) } });
  assertAnswer(await client.create(configMaps, holding(1024 * 1024), dryRun), 201);
  const message = 'ConfigMap "big" is invalid: []: Too long: may not be more than 1048576 bytes';
  assertStatus(await client.create(configMaps, holding(1024 * 1024 + 1), dryRun), 422, "Invalid", message, {
    details: { causes: [{ reason: "FieldValueTooLong", field: "[]" }] },
  });
});

test("an object of 1.5 MiB is more than the storage takes, which is a 500 without a reason", async () => {
  const things = await createThings(client);
  const holding = (bytes: number) => things.text(uniqueName("big"), `{"a":"${"x".repeat(bytes)}"}`);
  assertAnswer(await client.create(things.path, holding(1_400_000)), 201);
  assertAnswer(await client.create(things.path, holding(1_600_000)), 500, {
    kind: "Status",
    status: "Failure",
    reason: undefined,
    details: undefined,
    message: "etcdserver: request is too large",
    code: 500,
  });
  await things.remove();
});

test("JSON nests ten thousand levels deep and no deeper", async () => {
  const nested = (depth: number) => `${named("deep")},"x":${"[".repeat(depth)}${"]".repeat(depth)}}`;
  const fine = await client.create(configMaps, nested(9_998), dryRun);
  assertAnswer(fine, 201);
  assert.deepEqual(fine.warnings, ['unknown field "x"']);
  for (const depth of [10_000, 100_000]) {
    const message =
      "the object provided is unrecognized (must be of type ConfigMap): couldn't get version/kind; json parse error: " +
      `invalid character '[' exceeded max depth (${nested(depth).slice(0, 30)} ...)`;
    assertStatus(await client.create(configMaps, nested(depth), dryRun), 400, "BadRequest", message);
  }
});

test("a patch nests no deeper either", async () => {
  const metadata = { name: uniqueName("shallow") };
  assertAnswer(await client.create(configMaps, { metadata }), 201);
  const patch = `${'{"a":'.repeat(10_001)}1${"}".repeat(10_001)}`;
  const message = "error decoding patch: invalid character '{' exceeded max depth";
  const answer = await client.patch("merge", `${configMaps}/${metadata.name}`, patch);
  assertStatus(answer, 400, "BadRequest", message);
});

test("a selector of many kilobytes is as good as a short one", async () => {
  const values = Array.from({ length: 5_000 }, (_, index) => `value-${index}`);
  const metadata = { name: uniqueName("chosen"), labels: { a: "value-4999", b: "c" } };
  assertAnswer(await client.create(configMaps, { metadata }), 201);
  const query = { labelSelector: `a in (${values.join(",")}),${"b=c,".repeat(2_000)}b=c` };
  assertAnswer(await client.get(configMaps, query), 200, { items: [{ metadata }] });
});

test("a name in a path may be of any length; nothing has it", async () => {
  for (const length of [254, 5_000]) {
    const name = "x".repeat(length);
    assertStatus(await client.get(`${configMaps}/${name}`), 404, "NotFound", `configmaps "${name}" not found`);
  }
});
