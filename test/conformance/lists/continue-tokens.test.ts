/** What a continue token may be, and what is said of one that is not. Clients store them; the format is part of the API. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertAnswer } from "../answer.ts";
import { connect } from "../client.ts";
import { assertBadRequest, assertTooLarge, configMaps, namesOf } from "./config-maps.ts";

const client = connect();
after(() => client.close());

function encode(token: unknown): string {
  return Buffer.from(typeof token === "string" ? token : JSON.stringify(token)).toString("base64url");
}

function decode(token: string): unknown {
  return JSON.parse(Buffer.from(token, "base64url").toString("utf8"));
}

const v = "meta.k8s.io/v1";
const invalid = "invalid continue token: continue key is not valid";

describe("continue tokens", { concurrency: true }, () => {
  test("a token is the list's version and the key behind the last item, as base64url of JSON", async () => {
    const maps = await configMaps(client);
    await maps.fill("a", "b", "c");
    const { metadata } = (await client.get(maps.path, { limit: 2 })).body;
    assert.deepEqual(decode(metadata.continue), { v, rv: Number(metadata.resourceVersion), start: "/b\u0000" });
    assert.doesNotMatch(metadata.continue, /=/);
  });

  test("the token of a list of all namespaces names the namespace", async () => {
    const maps = await configMaps(client);
    await maps.create("a", { test: maps.namespace });
    await maps.create("b", { test: maps.namespace });
    const query = { limit: 1, labelSelector: `test=${maps.namespace}` };
    const { metadata } = (await client.get("/api/v1/configmaps", query)).body;
    const rv = Number(metadata.resourceVersion);
    assert.deepEqual(decode(metadata.continue), { v, rv, start: `/${maps.namespace}/a\u0000` });
  });

  test("a token is a place and a version: one made by hand works", async () => {
    const maps = await configMaps(client);
    const versions = await maps.fill("a", "b", "c");
    const at = (start: string) => client.get(maps.path, { continue: encode({ v, rv: Number(versions[1]), start }) });
    assert.deepEqual(namesOf(await at("a")), ["a", "b"]);
    assert.deepEqual(namesOf(await at("/b")), ["b"]);
    assert.deepEqual(namesOf(await at("zzz")), []);
    assertAnswer(await at("a"), 200, { metadata: { resourceVersion: versions[1] } });
  });

  test("a token of no version continues in the present", async () => {
    const maps = await configMaps(client);
    await maps.fill("a", "b", "d");
    await maps.remove("d");
    const [version] = await maps.fill("c");
    for (const rv of [-1, -5]) {
      const answer = await client.get(maps.path, { limit: 1, continue: encode({ v, rv, start: "b" }) });
      assertAnswer(answer, 200, { metadata: { remainingItemCount: 1 } });
      assert.deepEqual(namesOf(answer), ["b"]);
      const { resourceVersion, continue: token } = answer.body.metadata;
      assert.ok(BigInt(resourceVersion) >= BigInt(version as string));
      const rest = await client.get(maps.path, { limit: 1, continue: token });
      assertAnswer(rest, 200, { metadata: { resourceVersion } });
      assert.deepEqual(namesOf(rest), ["c"]);
    }
  });

  test("a token that is not base64url is refused", async () => {
    const { path } = await configMaps(client);
    assertBadRequest(await client.get(path, { continue: "!!" }), `${invalid}: illegal base64 data at input byte 0`);
    const padded = `${encode({ v, rv: 1, start: "ab" })}=`;
    const message = `${invalid}: illegal base64 data at input byte ${padded.length - 1}`;
    assertBadRequest(await client.get(path, { continue: padded }), message);
  });

  test("a token that is not JSON is refused", async () => {
    const { path } = await configMaps(client);
    const reasons: [text: string, reason: string][] = [
      ["i", "invalid character 'i' looking for beginning of value"],
      ["{", "unexpected end of JSON input"],
      [
        JSON.stringify({ v, rv: "5", start: "c" }),
        "json: cannot unmarshal string into Go struct field continueToken.rv of type int64",
      ],
    ];
    for (const [text, reason] of reasons) {
      assertBadRequest(await client.get(path, { continue: encode(text) }), `${invalid}: ${reason}`);
    }
  });

  test("a token of another format is refused", async () => {
    const { path } = await configMaps(client);
    const unknown = `${invalid}: server does not recognize this encoded version`;
    const later = encode({ v: "meta.k8s.io/v2", rv: 1, start: "x" });
    assertBadRequest(await client.get(path, { continue: later }), `${unknown} meta.k8s.io/v2`);
    assertBadRequest(await client.get(path, { continue: encode({}) }), `${unknown} `);
  });

  test("a token without a version or without a place is refused", async () => {
    const { path } = await configMaps(client);
    const noVersion = `${invalid}: incorrect encoded start resourceVersion (version meta.k8s.io/v1)`;
    assertBadRequest(await client.get(path, { continue: encode({ v, rv: 0, start: "x" }) }), noVersion);
    assertBadRequest(await client.get(path, { continue: encode({ v, start: "x" }) }), noVersion);
    const noPlace = `${invalid}: encoded start key empty (version meta.k8s.io/v1)`;
    assertBadRequest(await client.get(path, { continue: encode({ v, rv: 1, start: "" }) }), noPlace);
  });

  test("a token cannot leave its collection", async () => {
    const maps = await configMaps(client);
    const [version] = await maps.fill("a");
    for (const start of ["../x", "a//x", "a/../../secrets/x", "./a"]) {
      const token = encode({ v, rv: Number(version), start });
      assertBadRequest(await client.get(maps.path, { continue: token }), `${invalid}: ${start}`);
    }
  });

  test("a bad token is refused without a limit, too, and in a list of all namespaces", async () => {
    const message = `${invalid}: illegal base64 data at input byte 0`;
    assertBadRequest(await client.get("/api/v1/configmaps", { continue: "!!" }), message);
    assertBadRequest(await client.get("/api/v1/configmaps", { continue: "!!", limit: 1 }), message);
  });

  test("a token of the future is a timeout", async () => {
    const maps = await configMaps(client);
    await maps.fill("a");
    const token = encode({ v, rv: 999_999_999, start: "a" });
    assertTooLarge(await client.get(maps.path, { limit: 1, continue: token }), "999999999");
  });
});
