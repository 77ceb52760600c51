/** What a failed list or watch asks for: to list again, to try otherwise, to wait for the kind, or just to try once more. */
import { NoKindMatchError } from "@pintle/client";
import { ApiError } from "@pintle/machinery";

/** The server shows an older state than it did before. */
export class TimeTravelError extends Error {
  static {
    TimeTravelError.prototype.name = "TimeTravelError";
  }
}

/** The server ended a watch before all objects had come with it. */
export class UnfinishedBeginningError extends Error {
  static {
    UnfinishedBeginningError.prototype.name = "UnfinishedBeginningError";
  }
}

/** The server sends bookmarks, but none that says where the objects end: it has not understood what was asked for. */
export class UnmarkedBeginningError extends Error {
  static {
    UnmarkedBeginningError.prototype.name = "UnmarkedBeginningError";
  }
}

export type WatchFailure =
  /** What happened since is forgotten: everything has to be listed. */
  | "expired"
  /** The server does not know of the version yet, or never will: it was restored from a backup. */
  | "too new"
  | "time travel"
  /** The server does not do what was asked for. */
  | "refused"
  | "kind missing"
  /** For a while: the connection, the server, the rights. */
  | "passing";

export function classifyFailure(error: unknown): WatchFailure {
  if (error instanceof TimeTravelError) return "time travel";
  if (error instanceof UnmarkedBeginningError) return "refused";
  if (ApiError.is(error, "Expired", "Gone")) return "expired";
  if (isTooNew(error)) return "too new";
  if (ApiError.is(error, "NotFound") || error instanceof NoKindMatchError) return "kind missing";
  if (ApiError.is(error, "BadRequest", "Invalid", "MethodNotAllowed", "NotAcceptable")) return "refused";
  return "passing";
}

function isTooNew(error: unknown): boolean {
  const answer = ApiError.find(error);
  if (answer === undefined) return false;
  const isSaid = answer.causes.some(({ reason }) => reason === "ResourceVersionTooLarge");
  return isSaid || (answer.code === 504 && answer.message.includes("Too large resource version"));
}
