/** Names that would lead elsewhere and selectors that would cost much: no name leaves its place, and no selector takes long. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAnswer, assertStatus } from "../conformance/answer.ts";
import { head, sendRaw } from "../conformance/wire/raw.ts";
import { startPlane, within } from "./plane.ts";

const plane = await startPlane();

test("a namespace called .. widens no list and no deletion, however it is written", async () => {
  const secrets = (await plane.configMaps()).replace("configmaps", "secrets");
  assertAnswer(await plane.create(secrets, { metadata: { name: "hidden" } }), 201);
  for (const name of ["..", ".", "%2e%2e", "%2E."]) {
    const plain = decodeURIComponent(name);
    for (const method of ["GET", "DELETE"]) {
      const many = await plane.ask(method, `/api/v1/namespaces/${name}/secrets`);
      assertAnswer(many, 500, { kind: "Status", reason: undefined, message: `invalid key: "/secrets/${plain}"` });
      const one = await plane.ask(method, `/api/v1/namespaces/${name}/secrets/hidden`);
      assertAnswer(one, 500, { kind: "Status", reason: undefined, message: `invalid key: "/secrets/${plain}/hidden"` });
      const named = await plane.ask(method, `${secrets}/${name}`);
      assertStatus(named, 400, "BadRequest", `Name parameter invalid: "${plain}": may not be '${plain}'`);
    }
  }
  for (const name of ["..%2f..", "%2e%2e%2fdefault", "a%2fb"]) {
    for (const path of [`/api/v1/namespaces/${name}/secrets`, `${secrets}/${name}`])
      assertStatus(await plane.get(path), 404, "NotFound", "the server could not find the requested resource");
  }
  for (const name of ["..%5c", "%00", "*", "..."])
    assertAnswer(await plane.get(`/api/v1/namespaces/${name}/secrets`), 200, { items: [] });
  assertAnswer(await plane.get(secrets), 200, { items: [{ metadata: { name: "hidden" } }] });
});

test("dots in a path that comes through a socket are no way up", async () => {
  const maps = await plane.configMaps();
  const missing = /the server could not find the requested resource|404 page not found/;
  for (const path of [
    `${maps}/../secrets`,
    `${maps}/%2e%2e/secrets`,
    `${maps}//a`,
    "/api/v1/namespaces/../../../healthz",
    "/api/v1/namespaces/default/configmaps/../../default",
    "//api/v1/nodes",
  ]) {
    const answer = await sendRaw(plane.client, head(plane.client, "GET", path));
    assert.equal(answer.status, 404, path);
    assert.match(answer.text, missing);
  }
});

test("names that are none are refused by the field, whatever is wrong with them", async () => {
  const maps = await plane.configMaps();
  for (const name of [
    "..",
    ".",
    "a/b",
    "a%b",
    "A",
    "-a",
    "a-",
    "a..b",
    "ä",
    "a b",
    "a\u0000",
    "x".repeat(254),
    "__proto__",
  ]) {
    const answer = await plane.create(maps, { metadata: { name } });
    assertStatus(answer, 422, "Invalid", /metadata\.name: Invalid value/, { details: { name } });
  }
  assertAnswer(await plane.create(maps, { metadata: { name: "x".repeat(253) } }), 201);
  for (const metadata of [{}, { name: "" }]) {
    const answer = await plane.create(maps, { metadata });
    assertStatus(answer, 422, "Invalid", /metadata\.name: Required value: name or generateName is required/);
  }
  for (const name of ["..", "a.b", "A", "x".repeat(64)]) {
    const answer = await plane.create("/api/v1/namespaces", { metadata: { name } });
    assertStatus(answer, 422, "Invalid", /metadata\.name: Invalid value/);
  }
});

test("a body must agree with its path about the name, the namespace and the kind", async () => {
  const maps = await plane.configMaps();
  assertAnswer(await plane.create(maps, { metadata: { name: "a" } }), 201);
  const renamed = await plane.update(`${maps}/a`, { metadata: { name: "b" } });
  assertStatus(renamed, 400, "BadRequest", "the name of the object (b) does not match the name on the URL (a)");
  const moved = await plane.update(`${maps}/a`, { metadata: { name: "a", namespace: "default" } });
  assertStatus(
    moved,
    400,
    "BadRequest",
    /^the namespace of the provided object does not match the namespace sent on the request$/,
  );
  const elsewhere = await plane.create(maps, { metadata: { name: "c", namespace: "default" } });
  assertStatus(
    elsewhere,
    400,
    "BadRequest",
    /^the namespace of the provided object does not match the namespace sent on the request/,
  );
  const other = await plane.create(maps, { kind: "Secret", apiVersion: "v1", metadata: { name: "c" } });
  assertStatus(other, 400, "BadRequest", /Secret/);
  const version = await plane.create(maps, { kind: "ConfigMap", apiVersion: "v2", metadata: { name: "c" } });
  assertStatus(version, 400, "BadRequest", /v2/);
  assertAnswer(await plane.get(maps), 200, { items: [{ metadata: { name: "a" } }] });
});

test("upper case in a path is another path", async () => {
  const maps = await plane.configMaps();
  assertAnswer(await plane.create(maps, { metadata: { name: "a" } }), 201);
  assertStatus(await plane.get(`${maps}/A`), 404, "NotFound", 'configmaps "A" not found');
  assertStatus(await plane.get(maps.replace("configmaps", "ConfigMaps")), 404, "NotFound", /could not find/);
  assertAnswer(await plane.get(maps.replace("/ns-", "/NS-")), 200, { items: [] });
});

test("a selector that is none is refused in its own words, and one that is large takes no longer than it is long", async () => {
  const maps = await plane.configMaps();
  assertAnswer(await plane.create(maps, { metadata: { name: "a", labels: { a: "b" } } }), 201);
  const nothing = "found '', expected: identifier after ','";
  for (const [labelSelector, message] of [
    ["a in (", "unable to parse requirement: found '', expected: ',', ')' or identifier"],
    ["a in (b", "unable to parse requirement: found '', expected: ',' or ')'"],
    ["!", "unable to parse requirement: found '', expected: identifier"],
    ["a=b=c", "found '=', expected: ',' or 'end of string'"],
    [")", "found ')', expected: !, identifier, or 'end of string'"],
    ["a,,b", "found ',', expected: identifier after ','"],
    ["a notin", "unable to parse requirement: found '' expected: '('"],
    ["a=b,", nothing],
    ["a in ((b))", "unable to parse requirement: found '(', expected: ',', ')' or identifier"],
    ["(".repeat(100_000), "found '(', expected: !, identifier, or 'end of string'"],
    ["a in (".repeat(20_000), "unable to parse requirement: found 'in', expected: ',' or ')'"],
    ["!".repeat(100_000), "unable to parse requirement: found '!', expected: identifier"],
    ["a=".repeat(50_000), "found '=', expected: ',' or 'end of string'"],
    [`a in (${"b,".repeat(50_000)}`, "unable to parse requirement: found '', expected: ',', or identifier"],
    ["a,".repeat(50_000), nothing],
  ] as const) {
    const answer = await within(2_000, () => plane.get(maps, { labelSelector }));
    assertStatus(answer, 400, "BadRequest", message);
  }
  assertAnswer(await plane.get(maps, { labelSelector: "a in ()" }), 200, { items: [] });
  const terms = Array.from({ length: 10_000 }, (_, index) => `!absent-${index}`).join(",");
  assertAnswer(await within(4_000, () => plane.get(maps, { labelSelector: `${terms},a=b` })), 200, { items: [{}] });
  const values = Array.from({ length: 20_000 }, (_, index) => `v${index}`).join(",");
  assertAnswer(await within(4_000, () => plane.get(maps, { labelSelector: `a in (${values},b)` })), 200, {
    items: [{}],
  });
});

test("a field selector on a field that cannot be selected is a bad request", async () => {
  const maps = await plane.configMaps();
  const known = 'is not a known field selector: only "metadata.name", "metadata.namespace"';
  for (const [fieldSelector, message] of [
    ["data.a=b", `"data.a" ${known}`],
    ["__proto__=x", `"__proto__" ${known}`],
    ["metadata.name", "invalid selector: 'metadata.name'; can't understand 'metadata.name'"],
    ["a=b=c", "invalid field selector: unescaped character in value: 61"],
    ["metadata.name=a\\", "invalid field selector: invalid escape sequence: \\"],
  ] as const) {
    assertStatus(await plane.get(maps, { fieldSelector }), 400, "BadRequest", message);
  }
  const many = "metadata.name!=x,".repeat(10_000);
  const answer = await within(4_000, () => plane.get(maps, { fieldSelector: `${many}metadata.name!=y` }));
  assertAnswer(answer, 200, { items: [] });
});

test("a selector of 100 kB comes through a socket, and headers without end are 431", async () => {
  const maps = await plane.configMaps();
  assertAnswer(await plane.create(maps, { metadata: { name: "a" } }), 201);
  const labelSelector = Array.from({ length: 10_000 }, (_, index) => `!k${index}`).join(",");
  assertAnswer(await plane.client.get(maps, { labelSelector }), 200, { items: [{}] });
  const endless = await sendRaw(
    plane.client,
    head(plane.client, "GET", maps, `X-Long: ${"x".repeat(2 * 1024 * 1024)}`),
  );
  assert.equal(endless.status, 431);
  const long = await sendRaw(plane.client, head(plane.client, "GET", `${maps}?x=${"x".repeat(2 * 1024 * 1024)}`));
  assert.equal(long.status, 431);
});
