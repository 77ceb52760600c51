import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@pintle/machinery";
import { attributesOf, objectsWith, refusalOf } from "./admission-fixture.test.ts";
import { createPersistentVolumeClaimResize } from "./persistent-volume-claim-resize.ts";

const claim = (storage: string, storageClassName: string, phase = "Bound"): JsonObject => ({
  spec: { storageClassName, resources: { requests: { storage } } },
  status: { phase },
});

async function judge(old: JsonObject, object: JsonObject, subresource = ""): Promise<string | undefined> {
  const storage = await objectsWith({
    "storageclasses/elastic": { metadata: { name: "elastic" }, allowVolumeExpansion: true },
    "storageclasses/fixed": { metadata: { name: "fixed" } },
  });
  const write = { operation: "UPDATE", resource: "persistentvolumeclaims", subresource, old } as const;
  return refusalOf(createPersistentVolumeClaimResize(storage).validate?.(attributesOf(object, write)));
}

const forbidden = 'persistentvolumeclaims "a" is forbidden:';
const unsupported = `${forbidden} only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize`;

test("a bound claim grows where its class lets it", async () => {
  assert.equal(await judge(claim("1Gi", "elastic"), claim("2Gi", "elastic")), undefined);
});

test("a claim does not grow without a class that lets it", async () => {
  for (const name of ["fixed", "none", ""]) {
    assert.equal(await judge(claim("1Gi", name), claim("2Gi", name)), unsupported);
  }
  assert.equal(await judge(claim("1Gi", "fixed"), claim("2Gi", "elastic")), unsupported);
});

test("a claim that is not bound does not grow", async () => {
  const message = `${forbidden} Only bound persistent volume claims can be expanded`;
  assert.equal(await judge(claim("1Gi", "elastic", "Pending"), claim("2Gi", "elastic")), message);
});

test("sizes are compared by what they mean, and only those of the claim itself", async () => {
  assert.equal(await judge(claim("1Gi", "fixed"), claim("1024Mi", "fixed")), undefined);
  assert.equal(await judge(claim("1Gi", "fixed"), claim("2Gi", "fixed"), "status"), undefined);
});
