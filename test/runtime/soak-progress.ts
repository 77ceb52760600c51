/** Who waits for an hour wants to see that something moves. The short versions of a soak say nothing. */
export const isSoak = process.env.PINTLE_SOAK === "1";

const startedMs = performance.now();

export function tellProgress(what: string, done: number, all: number): void {
  if (!isSoak) return;
  const minutes = ((performance.now() - startedMs) / 60_000).toFixed(1);
  process.stderr.write(`  ${what} ${done} of ${all}, ${minutes} min\n`);
}
