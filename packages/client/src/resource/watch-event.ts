/** What a watch tells: changes, and bookmarks that only say how far the server is. */
import type { ObjectMeta } from "@pintle/machinery";
import { initialEventsEnd } from "../request/watch-lines.ts";

export type WatchEvent<Read> =
  | {
      readonly type: "ADDED" | "MODIFIED" | "DELETED";
      /** After the change; for DELETED the last state, with the version of the deletion. */
      readonly object: Read;
      /** Where a new watch would go on. */
      readonly resourceVersion: string;
    }
  | {
      readonly type: "BOOKMARK";
      readonly resourceVersion: string;
      /** With this bookmark all objects that there were have been sent: see `sendInitialEvents`. */
      readonly endsInitialEvents: boolean;
    };

export function readWatchEvent<Read>(type: WatchEvent<Read>["type"], object: unknown): WatchEvent<Read> {
  const { metadata } = object as { readonly metadata?: ObjectMeta };
  const resourceVersion = metadata?.resourceVersion ?? "";
  if (type === "BOOKMARK") {
    const endsInitialEvents = metadata?.annotations?.[initialEventsEnd] === "true";
    return { type, resourceVersion, endsInitialEvents };
  }
  return { type, object: object as Read, resourceVersion };
}
