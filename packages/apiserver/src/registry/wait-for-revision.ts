/** Waits until storage has come to a revision, for readers that must not see anything older; not for long. */
import type { Clock } from "@pintle/machinery";
import type { Storage } from "../storage/storage.ts";
import { tooLargeVersion } from "./resource-version.ts";

const maxWaitMs = 3_000;

/** Throws 504 Timeout with the words of upstream when the revision has not come about in three seconds. */
export async function waitForRevision(
  storage: Storage,
  clock: Clock,
  wanted: string,
  signal: AbortSignal,
): Promise<void> {
  const revision = Number(wanted);
  const current = await storage.revision();
  if (current >= revision) return;
  const reached = Promise.withResolvers<void>();
  // The watch may end before anybody waits.
  reached.promise.catch(() => undefined);
  const check = (seen: number) => {
    if (seen >= revision) reached.resolve();
  };
  const watch = await storage.watch(
    { prefix: "/", after: current },
    {
      onChanges: (changes) => check(changes.at(-1)?.revision ?? 0),
      onProgress: check,
      onEnd: (reason) => reached.reject(reason),
    },
  );
  const giveUp = () =>
    storage.revision().then((newest) => reached.reject(tooLargeVersion(wanted, newest)), reached.reject);
  const timer = clock.setTimer(maxWaitMs, () => void giveUp(), { label: "wait for a revision", kind: "work" });
  const abort = () => reached.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  try {
    await reached.promise;
  } finally {
    timer.cancel();
    watch.close();
    signal.removeEventListener("abort", abort);
  }
}
