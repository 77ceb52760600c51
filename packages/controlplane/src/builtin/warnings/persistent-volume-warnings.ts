/** What is allowed in volumes that exist apart from pods and in claims for them, and is hardly meant or will not be one day. */
import { isJsonObject, type JsonObject } from "@pintle/machinery";
import { objectAt, objectsAt, textAt } from "../json-fields.ts";
import { fractionWarnings } from "./fraction-warnings.ts";
import { nodeLabelWarning, nodeSelectorTermWarnings } from "./node-labels.ts";

const oldClass = {
  "volume.beta.kubernetes.io/storage-class": 'deprecated since v1.8; use "storageClassName" attribute instead',
};
const oldAnnotations = {
  ...oldClass,
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
  const isRecycled = textAt(spec, "persistentVolumeReclaimPolicy") === "Recycle";
  return [
    ...annotationWarnings(volume, oldAnnotations),
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

export function claimWarnings(claim: JsonObject): string[] {
  return [
    ...annotationWarnings(claim, oldClass),
    ...["requests", "limits"].flatMap((list) =>
      fractionWarnings(objectAt(claim, `spec.resources.${list}`), `spec.resources.${list}`, ["storage"]),
    ),
  ];
}

export function storageClassWarnings(storageClass: JsonObject): string[] {
  return objectsAt(storageClass, "allowedTopologies").flatMap((term, index) =>
    objectsAt(term, "matchLabelExpressions").flatMap((expression, place) => {
      const message = nodeLabelWarning(textAt(expression, "key"));
      const path = `allowedTopologies[${index}].matchLabelExpressions[${place}].key`;
      return message === undefined ? [] : [`${path}: ${message}`];
    }),
  );
}

function annotationWarnings(object: JsonObject, old: Readonly<Record<string, string>>): string[] {
  const annotations = objectAt(object, "metadata.annotations");
  return Object.entries(old).flatMap(([key, message]) =>
    Object.hasOwn(annotations, key) ? [`metadata.annotations[${key}]: ${message}`] : [],
  );
}
