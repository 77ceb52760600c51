/** A version's resources as plain discovery lists them, one entry for each resource and subresource. */
import { createHash } from "node:crypto";
import type { JsonObject } from "@pintle/machinery";
import type { ServedResource } from "../registry/served-resource.ts";
import type { DiscoveredResource, DiscoveredVersion } from "./discovered-group.ts";

export function createResourceList(group: string, { version, resources }: DiscoveredVersion): JsonObject {
  return {
    kind: "APIResourceList",
    // The core group is older than the rule that everything has an apiVersion.
    ...(group !== "" && { apiVersion: "v1" }),
    groupVersion: group === "" ? version : `${group}/${version}`,
    resources: resources.flatMap(createEntries),
  };
}

function createEntries({ resource, verbs, subresources }: DiscoveredResource): JsonObject[] {
  const namespaced = resource.scope === "Namespaced";
  return [
    {
      name: resource.plural,
      singularName: resource.singular,
      namespaced,
      kind: resource.kind,
      verbs: [...verbs],
      ...listed("shortNames", resource.shortNames),
      ...listed("categories", resource.categories),
      ...(verbs.includes("watch") && { storageVersionHash: hashStoredKind(resource) }),
    },
    ...subresources.map(({ name, kind, group, version, verbs: own }) => ({
      name: `${resource.plural}/${name}`,
      singularName: "",
      namespaced,
      ...(group !== "" && { group }),
      ...(version !== "" && { version }),
      kind,
      verbs: [...own],
    })),
  ];
}

function listed(key: string, values: readonly string[] = []): JsonObject {
  return values.length === 0 ? {} : { [key]: [...values] };
}

/** Tells clients when two resources are one in storage: eight bytes of a digest of the stored kind. */
function hashStoredKind({ group, kind, versions, storageVersion, storedAs }: ServedResource): string {
  const version = storageVersion ?? versions[0]?.version ?? "";
  const stored = storedAs ?? `${group}/${version}/${kind}`;
  return createHash("sha256").update(stored).digest().subarray(0, 8).toString("base64");
}
