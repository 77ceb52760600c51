/** What a claim has and how far it has grown. Names of resources are told without their key, as if they were the whole map. */
import {
  FieldError,
  type FieldPath,
  fieldPath,
  type JsonObject,
  parseQuantity,
  quantityValue,
  validateQualifiedName,
} from "@pintle/machinery";
import { objectAt, textsAt } from "../json-fields.ts";
import { invalidAll } from "./checks.ts";
import { checkAmount, isNative } from "./resource-rules.ts";

const resizings = [
  "ControllerResizeInProgress",
  "ControllerResizeInfeasible",
  "NodeResizeInProgress",
  "NodeResizeInfeasible",
  "NodeResizePending",
].toSorted();

export function validateClaimStatus(claim: JsonObject): FieldError[] {
  const modes = textsAt(claim, "spec.accessModes");
  const at = fieldPath("status");
  return [
    ...(modes.length === 0 ? [FieldError.required(fieldPath("Spec", "accessModes"), "")] : []),
    ...eachEntry(objectAt(claim, "status.capacity"), (name, amount) =>
      checkNotBelowZero(amount, at.child("capacity").key(name)),
    ),
    ...eachEntry(objectAt(claim, "status.allocatedResourceStatuses"), (name, resizing) => [
      ...checkName(name, at.child("allocatedResourceStatuses")),
      ...(resizings.includes(resizing)
        ? []
        : [FieldError.notSupported(at.child("allocatedResourceStatuses"), name, resizings)]),
    ]),
    ...eachEntry(objectAt(claim, "status.allocatedResources"), (name, amount) =>
      checkAllocated(name, amount, at.child("allocatedResources")),
    ),
  ];
}

function eachEntry(map: JsonObject, check: (name: string, value: string) => FieldError[]): FieldError[] {
  return Object.entries(map).flatMap(([name, value]) => check(name, String(value)));
}

/** Of the resources that Kubernetes knows, a claim has storage alone. */
function checkName(name: string, at: FieldPath): FieldError[] {
  const complaints = validateQualifiedName(name);
  if (complaints.length > 0) return invalidAll(at, name, complaints);
  return isNative(name) && name !== "storage" ? [FieldError.notSupported(at, name, ["storage"])] : [];
}

function checkAllocated(name: string, amount: string, at: FieldPath): FieldError[] {
  const misnamed = checkName(name, at);
  if (misnamed.length > 0) return misnamed;
  const negative = checkNotBelowZero(amount, at.key(name));
  return negative.length > 0 ? negative : checkAmount("storage", amount, at.key(name));
}

function checkNotBelowZero(amount: string, at: FieldPath): FieldError[] {
  const value = quantityValue(parseQuantity(amount));
  return value < 0n ? [FieldError.invalid(at, value, "must be a valid resource quantity")] : [];
}
