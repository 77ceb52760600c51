/**
 * The status that an object shall have after a run. What was declared and what the operator itself reports is decided here; conditions of
 * others, and keys that nobody declared, stay as they are.
 *
 * ```text
 *                                    went well                                  failed
 *   declared condition               what `status` says of it                   as it was
 *   Ready                            what `status` says, else True/Reconciled   False, with the reason of the failure
 *   Ready, where others are declared and it is not    removed                   False, with the reason of the failure
 *   Degraded, where declared         what `status` says, else False/AsDesired   True, with the reason of the failure
 * ```
 */
import {
  type AnyKind,
  type Condition,
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  removeCondition,
  setCondition,
} from "@pintle/machinery";
import { type ConditionValue, checkCondition, no, yes } from "../conditions/condition-value.ts";
import type { AnyObject } from "./children.ts";
import type { FailureReport } from "./failure-report.ts";
import { createInventory, readInventory } from "./inventory.ts";
import type { AnyReportedStatus, Operator } from "./operator-definition.ts";

/** Plain JSON; keys that are to go hold `undefined`. */
export type NextStatus = Readonly<Record<string, unknown>>;

export interface Success {
  /** What `status` returned, if there is such a function. */
  readonly reported: AnyReportedStatus | undefined;
  /** Of which there are children. */
  readonly kinds: Iterable<KindNames>;
  readonly now: string;
}

export interface Failed {
  readonly failure: FailureReport;
  /** Of which there are children, or may be; others that the inventory names may have some as well. */
  readonly kinds: Iterable<KindNames>;
  readonly now: string;
}

type KindNames = Pick<AnyKind, "group" | "version" | "kind" | "plural">;

/** The operator sees to these itself, whatever `status` says. */
const managedKeys: ReadonlySet<string> = new Set(["conditions", "observedGeneration", "inventory"]);

export function statusAfterSuccess(
  operator: Operator,
  object: AnyObject,
  { reported, kinds, now }: Success,
): NextStatus {
  const current = statusOf(object);
  const next: Record<string, unknown> = { ...current };
  if (reported !== undefined) {
    const { shape = {} } = (operator.resource.declaration.status ?? {}) as { readonly shape?: object };
    for (const key of Object.keys(shape)) if (!managedKeys.has(key)) next[key] = getOwn(reported, key);
  }
  const values = conditionsAfterSuccess(operator, reported?.conditions ?? {});
  return {
    ...next,
    inventory: inventoryOf(kinds),
    observedGeneration: object.metadata.generation,
    conditions: withConditions(object, values, now),
  };
}

function conditionsAfterSuccess(
  operator: Operator,
  reported: Readonly<Record<string, ConditionValue>>,
): ConditionValues {
  const declared = declaredConditions(operator);
  const values: ConditionValues = new Map(Object.entries(reported));
  for (const value of Object.values(reported)) checkCondition(value);
  if (!values.has("Ready") && (declared.length === 0 || declared.includes("Ready")))
    values.set("Ready", yes("Reconciled"));
  else if (!values.has("Ready")) values.set("Ready", undefined);
  if (!values.has("Degraded") && declared.includes("Degraded")) values.set("Degraded", no("AsDesired"));
  return values;
}

export function statusAfterFailure(operator: Operator, object: AnyObject, { failure, kinds, now }: Failed): NextStatus {
  const { reason, message } = failure;
  const values: ConditionValues = new Map([["Ready", no(reason, message)]]);
  if (declaredConditions(operator).includes("Degraded")) values.set("Degraded", yes(reason, message));
  return {
    ...statusOf(object),
    inventory: inventoryOf([...readInventory(object), ...kinds]),
    observedGeneration: object.metadata.generation,
    conditions: withConditions(object, values, now),
  };
}

/** While an object that is to be deleted waits for something to go first. */
export function statusWhileWaiting(object: AnyObject, message: string, now: string): NextStatus {
  const values: ConditionValues = new Map([["Ready", no("Deleting", message)]]);
  return { ...statusOf(object), conditions: withConditions(object, values, now) };
}

/** Nothing where there are no kinds: the key is left out. */
function inventoryOf(kinds: Iterable<KindNames>): ReturnType<typeof createInventory> | undefined {
  const inventory = createInventory(kinds);
  return inventory.length === 0 ? undefined : inventory;
}

export function statusOf(object: AnyObject): JsonObject {
  const { status } = object as unknown as { readonly status?: JsonValue };
  return isJsonObject(status) ? status : {};
}

/** By type; nothing where there shall be no such condition. */
type ConditionValues = Map<string, ConditionValue | undefined>;

function withConditions(object: AnyObject, values: ConditionValues, now: string): readonly Readonly<Condition>[] {
  const { conditions: current } = statusOf(object);
  let conditions = (Array.isArray(current) ? current : []) as unknown as readonly Readonly<Condition>[];
  for (const [type, value] of values) {
    if (value === undefined) conditions = removeCondition(conditions, type);
    else {
      const { status, reason, message } = value;
      const { generation: observedGeneration } = object.metadata;
      conditions = setCondition(conditions, { type, status, reason, message, observedGeneration }, now).conditions;
    }
  }
  return conditions;
}

function declaredConditions({ resource }: Operator): readonly string[] {
  return (resource.declaration.conditions ?? []) as readonly string[];
}
