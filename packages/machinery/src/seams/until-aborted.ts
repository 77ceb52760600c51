/**
 * Waiting that an AbortSignal ends. However it ends, no listener stays with the signal, which may live as long as the program.
 *
 * What is awaited by several is not ended by one of them: who has had enough goes alone, and the work goes on.
 */

/** The result of the work; rejects with the reason of the signal if that is aborted before. What becomes of the work then, nobody hears. */
export function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (signal === undefined) return work;
  if (signal.aborted) {
    work.catch(() => {});
    return Promise.reject(signal.reason);
  }
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener("abort", abort));
}

/** Resolves when the work is done or the signal is aborted, whichever is first; without any work, when the signal is aborted. */
export async function doneOrAborted(signal: AbortSignal, work?: Promise<unknown>): Promise<void> {
  if (signal.aborted) {
    work?.catch(() => {});
    return;
  }
  const { promise, resolve } = Promise.withResolvers<void>();
  const abort = () => resolve();
  signal.addEventListener("abort", abort, { once: true });
  try {
    await (work === undefined ? promise : Promise.race([work, promise]));
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
