/** What of a pod's status has changed, as a kubelet sends it: others keep conditions of their own in the same status. */
import type { Pod, PodCondition, PodStatus } from "@pintle/kinds";
import { equalJson, type JsonValue } from "@pintle/machinery";

/** A strategic merge patch, or nothing where nothing has changed. */
export function statusPatch({ metadata: { uid }, status: before = {} }: Pod, status: PodStatus): object | undefined {
  const conditions = (status.conditions ?? []).filter((condition) => hasChanged(before.conditions, condition));
  const changed = Object.entries(status).filter(
    ([key, value]) => key !== "conditions" && !equal(before[key as keyof PodStatus], value),
  );
  if (conditions.length === 0 && changed.length === 0) return undefined;
  return {
    metadata: { uid },
    status: {
      ...Object.fromEntries(changed),
      ...(conditions.length > 0 && { conditions: conditions.map(asPatch) }),
    },
  };
}

function hasChanged(before: readonly PodCondition[] = [], condition: PodCondition): boolean {
  const found = before.find(({ type }) => type === condition.type);
  if (!found) return true;
  // The API server says it when a pod is bound, without the rest.
  if (condition.type === "PodScheduled") return found.status !== condition.status;
  const { lastProbeTime: _, ...rest } = found;
  return !equal(rest, condition);
}

/** What is not said any more is taken away. */
function asPatch({ reason = null as unknown as string, message = null as unknown as string, ...rest }: PodCondition) {
  return { ...rest, reason, message, lastProbeTime: null };
}

function equal(left: unknown, right: unknown): boolean {
  return equalJson((left ?? null) as JsonValue, (right ?? null) as JsonValue);
}
