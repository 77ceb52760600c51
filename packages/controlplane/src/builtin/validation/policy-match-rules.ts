/** What is wrong with what policies and their bindings are for: match resources, parameters. */
import {
  FieldError,
  type FieldPath,
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  validateDns1035Label,
  validateDns1123Subdomain,
  validatePathSegmentName,
} from "@pintle/machinery";
import { objectsAt, textAt, textsAt } from "../json-fields.ts";
import { checkNamedRule } from "./admission-matching.ts";
import { checkOneOf, invalidAll } from "./checks.ts";
import { checkSelector } from "./label-selectors.ts";

const mutatingOperations = ["*", "CONNECT", "CREATE", "UPDATE"];

export function checkMatchResources(resources: JsonValue | undefined, path: FieldPath): FieldError[] {
  if (!isJsonObject(resources)) return [];
  const checkRules = (key: string) =>
    objectsAt(resources, key).flatMap((rule, index) => checkNamedRule(rule, path.child(key).index(index)));
  return [
    ...checkOneOf(resources, "matchPolicy", path, ["Equivalent", "Exact"]),
    ...checkRequiredSelectors(resources, path),
    ...checkRules("resourceRules"),
    ...checkRules("excludeResourceRules"),
  ];
}

function checkRequiredSelectors(resources: JsonObject, path: FieldPath): FieldError[] {
  return ["namespaceSelector", "objectSelector"].flatMap((key) => {
    const selector = getOwn(resources, key);
    if (!isJsonObject(selector)) return [FieldError.required(path.child(key), "")];
    return checkSelector(selector, path.child(key));
  });
}

/** Without rules nothing is known of the types of objects. */
export function checkConstraints(spec: JsonObject, path: FieldPath): FieldError[] {
  const constraints = getOwn(spec, "matchConstraints");
  if (!isJsonObject(constraints)) return [FieldError.required(path, "")];
  const errors = checkMatchResources(constraints, path);
  if (objectsAt(constraints, "resourceRules").length === 0) {
    errors.push(FieldError.required(path.child("resourceRules"), ""));
  }
  return errors;
}

/** What is deleted cannot be changed. */
export function checkMutableOperations(resources: JsonValue | undefined, path: FieldPath): FieldError[] {
  if (!isJsonObject(resources)) return [];
  return objectsAt(resources, "resourceRules")
    .flatMap((rule) => textsAt(rule, "operations"))
    .filter((operation) => !mutatingOperations.includes(operation))
    .map((operation) =>
      FieldError.notSupported(path.child("resourceRules").child("operations"), operation, mutatingOperations),
    );
}

export function checkParamKind(spec: JsonObject, path: FieldPath): FieldError[] {
  const paramKind = getOwn(spec, "paramKind");
  if (!isJsonObject(paramKind)) return [];
  const kind = textAt(paramKind, "kind");
  return [
    ...checkParamVersion(textAt(paramKind, "apiVersion"), path.child("apiVersion")),
    ...(kind === ""
      ? [FieldError.required(path.child("kind"), "")]
      : joined(
          path.child("kind"),
          kind,
          validateDns1035Label(kind.toLowerCase()),
          "may have mixed case, but should otherwise match: ",
        )),
  ];
}

function checkParamVersion(apiVersion: string, path: FieldPath): FieldError[] {
  if (apiVersion === "") return [FieldError.required(path, "")];
  const parts = apiVersion.split("/");
  if (parts.length > 2) {
    return [FieldError.invalid(path, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)];
  }
  const [version = "", group = ""] = parts.toReversed();
  return [
    ...(group === "" ? [] : joined(path, group, validateDns1123Subdomain(group))),
    ...(version === ""
      ? [FieldError.invalid(path, apiVersion, "version must be specified")]
      : joined(path, version, validateDns1035Label(version))),
  ];
}

/** All complaints in one, as here alone. */
function joined(path: FieldPath, value: string, complaints: readonly string[], prefix = ""): FieldError[] {
  return complaints.length === 0 ? [] : [FieldError.invalid(path, value, prefix + complaints.join(","))];
}

export function checkParamRef(spec: JsonObject, path: FieldPath): FieldError[] {
  const paramRef = getOwn(spec, "paramRef");
  if (!isJsonObject(paramRef)) return [];
  const name = textAt(paramRef, "name");
  const selector = getOwn(paramRef, "selector");
  const hasSelector = isJsonObject(selector);
  const exclusive = (key: string) =>
    name !== "" && hasSelector
      ? [FieldError.forbidden(path.child(key), "name and selector are mutually exclusive")]
      : [];
  return [
    ...(name === "" ? [] : invalidAll(path.child("name"), name, validatePathSegmentName(name))),
    ...exclusive("name"),
    ...checkSelector(selector, path.child("selector")),
    ...exclusive("selector"),
    ...(name === "" && !hasSelector ? [FieldError.required(path, "one of name or selector must be specified")] : []),
    ...checkOneOf(paramRef, "parameterNotFoundAction", path, ["Deny", "Allow"]),
  ];
}
