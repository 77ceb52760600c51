/** Which requests flow together, and to which level of priority. */
import {
  FieldError,
  type FieldPath,
  fieldPath,
  getOwn,
  isJsonObject,
  type JsonObject,
  validateDns1123Label,
  validateDns1123Subdomain,
} from "@pintle/machinery";
import { numberAt, objectAt, objectsAt, textAt, textsAt } from "../json-fields.ts";
import { invalidAll, requireText } from "./checks.ts";
import { checkFixed, checkFlowConditions } from "./priority-level-rules.ts";
import type { KindRules } from "./rules.ts";
import { StructError } from "./struct-error.ts";

const path = fieldPath("spec");
const maxPrecedence = 10_000;
const verbs = ["create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch"];

export const flowSchemaRules: Readonly<Record<string, KindRules>> = {
  "flowschemas.flowcontrol.apiserver.k8s.io": {
    validate: validateFlowSchema,
    validateUpdate: (schema, old) => [...validateFlowSchema(schema), ...checkFixed(schema, old, "FlowSchemaSpec")],
    views: { status: checkFlowConditions },
  },
};

function validateFlowSchema(schema: JsonObject): FieldError[] {
  const spec = objectAt(schema, "spec");
  const method = getOwn(spec, "distinguisherMethod");
  const methods = ["ByNamespace", "ByUser"];
  const level = textAt(spec, "priorityLevelConfiguration.name");
  const at = path.child("priorityLevelConfiguration", "name");
  return [
    ...checkPrecedence(numberAt(spec, "matchingPrecedence") ?? 0, textAt(schema, "metadata.name")),
    ...(isJsonObject(method) && !methods.includes(textAt(method, "type"))
      ? [StructError.unsupported(path.child("distinguisherMethod", "type"), { Type: textAt(method, "type") }, methods)]
      : []),
    ...(level === ""
      ? [FieldError.required(at, "must reference a priority level")]
      : invalidAll(at, level, validateDns1123Subdomain(level))),
    ...objectsAt(spec, "rules").flatMap((rule, index) => checkRule(rule, path.child("rules").index(index))),
    ...checkFlowConditions(schema),
  ];
}

function checkPrecedence(value: number, name: string): FieldError[] {
  const complain = (detail: string) => [FieldError.invalid(path.child("matchingPrecedence"), value, detail)];
  if (value <= 0) return complain("must be a positive value");
  if (value > maxPrecedence) return complain(`must not be greater than ${maxPrecedence}`);
  if (value > 1 || name === "exempt") return [];
  return complain("only the schema named 'exempt' may have matchingPrecedence 1");
}

function checkRule(rule: JsonObject, at: FieldPath): FieldError[] {
  const [subjects, resources, urls] = [
    objectsAt(rule, "subjects"),
    objectsAt(rule, "resourceRules"),
    objectsAt(rule, "nonResourceRules"),
  ];
  const none = "at least one of resourceRules and nonResourceRules has to be non-empty";
  return [
    ...(subjects.length === 0
      ? [FieldError.required(at.child("subjects"), "subjects must contain at least one value")]
      : []),
    ...subjects.flatMap((subject, index) => checkSubject(subject, at.child("subjects").index(index))),
    ...(resources.length + urls.length === 0 ? [FieldError.required(at, none)] : []),
    ...resources.flatMap((resource, index) => checkResources(resource, at.child("resourceRules").index(index))),
    ...urls.flatMap((url, index) => checkUrls(url, at.child("nonResourceRules").index(index))),
  ];
}

const kinds: Readonly<Record<string, string>> = { ServiceAccount: "serviceAccount", User: "user", Group: "group" };

function checkSubject(subject: JsonObject, at: FieldPath): FieldError[] {
  const kind = textAt(subject, "kind");
  const own = kinds[kind];
  if (own === undefined) return [FieldError.notSupported(at.child("kind"), kind, ["Group", "ServiceAccount", "User"])];
  const value = getOwn(subject, own);
  return [
    ...(isJsonObject(value)
      ? checkSubjectName(value, own, at.child(own))
      : [FieldError.required(at.child(own), `${own} is required when subject kind is '${kind}'`)]),
    ...Object.entries(kinds)
      .filter(([, key]) => key !== own && subject[key] !== undefined)
      .map(([other, key]) =>
        FieldError.forbidden(at.child(key), `${key} is forbidden when subject kind is not '${other}'`),
      ),
  ];
}

