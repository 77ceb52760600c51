/** What must not get through, break the server or cost it more than it is worth. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertRefused, type Json, maps, RestFixture, widgetsV1 } from "./rest-fixture.test.ts";

test("a name with a slash leads to no other object, whatever the verb", async () => {
  const server = new RestFixture();
  await server.make(maps, { metadata: { name: "a" } });
  for (const name of ["..%2Fns%2Fa", "%2e%2e", "a%2Fb", "x%25y"]) {
    for (const method of ["GET", "DELETE"]) {
      const answer = await server.ask(method, `${maps}/${name}`);
      assert.ok(answer.status === 400 || answer.status === 404, `${method} ${name}: ${answer.status}`);
    }
  }
  assertRefused(await server.create(maps, { metadata: { name: "../a" } }), 422, /metadata.name: Invalid value/);
  assert.equal((await server.get(`${maps}/a`)).status, 200);
});

test("a namespace of dots is no key, for none of the verbs", async () => {
  const server = new RestFixture();
  for (const namespace of [".", ".."]) {
    const path = maps.replace("/ns/", `/${namespace}/`);
    for (const method of ["GET", "DELETE"]) {
      assertRefused(await server.ask(method, path), 500, `invalid key: "/configmaps/${namespace}"`);
      assertRefused(await server.ask(method, `${path}/a`), 500, `invalid key: "/configmaps/${namespace}/a"`);
    }
  }
});

test("labels called __proto__ or constructor are labels like others", async () => {
  const server = new RestFixture();
  const labels = JSON.parse('{"constructor":"a","toString":"b","hasOwnProperty":"c"}');
  const made = await server.make(maps, { metadata: { name: "a", labels } });
  assert.deepEqual(made.metadata.labels, labels);
  assert.equal((await server.get(maps, { labelSelector: "constructor=a,toString" })).body.items.length, 1);
  assert.equal((await server.get(maps, { labelSelector: "valueOf" })).body.items.length, 0);
  const odd = '{"metadata":{"name":"b","labels":{"__proto__":"x"}}}';
  assertRefused(await server.create(maps, odd), 422, /metadata.labels: Invalid value: "__proto__"/);
  const patch = '{"metadata":{"annotations":{"__proto__":"x"}},"__proto__":{"polluted":true}}';
  await server.patch("merge", `${maps}/a`, patch);
  assert.equal(({} as Json).polluted, undefined);
});

test("a body beyond 3 MiB is not read to its end", async () => {
  const server = new RestFixture();
  const answer = await server.create(maps, `{"data":{"k":"${"x".repeat(3 * 1024 * 1024)}"}}`);
  assertRefused(answer, 413, "Request entity too large: limit is 3145728");
});

test("objects that nest without end, or patches that make them, are refused", async () => {
  const server = new RestFixture();
  await server.make(widgetsV1, { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "a" }, spec: {} });
  const deep = `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`;
  const body = `{"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"b"},"spec":${deep}}`;
  assert.equal((await server.create(widgetsV1, body)).status >= 400, true);
  const operations = Array.from({ length: 2_000 }, () => ({ op: "copy", from: "/spec", path: "/spec/a" }));
  assert.equal((await server.patch("json", `${widgetsV1}/a`, operations)).status, 422);
  assert.equal((await server.get(`${widgetsV1}/a`)).status, 200);
});

test("metadata of the wrong type is refused and never stored", async () => {
  const server = new RestFixture();
  for (const metadata of [
    "x",
    [],
    { name: {} },
    { name: "a", labels: [] },
    { name: "a", finalizers: "x" },
    { name: "a", ownerReferences: {} },
  ]) {
    const answer = await server.create(maps, { metadata });
    assert.ok(answer.status === 400 || answer.status === 422, JSON.stringify(metadata));
  }
  assert.deepEqual((await server.get(maps)).body.items, []);
});

test("generated names that are all taken end after eight tries", async () => {
  const server = new RestFixture();
  let swaps = 0;
  const { swap } = server.storage;
  server.storage.swap = async (...args) => {
    swaps += 1;
    await swap.call(server.storage, args[0], 0, args[2]);
    return swap.apply(server.storage, args);
  };
  assertRefused(
    await server.create(maps, { metadata: { generateName: "g-" } }),
    409,
    /already exists, the server was not able to generate a unique name for the object$/,
  );
  assert.equal(swaps, 8);
});

test("an object that always changes ends a write with a conflict, not in a loop", async () => {
  const server = new RestFixture();
  await server.make(maps, { metadata: { name: "a" } });
  const { entry } = await server.storage.get("/registry/configmaps/ns/a");
  let swaps = 0;
  server.storage.swap = async () => {
    swaps += 1;
    return { isDone: false, current: entry };
  };
  assertRefused(await server.patch("merge", `${maps}/a`, { data: { k: "v" } }), 409, /the object has been modified/);
  assert.equal(swaps, 1_000);
});
