/** How long a server asks its clients to wait: seconds or a date, obeyed within reason, and garbage is no wish at all. */

/** Nobody waits longer for one answer, whatever the server says. */
const longestMs = 60_000;
/** A server that says "at once" is not asked again in a hot loop. */
const shortestMs = 100;

/** Nothing where there is no such header, or none that can be read. */
export function parseRetryAfterMs(header: string | readonly string[] | undefined, nowMs: number): number | undefined {
  const text = (typeof header === "string" ? header : header?.[0])?.trim();
  if (text === undefined || text === "") return undefined;
  const wishedMs = /^\d+$/.test(text) ? Number(text) * 1_000 : dateMs(text) - nowMs;
  return Number.isNaN(wishedMs) ? undefined : Math.min(Math.max(wishedMs, shortestMs), longestMs);
}

/** Dates of HTTP begin with a weekday; `Date.parse` alone would take a great deal more for one, `-5` among it. */
function dateMs(text: string): number {
  return /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
}
