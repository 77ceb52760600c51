/** The log of a container, as bytes or as lines, while it is written or up to now. */
import { UsageError } from "@pintle/machinery";
import type { Requester } from "../request/requester.ts";
import { type PodPlace, podPath, type StreamContext } from "./open-web-socket.ts";

export interface LogOptions {
  /** The only one unless said. */
  readonly container?: string;
  /** Whether the log goes on while the container writes. */
  readonly follow?: boolean;
  /** That of the container's previous run. */
  readonly previous?: boolean;
  /** So many of the last lines. */
  readonly tailLines?: number;
  /** So many bytes at most. */
  readonly limitBytes?: number;
  /** What was written in the last seconds. */
  readonly sinceSeconds?: number;
  /** What was written since, RFC 3339. */
  readonly sinceTime?: string;
  /** Whether each line begins with its time. */
  readonly timestamps?: boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface LogContext extends Pick<StreamContext, "namespace"> {
  readonly requester: Pick<Requester, "open">;
}

/** A line that is longer comes in pieces of this size. */
const maxLineBytes = 1_024 * 1_024;
const newline = 0x0a;

/** Resolves when the log begins. To be iterated once; leaving the loop ends the request. */
export async function openLog(
  context: LogContext,
  pod: PodPlace,
  { signal, ...options }: LogOptions = {},
): Promise<AsyncIterable<Uint8Array>> {
  if (options.sinceSeconds !== undefined && options.sinceTime !== undefined) {
    throw new UsageError("PINTLE_LOG_SINCE_TWICE", "say sinceSeconds or sinceTime, not both");
  }
  const query = Object.entries(options)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)] as const);
  const { body } = await context.requester.open({
    method: "GET",
    path: podPath(context, pod, "log"),
    query,
    headers: { accept: "text/plain, application/json, */*" },
    about: { resource: { group: "", resource: "pods" }, name: pod.name },
    signal,
  });
  return body;
}

/** The lines without their ends. What is no UTF-8 is replaced; the last line counts also where it has no end. */
export async function* splitLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  let parts: Uint8Array[] = [];
  let length = 0;
  // After a piece of a long line its end is no line of its own.
  let isContinued = false;
  const take = (): string => {
    const text = Buffer.concat(parts, length).toString("utf8");
    parts = [];
    length = 0;
    return text;
  };
  for await (const chunk of bytes) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      parts.push(chunk.subarray(start, end));
      length += end - start;
      start = end + 1;
      if (length > 0 || !isContinued) yield take();
      isContinued = false;
    }
    if (start < chunk.length) {
      parts.push(chunk.subarray(start));
      length += chunk.length - start;
    }
    if (length >= maxLineBytes) {
      yield take();
      isContinued = true;
    }
  }
  if (length > 0) yield take();
}
