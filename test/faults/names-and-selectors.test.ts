/** Names that would lead elsewhere and selectors that would cost much: no name leaves its place, and no selector takes long. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAnswer, assertStatus } from "../conformance/answer.ts";
import { head, sendRaw } from "../conformance/wire/raw.ts";
import { startPlane, within } from "./plane.ts";

const plane = await startPlane();

test("a namespace called .. widens no list, however it is written", async () => {
  const maps = await plane.configMaps();
  const secrets = maps.replace("configmaps", "secrets");
  assertAnswer(await plane.create(secrets, { metadata: { name: "hidden" } }), 201);
  for (const name of ["..", ".", "%2e%2e", "%2E%2E", "..%2f..", "%2e", "..%5c", "%2e%2e%2fdefault", "%00", "*"]) {
    for (const method of ["GET", "DELETE"]) {
      const answer = await plane.ask(method, `/api/v1/namespaces/${name}/secrets`);
      assert.ok(!answer.text.includes("hidden"), `${method} ${name}: ${answer.text}`);
      console.log(method, name, answer.status, answer.text.slice(0, 200));
    }
    for (const method of ["GET", "DELETE"]) {
      const answer = await plane.ask(method, `${secrets}/${name}`);
      console.log(method, "name", name, answer.status, answer.text.slice(0, 200));
    }
  }
  assertAnswer(await plane.get(`${secrets}/hidden`), 200);
});

test("over sockets such paths lead nowhere either", async () => {
  const maps = await plane.configMaps();
  for (const path of [`${maps}/../secrets`, `${maps}/%2e%2e/secrets`, "/api/v1/namespaces/../../../healthz", `${maps}//a`, "//api/v1/nodes", "/api/v1/namespaces/default/configmaps/../../default"]) {
    const answer = await sendRaw(plane.client, head(plane.client, "GET", path));
    console.log(path, answer.status, answer.headers.location, answer.text.slice(0, 200));
  }
});

test("names that are none are refused by the field, whatever is wrong with them", async () => {
  const maps = await plane.configMaps();
  for (const name of ["..", ".", "a/b", "a%b", "A", "-a", "a-", "a..b", "ä", "a b", "a\u0000", "x".repeat(254), "__proto__"]) {
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
  assertStatus(moved, 400, "BadRequest", /^the namespace of the object \(default\) does not match the namespace on the (URL|request)/);
  const elsewhere = await plane.create(maps, { metadata: { name: "c", namespace: "default" } });
  assertStatus(elsewhere, 400, "BadRequest", /^the namespace of the provided object does not match the namespace sent on the request/);
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
  for (const labelSelector of ["a in ()", "a in (", "a in (b", "in", "!", "a=b=c", "a>b", "a in b", "(", ")", "a,,b", ",", "=", "a notin", "a=b,", "a<1,", "\u0000", "a in ((b))"]) {
    const answer = await plane.get(maps, { labelSelector });
    console.log(JSON.stringify(labelSelector), answer.status, answer.text.slice(0, 300));
  }
  for (const labelSelector of ["(".repeat(100_000), "a in (".repeat(20_000), "!".repeat(100_000), ",".repeat(100_000), "a=".repeat(50_000), "x".repeat(100_000), `a in (${"b,".repeat(50_000)}`]) {
    const answer = await within(2_000, () => plane.get(maps, { labelSelector }));
    console.log(JSON.stringify(labelSelector.slice(0, 20)), answer.status, answer.text.length, answer.text.slice(0, 300));
  }
  const terms = Array.from({ length: 10_000 }, (_, index) => `!absent-${index}`).join(",");
  assertAnswer(await within(4_000, () => plane.get(maps, { labelSelector: `${terms},a=b` })), 200, { items: [{}] });
  const values = Array.from({ length: 20_000 }, (_, index) => `v${index}`).join(",");
  assertAnswer(await within(4_000, () => plane.get(maps, { labelSelector: `a in (${values},b)` })), 200, { items: [{}] });
});

test("a field selector on a field that cannot be selected is a bad request", async () => {
  const maps = await plane.configMaps();
  for (const fieldSelector of ["data.a=b", "__proto__=x", "metadata.name", "a=b=c", "metadata.name in (a)", "=", ",", "metadata.name=a\\"]) {
    const answer = await plane.get(maps, { fieldSelector });
    console.log(JSON.stringify(fieldSelector), answer.status, answer.text.slice(0, 200));
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
  const endless = await sendRaw(plane.client, head(plane.client, "GET", maps, `X-Long: ${"x".repeat(2 * 1024 * 1024)}`));
  console.log(endless.status, endless.text.slice(0, 100));
  const long = await sendRaw(plane.client, head(plane.client, "GET", `${maps}?x=${"x".repeat(2 * 1024 * 1024)}`));
  console.log(long.status, long.text.slice(0, 100));
});
