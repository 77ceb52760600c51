import assert from "node:assert/strict";
import { test } from "node:test";
import { defineKind, type KubernetesObject } from "@pintle/machinery";
import type { Lister } from "../informers/informer.ts";
import { WatchedKinds } from "./cache-reader.ts";

const Box = defineKind({
  group: "example.com",
  version: "v1",
  kind: "Box",
  plural: "boxes",
  scope: "Namespaced",
})<object>();
const Host = defineKind({ group: "", version: "v1", kind: "Host", plural: "hosts", scope: "Cluster" })<object>();

/** Of whatever kind: it finds one object, of that name. */
function listerOf<Read>(name: string): Lister<Read> {
  const object: KubernetesObject = { apiVersion: "v1", kind: "Any", metadata: { name } };
  const lister: Lister<KubernetesObject> = {
    get: () => object,
    list: () => [object],
    byIndex: () => [object],
    size: 1,
  };
  return lister as unknown as Lister<Read>;
}

test("each kind is read from its own copy, also under another value for the same kind", () => {
  const cache = new WatchedKinds();
  cache.add(Box, listerOf("box"));
  cache.add(Host, listerOf("host"));
  const SameBox = defineKind({
    ...{ group: "example.com", version: "v1", kind: "Box", plural: "boxes" },
    scope: "Namespaced",
  })<object>();
  assert.equal(cache.get(Box, { namespace: "shop", name: "a" })?.metadata.name, "box");
  assert.equal(cache.get(SameBox, { namespace: "shop", name: "a" })?.metadata.name, "box");
  assert.equal(cache.get(Host, { name: "a" })?.metadata.name, "host");
  assert.equal(cache.list(Host)[0]?.metadata.name, "host");
  assert.equal(cache.byIndex(Box, "size", "1")[0]?.metadata.name, "box");
});

test("a kind that is not watched is named, with the remedy", () => {
  const cache = new WatchedKinds();
  const expected = {
    code: "PINTLE_KIND_NOT_WATCHED",
    message: /example\.com\/v1 Box.*\.watches\(Box, …\) or \.reads\(Box\)/,
  };
  assert.throws(() => cache.get(Box, { namespace: "shop", name: "a" }), expected);
  assert.throws(() => cache.list(Box), expected);
  assert.throws(() => cache.byIndex(Box, "size", "1"), expected);
});

test("a kind is read from where it was watched first, and no more when that has ended", () => {
  const cache = new WatchedKinds();
  const first = cache.add(Host, listerOf("first"));
  const second = cache.add(Host, listerOf("second"));
  assert.equal(cache.get(Host, { name: "a" })?.metadata.name, "first");
  first[Symbol.dispose]();
  assert.equal(cache.get(Host, { name: "a" })?.metadata.name, "second");
  second[Symbol.dispose]();
  assert.throws(() => cache.get(Host, { name: "a" }), { code: "PINTLE_KIND_NOT_WATCHED" });
});

test("a key that nothing could be found under is refused: what is not found would be created", () => {
  const cache = new WatchedKinds();
  cache.add(Box, listerOf("box"));
  cache.add(Host, listerOf("host"));
  assert.throws(() => cache.get(Box, { name: "a" }), { code: "PINTLE_NAMESPACE_MISSING" });
  assert.throws(() => cache.get(Box, { namespace: "", name: "a" }), { code: "PINTLE_NAMESPACE_MISSING" });
  assert.throws(() => cache.get(Host, { namespace: "shop", name: "a" }), { code: "PINTLE_NAMESPACE_UNEXPECTED" });
});
