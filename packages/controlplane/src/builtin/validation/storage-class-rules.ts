/** Classes of storage: who makes the volumes, with which parameters, and where they may stand. */
import {
  compareUtf8,
  FieldError,
  type FieldPath,
  fieldPath,
  getOwn,
  type JsonObject,
  validateQualifiedName,
} from "@pintle/machinery";
import { objectAt, objectsAt, textAt, textsAt } from "../json-fields.ts";
import { checkImmutable, checkOneOfIfSet, invalidAll } from "./checks.ts";
import type { KindRules } from "./rules.ts";

const path = fieldPath();
const maxParameters = 512;
const maxParameterBytes = 256 * 1024;

export const storageClassRules: Readonly<Record<string, KindRules>> = {
  "storageclasses.storage.k8s.io": {
    validate: validateStorageClass,
    validateUpdate: (object, old) => [
      ...validateStorageClass(object),
      ...checkImmutable(object, old, "parameters", path.child("parameters")),
      ...checkImmutable(object, old, "provisioner", path.child("provisioner"), ""),
      ...["reclaimPolicy", "volumeBindingMode"].flatMap((key) => checkImmutable(object, old, key, path.child(key))),
    ],
  },
  "volumeattributesclasses.storage.k8s.io": {
    validate: validateAttributesClass,
    validateUpdate: (object, old) => [
      ...["driverName", "parameters"]
        .filter((key) => checkImmutable(object, old, key, path.child(key)).length > 0)
        .map((key) => FieldError.forbidden(path.child(key), `updates to ${key} are forbidden.`)),
      ...validateAttributesClass(object),
    ],
  },
};

function validateStorageClass(object: JsonObject): FieldError[] {
  const mode = getOwn(object, "volumeBindingMode");
  const modes = ["Immediate", "WaitForFirstConsumer"];
  const policy = textAt(object, "reclaimPolicy");
  return [
    ...checkProvisioner(object, "provisioner"),
    ...checkParameters(object, true),
    ...(policy === "" ? [] : checkOneOfIfSet(object, "reclaimPolicy", path, ["Delete", "Retain"])),
    ...(mode === undefined
      ? [FieldError.required(path.child("volumeBindingMode"), "")]
      : checkOneOfIfSet(object, "volumeBindingMode", path, modes)),
    ...checkTopologies(objectsAt(object, "allowedTopologies")),
  ];
}

function validateAttributesClass(object: JsonObject): FieldError[] {
  return [...checkProvisioner(object, "driverName"), ...checkParameters(object, false)];
}

function checkProvisioner(object: JsonObject, key: string): FieldError[] {
  const name = textAt(object, key);
  if (name === "") return [FieldError.required(path.child(key), "")];
  const lowered = name.toLowerCase();
  return invalidAll(path.child(key), lowered, validateQualifiedName(lowered));
}

function checkParameters(object: JsonObject, mayBeEmpty: boolean): FieldError[] {
  const parameters = Object.entries(objectAt(object, "parameters"));
  const at = path.child("parameters");
  if (parameters.length > maxParameters) return [FieldError.tooLong(at, maxParameters)];
  const size = parameters.reduce((sum, [key, value]) => sum + Buffer.byteLength(key + String(value)), 0);
  return [
    ...(parameters.some(([key]) => key === "") ? [FieldError.invalid(at, "", "field can not be empty.")] : []),
    ...(size > maxParameterBytes ? [FieldError.tooLong(at, maxParameterBytes)] : []),
    ...(parameters.length === 0 && !mayBeEmpty
      ? [FieldError.required(at, "must contain at least one key/value pair")]
      : []),
  ];
}

function checkTopologies(topologies: readonly JsonObject[]): FieldError[] {
  // The server compares with as many terms of nothing as there are terms, before it compares with the others.
  const seen = Array<string>(topologies.length).fill("");
  return topologies.flatMap((term, index) => {
    const at = path.child("allowedTopologies").index(index).child("matchLabelExpressions");
    const expressions = objectsAt(term, "matchLabelExpressions");
    const sorted = expressions.map((expression) => {
      const values = [...new Set(textsAt(expression, "values"))].toSorted(compareUtf8);
      return JSON.stringify([textAt(expression, "key"), values]);
    });
    const text = sorted.toSorted(compareUtf8).join();
    const errors = checkExpressions(expressions, at);
    const same = seen.filter((other) => other === text);
    seen.push(text);
    return [...errors, ...same.map(() => FieldError.duplicate(at, ""))];
  });
}

function checkExpressions(expressions: readonly JsonObject[], path: FieldPath): FieldError[] {
  const keys = new Set<string>();
  return expressions.flatMap((expression, index) => {
    const at = path.index(index);
    const [key, values] = [textAt(expression, "key"), textsAt(expression, "values")];
    const errors = values.length === 0 ? [FieldError.required(at.child("values"), "")] : [];
    for (const [place, value] of values.entries()) {
      if (values.indexOf(value) < place) errors.push(FieldError.duplicate(at.child("values").index(place), value));
    }
    errors.push(...invalidAll(at.child("key"), key, validateQualifiedName(key)));
    if (keys.has(key)) errors.push(FieldError.duplicate(at.child("key"), key));
    keys.add(key);
    return errors;
  });
}
