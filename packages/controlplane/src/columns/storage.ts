/** The rows of storage classes, of CSI drivers and of what they attach. */
import type { JsonObject } from "@pintle/machinery";
import { listAt, objectsAt, textAt, textsAt, valueAt } from "../builtin/json-fields.ts";
import { ageOf, annotationOf, type CellsByResource, flagAt, nameOf, textOr } from "./kind-cells.ts";

const defaultClassAnnotations = [
  "storageclass.kubernetes.io/is-default-class",
  "storageclass.beta.kubernetes.io/is-default-class",
];

export const storageCells: CellsByResource = {
  "storageclasses.storage.k8s.io": (storageClass, nowMs) => {
    const isDefault = defaultClassAnnotations.some((key) => annotationOf(storageClass, key) === "true");
    return [
      isDefault ? `${nameOf(storageClass)} (default)` : nameOf(storageClass),
      textAt(storageClass, "provisioner"),
      textOr(storageClass, "reclaimPolicy", "Delete"),
      textOr(storageClass, "volumeBindingMode", "Immediate"),
      flagAt(storageClass, "allowVolumeExpansion"),
      ageOf(storageClass, nowMs),
    ];
  },
  "volumeattributesclasses.storage.k8s.io": (attributesClass, nowMs) => [
    ...[nameOf(attributesClass), textAt(attributesClass, "driverName"), ageOf(attributesClass, nowMs)],
  ],
  "csidrivers.storage.k8s.io": (driver, nowMs) => [
    nameOf(driver),
    valueAt(driver, "spec.attachRequired") !== false,
    flagAt(driver, "spec.podInfoOnMount"),
    flagAt(driver, "spec.storageCapacity"),
    formatAudiences(driver),
    flagAt(driver, "spec.requiresRepublish"),
    textsAt(driver, "spec.volumeLifecycleModes").join(",") || "<none>",
    ageOf(driver, nowMs),
  ],
  "csinodes.storage.k8s.io": (node, nowMs) => [
    ...[nameOf(node), listAt(node, "spec.drivers").length, ageOf(node, nowMs)],
  ],
  "volumeattachments.storage.k8s.io": (attachment, nowMs) => [
    nameOf(attachment),
    textAt(attachment, "spec.attacher"),
    textAt(attachment, "spec.source.persistentVolumeName"),
    textAt(attachment, "spec.nodeName"),
    flagAt(attachment, "status.attached"),
    ageOf(attachment, nowMs),
  ],
};

function formatAudiences(driver: JsonObject): string {
  if (!Array.isArray(valueAt(driver, "spec.tokenRequests"))) return "<unset>";
  const audiences = objectsAt(driver, "spec.tokenRequests").map((request) => textAt(request, "audience"));
  return audiences.join(",");
}
