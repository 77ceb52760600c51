/** Makes the merge patch that turns one state of an object into another. */
import {
  createMergePatch,
  type DeepReadonly,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type ObjectMeta,
  UsageError,
} from "@pintle/machinery";
import type { MergePatchOf } from "./patch.ts";

export interface MergePatchFromOptions {
  /** The patch holds only for the state that it was made from: the server answers with a conflict otherwise. */
  readonly optimisticLock?: boolean;
}

/** `pods.patch("a", mergePatchFrom(pod, { ...pod, metadata: { ...pod.metadata, labels } }))`. */
export function mergePatchFrom<Read extends { readonly metadata?: DeepReadonly<ObjectMeta> }>(
  base: Read,
  changed: NoInfer<Read>,
  { optimisticLock = false }: MergePatchFromOptions = {},
): { readonly merge: MergePatchOf<Read> } {
  const patch = createMergePatch(base as unknown as JsonValue, changed as unknown as JsonValue) as JsonObject;
  return { merge: (optimisticLock ? locked(patch, base.metadata?.resourceVersion) : patch) as MergePatchOf<Read> };
}

function locked(patch: JsonObject, resourceVersion: string | undefined): JsonObject {
  if (resourceVersion === undefined || resourceVersion === "") {
    throw new UsageError(
      "PINTLE_RESOURCE_VERSION_MISSING",
      "an optimistic lock needs metadata.resourceVersion in the base: take an object that was read from the server",
    );
  }
  const metadata = isJsonObject(patch.metadata) ? patch.metadata : {};
  return { ...patch, metadata: { ...metadata, resourceVersion } };
}
