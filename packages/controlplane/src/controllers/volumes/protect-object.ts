/** A finalizer that stands for use: it is there as long as the object is not deleted, and goes when nobody uses what is. */
import { ApiError, type KubernetesObject } from "@pintle/machinery";
import type { PlaneWriter } from "../kit/plane-writer.ts";
import type { PlanePlace } from "../kit/served-places.ts";

export async function protectObject(
  writer: PlaneWriter,
  place: PlanePlace,
  object: KubernetesObject,
  finalizer: string,
  isUsed: () => boolean,
): Promise<void> {
  const { metadata } = object;
  const { finalizers = [], deletionTimestamp } = metadata;
  const isProtected = finalizers.includes(finalizer);
  const isDeleted = deletionTimestamp !== undefined;
  if (isProtected !== isDeleted || (isDeleted && isUsed())) return;
  const wanted = isDeleted ? finalizers.filter((other) => other !== finalizer) : [...finalizers, finalizer];
  try {
    await writer.update(place, { ...object, metadata: { ...metadata, finalizers: wanted } });
  } catch (error) {
    if (!ApiError.is(error, "NotFound")) throw error;
  }
}
