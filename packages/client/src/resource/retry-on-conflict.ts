/** Reads, decides and writes again when somebody else has written in between. */
import { ApiError, type Clock, jitter, type Random } from "@pintle/machinery";
import type { CallOptions } from "../request/api-request.ts";

/** client-go's DefaultRetry: conflicts pass quickly, and who loses five times has another problem. */
const steps = 5;
const delayMs = 10;
const jitterFactor = 0.1;

/**
 * Runs the work until it ends without a conflict, five times at most. The work has to read what it changes each time, and to let the
 * conflict through.
 *
 * ```ts
 * await retryOnConflict(client, async () => {
 *   const box = await boxes.get("a");
 *   box.spec.replicas += 1;
 *   return boxes.update(box);
 * });
 * ```
 */
export async function retryOnConflict<Result>(
  { clock, random }: { readonly clock: Clock; readonly random: Random },
  work: () => Promise<Result>,
  { signal }: Pick<CallOptions, "signal"> = {},
): Promise<Result> {
  for (let step = 1; ; step += 1) {
    signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (step === steps || !ApiError.is(error, "Conflict")) throw error;
    }
    await clock.sleep(jitter(random, delayMs, jitterFactor), {
      kind: "work",
      label: "another try after a conflict",
      signal,
    });
  }
}
