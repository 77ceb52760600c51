/** How quotas look at one kind: which of their resources it is about, whether it is in their scope, and how much of them an object uses. */
import type { AdmissionAttributes } from "@pintle/apiserver";
import { formatGroupResource, type GroupResource, type JsonObject } from "@pintle/machinery";
import { oneUnit, type ResourceList } from "../resources/resource-list.ts";
import type { QuotaScope } from "./quota-scope.ts";

export interface QuotaEvaluator {
  /** Whether the write can change what is used. */
  isConcerned(attributes: AdmissionAttributes): boolean;
  /** Whether a resource of a quota is about this kind. */
  counts(resource: string): boolean;
  /** Kinds without scopes are in none. */
  isInScope?(scope: QuotaScope, object: JsonObject): boolean;
  /** Why the object cannot be counted: it does not say what it needs. */
  complain?(counted: readonly string[], object: JsonObject): string | undefined;
  usageOf(object: JsonObject, nowMs: number): ResourceList;
}

/** `count/deployments.apps` */
export function countNameOf(resource: GroupResource): string {
  return `count/${formatGroupResource(resource)}`;
}

/** These had names of their own before everything could be counted. */
export const olderNames: readonly string[] = ["configmaps", "resourcequotas", "replicationcontrollers", "secrets"];

/** Counts objects of any kind. */
export function createObjectCounter(groupResource: GroupResource): QuotaEvaluator {
  const { group, resource } = groupResource;
  const names = [countNameOf(groupResource), ...(group === "" && olderNames.includes(resource) ? [resource] : [])];
  return {
    isConcerned: ({ operation, subresource }) => operation === "CREATE" && subresource === "",
    counts: (name) => names.includes(name),
    usageOf: () => new Map(names.map((name) => [name, oneUnit])),
  };
}
