/** Which objects are listed, watched or deleted together, and how that is said in a query. */
import { compileLabelSelector, escapeFieldValue, formatLabelSelector, type LabelSelector } from "@pintle/machinery";
import type { CallOptions } from "../request/api-request.ts";

export interface SelectOptions {
  /** Text as kubectl takes it, `app=web,tier!=db`, or the form that stands in objects: `deployment.spec.selector`. */
  readonly labelSelector?: string | LabelSelector;
  /** Text, `status.phase=Running`, or fields with the values that they must have. */
  readonly fieldSelector?: string | Readonly<Record<string, string>>;
}

export interface ListOptions extends CallOptions, SelectOptions {
  /** At most so many objects; the answer's `metadata.continue` asks for those after them. */
  readonly limit?: number;
  readonly continue?: string | undefined;
  /** How old the answer may be: `"0"` for whatever is at hand, absent for the newest. */
  readonly resourceVersion?: string | undefined;
  readonly resourceVersionMatch?: "Exact" | "NotOlderThan";
}

export interface PageOptions extends Omit<ListOptions, "limit"> {
  /** How many objects a page has: 500 unless said. */
  readonly limit?: number;
}

export interface WatchOptions extends CallOptions, SelectOptions {
  /** Events after this version; absent, the stream begins with the objects that there are. */
  readonly resourceVersion?: string | undefined;
  readonly resourceVersionMatch?: "NotOlderThan";
  /** Begins with the objects that there are, then a bookmark that says they were all, then events. */
  readonly sendInitialEvents?: boolean;
  /**
   * Whether the server tells from time to time how far it is: it does unless said. Over HTTP/1.1 a watch of which nothing is heard for 90
   * seconds then counts as lost; turn it off for a server that knows no bookmarks.
   */
  readonly allowWatchBookmarks?: boolean;
  /** After which the server ends the watch, and with it the loop. */
  readonly timeoutSeconds?: number;
}

export interface WatchLinesOptions extends WatchOptions {
  /** Whether objects are decoded with their managedFields: they are not unless said. */
  readonly keepsManagedFields?: boolean;
}

export type Query = (readonly [name: string, value: string])[];

export function selectQuery({ labelSelector, fieldSelector }: SelectOptions): Query {
  return definedQuery({
    labelSelector: typeof labelSelector === "object" ? formatLabels(labelSelector) : labelSelector,
    fieldSelector: typeof fieldSelector === "object" ? formatFields(fieldSelector) : fieldSelector,
  });
}

export function listQuery(options: ListOptions): Query {
  const { limit, continue: token, resourceVersion, resourceVersionMatch } = options;
  return [...selectQuery(options), ...definedQuery({ limit, continue: token, resourceVersion, resourceVersionMatch })];
}

export function watchQuery(options: WatchOptions): Query {
  const { resourceVersion, sendInitialEvents, allowWatchBookmarks = true, timeoutSeconds } = options;
  // The server asks for it whenever initial events are spoken of.
  const match = options.resourceVersionMatch ?? (sendInitialEvents === undefined ? undefined : "NotOlderThan");
  return [
    ...selectQuery(options),
    ...definedQuery({ watch: true, allowWatchBookmarks, resourceVersion, resourceVersionMatch: match }),
    ...definedQuery({ sendInitialEvents, timeoutSeconds }),
  ];
}

/** Those that have a value, in order. */
export function definedQuery(values: Readonly<Record<string, string | number | boolean | undefined>>): Query {
  return Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
}

function formatLabels(selector: LabelSelector): string {
  return formatLabelSelector(compileLabelSelector(selector));
}

function formatFields(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([field, value]) => `${field}=${escapeFieldValue(value)}`)
    .join(",");
}
