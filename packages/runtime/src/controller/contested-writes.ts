/**
 * Notices when two fight over an object: somebody else changes back, or deletes, what a controller has written, it writes the same again, and
 * so on, as fast as the server can.
 *
 * ```text
 *   ours    A   A   A   A  … twenty times within a minute      A            A                A
 *   others    B   B   B   B                              10 s     B  20 s     B   40 s …        at most ten minutes
 * ```
 *
 * What counts is the same content, written to the same object, that changed it once more: the server gives a new resourceVersion for nothing
 * else. Who writes something else each time fights with nobody, and what is new may be written at once, also to an object that is fought over.
 */
import type { ApiRequest, CompletedWrite } from "@pintle/client";
import { type Clock, isJsonObject, type JsonObject, type JsonValue, writeJson } from "@pintle/machinery";
import { RecentMap } from "../events/recent-map.ts";

/** What the other one does to the object. */
export type RivalDeed = "changing" | "deleting";

/** The write was not sent, because somebody else would only undo it. */
export class ContestedWriteError extends Error {
  readonly deed: RivalDeed;

  constructor(message: string, deed: RivalDeed) {
    super(message);
    this.deed = deed;
  }

  static {
    ContestedWriteError.prototype.name = "ContestedWriteError";
  }
}

/** The object is left alone from now on. */
export interface Contest {
  readonly pauseMs: number;
  readonly deed: RivalDeed;
}

/** `keeps changing ConfigMap default/a back` */
export function describeDeed(deed: RivalDeed, what: string): string {
  return deed === "deleting" ? `keeps deleting ${what}` : `keeps changing ${what} back`;
}

const repeatsInMinute = 20;
/** Until an object has been written so often within a minute, nobody looks at what is written. */
const unlookedWrites = 5;
const minuteMs = 60_000;
const firstPauseMs = 10_000;
const longestPauseMs = 600_000;
/** Those written last. Who writes to more objects than that within a minute is not too fast for any of them. */
const maxObjects = 1_000;

interface Writes {
  sinceMs: number;
  lastMs: number;
  count: number;
  repeats: number;
  content: string | undefined;
  resourceVersion: unknown;
  uid: unknown;
  /** Seen last: what was deleted and made anew has another uid. */
  deed: RivalDeed;
  /** 0 as long as nobody fights. */
  pauseMs: number;
}

interface WrittenState {
  readonly uid?: unknown;
  readonly resourceVersion?: unknown;
}

export class ContestedWrites {
  readonly #clock: Clock;
  /** By path. */
  readonly #objects = new RecentMap<Writes>(maxObjects);
  /** The end of the last pause: what comes later need not be looked at. */
  #pausedUntilMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Throws a `ContestedWriteError` where the object is to be left alone for a while. */
  check({ method, path, body }: Pick<ApiRequest, "method" | "path" | "body">): void {
    if (this.#pausedUntilMs === Number.NEGATIVE_INFINITY || (method !== "PUT" && method !== "PATCH")) return;
    const nowMs = this.#clock.monotonic();
    const writes = nowMs < this.#pausedUntilMs ? this.#objects.get(path) : undefined;
    if (writes === undefined) return;
    const leftMs = writes.lastMs + writes.pauseMs - nowMs;
    if (leftMs <= 0 || contentOf(body) !== writes.content) return;
    const left = `${Math.ceil(leftMs / 1_000)} s`;
    const { deed } = writes;
    throw new ContestedWriteError(
      `somebody else ${describeDeed(deed, path)}: it is left alone for another ${left}`,
      deed,
    );
  }

  /** Nothing where nobody fights. */
  wrote({ verb, path, body, answer }: CompletedWrite): Contest | undefined {
    if (verb === "create" || verb === "delete") return undefined;
    const nowMs = this.#clock.monotonic();
    const writes = this.#writesOf(path, nowMs);
    writes.lastMs = nowMs;
    writes.count += 1;
    if (writes.count <= unlookedWrites) return undefined;
    const content = contentOf(body);
    const { resourceVersion, uid } = (answer as { metadata?: WrittenState }).metadata ?? {};
    const isSame = content !== undefined && content === writes.content;
    const isRepeated = isSame && resourceVersion !== writes.resourceVersion;
    if (isRepeated) writes.deed = uid === writes.uid ? "changing" : "deleting";
    writes.content = content;
    writes.resourceVersion = resourceVersion;
    writes.uid = uid;
    if (!isSame) {
      writes.repeats = 0;
      writes.pauseMs = 0;
    }
    if (!isRepeated) return undefined;
    writes.repeats += 1;
    if (writes.repeats < repeatsInMinute) return undefined;
    writes.pauseMs = Math.min(longestPauseMs, writes.pauseMs * 2 || firstPauseMs);
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, nowMs + writes.pauseMs);
    return { pauseMs: writes.pauseMs, deed: writes.deed };
  }

  #writesOf(path: string, nowMs: number): Writes {
    const found = this.#objects.get(path);
    // Who fights is watched until it has been calm for as long as the pause was, once more.
    const isCurrent =
      found !== undefined &&
      (found.pauseMs === 0 ? nowMs - found.sinceMs < minuteMs : nowMs - found.lastMs < minuteMs + 2 * found.pauseMs);
    if (isCurrent) return found;
    const writes: Writes = {
      ...{ sinceMs: nowMs, lastMs: nowMs, count: 0, repeats: 0, pauseMs: 0 },
      ...{ content: undefined, resourceVersion: undefined, uid: undefined, deed: "changing" },
    };
    this.#objects.set(path, writes);
    return writes;
  }
}

/** What is meant to be so: without what the server counts, and what stands in every object as it was read. */
function contentOf(body: ApiRequest["body"]): string | undefined {
  if (Array.isArray(body)) return writeJson(body as JsonValue);
  if (!isJsonObject(body as JsonValue)) return undefined;
  const { metadata, ...rest } = body as JsonObject;
  const { labels, annotations, finalizers, ownerReferences } = isJsonObject(metadata) ? metadata : {};
  return writeJson({ ...rest, metadata: { labels, annotations, finalizers, ownerReferences } } as JsonObject);
}
