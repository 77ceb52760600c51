/**
 * Routes a request for a resource to its verb. What the verbs throw as an `ApiError` goes up to whoever writes failures.
 *
 *     RequestInfo → endpoint → (subresource →) verb → RestResult → bytes
 */
import { ApiError } from "@pintle/machinery";
import { emptyAdmissionChain } from "../admission/admission.ts";
import { methodNotAllowed, resourceNotFound } from "../pipeline/bare-errors.ts";
import { respondNoPage } from "../pipeline/failure-response.ts";
import type { RequestContext } from "../pipeline/request-context.ts";
import type { RequestInfo } from "../pipeline/request-info.ts";
import type { Handler, ServerRequest, ServerResponse } from "../pipeline/server-request.ts";
import { createKeyTurns } from "../registry/key-turns.ts";
import { readObjectLimit } from "../registry/object-limit.ts";
import { createRefreshingStorage } from "../registry/refreshing-storage.ts";
import { type ResourceEndpoint, storageFolderOf } from "../registry/resource-endpoint.ts";
import type { ResourceRegistry } from "../registry/resource-registry.ts";
import { unexpected } from "../registry/resource-version.ts";
import type { OwnSubresource, ServedResource, ServedSubresource } from "../registry/served-resource.ts";
import { customVerbs, servedVerbs, subresourceVerbs } from "../registry/served-verbs.ts";
import type { TableColumns } from "../registry/table-columns.ts";
import type { Storage } from "../storage/storage.ts";
import { createWatchCaches, type WatchCaches } from "../watch/watch-caches.ts";
import { defaultColumns } from "../wire/table.ts";
import { admitConnection } from "./admit-custom.ts";
import { bodyTypeOf } from "./calls.ts";
import { createEndpointViews, type EndpointViews } from "./endpoint-views.ts";
import { handleCreate } from "./handle-create.ts";
import { connectCustom, handleCustom } from "./handle-custom.ts";
import { handleDelete, handleDeleteCollection } from "./handle-delete.ts";
import { handleGet } from "./handle-get.ts";
import { handleList } from "./handle-list.ts";
import { handlePatch } from "./handle-patch.ts";
import { handleScale } from "./handle-scale.ts";
import { handleUpdate } from "./handle-update.ts";
import { handleWatch } from "./handle-watch.ts";
import type { RestResult } from "./rest-result.ts";
import type { RestCall, RestServer } from "./rest-server.ts";
import { createResponseWriter } from "./write-response.ts";

export interface RestHandler {
  readonly handle: Handler;
  /** Ends all watches. */
  close(): Promise<void>;
}

export type RestHandlerOptions = Omit<RestServer, "admission" | "turns" | "maxObjectBytes"> &
  Partial<Pick<RestServer, "admission" | "maxObjectBytes">>;

export function createRestHandler(options: RestHandlerOptions): RestHandler {
  const admission = options.admission ?? emptyAdmissionChain;
  const storage = createRefreshingStorage(options.storage, options.registry);
  const maxObjectBytes = readObjectLimit(options.maxObjectBytes);
  const server: RestServer = { ...options, storage, admission, turns: createKeyTurns(), maxObjectBytes };
  const caches = createWatchCaches(server);
  const views = createEndpointViews({ server, caches });
  // Whoever watches a resource that changes or goes has to begin anew: what was told so far may look different now.
  const subscription = server.registry.subscribe(({ type, resource }) => {
    if (type === "relisted") return;
    void endWatches(server.storage, caches, resource, type === "removed");
    views.forget(resource);
  });
  return {
    handle: (request, context) => handleRest(server, views, request, context),
    close: async () => {
      subscription[Symbol.dispose]();
      views.close();
    },
  };
}

/** Where the storage cannot say what its revision is, watches end all the same, and the next ones find out what is wrong with it. */
async function endWatches(
  storage: Storage,
  caches: WatchCaches,
  resource: ServedResource,
  isGone: boolean,
): Promise<void> {
  const prefix = `/registry/${storageFolderOf(resource)}/`;
  const revision = await storage.revision().catch(() => undefined);
  if (isGone || revision === undefined) caches.forget(prefix);
  else caches.renew(prefix, revision);
}

