/** A kind as the server describes it, from either of the two forms in which it does: all groups at once, or one group version at a time. */
import { formatGroupVersion, type GroupVersion, isJsonObject, parseGroupVersion, type Scope } from "@pintle/machinery";
import type { ResourceTarget } from "../resource/resource-path.ts";

export interface DiscoveredKind extends ResourceTarget {
  readonly apiVersion: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly verbs: readonly string[];
  /** `status`, `scale` and so on. */
  readonly subresources: readonly string[];
}

/** All kinds of an `APIGroupDiscoveryList`, the versions of a group in the order in which the server prefers them. */
export function readGroupDiscoveryList(answer: unknown): DiscoveredKind[] {
  return objectsIn(answer, "items").flatMap((group) => {
    const name = textOf(objectIn(group, "metadata"), "name");
    return objectsIn(group, "versions").flatMap((version) => {
      const groupVersion = { group: name, version: textOf(version, "version") };
      return objectsIn(version, "resources").flatMap((resource) => readDiscoveredResource(groupVersion, resource));
    });
  });
}

function readDiscoveredResource(groupVersion: GroupVersion, resource: object): DiscoveredKind[] {
  const kind = textOf(objectIn(resource, "responseKind"), "kind");
  const plural = textOf(resource, "resource");
  if (kind === "" || plural === "") return [];
  const subresources = objectsIn(resource, "subresources").map((found) => textOf(found, "subresource"));
  return [
    {
      ...describe(groupVersion, resource, subresources),
      ...{ kind, plural, singular: textOf(resource, "singularResource") || kind.toLowerCase() },
      scope: scopeOf(textOf(resource, "scope") === "Namespaced"),
    },
  ];
}

/** The kinds of an `APIResourceList`, where subresources stand beside resources as `pods/status`. */
export function readResourceList(answer: unknown): DiscoveredKind[] {
  const groupVersion = parseGroupVersion(textOf(answer, "groupVersion"));
  const resources = objectsIn(answer, "resources");
  const names = resources.map((resource) => textOf(resource, "name"));
  return resources.flatMap((resource) => {
    const plural = textOf(resource, "name");
    const kind = textOf(resource, "kind");
    if (plural === "" || kind === "" || plural.includes("/")) return [];
    const prefix = `${plural}/`;
    const subresources = names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
    return [
      {
        ...describe(groupVersion, resource, subresources),
        ...{ kind, plural, singular: textOf(resource, "singularName") || kind.toLowerCase() },
        scope: scopeOf((resource as { readonly namespaced?: unknown }).namespaced === true),
      },
    ];
  });
}

function describe(groupVersion: GroupVersion, resource: object, subresources: readonly string[]) {
  return {
    ...groupVersion,
    apiVersion: formatGroupVersion(groupVersion),
    shortNames: textsIn(resource, "shortNames"),
    categories: textsIn(resource, "categories"),
    verbs: textsIn(resource, "verbs"),
    subresources,
  };
}

function scopeOf(isNamespaced: boolean): Scope {
  return isNamespaced ? "Namespaced" : "Cluster";
}

function fieldOf(value: unknown, key: string): unknown {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export function textOf(value: unknown, key: string): string {
  const found = fieldOf(value, key);
  return typeof found === "string" ? found : "";
}

function objectIn(value: unknown, key: string): object {
  const found = fieldOf(value, key);
  return isJsonObject(found) ? found : {};
}

export function objectsIn(value: unknown, key: string): object[] {
  const found = fieldOf(value, key);
  return Array.isArray(found) ? found.filter(isJsonObject) : [];
}

export function textsIn(value: unknown, key: string): string[] {
  const found = fieldOf(value, key);
  return Array.isArray(found) ? found.filter((text) => typeof text === "string") : [];
}
