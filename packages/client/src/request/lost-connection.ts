/** Tells a connection that broke in the middle from one that never was, and from everything else that can go wrong. */

/** Codes of Node and of undici: reset, closed early, and streams that ended with their connection. */
const codes: ReadonlySet<unknown> = new Set([
  "ECONNRESET",
  "EPIPE",
  "UND_ERR_SOCKET",
  "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
  "ERR_HTTP2_STREAM_CANCEL",
  "ERR_HTTP2_STREAM_ERROR",
  "ERR_HTTP2_SESSION_ERROR",
  "ERR_HTTP2_GOAWAY_SESSION",
]);

/** Whether the error, or one that it was caused by, says that the connection was lost. */
export function isLostConnection(error: unknown): boolean {
  const seen = new Set<unknown>();
  for (let next = error; next instanceof Error && !seen.has(next); next = next.cause) {
    if ("code" in next && codes.has(next.code)) return true;
    seen.add(next);
  }
  return false;
}
