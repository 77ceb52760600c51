/** Roles and their bindings. */
import {
  FieldError,
  type FieldPath,
  fieldPath,
  isJsonObject,
  type JsonObject,
  validateDns1123Subdomain,
  validatePathSegmentName,
} from "@pintle/machinery";
import { listAt, objectAt, objectsAt, textAt, textsAt } from "../json-fields.ts";
import { invalidAll } from "./checks.ts";
import { checkSelector, selects } from "./label-selectors.ts";
import type { KindRules } from "./rules.ts";

const group = "rbac.authorization.k8s.io";

export const accessRules: Readonly<Record<string, KindRules>> = {
  [`roles.${group}`]: { validate: (role) => checkRules(role, true) },
  [`clusterroles.${group}`]: { validate: (role) => [...checkRules(role, false), ...checkAggregation(role)] },
  [`rolebindings.${group}`]: bindingRules(true, ["Role", "ClusterRole"]),
  [`clusterrolebindings.${group}`]: bindingRules(false, ["ClusterRole"]),
};

function checkRules(role: JsonObject, isNamespaced: boolean): FieldError[] {
  return objectsAt(role, "rules").flatMap((rule, index) =>
    checkRule(rule, isNamespaced, fieldPath("rules").index(index)),
  );
}

function checkRule(rule: JsonObject, isNamespaced: boolean, path: FieldPath): FieldError[] {
  const isEmpty = (key: string) => listAt(rule, key).length === 0;
  const require = (key: string, detail: string) => (isEmpty(key) ? [FieldError.required(path.child(key), detail)] : []);
  const errors = require("verbs", "verbs must contain at least one value");
  const urls = textsAt(rule, "nonResourceURLs");
  if (urls.length > 0) {
    const complain = (detail: string) =>
      errors.push(FieldError.invalid(path.child("nonResourceURLs"), [...urls], detail));
    if (isNamespaced) complain("namespaced rules cannot apply to non-resource URLs");
    if (!isEmpty("apiGroups") || !isEmpty("resources") || !isEmpty("resourceNames")) {
      complain("rules cannot apply to both regular resources and non-resource URLs");
    }
    return errors;
  }
  return [
    ...errors,
    ...require("apiGroups", "resource rules must supply at least one api group"),
    ...require("resources", "resource rules must supply at least one resource"),
  ];
}

function checkAggregation(role: JsonObject): FieldError[] {
  const { aggregationRule } = role;
  if (!isJsonObject(aggregationRule)) return [];
  const path = fieldPath("aggregationRule", "clusterRoleSelectors");
  const selectors = objectsAt(aggregationRule, "clusterRoleSelectors");
  if (selectors.length === 0) {
    return [FieldError.required(path, "at least one clusterRoleSelector required if aggregationRule is non-nil")];
  }
  return selectors.flatMap((selector, index) => [
    ...checkSelector(selector, path.index(index)),
    ...(selects(selector, {}) === undefined
      ? [FieldError.invalid(path.index(index), null, "invalid label selector.")]
      : []),
  ]);
}

function bindingRules(isNamespaced: boolean, kinds: readonly string[]): KindRules {
  const validate = (binding: JsonObject) => [
    ...checkRoleRef(objectAt(binding, "roleRef"), kinds),
    ...objectsAt(binding, "subjects").flatMap((subject, index) =>
      checkSubject(subject, isNamespaced, fieldPath("subjects").index(index)),
    ),
  ];
  return { validate, validateUpdate: (binding, old) => [...validate(binding), ...keepRole(binding, old)] };
}

function checkRoleRef(role: JsonObject, kinds: readonly string[]): FieldError[] {
  const path = fieldPath("roleRef");
  const [apiGroup, kind, name] = [textAt(role, "apiGroup"), textAt(role, "kind"), textAt(role, "name")];
  return [
    ...(apiGroup === group ? [] : [FieldError.notSupported(path.child("apiGroup"), apiGroup, [group])]),
    ...(kinds.includes(kind) ? [] : [FieldError.notSupported(path.child("kind"), kind, kinds)]),
    ...(name === ""
      ? [FieldError.required(path.child("name"), "")]
      : invalidAll(path.child("name"), name, validatePathSegmentName(name))),
  ];
}

function checkSubject(subject: JsonObject, isNamespaced: boolean, path: FieldPath): FieldError[] {
  const [kind, name, apiGroup] = [textAt(subject, "kind"), textAt(subject, "name"), textAt(subject, "apiGroup")];
  const errors = name === "" ? [FieldError.required(path.child("name"), "")] : [];
  if (kind === "ServiceAccount") {
    if (name !== "") errors.push(...invalidAll(path.child("name"), name, validateDns1123Subdomain(name)));
    if (apiGroup !== "") errors.push(FieldError.notSupported(path.child("apiGroup"), apiGroup, [""]));
    const isLost = !isNamespaced && textAt(subject, "namespace") === "";
    return isLost ? [...errors, FieldError.required(path.child("namespace"), "")] : errors;
  }
  if (kind !== "User" && kind !== "Group") {
    return [...errors, FieldError.notSupported(path.child("kind"), kind, ["ServiceAccount", "User", "Group"])];
  }
  return apiGroup === group ? errors : [...errors, FieldError.notSupported(path.child("apiGroup"), apiGroup, [group])];
}

function keepRole(binding: JsonObject, old: JsonObject): FieldError[] {
  const [role, before] = [objectAt(binding, "roleRef"), objectAt(old, "roleRef")];
  const keys = ["apiGroup", "kind", "name"];
  if (keys.every((key) => textAt(role, key) === textAt(before, key))) return [];
  const printed = { APIGroup: textAt(role, "apiGroup"), Kind: textAt(role, "kind"), Name: textAt(role, "name") };
  return [FieldError.invalid(fieldPath("roleRef"), printed, "cannot change roleRef")];
}
