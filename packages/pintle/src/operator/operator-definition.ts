/** What people write: an operator, as a pure value. Nothing here runs. */
import type { Client } from "@pintle/client";
import type { AnyKind, DeepReadonly, LabelSelector, Logger, ObjectKey, ObjectOf } from "@pintle/machinery";
import type { AdmissionWebhookOptions, Cause, EventRecorder } from "@pintle/runtime";
import type { z } from "zod";
import type { ConditionValue } from "../conditions/condition-value.ts";
import type { AnyResource, ConditionsOf, DeclaredStatusOf } from "../resource/resource.ts";
import type { Desired, Owned, Owns } from "./slots.ts";

type MaybePromise<Value> = Value | Promise<Value>;
type ObjectIn<R extends AnyResource> = DeepReadonly<ObjectOf<R>>;
type DeclarationOf<R extends AnyResource> = R["declaration"];

/** Other objects, from the cache. Whatever was read or listed leads to another run when it changes, appears or goes. */
export interface ReadContext {
  /** In the namespace of the object unless said. Its kind is one of those in `reads`. */
  read<K extends AnyKind>(kind: K, key: string | ObjectKey): DeepReadonly<ObjectOf<K>> | undefined;
  /** In the namespace of the object unless said; `namespace: ""` for all of them. */
  list<K extends AnyKind>(
    kind: K,
    options?: { readonly namespace?: string; readonly labelSelector?: string | LabelSelector },
  ): readonly DeepReadonly<ObjectOf<K>>[];
}

export interface DesiredContext<O extends Owns> extends ReadContext {
  /** The children as they are. */
  readonly owned: Owned<O>;
  readonly logger: Logger;
}

export interface StatusContext extends ReadContext {
  readonly logger: Logger;
}

export interface FinalizeContext {
  /** To the API server, with the rights of the operator. */
  readonly client: Client;
  readonly causes: readonly Cause[];
  readonly logger: Logger;
  readonly recorder: EventRecorder;
  /** Aborted when the run has to end: whatever is outside must be told to stop then. */
  readonly signal: AbortSignal;
  /**
   * Says that it is not done yet: the object stays, and there is another call after this time, or sooner where something changes. `"90s"`,
   * `"1h30m"`, or milliseconds.
   */
  requeueAfter(delay: string | number): void;
}

/** The declared keys, of which those that are not optional have to be there, and a word on every declared condition. */
export type ReportedStatus<R extends AnyResource> = DeclaredKeys<DeclaredStatusOf<DeclarationOf<R>>> & {
  readonly conditions?: ReportedConditions<ConditionsOf<DeclarationOf<R>>>;
} & ([RequiredConditions<R>] extends [never]
    ? unknown
    : { readonly conditions: ReportedConditions<ConditionsOf<DeclarationOf<R>>> });

/** Where none are declared there are none, which zod does not say of an empty object. */
type DeclaredKeys<Status extends z.ZodObject> = [keyof Status["shape"]] extends [never] ? unknown : z.input<Status>;

/** `Degraded` is reported by the operator itself when it fails, and is False otherwise unless something else is said. */
export type ReportedConditions<Types extends string> = {
  readonly [Type in Exclude<Types, "Degraded">]: ConditionValue;
} & { readonly [Type in Extract<Types, "Degraded">]?: ConditionValue };

type RequiredConditions<R extends AnyResource> = Exclude<ConditionsOf<DeclarationOf<R>>, "Degraded">;

/** When to try again after an error: as usual, after this time, or not before something changes. */
export type Retry = "backoff" | "terminal" | { readonly after: string | number };

/** What is known of a failure when it is decided how to go on. */
export interface Failure {
  /** In a row, this one included. */
  readonly failures: number;
}

export interface OperatorDefinition<R extends AnyResource, O extends Owns, DesiredResult, StatusResult> {
  /** In logs, metrics, events and the field manager; the kind in lower case unless said. */
  readonly name?: string;
  /** Watches, roles, pruning and order follow from it: what comes later is applied later and removed earlier. */
  readonly owns?: O;
  /** Kinds that `desired`, `status` and admission look up. */
  readonly reads?: readonly AnyKind[];
  /** What there shall be. A throw deletes nothing. It is a function of what it is given: it may run any number of times. */
  desired?(object: ObjectIn<R>, context: DesiredContext<O>): DesiredResult;
  /** What to report of it, once the children are as desired. */
  status?(object: ObjectIn<R>, owned: Owned<O>, context: StatusContext): StatusResult;
  /** Completes and judges objects by webhooks. `default` also runs in memory before `desired`, so that nothing depends on them. */
  readonly admission?: AdmissionWebhookOptions<R>;
  /**
   * Removes what lives outside of Kubernetes, before the object goes. It may run more than once. When it returns the object goes, unless it has
   * called `requeueAfter`. The object is completed by `admission.default`, or as it is where that throws.
   */
  finalize?(object: ObjectIn<R>, context: FinalizeContext): MaybePromise<void>;
  /** Waits, when the object is deleted, for each slot to be empty before the one declared before it is emptied. */
  readonly orderedDeletion?: boolean;
  /** Another run so long after each one that went well: for what nobody tells of. */
  readonly schedule?: string | number | ((object: ObjectIn<R>) => string | number | undefined);
  /** How to go on after an error; usually by trying again, ever more slowly. */
  retry?(error: unknown, failure: Failure): Retry;
  /** How many objects are worked on at once: 1 unless said. */
  readonly workers?: number;
  readonly reconcileTimeoutMs?: number;
}

/** An operator of any resource, as `run`, tests and manifests take it. */
export interface Operator {
  readonly name: string;
  readonly resource: AnyResource;
  readonly owns: Owns;
  readonly reads: readonly AnyKind[];
  readonly definition: AnyOperatorDefinition;
}

/** How an operator is kept: with its types forgotten. */
export type AnyOperatorDefinition = OperatorDefinition<
  AnyResource,
  Owns,
  MaybePromise<Desired<Owns>>,
  MaybePromise<AnyReportedStatus>
>;

export interface AnyReportedStatus {
  readonly conditions?: Readonly<Record<string, ConditionValue>>;
  readonly [key: string]: unknown;
}
