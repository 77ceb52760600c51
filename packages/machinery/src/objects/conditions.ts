/**
 * Conditions as the API conventions want them: one of each type, and `lastTransitionTime` moves only when `status` does.
 *
 * The functions change nothing in place and return the given array when nothing changes. The time is passed in.
 */
export interface Condition {
  type: string;
  status: ConditionStatus;
  /** The `metadata.generation` that the condition speaks of. */
  observedGeneration?: number;
  lastTransitionTime: string;
  reason: string;
  message: string;
}

export type ConditionStatus = "True" | "False" | "Unknown";

/** A condition to set. Its own `lastTransitionTime`, where given, is used instead of the present when the status changes. */
export type NewCondition = Omit<Condition, "lastTransitionTime" | "observedGeneration"> & {
  readonly lastTransitionTime?: string | undefined;
  readonly observedGeneration?: number | undefined;
};

type Conditions = readonly Readonly<Condition>[];

export function findCondition(conditions: Conditions | undefined, type: string): Readonly<Condition> | undefined {
  return conditions?.find((condition) => condition.type === type);
}

/** Whether the condition is there and has the status: an absent one has none, not even Unknown. */
export function hasConditionStatus(conditions: Conditions | undefined, type: string, status: ConditionStatus): boolean {
  return findCondition(conditions, type)?.status === status;
}

export function isConditionTrue(conditions: Conditions | undefined, type: string): boolean {
  return hasConditionStatus(conditions, type, "True");
}

export function isConditionFalse(conditions: Conditions | undefined, type: string): boolean {
  return hasConditionStatus(conditions, type, "False");
}

/** Adds the condition, or updates the one of its type in place in the order. Fields that are not ours to set survive. */
export function setCondition(
  conditions: Conditions | undefined,
  next: NewCondition,
  now: string,
): { changed: boolean; conditions: Conditions } {
  const { observedGeneration, lastTransitionTime, ...rest } = next;
  const current = findCondition(conditions, next.type);
  const isTransition = current?.status !== next.status;
  const { observedGeneration: _, ...kept } = current ?? {};
  const updated: Condition = {
    ...kept,
    ...rest,
    ...(observedGeneration && { observedGeneration }),
    lastTransitionTime: current && !isTransition ? current.lastTransitionTime : lastTransitionTime || now,
  };
  if (!current) return { changed: true, conditions: [...(conditions ?? []), updated] };
  if (!isTransition && saysTheSame(current, next)) return { changed: false, conditions: conditions ?? [] };
  return { changed: true, conditions: (conditions ?? []).map((each) => (each === current ? updated : each)) };
}

function saysTheSame(current: Readonly<Condition>, next: NewCondition): boolean {
  return (
    current.reason === next.reason &&
    current.message === next.message &&
    (current.observedGeneration ?? 0) === (next.observedGeneration ?? 0)
  );
}

export function removeCondition(conditions: Conditions, type: string): Conditions {
  return findCondition(conditions, type) ? conditions.filter((condition) => condition.type !== type) : conditions;
}
