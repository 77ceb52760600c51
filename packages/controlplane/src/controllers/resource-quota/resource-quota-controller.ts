/**
 * Counts anew how much of each ResourceQuota is used, and takes its limits over into its status.
 *
 * Who creates something is charged by admission. What is told here is what no request charges for: that something has gone, has ended or
 * needs less, and what was there before the quota. Only kinds that some quota bounds are looked at.
 */
import type { ResourceQuota } from "@pintle/kinds";
import { ApiError, equalJson, formatGroupResource, type JsonObject } from "@pintle/machinery";
import type { QuotaEvaluator } from "../../admission/quota/evaluator.ts";
import { findEvaluator, kindsCounted, type QuotaKind } from "../../admission/quota/quota-evaluators.ts";
import {
  equalResources,
  filterResources,
  type ResourceList,
  readResources,
  writeResources,
  zero,
} from "../../admission/resources/resource-list.ts";
import type { FollowedResource, PlaneChange } from "../kit/followed-resource.ts";
import { keyOf } from "../kit/object-key.ts";
import type { PlaneController, PlaneControllerContext } from "../kit/plane-controller.ts";
import type { PlaneWriter } from "../kit/plane-writer.ts";
import { type RunningController, runPlaneController, type SyncAgain, sourceOf } from "../kit/run-plane-controller.ts";
import { usageOfKind, usageOfObject } from "./quota-usage.ts";

const name = "resourcequota-controller";
/** Everything is counted once more after so long: a pod of a lost node ends without a word. */
const resync: SyncAgain = { afterMs: 300_000, isBackground: true };

export const resourceQuotaController: PlaneController = {
  name,
  async start(context) {
    const quotas = await context.objects.follow<ResourceQuota>("", "resourcequotas");
    const counting = new QuotaCounting(context, quotas);
    const controller = runPlaneController({
      ...{ name: "resourcequota_primary", context },
      sources: [sourceOf(quotas, (change) => (isLimitChanged(change) ? [change.key] : []))],
      sync: (key) => counting.sync(key, controller),
    });
    const served = context.registry.subscribe(({ resource }) => {
      const evaluator = findEvaluator({ group: resource.group, resource: resource.plural });
      if (!evaluator) return;
      for (const quota of quotas.list()) if (bounds(quota, evaluator)) controller.add(keyOf(quota));
    });
    return {
      async [Symbol.asyncDispose]() {
        served[Symbol.dispose]();
        counting[Symbol.dispose]();
        await controller[Symbol.asyncDispose]();
      },
    };
  },
};

class QuotaCounting implements Disposable {
  readonly #context: PlaneControllerContext;
  readonly #quotas: FollowedResource<ResourceQuota>;
  readonly #writer: PlaneWriter;
  /** By group and resource. */
  readonly #followed = new Map<string, FollowedResource>();
  readonly #listening: Disposable[] = [];

  constructor(context: PlaneControllerContext, quotas: FollowedResource<ResourceQuota>) {
    this.#context = context;
    this.#quotas = quotas;
    this.#writer = context.writer(name);
  }

  async sync(key: string, controller: RunningController): Promise<SyncAgain | undefined> {
    const bounded = this.#quotas.getByKey(key);
    if (!bounded) return undefined;
    const kinds = kindsCounted(Object.keys(bounded.spec?.hard ?? {}));
    for (const kind of kinds) await this.#follow(kind, controller);
    // Others may have charged it while the objects were looked up.
    const quota = this.#quotas.getByKey(key);
    if (!quota) return undefined;
    const counted = this.#count(quota, kinds);
    const { hard, used } = quota.status ?? {};
    const isCounted = equalResources(readResources(asJson(quota), "status.used"), counted);
    if (hard && used && isCounted && equalJson(hard, quota.spec?.hard)) return resync;
    const { namespace, name: quotaName } = quota.metadata;
    const place = { group: "", plural: "resourcequotas", namespace, name: quotaName };
    const written = { hard: quota.spec?.hard ?? {}, used: writeResources(counted) as Record<string, string> };
    try {
      await this.#writer.updateStatus<ResourceQuota>(place, { ...quota, status: written });
    } catch (error) {
      if (!ApiError.is(error, "NotFound")) throw error;
    }
    return resync;
  }

  [Symbol.dispose](): void {
    for (const listening of this.#listening) listening[Symbol.dispose]();
  }

  /** What nobody here can count stays as it was. */
  #count(quota: ResourceQuota, kinds: readonly QuotaKind[]): ResourceList {
    const json = asJson(quota);
    const names = Object.keys(quota.spec?.hard ?? {});
    const used = new Map(filterResources(readResources(json, "status.used"), (resource) => names.includes(resource)));
    const { places, clock } = this.#context;
    for (const { groupResource, evaluator } of kinds) {
      const { group, resource } = groupResource;
      if (!places.find(group, resource)) continue;
      const bounded = new Set(names.filter((each) => evaluator.counts(each)));
      const objects = this.#followed.get(formatGroupResource(groupResource))?.list(quota.metadata.namespace) ?? [];
      const found = usageOfKind(json, evaluator, objects as unknown as readonly JsonObject[], bounded, clock.now());
      for (const each of bounded) used.set(each, found.get(each) ?? zero);
    }
    return used;
  }

  async #follow(kind: QuotaKind, controller: RunningController): Promise<void> {
    const kindName = formatGroupResource(kind.groupResource);
    if (this.#followed.has(kindName)) return;
    const { group, resource } = kind.groupResource;
    const objects = await this.#context.objects.follow(group, resource);
    if (this.#followed.has(kindName)) return;
    this.#followed.set(kindName, objects);
    this.#listening.push(
      objects.onChange((change) => {
        for (const key of this.#concerned(kind, change)) controller.add(key);
      }),
    );
  }

  /** The quotas that something may be given back to. */
  #concerned({ evaluator }: QuotaKind, change: PlaneChange): readonly string[] {
    if (change.type === "add") return [];
    const nowMs = this.#context.clock.now();
    const [object, previous] = [asJson(change.object), change.previous && asJson(change.previous)];
    return this.#quotas
      .list(change.object.metadata.namespace ?? "")
      .filter((quota) => {
        if (!bounds(quota, evaluator)) return false;
        if (previous === undefined) return true;
        const [now, before] = [object, previous].map((each) => usageOfObject(asJson(quota), evaluator, each, nowMs));
        return !(now && before && equalResources(now, before));
      })
      .map(keyOf);
  }
}

function isLimitChanged({ type, object, previous }: PlaneChange<ResourceQuota>): boolean {
  return type !== "update" || !equalJson(object.spec?.hard ?? {}, previous.spec?.hard ?? {});
}

function bounds({ spec }: ResourceQuota, evaluator: QuotaEvaluator): boolean {
  return Object.keys(spec?.hard ?? {}).some((resource) => evaluator.counts(resource));
}

function asJson(object: object): JsonObject {
  return object as JsonObject;
}
