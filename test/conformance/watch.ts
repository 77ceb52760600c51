/** A watch as a test reads it: one event at a time, with a limit on the waiting so that a missing event fails instead of hanging. */
import { type Agent, request as send } from "undici";
import type { Json, SentRequest } from "./answer.ts";

export interface WatchEvent {
  readonly type: string;
  readonly object: Json;
}

export interface Watch extends AsyncDisposable {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Whether bookmarks were asked for. */
  readonly allowsBookmarks: boolean;
  /** The next event, or `undefined` when the server has ended the watch. */
  next(withinMs?: number): Promise<WatchEvent | undefined>;
  /** The next events that are not bookmarks. */
  take(count: number, withinMs?: number): Promise<WatchEvent[]>;
  close(): Promise<void>;
}

const patienceMs = 15_000;

export async function startWatch(url: string, sent: SentRequest, dispatcher: Agent): Promise<Watch> {
  const abort = new AbortController();
  const { statusCode, headers, body } = await send(url + sent.path, {
    method: "GET",
    headers: sent.headers,
    dispatcher,
    headersTimeout: patienceMs,
    signal: abort.signal,
  });
  const events = readLines(body);
  const allowsBookmarks = new URL(sent.path, url).searchParams.get("allowWatchBookmarks") === "true";

  async function next(withinMs = patienceMs): Promise<WatchEvent | undefined> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => late.reject(new Error(`no event within ${withinMs} ms on GET ${sent.path}`)),
      withinMs,
    );
    try {
      const { value, done } = await Promise.race([events.next(), late.promise]);
      return done ? undefined : value;
    } finally {
      clearTimeout(timer);
    }
  }

  async function take(count: number, withinMs = patienceMs): Promise<WatchEvent[]> {
    const taken: WatchEvent[] = [];
    while (taken.length < count) {
      const event = await next(withinMs);
      if (event === undefined)
        throw new Error(`the watch ended after ${taken.length} of ${count} events: GET ${sent.path}`);
      if (event.type !== "BOOKMARK") taken.push(event);
    }
    return taken;
  }

  async function close(): Promise<void> {
    abort.abort();
  }
  return { status: statusCode, headers, allowsBookmarks, next, take, close, [Symbol.asyncDispose]: close };
}

async function* readLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<WatchEvent, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for await (const chunk of body) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) yield JSON.parse(line);
    }
  } catch (error) {
    if ((error as Error).name !== "AbortError") throw error;
  }
  return undefined;
}
