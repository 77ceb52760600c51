import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import type { Transport } from "@pintle/machinery";
import { discoverKinds } from "./discover-kinds.ts";

const resource = (plural: string, kind: string, scope = "Namespaced") => ({
  ...{ resource: plural, responseKind: { kind }, scope, verbs: ["get", "delete"] },
});

function answering(answers: Readonly<Record<string, object>>): Transport {
  return {
    async request({ path }) {
      async function* body() {
        yield Buffer.from(JSON.stringify(answers[path] ?? {}));
      }
      return { status: 200, headers: {}, body: body() };
    },
  };
}

test("kinds come from both roots of the API, in each version that is served", async () => {
  const core = {
    metadata: {},
    versions: [{ version: "v1", resources: [resource("pods", "Pod"), resource("nodes", "Node", "Cluster")] }],
  };
  const versions = ["v2", "v1"].map((version) => ({ version, resources: [resource("scalers", "Scaler")] }));
  const { kinds, failure } = await discoverKinds(
    answering({ "/api": { items: [core] }, "/apis": { items: [{ metadata: { name: "auto" }, versions }] } }),
  );
  assert.deepEqual(
    kinds.map(({ group, version, kind, isNamespaced }) => [group, version, kind, isNamespaced]),
    [
      ["", "v1", "Pod", true],
      ["", "v1", "Node", false],
      ["auto", "v2", "Scaler", true],
      ["auto", "v1", "Scaler", true],
    ],
  );
  assert.equal(failure, undefined);
});

test("versions that nobody answers for are a failure, in upstream's words", async () => {
  const versions = ["v2", "v1"].map((version) => ({ version, resources: [], freshness: "Stale" }));
  const items = [{ metadata: { name: "example.com" }, versions }];
  const { failure } = await discoverKinds(answering({ "/apis": { items } }));
  assert.equal(
    failure,
    "Discovery failed for some groups, 2 failing: unable to retrieve the complete list of server APIs: " +
      "example.com/v1: stale GroupVersion discovery: example.com/v1, example.com/v2: stale GroupVersion discovery: example.com/v2",
  );
});

test("answers that are none are no kinds", async () => {
  for (const odd of [{}, { items: 1 }, { items: [{ versions: [{ resources: "x" }] }] }, { items: [null] }]) {
    assert.deepEqual((await discoverKinds(answering({ "/apis": odd }))).kinds, []);
  }
});
