/** The objects that controllers look at: each resource is followed once, from the first time that somebody asks for it. */
import type { ResourceRegistry, Storage } from "@pintle/apiserver";
import type { Clock, KubernetesObject, Logger } from "@pintle/machinery";
import { type FollowedResource, ResourceObjects } from "./followed-resource.ts";
import type { ServedPlaces } from "./served-places.ts";
import { type StorageFeedSink, startStorageFeed } from "./storage-feed.ts";

export interface PlaneObjects extends Disposable {
  /**
   * Resolves when all that is stored can be seen. A resource that is not served has no objects until it is; where it goes away its objects
   * are no longer seen, and nobody is told that they were deleted.
   */
  follow<Object extends KubernetesObject = KubernetesObject>(
    group: string,
    plural: string,
  ): Promise<FollowedResource<Object>>;
  /** An object in exactly this version, if it is followed and that is to be seen: `key` is that of a queue. */
  findVersion(group: string, plural: string, key: string, resourceVersion: string): KubernetesObject | undefined;
}

export interface PlaneObjectsOptions {
  readonly storage: Storage;
  readonly registry: ResourceRegistry;
  readonly places: ServedPlaces;
  readonly clock: Clock;
  readonly logger: Logger;
}

export function createPlaneObjects(options: PlaneObjectsOptions): PlaneObjects {
  const followed = new Map<string, Following>();
  const subscription = options.registry.subscribe(({ type, resource: { group, plural } }) => {
    if (type !== "relisted") void followed.get(`${group}/${plural}`)?.look();
  });
  return {
    async follow<Object extends KubernetesObject>(group: string, plural: string) {
      const name = `${group}/${plural}`;
      let following = followed.get(name);
      if (!following) {
        following = new Following(options, group, plural);
        followed.set(name, following);
      }
      await following.look();
      return following.objects as FollowedResource<KubernetesObject> as FollowedResource<Object>;
    },
    findVersion: (group, plural, key, resourceVersion) =>
      followed.get(`${group}/${plural}`)?.objects.getVersion(key, resourceVersion),
    [Symbol.dispose]() {
      subscription[Symbol.dispose]();
      for (const following of followed.values()) following.close();
    },
  };
}

/** A resource whose feed runs while it is served. */
class Following {
  readonly objects: ResourceObjects;
  readonly #options: PlaneObjectsOptions;
  #feed: Promise<Disposable> | undefined;
  #isClosed = false;

  constructor(options: PlaneObjectsOptions, group: string, plural: string) {
    this.#options = options;
    this.objects = new ResourceObjects(group, plural, options.logger);
  }

  /** Starts or ends the feed, as the resource is served or not. */
  async look(): Promise<void> {
    if (this.#isClosed) return;
    const prefix = this.#options.places.find(this.objects.group, this.objects.plural)?.prefix ?? "";
    if (prefix !== this.objects.prefix) {
      this.#end();
      this.objects.forget();
      this.objects.prefix = prefix;
      if (prefix !== "") this.#feed = startStorageFeed({ ...this.#options, prefix }, this.#sinkOf(prefix));
    }
    await this.#feed;
  }

  close(): void {
    this.#isClosed = true;
    this.#end();
  }

  /** A feed that is still starting when the resource goes has nothing more to say. */
  #sinkOf(prefix: string): StorageFeedSink {
    const { objects } = this;
    const isWanted = () => objects.prefix === prefix && !this.#isClosed;
    return {
      listed(entries) {
        if (isWanted()) objects.listed(entries);
      },
      changed(change) {
        if (isWanted()) objects.changed(change);
      },
    };
  }

  #end(): void {
    const ended = this.#feed;
    this.#feed = undefined;
    ended?.then(
      (feed) => feed[Symbol.dispose](),
      () => undefined,
    );
  }
}
