import assert from "node:assert/strict";
import { test } from "node:test";
import { createVirtualClock } from "@pintle/machinery";
import type { Informer, InformerProgress } from "../../informers/informer.ts";
import type { Informers } from "../../informers/informers.ts";
import type { LeaderTerm } from "../leader-election/leader-election.ts";
import { checkInformers } from "./informer-check.ts";
import { checkLeader } from "./leader-check.ts";

function informersWith(progress: Partial<InformerProgress>, isSynced = true): Informers {
  const whole = {
    kind: "Pod",
    resourceVersion: "7",
    silentMs: 0,
    lastError: undefined,
    isKindMissing: false,
    ...progress,
  };
  return { running: [{ isSynced, progress: whole } as Informer<unknown>] } as unknown as Informers;
}

test("informers are well when they are synced and hear of the server now and then", async () => {
  await checkInformers(informersWith({ silentMs: 90_000 }))();
  await checkInformers({ running: [] } as unknown as Informers)();
});

test("what is wrong with informers is told with the kind and the reason", () => {
  const cases: readonly [Informers, RegExp][] = [
    [informersWith({}, false), /^Pod is not synced$/],
    [informersWith({ lastError: new Error("forbidden") }, false), /^Pod is not synced: forbidden$/],
    [informersWith({ silentMs: 181_000, lastError: "refused" }), /^nothing was heard of Pod for 181 s: refused$/],
    [informersWith({ isKindMissing: true }), /^the server does not know Pod: is its definition installed\?$/],
  ];
  for (const [informers, message] of cases) assert.throws(checkInformers(informers), { message });
});

test("a leader that has neither renewed nor stepped down long after the end of its Lease is not alive", async () => {
  const clock = createVirtualClock();
  let term: LeaderTerm | undefined;
  const check = checkLeader({ clock, leaseMs: 15_000, name: "work", term: () => term });
  await clock.advance(100_000);
  check();
  term = { renewedMs: clock.monotonic() } as LeaderTerm;
  await clock.advance(35_000);
  check();
  await clock.advance(1);
  assert.throws(check, { message: "failed election to renew leadership on lease work" });
});
