/** Volumes and claims get a finalizer, so that they stay for as long as somebody uses them. A controller takes it away. */
import type { AdmissionPlugin } from "@pintle/apiserver";
import { textsAt, withValueAt } from "../builtin/json-fields.ts";
import { subjectOf } from "./subject.ts";

const finalizers: ReadonlyMap<string, string> = new Map([
  ["persistentvolumes", "kubernetes.io/pv-protection"],
  ["persistentvolumeclaims", "kubernetes.io/pvc-protection"],
  ["volumeattributesclasses.storage.k8s.io", "kubernetes.io/vac-protection"],
]);

export const protectedResources: readonly string[] = [...finalizers.keys()];

export const storageObjectInUseProtection: AdmissionPlugin = {
  async mutate(attributes) {
    const { object, operation } = attributes;
    const finalizer = finalizers.get(subjectOf(attributes) ?? "");
    if (!object || operation !== "CREATE" || finalizer === undefined) return object;
    const present = textsAt(object, "metadata.finalizers");
    return present.includes(finalizer) ? object : withValueAt(object, "metadata.finalizers", [...present, finalizer]);
  },
};
