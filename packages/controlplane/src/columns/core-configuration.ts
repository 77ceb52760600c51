/** The rows of what Pods are configured with: ConfigMaps, Secrets, ServiceAccounts, quotas; and of the old component statuses. */
import { getOwn, type JsonObject } from "@pintle/machinery";
import { objectAt, textAt } from "../builtin/json-fields.ts";
import { conditionOf } from "./condition-cells.ts";
import { ageOf, type CellsByResource, nameOf } from "./kind-cells.ts";
import { sortedKeys } from "./label-cells.ts";
import { formatQuantityCell } from "./quantity-cells.ts";

export const configurationCells: CellsByResource = {
  configmaps: (map, nowMs) => [nameOf(map), keyCount(map, "data") + keyCount(map, "binaryData"), ageOf(map, nowMs)],
  secrets: (secret, nowMs) => [
    ...[nameOf(secret), textAt(secret, "type"), keyCount(secret, "data"), ageOf(secret, nowMs)],
  ],
  serviceaccounts: (account, nowMs) => [nameOf(account), ageOf(account, nowMs)],
  resourcequotas: (quota, nowMs) => {
    const names = sortedKeys(objectAt(quota, "status.hard"));
    const isLimit = (name: string) => name.startsWith("limits.");
    return [
      nameOf(quota),
      formatUse(
        quota,
        names.filter((name) => !isLimit(name)),
      ),
      formatUse(quota, names.filter(isLimit)),
      ageOf(quota, nowMs),
    ];
  },
  componentstatuses: (component) => {
    const healthy = conditionOf(component, "Healthy", "conditions");
    if (!healthy) return [nameOf(component), "Unknown", "", ""];
    const status = textAt(healthy, "status") === "True" ? "Healthy" : "Unhealthy";
    return [nameOf(component), status, textAt(healthy, "message"), textAt(healthy, "error")];
  },
};

function keyCount(object: JsonObject, path: string): number {
  return sortedKeys(objectAt(object, path)).length;
}

/** What is used of what is allowed, by resource: `pods: 1/2`. */
function formatUse(quota: JsonObject, names: readonly string[]): string {
  const [hard, used] = [objectAt(quota, "status.hard"), objectAt(quota, "status.used")];
  const uses = names.map(
    (name) => `${name}: ${formatQuantityCell(getOwn(used, name))}/${formatQuantityCell(getOwn(hard, name))}`,
  );
  return uses.join(", ");
}
