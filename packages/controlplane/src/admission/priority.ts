/** The class of a pod says how important it is and whether others make room for it; pods cannot say so themselves. */
import { type AdmissionAttributes, type AdmissionPlugin, forbidRequest } from "@pintle/apiserver";
import type { JsonObject } from "@pintle/machinery";
import { numberAt, textAt, valueAt, withValueAt } from "../builtin/json-fields.ts";
import type { StoredObjects } from "./stored-objects.ts";
import { subjectOf } from "./subject.ts";

const preemptLower = "PreemptLowerPriority";

export function createPriority(objects: StoredObjects): AdmissionPlugin {
  return {
    async mutate(attributes) {
      const { object, old, operation } = attributes;
      if (!object || subjectOf(attributes) !== "pods") return object;
      if (operation === "UPDATE" && old) return keepPriority(object, old);
      return operation === "CREATE" ? withPriority(attributes, object, await findClass(objects, attributes)) : object;
    },
    async validate(attributes) {
      const { object, operation } = attributes;
      if (!object || subjectOf(attributes) !== "priorityclasses.scheduling.k8s.io") return;
      if (valueAt(object, "globalDefault") !== true) return;
      const other = await findDefaultClass(objects);
      if (other === undefined) return;
      const name = textAt(other, "metadata.name");
      if (operation === "UPDATE" && name === textAt(object, "metadata.name")) return;
      throw forbidRequest(attributes, `PriorityClass ${name} is already marked as default. Only one default can exist`);
    },
  };
}

/** Clients that know nothing of priorities leave them out of their updates. */
function keepPriority(pod: JsonObject, old: JsonObject): JsonObject {
  let kept = pod;
  for (const path of ["spec.priority", "spec.preemptionPolicy"]) {
    const before = valueAt(old, path);
    if (before !== undefined && valueAt(kept, path) === undefined) kept = withValueAt(kept, path, before);
  }
  return kept;
}

/** The class that the pod names or the one for all others; `undefined` where there is neither. */
async function findClass(objects: StoredObjects, attributes: AdmissionAttributes): Promise<JsonObject | undefined> {
  const name = textAt(attributes.object ?? {}, "spec.priorityClassName");
  if (name === "") return findDefaultClass(objects);
  const found = await objects.get("priorityclasses", "", name);
  if (found === undefined) throw forbidRequest(attributes, `no PriorityClass with name ${name} was found`);
  return found;
}

/** There may have come to be more than one; then the least of them counts. */
async function findDefaultClass(objects: StoredObjects): Promise<JsonObject | undefined> {
  const classes = await objects.list("priorityclasses", "");
  return classes
    .filter((priorityClass) => valueAt(priorityClass, "globalDefault") === true)
    .toSorted((left, right) => (numberAt(left, "value") ?? 0) - (numberAt(right, "value") ?? 0))[0];
}

function withPriority(
  attributes: AdmissionAttributes,
  pod: JsonObject,
  priorityClass: JsonObject | undefined,
): JsonObject {
  const priority = numberAt(priorityClass ?? {}, "value") ?? 0;
  const asked = numberAt(pod, "spec.priority");
  const from = "from the given PriorityClass name";
  if (asked !== undefined && asked !== priority) {
    const why = `the integer value of priority (${asked}) must not be provided in pod spec; priority admission controller computed ${priority} ${from}`;
    throw forbidRequest(attributes, why);
  }
  const policy = priorityClass ? textAt(priorityClass, "preemptionPolicy") || preemptLower : preemptLower;
  const askedPolicy = textAt(pod, "spec.preemptionPolicy");
  if (askedPolicy !== "" && askedPolicy !== policy) {
    const why = `the string value of PreemptionPolicy (${askedPolicy}) must not be provided in pod spec; priority admission controller computed ${policy} ${from}`;
    throw forbidRequest(attributes, why);
  }
  const name = priorityClass && textAt(priorityClass, "metadata.name");
  const named = name === undefined ? pod : withValueAt(pod, "spec.priorityClassName", name);
  return withValueAt(withValueAt(named, "spec.priority", priority), "spec.preemptionPolicy", policy);
}
