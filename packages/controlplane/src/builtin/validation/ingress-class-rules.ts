/** Which controller serves Ingresses, and with which parameters. */
import {
  FieldError,
  fieldPath,
  getOwn,
  isJsonObject,
  type JsonObject,
  validateDns1123Label,
  validatePathSegmentName,
} from "@pintle/machinery";
import { objectAt, textAt } from "../json-fields.ts";
import { checkDomainPrefixed, checkImmutable, checkSubdomainIfSet, invalidAll } from "./checks.ts";
import type { KindRules } from "./rules.ts";

const path = fieldPath("spec");
const parametersPath = path.child("parameters");
const maxControllerBytes = 250;

export const ingressClassRules: Readonly<Record<string, KindRules>> = {
  "ingressclasses.networking.k8s.io": {
    validate: validateIngressClass,
    validateUpdate: (object, old) => [
      ...checkImmutable(object, old, "spec.controller", path.child("controller"), ""),
      ...validateIngressClass(object),
    ],
  },
};

function validateIngressClass(object: JsonObject): FieldError[] {
  const spec = objectAt(object, "spec");
  const controller = textAt(spec, "controller");
  const parameters = getOwn(spec, "parameters");
  return [
    ...(controller.length > maxControllerBytes
      ? [FieldError.tooLong(path.child("controller"), maxControllerBytes)]
      : []),
    ...checkDomainPrefixed(controller, path.child("controller")),
    ...(isJsonObject(parameters) ? checkParameters(parameters) : []),
  ];
}

function checkParameters(parameters: JsonObject): FieldError[] {
  return [
    ...checkSubdomainIfSet(parameters, "apiGroup", parametersPath),
    ...["kind", "name"].flatMap((key) => {
      const value = textAt(parameters, key);
      return value === ""
        ? [FieldError.required(parametersPath.child(key), "")]
        : invalidAll(parametersPath.child(key), value, validatePathSegmentName(value));
    }),
    ...checkScope(parameters),
  ];
}

function checkScope(parameters: JsonObject): FieldError[] {
  const [scope, namespace] = [getOwn(parameters, "scope"), getOwn(parameters, "namespace")];
  const at = parametersPath.child("namespace");
  if (scope === undefined) return [FieldError.required(parametersPath.child("scope"), "")];
  if (scope === "Cluster") {
    return namespace === undefined ? [] : [FieldError.forbidden(at, "`parameters.scope` is set to 'Cluster'")];
  }
  if (scope !== "Namespace") {
    return [FieldError.notSupported(parametersPath.child("scope"), scope, ["Cluster", "Namespace"])];
  }
  if (typeof namespace !== "string" || namespace === "") {
    return [FieldError.required(at, "`parameters.scope` is set to 'Namespace'")];
  }
  return invalidAll(at, namespace, validateDns1123Label(namespace));
}
