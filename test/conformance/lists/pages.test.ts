/** Lists in pages: limit, continue, and what the pages of one list share. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { type Answer, assertAnswer, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { assertBadRequest, assertInvalidOptions, configMaps, namesOf } from "./config-maps.ts";

const client = connect();
after(() => client.close());

/** Follows the tokens to the last page. */
async function readPages(path: string, query: Json): Promise<Answer[]> {
  const pages: Answer[] = [];
  let token: string | undefined;
  do {
    const page = await client.get(path, { ...query, ...(token === undefined ? {} : { continue: token }) });
    assertAnswer(page, 200);
    pages.push(page);
    token = page.body.metadata.continue;
  } while (token !== undefined);
  return pages;
}

describe("pages of a list", { concurrency: true }, () => {
  test("pages follow each other until one has no token", async () => {
    const maps = await configMaps(client);
    await maps.fill("a", "b", "c", "d", "e");
    const pages = await readPages(maps.path, { limit: 2 });
    assert.deepEqual(pages.map(namesOf), [["a", "b"], ["c", "d"], ["e"]]);
  });

  test("every page tells how many items remain after it, the last does not", async () => {
    const maps = await configMaps(client);
    await maps.fill("a", "b", "c", "d", "e");
    const pages = await readPages(maps.path, { limit: 2 });
    assert.deepEqual(
      pages.map(({ body }) => body.metadata.remainingItemCount),
      [3, 1, undefined],
    );
  });

  test("all pages are of the first one's version, whatever is written meanwhile", async () => {
    const maps = await configMaps(client);
    await maps.fill("a", "b", "d", "e", "f");
    const first = await client.get(maps.path, { limit: 2 });
    const { resourceVersion, continue: token } = first.body.metadata;
    await maps.fill("c", "g");
    await maps.remove("d");
    await maps.remove("b");
    await maps.label("e", { changed: "yes" });

    const second = await client.get(maps.path, { limit: 2, continue: token });
    assertAnswer(second, 200, { metadata: { resourceVersion, remainingItemCount: 1 } });
    assert.deepEqual(namesOf(second), ["d", "e"]);
    assert.equal(second.body.items[1].metadata.labels, undefined);
    const third = await client.get(maps.path, { limit: 2, continue: second.body.metadata.continue });
    assertAnswer(third, 200, { metadata: { resourceVersion, continue: undefined, remainingItemCount: undefined } });
    assert.deepEqual(namesOf(third), ["f"]);
    assert.deepEqual(namesOf(await client.get(maps.path)), ["a", "c", "e", "f", "g"]);
  });

  test("a page can be read again", async () => {
    const maps = await configMaps(client);
    await maps.fill("a", "b", "c");
    const { continue: token } = (await client.get(maps.path, { limit: 1 })).body.metadata;
    const once = await client.get(maps.path, { limit: 1, continue: token });
    await maps.remove("b");
    assert.deepEqual((await client.get(maps.path, { limit: 1, continue: token })).body, once.body);
  });

  test("each page may have a limit of its own", async () => {
    const maps = await configMaps(client);
    await maps.fill("a", "b", "c", "d", "e");
    const first = await client.get(maps.path, { limit: 1 });
    const second = await client.get(maps.path, { limit: 3, continue: first.body.metadata.continue });
    assertAnswer(second, 200, { metadata: { remainingItemCount: 1 } });
    assert.deepEqual(namesOf(second), ["b", "c", "d"]);
  });

  test("a token without a limit gives all that remains", async () => {
    const maps = await configMaps(client);
    await maps.fill("a", "b", "c", "d");
    const first = await client.get(maps.path, { limit: 1 });
    const { resourceVersion, continue: token } = first.body.metadata;
    const rest = await client.get(maps.path, { continue: token });
    assertAnswer(rest, 200, { metadata: { resourceVersion, continue: undefined } });
    assert.deepEqual(namesOf(rest), ["b", "c", "d"]);
  });

  test("a limit that is just enough, more than enough, zero or negative gives the whole list and no token", async () => {
    const maps = await configMaps(client);
    await maps.fill("a", "b", "c");
    for (const limit of [3, 500, 0, -1]) {
      const answer = await client.get(maps.path, { limit });
      assertAnswer(answer, 200, { metadata: { continue: undefined, remainingItemCount: undefined } });
      assert.deepEqual(namesOf(answer), ["a", "b", "c"]);
    }
  });

  test("with a selector a page holds as many as match, and none says how many remain", async () => {
    const maps = await configMaps(client);
    for (const name of ["a", "b", "c", "d", "e", "f"]) await maps.create(name, { odd: String("ace".includes(name)) });
    const byLabel = await readPages(maps.path, { limit: 2, labelSelector: "odd=true" });
    assert.deepEqual(byLabel.map(namesOf), [["a", "c"], ["e"]]);
    const byField = await readPages(maps.path, { limit: 2, fieldSelector: "metadata.name!=a" });
    assert.deepEqual(byField.map(namesOf), [["b", "c"], ["d", "e"], ["f"]]);
    for (const { body } of [...byLabel, ...byField]) assert.equal(body.metadata.remainingItemCount, undefined);
  });

  test("a full page has a token as long as any object follows: the page behind it may be empty", async () => {
    const maps = await configMaps(client);
    for (const name of ["a", "b"]) await maps.create(name, { wanted: "yes" });
    const query = { limit: 2, labelSelector: "wanted=yes" };
    assert.deepEqual((await readPages(maps.path, query)).map(namesOf), [["a", "b"]]);
    await maps.fill("c", "d");
    assert.deepEqual((await readPages(maps.path, query)).map(namesOf), [["a", "b"], []]);
  });

  test("a selector may change between pages: the token is only a place", async () => {
    const maps = await configMaps(client);
    for (const name of ["a", "b", "c", "d"]) await maps.create(name, { name });
    const first = await client.get(maps.path, { limit: 1 });
    const query = { limit: 5, continue: first.body.metadata.continue, labelSelector: "name in (a, d)" };
    assert.deepEqual(namesOf(await client.get(maps.path, query)), ["d"]);
  });

  test("pages go across namespaces", async () => {
    const test = uniqueName("pages");
    const [one, two] = await Promise.all([configMaps(client), configMaps(client)]);
    for (const maps of [one, two]) for (const name of ["a", "b"]) await maps.create(name, { test });
    const pages = await readPages("/api/v1/configmaps", { limit: 3, labelSelector: `test=${test}` });
    const [before, after] = [one.namespace, two.namespace].toSorted();
    assert.deepEqual(
      pages.map(({ body }) => body.items.map(({ metadata }: Json) => `${metadata.namespace}/${metadata.name}`)),
      [[`${before}/a`, `${before}/b`, `${after}/a`], [`${after}/b`]],
    );
  });

  test("cluster-scoped objects come in pages", async () => {
    const group = uniqueName("group");
    const classes = "/apis/scheduling.k8s.io/v1/priorityclasses";
    const names = ["a", "b", "c"].map((name) => `${group}-${name}`);
    for (const name of names)
      assertAnswer(await client.create(classes, { metadata: { name, labels: { group } }, value: 1 }), 201);
    const pages = await readPages(classes, { limit: 2, labelSelector: `group=${group}` });
    assert.deepEqual(pages.map(namesOf), [names.slice(0, 2), names.slice(2)]);
    for (const name of names) await client.delete(`${classes}/${name}`);
  });

  test("many pages hold every object once", async () => {
    const maps = await configMaps(client);
    const names = Array.from({ length: 60 }, (_, index) => `map-${index}`);
    await Promise.all(names.map((name) => maps.create(name)));
    const pages = await readPages(maps.path, { limit: 7 });
    assert.equal(pages.length, 9);
    assert.deepEqual(pages.flatMap(namesOf), names.toSorted());
  });

  test("a version beside a token is refused", async () => {
    const maps = await configMaps(client);
    const versions = await maps.fill("a", "b");
    const { continue: token } = (await client.get(maps.path, { limit: 1 })).body.metadata;
    for (const resourceVersion of [versions[1] as string, "abc"]) {
      const answer = await client.get(maps.path, { limit: 1, continue: token, resourceVersion });
      assertBadRequest(answer, "specifying resource version is not allowed when using continue");
    }
  });

  test("0 beside a token is allowed and drops the limit", async () => {
    const maps = await configMaps(client);
    await maps.fill("a", "b", "c");
    const { continue: token } = (await client.get(maps.path, { limit: 1 })).body.metadata;
    const answer = await client.get(maps.path, { limit: 1, continue: token, resourceVersion: 0 });
    assertAnswer(answer, 200, { metadata: { continue: undefined } });
    assert.deepEqual(namesOf(answer), ["b", "c"]);
  });

  test("a match beside a token is refused", async () => {
    const maps = await configMaps(client);
    const [version] = await maps.fill("a", "b");
    const { continue: token } = (await client.get(maps.path, { limit: 1 })).body.metadata;
    const refused: [string, string, string] = [
      "resourceVersionMatch",
      "FieldValueForbidden",
      "Forbidden: resourceVersionMatch is forbidden when continue is provided",
    ];
    const query = { limit: 1, continue: token, resourceVersionMatch: "Exact" };
    assertInvalidOptions(await client.get(maps.path, { ...query, resourceVersion: version as string }), refused);
    const needed = "Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided";
    const missing: [string, string, string] = ["resourceVersionMatch", "FieldValueForbidden", needed];
    assertInvalidOptions(await client.get(maps.path, query), missing, refused);
  });
});
