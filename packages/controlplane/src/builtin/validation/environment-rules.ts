/** The environment of containers: printable names, each from one source. */
import {
  FieldError,
  type FieldPath,
  getOwn,
  isJsonObject,
  type JsonObject,
  validateDns1123Subdomain,
} from "@pintle/machinery";
import { textAt } from "../json-fields.ts";
import { invalidAll, requireText } from "./checks.ts";
import { complainOfKey } from "./configuration-rules.ts";
import { validateFieldRef, validateResourceRef } from "./downward-rules.ts";

const envFields = [
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
  "spec.nodeName",
  "spec.serviceAccountName",
  "status.hostIP",
  "status.hostIPs",
  "status.podIP",
  "status.podIPs",
];

const sources = ["fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef", "fileKeyRef"];

function complainOfName(name: string): string[] {
  const isPlain = /^[ -<>-~]+$/.test(name);
  return isPlain
    ? []
    : ["a valid environment variable name must consist only of printable ASCII characters other than '='"];
}

export function validateEnvironment(variables: readonly JsonObject[], path: FieldPath): FieldError[] {
  return variables.flatMap((variable, index) => {
    const at = path.index(index);
    const name = textAt(variable, "name");
    const named =
      name === ""
        ? [FieldError.required(at.child("name"), "")]
        : invalidAll(at.child("name"), name, complainOfName(name));
    const source = getOwn(variable, "valueFrom");
    return isJsonObject(source) ? [...named, ...validateSource(variable, source, at.child("valueFrom"))] : named;
  });
}

function validateSource(variable: JsonObject, source: JsonObject, path: FieldPath): FieldError[] {
  const given = sources.filter((key) => isJsonObject(getOwn(source, key)));
  const errors = given.flatMap((key) => {
    const value = getOwn(source, key);
    return isJsonObject(value) ? validateReference(key, value, path.child(key)) : [];
  });
  const complain = (detail: string) => [...errors, FieldError.invalid(path, "", detail)];
  if (given.length === 0) {
    return complain(
      "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`",
    );
  }
  if (textAt(variable, "value") !== "") return complain("may not be specified when `value` is not empty");
  return given.length > 1 ? complain("may not have more than one field specified at a time") : errors;
}

function validateReference(key: string, reference: JsonObject, path: FieldPath): FieldError[] {
  if (key === "fieldRef") return validateFieldRef(reference, envFields, path);
  if (key === "resourceFieldRef") return validateResourceRef(reference, false, path);
  if (key === "fileKeyRef") {
    return ["key", "volumeName", "path"].flatMap((field) => requireText(reference, field, path));
  }
  const [name, entry] = [textAt(reference, "name"), textAt(reference, "key")];
  return [
    ...invalidAll(path.child("name"), name, validateDns1123Subdomain(name)),
    ...(entry === ""
      ? [FieldError.required(path.child("key"), "")]
      : invalidAll(path.child("key"), entry, complainOfKey(entry))),
  ];
}

export function validateEnvFrom(variables: readonly JsonObject[], path: FieldPath): FieldError[] {
  return variables.flatMap((source, index) => {
    const at = path.index(index);
    const prefix = textAt(source, "prefix");
    const given = ["configMapRef", "secretRef"].filter((key) => isJsonObject(getOwn(source, key)));
    const errors = prefix === "" ? [] : invalidAll(at.child("prefix"), prefix, complainOfName(prefix));
    for (const key of given) errors.push(...requireText(source[key] as JsonObject, "name", at.child(key)));
    if (given.length === 0) {
      errors.push(FieldError.invalid(path, "", "must specify one of: `configMapRef` or `secretRef`"));
    }
    if (given.length > 1) {
      errors.push(FieldError.invalid(path, "", "may not have more than one field specified at a time"));
    }
    return errors;
  });
}