function checkSubjectName(subject: JsonObject, key: string, at: FieldPath): FieldError[] {
  const errors = requireText(subject, "name", at);
  if (key !== "serviceAccount") return errors;
  const [name, namespace] = [textAt(subject, "name"), textAt(subject, "namespace")];
  if (name !== "" && name !== "*") errors.push(...invalidAll(at.child("name"), name, validateDns1123Subdomain(name)));
  return [
    ...errors,
    ...(namespace === ""
      ? [FieldError.required(at.child("namespace"), "must specify namespace for service account")]
      : invalidAll(at.child("namespace"), namespace, validateDns1123Label(namespace))),
  ];
}

/** A list with the star has nothing else in it. */
function checkStar(rule: JsonObject, key: string, what: string, at: FieldPath): FieldError[] {
  const list = textsAt(rule, key);
  if (list.length < 2 || !list.includes("*")) return [];
  return [FieldError.invalid(at.child(key), [...list], `if '*' is present, must not specify other ${what}`)];
}

function checkVerbs(rule: JsonObject, at: FieldPath): FieldError[] {
  const given = textsAt(rule, "verbs");
  if (given.length === 0) return [FieldError.required(at.child("verbs"), "verbs must contain at least one value")];
  if (given.includes("*")) return checkStar(rule, "verbs", "verbs", at);
  if (given.every((verb) => verbs.includes(verb))) return [];
  return [FieldError.notSupported(at.child("verbs"), [...given], verbs)];
}

function checkResources(rule: JsonObject, at: FieldPath): FieldError[] {
  const requireOne = (key: string, what: string) =>
    textsAt(rule, key).length === 0
      ? [FieldError.required(at.child(key), `resource rules must supply at least one ${what}`)]
      : checkStar(rule, key, `${what}s`, at);
  return [
    ...checkVerbs(rule, at),
    ...requireOne("apiGroups", "api group"),
    ...requireOne("resources", "resource"),
    ...checkNamespaces(rule, at),
  ];
}

function checkNamespaces(rule: JsonObject, at: FieldPath): FieldError[] {
  const namespaces = textsAt(rule, "namespaces");
  if (namespaces.length === 0 && rule.clusterScope !== true) {
    const detail = "resource rules that are not cluster scoped must supply at least one namespace";
    return [FieldError.required(at.child("namespaces"), detail)];
  }
  if (namespaces.includes("*")) return checkStar(rule, "namespaces", "namespaces", at);
  return namespaces.flatMap((namespace, index) =>
    invalidAll(
      at.child("namespaces").index(index),
      namespace,
      validateDns1123Label(namespace).map(
        (complaint) => `each member of this list must be '*' or a DNS-1123 label; ${complaint}`,
      ),
    ),
  );
}

function checkUrls(rule: JsonObject, at: FieldPath): FieldError[] {
  const urls = textsAt(rule, "nonResourceURLs");
  const place = at.child("nonResourceURLs");
  const errors = checkVerbs(rule, at);
  if (urls.length === 0) {
    return [...errors, FieldError.required(place, "nonResourceURLs must contain at least one value")];
  }
  if (urls.includes("*")) return [...errors, ...checkStar(rule, "nonResourceURLs", "non-resource URLs", at)];
  return [
    ...errors,
    ...urls.flatMap((url, index) => {
      const complaint = complainOfUrl(url);
      return complaint === undefined ? [] : [FieldError.invalid(place.index(index), url, complaint)];
    }),
  ];
}

function complainOfUrl(url: string): string | undefined {
  if (url === "") return "must not be empty";
  if (url === "/") return undefined;
  if (!url.startsWith("/")) return "must start with slash";
  if (url.includes(" ")) return "must not contain white-space";
  if (url.includes("//")) return "must not contain double slash";
  const stars = url.split("*").length - 1;
  return stars > 1 || (stars === 1 && !url.endsWith("/*")) ? "wildcard can only do suffix matching" : undefined;
}
