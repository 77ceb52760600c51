/** The watch of a resource: a loop over its events that ends with the server's end or with the caller's signal. */
import { type WatchOptions, watchQuery } from "./list-options.ts";
import { formatRequest, placeOfMany, type ResourceBinding } from "./resource-requests.ts";
import { readWatchEvent, type WatchEvent } from "./watch-event.ts";

export async function* watchResource<Read>(
  binding: ResourceBinding,
  options: WatchOptions,
): AsyncGenerator<WatchEvent<Read>, void, undefined> {
  const { signal } = options;
  const target = await binding.target(options);
  const verb = { ...options, method: "GET", query: watchQuery(options) };
  const request = formatRequest(binding, target, placeOfMany(binding)(target), verb);
  try {
    for await (const { type, object } of await binding.requester.watch<Read>(request)) {
      if (signal?.aborted) return;
      yield readWatchEvent<Read>(type, object);
    }
  } catch (error) {
    // Who aborts the signal asked for the end and gets it: an error would have to be told apart from real ones by everybody.
    if (signal?.aborted) return;
    binding.onError?.(error, target);
    throw error;
  }
}
