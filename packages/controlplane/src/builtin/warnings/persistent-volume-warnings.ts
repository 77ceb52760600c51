/** What is allowed in a volume that exists apart from pods, and will not be one day. */
import { isJsonObject, type JsonObject } from "@pintle/machinery";
import { objectAt, objectsAt, textAt } from "../json-fields.ts";
import { nodeSelectorTermWarnings } from "./node-labels.ts";

const oldAnnotations = {
  "volume.beta.kubernetes.io/storage-class": 'deprecated since v1.8; use "storageClassName" attribute instead',
  "volume.beta.kubernetes.io/mount-options": 'deprecated since v1.31; use "mountOptions" attribute instead',
};

const deadSources = {
  cephfs: "deprecated in v1.28, non-functional in v1.31+",
  photonPersistentDisk: "deprecated in v1.11, non-functional in v1.16+",
  scaleIO: "deprecated in v1.16, non-functional in v1.22+",
  storageos: "deprecated in v1.22, non-functional in v1.25+",
  glusterfs: "deprecated in v1.25, non-functional in v1.26+",
  rbd: "deprecated in v1.28, non-functional in v1.31+",
};

export function persistentVolumeWarnings(volume: JsonObject): string[] {
  const spec = objectAt(volume, "spec");
  const annotations = objectAt(volume, "metadata.annotations");
  const isRecycled = textAt(spec, "persistentVolumeReclaimPolicy") === "Recycle";
  return [
    ...Object.entries(oldAnnotations).flatMap(([key, message]) =>
      Object.hasOwn(annotations, key) ? [`metadata.annotations[${key}]: ${message}`] : [],
    ),
    ...(isRecycled
      ? [
          "spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.",
        ]
      : []),
    ...objectsAt(spec, "nodeAffinity.required.nodeSelectorTerms").flatMap((term, index) =>
      nodeSelectorTermWarnings(term, `spec.nodeAffinity.required.nodeSelectorTerms[${index}]`, false),
    ),
    ...Object.entries(deadSources).flatMap(([source, message]) => {
      const shown = source === "storageos" ? "storageOS" : source;
      return isJsonObject(spec[source]) ? [`spec.${shown}: ${message}`] : [];
    }),
  ];
}
