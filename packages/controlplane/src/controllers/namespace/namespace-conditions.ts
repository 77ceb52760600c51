/** What a namespace that is being deleted says of how far that is, in the conditions of its status. */
import type { NamespaceCondition } from "@pintle/kinds";
import { compareUtf8 } from "@pintle/machinery";

/** What was found out on the way, empty where all went well. */
export interface DeletionReport {
  readonly discoveryFailure?: string | undefined;
  readonly contentFailures: readonly string[];
  /** How many there are left, by `plural.group`. */
  readonly remaining: ReadonlyMap<string, number>;
  /** How many wait for a finalizer, by its name. */
  readonly finalizers: ReadonlyMap<string, number>;
}

type Verdict = Pick<NamespaceCondition, "reason" | "message">;

interface ConditionRule {
  readonly type: string;
  readonly well: Verdict;
  /** What is wrong, or `undefined`. */
  readonly wrong: (report: DeletionReport) => Verdict | undefined;
}

const rules: readonly ConditionRule[] = [
  {
    type: "NamespaceDeletionDiscoveryFailure",
    well: { reason: "ResourcesDiscovered", message: "All resources successfully discovered" },
    wrong: ({ discoveryFailure: message }) =>
      message === undefined ? undefined : { reason: "DiscoveryFailed", message },
  },
  {
    // Versions come from the server itself, which has read them before.
    type: "NamespaceDeletionGroupVersionParsingFailure",
    well: { reason: "ParsedGroupVersions", message: "All legacy kube types successfully parsed" },
    wrong: () => undefined,
  },
  {
    type: "NamespaceDeletionContentFailure",
    well: { reason: "ContentDeleted", message: "All content successfully deleted, may be waiting on finalization" },
    wrong: ({ contentFailures: { length }, contentFailures }) =>
      length === 0
        ? undefined
        : {
            reason: "ContentDeletionFailed",
            message: `Failed to delete all resource types, ${length} remaining: ${joinSorted(contentFailures)}`,
          },
  },
  {
    type: "NamespaceContentRemaining",
    well: { reason: "ContentRemoved", message: "All content successfully removed" },
    wrong: ({ remaining }) => {
      const list = Array.from(remaining, ([name, count]) => `${name} has ${count} resource instances`);
      const message = `Some resources are remaining: ${joinSorted(list)}`;
      return remaining.size === 0 ? undefined : { reason: "SomeResourcesRemain", message };
    },
  },
  {
    type: "NamespaceFinalizersRemaining",
    well: { reason: "ContentHasNoFinalizers", message: "All content-preserving finalizers finished" },
    wrong: ({ finalizers }) => {
      const list = Array.from(finalizers, ([name, count]) => `${name} in ${count} resource instances`);
      const message = `Some content in the namespace has finalizers remaining: ${joinSorted(list)}`;
      return finalizers.size === 0 ? undefined : { reason: "SomeFinalizersRemain", message };
    },
  },
];

function joinSorted(texts: readonly string[]): string {
  return [...texts].sort(compareUtf8).join(", ");
}

/** The conditions after the report, or `undefined` where they say so already. Conditions of others stay. */
export function updateConditions(
  conditions: readonly NamespaceCondition[],
  report: DeletionReport,
  time: string,
): readonly NamespaceCondition[] | undefined {
  const updated = [...conditions];
  for (const { type, well, wrong } of rules) {
    const problem = wrong(report);
    const status = problem ? "True" : "False";
    const { reason, message } = problem ?? well;
    const index = updated.findIndex((condition) => condition.type === type);
    const before = updated[index];
    if (!before) updated.push({ type, status, lastTransitionTime: time, reason, message } as NamespaceCondition);
    else if (before.status !== status || before.reason !== reason || before.message !== message) {
      const lastTransitionTime = before.status === status ? before.lastTransitionTime : time;
      updated[index] = { ...before, status, reason, message, lastTransitionTime } as NamespaceCondition;
    }
  }
  const isSame = updated.length === conditions.length && updated.every((each, index) => each === conditions[index]);
  return isSame ? undefined : updated;
}
