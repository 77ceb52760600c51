/** Resources that are not stored: questions that are answered at once, and what stands for something else. */
import type { CustomStorage } from "@pintle/apiserver";
import type { BuiltInOptions } from "../built-in-options.ts";
import { textAt } from "../json-fields.ts";
import { bindPod } from "../subresources/pod-subresources.ts";
import { createAccessReviews } from "./access-reviews.ts";
import { componentStatuses } from "./component-statuses.ts";
import { createIdentityReviews } from "./identity-reviews.ts";

/** By `plural.group`. */
export function createVirtualStorages(options: BuiltInOptions): ReadonlyMap<string, CustomStorage> {
  return new Map<string, CustomStorage>([
    ["bindings", { create: (call, object) => bindPod(options, call, textAt(object, "metadata.name"), object) }],
    ["componentstatuses", componentStatuses],
    ...Object.entries(createAccessReviews(options.reviews)),
    ...Object.entries(createIdentityReviews(options.reviews)),
  ]);
}
