/** The admission plugins of a control plane, in the order in which Kubernetes asks them. */
import type { AdmissionAttributes, AdmissionChain, Storage } from "@pintle/apiserver";
import type { JsonObject } from "@pintle/machinery";
import { defaultTolerationSeconds } from "./default-toleration-seconds.ts";
import { createNamespaceLifecycle } from "./namespace-lifecycle.ts";
import { createPersistentVolumeClaimResize } from "./persistent-volume-claim-resize.ts";
import { createPriority } from "./priority.ts";
import { createRuntimeClass } from "./runtime-class.ts";
import { storageObjectInUseProtection } from "./storage-object-in-use-protection.ts";
import { taintNodesByCondition } from "./taint-nodes-by-condition.ts";

/** A part of a chain that changes objects, judges them, or both. */
export interface AdmissionPlugin {
  /** The object to go on with. Throws an `ApiError` to refuse it. */
  mutate?(attributes: AdmissionAttributes): Promise<JsonObject | undefined>;
  validate?(attributes: AdmissionAttributes): Promise<void>;
}

export function createAdmissionChain(storage: Storage): AdmissionChain {
  return chainPlugins([
    createNamespaceLifecycle(storage),
    taintNodesByCondition,
    createPriority(storage),
    defaultTolerationSeconds,
    storageObjectInUseProtection,
    createPersistentVolumeClaimResize(storage),
    createRuntimeClass(storage),
  ]);
}

/** Each plugin sees what those before it made of the object. */
export function chainPlugins(plugins: readonly AdmissionPlugin[]): AdmissionChain {
  return {
    async mutate(attributes) {
      let { object } = attributes;
      for (const plugin of plugins) {
        if (!plugin.mutate) continue;
        object = await plugin.mutate(object === attributes.object ? attributes : { ...attributes, object });
      }
      return object;
    },
    async validate(attributes) {
      for (const plugin of plugins) await plugin.validate?.(attributes);
    },
  };
}
