/** Counts the pods of one budget and writes its status; where they cannot be counted, nothing is allowed. */
import type { Pod, PodDisruptionBudget, PodDisruptionBudgetStatus } from "@pintle/kinds";
import {
  ApiError,
  type Clock,
  compareUtf8,
  compileLabelSelector,
  formatTime,
  type LabelSelector,
} from "@pintle/machinery";
import type { FollowedResource } from "../kit/followed-resource.ts";
import type { PlaneEvents } from "../kit/plane-events.ts";
import type { PlaneWriter } from "../kit/plane-writer.ts";
import type { SyncAgain } from "../kit/run-plane-controller.ts";
import { countHealthyPods, findDisruptedPods, statusOfBudget, statusOfFailure } from "./budget-status.ts";
import type { ExpectedPods, PodExpectations } from "./expected-pods.ts";

export interface BudgetSyncOptions {
  readonly budgets: FollowedResource<PodDisruptionBudget>;
  readonly pods: FollowedResource<Pod>;
  readonly expectations: PodExpectations;
  readonly writer: PlaneWriter;
  readonly events: PlaneEvents;
  readonly clock: Clock;
}

export class BudgetSync {
  readonly #options: BudgetSyncOptions;

  constructor(options: BudgetSyncOptions) {
    this.#options = options;
  }

  async sync(key: string): Promise<SyncAgain | undefined> {
    const budget = this.#options.budgets.getByKey(key);
    if (!budget) return undefined;
    try {
      return await this.#count(budget);
    } catch (error) {
      if (ApiError.is(error, "Conflict")) throw error;
      const now = formatTime(this.#options.clock.now());
      const message = error instanceof Error ? error.message : String(error);
      await this.#write(budget, statusOfFailure(budget, message, now));
      return undefined;
    }
  }

  async #count(budget: PodDisruptionBudget): Promise<SyncAgain | undefined> {
    const { events, clock } = this.#options;
    const pods = this.#podsOf(budget);
    if (pods.length === 0) events.record(budget, "Normal", "NoPods", "No matching pods found");
    const { expectedPods, desiredHealthy, unmanaged } = await this.#expect(budget, pods);
    if (unmanaged.length > 0) events.record(budget, "Warning", "UnmanagedPods", explainUnmanaged(budget));
    const nowMs = clock.now();
    const disrupted = findDisruptedPods(budget, pods, nowMs);
    const { namespace } = budget.metadata;
    for (const pod of disrupted.overdue) {
      // The namespace stands twice in Kubernetes' own words.
      const text = `Pod was expected by PDB ${namespace}/${namespace} to be deleted but it wasn't`;
      events.record(pod, "Warning", "NotDeleted", text);
    }
    const currentHealthy = countHealthyPods(pods, disrupted, nowMs);
    const counts = { currentHealthy, desiredHealthy, expectedPods, disruptedPods: disrupted.waiting };
    const status = statusOfBudget(budget, counts, formatTime(nowMs));
    if (status) await this.#write(budget, status);
    const { recheckMs } = disrupted;
    return recheckMs === undefined ? undefined : { afterMs: recheckMs, isBackground: true };
  }

  #podsOf(budget: PodDisruptionBudget): readonly Pod[] {
    const { pods, events } = this.#options;
    try {
      const selector = compileLabelSelector(budget.spec?.selector);
      return pods.list(budget.metadata.namespace).filter(({ metadata }) => selector.matches(metadata.labels));
    } catch (error) {
      events.record(budget, "Warning", "NoPods", `Failed to get pods: ${(error as Error).message}`);
      throw error;
    }
  }

  async #expect(budget: PodDisruptionBudget, pods: readonly Pod[]): Promise<ExpectedPods> {
    const { expectations, events } = this.#options;
    try {
      return await expectations.find(budget, pods);
    } catch (error) {
      const text = `Failed to calculate the number of expected pods: ${(error as Error).message}`;
      events.record(budget, "Warning", "CalculateExpectedPodCountFailed", text);
      throw error;
    }
  }

  async #write(budget: PodDisruptionBudget, status: PodDisruptionBudgetStatus): Promise<void> {
    const { namespace, name } = budget.metadata;
    const place = { group: "policy", plural: "poddisruptionbudgets", namespace, name };
    try {
      await this.#options.writer.updateStatus<PodDisruptionBudget>(place, { ...budget, status });
    } catch (error) {
      if (!ApiError.is(error, "NotFound")) throw error;
    }
  }
}

function explainUnmanaged({ spec }: PodDisruptionBudget): string {
  return (
    `Pods selected by this PodDisruptionBudget (selector: ${formatSelector(spec?.selector)}) were found to be unmanaged. ` +
    "As a result, the status of the PDB cannot be calculated correctly, which may result in undefined behavior. " +
    'To account for these pods please set ".spec.minAvailable" field of the PDB to an integer value.'
  );
}

/** As Go prints it. */
function formatSelector(selector: LabelSelector | undefined): string {
  const labels = Object.entries(selector?.matchLabels ?? {})
    .sort(([left], [right]) => compareUtf8(left, right))
    .map(([key, value]) => `${key}: ${value},`);
  const expressions = (selector?.matchExpressions ?? []).map(
    ({ key, operator, values }) =>
      `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${(values ?? []).join(" ")}],},`,
  );
  const [matchLabels, matchExpressions] = [labels.join(""), expressions.join("")];
  return `&LabelSelector{MatchLabels:map[string]string{${matchLabels}},MatchExpressions:[]LabelSelectorRequirement{${matchExpressions}},}`;
}
