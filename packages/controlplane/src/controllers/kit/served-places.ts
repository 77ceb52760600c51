/** Where the objects of a resource are found, by group and plural, in the version that is preferred; for resources that come and go. */
import type { ResourceEndpoint, ResourceRegistry } from "@pintle/apiserver";
import { ApiError, formatGroupVersion } from "@pintle/machinery";

/** One object, or with an empty name all objects of a namespace, or with an empty namespace too, all there are. */
export interface PlanePlace {
  readonly group: string;
  readonly plural: string;
  /** Only needed for what another server serves behind this one: the preferred one unless said. */
  readonly version?: string | undefined;
  /** Empty or absent for what is in no namespace. */
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  /** What is meant in place of the object itself: `status`, `scale`, `binding`. */
  readonly subresource?: string | undefined;
}

export interface ServedPlaces extends Disposable {
  find(group: string, plural: string): ResourceEndpoint | undefined;
  /** Throws `NotFound` for what is not served. */
  pathOf(place: PlanePlace): string;
}

export function createServedPlaces(registry: ResourceRegistry): ServedPlaces {
  const known = new Map<string, ResourceEndpoint | undefined>();
  const subscription = registry.subscribe(() => known.clear());

  function look(group: string, plural: string): ResourceEndpoint | undefined {
    const resource = registry.list().find((each) => each.group === group && each.plural === plural);
    const preferred = resource?.versions.find(({ isServed }) => isServed !== false);
    return preferred && registry.find(group, preferred.version, plural);
  }

  function find(group: string, plural: string): ResourceEndpoint | undefined {
    const name = `${group}/${plural}`;
    if (!known.has(name)) known.set(name, look(group, plural));
    return known.get(name);
  }

  return {
    find,
    pathOf({ group, plural, version, namespace = "", name = "", subresource = "" }) {
      const apiVersion =
        version === undefined ? find(group, plural)?.apiVersion : formatGroupVersion({ group, version });
      if (apiVersion === undefined) throw ApiError.notFound({ group, resource: plural }, name);
      const parts = [group === "" ? "/api" : "/apis", apiVersion];
      if (namespace !== "") parts.push("namespaces", encodeURIComponent(namespace));
      parts.push(plural);
      if (name !== "") parts.push(encodeURIComponent(name));
      if (subresource !== "") parts.push(subresource);
      return parts.join("/");
    },
    [Symbol.dispose]: () => subscription[Symbol.dispose](),
  };
}
