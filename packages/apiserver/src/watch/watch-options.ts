/** What the query of a watch asks for, judged in upstream's words. */
import { ApiError, FieldError } from "@pintle/machinery";
import { parseVersionToGet } from "../registry/resource-version.ts";
import { queryBoolean, queryInteger, queryText } from "../rest/query.ts";

export interface WatchOptions {
  /** `undefined` for the most recent. */
  readonly revision: number | undefined;
  /** As it was written, for messages. */
  readonly resourceVersion: string;
  /** Whether the objects come first, as ADDED events. */
  readonly hasInitialEvents: boolean;
  /** Whether a bookmark says where the initial events end. */
  readonly marksInitialEvents: boolean;
  readonly hasBookmarks: boolean;
  /** `undefined` where the server decides. */
  readonly timeoutMs: number | undefined;
}

/** Whether a collection is to be watched and not listed: any value but `false` and `0` says so, and an empty one, too. */
export function isWatchRequested(query: URLSearchParams): boolean {
  return queryBoolean(query, "watch") ?? false;
}

export function readWatchOptions(query: URLSearchParams): WatchOptions {
  const timeoutSeconds = queryInteger(query, "timeoutSeconds");
  queryInteger(query, "limit");
  const resourceVersion = queryText(query, "resourceVersion");
  const isFromAnywhere = resourceVersion === "" || resourceVersion === "0";
  const sendInitialEvents = checkInitialEvents(query, isFromAnywhere);
  const hasBookmarks = queryBoolean(query, "allowWatchBookmarks") ?? false;
  return {
    revision: parseVersionToGet(resourceVersion),
    resourceVersion,
    hasInitialEvents: sendInitialEvents ?? isFromAnywhere,
    marksInitialEvents: sendInitialEvents === true && hasBookmarks,
    hasBookmarks,
    timeoutMs: timeoutSeconds !== undefined && timeoutSeconds > 0 ? timeoutSeconds * 1_000 : undefined,
  };
}

/** Whether initial events are asked for, `undefined` where nothing is said. Throws 422 for what does not go together. */
function checkInitialEvents(query: URLSearchParams, isFromAnywhere: boolean): boolean | undefined {
  let match = queryText(query, "resourceVersionMatch");
  let asked = queryBoolean(query, "sendInitialEvents");
  if (!isWatchRequested(query)) {
    // The old paths with /watch/ watch without being asked, and are judged like lists.
    if (asked !== undefined) throw invalid(forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list"));
    return undefined;
  }
  if (asked === undefined && match === "" && isFromAnywhere) {
    // Upstream makes a watch with initial events of it, and finds fault with what it has made itself.
    asked = true;
    match = "NotOlderThan";
  }
  const errors: FieldError[] = [];
  const field = "resourceVersionMatch";
  if (asked !== undefined && match !== "NotOlderThan") {
    errors.push(forbidden(field, "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
  }
  if (match !== "") {
    if (asked === undefined) {
      errors.push(forbidden(field, "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"));
    }
    if (match !== "NotOlderThan") errors.push(FieldError.notSupported(field, match, ["NotOlderThan"]));
    if (queryText(query, "continue") !== "") {
      errors.push(forbidden(field, "resourceVersionMatch is forbidden when continue is provided"));
    }
  }
  if (errors.length > 0) throw invalid(...errors);
  return asked;
}

function forbidden(field: string, why: string): FieldError {
  return FieldError.forbidden(field, why);
}

function invalid(...errors: FieldError[]): ApiError {
  return ApiError.invalid({ group: "meta.k8s.io", kind: "ListOptions" }, "", errors);
}
