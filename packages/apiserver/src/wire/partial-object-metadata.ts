/** Objects reduced to their metadata, under a kind that does not say whose it is. */
import { getOwn, type JsonObject, type JsonValue } from "@pintle/machinery";
import type { ResponseForm } from "./negotiate.ts";

export function toPartialObjectMetadata(object: JsonObject, version: ResponseForm["version"]): JsonObject {
  return {
    kind: "PartialObjectMetadata",
    apiVersion: `meta.k8s.io/${version}`,
    metadata: getOwn(object, "metadata") ?? {},
  };
}

/** The items of an empty list are null, unlike those of any other list, since upstream appends to a list that is not there yet. */
export function toPartialObjectMetadataList(
  objects: readonly JsonObject[],
  listMetadata: JsonObject,
  version: ResponseForm["version"],
): JsonObject {
  const items: JsonValue = objects.length === 0 ? null : objects.map((item) => toPartialObjectMetadata(item, version));
  return {
    kind: "PartialObjectMetadataList",
    apiVersion: `meta.k8s.io/${version}`,
    metadata: listMetadata,
    items,
  };
}
