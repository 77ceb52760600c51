/** Says of each PodDisruptionBudget how many of its pods are healthy, and how many of them may be evicted now. */
import type { Pod, PodDisruptionBudget } from "@pintle/kinds";
import { compileLabelSelector, InvalidSelectorError } from "@pintle/machinery";
import type { FollowedResource, PlaneChange } from "../kit/followed-resource.ts";
import { keyOf } from "../kit/object-key.ts";
import type { PlaneController } from "../kit/plane-controller.ts";
import type { PlaneEvents } from "../kit/plane-events.ts";
import { runPlaneController, sourceOf } from "../kit/run-plane-controller.ts";
import { BudgetSync } from "./budget-sync.ts";
import { PodExpectations } from "./expected-pods.ts";
import { runStaleDisruptions } from "./stale-disruption.ts";

const name = "disruption-controller";

export const disruptionController: PlaneController = {
  name,
  async start(context) {
    const budgets = await context.objects.follow<PodDisruptionBudget>("policy", "poddisruptionbudgets");
    const pods = await context.objects.follow<Pod>("", "pods");
    const writer = context.writer(name);
    const events = context.events("controllermanager");
    const expectations = await PodExpectations.start(context, writer);
    const syncing = new BudgetSync({ budgets, pods, expectations, writer, events, clock: context.clock });
    const controller = runPlaneController({
      ...{ name: "disruption", context, workers: 1 },
      sources: [sourceOf(budgets), sourceOf(pods, (change) => budgetsConcerned(budgets, change, events))],
      sync: (key) => syncing.sync(key),
    });
    const stale = runStaleDisruptions(context, pods, writer);
    return {
      async [Symbol.asyncDispose]() {
        await controller[Symbol.asyncDispose]();
        await stale[Symbol.asyncDispose]();
      },
    };
  },
};

/** The budgets that a pod falls under, or did before it changed. There should be one at most, and people are told. */
function budgetsConcerned(
  budgets: FollowedResource<PodDisruptionBudget>,
  { type, object, previous }: PlaneChange<Pod>,
  events: PlaneEvents,
): readonly string[] {
  const all = budgets.list(object.metadata.namespace);
  if (all.length === 0) return [];
  const concerned = all.filter((budget) => selects(budget, object));
  const [first] = concerned;
  if (type !== "delete" && concerned.length > 1 && first) {
    const { namespace, name: podName } = object.metadata;
    const text = `Pod ${quote(namespace)}/${quote(podName)} matches multiple PodDisruptionBudgets.`;
    const choice = `${text}  Chose ${quote(first.metadata.name)} arbitrarily.`;
    events.record(object, "Warning", "MultiplePodDisruptionBudgets", choice);
  }
  const left = previous ? all.filter((budget) => selects(budget, previous)) : [];
  return [...new Set([...concerned, ...left].map(keyOf))];
}

function selects({ spec }: PodDisruptionBudget, { metadata }: Pod): boolean {
  try {
    return compileLabelSelector(spec?.selector).matches(metadata.labels);
  } catch (error) {
    if (error instanceof InvalidSelectorError) return false;
    throw error;
  }
}

function quote(text = ""): string {
  return JSON.stringify(text);
}
