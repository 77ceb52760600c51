/** The resources that are served in another form than they are stored in. */
import type { ServedVersion } from "@pintle/apiserver";
import { autoscalerFromV1, autoscalerToV1 } from "./convert-autoscaler.ts";
import { fromCoreEvent, toCoreEvent } from "./convert-event.ts";

export interface Conversion {
  readonly versions: Readonly<Record<string, Pick<ServedVersion, "toStorage" | "fromStorage">>>;
  readonly storageFolder?: string;
  readonly storedAs?: string;
  /** The type of what is stored, `core/v1.Event`. */
  readonly storedType?: string;
}

/** By `plural.group`. */
export const conversions: ReadonlyMap<string, Conversion> = new Map<string, Conversion>([
  [
    "horizontalpodautoscalers.autoscaling",
    { versions: { v1: { toStorage: autoscalerFromV1, fromStorage: autoscalerToV1 } } },
  ],
  [
    "events.events.k8s.io",
    {
      versions: { v1: { toStorage: toCoreEvent, fromStorage: fromCoreEvent } },
      storageFolder: "events",
      storedAs: "/v1/Event",
      storedType: "core/v1.Event",
    },
  ],
]);
