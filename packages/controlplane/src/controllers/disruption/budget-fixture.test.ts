/** A shop whose pods are guarded by a budget called `guard`. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event, PodDisruptionBudget } from "@pintle/kinds";
import { deploymentController } from "../deployment/deployment-controller.ts";
import { replicaSetController } from "../replica-set/replica-set-controller.ts";
import { Shop, selector } from "../workload/shop-fixture.test.ts";
import { disruptionController } from "./disruption-controller.ts";

export const budgets = { group: "policy", plural: "poddisruptionbudgets", namespace: "shop" };
export const open = (): Promise<Shop> => Shop.open([replicaSetController, deploymentController, disruptionController]);

export async function makeBudget(shop: Shop, spec: object, name = "guard"): Promise<PodDisruptionBudget> {
  await shop.plane.user.create(budgets, { metadata: { name }, spec: { selector, ...spec } });
  return await read(shop, name);
}

export async function read(shop: Shop, name = "guard"): Promise<PodDisruptionBudget> {
  await shop.plane.settle();
  return await shop.plane.user.get<PodDisruptionBudget>({ ...budgets, name });
}

/** Healthy, desired, expected, allowed. */
export function counts({ status }: PodDisruptionBudget): readonly (number | undefined)[] {
  return [status?.currentHealthy, status?.desiredHealthy, status?.expectedPods, status?.disruptionsAllowed];
}

export function condition({ status }: PodDisruptionBudget): readonly unknown[] {
  const { status: value, reason, message } = status?.conditions?.[0] ?? {};
  return [value, reason, message];
}

export async function told(shop: Shop, reason: string): Promise<readonly string[]> {
  await shop.plane.settle();
  const events = await shop.plane.user.list<Event>({ group: "", plural: "events", namespace: "shop" });
  return events.filter((event) => event.reason === reason).map(({ message }) => message ?? "");
}

test("a budget is counted when it is there", async () => {
  await using shop = await open();
  assert.deepEqual(counts(await makeBudget(shop, { minAvailable: 2 })), [0, 2, 0, 0]);
});
