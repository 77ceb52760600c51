/** Ingresses that name no class get the default one, if there is one. */
import type { AdmissionPlugin } from "@pintle/apiserver";
import { getOwn, type JsonObject } from "@pintle/machinery";
import { objectAt, valueAt, withValueAt } from "../../builtin/json-fields.ts";
import type { StoredObjects } from "../stored-objects.ts";
import { subjectOf } from "../subject.ts";
import { defaultClassOf } from "./default-class.ts";

const marks = ["ingressclass.kubernetes.io/is-default-class"];

export function createDefaultIngressClass(objects: StoredObjects): AdmissionPlugin {
  return {
    async mutate(attributes) {
      const { object, operation } = attributes;
      if (!object || operation !== "CREATE" || subjectOf(attributes) !== "ingresses.networking.k8s.io") return object;
      if (hasClass(object)) return object;
      const name = defaultClassOf(await objects.list("ingressclasses", ""), marks);
      return name === undefined ? object : withValueAt(object, "spec.ingressClassName", name);
    },
  };
}

function hasClass(ingress: JsonObject): boolean {
  const annotation = getOwn(objectAt(ingress, "metadata.annotations"), "kubernetes.io/ingress.class");
  return annotation !== undefined || (valueAt(ingress, "spec.ingressClassName") ?? null) !== null;
}
