/**
 * Who owns what: the managers of one object, each under an identifier that says when two writes come from the same one.
 *
 * An applier is known by its name and subresource, whatever version it applies, so that it can give up in one version what
 * it took in another. An updater is known by its version as well, because its set cannot be carried over to another one.
 */
import { formatGoJson } from "../text/go-text.ts";
import { compareUtf8 } from "../text/utf8-order.ts";
import type { FieldSet } from "./field-set.ts";

export interface FieldManager {
  readonly name: string;
  readonly operation: "Apply" | "Update";
  /** The version in whose terms the set is written. */
  readonly apiVersion: string;
  /** Empty for writes to the object itself. */
  readonly subresource: string;
  /** RFC 3339 in UTC. A manager that only ever found what it wanted has none. */
  readonly time: string | undefined;
  readonly set: FieldSet;
}

/** Managers by their identifier. */
export type FieldManagers = ReadonlyMap<string, FieldManager>;

/** A JSON text, as in Kubernetes: the order of managers in messages and in `ancient-changes` is that of these texts. */
export function formatManagerIdentifier(
  manager: Pick<FieldManager, "name" | "operation" | "apiVersion" | "subresource">,
): string {
  const { name, operation, apiVersion, subresource } = manager;
  const members = [`"operation":"${operation}"`];
  if (name !== "") members.unshift(`"manager":${formatGoJson(name)}`);
  if (operation === "Update" && apiVersion !== "") members.push(`"apiVersion":${formatGoJson(apiVersion)}`);
  if (subresource !== "") members.push(`"subresource":${formatGoJson(subresource)}`);
  return `{${members.join(",")}}`;
}

/** Earlier first; a manager without a time is older than any. */
export function compareManagerTimes(left: FieldManager, right: FieldManager): number {
  const epoch = "1970-01-01T00:00:00Z";
  return compareUtf8(left.time ?? epoch, right.time ?? epoch);
}
