/** Remembers why earlier tries failed: the last error has them as causes, the latest first. */

/** The error, whose innermost cause is now the earlier one. An error that is there already is not chained again. */
export function chainErrors<Thrown>(error: Thrown, earlier: unknown): Thrown {
  if (!(error instanceof Error) || earlier === undefined) return error;
  const chained = causesOf(earlier);
  let innermost: Error = error;
  for (const next of causesOf(error)) {
    if (chained.has(next)) return error;
    if (next instanceof Error) innermost = next;
  }
  if (innermost.cause === undefined && Object.isExtensible(innermost)) innermost.cause = earlier;
  return error;
}

function causesOf(error: unknown): Set<unknown> {
  const seen = new Set<unknown>();
  for (let next = error; next instanceof Error && !seen.has(next); next = next.cause) seen.add(next);
  return seen;
}
