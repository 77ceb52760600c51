/** Which state of the store a list shows, by resourceVersion, resourceVersionMatch and limit. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertAnswer, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import {
  assertBadRequest,
  assertInvalidOptions,
  assertTooLarge,
  type ConfigMaps,
  configMaps,
  namesOf,
} from "./config-maps.ts";

const client = connect();
after(() => client.close());

const everything = ["a", "b", "c", "d", "e"];

/**
 * Five ConfigMaps, a to e; `third` is the resourceVersion at which there were a, b and c.
 *
 * What need not be the most recent may come from a cache that is a moment behind; a list that must be makes the cache catch up.
 */
async function fiveMaps(): Promise<ConfigMaps & { third: string }> {
  const maps = await configMaps(client);
  const [, , third] = await maps.fill("a", "b", "c", "d", "e");
  assert.deepEqual(namesOf(await client.get(maps.path)), everything);
  return { ...maps, third: third as string };
}

describe("resourceVersion of a list", { concurrency: true }, () => {
  test("without one the list is the most recent", async () => {
    const maps = await fiveMaps();
    for (const query of [{}, { resourceVersion: "" }]) {
      assert.deepEqual(namesOf(await client.get(maps.path, query)), everything);
    }
  });

  test("an older one is the least that is wanted: the list may be, and is, newer", async () => {
    const maps = await fiveMaps();
    for (const query of [{}, { resourceVersionMatch: "NotOlderThan" }]) {
      const answer = await client.get(maps.path, { resourceVersion: maps.third, ...query });
      assert.deepEqual(namesOf(answer), everything);
      assert.ok(BigInt(answer.body.metadata.resourceVersion) > BigInt(maps.third));
    }
  });

  test("0 is any version, and the list is whole even if there is a limit", async () => {
    const maps = await fiveMaps();
    await maps.remove("e");
    for (const query of [{}, { limit: 2 }, { limit: 2, resourceVersionMatch: "NotOlderThan" }]) {
      const { metadata } = (await client.get(maps.path)).body;
      const answer = await client.get(maps.path, { resourceVersion: 0, ...query });
      assertAnswer(answer, 200, { metadata: { continue: undefined, remainingItemCount: undefined } });
      assert.deepEqual(namesOf(answer), ["a", "b", "c", "d"]);
      assert.ok(BigInt(answer.body.metadata.resourceVersion) >= BigInt(metadata.resourceVersion));
    }
  });

  test("Exact shows the store as it was", async () => {
    const maps = await fiveMaps();
    await maps.remove("a");
    await maps.label("b", { changed: "yes" });
    const query = { resourceVersion: maps.third, resourceVersionMatch: "Exact" };
    const answer = await client.get(maps.path, query);
    assertAnswer(answer, 200, { metadata: { resourceVersion: maps.third } });
    assert.deepEqual(namesOf(answer), ["a", "b", "c"]);
    assert.equal(answer.body.items[1].metadata.labels, undefined);
  });

  test("Exact with a selector selects by what the objects were", async () => {
    const maps = await configMaps(client);
    await maps.create("a", { color: "red" });
    const before = (await maps.create("b", { color: "blue" })).metadata.resourceVersion;
    await maps.label("a", { color: "blue" });
    await maps.label("b", { color: "red" });
    const query = { resourceVersion: before, resourceVersionMatch: "Exact", labelSelector: "color=red" };
    assert.deepEqual(namesOf(await client.get(maps.path, query)), ["a"]);
    assert.deepEqual(namesOf(await client.get(maps.path, { labelSelector: "color=red" })), ["b"]);
  });

  test("with a limit and without a match, the version is exact", async () => {
    const maps = await fiveMaps();
    for (const match of [{}, { resourceVersionMatch: "Exact" }]) {
      const query = { resourceVersion: maps.third, limit: 2 };
      const answer = await client.get(maps.path, { ...query, ...match });
      assertAnswer(answer, 200, { metadata: { resourceVersion: maps.third, remainingItemCount: 1 } });
      assert.deepEqual(namesOf(answer), ["a", "b"]);
      const { continue: token } = answer.body.metadata;
      const rest = await client.get(maps.path, { limit: 2, continue: token });
      assertAnswer(rest, 200, { metadata: { resourceVersion: maps.third, continue: undefined } });
      assert.deepEqual(namesOf(rest), ["c"]);
    }
  });

  test("with a limit and NotOlderThan, the pages are of a newer version", async () => {
    const maps = await fiveMaps();
    const query = { resourceVersion: maps.third, resourceVersionMatch: "NotOlderThan", limit: 2 };
    const answer = await client.get(maps.path, query);
    assertAnswer(answer, 200, { metadata: { remainingItemCount: 3 } });
    assert.deepEqual(namesOf(answer), ["a", "b"]);
    assert.ok(BigInt(answer.body.metadata.resourceVersion) > BigInt(maps.third));
  });

  test("the version of a list can be listed again exactly", async () => {
    const maps = await fiveMaps();
    const first = await client.get(maps.path);
    await maps.remove("c");
    const { resourceVersion } = first.body.metadata;
    const again = await client.get(maps.path, { resourceVersion, resourceVersionMatch: "Exact" });
    assertAnswer(again, 200, { metadata: { resourceVersion } });
    assert.deepEqual(again.body, first.body);
  });

  test("a zero in front of a version does not hurt", async () => {
    const maps = await fiveMaps();
    const query = { resourceVersion: `0${maps.third}`, resourceVersionMatch: "Exact" };
    const answer = await client.get(maps.path, query);
    assertAnswer(answer, 200, { metadata: { resourceVersion: maps.third } });
    assert.deepEqual(namesOf(answer), ["a", "b", "c"]);
  });

  test("one object can be read at a version that is not older", async () => {
    const maps = await fiveMaps();
    const { metadata } = await maps.label("a", { changed: "yes" });
    assertAnswer(await client.get(maps.path), 200);
    for (const resourceVersion of ["", maps.third, metadata.resourceVersion]) {
      const answer = await client.get(maps.at("a"), { resourceVersion });
      assertAnswer(answer, 200, { metadata: { resourceVersion: metadata.resourceVersion } });
    }
  });

  test("a match without a version is refused", async () => {
    const { path } = await configMaps(client);
    const forbidden = "Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided";
    for (const resourceVersionMatch of ["Exact", "NotOlderThan"]) {
      const answer = await client.get(path, { resourceVersionMatch });
      assertInvalidOptions(answer, ["resourceVersionMatch", "FieldValueForbidden", forbidden]);
    }
  });

  test("a match that there is not is refused, with every other reason", async () => {
    const { path } = await configMaps(client);
    const unsupported = (value: string): [string, string, string] => [
      "resourceVersionMatch",
      "FieldValueNotSupported",
      `Unsupported value: "${value}": supported values: "Exact", "NotOlderThan", ""`,
    ];
    const version = { resourceVersion: 5 };
    assertInvalidOptions(await client.get(path, { ...version, resourceVersionMatch: "Newest" }), unsupported("Newest"));
    assertInvalidOptions(await client.get(path, { ...version, resourceVersionMatch: "exact" }), unsupported("exact"));
    assertInvalidOptions(
      await client.get(path, { resourceVersionMatch: "Newest" }),
      [
        "resourceVersionMatch",
        "FieldValueForbidden",
        "Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided",
      ],
      unsupported("Newest"),
    );
  });

  test("Exact for 0 is refused", async () => {
    const { path } = await configMaps(client);
    const answer = await client.get(path, { resourceVersion: 0, resourceVersionMatch: "Exact" });
    const message = 'Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"';
    assertInvalidOptions(answer, ["resourceVersionMatch", "FieldValueForbidden", message]);
  });

  test("a version that is no number is refused", async () => {
    const { path } = await configMaps(client);
    const reasons: [version: string, reason: string][] = [
      ["abc", "invalid syntax"],
      ["-1", "invalid syntax"],
      ["1.5", "invalid syntax"],
      [" 1", "invalid syntax"],
      ["+1", "invalid syntax"],
      ["0x10", "invalid syntax"],
      ["18446744073709551616", "value out of range"],
    ];
    for (const [resourceVersion, reason] of reasons) {
      for (const query of [{}, { limit: 1 }, { resourceVersionMatch: "Exact" }]) {
        const answer = await client.get(path, { resourceVersion, ...query });
        const parsing = `strconv.ParseUint: parsing "${resourceVersion}": ${reason}`;
        const message = `invalid resource version: resourceVersion: Invalid value: "${resourceVersion}": ${parsing}`;
        assertBadRequest(answer, message);
      }
    }
  });

  test("a version of the future is a timeout that can be tried again", async () => {
    const maps = await fiveMaps();
    const queries: Json[] = [
      { resourceVersion: "999999999" },
      { resourceVersion: "999999999", resourceVersionMatch: "NotOlderThan" },
      { resourceVersion: "999999999", resourceVersionMatch: "Exact" },
      { resourceVersion: "999999999", limit: 2 },
      { resourceVersion: "9223372036854775808" },
    ];
    const answers = await Promise.all(queries.map((query) => client.get(maps.path, query)));
    for (const [index, answer] of answers.entries()) {
      assertTooLarge(answer, queries[index].resourceVersion);
      assert.equal(answer.headers["retry-after"], "1");
    }
  });

  test("reading one object at a version of the future is a timeout, too", async () => {
    const maps = await fiveMaps();
    assertTooLarge(await client.get(maps.at("a"), { resourceVersion: "999999999" }), "999999999");
  });

  test("a version that comes about while the list waits is answered as soon as it is there", async () => {
    const maps = await configMaps(client);
    const [version] = await maps.fill("a");
    const soon = String(BigInt(version as string) + 3n);
    const waiting = client.get(maps.path, { resourceVersion: soon });
    await maps.fill("b", "c", "d");
    const answer = await waiting;
    assertAnswer(answer, 200);
    assert.ok(BigInt(answer.body.metadata.resourceVersion) >= BigInt(soon));
  });

  test("sendInitialEvents is for watches and refused for lists", async () => {
    const { path } = await configMaps(client);
    const refused: [string, string, string] = [
      "sendInitialEvents",
      "FieldValueForbidden",
      "Forbidden: sendInitialEvents is forbidden for list",
    ];
    for (const sendInitialEvents of ["true", "false", "x"]) {
      assertInvalidOptions(await client.get(path, { sendInitialEvents }), refused);
    }
  });
});
