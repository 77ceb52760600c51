/** Claims that name no storage class get the default one, if there is one. */
import type { AdmissionPlugin } from "@pintle/apiserver";
import { getOwn, type JsonObject } from "@pintle/machinery";
import { objectAt, valueAt, withValueAt } from "../../builtin/json-fields.ts";
import type { StoredObjects } from "../stored-objects.ts";
import { subjectOf } from "../subject.ts";
import { defaultClassOf } from "./default-class.ts";

const marks = ["storageclass.kubernetes.io/is-default-class", "storageclass.beta.kubernetes.io/is-default-class"];

export function createDefaultStorageClass(objects: StoredObjects): AdmissionPlugin {
  return {
    async mutate(attributes) {
      const { object, operation } = attributes;
      if (!object || operation !== "CREATE" || subjectOf(attributes) !== "persistentvolumeclaims") return object;
      if (hasClass(object)) return object;
      const name = defaultClassOf(await objects.list("storageclasses", ""), marks);
      return name === undefined ? object : withValueAt(object, "spec.storageClassName", name);
    },
  };
}

/** An empty name is one, too: it asks for a volume without a class. */
function hasClass(claim: JsonObject): boolean {
  const annotation = getOwn(objectAt(claim, "metadata.annotations"), "volume.beta.kubernetes.io/storage-class");
  return annotation !== undefined || (valueAt(claim, "spec.storageClassName") ?? null) !== null;
}
