import assert from "node:assert/strict";
import { test } from "node:test";
import { createVirtualClock, type JsonObject } from "@pintle/machinery";
import { Overlay, overlayLimitMs, type StoredVersion } from "./overlay.ts";

interface Stored extends StoredVersion {
  readonly object?: JsonObject;
}

function start(...copied: readonly Stored[]) {
  const clock = createVirtualClock();
  const copies = new Map(copied.map((copy) => [copy.key, copy]));
  const overlay = new Overlay<Stored>({
    ...{ clock, label: "Box", copyOf: (key) => copies.get(key) },
    toStored: (object) => {
      const { name, uid, resourceVersion } = object.metadata as Record<string, string>;
      return { key: String(name), uid: String(uid), resourceVersion: String(resourceVersion), object };
    },
  });
  const shown = (key: string): string => {
    const found = overlay.shown(key, copies.get(key));
    return found === undefined ? "nothing" : `${found.uid}@${found.resourceVersion}`;
  };
  const listed = () => overlay.shownAmong(copies.values(), () => true).map(({ key }) => key);
  return { clock, copies, overlay, shown, listed };
}

function state(key: string, uid: string, resourceVersion: string): Stored {
  return { key, uid, resourceVersion };
}

function written(key: string, uid: string, resourceVersion: string) {
  return { key, uid, resourceVersion, object: { metadata: { name: key, uid, resourceVersion } } };
}

test("a write is shown at once, and until the watch has brought it or something newer", () => {
  const { overlay, copies, shown, listed } = start(state("a", "1", "9"));
  overlay.written(written("a", "1", "12"));
  overlay.written(written("b", "2", "13"));
  assert.equal(shown("a"), "1@12");
  assert.deepEqual(listed().toSorted(), ["a", "b"]);

  copies.set("a", state("a", "1", "11"));
  overlay.heard(state("a", "1", "11"));
  assert.equal(shown("a"), "1@12");
  copies.set("a", state("a", "1", "14"));
  overlay.heard(state("a", "1", "14"));
  assert.equal(shown("a"), "1@14");
  copies.set("b", state("b", "2", "13"));
  overlay.heard(state("b", "2", "13"));
  assert.ok(overlay.isEmpty);
});

test("what the watch has brought already is not laid over it again", () => {
  const { overlay, shown } = start(state("a", "1", "12"));
  overlay.written(written("a", "1", "12"));
  overlay.written(written("a", "1", "10"));
  assert.ok(overlay.isEmpty);
  overlay.reached("20");
  overlay.written(written("b", "2", "15"));
  assert.equal(shown("b"), "nothing", "the copy has reached a later state, in which the object is gone");
});

test("of two writes that race the newer one is shown, in whatever order they are answered", () => {
  const { overlay, shown } = start();
  overlay.written(written("a", "1", "13"));
  overlay.written(written("a", "1", "12"));
  assert.equal(shown("a"), "1@13");
});

test("versions are compared as numbers", () => {
  const { overlay, shown } = start(state("a", "1", "99"));
  overlay.written(written("a", "1", "100"));
  assert.equal(shown("a"), "1@100");
});

test("what was deleted is not shown, whatever the watch still brings of it", () => {
  const { overlay, copies, shown, listed } = start(state("a", "1", "9"));
  overlay.deleted({ key: "a", uid: "1", resourceVersion: undefined });
  assert.equal(shown("a"), "nothing");
  assert.deepEqual(listed(), []);
  copies.set("a", state("a", "1", "10"));
  overlay.heard(state("a", "1", "10"));
  assert.equal(shown("a"), "nothing");
  overlay.reached("10");
  assert.equal(shown("a"), "nothing");
  copies.delete("a");
  overlay.heardDeletion(state("a", "1", "12"));
  assert.ok(overlay.isEmpty);
});

test("who created and deleted before the watch has brought either sees neither", () => {
  const { overlay, copies, shown } = start();
  overlay.written(written("a", "1", "10"));
  overlay.deleted({ key: "a", uid: "1", resourceVersion: undefined });
  assert.equal(shown("a"), "nothing");
  copies.set("a", state("a", "1", "10"));
  overlay.heard(state("a", "1", "10"));
  assert.equal(shown("a"), "nothing");
});

