/** The runtime class of a pod must exist; what it costs to run a pod in it, and on which nodes that can be, is written into the pod. */
import { type AdmissionAttributes, type AdmissionPlugin, forbidRequest } from "@pintle/apiserver";
import { equalJson, getOwn, isJsonObject, type JsonObject } from "@pintle/machinery";
import { objectAt, objectsAt, valueAt, withValueAt } from "../builtin/json-fields.ts";
import { mergeTolerations } from "./merge-tolerations.ts";
import type { StoredObjects } from "./stored-objects.ts";
import { subjectOf } from "./subject.ts";

export function createRuntimeClass(objects: StoredObjects): AdmissionPlugin {
  return {
    async mutate(attributes) {
      const { object } = attributes;
      if (!object || !isNewPod(attributes)) return object;
      const runtimeClass = await findClass(objects, attributes, object);
      if (!runtimeClass) return object;
      return withScheduling(attributes, withOverhead(attributes, object, runtimeClass), runtimeClass);
    },
    async validate(attributes) {
      const { object } = attributes;
      if (!object || !isNewPod(attributes)) return;
      const runtimeClass = await findClass(objects, attributes, object);
      const overhead = valueAt(object, "spec.overhead");
      if (runtimeClass && isJsonObject(valueAt(runtimeClass, "overhead"))) {
        if (!equalJson(objectAt(runtimeClass, "overhead.podFixed"), overhead ?? {})) throw mismatch(attributes);
      } else if (overhead !== undefined) {
        throw forbidRequest(
          attributes,
          "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead",
        );
      }
    },
  };
}

function isNewPod(attributes: AdmissionAttributes): boolean {
  return attributes.operation === "CREATE" && subjectOf(attributes) === "pods";
}

async function findClass(
  objects: StoredObjects,
  attributes: AdmissionAttributes,
  pod: JsonObject,
): Promise<JsonObject | undefined> {
  const name = valueAt(pod, "spec.runtimeClassName");
  if (typeof name !== "string") return undefined;
  const found = await objects.get("runtimeclasses", "", name);
  if (found === undefined)
    throw forbidRequest(attributes, `pod rejected: RuntimeClass ${JSON.stringify(name)} not found`);
  return found;
}

function mismatch(attributes: AdmissionAttributes): Error {
  return forbidRequest(attributes, "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
}

function withOverhead(attributes: AdmissionAttributes, pod: JsonObject, runtimeClass: JsonObject): JsonObject {
  if (!isJsonObject(valueAt(runtimeClass, "overhead"))) return pod;
  const fixed = objectAt(runtimeClass, "overhead.podFixed");
  const asked = objectAt(pod, "spec.overhead");
  if (Object.keys(asked).length > 0 && !equalJson(asked, fixed)) throw mismatch(attributes);
  return withValueAt(pod, "spec.overhead", fixed);
}

function withScheduling(attributes: AdmissionAttributes, pod: JsonObject, runtimeClass: JsonObject): JsonObject {
  if (!isJsonObject(valueAt(runtimeClass, "scheduling"))) return pod;
  const wanted = objectAt(runtimeClass, "scheduling.nodeSelector");
  const asked = objectAt(pod, "spec.nodeSelector");
  for (const [key, value] of Object.entries(wanted)) {
    const own = getOwn(asked, key);
    if (own === undefined || own === value) continue;
    const why = `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${value}; pod.spec.nodeSelector[${key}] = ${own}`;
    throw forbidRequest(attributes, why);
  }
  const selector = { ...asked, ...wanted };
  const placed = Object.keys(selector).length === 0 ? pod : withValueAt(pod, "spec.nodeSelector", selector);
  const tolerations = mergeTolerations([
    ...objectsAt(pod, "spec.tolerations"),
    ...objectsAt(runtimeClass, "scheduling.tolerations"),
  ]);
  return tolerations.length === 0 ? placed : withValueAt(placed, "spec.tolerations", [...tolerations]);
}
