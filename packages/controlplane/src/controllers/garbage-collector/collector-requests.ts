/** What the collector asks of the server: objects as they are now by their metadata, and the changes that it makes to them. */
import { findServedKind, type ResourceEndpoint, type StoredValue } from "@pintle/apiserver";
import { ApiError, equalJson, type JsonValue, type ObjectMeta } from "@pintle/machinery";
import { type DiscoveredKind, discoverKinds } from "../kit/discover-kinds.ts";
import type { PlaneControllerContext } from "../kit/plane-controller.ts";
import type { PlaneWriter } from "../kit/plane-writer.ts";
import type { PlanePlace } from "../kit/served-places.ts";
import { readStoredMetadata } from "../kit/stored-metadata.ts";
import type { GraphNode } from "./graph-node.ts";
import type { ObjectIdentity, OwnerCoordinates } from "./object-identity.ts";

/** Nobody serves the kind. It may come, or come back: nothing is known of its objects until then. */
export class UnservedKindError extends Error {
  override readonly name = "UnservedKindError";
}

/** What is in no namespace names an owner that would be in one. That never becomes right by waiting. */
export class NamespacedOwnerError extends Error {
  override readonly name = "NamespacedOwnerError";
}

/** Where objects of a kind are: in the storage here, or with another server. */
export interface KindLocation {
  readonly group: string;
  /** Only of what another server serves. */
  readonly version?: string;
  readonly plural: string;
  readonly isNamespaced: boolean;
  /** Whether it understands strategic merge patches. */
  readonly isBuiltIn: boolean;
  readonly endpoint?: ResourceEndpoint;
}

/** What other servers serve is asked for at most so often. */
const discoveryMs = 30_000;

export class CollectorRequests {
  readonly #context: PlaneControllerContext;
  readonly #writer: PlaneWriter;
  #known: Promise<readonly DiscoveredKind[]> | undefined;
  #knownUntilMs = 0;
  #lastRead: { readonly key: string; readonly revision: number; readonly metadata: ObjectMeta } | undefined;

  constructor(context: PlaneControllerContext) {
    this.#context = context;
    this.#writer = context.writer("generic-garbage-collector");
  }

  /** Throws an `UnservedKindError` for a kind or version that nobody serves, here or behind this server. */
  async locate({ apiVersion, kind }: Pick<OwnerCoordinates, "apiVersion" | "kind">): Promise<KindLocation> {
    const { group, version } = splitGroupVersion(apiVersion);
    const endpoint = findServedKind(this.#context.registry, { group, version, kind });
    if (endpoint) {
      const { isNamespaced, resource } = endpoint;
      return { group, plural: resource.plural, isNamespaced, isBuiltIn: resource.isBuiltIn === true, endpoint };
    }
    const found = (await this.#discovered()).find(
      (each) => each.group === group && each.version === version && each.kind === kind,
    );
    if (!found) throw new UnservedKindError(`unable to get REST mapping for ${apiVersion}/${kind}.`);
    return { group, version, plural: found.plural, isNamespaced: found.isNamespaced, isBuiltIn: false };
  }

  /** The metadata as they are stored; `undefined` where there is no object of that name, whatever its uid. */
  async find(identity: ObjectIdentity): Promise<ObjectMeta | undefined> {
    const location = await this.locate(identity);
    const { isNamespaced, endpoint } = location;
    const { namespace, name } = identity;
    if (isNamespaced && namespace === "") {
      throw new NamespacedOwnerError("cluster-scoped objects cannot refer to namespaced owners");
    }
    if (!endpoint || endpoint.resource.storage) return this.#ask(placeOf(location, identity));
    const { entry } = await this.#context.storage.get(endpoint.prefix + (isNamespaced ? `${namespace}/${name}` : name));
    return entry && this.#read(entry);
  }

  /** Whoever names an owner by ten thousand uids asks for the same object as often, which may name as many itself. */
  #read(entry: StoredValue): ObjectMeta {
    const { key, revision } = entry;
    if (this.#lastRead?.key !== key || this.#lastRead.revision !== revision) {
      this.#lastRead = { key, revision, metadata: readStoredMetadata(entry) };
    }
    return this.#lastRead.metadata;
  }

