import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { assertRefused, type Json, maps, RestFixture, widgetsV1, widgetsV2 } from "./rest-fixture.test.ts";

const namesOf = ({ body }: { body: Json }) => body.items.map((item: Json) => item.metadata.name).join("");
const decode = (token: string) => JSON.parse(Buffer.from(token, "base64url").toString());
const encode = (token: object) => Buffer.from(JSON.stringify(token)).toString("base64url");

async function filled(...names: string[]): Promise<RestFixture> {
  const server = new RestFixture();
  for (const name of names) await server.make(maps, { metadata: { name, labels: { name } } });
  return server;
}

test("pages share the version of the first, whatever is written meanwhile", async () => {
  const server = await filled("a", "b", "c", "d", "e");
  const first = await server.get(maps, { limit: "2" });
  const { resourceVersion, continue: token, remainingItemCount } = first.body.metadata;
  assert.deepEqual([namesOf(first), remainingItemCount], ["ab", 3]);
  assert.deepEqual(decode(token), { v: "meta.k8s.io/v1", rv: Number(resourceVersion), start: "/b\u0000" });
  await server.delete(`${maps}/c`);
  await server.make(maps, { metadata: { name: "bb" } });
  const rest = await server.get(maps, { continue: token });
  assert.deepEqual([namesOf(rest), rest.body.metadata], ["cde", { resourceVersion }]);
});

test("with a selector a page holds as many as match, and a full one has a token if anything follows", async () => {
  const server = await filled("a", "b", "c", "d");
  const page = await server.get(maps, { limit: "1", labelSelector: "name in (b, d)" });
  assert.deepEqual([namesOf(page), page.body.metadata.remainingItemCount], ["b", undefined]);
  const next = await server.get(maps, {
    limit: "1",
    labelSelector: "name in (b, d)",
    continue: page.body.metadata.continue,
  });
  assert.deepEqual([namesOf(next), next.body.metadata.continue], ["d", undefined]);
  const full = await server.get(maps, { limit: "1", fieldSelector: "metadata.name=a" });
  const empty = await server.get(maps, {
    limit: "1",
    fieldSelector: "metadata.name=a",
    continue: full.body.metadata.continue,
  });
  assert.deepEqual([namesOf(full), namesOf(empty)], ["a", ""]);
});

test("a version is exact, not older, or any", async () => {
  const server = await filled("a", "b");
  const { resourceVersion } = (await server.get(maps)).body.metadata;
  await server.make(maps, { metadata: { name: "c" } });
  const list = (query: Record<string, string>) => server.get(maps, query).then(namesOf);
  assert.equal(await list({ resourceVersion, resourceVersionMatch: "Exact" }), "ab");
  assert.equal(await list({ resourceVersion, limit: "5" }), "ab");
  assert.equal(await list({ resourceVersion, resourceVersionMatch: "NotOlderThan", limit: "5" }), "abc");
  assert.equal(await list({ resourceVersion }), "abc");
  assert.equal(await list({ resourceVersion: "0", limit: "1" }), "abc");
});

test("a version that is forgotten is 410, with a token that goes on in the present", async () => {
  const server = await filled("a", "b", "c");
  const { resourceVersion, continue: token } = (await server.get(maps, { limit: "1" })).body.metadata;
  await server.make(maps, { metadata: { name: "bb" } });
  await server.storage.compact(await server.storage.revision());
  assertRefused(
    await server.get(maps, { resourceVersion, resourceVersionMatch: "Exact" }),
    410,
    "The resourceVersion for the provided list is too old.",
  );
  const expired = await server.get(maps, { continue: token });
  assertRefused(expired, 410, /^The provided continue parameter is too old/);
  const fresh = expired.body.metadata.continue;
  assert.deepEqual(decode(fresh), { v: "meta.k8s.io/v1", rv: -1, start: "a\u0000" });
  assert.equal(namesOf(await server.get(maps, { continue: fresh })), "bbbc");
});

