/** The watch of a resource: a loop over its events that ends with the server's end or with the caller's signal. */
import type { ApiRequest } from "../request/api-request.ts";
import type { WatchLine } from "../request/watch-lines.ts";
import { type WatchLinesOptions, type WatchOptions, watchQuery } from "./list-options.ts";
import { formatRequest, placeOfMany, type ResourceBinding } from "./resource-requests.ts";
import { readWatchEvent, type WatchEvent } from "./watch-event.ts";

export async function* watchResource<Read>(
  binding: ResourceBinding,
  options: WatchOptions,
): AsyncGenerator<WatchEvent<Read>, void, undefined> {
  const events = follow(binding, options, (request) => binding.requester.watch<Read>(request));
  for await (const { type, object } of events) yield readWatchEvent<Read>(type, object);
}

export function watchResourceLines(
  binding: ResourceBinding,
  options: WatchLinesOptions,
): AsyncGenerator<readonly WatchLine[], void, undefined> {
  const { keepsManagedFields = false } = options;
  return follow(binding, options, (request) => binding.requester.watchLines(request, { keepsManagedFields }));
}

async function* follow<Told>(
  binding: ResourceBinding,
  options: WatchOptions,
  watch: (request: ApiRequest) => Promise<AsyncIterable<Told>>,
): AsyncGenerator<Told, void, undefined> {
  const { signal } = options;
  const target = await binding.target(options);
  const verb = { ...options, method: "GET", query: watchQuery(options) };
  const request = formatRequest(binding, target, placeOfMany(binding)(target), verb);
  try {
    for await (const told of await watch(request)) {
      if (signal?.aborted) return;
      yield told;
    }
  } catch (error) {
    // Who aborts the signal asked for the end and gets it: an error would have to be told apart from real ones by everybody.
    if (signal?.aborted) return;
    binding.onError?.(error, target);
    throw error;
  }
}
