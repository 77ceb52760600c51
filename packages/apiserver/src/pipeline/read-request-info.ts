/** Reads what a request is about from its method, path and query, as Kubernetes does: nothing else may decide who may do what. */
import { InvalidSelectorError, parseFieldSelector, validatePathSegmentName } from "@pintle/machinery";
import { isWatchRequested } from "../watch/watch-options.ts";
import { noResource, type RequestInfo } from "./request-info.ts";

const verbByMethod: Readonly<Record<string, string>> = {
  POST: "create",
  GET: "get",
  HEAD: "get",
  PUT: "update",
  PATCH: "patch",
  DELETE: "delete",
};

/** `path` is decoded. Throws a `RangeError` for a path that stops in its middle: `/api/v1/watch`. */
export function readRequestInfo(method: string, path: string, query: URLSearchParams): RequestInfo {
  const parts = splitPath(path);
  const [prefix = "", ...rest] = parts;
  const isGrouped = prefix === "apis";
  if ((prefix !== "api" && !isGrouped) || rest.length < (isGrouped ? 3 : 2)) return offResources(method, path);
  const group = isGrouped ? (rest.shift() ?? "") : "";
  const version = rest.shift() ?? "";
  const special = rest[0] === "watch" || rest[0] === "proxy" ? rest.shift() : undefined;
  if (special !== undefined && rest.length === 0) {
    throw new RangeError(`unable to determine kind and namespace from url, ${path}`);
  }
  const { namespace, named } = splitNamespace(rest);
  const [resource = "", name = "", third = "", ...further] = named;
  const subresource = special === "proxy" ? "" : third;
  return {
    isResource: true,
    path,
    prefix,
    group,
    version,
    namespace,
    resource,
    subresource,
    parts: special === "proxy" ? named.slice(2) : further,
    ...readVerb(special ?? verbByMethod[method] ?? "", name, special !== undefined, query),
  };
}

/** Slashes at both ends do not count; those within do, so that a part may be empty. */
function splitPath(path: string): string[] {
  const trimmed = path.replace(/^\/+|(?<!\/)\/+$/g, "");
  return trimmed === "" ? [] : trimmed.split("/");
}

function offResources(method: string, path: string): RequestInfo {
  return { ...noResource, path, verb: method.toLowerCase() };
}

const namespaceSubresources: ReadonlySet<string> = new Set(["status", "finalize"]);

/** What comes below a namespace is a resource in it, but for the two subresources that namespaces have. */
function splitNamespace(parts: readonly string[]): { namespace: string; named: readonly string[] } {
  const [first, namespace, third] = parts;
  if (first !== "namespaces" || namespace === undefined) return { namespace: "", named: parts };
  const isBelow = third !== undefined && !namespaceSubresources.has(third);
  return { namespace, named: isBelow ? parts.slice(2) : parts };
}

type VerbFields = Pick<RequestInfo, "verb" | "name" | "labelSelector" | "fieldSelector">;

/** A collection is listed, watched or deleted as a whole; a selector that names one object is as good as its name. */
function readVerb(verb: string, name: string, isPathVerb: boolean, query: URLSearchParams): VerbFields {
  const collective = name === "" ? collectiveVerb(verb, query) : verb;
  // Watches that say so in their path know no selectors.
  if (collective === verb || isPathVerb) return { verb, name, labelSelector: "", fieldSelector: "" };
  const fieldSelector = query.get("fieldSelector") ?? "";
  return {
    verb: collective,
    name: verb === "get" ? selectedName(fieldSelector) : "",
    labelSelector: query.get("labelSelector") ?? "",
    fieldSelector,
  };
}

function collectiveVerb(verb: string, query: URLSearchParams): string {
  if (verb === "delete") return "deletecollection";
  return verb === "get" ? (isWatchRequested(query) ? "watch" : "list") : verb;
}

function selectedName(fieldSelector: string): string {
  if (!fieldSelector.includes("metadata.name")) return "";
  try {
    const name = parseFieldSelector(fieldSelector).requiresExactMatch("metadata.name") ?? "";
    return validatePathSegmentName(name).length === 0 ? name : "";
  } catch (error) {
    if (error instanceof InvalidSelectorError) return "";
    throw error;
  }
}
