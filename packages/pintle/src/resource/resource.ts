/**
 * A resource of one's own, as `defineResource` gives it: a kind, to build and type-check manifests with, that also knows how it was declared.
 * The definition that a cluster needs, conversion between versions, and what an operator may say of it all follow from this one value.
 */
import type { Condition, DeepInput, DeepReadonly, Kind, ObjectMeta, Scope } from "@pintle/machinery";
import type { ValidationRule } from "@pintle/schema";
import type { z } from "zod";
import type { Column } from "./columns.ts";
import type { Complaint, ExtraKeys } from "./complaint.ts";

/** What is said of a resource. Its names are literals to the compiler; its shapes are schemas of zod. */
export interface ResourceDeclaration<
  Spec extends z.ZodType = z.ZodType,
  Status extends z.ZodObject = z.ZodObject,
  Conditions extends readonly string[] = readonly string[],
> {
  readonly group: string;
  /** The hub: what is stored, and what the operator works with. */
  readonly version: string;
  readonly kind: string;
  /** The kind in lower case with an ending unless said. */
  readonly plural?: string;
  readonly singular?: string;
  readonly shortNames?: readonly string[];
  /** Under which `kubectl get` finds it too, such as `all`. */
  readonly categories?: readonly string[];
  /** `Namespaced` unless said. */
  readonly scope?: Scope;
  /** What `kubectl explain` says of it. */
  readonly description?: string;
  readonly spec: Spec;
  /** Every key is optional in the cluster, so that a status can always be written; conditions need not be declared here. */
  readonly status?: Status;
  /** CEL rules on the whole object. */
  readonly rules?: readonly ValidationRule[];
  /** Types of the conditions that the operator reports. */
  readonly conditions?: Conditions;
  /** What `kubectl get` shows besides the name; Age is added. */
  readonly columns?: Readonly<Record<string, Column>>;
  /** Where `kubectl scale` and autoscalers find what they need. */
  readonly scale?: ScalePaths;
  /** By which fields lists can be selected: `spec.size`. */
  readonly selectableFields?: readonly string[];
}

export interface ScalePaths {
  /** `spec.replicas` */
  readonly replicas: string;
  /** `status.replicas` */
  readonly statusReplicas: string;
  /** `status.selector`, where the status has one. */
  readonly selector?: string;
}

/** Beside what was declared, a status always has these. */
export interface ManagedStatus {
  observedGeneration?: number;
  conditions?: Condition[];
  /** What the operator has applied and may have to remove. */
  inventory?: InventoryEntry[];
}

/** A kind of children that an owner has, or had. */
export interface InventoryEntry {
  group: string;
  version: string;
  kind: string;
  plural: string;
}

export type StatusOf<Status extends z.ZodType> = Partial<z.output<Status>> & ManagedStatus;

export interface ResourceInfo<Names extends ResourceDeclaration> {
  readonly group: Names["group"];
  readonly version: Names["version"];
  readonly kind: Names["kind"];
  readonly plural: string;
  readonly scope: Names extends { readonly scope: infer S extends Scope } ? S : "Namespaced";
  readonly subresources: Names extends { readonly scale: ScalePaths }
    ? readonly ["status", "scale"]
    : readonly ["status"];
}

export type SpecOf<Declaration> = Declaration extends { readonly spec: infer Spec extends z.ZodType } ? Spec : never;
export type DeclaredStatusOf<Declaration> = Declaration extends { readonly status: infer Status extends z.ZodObject }
  ? Status
  : z.ZodObject<Record<never, never>>;
export type ConditionsOf<Declaration> = Declaration extends {
  readonly conditions: infer Types extends readonly string[];
}
  ? Types[number]
  : never;

/** A spec that may be left out, because it has a default or nothing in it is needed, is an optional key. */
type SpecField<Spec> = undefined extends Spec ? { spec?: Spec } : { spec: Spec };
type StatusField<Declaration> = { status?: StatusOf<DeclaredStatusOf<Declaration>> };

