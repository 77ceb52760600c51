import assert from "node:assert/strict";
import { test } from "node:test";
import type { PodTemplateSpec } from "@pintle/kinds";
import { hashPodTemplate, isSamePodTemplate, withHashLabel, withoutHashLabel } from "./pod-template.ts";

const template: PodTemplateSpec = {
  metadata: { labels: { app: "shop" } },
  spec: { containers: [{ name: "main", image: "shop:1" }] },
};
const labeled = (hash: string): PodTemplateSpec => ({
  ...template,
  metadata: { labels: withHashLabel(template.metadata?.labels, hash) },
});

test("templates are the same whatever hash they bear", () => {
  assert.ok(isSamePodTemplate(template, labeled("a")));
  assert.ok(isSamePodTemplate(labeled("a"), labeled("b")));
  assert.deepEqual(withoutHashLabel(labeled("a")), template);
});

test("templates differ by any other label, annotation or field", () => {
  for (const other of [
    { ...template, metadata: { labels: { app: "store" } } },
    { ...template, metadata: { ...template.metadata, annotations: { team: "shop" } } },
    { ...template, spec: { containers: [{ name: "main", image: "shop:2" }] } },
    { ...template, spec: { ...template.spec, containers: [], hostNetwork: true } },
  ]) {
    assert.ok(!isSamePodTemplate(template, other));
    assert.notEqual(hashPodTemplate(template, undefined), hashPodTemplate(other, undefined));
  }
});

test("what means the same as nothing makes no difference", () => {
  const odd = { ...template, metadata: { ...template.metadata, creationTimestamp: null, finalizers: [] } };
  const same = odd as unknown as PodTemplateSpec;
  assert.ok(isSamePodTemplate(template, same));
  assert.equal(hashPodTemplate(template, undefined), hashPodTemplate(same, undefined));
});

test("the hash does not depend on the order of fields, is safe in names, and changes with each collision", () => {
  const turned: PodTemplateSpec = {
    spec: { containers: [{ image: "shop:1", name: "main" }] },
    metadata: { labels: { app: "shop" } },
  };
  assert.equal(hashPodTemplate(template, undefined), hashPodTemplate(turned, undefined));
  const hashes = [undefined, 0, 1, 2].map((count) => hashPodTemplate(template, count));
  assert.equal(new Set(hashes).size, 4);
  for (const hash of hashes) assert.match(hash, /^[bcdfghjklmnpqrstvwxz2456789]{1,10}$/);
});
