/** Classes that pods name: how important they are, and by what they are run. */
import {
  FieldError,
  fieldPath,
  isJsonObject,
  type JsonObject,
  validateDns1123Label,
  validateLabels,
} from "@pintle/machinery";
import { numberAt, objectAt, objectsAt, textAt, valueAt } from "../json-fields.ts";
import { checkImmutable, checkOneOfIfSet, invalidAll } from "./checks.ts";
import { textMap } from "./label-selectors.ts";
import { printStruct } from "./print-struct.ts";
import { validateResources } from "./resource-rules.ts";
import type { KindRules } from "./rules.ts";
import { StructError } from "./struct-error.ts";
import { checkTolerations } from "./toleration-rules.ts";

const maxUserPriority = 1_000_000_000;
const systemClasses: Readonly<Record<string, number>> = {
  "system-cluster-critical": 2_000_000_000,
  "system-node-critical": 2_000_001_000,
};

export const schedulingRules: Readonly<Record<string, KindRules>> = {
  "priorityclasses.scheduling.k8s.io": {
    validate: (priority) => [
      ...checkPriority(priority),
      ...checkOneOfIfSet(priority, "preemptionPolicy", fieldPath(), ["PreemptLowerPriority", "Never"]),
    ],
    validateUpdate: (priority, old) => [
      ...(valueAt(priority, "value") === valueAt(old, "value")
        ? []
        : [FieldError.forbidden(fieldPath("value"), "may not be changed in an update.")]),
      ...checkImmutable(priority, old, "preemptionPolicy", fieldPath("preemptionPolicy")),
    ],
  },
  "runtimeclasses.node.k8s.io": {
    validate: validateRuntimeClass,
    validateUpdate: (object, old) => [
      ...validateRuntimeClass(object),
      ...checkImmutable(object, old, "handler", fieldPath("handler"), ""),
    ],
  },
};

function checkPriority(priority: JsonObject): FieldError[] {
  const [name, value] = [textAt(priority, "metadata.name"), numberAt(priority, "value") ?? 0];
  if (name.startsWith("system-")) {
    const complaint = complainOfSystemClass(name, value, priority.globalDefault === true);
    if (complaint === undefined) return [];
    const detail = `priority class names with 'system-' prefix are reserved for system use only. error: ${complaint}`;
    return [FieldError.forbidden(fieldPath("metadata", "name"), detail)];
  }
  if (value <= maxUserPriority) return [];
  const detail = `maximum allowed value of a user defined priority is ${maxUserPriority}`;
  return [FieldError.forbidden(fieldPath("value"), detail)];
}

function complainOfSystemClass(name: string, value: number, isDefault: boolean): string | undefined {
  const expected = systemClasses[name];
  if (expected === undefined) return `${name} is not a known system priority class`;
  if (value !== expected) return `value of ${name} PriorityClass must be ${expected}`;
  return isDefault ? `globalDefault of ${name} PriorityClass must be false` : undefined;
}

function validateRuntimeClass(runtime: JsonObject): FieldError[] {
  const handler = textAt(runtime, "handler");
  const { overhead, scheduling } = runtime;
  return [
    ...(handler === ""
      ? [FieldError.required(fieldPath("handler"), "")]
      : invalidAll(fieldPath("handler"), handler, validateDns1123Label(handler))),
    ...(isJsonObject(overhead)
      ? validateResources({ limits: objectAt(overhead, "podFixed") }, {}, fieldPath("overhead"))
      : []),
    ...(isJsonObject(scheduling) ? checkScheduling(scheduling) : []),
  ];
}

function checkScheduling(scheduling: JsonObject): FieldError[] {
  const tolerations = objectsAt(scheduling, "tolerations");
  const at = fieldPath("scheduling", "tolerations");
  const seen = new Set<string>();
  return [
    ...validateLabels(textMap(scheduling, "nodeSelector"), fieldPath("scheduling", "nodeSelector")),
    ...checkTolerations(tolerations, at),
    ...tolerations.flatMap((toleration, index) => {
      const text = JSON.stringify(["key", "operator", "value", "effect"].map((key) => textAt(toleration, key)));
      const isTwice = seen.has(text);
      seen.add(text);
      const printed = printStruct("Toleration", toleration);
      return isTwice ? [new StructError("FieldValueDuplicate", at.index(index), toleration, "", printed)] : [];
    }),
  ];
}
