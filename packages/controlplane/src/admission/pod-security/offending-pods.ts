/**
 * The pods of a namespace that a new level would forbid, one line for each set of reasons. Pods of one controller are alike, so that one of
 * each comes first; after some thousands of pods, or a second, it is enough.
 */
import { decodeStored, type Storage } from "@pintle/apiserver";
import { type Clock, compareUtf8, type JsonObject } from "@pintle/machinery";
import { objectAt, objectsAt, textAt } from "../../builtin/json-fields.ts";
import { findViolations, formatReasons } from "./security-checks.ts";
import { formatLevel, type LevelVersion } from "./security-policy.ts";

const maxPods = 3_000;
const maxMs = 1_000;

/** Texts for warnings. */
export async function describeOffenders(
  storage: Storage,
  namespace: string,
  level: LevelVersion,
  clock: Clock,
): Promise<string[]> {
  const deadlineMs = clock.now() + maxMs;
  const { entries } = await storage.list({ prefix: `/registry/pods/${namespace}/` });
  const [first, alike]: [JsonObject[], JsonObject[]] = [[], []];
  const controllers = new Set<string>();
  for (const entry of entries) {
    if (first.length === maxPods || clock.now() > deadlineMs) break;
    const pod = decodeStored(entry);
    const controller = objectsAt(pod, "metadata.ownerReferences").find((owner) => owner.controller === true);
    const uid = controller && textAt(controller, "uid");
    (uid !== undefined && controllers.has(uid) ? alike : first).push(pod);
    if (uid !== undefined) controllers.add(uid);
  }

  const offenders = new Map<string, string[]>();
  let checked = 0;
  for (const pod of [...first, ...alike].slice(0, maxPods)) {
    checked += 1;
    const secured = { annotations: objectAt(pod, "metadata.annotations"), spec: objectAt(pod, "spec") };
    const reasons = formatReasons(findViolations(level, secured));
    if (reasons !== "") {
      const names = offenders.get(reasons) ?? [];
      names.push(textAt(pod, "metadata.name"));
      offenders.set(reasons, names);
    }
    if (clock.now() > deadlineMs) break;
  }

  const text = formatLevel(level);
  const lines = [...offenders].map(([reasons, names]) => `${nameSome(names)}: ${reasons}`).sort(compareUtf8);
  return [
    ...(checked < entries.length
      ? [`new PodSecurity enforce level only checked against the first ${checked} of ${entries.length} existing pods`]
      : []),
    ...(lines.length > 0
      ? [`existing pods in namespace ${JSON.stringify(namespace)} violate the new PodSecurity enforce level "${text}"`]
      : []),
    ...lines,
  ];
}

function nameSome(names: readonly string[]): string {
  const [name = "", ...others] = names.toSorted(compareUtf8);
  if (others.length === 0) return name;
  return `${name} (and ${others.length} other ${others.length === 1 ? "pod" : "pods"})`;
}
