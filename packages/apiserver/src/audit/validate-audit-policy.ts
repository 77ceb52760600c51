/** What is wrong with a policy, in kube-apiserver's words. */
import { FieldError, type FieldPath, fieldPath, validateDns1123Subdomain } from "@pintle/machinery";
import { auditLevels, auditStages } from "./audit-event.ts";
import type { AuditedResources, AuditPolicy, AuditRule } from "./audit-policy.ts";

export function validateAuditPolicy({ rules, omitStages }: AuditPolicy): FieldError[] {
  return [
    ...validateStages(omitStages, fieldPath("omitStages")),
    ...rules.flatMap((rule, index) => validateRule(rule, fieldPath("rules").index(index))),
  ];
}

function validateRule(rule: AuditRule, path: FieldPath): FieldError[] {
  const { nonResourceURLs: urls = [], resources = [], namespaces = [] } = rule;
  const isMixed = urls.length > 0 && (resources.length > 0 || namespaces.length > 0);
  const mixed = "rules cannot apply to both regular resources and non-resource URLs";
  return [
    ...validateLevel(rule.level, path.child("level")),
    ...urls.flatMap((url, index) => validateUrl(url, path.child("nonResourceURLs").index(index))),
    ...resources.flatMap((some) => validateResources(some, path.child("resources"))),
    ...validateStages(rule.omitStages, path.child("omitStages")),
    ...(isMixed ? [FieldError.invalid(path.child("nonResourceURLs"), urls, mixed)] : []),
  ];
}

function validateLevel(level: string, path: FieldPath): FieldError[] {
  if ((auditLevels as readonly string[]).includes(level)) return [];
  return [level === "" ? FieldError.required(path, "") : FieldError.notSupported(path, level, auditLevels)];
}

function validateUrl(url: string, path: FieldPath): FieldError[] {
  if (url === "*") return [];
  const last = "non-resource URL wildcards '*' must be the final character of the rule";
  return [
    ...(url.startsWith("/")
      ? []
      : [FieldError.invalid(path, url, "non-resource URL rules must begin with a '/' character")]),
    ...(url.slice(0, -1).includes("*") ? [FieldError.invalid(path, url, last)] : []),
  ];
}

function validateResources({ group = "", resources = [], resourceNames = [] }: AuditedResources, path: FieldPath) {
  const complaints = group === "" || group === "*" ? [] : validateDns1123Subdomain(group);
  const nameless = "using resourceNames requires at least one resource";
  return [
    ...(complaints.length > 0 ? [FieldError.invalid(path.child("group"), group, complaints.join(","))] : []),
    ...(resourceNames.length > 0 && resources.length === 0
      ? [FieldError.invalid(path.child("resourceNames"), resourceNames, nameless)]
      : []),
  ];
}

function validateStages(stages: readonly string[] = [], path: FieldPath): FieldError[] {
  return stages.flatMap((stage, index) =>
    (auditStages as readonly string[]).includes(stage)
      ? []
      : [FieldError.invalid(path.index(index), stage, `allowed stages are ${auditStages.join(",")}`)],
  );
}
