/** Quotas and ranges of resources in a namespace. */
import {
  compareQuantity,
  FieldError,
  type FieldPath,
  fieldPath,
  type JsonObject,
  parseQuantity,
  signOfQuantity,
  validateQualifiedName,
} from "@pintle/machinery";
import { objectAt, objectsAt, textAt, textsAt } from "../json-fields.ts";
import { checkImmutable, invalidAll } from "./checks.ts";
import type { KindRules } from "./rules.ts";

const path = fieldPath("spec");

export const limitRules: Readonly<Record<string, KindRules>> = {
  limitranges: { validate: validateRange },
  resourcequotas: {
    validate: validateQuota,
    validateUpdate: (quota, old) => [
      ...validateQuota(quota),
      ...checkImmutable(quota, old, "spec.scopes", path.child("scopes")),
    ],
  },
};

const ofQuotas = new Set([
  ..."cpu memory ephemeral-storage requests.cpu requests.memory requests.storage requests.ephemeral-storage".split(" "),
  ..."limits.cpu limits.memory limits.ephemeral-storage pods resourcequotas services replicationcontrollers".split(" "),
  ..."secrets persistentvolumeclaims configmaps services.nodeports services.loadbalancers".split(" "),
]);

const conflicts = [
  ["BestEffort", "NotBestEffort"],
  ["Terminating", "NotTerminating"],
];

const scopes = [...conflicts.flat(), "PriorityClass", "CrossNamespacePodAffinity", "VolumeAttributesClass"];

function validateQuota(quota: JsonObject): FieldError[] {
  const hard = objectAt(quota, "spec.hard");
  const given = textsAt(quota, "spec.scopes");
  const at = path.child("scopes");
  return [
    ...Object.entries(hard).flatMap(([name, amount]) => checkHard(name, String(amount), path.child("hard").key(name))),
    ...(given.every((scope) => scopes.includes(scope))
      ? []
      : [FieldError.invalid(at, [...given], "unsupported scope")]),
    ...(conflicts.some((pair) => pair.every((scope) => given.includes(scope)))
      ? [FieldError.invalid(at, [...given], "conflicting scopes")]
      : []),
  ];
}

function checkHard(name: string, amount: string, at: FieldPath): FieldError[] {
  const complaints = validateQualifiedName(name);
  const errors = invalidAll(at, name, complaints);
  const isKnown = name.includes("/") || ofQuotas.has(name) || /^(requests\.)?hugepages-/.test(name);
  if (complaints.length === 0 && !isKnown) {
    errors.push(
      FieldError.invalid(at, name, "must be a standard resource type or fully qualified"),
      FieldError.invalid(at, name, "must be a standard resource for quota"),
    );
  }
  if (signOfQuantity(parseQuantity(amount)) < 0) {
    errors.push(FieldError.invalid(at, amount, "must be greater than or equal to 0"));
  }
  return errors;
}

function validateRange(range: JsonObject): FieldError[] {
  const types = new Set<string>();
  return objectsAt(range, "spec.limits").flatMap((limit, index) => {
    const at = path.child("limits").index(index);
    const type = textAt(limit, "type");
    const errors = invalidAll(at.child("type"), type, validateQualifiedName(type));
    if (types.has(type)) errors.push(FieldError.duplicate(at.child("type"), type));
    types.add(type);
    return [...errors, ...checkDefaults(limit, type, at), ...checkOrders(limit, at)];
  });
}

function checkDefaults(limit: JsonObject, type: string, at: FieldPath): FieldError[] {
  if (type !== "Pod") return [];
  return ["default", "defaultRequest"]
    .filter((key) => Object.keys(objectAt(limit, key)).length > 0)
    .map((key) => FieldError.forbidden(at.child(key), "may not be specified when `type` is 'Pod'"));
}

/** Each pair of bounds: the first must not be above the second, and which of them is told to be wrong. */
const orders = [
  { low: "min", high: "max", told: "min", shown: "min", text: ["min value", "max value"] },
  {
    low: "min",
    high: "defaultRequest",
    told: "defaultRequest",
    shown: "defaultRequest",
    text: ["min value", "default request value"],
  },
  {
    low: "defaultRequest",
    high: "max",
    told: "defaultRequest",
    shown: "defaultRequest",
    text: ["default request value", "max value"],
  },
  {
    low: "defaultRequest",
    high: "default",
    told: "defaultRequest",
    shown: "defaultRequest",
    text: ["default request value", "default limit value"],
  },
  { low: "min", high: "default", told: "default", shown: "min", text: ["min value", "default value"] },
  { low: "default", high: "max", told: "default", shown: "max", text: ["default value", "max value"] },
] as const;

function checkOrders(limit: JsonObject, at: FieldPath): FieldError[] {
  return orders.flatMap(({ low, high, told, shown, text }) => {
    const [lows, highs] = [objectAt(limit, low), objectAt(limit, high)];
    return Object.entries(lows).flatMap(([name, amount]) => {
      const other = highs[name];
      if (other === undefined) return [];
      const [least, most] = [String(amount), String(other)];
      if (compareQuantity(parseQuantity(least), parseQuantity(most)) <= 0) return [];
      const bad = String(objectAt(limit, shown)[name]);
      return [
        FieldError.invalid(at.child(told).key(name), bad, `${text[0]} ${least} is greater than ${text[1]} ${most}`),
      ];
    });
  });
}
