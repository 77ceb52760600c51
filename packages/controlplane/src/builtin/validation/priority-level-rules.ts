/** Levels of priority that requests have, and how those wait that cannot be answered at once. */
import { equalJson, FieldError, fieldPath, getOwn, isJsonObject, type JsonObject } from "@pintle/machinery";
import { numberAt, objectAt, objectsAt, textAt } from "../json-fields.ts";
import type { KindRules } from "./rules.ts";
import { StructError } from "./struct-error.ts";

const path = fieldPath("spec");
const limitedPath = path.child("limited");
const maxQueues = 10_000_000;
const maxHashBits = 60;
const preserveZero = "flowcontrol.k8s.io/preserve-zero-concurrency-shares";

export const priorityLevelRules: Readonly<Record<string, KindRules>> = {
  "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io": {
    validate: validateLevel,
    validateUpdate: (level, old) => [
      ...validateLevel(level),
      ...checkFixed(level, old, "PriorityLevelConfigurationSpec"),
    ],
    views: { status: checkFlowConditions },
  },
};

export function checkFlowConditions(object: JsonObject): FieldError[] {
  const types = new Set<string>();
  return objectsAt(object, "status.conditions").flatMap((condition, index) => {
    const type = textAt(condition, "type");
    const at = fieldPath("status", "conditions").index(index).child("type");
    const errors = types.has(type) ? [FieldError.duplicate(at, type)] : [];
    types.add(type);
    return type === "" ? [...errors, FieldError.required(at, "")] : errors;
  });
}

/** What the server itself cannot do without stays as it was made. */
export function checkFixed(object: JsonObject, old: JsonObject, struct: string): FieldError[] {
  const name = textAt(object, "metadata.name");
  if (name !== "exempt" && name !== "catch-all") return [];
  const isOpen = name === "exempt" && struct === "PriorityLevelConfigurationSpec";
  const [{ exempt: mine, ...spec }, { exempt: theirs, ...before }] = [objectAt(object, "spec"), objectAt(old, "spec")];
  if (equalJson(spec, before) && (isOpen || equalJson(mine ?? null, theirs ?? null))) return [];
  const exception = isOpen ? " except the 'spec.exempt' field" : "";
  const detail = `spec of '${name}'${exception} must equal the fixed value`;
  return [StructError.invalidStruct(path, objectAt(object, "spec"), detail, struct)];
}

function validateLevel(level: JsonObject): FieldError[] {
  const spec = objectAt(level, "spec");
  const type = textAt(spec, "type");
  const isExempt = textAt(level, "metadata.name") === "exempt";
  const isPreserved = getOwn(objectAt(level, "metadata.annotations"), preserveZero) !== undefined;
  const annotations = fieldPath("metadata", "annotations");
  return [
    ...(isPreserved ? [FieldError.forbidden(annotations, `annotation '${preserveZero}' is forbidden`)] : []),
    ...(isExempt === (type === "Exempt")
      ? []
      : [FieldError.invalid(path.child("type"), type, "must be 'Exempt' if and only if `name` is 'exempt'")]),
    ...checkType(spec, type),
    ...checkFlowConditions(level),
  ];
}

function checkType(spec: JsonObject, type: string): FieldError[] {
  const [limited, exempt] = [getOwn(spec, "limited"), getOwn(spec, "exempt")];
  switch (type) {
    case "Exempt":
      return [
        ...(limited === undefined ? [] : [FieldError.forbidden(limitedPath, "must be nil if the type is not Limited")]),
        ...(isJsonObject(exempt) ? checkShares(exempt, "exempt") : []),
      ];
    case "Limited":
      return [
        ...(exempt === undefined
          ? []
          : [FieldError.forbidden(path.child("exempt"), "must be nil if the type is Limited")]),
        ...(isJsonObject(limited)
          ? checkLimited(limited)
          : [FieldError.required(limitedPath, "must not be empty when type is Limited")]),
      ];
    case "":
      return [FieldError.required(path.child("type"), "")];
    default:
      return [FieldError.notSupported(path.child("type"), type, ["Exempt", "Limited"])];
  }
}

function checkShares(level: JsonObject, key: string): FieldError[] {
  const shares = numberAt(level, "nominalConcurrencyShares") ?? 0;
  const at = path.child(key, "nominalConcurrencyShares");
  return [
    ...(shares < 0 ? [FieldError.invalid(at, shares, "must be a non-negative integer")] : []),
    ...(key === "limited" ? checkResponse(objectAt(level, "limitResponse")) : []),
    ...checkLending(level, key),
  ];
}

function checkLending(level: JsonObject, key: string): FieldError[] {
  const share = numberAt(level, "lendablePercent") ?? 0;
  if (share >= 0 && share <= 100) return [];
  return [FieldError.invalid(path.child(key, "lendablePercent"), share, "must be between 0 and 100, inclusive")];
}

function checkLimited(limited: JsonObject): FieldError[] {
  const limit = numberAt(limited, "borrowingLimitPercent") ?? 0;
  const detail = "if specified, must be a non-negative integer";
  return [
    ...checkShares(limited, "limited"),
    ...(limit < 0 ? [FieldError.invalid(limitedPath.child("borrowingLimitPercent"), limit, detail)] : []),
  ];
}

function checkResponse(response: JsonObject): FieldError[] {
  const type = textAt(response, "type");
  const queuing = getOwn(response, "queuing");
  const at = limitedPath.child("limitResponse");
  const place = at.child("queuing");
  switch (type) {
    case "Reject":
      return queuing === undefined
        ? []
        : [FieldError.forbidden(place, "must be nil if limited.limitResponse.type is not Limited")];
    case "Queue":
      return isJsonObject(queuing)
        ? checkQueuing(queuing)
        : [FieldError.required(place, "must not be empty if limited.limitResponse.type is Limited")];
    case "":
      return [FieldError.required(at.child("type"), "")];
    default:
      return [FieldError.notSupported(at.child("type"), type, ["Queue", "Reject"])];
  }
}

function checkQueuing(queuing: JsonObject): FieldError[] {
  const at = limitedPath.child("limitResponse", "queuing");
  const [length, queues, hand] = ["queueLengthLimit", "queues", "handSize"].map(
    (key) => numberAt(queuing, key) ?? 0,
  ) as [number, number, number];
  const errors: FieldError[] = [];
  const complain = (key: string, value: number, detail: string) =>
    errors.push(FieldError.invalid(at.child(key), value, detail));
  if (length <= 0) complain("queueLengthLimit", length, "must be positive");
  if (queues <= 0) complain("queues", queues, "must be positive");
  else if (queues > maxQueues) complain("queues", queues, `must not be greater than ${maxQueues}`);
  if (hand <= 0) complain("handSize", hand, "must be positive");
  else if (hand > queues) complain("handSize", hand, `should not be greater than queues (${queues})`);
  else if (entropyBits(queues, hand) > maxHashBits) {
    const detail = `required entropy bits of deckSize ${queues} and handSize ${hand} should not be greater than ${maxHashBits}`;
    complain("handSize", hand, detail);
  }
  return errors;
}

/** How many bits it takes to draw a hand. */
function entropyBits(queues: number, hand: number): number {
  return Math.ceil(Math.log2(queues) * hand);
}
