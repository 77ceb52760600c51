/**
 * Does something many times: once at first, then twice as often at a time, as long as all goes well.
 *
 * What fails for one will mostly fail for all, such as a quota that is used up: then only a few have been tried in vain.
 */

/** Resolves to the first failure, after which nothing more was begun, or to `undefined`. */
export async function startSlowly(count: number, attempt: () => Promise<void>): Promise<unknown> {
  let left = count;
  for (let size = Math.min(1, left); size > 0; size = Math.min(2 * size, left)) {
    const results = await Promise.allSettled(Array.from({ length: size }, attempt));
    const failure = results.find(({ status }) => status === "rejected");
    if (failure?.status === "rejected") return failure.reason ?? new Error("it failed without a reason");
    left -= size;
  }
  return undefined;
}
