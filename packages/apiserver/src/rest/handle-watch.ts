/**
 * The watch verb: an answer that goes on for as long as things happen.
 *
 * What is wrong with the request is refused as usual. What can only be found out by looking at the past or by waiting for the future is
 * told in the stream, as an ERROR event behind a 200: clients expect it there.
 */
import {
  ApiError,
  type Clock,
  createFieldSelector,
  matchesEverything,
  type Random,
  randomBelow,
} from "@pintle/machinery";
import type { ServerResponse } from "../pipeline/server-request.ts";
import type { ResourceEndpoint } from "../registry/resource-endpoint.ts";
import { createSelection, parseSelection, type Selection } from "../registry/selection.ts";
import { waitForRevision } from "../registry/wait-for-revision.ts";
import { writeBeginning } from "../watch/watch-beginning.ts";
import type { WatchCache } from "../watch/watch-cache.ts";
import type { WatchCaches } from "../watch/watch-caches.ts";
import { WatchEncoder } from "../watch/watch-encoder.ts";
import { readWatchOptions, type WatchOptions } from "../watch/watch-options.ts";
import type { ObjectPredicate } from "../watch/watch-selection.ts";
import { WatchStream } from "../watch/watch-stream.ts";
import { negotiateResponse } from "../wire/negotiate.ts";
import { readIncludeObject } from "../wire/table.ts";
import { queryText } from "./query.ts";
import type { WatchCall } from "./rest-server.ts";

export interface WatchServer {
  readonly caches: WatchCaches;
  readonly random: Random;
}

const bookmarkMs = 60_000;
/** The last bookmark comes that long before the end, so that the next watch need not begin where this one did. */
const bookmarkBeforeEndMs = 2_000;
const minTimeoutMs = 30 * 60_000;

export async function handleWatch(call: WatchCall, server: WatchServer): Promise<ServerResponse> {
  const { request, context, endpoint } = call;
  const { headers, query } = request;
  const form = negotiateResponse(headers.accept, {
    protobuf: endpoint.resource.isBuiltIn === true,
    transforms: true,
    stream: true,
    query,
    userAgent: headers["user-agent"],
  });
  const selection = selectionOf(call);
  const options = readWatchOptions(query);
  const includeObject = form.as === "table" ? readIncludeObject(query) : "Metadata";
  const answer = { status: 200, headers: { "content-type": form.contentType } };
  // No event is a list.
  if (form.isPartialList) return { ...answer, body: nothing() };

  const scope = scopeOf(endpoint, call.namespace, selection);
  const cache = server.caches.of(endpoint.prefix);
  const encoder = new WatchEncoder({ endpoint, form, includeObject }, context.clock);
  const matches = predicateOf(selection, scope);
  const { clock, signal } = context;
  const stream = new WatchStream({ cache, clock, encoder, matches, signal });
  const timeoutMs = options.timeoutMs ?? minTimeoutMs + randomBelow(server.random, minTimeoutMs);
  stream.after(timeoutMs, "a watch times out", stream.finish);
  try {
    await begin({ cache, clock, signal, stream, encoder, matches, scope, options });
  } catch (error) {
    if (ApiError.find(error) === undefined) {
      await stream.return();
      throw error;
    }
    stream.fail(error);
  }
  if (options.hasBookmarks) {
    sendBookmarks(stream, clock, timeoutMs, () => {
      // Who waits for the future is not told of the past.
      if (cache.revision >= (options.revision ?? 0)) stream.push(encoder.encodeBookmark(cache.revision, false));
    });
  }
  return { ...answer, body: stream };
}

interface Begin {
  readonly cache: WatchCache;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly stream: WatchStream;
  readonly encoder: WatchEncoder;
  readonly matches: ObjectPredicate;
  readonly scope: string;
  readonly options: WatchOptions;
}

async function begin({ cache, clock, signal, stream, encoder, matches, scope, options }: Begin): Promise<void> {
  const { storage } = cache;
  const { revision = 0, resourceVersion, hasInitialEvents, marksInitialEvents } = options;
  if (!hasInitialEvents) {
    const after = revision > 0 ? revision : await storage.revision();
    const { backlog, leave } = await cache.join({ scope, after }, stream);
    stream.begin(writeBeginning({ encoder, matches, entries: [], bookmark: undefined, backlog }), leave);
    return;
  }
  if (revision > 0) await waitForRevision(storage, clock, resourceVersion, signal);
  const page = await storage.list({ prefix: scope });
  const isOne = !scope.endsWith("/");
  const entries = isOne ? page.entries.filter(({ key }) => key === scope) : page.entries;
  const { backlog, leave } = await cache.join({ scope, after: page.revision }, stream);
  const bookmark = marksInitialEvents ? page.revision : undefined;
  stream.begin(writeBeginning({ encoder, matches, entries, bookmark, backlog }), leave);
}

/** About each minute, and once more before the end. */
function sendBookmarks(stream: WatchStream, clock: Clock, timeoutMs: number, send: () => void): void {
  const lastMs = clock.monotonic() + timeoutMs - bookmarkBeforeEndMs;
  const schedule = () => {
    const leftMs = lastMs - clock.monotonic();
    if (leftMs <= 0) return;
    stream.after(Math.min(bookmarkMs, leftMs), "a bookmark is due", () => {
      send();
      schedule();
    });
  };
  schedule();
}

/** The old paths name an object, which a selector must then name, too. Of their selectors the request's info says nothing. */
function selectionOf({ request, context, endpoint }: WatchCall): Selection {
  const { query } = request;
  const selection = parseSelection(endpoint, queryText(query, "labelSelector"), queryText(query, "fieldSelector"));
  const { name } = context.info;
  if (name === "" || selection.name === name) return selection;
  if (!matchesEverything(selection.fields)) {
    throw ApiError.badRequest("fieldSelector metadata.name doesn't match requested name");
  }
  const fields = createFieldSelector([{ field: "metadata.name", operator: "=", value: name }]);
  return createSelection(endpoint, selection.labels, fields);
}

/** The least part of the storage that has everything selected: the resource, a namespace of it, or one object. */
function scopeOf({ prefix, isNamespaced }: ResourceEndpoint, inPath: string, selection: Selection): string {
  const namespace = inPath !== "" ? inPath : (selection.fields.requiresExactMatch("metadata.namespace") ?? "");
  // A name with a slash is nobody's, and must not lead to other keys.
  const name = selection.name?.includes("/") ? "" : (selection.name ?? "");
  if (!isNamespaced) return prefix + name;
  if (namespace === "" || namespace.includes("/")) return prefix;
  return `${prefix}${namespace}/${name}`;
}

/** One object that is found by its key need not be looked at. */
function predicateOf(selection: Selection, scope: string): ObjectPredicate {
  const { labels, fields, isEverything } = selection;
  const isByKey = !scope.endsWith("/") && fields.requirements.length === 1 && matchesEverything(labels);
  return isEverything || isByKey ? undefined : (object) => selection.matches(object);
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
