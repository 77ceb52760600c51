/**
 * What another server says about its resources, as aggregated discovery describes them. Only what belongs there is taken over, each part
 * with its type: whatever a server says, the discovery of all the others stays readable.
 */
import { getOwn, isJsonObject, type JsonObject } from "@pintle/machinery";
import { textOf, textsOf } from "../registry/object-metadata.ts";

/** Of an `APIGroupDiscoveryList`; `undefined` where the version is not in it. */
export function readAggregated(list: JsonObject, group: string, version: string): JsonObject[] | undefined {
  const found = objectsIn(list, "items")
    .filter((item) => textOf(objectIn(item, "metadata"), "name") === group)
    .flatMap((item) => objectsIn(item, "versions"))
    .find((each) => textOf(each, "version") === version);
  return found && objectsIn(found, "resources").map(toResource);
}

function toResource(resource: JsonObject): JsonObject {
  const parts = objectsIn(resource, "subresources").map((part) => ({
    subresource: textOf(part, "subresource"),
    responseKind: toKind(objectIn(part, "responseKind")),
    verbs: textsOf(part, "verbs"),
  }));
  return {
    resource: textOf(resource, "resource"),
    responseKind: toKind(objectIn(resource, "responseKind")),
    scope: textOf(resource, "scope") === "Namespaced" ? "Namespaced" : "Cluster",
    singularResource: textOf(resource, "singularResource"),
    verbs: textsOf(resource, "verbs"),
    ...listed("shortNames", resource),
    ...listed("categories", resource),
    ...(parts.length > 0 && { subresources: parts }),
  };
}

/** Of an `APIResourceList`, where subresources stand beside what they belong to. */
export function readPlain(list: JsonObject): JsonObject[] {
  const all = objectsIn(list, "resources");
  const subresources = Map.groupBy(
    all.filter((each) => textOf(each, "name").includes("/")),
    (each) => textOf(each, "name").split("/", 1)[0] ?? "",
  );
  const resources = all.filter((each) => !textOf(each, "name").includes("/"));
  const known = new Set(resources.map((each) => textOf(each, "name")));
  const orphans = [...subresources].filter(([name]) => !known.has(name));
  return [
    ...resources.map((each) => fromPlain(each, subresources.get(textOf(each, "name")) ?? [])),
    ...orphans.map(([name, parts]) => fromPlain({ name, namespaced: parts[0]?.namespaced === true }, parts)),
  ];
}

function fromPlain(resource: JsonObject, parts: readonly JsonObject[]): JsonObject {
  const subresources = parts.map((part) => ({
    subresource: textOf(part, "name").replace(/^[^/]*\//, ""),
    responseKind: toKind(part),
    verbs: textsOf(part, "verbs"),
  }));
  return toResource({
    ...resource,
    resource: textOf(resource, "name"),
    responseKind: toKind(resource),
    scope: resource.namespaced === true ? "Namespaced" : "Cluster",
    singularResource: textOf(resource, "singularName"),
    subresources,
  });
}

function toKind(told: JsonObject): JsonObject {
  return { group: textOf(told, "group"), version: textOf(told, "version"), kind: textOf(told, "kind") };
}

function listed(key: string, resource: JsonObject): JsonObject {
  const texts = textsOf(resource, key);
  return texts.length === 0 ? {} : { [key]: texts };
}

function objectIn(object: JsonObject, key: string): JsonObject {
  const value = getOwn(object, key);
  return isJsonObject(value) ? value : {};
}

function objectsIn(object: JsonObject, key: string): JsonObject[] {
  const value = getOwn(object, key);
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
