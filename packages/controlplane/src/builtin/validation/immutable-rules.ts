/** Kinds of which little is checked but that some of their fields stay as they were created. */
import { equalJson, FieldError, fieldPath, type JsonObject } from "@pintle/machinery";
import { valueAt } from "../json-fields.ts";
import { checkImmutable, requireText } from "./checks.ts";
import type { KindRules } from "./rules.ts";

export const immutableRules: Readonly<Record<string, KindRules>> = {
  "runtimeclasses.node.k8s.io": {
    validate: (object) => requireText(object, "handler", fieldPath()),
    validateUpdate: keeps("handler"),
  },
  "ingressclasses.networking.k8s.io": { validateUpdate: keeps("spec.controller") },
  "csidrivers.storage.k8s.io": { validateUpdate: keeps("spec.attachRequired", "spec.volumeLifecycleModes") },
  "volumeattributesclasses.storage.k8s.io": { validateUpdate: keeps("driverName", "parameters") },
  "priorityclasses.scheduling.k8s.io": {
    validateUpdate: (object, old) =>
      valueAt(object, "value") === valueAt(old, "value")
        ? keeps("preemptionPolicy")(object, old)
        : [FieldError.forbidden(fieldPath("value"), "may not be changed in an update.")],
  },
  "storageclasses.storage.k8s.io": {
    validate: (object) => requireText(object, "provisioner", fieldPath()),
    validateUpdate: validateStorageClassUpdate,
  },
};

function keeps(...paths: readonly string[]): (object: JsonObject, old: JsonObject) => FieldError[] {
  return (object, old) => paths.flatMap((path) => checkImmutable(object, old, path, fieldPath(...path.split("."))));
}

function validateStorageClassUpdate(object: JsonObject, old: JsonObject): FieldError[] {
  const changed = (key: string) => !equalJson(valueAt(object, key) ?? null, valueAt(old, key) ?? null);
  const forbid = (key: string) =>
    changed(key) ? [FieldError.forbidden(fieldPath(key), `updates to ${key} are forbidden.`)] : [];
  return [
    ...forbid("parameters"),
    ...forbid("provisioner"),
    ...forbid("reclaimPolicy"),
    ...keeps("volumeBindingMode")(object, old),
  ];
}
