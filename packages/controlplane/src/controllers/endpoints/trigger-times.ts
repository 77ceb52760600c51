/**
 * When that happened that endpoints are changed for, for those who measure how long it takes until traffic follows.
 *
 * It is the earliest of what has happened since the last time, and for a new Service the time of its creation.
 */
import type { Pod, Service } from "@pintle/kinds";
import { parseTimeMs } from "@pintle/machinery";

export const triggerTimeAnnotation = "endpoints.kubernetes.io/last-change-trigger-time";

interface ServiceTimes {
  readonly created: string;
  readonly podTimes: ReadonlyMap<string, string>;
}

export class TriggerTimes {
  readonly #known = new Map<string, ServiceTimes>();

  /** Empty where nothing has happened that has a time. */
  take(key: string, { metadata }: Service, pods: readonly Pod[]): string {
    const known = this.#known.get(key);
    const created = metadata.creationTimestamp ?? "";
    const podTimes = new Map<string, string>();
    let first = "";
    const happened = (time: string, before = "") => {
      if (isLater(time, before) && (first === "" || isLater(first, time))) first = time;
    };
    for (const { metadata: pod, status } of pods) {
      const time = status?.conditions?.find(({ type }) => type === "Ready")?.lastTransitionTime ?? "";
      if (time === "") continue;
      podTimes.set(pod.name ?? "", time);
      happened(time, known?.podTimes.get(pod.name ?? ""));
    }
    happened(created, known?.created);
    this.#known.set(key, { created, podTimes });
    return known ? first : created;
  }

  forget(key: string): void {
    this.#known.delete(key);
  }
}

/** The annotations with the time, or without one where it is empty. */
export function withTriggerTime(
  annotations: { readonly [key: string]: string } | undefined,
  time: string,
): { [key: string]: string } {
  const { [triggerTimeAnnotation]: _, ...others } = annotations ?? {};
  return time === "" ? others : { ...others, [triggerTimeAnnotation]: time };
}

function isLater(time: string, before: string): boolean {
  if (before === "") return time !== "";
  return parseTimeMs(time) > parseTimeMs(before);
}
