/** Requests that are meant to last: they have no deadline and do not count as in flight. */
import type { RequestInfo } from "./request-info.ts";

const streams: ReadonlySet<string> = new Set(["attach", "exec", "proxy", "log", "portforward"]);

export function isLongRunning({ isResource, verb, subresource }: RequestInfo): boolean {
  return isResource && (verb === "watch" || verb === "proxy" || streams.has(subresource));
}
