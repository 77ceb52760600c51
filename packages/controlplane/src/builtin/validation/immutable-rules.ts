/** Kinds of which little is checked but that some of their fields stay as they were created. */
import { equalJson, FieldError, fieldPath, isJsonObject, type JsonObject } from "@pintle/machinery";
import { objectAt, objectsAt, textAt, textsAt, valueAt } from "../json-fields.ts";
import { checkImmutable, requireText } from "./checks.ts";
import type { KindRules } from "./rules.ts";
import { StructError } from "./struct-error.ts";

const path = fieldPath("spec");

export const immutableRules: Readonly<Record<string, KindRules>> = {
  "runtimeclasses.node.k8s.io": {
    validate: (object) => requireText(object, "handler", fieldPath()),
    validateUpdate: keeps("handler"),
  },
  "ingressclasses.networking.k8s.io": { validateUpdate: keeps("spec.controller") },
  "csidrivers.storage.k8s.io": {
    validateUpdate: (object, old) => [
      // Upstream tells it under another name.
      ...checkImmutable(object, old, "spec.attachRequired", fieldPath("spec", "attachedRequired")),
      ...keeps("spec.volumeLifecycleModes")(object, old),
    ],
  },
  "csinodes.storage.k8s.io": { validateUpdate: keepDrivers },
  "volumeattachments.storage.k8s.io": { validateUpdate: keepAttachment },
  "volumeattributesclasses.storage.k8s.io": { validateUpdate: validateAttributesClassUpdate },
  "priorityclasses.scheduling.k8s.io": {
    validateUpdate: (object, old) =>
      valueAt(object, "value") === valueAt(old, "value")
        ? keeps("preemptionPolicy")(object, old)
        : [FieldError.forbidden(fieldPath("value"), "may not be changed in an update.")],
  },
  "storageclasses.storage.k8s.io": {
    validate: (object) => requireText(object, "provisioner", fieldPath()),
    validateUpdate: keeps("parameters", "provisioner", "reclaimPolicy", "volumeBindingMode"),
  },
};

function keeps(...paths: readonly string[]): (object: JsonObject, old: JsonObject) => FieldError[] {
  return (object, old) => paths.flatMap((path) => checkImmutable(object, old, path, fieldPath(...path.split("."))));
}

function validateAttributesClassUpdate(object: JsonObject, old: JsonObject): FieldError[] {
  return ["driverName", "parameters"]
    .filter((key) => !equalJson(valueAt(object, key) ?? null, valueAt(old, key) ?? null))
    .map((key) => FieldError.forbidden(fieldPath(key), `updates to ${key} are forbidden.`));
}

/** A driver may change what it says of its volumes, and nothing else. */
function keepDrivers(object: JsonObject, old: JsonObject): FieldError[] {
  const drivers = objectsAt(object, "spec.drivers");
  return objectsAt(old, "spec.drivers").flatMap((before) => {
    const driver = drivers.find(({ name }) => name === before.name);
    if (driver === undefined || equalJson(printDriver(driver), printDriver(before))) return [];
    return [
      new StructError("FieldValueInvalid", fieldPath("spec", "drivers"), printDriver(driver), "field is immutable"),
    ];
  });
}

function printDriver(driver: JsonObject): JsonObject {
  const keys = textsAt(driver, "topologyKeys");
  const TopologyKeys = keys.length > 0 ? [...keys] : null;
  return { Name: textAt(driver, "name"), NodeID: textAt(driver, "nodeID"), TopologyKeys, Allocatable: null };
}

function keepAttachment(object: JsonObject, old: JsonObject): FieldError[] {
  if (equalJson(objectAt(object, "spec"), objectAt(old, "spec"))) return [];
  const { attacher = "", nodeName = "", source } = objectAt(object, "spec");
  const { persistentVolumeName = null, inlineVolumeSpec = null } = isJsonObject(source) ? source : {};
  const shown = {
    Attacher: attacher,
    Source: { PersistentVolumeName: persistentVolumeName, InlineVolumeSpec: inlineVolumeSpec },
    NodeName: nodeName,
  };
  return [new StructError("FieldValueInvalid", path, shown, "field is immutable")];
}
