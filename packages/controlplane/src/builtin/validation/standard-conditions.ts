/** The conditions in a status that are of Kubernetes' common type. */
import { Buffer } from "node:buffer";
import { FieldError, type FieldPath, type JsonObject, validateQualifiedName } from "@pintle/machinery";
import { numberAt, textAt } from "../json-fields.ts";
import { invalidAll } from "./checks.ts";

const statuses = ["False", "True", "Unknown"];
const reasonPattern = /^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/;
const reasonComplaint =
  "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', regex used for validation is '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?')";
const maxReasonBytes = 1_024;
const maxMessageBytes = 32 * 1_024;

export function checkStandardConditions(conditions: readonly JsonObject[], path: FieldPath): FieldError[] {
  const types = conditions.map((condition) => textAt(condition, "type"));
  return conditions.flatMap((condition, index) => {
    const at = path.index(index);
    const type = types[index] ?? "";
    return [
      ...(types.indexOf(type) < index ? [FieldError.duplicate(at.child("type"), type)] : []),
      ...checkCondition(condition, at),
    ];
  });
}

function checkCondition(condition: JsonObject, path: FieldPath): FieldError[] {
  const [type, status, reason] = [textAt(condition, "type"), textAt(condition, "status"), textAt(condition, "reason")];
  const generation = numberAt(condition, "observedGeneration") ?? 0;
  const errors = invalidAll(path.child("type"), type, validateQualifiedName(type));
  if (!statuses.includes(status)) errors.push(FieldError.notSupported(path.child("status"), status, statuses));
  if (generation < 0) {
    const why = "must be greater than or equal to zero";
    errors.push(FieldError.invalid(path.child("observedGeneration"), generation, why));
  }
  if (textAt(condition, "lastTransitionTime") === "") {
    errors.push(FieldError.required(path.child("lastTransitionTime"), ""));
  }
  if (reason === "") errors.push(FieldError.required(path.child("reason"), ""));
  else if (!reasonPattern.test(reason)) errors.push(FieldError.invalid(path.child("reason"), reason, reasonComplaint));
  if (Buffer.byteLength(reason) > maxReasonBytes) {
    errors.push(FieldError.tooLong(path.child("reason"), maxReasonBytes));
  }
  if (Buffer.byteLength(textAt(condition, "message")) > maxMessageBytes) {
    errors.push(FieldError.tooLong(path.child("message"), maxMessageBytes));
  }
  return errors;
}
