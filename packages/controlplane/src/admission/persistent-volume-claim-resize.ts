/** A claim grows only once it is bound, and only where its storage class lets volumes grow. */
import { type AdmissionPlugin, forbidRequest } from "@pintle/apiserver";
import { compareQuantity, type JsonObject, type Quantity, quantityFromJson } from "@pintle/machinery";
import { objectAt, textAt } from "../builtin/json-fields.ts";
import type { StoredObjects } from "./stored-objects.ts";
import { subjectOf } from "./subject.ts";

export function createPersistentVolumeClaimResize(objects: StoredObjects): AdmissionPlugin {
  return {
    async validate(attributes) {
      const { object, old, operation } = attributes;
      if (operation !== "UPDATE" || !object || !old || subjectOf(attributes) !== "persistentvolumeclaims") return;
      if (compareQuantity(sizeOf(object), sizeOf(old)) <= 0) return;
      if (textAt(old, "status.phase") !== "Bound") {
        throw forbidRequest(attributes, "Only bound persistent volume claims can be expanded");
      }
      const name = classOf(object);
      const storageClass =
        name !== "" && name === classOf(old) ? await objects.get("storageclasses", "", name) : undefined;
      if (storageClass?.allowVolumeExpansion === true) return;
      const why =
        "only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize";
      throw forbidRequest(attributes, why);
    },
  };
}

function sizeOf(claim: JsonObject): Quantity {
  const { storage } = objectAt(claim, "spec.resources.requests");
  return quantityFromJson(typeof storage === "string" || typeof storage === "number" ? storage : 0);
}

/** The annotation is older than the field, and is still looked at first. */
function classOf(claim: JsonObject): string {
  const annotation = objectAt(claim, "metadata.annotations")["volume.beta.kubernetes.io/storage-class"];
  return typeof annotation === "string" ? annotation : textAt(claim, "spec.storageClassName");
}
