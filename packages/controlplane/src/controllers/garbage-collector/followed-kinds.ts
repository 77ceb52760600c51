/**
 * Follows the metadata of all objects whose kinds can be deleted, listed and watched, whichever are served at the time.
 *
 * Where a kind is no longer served its objects stay in the graph: they may still be there, and nothing may be lost because of it. Where its
 * versions change they are known by the one that is preferred now, because the server may no longer answer to the one before.
 */
import { Buffer } from "node:buffer";
import type { ResourceEndpoint, ServedResource, StorageChange, StoredValue } from "@pintle/apiserver";
import type { PlaneControllerContext } from "../kit/plane-controller.ts";
import { type StorageFeedSink, startStorageFeed } from "../kit/storage-feed.ts";
import { readStoredMetadata, storedIncludes } from "../kit/stored-metadata.ts";
import type { DependencyGraph } from "./dependency-graph.ts";
import type { ObjectIdentity } from "./object-identity.ts";

const neededVerbs = ["delete", "list", "watch"];
const ownersKey = Buffer.from('"ownerReferences":');
const deletionKey = Buffer.from('"deletionTimestamp":');

export interface FollowedKinds extends Disposable {
  /** Resolves when all that is stored of the kinds served now has been seen. */
  readonly ready: Promise<void>;
}

export function followKinds(
  context: PlaneControllerContext,
  graph: DependencyGraph,
  onServed: () => void,
): FollowedKinds {
  const { registry, places, logger } = context;
  const feeds = new Map<string, { readonly objects: KindObjects; readonly feed: Promise<Disposable> }>();

  function end(name: string): void {
    const found = feeds.get(name);
    feeds.delete(name);
    found?.feed.then((feed) => feed[Symbol.dispose]()).catch(() => undefined);
  }

  async function look({ group, plural }: ServedResource): Promise<void> {
    const name = `${group}/${plural}`;
    const endpoint = places.find(group, plural);
    if (!endpoint || !isFollowed(endpoint.resource)) {
      end(name);
      return;
    }
    const { prefix } = endpoint;
    const known = feeds.get(name)?.objects;
    if (known?.endpoint.prefix === prefix) {
      known.endpoint = endpoint;
      return;
    }
    end(name);
    const objects = new KindObjects(graph, endpoint);
    const feed = startStorageFeed({ ...context, prefix }, objects);
    feeds.set(name, { objects, feed });
    await feed;
  }

  const subscription = registry.subscribe(({ type, resource }) => {
    if (type === "relisted") return;
    look(resource).then(onServed, (error) =>
      logger.error("a kind cannot be followed", { plural: resource.plural, error }),
    );
  });
  return {
    ready: Promise.all(registry.list().map(look)).then(() => undefined),
    [Symbol.dispose]() {
      subscription[Symbol.dispose]();
      for (const name of [...feeds.keys()]) end(name);
    },
  };
}

/** Events are many, own nothing and are owned by nobody. */
function isFollowed({ plural, group, storage, verbs }: ServedResource): boolean {
  if (plural === "events" && (group === "" || group === "events.k8s.io")) return false;
  return storage === undefined && neededVerbs.every((verb) => verbs === undefined || verbs.includes(verb));
}

/** Tells the graph of the objects of one kind. */
class KindObjects implements StorageFeedSink {
  readonly #graph: DependencyGraph;
  readonly #uids = new Map<string, string>();
  #endpoint: ResourceEndpoint;

  constructor(graph: DependencyGraph, endpoint: ResourceEndpoint) {
    this.#graph = graph;
    this.#endpoint = endpoint;
  }

  get endpoint(): ResourceEndpoint {
    return this.#endpoint;
  }

  /** The same objects, served otherwise: those that were seen already are asked for in the new way, too. */
  set endpoint(endpoint: ResourceEndpoint) {
    this.#endpoint = endpoint;
    const { apiVersion, resource } = endpoint;
    for (const uid of this.#uids.values()) this.#graph.rename(uid, { apiVersion, kind: resource.kind });
  }

  listed(entries: readonly StoredValue[]): void {
    const found = new Set(entries.map(({ key }) => key));
    for (const key of [...this.#uids.keys()]) if (!found.has(key)) this.#lose(key);
    for (const entry of entries) this.#see(entry);
  }

  changed({ key, value, revision }: StorageChange): void {
    if (value === undefined) this.#lose(key);
    else if (!this.#isNoNews({ key, value, revision })) this.#see({ key, value, revision });
  }

  /** Most changes have nothing to do with owners or deletion, and need not be read to know that. */
  #isNoNews(entry: StoredValue): boolean {
    const node = this.#graph.find(this.#uids.get(entry.key) ?? "");
    return (
      node !== undefined &&
      !node.isVirtual &&
      node.owners.length === 0 &&
      !node.isBeingDeleted &&
      !storedIncludes(entry, ownersKey) &&
      !storedIncludes(entry, deletionKey)
    );
  }

  #see(entry: StoredValue): void {
    const metadata = readStoredMetadata(entry);
    const { uid = "", name = "", namespace = "" } = metadata;
    if (this.#uids.get(entry.key) !== uid) this.#lose(entry.key);
    this.#uids.set(entry.key, uid);
    const { apiVersion, resource } = this.#endpoint;
    const identity: ObjectIdentity = { apiVersion, kind: resource.kind, namespace, name, uid };
    this.#graph.see(identity, metadata);
  }

  #lose(key: string): void {
    const uid = this.#uids.get(key);
    this.#uids.delete(key);
    if (uid !== undefined) this.#graph.lose(uid);
  }
}