test("a version of the future is waited for, three seconds and no longer", async () => {
  const server = await filled("a");
  const soon = `${(await server.storage.revision()) + 1}`;
  const waiting = server.get(maps, { resourceVersion: soon });
  await server.make(maps, { metadata: { name: "b" } });
  assert.equal(namesOf(await waiting), "ab");
  const never = server.get(maps, { resourceVersion: "9223372036854775808" });
  await server.clock.advance(2_900);
  await server.clock.advance(200);
  const answer = await never;
  assertRefused(answer, 504, /^Timeout: Too large resource version: 9223372036854775808, current: \d+$/);
  assert.equal(answer.body.details.retryAfterSeconds, 1);
});

test("options that contradict each other are told together", async () => {
  const server = await filled();
  const forbidden = "Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided";
  assertRefused(
    await server.get(maps, { resourceVersionMatch: "Newest", sendInitialEvents: "true" }),
    422,
    `ListOptions.meta.k8s.io "" is invalid: [resourceVersionMatch: ${forbidden}, resourceVersionMatch: Unsupported value: "Newest": supported values: "Exact", "NotOlderThan", "", sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list]`,
  );
  assertRefused(
    await server.get(maps, { resourceVersion: "abc" }),
    400,
    'invalid resource version: resourceVersion: Invalid value: "abc": strconv.ParseUint: parsing "abc": invalid syntax',
  );
});

test("a token cannot leave its collection", async () => {
  const server = await filled("a");
  for (const start of ["../x", "a//x", "a/../../secrets/x", "./a"]) {
    const answer = await server.get(maps, { continue: encode({ v: "meta.k8s.io/v1", rv: 1, start }) });
    assertRefused(answer, 400, `invalid continue token: continue key is not valid: ${start}`);
  }
});

test("unknown fields of a selector are told in the words of the kind", async () => {
  const server = await filled();
  assertRefused(
    await server.get(maps, { fieldSelector: "data.x=1" }),
    400,
    '"data.x" is not a known field selector: only "metadata.name", "metadata.namespace"',
  );
  assertRefused(await server.get(widgetsV1, { fieldSelector: "spec.x=1" }), 400, "field label not supported: spec.x");
});

test("a long list in another version or as metadata is the same as a short one", async () => {
  const server = new RestFixture();
  for (let index = 0; index < 201; index += 1) {
    const metadata = { name: `w${1_000 + index}` };
    await server.make(widgetsV1, { apiVersion: "example.com/v1", kind: "Widget", metadata, size: "5" });
  }
  const long = (await server.get(widgetsV2)).body;
  const short = (await server.get(widgetsV2, { limit: "2" })).body;
  assert.deepEqual([long.kind, long.items.length, Object.keys(long)], ["WidgetList", 201, Object.keys(short)]);
  assert.deepEqual(long.items.slice(0, 2), short.items);
  const accept = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";
  const asked = (query: Record<string, string>) => server.ask("GET", widgetsV1, { query, headers: { accept } });
  const [all, some] = [(await asked({})).body, (await asked({ limit: "2" })).body];
  assert.deepEqual([all.kind, all.items.slice(0, 2)], ["PartialObjectMetadataList", some.items]);
});

test("10,000 objects come in pieces, and no piece keeps others waiting", async () => {
  const server = await filled("a");
  const { entry } = await server.storage.get("/registry/configmaps/ns/a");
  assert.ok(entry);
  const padded = Buffer.from(
    Buffer.from(entry.value)
      .toString()
      .replace(/}$/, `,"data":{"k":"${"x".repeat(4_300)}"}}`),
  );
  for (let index = 0; index < 10_000; index += 1) {
    await server.storage.swap(`/registry/configmaps/ns/m${index}`, 0, padded);
  }
  const { response, body } = await server.get(maps);
  assert.equal(body.items.length, 10_001);
  assert.ok(response?.body && !(response.body instanceof Uint8Array) && Symbol.asyncIterator in response.body);
});
