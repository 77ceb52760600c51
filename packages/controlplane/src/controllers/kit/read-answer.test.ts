import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import type { KubernetesObject } from "@pintle/machinery";
import { readAnswer } from "./read-answer.ts";

const pods = { group: "", plural: "pods" };
const seen: KubernetesObject = { kind: "Pod", apiVersion: "v1", metadata: { name: "a", resourceVersion: "7" } };

/** Sees one object, in one version. */
const objects = {
  findVersion: (group: string, plural: string, key: string, resourceVersion: string) =>
    `${group}/${plural}/${key}@${resourceVersion}` === "/pods/n/a@7" ? seen : undefined,
};

function answer(metadata: object, apiVersion = "v1"): Buffer {
  return Buffer.from(JSON.stringify({ kind: "Pod", apiVersion, metadata, spec: { nodeName: "x" } }));
}

const metadata = { name: "a", namespace: "n", uid: "u", resourceVersion: "7" };

test("An object that is seen as it was answered is the one that is seen", () => {
  assert.equal(readAnswer(answer(metadata), pods, objects), seen);
  const { name, ...others } = metadata;
  assert.equal(readAnswer(answer({ name, generateName: "a-", ...others }), pods, objects), seen);
});

for (const [what, bytes] of Object.entries({
  "in another version": answer({ ...metadata, resourceVersion: "8" }),
  "of another namespace": answer({ ...metadata, namespace: "m" }),
  "in no namespace": answer({ name: "a", uid: "u", resourceVersion: "7" }),
  "in another version of its group": answer(metadata, "v2"),
  "whose version is only claimed by a label": answer({
    ...metadata,
    resourceVersion: "8",
    labels: { resourceVersion: "7" },
  }),
})) {
  test(`An object ${what} is read from the answer`, () => {
    assert.deepEqual(readAnswer(bytes, pods, objects), JSON.parse(bytes.toString()));
  });
}

test("What is answered of another resource, or where nothing is followed, is read from the answer", () => {
  const bytes = answer(metadata);
  assert.deepEqual(readAnswer(bytes, { group: "", plural: "things" }, objects), JSON.parse(bytes.toString()));
  assert.deepEqual(readAnswer(bytes, pods), JSON.parse(bytes.toString()));
});

test("An answer that is no object is nothing", () => {
  assert.equal(readAnswer(Buffer.from("[]"), pods, objects), undefined);
});
