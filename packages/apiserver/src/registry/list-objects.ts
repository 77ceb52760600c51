/**
 * Lists the objects of a resource, in one namespace or all: as of which revision, from which key on, and how many.
 *
 * Nothing is parsed unless a selector has to look inside. A long list gives others their turn every few hundred objects.
 */
import { ApiError, type Clock } from "@pintle/machinery";
import { CompactedError, FutureRevisionError, type Storage, type StoredValue } from "../storage/storage.ts";
import { type ContinueToken, formatContinueToken, parseContinueToken } from "./continue-token.ts";
import type { ResourceEndpoint } from "./resource-endpoint.ts";
import { parseVersionToList, tooLargeVersion } from "./resource-version.ts";
import type { Selection } from "./selection.ts";
import { decodeStored } from "./stored-object.ts";
import { waitForRevision } from "./wait-for-revision.ts";

export interface ListRequest {
  /** Empty for all namespaces. */
  readonly namespace: string;
  readonly selection: Selection;
  /** None where it is 0 or less. */
  readonly limit: number;
  readonly continueToken: string;
  readonly resourceVersion: string;
  readonly resourceVersionMatch: string;
}

export interface ObjectList {
  readonly entries: readonly StoredValue[];
  readonly revision: number;
  readonly continueToken: string | undefined;
  readonly remainingItemCount: number | undefined;
}

interface Place {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Where a list begins: `undefined` is the newest revision. */
interface Plan {
  readonly prefix: string;
  readonly start: string | undefined;
  readonly revision: number | undefined;
  readonly limit: number;
}

const selectedAtOnce = 200;

export async function listObjects(place: Place, endpoint: ResourceEndpoint, request: ListRequest): Promise<ObjectList> {
  const plan = await planList(place, endpoint, request);
  try {
    return await collect(place, plan, request.selection);
  } catch (error) {
    throw await explain(error, place, plan, request);
  }
}

async function planList(place: Place, endpoint: ResourceEndpoint, request: ListRequest): Promise<Plan> {
  const { storage, clock, signal } = place;
  const { resourceVersion, resourceVersionMatch } = request;
  const prefix =
    endpoint.isNamespaced && request.namespace !== "" ? `${endpoint.prefix}${request.namespace}/` : endpoint.prefix;
  const limit = resourceVersion === "0" ? 0 : Math.max(request.limit, 0);
  if (request.continueToken !== "") {
    const token = parseContinueToken(request.continueToken);
    if (resourceVersion !== "" && resourceVersion !== "0") {
      throw ApiError.badRequest("specifying resource version is not allowed when using continue");
    }
    if (token.revision > 0) await waitForRevision(storage, clock, `${token.revision}`, signal);
    const revision = token.revision > 0 ? token.revision : undefined;
    return { prefix, start: prefix + token.start, revision, limit };
  }
  const version = parseVersionToList(resourceVersion) ?? 0;
  if (version > 0) await waitForRevision(storage, clock, resourceVersion, signal);
  const isExact = resourceVersionMatch === "Exact" || (resourceVersionMatch === "" && limit > 0);
  return { prefix, start: undefined, revision: version > 0 && isExact ? version : undefined, limit };
}

async function collect(place: Place, plan: Plan, selection: Selection): Promise<ObjectList> {
  const { prefix, limit } = plan;
  if (selection.isEverything) {
    const page = await place.storage.list({ prefix, ...startOf(plan.start), ...revisionOf(plan), ...limitOf(limit) });
    return toList(page.entries, page.revision, page.remaining, plan, page.remaining);
  }
  const entries: StoredValue[] = [];
  let { start, revision } = plan;
  for (;;) {
    const page = await place.storage.list({
      prefix,
      ...startOf(start),
      ...revisionOf({ revision }),
      limit: selectedAtOnce,
    });
    revision = page.revision;
    for (const [index, entry] of page.entries.entries()) {
      if (!isSelected(entry, selection)) continue;
      entries.push(entry);
      const behind = page.entries.length - index - 1 + page.remaining;
      if (entries.length === limit) return toList(entries, revision, behind, plan, undefined);
    }
    const last = page.entries.at(-1);
    if (page.remaining === 0 || last === undefined) return toList(entries, revision, 0, plan, undefined);
    start = `${last.key}\0`;
    await place.clock.turn();
    place.signal.throwIfAborted();
  }
}

function isSelected(entry: StoredValue, selection: Selection): boolean {
  // The name is the end of the key: most field selectors are for one name, and need no parsing to say no.
  if (selection.name !== undefined && !entry.key.endsWith(`/${selection.name}`)) return false;
  return selection.matches(decodeStored(entry));
}

function toList(
  entries: readonly StoredValue[],
  revision: number,
  behind: number,
  { prefix }: Plan,
  remaining: number | undefined,
): ObjectList {
  const last = entries.at(-1);
  const hasMore = behind > 0 && last !== undefined;
  // Upstream writes the slash in front of the start when its cache answers, which is nearly always.
  const start = hasMore ? `/${last.key.slice(prefix.length)}\0` : "";
  return {
    entries,
    revision,
    continueToken: hasMore ? formatContinueToken({ revision, start }) : undefined,
    remainingItemCount: hasMore ? remaining : undefined,
  };
}

function startOf(start: string | undefined): { readonly start?: string } {
  return start === undefined ? {} : { start };
}

function revisionOf({ revision }: { readonly revision: number | undefined }): { readonly revision?: number } {
  return revision === undefined ? {} : { revision };
}

function limitOf(limit: number): { readonly limit?: number } {
  return limit > 0 ? { limit } : {};
}

const tooOld = "The resourceVersion for the provided list is too old.";
const tokenTooOld =
  "The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.";

async function explain(error: unknown, place: Place, plan: Plan, request: ListRequest): Promise<unknown> {
  if (error instanceof FutureRevisionError) return tooLargeVersion(`${plan.revision}`, await place.storage.revision());
  if (!(error instanceof CompactedError)) return error;
  if (request.continueToken === "") return ApiError.expired(tooOld);
  const token: ContinueToken = { revision: -1, start: parseContinueToken(request.continueToken).start };
  const { status } = ApiError.expired(tokenTooOld);
  return new ApiError({ ...status, metadata: { continue: formatContinueToken(token) } });
}
