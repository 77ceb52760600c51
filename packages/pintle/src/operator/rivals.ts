/** Who keeps changing what an operator has applied, by the managedFields of the object. */
import {
  type ElementPath,
  type FieldSet,
  formatElementPath,
  type JsonObject,
  type ReadManagedFieldsEntry,
  readManagedFields,
} from "@pintle/machinery";
import type { AnyObject } from "./children.ts";
import { appliedFieldsOf, readFields } from "./owned-fields.ts";

const maxPaths = 5;

/** `"kubectl-edit" keeps changing .spec.replicas`; nothing where managedFields do not tell. `applied` is what was the operator's. */
export function describeRivals(object: AnyObject, manager: string, applied: FieldSet | undefined): string | undefined {
  const own = appliedFieldsOf(object, manager);
  const lost = own === undefined ? applied : applied?.difference(own);
  if (lost === undefined) return undefined;
  const rivals = new Map<string, readonly ElementPath[]>();
  for (const entry of readManagedFields(object as unknown as JsonObject) ?? []) {
    const paths = isOwn(entry, manager) ? [] : pathsOf(entry, lost);
    if (paths.length > 0) rivals.set(entry.manager, [...(rivals.get(entry.manager) ?? []), ...paths]);
  }
  if (rivals.size === 0) return undefined;
  return Array.from(rivals, ([name, paths]) => `${JSON.stringify(name)} keeps changing ${formatPaths(paths)}`).join(
    ", ",
  );
}

function isOwn({ manager, operation }: ReadManagedFieldsEntry, own: string): boolean {
  return manager === own && operation === "Apply";
}

function pathsOf({ fieldsV1 }: ReadManagedFieldsEntry, lost: FieldSet): readonly ElementPath[] {
  const fields = fieldsV1 === undefined ? undefined : readFields(fieldsV1);
  return fields === undefined ? [] : [...fields.intersection(lost).leaves().paths()];
}

function formatPaths(paths: readonly ElementPath[]): string {
  const shown = paths.slice(0, maxPaths).map(formatElementPath);
  return [...shown, ...(paths.length > maxPaths ? [`and ${paths.length - maxPaths} more`] : [])].join(", ");
}