test("another object of the same name is shown, though the one before it was deleted", () => {
  const { overlay, copies, shown } = start(state("a", "1", "9"));
  overlay.deleted({ key: "a", uid: "1", resourceVersion: undefined });
  overlay.written(written("a", "2", "12"));
  assert.equal(shown("a"), "2@12");
  overlay.deleted({ key: "a", uid: "2", resourceVersion: undefined });
  assert.equal(shown("a"), "nothing", "the copy is still that of the first");
  copies.set("a", state("a", "3", "15"));
  overlay.heard(state("a", "3", "15"));
  assert.equal(shown("a"), "3@15");
  assert.ok(overlay.isEmpty);
});

test("an answer that comes after the watch has told of the deletion does not bring the object back", () => {
  const { overlay, shown } = start();
  overlay.heard(state("a", "1", "10"));
  overlay.heardDeletion(state("a", "1", "11"));
  overlay.written(written("a", "1", "10"));
  overlay.deleted({ key: "a", uid: "1", resourceVersion: undefined });
  assert.equal(shown("a"), "nothing");
  assert.ok(overlay.isEmpty);
});

test("an object that is not selected any more is not shown, until it is again", () => {
  const { overlay, copies, shown, listed } = start(state("a", "1", "9"));
  overlay.written({ ...written("a", "1", "12"), object: undefined });
  assert.equal(shown("a"), "nothing");
  overlay.written(written("a", "1", "14"));
  copies.delete("a");
  overlay.heardDeletion(state("a", "1", "12"));
  assert.equal(shown("a"), "1@14", "it was selected again before the watch told that it was not");
  assert.deepEqual(listed(), ["a"]);
});

test("a list or a bookmark ends what it includes, in its namespace alone", () => {
  const { overlay, shown } = start();
  overlay.written(written("shop/a", "1", "10"));
  overlay.written(written("home/b", "2", "11"));
  overlay.written(written("shop/c", "3", "12"));
  overlay.reached("11", "shop");
  assert.equal(shown("shop/a"), "nothing");
  assert.equal(shown("home/b"), "2@11");
  assert.equal(shown("shop/c"), "3@12");
  overlay.reached("12");
  assert.ok(overlay.isEmpty);
});

test("after a minute the watch is believed, and no timer is left", async () => {
  const { overlay, clock, shown } = start(state("a", "1", "9"));
  overlay.written(written("a", "1", "12"));
  await clock.advance(overlayLimitMs / 2);
  overlay.written(written("b", "2", "13"));
  overlay.deleted({ key: "c", uid: "3", resourceVersion: undefined });
  await clock.advance(overlayLimitMs / 2);
  assert.equal(shown("a"), "1@9");
  assert.equal(shown("b"), "2@13");
  assert.equal(clock.alive().timers.length, 1);
  await clock.advance(overlayLimitMs / 2);
  assert.equal(shown("b"), "nothing");
  assert.ok(overlay.isEmpty);
  assert.deepEqual(clock.alive().timers, []);
});

test("no timer is left when the overlay is empty, or when it is disposed of", () => {
  const { overlay, clock } = start();
  overlay.written(written("a", "1", "12"));
  overlay.heard(state("a", "1", "12"));
  assert.deepEqual(clock.alive().timers, []);
  overlay.written(written("a", "1", "13"));
  overlay[Symbol.dispose]();
  assert.ok(overlay.isEmpty);
  overlay.written(written("a", "1", "14"));
  overlay.deleted({ key: "a", uid: "1", resourceVersion: undefined });
  assert.ok(overlay.isEmpty, "answers that come after the end are too late");
  assert.deepEqual(clock.alive().timers, []);
});

test("an answer without a version that can be compared is left to the watch", () => {
  const { overlay } = start();
  for (const version of ["", "0", "07", "abc"]) overlay.written(written("a", "1", version));
  assert.ok(overlay.isEmpty);
});

test("what is kept is a copy: who got the answer may change it", () => {
  const { overlay } = start();
  const answer = written("a", "1", "12");
  overlay.written(answer);
  answer.object.metadata.name = "changed";
  assert.deepEqual(overlay.shown("a", undefined)?.object?.metadata, { name: "a", uid: "1", resourceVersion: "12" });
});
