/** The APIServices that the server makes itself, one for each version that definitions serve, and how they are told from those of others. */
import { equalJson, getOwn, type JsonObject } from "@pintle/machinery";
import type { Definition } from "../apiextensions/definition.ts";
import type { ApiService } from "./api-service.ts";
import type { ApiServiceClient } from "./api-service-client.ts";

const managedLabel = "kube-aggregator.kubernetes.io/automanaged";

/** By name, the specs of those that shall be there. */
export function registrationsOf(definitions: readonly Definition[]): Map<string, JsonObject> {
  const wanted = new Map<string, JsonObject>();
  for (const { spec } of definitions) {
    for (const { name: version, served } of spec.versions) {
      if (!served) continue;
      const { group } = spec;
      wanted.set(`${version}.${group}`, { group, version, groupPriorityMinimum: 1_000, versionPriority: 100 });
    }
  }
  return wanted;
}

/** One step towards what shall be there; whether there was anything to do. What somebody made by hand stays as it is. */
export async function register(
  name: string,
  { current, wanted, client }: { current?: ApiService; wanted?: JsonObject; client: ApiServiceClient },
): Promise<boolean> {
  if (current === undefined) {
    if (wanted) await client.create(name, { [managedLabel]: "true" }, wanted);
    return wanted !== undefined;
  }
  if (getOwn(current.labels, managedLabel) !== "true") return false;
  if (wanted === undefined) await client.delete(current);
  else if (equalJson(current.spec, wanted)) return false;
  else await client.setSpec(current, wanted);
  return true;
}
