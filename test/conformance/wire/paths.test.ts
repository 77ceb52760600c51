import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertStatus } from "../answer.ts";
import { connect } from "../client.ts";
import { head, sendRaw } from "./raw.ts";

const client = connect();
let namespace: string;
before(async () => {
  namespace = await client.namespace();
  assertAnswer(await client.create(configMaps(), { metadata: { name: "one" } }), 201);
});
after(() => client.close());

const configMaps = () => `/api/v1/namespaces/${namespace}/configmaps`;
const notServed = "the server could not find the requested resource";

/** The path as it is; a URL of the library would take `..` out before it is sent. */
async function getRaw(path: string): Promise<{ status: number; message: string }> {
  const { status, text } = await sendRaw(client, head(client, "GET", path));
  return { status, message: text.startsWith("{") ? JSON.parse(text).message : text };
}

test("a slash at the end does not matter for resources, nor for discovery", async () => {
  for (const [path, kind] of [
    ["/api/v1/", "APIResourceList"],
    ["/apis/", "APIGroupList"],
    ["/apis/apps/", "APIGroup"],
    [`/api/v1/namespaces/${namespace}/`, "Namespace"],
    [`${configMaps()}/`, "ConfigMapList"],
    [`${configMaps()}/one/`, "ConfigMap"],
  ] as const)
    assertAnswer(await client.get(path), 200, { kind });
});

test("a doubled slash is a part of the path that is empty", async () => {
  assertStatus(await client.get("/api//v1"), 404, "NotFound", notServed);
  assert.equal((await client.get("//api/v1")).text, "404 page not found\n");
  // An empty namespace is all of them.
  assertAnswer(await client.get("/api/v1/namespaces//configmaps", { limit: 1 }), 200, { kind: "ConfigMapList" });
});

test("paths are told apart by case", async () => {
  assert.equal((await client.get("/API/v1")).text, "404 page not found\n");
  for (const path of ["/api/V1", "/api/v1/Namespaces", `/api/v1/namespaces/${namespace}/configMaps`])
    assertStatus(await client.get(path), 404, "NotFound", notServed);
  assertStatus(await client.get(`${configMaps()}/One`), 404, "NotFound", 'configmaps "One" not found');
});

test("percent escapes are decoded first, a slash among them too", async () => {
  assertAnswer(await client.get(`${configMaps()}/%6fne`), 200, { metadata: { name: "one" } });
  assertAnswer(await client.get("/%61pi/v1"), 200, { kind: "APIResourceList" });
  assertAnswer(await client.get(`${configMaps()}/one%2f`), 200, { metadata: { name: "one" } });
  assertStatus(await client.get(`${configMaps()}/a%2fb`), 404, "NotFound", notServed);
});

test("a name may hold any character; nothing has it, and the message quotes it as Go does", async () => {
  for (const [escaped, quoted] of [
    ["a%20b", '"a b"'],
    ["a%0ab", '"a\\nb"'],
    ["a%00b", '"a\\x00b"'],
    ["a%22b", '"a\\"b"'],
    ["%C3%BC%F0%9F%90%99", '"ü🐙"'],
    ["__proto__", '"__proto__"'],
    ["constructor", '"constructor"'],
  ] as const)
    assertStatus(await client.get(`${configMaps()}/${escaped}`), 404, "NotFound", `configmaps ${quoted} not found`);
});

test("two dots are no way up", async () => {
  const invalid = { status: 400, message: "Name parameter invalid: \"..\": may not be '..'" };
  assert.deepEqual(await getRaw(`${configMaps()}/..`), invalid);
  assert.deepEqual(await getRaw(`${configMaps()}/%2e%2e`), invalid);
  for (const path of [
    `${configMaps()}/../configmaps/one`,
    "/api/v1/../v1/namespaces/default",
    `${configMaps()}/a/../one`,
  ])
    assert.deepEqual(await getRaw(path), { status: 404, message: notServed });
  assert.deepEqual(await getRaw("/../api/v1"), { status: 404, message: "404 page not found\n" });
});