async function handleRest(
  { registry }: RestServer,
  views: EndpointViews,
  request: ServerRequest,
  context: RequestContext,
): Promise<ServerResponse> {
  const { info } = context;
  const endpoint = registry.find(info.group, info.version, info.resource);
  if (endpoint === undefined) return respondNotServed(registry, info);
  const { server, caches } = views.of(endpoint);
  const call: RestCall = { server, request, context, endpoint };
  if (request.method === "HEAD") throw methodNotAllowed();
  if (endpoint.resource.isCustom && !isInScope(endpoint, info)) return respondNoPage();
  checkScope(endpoint, info);
  checkKey(endpoint, info);
  if (info.subresource !== "") return respondSubresource(call);
  const { storage } = endpoint.resource;
  if (storage?.connect && !customVerbs(storage).includes(info.verb)) return connectCustom(call, storage.connect);
  checkVerb(endpoint, info, request.method);
  if (info.verb === "watch") return respondWatch(call, caches);
  return respond(call, columnsOf(call), () =>
    storage ? handleCustom(call, { storage, type: bodyTypeOf(endpoint) }) : handleVerb(call),
  );
}

async function respond(
  call: RestCall,
  columns: TableColumns | undefined,
  handle: () => Promise<RestResult>,
): Promise<ServerResponse> {
  const writer = createResponseWriter(call.request, call.endpoint, columns, call.context.clock);
  const { deprecation } = call.endpoint.version;
  if (deprecation !== undefined) {
    call.context.warnings.push(deprecation);
    call.context.auditAnnotations.set("k8s.io/deprecated", "true");
  }
  return writer.write(await asReadAgain(call, await handle()));
}

/** What was converted on its way into storage is answered as it comes out again. */
async function asReadAgain({ server, endpoint }: RestCall, result: RestResult): Promise<RestResult> {
  const { convert, storageVersion } = endpoint.resource;
  if (!convert || result.type !== "stored" || endpoint.version.version === storageVersion) return result;
  const { key, revision } = result.stored;
  const { entry } = await server.storage.get(key, { revision });
  return entry ? { ...result, stored: entry } : result;
}

/** What can only be asked has nothing to show in a Table: reviews, bindings, tokens. */
function columnsOf({ endpoint }: RestCall, subresource?: ServedSubresource): TableColumns | undefined {
  if (subresource?.type === "scale") return subresource.columns ?? defaultColumns;
  const storage = subresource?.type === "own" ? subresource.storage : endpoint.resource.storage;
  if (storage && !storage.get && !storage.list) return undefined;
  return (subresource?.type === "own" ? undefined : endpoint.version.columns) ?? defaultColumns;
}

function handleVerb(call: RestCall): Promise<RestResult> {
  switch (call.context.info.verb) {
    case "get":
      return handleGet(call);
    case "list":
      return handleList(call);
    case "create":
      return handleCreate(call);
    case "update":
      return handleUpdate(call);
    case "patch":
      return handlePatch(call);
    case "delete":
      return handleDelete(call);
    case "deletecollection":
      return handleDeleteCollection(call);
    default:
      throw methodNotAllowed();
  }
}

function respondWatch(call: RestCall, caches: WatchCaches): Promise<ServerResponse> {
  const { server, request, context, endpoint } = call;
  const namespace = endpoint.isNamespaced ? context.info.namespace : "";
  return handleWatch({ request, context, endpoint, namespace }, { caches, random: server.random });
}

async function respondSubresource(call: RestCall): Promise<ServerResponse> {
  const { endpoint, context } = call;
  const { subresource, verb, name, parts } = context.info;
  const served = endpoint.resource.subresources;
  const found = served && Object.hasOwn(served, subresource) ? served[subresource] : undefined;
  if (found === undefined || name === "") {
    throw endpoint.resource.isCustom ? ApiError.notFound(endpoint.groupResource, name) : resourceNotFound();
  }
  if (parts.length > 0 && !endpoint.resource.isCustom && !hasPaths(found)) throw resourceNotFound();
  if (!subresourceVerbs(found).includes(verb)) throw notAllowed(endpoint, verb);
  if (found.type === "own" && found.storage.connect && !customVerbs(found.storage).includes(verb)) {
    // What is only read through it is of the kind of its object, as logs are.
    const admitted = found.kind === endpoint.resource.kind ? call : await admitConnection(call, found);
    return connectCustom(admitted, found.storage.connect);
  }
  return respond(call, columnsOf(call, found), () => handleSubresource(call, found));
}

/** Proxies lead to whole sites; nothing else has anything below it. */
function hasPaths(subresource: ServedSubresource): boolean {
  return subresource.type === "own" && subresource.hasPaths === true;
}

