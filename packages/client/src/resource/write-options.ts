/** How objects are written and deleted, and how that is said in a query or a body. */
import { UsageError } from "@pintle/machinery";
import type { CallOptions } from "../request/api-request.ts";
import { definedQuery, type Query, type SelectOptions } from "./list-options.ts";

export interface GetOptions extends CallOptions {
  /** How old the answer may be: `"0"` for whatever is at hand, absent for the newest. */
  readonly resourceVersion?: string | undefined;
}

export interface WriteOptions extends CallOptions {
  /** Everything is tried and nothing is kept. */
  readonly dryRun?: boolean;
  /** Whose fields these are from now on; the start of the user agent unless said. */
  readonly fieldManager?: string;
  /** What becomes of unknown and repeated fields: the server's choice is `Warn`. */
  readonly fieldValidation?: "Ignore" | "Warn" | "Strict";
}

export interface ApplyOptions extends WriteOptions {
  readonly fieldManager: string;
  /** Takes over fields that others own with other values, which is a conflict otherwise. */
  readonly force?: boolean;
}

export interface DeleteOptions extends CallOptions {
  readonly dryRun?: boolean;
  /** Only if it is still that one, in that state: a conflict otherwise. */
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  /** What becomes of the objects that it owns. */
  readonly propagationPolicy?: "Background" | "Foreground" | "Orphan";
  readonly gracePeriodSeconds?: number;
}

export interface DeleteCollectionOptions extends Omit<DeleteOptions, "preconditions">, SelectOptions {
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: "Exact" | "NotOlderThan";
}

export function writeQuery({ dryRun, fieldManager, fieldValidation }: WriteOptions): Query {
  return definedQuery({ dryRun: dryRun ? "All" : undefined, fieldManager, fieldValidation });
}

/** What the server would refuse anyway, in words on the argument. */
export function applyQuery(options: ApplyOptions): Query {
  const { fieldManager, force } = options;
  if (typeof fieldManager !== "string" || fieldManager === "") {
    const remedy = "give apply a fieldManager: the name under which the server keeps the fields that you decide on";
    throw new UsageError("PINTLE_FIELD_MANAGER_MISSING", remedy);
  }
  return [...writeQuery(options), ...definedQuery({ force: force || undefined })];
}

export function deleteBody(options: DeleteOptions): object {
  const { dryRun, preconditions, propagationPolicy, gracePeriodSeconds } = options;
  return {
    apiVersion: "v1",
    kind: "DeleteOptions",
    ...{ preconditions, propagationPolicy, gracePeriodSeconds, dryRun: dryRun ? ["All"] : undefined },
  };
}
