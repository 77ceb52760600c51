/** Conditions in the form that newer kinds share. */
import { FieldError, type FieldPath, type JsonObject, validateQualifiedName } from "@pintle/machinery";
import { numberAt, textAt } from "../json-fields.ts";
import { invalidAll } from "./checks.ts";

const statuses = ["False", "True", "Unknown"];
const maxReasonBytes = 1024;
const maxMessageBytes = 32 * 1024;
const reasonForm = /^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/;
const reasonComplaint =
  "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', regex used for validation is '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?')";

export function validateConditions(conditions: readonly JsonObject[], path: FieldPath): FieldError[] {
  const types = new Set<string>();
  return conditions.flatMap((condition, index) => {
    const at = path.index(index);
    const type = textAt(condition, "type");
    const errors = types.has(type) ? [FieldError.duplicate(at.child("type"), type)] : [];
    types.add(type);
    return [...errors, ...validateCondition(condition, at)];
  });
}

function validateCondition(condition: JsonObject, at: FieldPath): FieldError[] {
  const [type, status, reason] = [textAt(condition, "type"), textAt(condition, "status"), textAt(condition, "reason")];
  const generation = numberAt(condition, "observedGeneration") ?? 0;
  return [
    ...invalidAll(at.child("type"), type, validateQualifiedName(type)),
    ...(statuses.includes(status) ? [] : [FieldError.notSupported(at.child("status"), status, statuses)]),
    ...(generation < 0
      ? [FieldError.invalid(at.child("observedGeneration"), generation, "must be greater than or equal to zero")]
      : []),
    ...(textAt(condition, "lastTransitionTime") === ""
      ? [FieldError.required(at.child("lastTransitionTime"), "")]
      : []),
    ...checkReason(reason, at.child("reason")),
    ...(Buffer.byteLength(textAt(condition, "message")) > maxMessageBytes
      ? [FieldError.tooLong(at.child("message"), maxMessageBytes)]
      : []),
  ];
}

function checkReason(reason: string, at: FieldPath): FieldError[] {
  if (reason === "") return [FieldError.required(at, "")];
  return [
    ...(reasonForm.test(reason) ? [] : [FieldError.invalid(at, reason, reasonComplaint)]),
    ...(reason.length > maxReasonBytes ? [FieldError.tooLong(at, maxReasonBytes)] : []),
  ];
}
