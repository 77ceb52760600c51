/** `/api`, `/apis` and what lies between them and the resources. */
import { ApiError, createFailureStatus, type JsonObject } from "@pintle/machinery";
import { hashOpenApi } from "@pintle/schema/openapi";
import { isKnown } from "../openapi/handle-openapi.ts";
import { methodNotAllowed, resourceNotFound } from "../pipeline/bare-errors.ts";
import { respondNoPage } from "../pipeline/failure-response.ts";
import type { Handler, ServerRequest, ServerResponse } from "../pipeline/server-request.ts";
import { parseAccept } from "../wire/accept-clauses.ts";
import { encodeObject } from "../wire/encode-object.ts";
import { acceptedTypes, contentTypes, type MediaType, mediaTypes } from "../wire/media-types.ts";
import { negotiateResponse } from "../wire/negotiate.ts";
import { negotiateType } from "../wire/negotiate-type.ts";
import { createCoreVersions, createGroup, createGroupList } from "./api-groups.ts";
import { createResourceList } from "./api-resource-list.ts";
import type { DiscoveredGroup } from "./discovered-group.ts";
import { createGroupDiscoveryList } from "./group-discovery-list.ts";

export interface DiscoveryOptions {
  /** What there is now; the same list as long as nothing changed. */
  readonly groups: () => readonly DiscoveredGroup[];
  /** Whether all of a group's versions are the server's own, so that there is nobody else to ask for another. */
  readonly isOwnGroup: (group: string) => boolean;
  /** Where the server is found, for clients that ask for its address: `127.0.0.1:6443`. */
  readonly address: () => string;
}

export function handleDiscovery({ groups, isOwnGroup, address }: DiscoveryOptions): Handler {
  return async (request, { info }) => {
    const [, prefix = "", ...parts] = info.path.replace(/(?<!^)\/$/, "").split("/");
    const [name = "", version] = prefix === "api" ? ["", ...parts] : parts;
    const all = groups();
    if (parts.length === 0) return respondTop(request, prefix, all, address());
    const group = all.find((candidate) => candidate.name === name && (name === "") === (prefix === "api"));
    if (!group) return respondNoPage();
    if (request.method !== "GET") throw methodNotAllowed();
    if (version === undefined) return respondPlain(request, createGroup(group), "meta/v1.APIGroup");
    const found =
      parts.length > (prefix === "api" ? 1 : 2) ? undefined : group.versions.find((one) => one.version === version);
    if (!found) {
      if (isOwnGroup(name)) throw resourceNotFound();
      return respondNoPage();
    }
    checkVersionAccept(request);
    return respondPlain(request, createResourceList(name, found), "meta/v1.APIResourceList");
  };
}

/** The lists of resources are served by a router that has its own words for what it does not have. */
function checkVersionAccept({ headers }: ServerRequest): void {
  if (negotiateType(headers.accept, acceptedTypes) !== undefined) return;
  const message = `406: Not Acceptable\n\nAvailable representations: ${acceptedTypes.join(", ")}`;
  throw new ApiError(createFailureStatus("NotAcceptable", message, {}));
}

function respondTop(
  request: ServerRequest,
  prefix: string,
  groups: readonly DiscoveredGroup[],
  address: string,
): ServerResponse {
  if (request.method !== "GET") throw methodNotAllowed();
  const type = aggregatedType(request.headers.accept);
  if (type !== undefined) return respondAggregated(request, prefix, groups, type);
  return prefix === "api"
    ? respondPlain(request, createCoreVersions(groups, address), "meta/v1.APIVersions")
    : respondPlain(request, createGroupList(groups), "meta/v1.APIGroupList");
}

const aggregated = "g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

/** Who knows the aggregated form gets it, however else they would be content. */
function aggregatedType(accept: string | undefined): MediaType | undefined {
  for (const { type, subtype, parameters } of parseAccept(accept ?? "")) {
    const isAsked =
      parameters.get("g") === "apidiscovery.k8s.io" &&
      parameters.get("v") === "v2" &&
      parameters.get("as") === "APIGroupDiscoveryList";
    if (!isAsked) continue;
    const found = mediaTypes.find((media) => type === "*" || `${type}/${subtype}` === contentTypes[media]);
    if (found !== undefined) return found;
  }
  return undefined;
}

interface AggregatedList {
  readonly list: JsonObject;
  readonly json: Uint8Array;
  readonly hash: string;
}

/** Lists that were made for these groups; as groups change, they are made anew. */
const made = new WeakMap<readonly DiscoveredGroup[], Map<string, AggregatedList>>();

function aggregatedList(prefix: string, groups: readonly DiscoveredGroup[]): AggregatedList {
  const known = made.get(groups) ?? new Map<string, AggregatedList>();
  made.set(groups, known);
  const found = known.get(prefix);
  if (found) return found;
  const list = createGroupDiscoveryList(groups.filter(({ name }) => (name === "") === (prefix === "api")));
  const json = new TextEncoder().encode(`${JSON.stringify(list)}\n`);
  const entry = { list, json, hash: hashOpenApi(json) };
  known.set(prefix, entry);
  return entry;
}

function respondAggregated(
  request: ServerRequest,
  prefix: string,
  groups: readonly DiscoveredGroup[],
  mediaType: MediaType,
): ServerResponse {
  const { list, json, hash } = aggregatedList(prefix, groups);
  const headers = { vary: "Accept", etag: `"${hash}"`, "cache-control": "public" };
  if (isKnown(request, hash)) return { status: 304, headers };
  const contentType = `${contentTypes[mediaType]};${aggregated}`;
  const form = { ...negotiateResponse(undefined, offerOf(request)), mediaType, contentType };
  return {
    status: 200,
    headers: { ...headers, "content-type": contentType },
    body: mediaType === "json" ? json : encodeObject(list, form, "apidiscovery/v2.APIGroupDiscoveryList"),
  };
}

function respondPlain(request: ServerRequest, object: JsonObject, typeName: string): ServerResponse {
  const accept = withoutTransformations(request.headers.accept);
  // The router in front of built-in kinds, which refuses in its own words, is not in front of discovery.
  if (negotiateType(accept, acceptedTypes) === undefined) throw ApiError.notAcceptable(acceptedTypes);
  const form = negotiateResponse(accept, offerOf(request));
  return { status: 200, headers: { "content-type": form.contentType }, body: encodeObject(object, form, typeName) };
}

/** Clauses that ask for another form are passed over, as if they were not accepted here. */
function withoutTransformations(accept: string | undefined): string | undefined {
  if (!accept) return accept;
  const plain = accept.split(",").filter((clause) => !/;\s*(?:g|v|as)\s*=/.test(clause));
  if (plain.length === 0) throw ApiError.notAcceptable(acceptedTypes);
  return plain.join(",");
}

function offerOf({ query, headers }: ServerRequest) {
  return { protobuf: true, transforms: false, stream: false, query, userAgent: headers["user-agent"] } as const;
}
