/** What the answer to a write says about an object: how it is now, or that it is no more. */
import type { CompletedWrite } from "@pintle/client";
import {
  formatGroupVersion,
  formatObjectKey,
  isJsonObject,
  type JsonObject,
  type KubernetesObject,
  type ObjectMeta,
  type Status,
} from "@pintle/machinery";
import type { DeletedObject, WrittenObject } from "./overlay.ts";

export type WriteOutcome =
  | {
      readonly type: "written";
      readonly written: WrittenObject & { readonly object: JsonObject };
      readonly isMetadataOnly: boolean;
    }
  | { readonly type: "deleted"; readonly deleted: DeletedObject };

/** Nothing where the answer is about something else: a scale, a token, the success of an eviction. */
export function readWrite(write: CompletedWrite): WriteOutcome | undefined {
  const { namespace, name, verb, subresource, answer } = write;
  const { kind, apiVersion, metadata } = answer as Partial<KubernetesObject>;
  if (verb === "delete" && subresource === undefined && kind === "Status") {
    const uid = (answer as Status).details?.uid ?? write.uid;
    return { type: "deleted", deleted: { key: formatKey(namespace, name), uid, resourceVersion: undefined } };
  }
  const isMetadataOnly = kind === "PartialObjectMetadata" && apiVersion === "meta.k8s.io/v1";
  if (!isMetadataOnly && (kind !== write.kind || apiVersion !== formatGroupVersion(write))) return undefined;
  if (!isJsonObject(metadata)) return undefined;
  const { uid, resourceVersion } = metadata as ObjectMeta;
  if (typeof uid !== "string" || typeof resourceVersion !== "string") return undefined;
  const key = formatKey(namespace, name);
  if (isGone(verb, metadata)) return { type: "deleted", deleted: { key, uid, resourceVersion } };
  return { type: "written", written: { key, uid, resourceVersion, object: answer as JsonObject }, isMetadataOnly };
}

/**
 * An object that waits for its finalizers, or for its grace period to be over, is still there. A namespace has finalizers elsewhere, and
 * no grace period at all. A deletion that has no need to wait is answered, for some kinds, with the last state of the object.
 */
function isGone(verb: CompletedWrite["verb"], metadata: ObjectMeta): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds, finalizers = [] } = metadata;
  if (deletionTimestamp === undefined) return verb === "delete";
  return deletionGracePeriodSeconds === 0 && finalizers.length === 0;
}

function formatKey(namespace: string | undefined, name: string): string {
  return formatObjectKey({ name, ...(namespace && { namespace }) });
}
