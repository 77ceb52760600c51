/** Volumes that exist apart from pods: how they may be mounted, how large they are, and that they stay what they are. */
import { equalJson, FieldError, fieldPath, type JsonObject, parseQuantity, signOfQuantity } from "@pintle/machinery";
import { objectAt, textAt, textsAt } from "../json-fields.ts";
import { checkImmutable, checkOneOfIfSet, checkSubdomain } from "./checks.ts";
import { accessModes } from "./claim-rules.ts";
import type { KindRules } from "./rules.ts";
import { StructError } from "./struct-error.ts";

const path = fieldPath("spec");

export const persistentVolumeRules: Readonly<Record<string, KindRules>> = {
  persistentvolumes: {
    validate: validateVolume,
    // Upstream validates a volume once as such and once as an update of it, and tells everything twice.
    validateUpdate: (volume, old) => [...validateVolume(volume), ...validateVolume(volume), ...keepVolume(volume, old)],
  },
};

function validateVolume(volume: JsonObject): FieldError[] {
  const spec = objectAt(volume, "spec");
  const modes = textsAt(spec, "accessModes");
  return [
    ...(modes.length === 0 ? [FieldError.required(path.child("accessModes"), "")] : []),
    ...modes
      .filter((mode) => !accessModes.includes(mode))
      .map((mode) => FieldError.notSupported(path.child("accessModes"), mode, accessModes)),
    ...(modes.includes("ReadWriteOncePod") && modes.some((mode) => mode !== "ReadWriteOncePod")
      ? [FieldError.forbidden(path.child("accessModes"), "may not use ReadWriteOncePod with other access modes")]
      : []),
    ...checkCapacity(spec),
    ...checkOneOfIfSet(spec, "persistentVolumeReclaimPolicy", path, ["Delete", "Recycle", "Retain"]),
    ...checkSources(spec),
    ...checkSubdomain(spec, "storageClassName", path),
    ...checkOneOfIfSet(spec, "volumeMode", path, ["Block", "Filesystem"]),
  ];
}

/** In the order in which they are looked at. */
const sources = [
  ...["hostPath", "gcePersistentDisk", "awsElasticBlockStore", "glusterfs", "flocker", "nfs", "rbd", "quobyte"],
  ...["cephfs", "iscsi", "cinder", "fc", "azureFile", "vsphereVolume", "photonPersistentDisk", "portworxVolume"],
  ...["azureDisk", "scaleIO", "local", "storageos", "csi", "flexVolume"],
];

function checkSources(spec: JsonObject): FieldError[] {
  const [first, ...more] = sources.filter((source) => spec[source] !== undefined);
  if (first === undefined) return [FieldError.required(path, "must specify a volume type")];
  return more.map((source) => FieldError.forbidden(path.child(source), "may not specify more than 1 volume type"));
}

function checkCapacity(spec: JsonObject): FieldError[] {
  const capacity = objectAt(spec, "capacity");
  const names = Object.keys(capacity);
  const at = path.child("capacity");
  return [
    ...(names.length === 0 ? [FieldError.required(at, "")] : []),
    ...(names.join() === "storage" ? [] : [StructError.unsupported(at, spec.capacity ?? null, ["storage"])]),
    ...names.flatMap((name) => {
      const amount = textAt(capacity, name);
      const isPositive = signOfQuantity(parseQuantity(amount)) > 0;
      return isPositive ? [] : [FieldError.invalid(at.key(name), amount, "must be greater than zero")];
    }),
  ];
}

function keepVolume(volume: JsonObject, old: JsonObject): FieldError[] {
  const isKept = equalJson(sourceOf(volume), sourceOf(old));
  const source = "spec.persistentvolumesource";
  return [
    ...(isKept
      ? []
      : [FieldError.forbidden(fieldPath(...source.split(".")), `${source} is immutable after creation\n`)]),
    ...checkImmutable(volume, old, "spec.volumeMode", fieldPath("volumeMode")),
  ];
}

function sourceOf(volume: JsonObject): JsonObject {
  const entries = Object.entries(objectAt(volume, "spec"));
  return Object.fromEntries(entries.filter(([key]) => sources.includes(key)));
}
