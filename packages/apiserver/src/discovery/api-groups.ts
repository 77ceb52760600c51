/** Groups as plain discovery lists them. */
import type { JsonObject } from "@pintle/machinery";
import type { DiscoveredGroup } from "./discovered-group.ts";

export function createGroupList(groups: readonly DiscoveredGroup[]): JsonObject {
  return {
    kind: "APIGroupList",
    apiVersion: "v1",
    groups: groups.filter(({ name }) => name !== "").map(describeGroup),
  };
}

export function createGroup(group: DiscoveredGroup): JsonObject {
  return { kind: "APIGroup", apiVersion: "v1", ...describeGroup(group) };
}

function describeGroup({ name, versions }: DiscoveredGroup): JsonObject {
  const told = versions.map(({ version }) => ({ groupVersion: `${name}/${version}`, version }));
  return { name, versions: told, preferredVersion: told[0] ?? {} };
}

/** The core group has versions only. `address` is where the server is found. */
export function createCoreVersions(groups: readonly DiscoveredGroup[], address: string): JsonObject {
  const core = groups.find(({ name }) => name === "");
  return {
    kind: "APIVersions",
    versions: (core?.versions ?? []).map(({ version }) => version),
    serverAddressByClientCIDRs: [{ clientCIDR: "0.0.0.0/0", serverAddress: address }],
  };
}
