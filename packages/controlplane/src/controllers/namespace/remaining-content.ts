/** Waits until the last object of a kind in a namespace is gone, so that its deletion goes on at once and nothing is asked meanwhile. */
import type { StorageChange, StoredValue } from "@pintle/apiserver";
import type { DiscoveredKind } from "../kit/discover-kinds.ts";
import type { PlaneControllerContext } from "../kit/plane-controller.ts";
import { StartedParts } from "../kit/started-parts.ts";
import { type StorageFeedSink, startStorageFeed } from "../kit/storage-feed.ts";

/** Kinds that other servers keep are not seen here: they have to be looked for. */
export async function awaitEmptyKinds(
  context: PlaneControllerContext,
  namespace: string,
  kinds: readonly DiscoveredKind[],
  onEmpty: () => void,
): Promise<AsyncDisposable> {
  await using started = new StartedParts();
  for (const { group, plural } of kinds) {
    const endpoint = context.places.find(group, plural);
    if (!endpoint || endpoint.resource.storage) continue;
    const prefix = `${endpoint.prefix}${namespace}/`;
    started.use(await startStorageFeed({ ...context, prefix }, new Countdown(onEmpty)));
  }
  return started.move();
}

class Countdown implements StorageFeedSink {
  readonly #onEmpty: () => void;
  #keys = new Set<string>();

  constructor(onEmpty: () => void) {
    this.#onEmpty = onEmpty;
  }

  listed(entries: readonly StoredValue[]): void {
    this.#keys = new Set(entries.map(({ key }) => key));
    if (this.#keys.size === 0) this.#onEmpty();
  }

  changed({ key, value }: StorageChange): void {
    if (value !== undefined) this.#keys.add(key);
    else if (this.#keys.delete(key) && this.#keys.size === 0) this.#onEmpty();
  }
}
