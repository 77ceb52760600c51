import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@pintle/machinery";
import fc from "fast-check";
import { overlayLimitMs } from "./overlay.ts";
import { ModelInformer, type ModelObject, ModelServer } from "./overlay-model-fixture.test.ts";

const keys = ["shop/a", "shop/b", "c"];

type Step =
  | { readonly type: "write" | "write elsewhere" | "leave" | "delete" | "delete elsewhere"; readonly key: string }
  | { readonly type: "answer" | "lose"; readonly share: number }
  | { readonly type: "deliver" | "deliver early" | "deliver again" | "bookmark" }
  | { readonly type: "relist"; readonly share: number };

const onKey = fc.record({
  type: fc.constantFrom<("write" | "write elsewhere" | "leave" | "delete" | "delete elsewhere")[]>(
    ...(["write", "write", "write elsewhere", "leave", "delete", "delete elsewhere"] as const),
  ),
  key: fc.constantFrom(...keys),
});
const share = fc.double({ min: 0, max: 1, noNaN: true });
const ofAnswers = fc.record({
  type: fc.constantFrom<("answer" | "lose")[]>("answer", "answer", "answer", "lose"),
  share,
});
const ofWatch = fc.record({
  type: fc.constantFrom<("deliver" | "deliver early" | "deliver again" | "bookmark")[]>(
    ...(["deliver", "deliver", "deliver", "deliver early", "deliver again", "bookmark"] as const),
  ),
});
const ofLists = fc.record({ type: fc.constant("relist" as const), share });
const steps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: onKey },
    { weight: 4, arbitrary: ofAnswers },
    { weight: 5, arbitrary: ofWatch },
    { weight: 1, arbitrary: ofLists },
  ),
  { maxLength: 80, size: "max" },
);

/** A write that has taken effect, and whose answer is on its way. */
interface Pending {
  readonly key: string;
  readonly version: number;
  readonly written: ModelObject | undefined;
  readonly uid: string;
}

/** Plays the steps, and asks after each of them whether reads show what they may. */
class Play {
  readonly server = new ModelServer();
  readonly informer = new ModelInformer(this.server);
  readonly #pending: Pending[] = [];
  /** By key: the version of the newest of one's own writes that was answered. */
  readonly #answered = new Map<string, number>();
  /** By uid: the newest state that was shown. */
  readonly #seen = new Map<string, number>();

  run(step: Step): void {
    if ("key" in step) this.#write(step.type, step.key);
    else if (step.type === "answer") this.#answer(step.share);
    else if (step.type === "lose") this.#take(step.share);
    else if (step.type === "relist") this.informer.relist(step.share);
    else if (step.type === "bookmark") this.informer.bookmark();
    else if (step.type === "deliver") this.informer.deliver();
    else if (step.type === "deliver early") this.informer.deliverEarly();
    else this.informer.deliverAgain();
    this.check();
  }

  finish(): void {
    while (this.#pending.length > 0) this.#answer(0);
    while (this.informer.isBehind) this.informer.deliver();
    this.informer.bookmark();
    this.check();
  }

  #write(type: (Step & { readonly key: string })["type"], key: string): void {
    const now = this.server.get(key);
    if (type === "write elsewhere") this.server.write(key, now?.isSelected ?? true);
    else if (type === "delete elsewhere") this.server.delete(key);
    else if (type === "delete") {
      // Who deletes has seen what there is to delete.
      if (now === undefined || this.informer.shown(key)?.uid !== now.uid) return;
      this.server.delete(key);
      this.#pending.push({ key, version: this.server.version, written: undefined, uid: now.uid });
    } else {
      const written = this.server.write(key, type === "leave" ? false : (now?.isSelected ?? true));
      this.#pending.push({ key, version: this.server.version, written, uid: written.uid });
    }
  }

  #take(share: number): Pending | undefined {
    const index = Math.min(Math.floor(share * this.#pending.length), this.#pending.length - 1);
    return this.#pending.splice(Math.max(0, index), 1)[0];
  }

  #answer(share: number): void {
    const answer = this.#take(share);
    if (answer === undefined) return;
    const { key, uid, version, written } = answer;
    this.#answered.set(key, Math.max(version, this.#answered.get(key) ?? 0));
    if (written === undefined) this.informer.overlay.deleted({ key, uid, resourceVersion: undefined });
    else {
      const object = written.isSelected ? (written as object as JsonObject) : undefined;
      this.informer.overlay.written({ key, uid, resourceVersion: written.resourceVersion, object });
    }
  }

  check(): void {
    for (const key of keys) {
      const shown = this.informer.shown(key);
      this.#checkNotOlder(key, shown);
      if (shown === undefined) continue;
      const version = Number(shown.resourceVersion);
      assert.ok(version >= (this.#seen.get(shown.uid) ?? 0), `${key} went back to ${version}`);
      this.#seen.set(shown.uid, version);
    }
    const listed = this.informer.listed().map(({ key, resourceVersion }) => `${key}@${resourceVersion}`);
    const got = keys.flatMap((key) => {
      const shown = this.informer.shown(key);
      return shown === undefined ? [] : [`${key}@${shown.resourceVersion}`];
    });
    assert.deepEqual(listed.toSorted(), got.toSorted(), "a list shows the same as a get");
  }

  /** What is shown has to be what there was at some moment since one's own last write that was answered. */
  #checkNotOlder(key: string, shown: ModelObject | undefined): void {
    const from = this.#answered.get(key) ?? 0;
    for (let version = from; version <= this.server.version; version += 1) {
      const then = this.server.get(key, version);
      const selected = then?.isSelected ? then : undefined;
      if (selected?.resourceVersion === shown?.resourceVersion) return;
    }
    assert.fail(`${key} shows ${shown?.resourceVersion ?? "nothing"}, older than one's own write ${from}`);
  }
}

test("whatever the watch does, reads never show less than one's own writes, and with the watch the overlay is empty", () => {
  fc.assert(
    fc.property(steps, (given) => {
      const play = new Play();
      for (const step of given) play.run(step);
      play.finish();
      for (const key of keys) {
        const now = play.server.get(key);
        assert.deepEqual(play.informer.shown(key), now?.isSelected ? now : undefined);
      }
      assert.ok(play.informer.overlay.isEmpty, "the overlay is empty");
      assert.deepEqual(play.informer.clock.alive().timers, [], "no timer is left");
    }),
    { numRuns: 5_000 },
  );
});

test("after a minute nothing is left of any write, even if the watch has brought nothing", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const play = new Play();
      for (const step of given) play.run(step);
      await play.informer.clock.advance(overlayLimitMs);
      assert.ok(play.informer.overlay.isEmpty);
      assert.deepEqual(play.informer.clock.alive().timers, []);
      for (const key of keys) assert.equal(play.informer.shown(key), play.informer.copies.get(key));
    }),
    { numRuns: 200 },
  );
});
