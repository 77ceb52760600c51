/** All groups in the order of their priorities, those of the server itself and those of servers behind it. */
import { compareUtf8, type JsonObject } from "@pintle/machinery";
import { compareVersions } from "../discovery/compare-versions.ts";
import type { DiscoveredGroup, DiscoveredVersion } from "../discovery/discovered-group.ts";
import type { ApiService } from "./api-service.ts";

/** What a server behind says it serves in a version of a group. */
export interface RemoteResources {
  /** As aggregated discovery describes them; none where they are not known. */
  readonly resources: readonly JsonObject[];
  readonly freshness: "Current" | "Stale";
}

/** As those that definitions get. */
const defaultGroupPriority = 1_000;
const defaultVersionPriority = 100;
/** The group of APIServices themselves comes first, whatever others say of theirs. */
const firstGroup = "apiregistration.k8s.io";

interface Ranked {
  readonly group: DiscoveredGroup;
  readonly priority: number;
  /** By which groups of the same priority are sorted. */
  readonly name: string;
  readonly place: number;
}

export function arrangeGroups(
  own: readonly DiscoveredGroup[],
  apiServices: Iterable<ApiService>,
  resourcesOf: (apiService: ApiService) => RemoteResources,
): readonly DiscoveredGroup[] {
  const byGroup = Map.groupBy(apiServices, ({ group }) => group);
  const ownGroups = new Map(own.map((group) => [group.name, group]));
  const remoteOnly = [...byGroup].filter(
    ([name, services]) => !ownGroups.has(name) && services.some(({ service }) => service !== undefined),
  );
  const names = [...ownGroups.keys(), ...remoteOnly.map(([name]) => name)];
  return names
    .map((name, place): Ranked => {
      const services = byGroup.get(name) ?? [];
      const group = { name, versions: arrangeVersions(ownGroups.get(name), services, resourcesOf) };
      return { group, place: ownGroups.has(name) ? place : Number.POSITIVE_INFINITY, ...rankOf(name, services) };
    })
    .sort(compareRanks)
    .map(({ group }) => group);
}

function rankOf(group: string, services: readonly ApiService[]): Pick<Ranked, "priority" | "name"> {
  if (group === "" || group === firstGroup) return { priority: Number.POSITIVE_INFINITY, name: group };
  const [first] = services.toSorted(
    (left, right) => right.groupPriorityMinimum - left.groupPriorityMinimum || compareUtf8(left.name, right.name),
  );
  return { priority: first?.groupPriorityMinimum ?? defaultGroupPriority, name: first?.name ?? `v1.${group}` };
}

/** The server's own groups keep their order among each other where priorities leave it open. */
function compareRanks(left: Ranked, right: Ranked): number {
  if (left.priority !== right.priority) return right.priority > left.priority ? 1 : -1;
  const areOwn = Number.isFinite(left.place) && Number.isFinite(right.place);
  return areOwn ? left.place - right.place : compareUtf8(left.name, right.name);
}

function arrangeVersions(
  own: DiscoveredGroup | undefined,
  services: readonly ApiService[],
  resourcesOf: (apiService: ApiService) => RemoteResources,
): DiscoveredVersion[] {
  const versions = new Map(own?.versions.map((version) => [version.version, version]));
  const priorities = new Map(services.map(({ version, versionPriority }) => [version, versionPriority]));
  for (const apiService of services) {
    if (apiService.service === undefined) continue;
    const { version } = apiService;
    versions.set(version, { version, resources: [], remote: resourcesOf(apiService) });
  }
  const priorityOf = (version: string) => priorities.get(version) ?? defaultVersionPriority;
  return [...versions.values()].sort(
    (left, right) =>
      priorityOf(right.version) - priorityOf(left.version) || compareVersions(left.version, right.version),
  );
}
