/**
 * Where objects are on an API server. Names are looked at before anything is sent: an empty one would turn a delete of one object into
 * a delete of all, and `..` or `/` would lead out of a namespace.
 */
import { type Scope, UsageError, validatePathSegmentName } from "@pintle/machinery";

/** What a path is made of: a kind, or what discovery found. */
export interface ResourceTarget {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope: Scope;
}

export interface ObjectPlace {
  /** Absent for objects of cluster scope, and for all namespaces at once. */
  readonly namespace?: string | undefined;
  /** Absent for the collection. */
  readonly name?: string | undefined;
  readonly subresource?: string | undefined;
}

export function formatResourcePath(target: ResourceTarget, place: ObjectPlace): string {
  const { group, version, plural } = target;
  const segments = group === "" ? ["api", version] : ["apis", group, version];
  if (place.namespace !== undefined) segments.push("namespaces", place.namespace);
  segments.push(plural);
  if (place.name !== undefined) segments.push(place.name);
  if (place.subresource !== undefined) segments.push(...place.subresource.split("/"));
  return `/${segments.map(encodeURIComponent).join("/")}`;
}

/** Refuses what could not stand in a path as one segment. `argument` is what the caller knows it by. */
export function requireName(argument: string, value: unknown): string {
  if (typeof value !== "string" || value === "") {
    throw new UsageError("PINTLE_NAME_INVALID", `${argument} is ${describe(value)}: give the name of one object`);
  }
  const [complaint] = validatePathSegmentName(value);
  if (complaint === undefined) return value;
  throw new UsageError("PINTLE_NAME_INVALID", `${argument} ${JSON.stringify(value)} ${complaint}`);
}

/** The namespace that a resource is bound to, if any. */
export function requireNamespace(target: ResourceTarget, namespace: string | undefined): string | undefined {
  if (namespace === undefined) return undefined;
  if (target.scope === "Cluster") {
    throw new UsageError(
      "PINTLE_NAMESPACE_UNEXPECTED",
      `${target.kind} is of cluster scope: leave out namespace ${JSON.stringify(namespace)}`,
    );
  }
  if (namespace === "") {
    throw new UsageError("PINTLE_NAME_INVALID", "namespace is empty: leave it out to list and watch in all namespaces");
  }
  return requireName("namespace", namespace);
}

/** Refuses to delete in a namespace that nobody named. */
export function requireNamespaceForAll(
  place: (target: ResourceTarget) => ObjectPlace,
): (target: ResourceTarget) => ObjectPlace {
  return (target) => {
    const found = place(target);
    if (target.scope === "Cluster" || found.namespace !== undefined) return found;
    const remedy = `say in which namespace: client.resource(${target.kind}, { namespace })`;
    throw new UsageError("PINTLE_NAMESPACE_MISSING", `a collection is deleted in one namespace: ${remedy}`);
  };
}

function describe(value: unknown): string {
  if (value === "") return "empty";
  return value === undefined ? "missing" : `a ${value === null ? "null" : typeof value}, not a text`;
}