  /**
   * Deletes what was judged, and nothing that somebody gave another owner meanwhile. Whether there was something to delete: it is what it was
   * by its uid, and it counts as gone where it is another one.
   */
  async delete(identity: ObjectIdentity, judged: ObjectMeta, propagationPolicy: string): Promise<boolean> {
    const place = placeOf(await this.locate(identity), identity);
    const { uid } = identity;
    const { resourceVersion } = judged;
    try {
      await this.#writer.delete(place, { preconditions: { uid, resourceVersion }, propagationPolicy });
      return true;
    } catch (error) {
      if (ApiError.is(error, "NotFound")) return false;
      if (!ApiError.is(error, "Conflict")) throw error;
      const now = await this.find(identity);
      if (!now) return false;
      const isAsJudged = now.uid === uid && now.resourceVersion !== resourceVersion && hasSameOwners(now, judged);
      if (!isAsJudged) throw error;
    }
    // Changes that are none of the collector's must not keep it from its work.
    await this.#writer.delete(place, { preconditions: { uid }, propagationPolicy });
    return true;
  }

  /** Takes away references to these owners; other owners stay. */
  async dropOwners({ identity }: GraphNode, uids: readonly string[]): Promise<void> {
    const location = await this.locate(identity);
    const place = placeOf(location, identity);
    if (location.isBuiltIn) {
      const ownerReferences = uids.map((uid) => ({ $patch: "delete", uid }));
      await this.#writer.patch(place, "strategic", { metadata: { uid: identity.uid, ownerReferences } });
      return;
    }
    const now = await this.#must(identity);
    const dropped = new Set(uids);
    const ownerReferences = now.ownerReferences?.filter(({ uid }) => !dropped.has(uid)) ?? [];
    const { resourceVersion } = now;
    await this.#writer.patch(place, "merge", { metadata: { resourceVersion, ownerReferences } });
  }

  /** Lets the object block none of its owners any more, as long as it is what was judged; and tells what it is then. */
  async unblockOwners(
    { identity }: GraphNode,
    { resourceVersion, ownerReferences = [] }: ObjectMeta,
  ): Promise<ObjectMeta> {
    const owners = ownerReferences.map((owner) => ({ ...owner, blockOwnerDeletion: false }));
    const patch = { metadata: { resourceVersion, ownerReferences: owners } };
    return (await this.#writer.patch(placeOf(await this.locate(identity), identity), "merge", patch)).metadata;
  }

  /** It may be gone, or have been taken away by another: then all is well. */
  async dropFinalizer(identity: ObjectIdentity, finalizer: string): Promise<void> {
    const now = await this.find(identity);
    if (!now?.finalizers?.includes(finalizer) || now.uid !== identity.uid) return;
    const finalizers = now.finalizers.filter((other) => other !== finalizer);
    const { resourceVersion } = now;
    const place = placeOf(await this.locate(identity), identity);
    await this.#writer.patch(place, "merge", { metadata: { resourceVersion, finalizers } });
  }

  #discovered(): Promise<readonly DiscoveredKind[]> {
    const nowMs = this.#context.clock.monotonic();
    if (!this.#known || nowMs >= this.#knownUntilMs) {
      this.#knownUntilMs = nowMs + discoveryMs;
      this.#known = discoverKinds(this.#context.loopback).then(({ kinds }) => kinds);
    }
    return this.#known;
  }

  async #ask(place: PlanePlace): Promise<ObjectMeta | undefined> {
    try {
      return (await this.#writer.get(place)).metadata;
    } catch (error) {
      if (ApiError.is(error, "NotFound")) return undefined;
      throw error;
    }
  }

  async #must(identity: ObjectIdentity): Promise<ObjectMeta> {
    const found = await this.find(identity);
    if (found) return found;
    const { group, plural: resource } = await this.locate(identity);
    throw ApiError.notFound({ group, resource }, identity.name);
  }
}

function placeOf(
  { group, version, plural, isNamespaced }: KindLocation,
  { namespace, name }: ObjectIdentity,
): PlanePlace {
  return { group, version, plural, name, ...(isNamespaced && { namespace }) };
}

function hasSameOwners(one: ObjectMeta, other: ObjectMeta): boolean {
  const owners = ({ ownerReferences = [] }: ObjectMeta) => ownerReferences as unknown as JsonValue;
  return equalJson(owners(one), owners(other));
}

/** What is no version is one that nobody serves. */
function splitGroupVersion(apiVersion: string): { readonly group: string; readonly version: string } {
  const slash = apiVersion.indexOf("/");
  return { group: apiVersion.slice(0, Math.max(0, slash)), version: apiVersion.slice(slash + 1) };
}
