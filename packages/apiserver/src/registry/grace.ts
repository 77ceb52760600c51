/** How an object is marked when it is to be deleted, and how long it then has. */
import { formatTime, type JsonObject, parseTimeMs } from "@pintle/machinery";
import { isBeingDeleted, metadataNumber, metadataText, withMetadata } from "./object-metadata.ts";
import type { Strategy } from "./strategy.ts";

export interface Grace {
  /** `now` for a kind or state without grace, `begun` where the object was marked, `pending` where it already is and stays so. */
  readonly state: "now" | "begun" | "pending";
  readonly object: JsonObject;
}

/** A repeated delete may shorten the time that was given, never lengthen it. */
export function beginGrace(
  object: JsonObject,
  strategy: Strategy,
  askedSeconds: number | undefined,
  nowMs: number,
): Grace {
  if (!strategy.gracePeriodSeconds) return { state: "now", object };
  const asked = askedSeconds !== undefined && askedSeconds < 0 ? 1 : askedSeconds;
  if (isBeingDeleted(object)) return shortenGrace(object, asked, nowMs);
  const seconds = strategy.gracePeriodSeconds(object, asked);
  if (seconds === undefined) return { state: "now", object };
  const generation = metadataNumber(object, "generation") ?? 0;
  const marked = withMetadata(object, {
    deletionTimestamp: formatTime(nowMs + seconds * 1_000),
    deletionGracePeriodSeconds: seconds,
    ...(generation > 0 && { generation: generation + 1 }),
  });
  return { state: "begun", object: marked };
}

function shortenGrace(object: JsonObject, asked: number | undefined, nowMs: number): Grace {
  const given = metadataNumber(object, "deletionGracePeriodSeconds") ?? 0;
  if (given === 0) return { state: "now", object };
  if (asked === undefined || asked >= given) return { state: "pending", object };
  const begunMs = parseTimeMs(metadataText(object, "deletionTimestamp")) - given * 1_000;
  const isOver = begunMs + asked * 1_000 < nowMs;
  const marked = withMetadata(object, {
    deletionTimestamp: formatTime(isOver ? nowMs : begunMs + asked * 1_000),
    deletionGracePeriodSeconds: isOver && asked !== 0 ? 1 : asked,
  });
  return { state: "begun", object: marked };
}

/** Marks an object that only its finalizers keep. */
export function markAsDeleting(object: JsonObject, nowMs: number): JsonObject {
  const timestamp = metadataText(object, "deletionTimestamp");
  const generation = metadataNumber(object, "generation") ?? 0;
  const isLater = timestamp === "" || parseTimeMs(timestamp) > nowMs;
  return withMetadata(object, {
    deletionGracePeriodSeconds: 0,
    ...(isLater && { deletionTimestamp: formatTime(nowMs) }),
    ...(timestamp === "" && generation > 0 && { generation: generation + 1 }),
  });
}
