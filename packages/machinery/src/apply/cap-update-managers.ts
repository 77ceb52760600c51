/**
 * Keeps the list of updaters short: of more than ten the oldest are put together under the name `ancient-changes`.
 *
 * There is one such bucket per version, since sets of different versions do not mix. Appliers are never put together, because
 * their sets decide what an apply removes.
 */

import { compareUtf8 } from "../text/utf8-order.ts";
import {
  compareManagerTimes,
  type FieldManager,
  type FieldManagers,
  formatManagerIdentifier,
} from "./field-managers.ts";

const maxUpdateManagers = 10;

export function capUpdateManagers(managers: FieldManagers): FieldManagers {
  const updaters = [...managers].filter(([, manager]) => manager.operation === "Update");
  let count = updaters.length;
  if (count <= maxUpdateManagers) return managers;
  updaters.sort(([leftId, left], [rightId, right]) => compareManagerTimes(left, right) || compareUtf8(leftId, rightId));

  const capped = new Map(managers);
  // The first of a version stays as it is until a second one gives it company.
  const firstOf = new Map<string, string>();
  for (const [identifier, manager] of updaters) {
    if (count <= maxUpdateManagers) break;
    const first = firstOf.get(manager.apiVersion);
    if (first === undefined) {
      firstOf.set(manager.apiVersion, identifier);
      continue;
    }
    const bucket = bucketOf(manager);
    const bucketId = formatManagerIdentifier(bucket);
    const older = takeOut(capped, capped.has(bucketId) ? bucketId : first);
    capped.delete(identifier);
    capped.set(bucketId, older ? { ...bucket, set: manager.set.union(older.set) } : bucket);
    count -= 1;
  }
  return capped;
}

function bucketOf(manager: FieldManager): FieldManager {
  return { ...manager, name: "ancient-changes", subresource: "" };
}

function takeOut(managers: Map<string, FieldManager>, identifier: string): FieldManager | undefined {
  const manager = managers.get(identifier);
  managers.delete(identifier);
  return manager;
}