export interface Resource<Declaration extends ResourceDeclaration = ResourceDeclaration>
  extends Kind<
    ResourceInfo<Declaration>,
    SpecField<z.output<SpecOf<Declaration>>> & StatusField<Declaration>,
    SpecField<z.input<SpecOf<Declaration>>> & StatusField<Declaration>
  > {
  readonly declaration: Declaration;
  /** Versions beside the hub, in the order in which they were added. */
  readonly versions: readonly ResourceVersion[];
  /**
   * The same resource with one more version. What only one of both can say is kept in an annotation, so that an object that goes there and
   * back is what it was.
   */
  withVersion<
    Spec extends z.ZodType,
    Up extends HubFields<Declaration>,
    Down extends ConvertedFields<z.input<Spec>, StatusOf<Status>>,
    Status extends z.ZodObject = DeclaredStatusOf<Declaration>,
  >(
    name: string,
    version: VersionDeclaration<Declaration, Spec, Status, Up, Down> &
      Complaint<"up", ExtraKeys<Up, HubFields<Declaration>>, "is not a key of the version that is converted to"> &
      Complaint<
        "down",
        ExtraKeys<Down, ConvertedFields<z.input<Spec>, StatusOf<Status>>>,
        "is not a key of the version that is converted to"
      >,
  ): Resource<Declaration>;
}

/** Any resource, for functions that work with all of them. */
// biome-ignore lint/suspicious/noExplicitAny: a declaration is used in both directions, so that no type but this one stands for all.
export type AnyResource = Resource<any>;

/** What a conversion gives. Without a status the one that there is stays, where both versions have the same. */
export interface ConvertedFields<Spec, Status> {
  readonly spec: DeepInput<Spec>;
  readonly status?: DeepInput<Status> | undefined;
}

type HubFields<Declaration extends ResourceDeclaration> = ConvertedFields<
  z.input<SpecOf<Declaration>>,
  StatusOf<DeclaredStatusOf<Declaration>>
>;

/** Columns, rules and paths are those of this version alone: its fields may have other names than the hub's. */
export interface VersionDeclaration<
  Declaration extends ResourceDeclaration,
  Spec extends z.ZodType,
  Status extends z.ZodObject,
  Up = HubFields<Declaration>,
  Down = ConvertedFields<z.input<Spec>, StatusOf<Status>>,
> {
  readonly description?: string;
  readonly spec: Spec;
  /** That of the hub unless said. */
  readonly status?: Status;
  readonly rules?: readonly ValidationRule[];
  readonly columns?: Readonly<Record<string, Column>>;
  readonly scale?: ScalePaths;
  readonly selectableFields?: readonly string[];
  /** It is served unless this is false. */
  readonly served?: boolean;
  /** What clients that use it are warned with; `true` for the server's own words. */
  readonly deprecated?: boolean | string;
  /**
   * From this version to the hub. Pure and quick: it runs for each object of each list, and once more to see what it loses. What admission
   * fills in may still be missing, since the API server converts before it asks.
   */
  up(old: VersionedObject<z.output<Spec>, StatusOf<Status>>): Up;
  /** From the hub to this version. */
  down(now: VersionedObject<z.output<SpecOf<Declaration>>, StatusOf<DeclaredStatusOf<Declaration>>>): Down;
}

export type VersionedObject<Spec, Status> = DeepReadonly<{ metadata: ObjectMeta; spec: Spec; status?: Status }>;

/** A version beside the hub, for those who build definitions and conversions from it. */
export interface ResourceVersion
  extends Pick<
    ResourceDeclaration,
    "description" | "spec" | "status" | "rules" | "columns" | "scale" | "selectableFields"
  > {
  readonly version: string;
  readonly served: boolean;
  readonly deprecated: boolean | string;
  up(old: VersionedObject<unknown, unknown>): { readonly spec: unknown; readonly status?: unknown };
  down(now: VersionedObject<unknown, unknown>): { readonly spec: unknown; readonly status?: unknown };
}
