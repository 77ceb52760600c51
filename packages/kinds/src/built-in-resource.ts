/** A resource of the real API server, as its discovery and its Tables describe it. */
import type { Scope } from "@pintle/machinery";

export interface BuiltInResource {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly singular: string;
  readonly scope: Scope;
  /** The name of the kind in the table of types: `rbac/v1.ClusterRole`. */
  readonly type: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly verbs: readonly string[];
  /** Empty for resources that cannot be listed. */
  readonly columns: readonly BuiltInColumn[];
  readonly subresources: readonly BuiltInSubresource[];
}

export interface BuiltInColumn {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  /** Above 0 for columns that kubectl shows with `-o wide` only. */
  readonly priority: number;
}

/** What is read and written under a resource: `status`, `scale`, `eviction`. Its kind may be of another group. */
export interface BuiltInSubresource {
  readonly name: string;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly verbs: readonly string[];
}
