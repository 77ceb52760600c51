/** Ranges of resources in a namespace: between what they may be, and what they are where nothing is said. */
import {
  compareQuantity,
  FieldError,
  type FieldPath,
  fieldPath,
  type JsonObject,
  parseQuantity,
  quantityToNumber,
  validateQualifiedName,
} from "@pintle/machinery";
import { objectAt, objectsAt, textAt } from "../json-fields.ts";
import { invalidAll } from "./checks.ts";
import { canOvercommit, validateResourceName, validateStandardName } from "./resource-rules.ts";
import type { KindRules } from "./rules.ts";

const path = fieldPath("spec");
const standardTypes = new Set(["Pod", "Container", "PersistentVolumeClaim"]);

export const limitRules: Readonly<Record<string, KindRules>> = {
  limitranges: { validate: validateRange },
};

function validateRange(range: JsonObject): FieldError[] {
  const types = new Set<string>();
  return objectsAt(range, "spec.limits").flatMap((limit, index) => {
    const at = path.child("limits").index(index);
    const type = textAt(limit, "type");
    const errors = invalidAll(at.child("type"), type, validateQualifiedName(type));
    if (errors.length === 0 && !type.includes("/") && !standardTypes.has(type)) {
      errors.push(FieldError.invalid(at.child("type"), type, "must be a standard limit type or fully qualified"));
    }
    if (types.has(type)) errors.push(FieldError.duplicate(at.child("type"), type));
    types.add(type);
    return [
      ...errors,
      ...checkNames(limit, type, at),
      ...checkDefaults(limit, type, at),
      ...checkStorage(limit, type, at),
      ...checkOrders(limit, at),
      ...checkRatios(limit, at),
      ...checkWhole(limit, type, at),
    ];
  });
}

function checkNames(limit: JsonObject, type: string, at: FieldPath): FieldError[] {
  const isOfPods = type === "Pod" || type === "Container";
  const lists = type === "Pod" ? ["max", "min"] : ["max", "min", "default", "defaultRequest"];
  return [...lists, "maxLimitRequestRatio"].flatMap((list) =>
    Object.keys(objectAt(limit, list)).flatMap((name) =>
      (isOfPods ? validateResourceName : validateStandardName)(name, at.child(list).key(name)),
    ),
  );
}

function checkStorage(limit: JsonObject, type: string, at: FieldPath): FieldError[] {
  const isSaid = objectAt(limit, "min").storage !== undefined || objectAt(limit, "max").storage !== undefined;
  if (type !== "PersistentVolumeClaim" || isSaid) return [];
  const detail = "either minimum or maximum storage value is required, but neither was provided";
  return [FieldError.required(at.child("limits"), detail)];
}

/** What cannot be promised twice is requested and limited alike. */
function checkWhole(limit: JsonObject, type: string, at: FieldPath): FieldError[] {
  if (type === "Pod") return [];
  const [limits, requests] = [objectAt(limit, "default"), objectAt(limit, "defaultRequest")];
  return Object.keys(limits).flatMap((name) => {
    const [most, request] = [String(limits[name]), requests[name]];
    if (canOvercommit(name) || request === undefined) return [];
    if (compareQuantity(parseQuantity(most), parseQuantity(String(request))) === 0) return [];
    const detail = `default value ${most} must equal to defaultRequest value ${request} in ${name}`;
    return [FieldError.invalid(at.child("defaultRequest").key(name), request, detail)];
  });
}

function checkRatios(limit: JsonObject, at: FieldPath): FieldError[] {
  return Object.entries(objectAt(limit, "maxLimitRequestRatio")).flatMap(([name, amount]) => {
    const ratio = String(amount);
    const place = at.child("maxLimitRequestRatio").key(name);
    const [least, most] = [objectAt(limit, "min")[name], objectAt(limit, "max")[name]];
    const value = quantityToNumber(parseQuantity(ratio));
    const errors = value < 1 ? [FieldError.invalid(place, ratio, `ratio ${ratio} is less than 1`)] : [];
    if (least === undefined || most === undefined) return errors;
    const bound = quantityToNumber(parseQuantity(String(most))) / quantityToNumber(parseQuantity(String(least)));
    if (value <= bound) return errors;
    return [
      ...errors,
      FieldError.invalid(place, ratio, `ratio ${ratio} is greater than max/min = ${bound.toFixed(6)}`),
    ];
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
