/** The verbs of a resource, for all kinds alike; the types that callers see are put on top. */
import { isList, itemsOf, type KubernetesList, type KubernetesObject, type Status } from "@pintle/machinery";
import { UnexpectedResponseError } from "../request/unexpected-response-error.ts";
import {
  definedQuery,
  type ListOptions,
  listQuery,
  type PageOptions,
  selectQuery,
  type WatchLinesOptions,
  type WatchOptions,
} from "./list-options.ts";
import { listPages } from "./list-pages.ts";
import { contentTypes, encodePatch, explainStrategic, type Patch } from "./patch.ts";
import type { PartialObjectMetadata, PartialVerbs, ResourceVerbs } from "./resource.ts";
import { requireNamespaceForAll } from "./resource-path.ts";
import {
  type AnyManifest,
  placeOf,
  placeOfManifest,
  placeOfMany,
  type ResourceBinding,
  sendVerb,
  withType,
} from "./resource-requests.ts";
import type { CreateVerb, SubresourceVerbs } from "./subresource.ts";
import { watchResource, watchResourceLines } from "./watch-resource.ts";
import {
  type ApplyOptions,
  applyQuery,
  type DeleteCollectionOptions,
  type DeleteOptions,
  deleteBody,
  type GetOptions,
  type WriteOptions,
  writeQuery,
} from "./write-options.ts";

type AnyObject = KubernetesObject;

/** All that objects have, and what is left of it for those known by their metadata alone. */
export function createResourceVerbs(binding: ResourceBinding): ResourceVerbs<AnyObject, AnyManifest> {
  return { ...createPartialVerbs(binding), ...createWriteVerbs(binding) };
}

export function createPartialVerbs(binding: ResourceBinding): PartialVerbs<AnyObject> {
  const list = (options: ListOptions = {}) => listObjects(binding, options);
  return {
    get: (name, options = {}) => getObject(binding, name, options),
    list,
    pages: (options: PageOptions = {}) => listPages(list, options),
    watch: (options: WatchOptions = {}) => watchResource<AnyObject>(binding, options),
    watchLines: (options: WatchLinesOptions = {}) => watchResourceLines(binding, options),
    patch: (name, patch, options = {}) => patchObject(binding, name, patch, options),
    delete: (name, options = {}) => deleteObject(binding, name, options),
    deleteCollection: (options = {}) => deleteObjects(binding, options),
  };
}

function createWriteVerbs(
  binding: ResourceBinding,
): Pick<ResourceVerbs<AnyObject, AnyManifest>, "create" | "update" | "apply"> {
  return {
    create: (manifest, options = {}) => writeObject(binding, "POST", manifest, options),
    update: (object, options = {}) => writeObject(binding, "PUT", object, options),
    apply: (manifest, options) => applyObject(binding, manifest, options),
  };
}

/** What a subresource may have; its type says which of these there are. */
export function createSubresourceVerbs(
  binding: ResourceBinding & { readonly subresource: string },
): SubresourceVerbs<AnyObject, AnyManifest> & CreateVerb<AnyObject | Status, AnyManifest> {
  return {
    get: (name, options = {}) => getObject(binding, name, options),
    ...createWriteVerbs(binding),
    patch: (name, patch, options = {}) => patchObject(binding, name, patch, options),
    create: (name, body, options = {}) => createUnder(binding, name, body, options),
  };
}

async function getObject(binding: ResourceBinding, name: string, options: GetOptions): Promise<AnyObject> {
  const query = definedQuery({ resourceVersion: options.resourceVersion });
  return inView(binding, await sendVerb(binding, placeOf(binding, name), { ...options, method: "GET", query }));
}

async function listObjects(binding: ResourceBinding, options: ListOptions): Promise<KubernetesList<AnyObject>> {
  const query = listQuery(options);
  return readList(binding, await sendVerb(binding, placeOfMany(binding), { ...options, method: "GET", query }));
}

async function writeObject(
  binding: ResourceBinding,
  method: "POST" | "PUT",
  manifest: AnyManifest,
  options: WriteOptions,
): Promise<AnyObject> {
  const body = withType(await binding.target(options), manifest, binding.subresource);
  const place = placeOfManifest(binding, manifest, method === "PUT");
  return sendVerb(binding, place, { ...options, method, query: writeQuery(options), body });
}

async function createUnder(
  binding: ResourceBinding,
  name: string,
  given: AnyManifest,
  options: WriteOptions,
): Promise<AnyObject> {
  // Evictions and bindings have to be named after their pod.
  const manifest = { ...given, metadata: { ...given.metadata, name } };
  const body = withType(await binding.target(options), manifest, binding.subresource);
  return sendVerb(binding, placeOf(binding, name), { ...options, method: "POST", query: writeQuery(options), body });
}

async function patchObject(
  binding: ResourceBinding,
  name: string,
  patch: Patch<object>,
  options: WriteOptions,
): Promise<AnyObject> {
  const verb = { ...options, ...encodePatch(patch), method: "PATCH", query: writeQuery(options) };
  try {
    return inView(binding, await sendVerb(binding, placeOf(binding, name), verb));
  } catch (error) {
    throw "strategic" in patch ? explainStrategic(error) : error;
  }
}

async function applyObject(binding: ResourceBinding, manifest: AnyManifest, options: ApplyOptions): Promise<AnyObject> {
  const query = applyQuery(options);
  const body = withType(await binding.target(options), manifest, binding.subresource);
  const verb = { ...options, method: "PATCH", query, body, contentType: contentTypes.apply };
  return sendVerb(binding, placeOfManifest(binding, manifest, true), verb);
}

async function deleteObject(
  binding: ResourceBinding,
  name: string,
  options: DeleteOptions,
): Promise<AnyObject | Status> {
  const verb = { ...options, method: "DELETE", body: deleteBody(options) };
  return inView(binding, await sendVerb(binding, placeOf(binding, name), verb));
}

async function deleteObjects(
  binding: ResourceBinding,
  options: DeleteCollectionOptions,
): Promise<KubernetesList<AnyObject> | Status> {
  const { resourceVersion, resourceVersionMatch } = options;
  const query = [...selectQuery(options), ...definedQuery({ resourceVersion, resourceVersionMatch })];
  const place = requireNamespaceForAll(placeOfMany(binding));
  const answer = await sendVerb<KubernetesList<AnyObject> | Status>(binding, place, {
    ...options,
    ...{ method: "DELETE", query, body: deleteBody(options) },
  });
  return isList(answer) ? readList(binding, answer) : answer;
}

/** The items of built-in kinds do not say their type on the wire. */
function readList(binding: ResourceBinding, answer: object): KubernetesList<AnyObject> {
  if (!isList(answer)) throw new UnexpectedResponseError("the answer is an object, but no list", 200);
  const list = answer as KubernetesList<AnyObject>;
  const items = Array.from(itemsOf(list), (item) => inView(binding, item));
  return { ...list, metadata: list.metadata ?? {}, items };
}

/** A server that does not know the form that was asked for sends whole objects. */
function inView<Shown extends AnyObject | Status>({ view }: ResourceBinding, object: Shown): Shown {
  if (view === undefined || object.kind === view || object.kind === "Status") return object;
  const { metadata } = object as AnyObject;
  return { apiVersion: "meta.k8s.io/v1", kind: view, metadata } satisfies PartialObjectMetadata as Shown & AnyObject;
}
