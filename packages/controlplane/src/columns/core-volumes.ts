/** The rows of PersistentVolumes and of the claims on them. */
import type { JsonObject } from "@pintle/machinery";
import { textAt, textsAt, valueAt } from "../builtin/json-fields.ts";
import { ageOf, annotationOf, type CellsByResource, isBeingDeleted, nameOf, textOr } from "./kind-cells.ts";
import { formatQuantityCell } from "./quantity-cells.ts";

const classAnnotation = "volume.beta.kubernetes.io/storage-class";

/** In the order in which they are shown. */
const accessModes = [
  ["ReadWriteOnce", "RWO"],
  ["ReadOnlyMany", "ROX"],
  ["ReadWriteMany", "RWX"],
  ["ReadWriteOncePod", "RWOP"],
] as const;

export const volumeCells: CellsByResource = {
  persistentvolumes: (volume, nowMs) => [
    nameOf(volume),
    formatQuantityCell(valueAt(volume, "spec.capacity.storage")),
    formatAccessModes(textsAt(volume, "spec.accessModes")),
    textAt(volume, "spec.persistentVolumeReclaimPolicy"),
    phaseOf(volume),
    formatClaim(volume),
    classOf(volume),
    textOr(volume, "spec.volumeAttributesClassName", "<unset>"),
    textAt(volume, "status.reason"),
    ageOf(volume, nowMs),
    textOr(volume, "spec.volumeMode", "<unset>"),
  ],
  persistentvolumeclaims: (claim, nowMs) => {
    const volumeName = textAt(claim, "spec.volumeName");
    // What was asked for is not shown, only what a volume gives.
    const isBound = volumeName !== "";
    return [
      ...[nameOf(claim), phaseOf(claim), volumeName],
      isBound ? formatQuantityCell(valueAt(claim, "status.capacity.storage")) : "",
      isBound ? formatAccessModes(textsAt(claim, "status.accessModes")) : "",
      classOf(claim),
      textOr(claim, "spec.volumeAttributesClassName", "<unset>"),
      ageOf(claim, nowMs),
      textOr(claim, "spec.volumeMode", "<unset>"),
    ];
  },
};

function phaseOf(object: JsonObject): string {
  return isBeingDeleted(object) ? "Terminating" : textAt(object, "status.phase");
}

function formatAccessModes(modes: readonly string[]): string {
  const short = accessModes.filter(([mode]) => modes.includes(mode)).map(([, letters]) => letters);
  return short.join(",");
}

function formatClaim(volume: JsonObject): string {
  const claim = valueAt(volume, "spec.claimRef");
  if (claim === undefined || claim === null) return "";
  return `${textAt(volume, "spec.claimRef.namespace")}/${textAt(volume, "spec.claimRef.name")}`;
}

/** The old annotation wins over the field. */
function classOf(object: JsonObject): string {
  return annotationOf(object, classAnnotation) ?? textAt(object, "spec.storageClassName");
}