function handleSubresource(call: RestCall, subresource: ServedSubresource): Promise<RestResult> {
  if (subresource.type === "scale") return handleScale(call, subresource);
  if (subresource.type === "own") return handleOwn(call, subresource);
  const { verb } = call.context.info;
  if (verb === "get") return handleGet(call);
  return verb === "update" ? handleUpdate(call, subresource.strategy) : handlePatch(call, subresource.strategy);
}

function handleOwn(call: RestCall, subresource: OwnSubresource): Promise<RestResult> {
  const { group, version, kind, shape, storage, default: complete } = subresource;
  const isBuiltIn = call.endpoint.resource.isBuiltIn === true;
  const type = { group, version, kind, shape, isBuiltIn, ...(complete && { default: complete }) };
  const module = group === "" ? "core" : (group.split(".", 1)[0] ?? group);
  return handleCustom(call, { storage, type, otherType: `${module}/${version}.${kind}` });
}

/** Custom resources are looked for with their scope: where that is another one, there is nothing at all. */
function isInScope({ isNamespaced }: ResourceEndpoint, { namespace, verb }: RequestInfo): boolean {
  return isNamespaced ? namespace !== "" || verb === "list" || verb === "watch" : namespace === "";
}

/** Objects in namespaces are found under theirs only, others only outside; lists and watches go across all namespaces. */
function checkScope(endpoint: ResourceEndpoint, info: RequestInfo): void {
  const isNamespaces = info.group === "" && info.resource === "namespaces";
  if (!endpoint.isNamespaced) {
    if (info.namespace !== "" && !isNamespaces) throw resourceNotFound();
    return;
  }
  if (info.namespace !== "") return;
  if (info.name !== "" && info.verb !== "list" && info.verb !== "watch") throw resourceNotFound();
  if (!servedVerbs(endpoint.resource).includes("list")) throw resourceNotFound();
  if (info.verb !== "list" && info.verb !== "watch") throw methodNotAllowed();
}

/** A namespace of dots would lead out of its place wherever keys are paths. Creating is refused because there is no such namespace. */
function checkKey({ isNamespaced, prefix }: ResourceEndpoint, { namespace, name, verb }: RequestInfo): void {
  if (!isNamespaced || (namespace !== "." && namespace !== "..") || verb === "create") return;
  const key = `${prefix.slice("/registry".length)}${namespace}`;
  throw unexpected(`invalid key: "${name === "" ? key : `${key}/${name}`}"`);
}

const verbsOfCollections: ReadonlySet<string> = new Set(["create", "list", "watch", "deletecollection"]);
const verbsOfObjects: ReadonlySet<string> = new Set(["get", "update", "patch", "delete", "watch", "list"]);

function checkVerb(endpoint: ResourceEndpoint, info: RequestInfo, method: string): void {
  const { verb, name } = info;
  if (verb === "watch" && method !== "GET") throw methodNotAllowed();
  // A selector for one name sets the name of a list, for the sake of authorization.
  const fits = (name === "" ? verbsOfCollections : verbsOfObjects).has(verb);
  const served = servedVerbs(endpoint.resource);
  if (fits && served.includes(verb)) return;
  const hasObjects = served.some((other) => other !== "watch" && other !== "list" && verbsOfObjects.has(other));
  if (verb === "proxy" || (name !== "" && !hasObjects)) throw resourceNotFound();
  if (verb !== "watch") throw notAllowed(endpoint, verb);
  if (isWatchPath(info)) throw resourceNotFound();
  // Where there is a list, its handler finds out that it is to be watched.
  throw served.includes("list") ? ApiError.methodNotSupported(endpoint.groupResource, verb) : methodNotAllowed();
}

/** Whether the path itself says so, as those of old do: `/api/v1/watch/pods`. */
function isWatchPath({ path, prefix, group, version }: RequestInfo): boolean {
  const root = [prefix, ...(prefix === "apis" ? [group] : []), version, "watch"].join("/");
  return path.replace(/^\/+/, "").startsWith(`${root}/`);
}

function notAllowed({ resource, groupResource }: ResourceEndpoint, verb: string): ApiError {
  return resource.isCustom ? ApiError.methodNotSupported(groupResource, verb) : methodNotAllowed();
}

/** Nothing is known of groups outside the built-in ones, so that their paths are no pages of ours. */
function respondNotServed(registry: ResourceRegistry, { group }: RequestInfo): ServerResponse {
  if (!registry.list().some((resource) => resource.group === group && resource.isBuiltIn)) return respondNoPage();
  throw resourceNotFound();
}
