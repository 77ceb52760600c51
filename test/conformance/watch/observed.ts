/** Events as tests write them down: the type and the name, or what else identifies an event. */
import assert from "node:assert/strict";
import type { Answer } from "../answer.ts";
import type { Client, RequestOptions } from "../client.ts";
import type { Watch, WatchEvent } from "../watch.ts";

/** `ADDED a`, or `BOOKMARK` for an event whose object has no name. */
export function brief({ type, object }: WatchEvent): string {
  return object.metadata?.name === undefined ? type : `${type} ${object.metadata.name}`;
}

/**
 * Asserts the next events of the watch, bookmarks included, and gives them. That nothing else happened is shown by an event that the test
 * causes last and expects last: a watch tells what happens in its order. Where bookmarks were asked for, one that tells of nothing but
 * progress may come at any time, as after a second of a watch with initial events: it is passed over where it is not expected.
 */
export async function assertEvents(watch: Watch, expected: readonly string[]): Promise<WatchEvent[]> {
  assert.equal(watch.status, 200);
  const events: WatchEvent[] = [];
  while (events.length < expected.length) {
    const event = await watch.next();
    if (event === undefined) break;
    if (expected[events.length] !== "BOOKMARK" && watch.allowsBookmarks && isProgress(event)) continue;
    events.push(event);
  }
  assert.deepEqual(events.map(brief), expected);
  return events;
}

function isProgress({ type, object }: WatchEvent): boolean {
  return type === "BOOKMARK" && object.metadata.annotations === undefined;
}

export function versionOf({ object }: WatchEvent): bigint {
  return BigInt(object.metadata.resourceVersion);
}

/** The answer to a watch that is to be refused. One that is not ends soon, so that the test fails instead of hanging. */
export function askForWatch(
  client: Client,
  path: string,
  query: RequestOptions["query"] = {},
  options: RequestOptions = {},
): Promise<Answer> {
  return client.get(path, { watch: true, timeoutSeconds: 5, ...query }, options);
}
