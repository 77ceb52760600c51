/**
 * A CustomResourceDefinition as it lies in storage, and the few ways to look at it that everybody needs.
 *
 * Its types have been checked when it was decoded; whether anything is there has not.
 */
import type { JsonObject } from "@pintle/machinery";
import type { StructuralSchema } from "@pintle/schema";
import type { WebhookClientConfig } from "../webhooks/webhook-connection.ts";

export interface Definition {
  readonly metadata: DefinitionMetadata;
  readonly spec: DefinitionSpecification;
  readonly status?: DefinitionStatus;
}

export interface DefinitionMetadata {
  readonly name: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly generation?: number;
  readonly deletionTimestamp?: string;
  readonly finalizers?: readonly string[];
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface DefinitionSpecification {
  readonly group: string;
  readonly scope: string;
  readonly names: DefinitionNames;
  readonly versions: readonly DefinitionVersion[];
  readonly conversion?: DefinitionConversion;
  readonly preserveUnknownFields?: boolean;
}

export interface DefinitionNames {
  readonly plural?: string;
  readonly singular?: string;
  readonly kind?: string;
  readonly listKind?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

export interface DefinitionVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated?: boolean;
  readonly deprecationWarning?: string;
  readonly schema?: { readonly openAPIV3Schema?: StructuralSchema };
  readonly subresources?: DefinitionSubresources;
  readonly additionalPrinterColumns?: readonly DefinitionColumn[];
  readonly selectableFields?: readonly { readonly jsonPath: string }[];
}

export interface DefinitionSubresources {
  readonly status?: object;
  readonly scale?: DefinitionScale;
}

export interface DefinitionScale {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  readonly labelSelectorPath?: string;
}

export interface DefinitionColumn {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  readonly priority?: number;
  readonly jsonPath: string;
}

export interface DefinitionConversion {
  readonly strategy: string;
  readonly webhook?: {
    readonly clientConfig?: WebhookClientConfig;
    readonly conversionReviewVersions?: readonly string[] | null;
  };
}

export interface DefinitionStatus {
  readonly conditions?: readonly DefinitionCondition[] | null;
  readonly acceptedNames?: DefinitionNames;
  readonly storedVersions?: readonly string[] | null;
}

export interface DefinitionCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string;
}

/** Added when a definition is deleted; gone when no object of it is left. */
export const cleanupFinalizer = "customresourcecleanup.apiextensions.k8s.io";

/** Stands for versions of which nothing is said: messages tell them from none. */
export const noVersions: readonly DefinitionVersion[] = [];

const nothing: DefinitionSpecification = { group: "", scope: "", names: {}, versions: noVersions };

/** A stored object in the types above; what Go always writes is there even if nobody sent it. */
export function toDefinition(object: JsonObject): Definition {
  const { spec, ...rest } = object as unknown as Definition;
  return { ...rest, spec: { ...nothing, ...spec, names: spec?.names ?? {}, versions: spec?.versions ?? noVersions } };
}

/** Those that were accepted: one that is asked for may belong to another definition. */
export function servedNamesOf({ spec, status }: Definition): DefinitionNames {
  return { ...spec.names, ...status?.acceptedNames };
}

export function findCondition({ status }: Definition, type: string): DefinitionCondition | undefined {
  return status?.conditions?.find((condition) => condition.type === type);
}

export function isConditionTrue(definition: Definition, type: string): boolean {
  return findCondition(definition, type)?.status === "True";
}

/** The conditions with one that is new or takes the place of its predecessor; the time of a change is kept where nothing changed. */
export function withCondition(
  conditions: readonly DefinitionCondition[],
  condition: DefinitionCondition,
  now: string,
): readonly DefinitionCondition[] {
  const before = conditions.find((each) => each.type === condition.type);
  const isKept = before?.status === condition.status && before.lastTransitionTime !== undefined;
  const lastTransitionTime = isKept ? (before.lastTransitionTime ?? now) : now;
  const { type, status, lastTransitionTime: _, ...told } = condition;
  // In the order in which Go prints them.
  const next = { type, status, lastTransitionTime, ...told };
  return before ? conditions.map((each) => (each === before ? next : each)) : [...conditions, next];
}
