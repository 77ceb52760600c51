import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { assertConflicts, assertOwners, configMap, type Target } from "./applying.ts";

const client = connect();
let namespace: string;
before(async () => {
  namespace = await client.namespace();
});
after(() => client.close());

const annotation = "kubectl.kubernetes.io/last-applied-configuration";
const clientSide = "kubectl-client-side-apply";

/** A ConfigMap as `kubectl apply` without `--server-side` leaves it. */
async function appliedByClient(data: Json, lastApplied: Json | string): Promise<Target> {
  const target = configMap(client, namespace);
  const text = typeof lastApplied === "string" ? lastApplied : `${JSON.stringify(lastApplied)}\n`;
  const metadata = { name: target.name, annotations: { [annotation]: text } };
  const collection = `/api/v1/namespaces/${namespace}/configmaps`;
  assertAnswer(await client.create(collection, { metadata, data }, { fieldManager: clientSide }), 201);
  return target;
}

const manifest = (data: Json) => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { annotations: {} }, data });

test("kubectl takes over what its last-applied annotation explains, without force", async () => {
  const target = await appliedByClient({ k: "v", l: "w" }, manifest({ k: "v", l: "w" }));
  const answer = await target.apply("kubectl", { data: { k: "x", l: "w" } });
  assertOwners(answer, 200, {
    "kubectl Apply": { "f:data": { "f:k": {}, "f:l": {} } },
    [`${clientSide} Update`]: {
      "f:data": { ".": {}, "f:l": {} },
      "f:metadata": { "f:annotations": { ".": {}, [`f:${annotation}`]: {} } },
    },
  });
  assert.deepEqual(answer.body.data, { k: "x", l: "w" });
});

test("another manager has the conflict", async () => {
  const target = await appliedByClient({ k: "v" }, manifest({ k: "v" }));
  assertConflicts(await target.apply("other", { data: { k: "x" } }), [`"${clientSide}" using v1`, ".data.k"]);
});

test("conflicts that the annotation does not explain remain, and they alone", async () => {
  const target = await appliedByClient({ k: "v", l: "w" }, manifest({ k: "v" }));
  const answer = await target.apply("kubectl", { data: { k: "x", l: "y" } });
  assertConflicts(answer, [`"${clientSide}" using v1`, ".data.l"]);
});

test("an annotation with another value than the object has explains nothing", async () => {
  const target = await appliedByClient({ k: "v" }, manifest({ k: "older" }));
  assertConflicts(await target.apply("kubectl", { data: { k: "x" } }), [`"${clientSide}" using v1`, ".data.k"]);
});

test("an annotation that cannot be read or is of another version explains nothing", async () => {
  for (const lastApplied of ["not JSON", { ...manifest({ k: "v" }), apiVersion: "v2" }, ""]) {
    const target = await appliedByClient({ k: "v" }, lastApplied);
    assertConflicts(await target.apply("kubectl", { data: { k: "x" } }), [`"${clientSide}" using v1`, ".data.k"]);
  }
});

test("kubectl keeps the annotation current", async () => {
  const target = await appliedByClient({ k: "v" }, manifest({ k: "v" }));
  const answer = await target.apply("kubectl", { metadata: { labels: { a: "1" } }, data: { k: "x" } });
  assertAnswer(answer, 200);
  const applied = {
    apiVersion: "v1",
    data: { k: "x" },
    kind: "ConfigMap",
    metadata: { labels: { a: "1" }, name: target.name },
  };
  assert.equal(answer.body.metadata.annotations[annotation], `${JSON.stringify(applied)}\n`);
});

test("without the annotation, or with another manager, none is written", async () => {
  const target = configMap(client, namespace);
  const answer = await target.apply("kubectl", { data: { k: "v" } });
  assertAnswer(answer, 201, { metadata: { annotations: undefined } });
  const annotated = await appliedByClient({ k: "v" }, manifest({ k: "v" }));
  const other = await annotated.apply("other", { data: { l: "w" } });
  assertAnswer(other, 200);
  assert.equal(other.body.metadata.annotations[annotation], `${JSON.stringify(manifest({ k: "v" }))}\n`);
});

// They still belong to the client-side manager; kubectl itself renames that manager before its first server-side apply.
test("fields that the manifest no longer has stay", async () => {
  const target = await appliedByClient({ k: "v", l: "w" }, manifest({ k: "v", l: "w" }));
  const answer = await target.apply("kubectl", { data: { k: "v" } });
  assertAnswer(answer, 200);
  assert.deepEqual(answer.body.data, { k: "v", l: "w" });
});
