/** What is too old to be listed: 410, and how a client goes on from there. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { assertAnswer, assertContains, assertStatus } from "../answer.ts";
import { type Client, connect } from "../client.ts";
import { eventually } from "../eventually.ts";
import { configMaps, namesOf } from "./config-maps.ts";
import { canForget, type ShortMemory, startShortMemory } from "./short-memory.ts";

const given = connect();
after(() => given.close());
const skip = canForget(given.server.name) ? false : "the server cannot be made to forget";

const tooOld = "The resourceVersion for the provided list is too old.";
const tokenTooOld =
  "The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.";

/** A list that is too old: its version, its token, and the path of its collection, which has changed since. */
interface Forgotten {
  readonly path: string;
  readonly resourceVersion: string;
  readonly token: string;
}

/** Events, because the real server has them from etcd and not from a cache, which forgets ten seconds later. */
async function forget(client: Client): Promise<Forgotten> {
  const namespace = await client.namespace();
  const path = `/api/v1/namespaces/${namespace}/events`;
  const create = async (name: string) => {
    const event = { metadata: { name }, involvedObject: { kind: "Pod", namespace, name: "p" } };
    assertAnswer(await client.create(path, event), 201);
  };
  for (const name of ["a", "b", "d", "e", "f"]) await create(name);
  const first = await client.get(path, { limit: 2 });
  const { resourceVersion, continue: token } = first.body.metadata;
  await create("c");
  assertAnswer(await client.delete(`${path}/e`), 200);
  await eventually(async () => {
    const query = { resourceVersion, resourceVersionMatch: "Exact" };
    assertStatus(await client.get(path, query), 410, "Expired", tooOld, { details: undefined });
  });
  return { path, resourceVersion, token };
}

test("a version that is remembered is listed", async () => {
  const maps = await configMaps(given);
  const [resourceVersion] = await maps.fill("a", "b");
  const query = { resourceVersion: resourceVersion as string, resourceVersionMatch: "Exact" };
  assert.deepEqual(namesOf(await given.get(maps.path, query)), ["a"]);
});

describe("forgotten versions", { skip }, () => {
  let memory: ShortMemory;
  let client: Client;
  let forgotten: Forgotten;
  before(async () => {
    memory = await startShortMemory(given.server.name);
    client = memory.client;
    forgotten = await forget(client);
  });
  after(() => memory?.[Symbol.asyncDispose]());

  test("an exact list of a version that is too old is 410 Expired", async () => {
    const { path, resourceVersion } = forgotten;
    const queries = [
      { resourceVersion, resourceVersionMatch: "Exact" },
      { resourceVersion, resourceVersionMatch: "Exact", limit: 2 },
      { resourceVersion, limit: 2 },
      { resourceVersion: 1, limit: 2 },
    ];
    for (const query of queries) {
      const answer = await client.get(path, query);
      assertStatus(answer, 410, "Expired", tooOld, { metadata: { continue: undefined }, details: undefined });
    }
  });

  test("a list that need only be not older is answered", async () => {
    const { path, resourceVersion } = forgotten;
    for (const query of [{ resourceVersion }, { resourceVersion, resourceVersionMatch: "NotOlderThan" }]) {
      assert.deepEqual(namesOf(await client.get(path, query)), ["a", "b", "c", "d", "f"]);
    }
  });

  test("a token that is too old is 410 Expired with a token that goes on in the present", async () => {
    const { path, token } = forgotten;
    const expired = await client.get(path, { limit: 2, continue: token });
    assertStatus(expired, 410, "Expired", tokenTooOld, { metadata: { continue: /./ }, details: undefined });
    const fresh = expired.body.metadata.continue;
    const decoded = JSON.parse(Buffer.from(fresh, "base64url").toString("utf8"));
    assert.deepEqual(decoded, { v: "meta.k8s.io/v1", rv: -1, start: "b\u0000" });

    const page = await client.get(path, { limit: 2, continue: fresh });
    assertAnswer(page, 200, { metadata: { remainingItemCount: 1 } });
    assert.deepEqual(namesOf(page), ["c", "d"]);
    const last = await client.get(path, { limit: 2, continue: page.body.metadata.continue });
    assertAnswer(last, 200, { metadata: { resourceVersion: page.body.metadata.resourceVersion, continue: undefined } });
    assert.deepEqual(namesOf(last), ["f"]);
  });

  test("a token that is too old is 410 Expired without a limit and with a selector, too", async () => {
    const { path, token } = forgotten;
    for (const query of [{}, { limit: 2, fieldSelector: "metadata.name!=x" }]) {
      const answer = await client.get(path, { ...query, continue: token });
      assertStatus(answer, 410, "Expired", tokenTooOld, { metadata: { continue: /./ } });
    }
  });

  test("a watch from a version that is too old is a stream with one ERROR, which is 410 Expired", async () => {
    const { path, resourceVersion } = forgotten;
    await using watch = await client.watch(path, { resourceVersion });
    assert.equal(watch.status, 200);
    assertContains(await watch.next(), {
      type: "ERROR",
      object: {
        kind: "Status",
        apiVersion: "v1",
        status: "Failure",
        message: "The resourceVersion for the provided watch is too old.",
        reason: "Expired",
        code: 410,
      },
    });
    assert.equal(await watch.next(), undefined);
  });
});