test("one dot is no way round either, and three are a name", async () => {
  assert.deepEqual(await getRaw(`${configMaps()}/.`), {
    status: 400,
    message: "Name parameter invalid: \".\": may not be '.'",
  });
  assert.deepEqual(await getRaw(`${configMaps()}/./one`), { status: 404, message: notServed });
  assert.deepEqual(await getRaw(`${configMaps()}/...`), { status: 404, message: 'configmaps "..." not found' });
});

test("a broken percent escape is a bare 400", async () => {
  const answer = await client.get(`${configMaps()}/%zz`);
  assert.equal(answer.status, 400);
  assert.equal(answer.headers["content-type"], "text/plain; charset=utf-8");
  assert.equal(answer.text, "400 Bad Request");
});

test("a path with scheme and host is taken as its path, and a fragment as part of it", async () => {
  const whole = await sendRaw(client, head(client, "GET", `${client.server.url}${configMaps()}/one`));
  assert.equal(whole.status, 200);
  assert.deepEqual(await getRaw(`${configMaps()}/one#x`), { status: 404, message: 'configmaps "one#x" not found' });
});

test("a resource or subresource that is not there is NotFound as a Status", async () => {
  for (const path of [
    "/api/v2",
    "/api/v1/unicorns",
    "/api/v1/__proto__",
    "/api/v1/constructor",
    "/api/v1/configmaps/one",
    "/apis/apps/v7",
    "/apis/apps/v7/deployments",
    `${configMaps()}/one/status`,
    `${configMaps()}/one/nothing`,
    `/api/v1/namespaces/${namespace}/a/b/c/d`,
    "/version/x",
  ])
    assertStatus(await client.get(path), 404, "NotFound", notServed, { details: {} });
});

test("a group or a path that is not there is a bare 404", async () => {
  for (const path of [
    "/nothing",
    "/apis/none.example.com",
    "/apis/none.example.com/v1",
    "/apis/none.example.com/v1/things",
    "/apis/constructor",
    "/apis/__proto__/v1",
    "/healthz/",
    "/healthz/nothing",
  ]) {
    const answer = await client.get(path);
    assert.equal(answer.status, 404);
    assert.equal(answer.headers["content-type"], "text/plain; charset=utf-8");
    assert.equal(answer.headers["x-content-type-options"], "nosniff");
    assert.equal(answer.text, "404 page not found\n");
  }
});

test("a namespace that is not there, or cannot be, has empty lists", async () => {
  for (const name of ["absent", "UPPER", "a_b", "x".repeat(300)])
    assertAnswer(await client.get(`/api/v1/namespaces/${name}/configmaps`), 200, { items: [] });
});

test("unknown query parameters are ignored, and so are broken escapes and semicolons in the query", async () => {
  for (const query of ["?unheard=of", "?a=%zz", "?a=b;c=d", "?", "?&&=&"])
    assertAnswer(await client.get(`${configMaps()}/one${query}`), 200, { metadata: { name: "one" } });
});

test("query parameters that are numbers must be", async () => {
  const syntax = (text: string) => `strconv.ParseInt: parsing "${text}": invalid syntax`;
  assertStatus(await client.get(configMaps(), { limit: "x" }), 400, "BadRequest", syntax("x"));
  assertStatus(await client.get(configMaps(), { timeoutSeconds: "1.5" }), 400, "BadRequest", syntax("1.5"));
});

test("of a query parameter given twice the first counts", async () => {
  assertStatus(
    await client.get(`${configMaps()}?limit=x&limit=1`),
    400,
    "BadRequest",
    'strconv.ParseInt: parsing "x": invalid syntax',
  );
  assertAnswer(await client.get(`${configMaps()}?limit=1&limit=x`), 200);
});
