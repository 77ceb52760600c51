/**
 * Which requests a webhook or a policy is for, by its rules: operations, groups, versions, resources with their subresources, scope.
 *
 * A resource can be reached in several versions, and in more than one group (events). Under the policy `Equivalent` a rule for one of
 * them is a rule for all; whoever asked is then shown the object in the version of the rule.
 */
import {
  type GroupVersionKind,
  type GroupVersionResource,
  getOwn,
  type JsonObject,
  type JsonValue,
} from "@pintle/machinery";
import type { ResourceEndpoint } from "../../registry/resource-endpoint.ts";
import type { AdmissionAttributes } from "../admission.ts";
import type { FindEquivalents } from "./equivalents.ts";

/** A rule as configurations and policies write it. `*` stands for everything. */
export interface MatchRule {
  readonly operations: readonly string[];
  readonly apiGroups: readonly string[];
  readonly apiVersions: readonly string[];
  /** With their subresources: `pods`, `pods/status`; `pods/*` is `pods`, too. */
  readonly resources: readonly string[];
  /** `Cluster`, `Namespaced`, or `*`, which it is unless said. */
  readonly scope: string;
  /** The names of the objects; all where it is empty. Only policies have it. */
  readonly resourceNames: readonly string[];
}

/** `Exact` unless said; the API server defaults what is stored to `Equivalent`. */
export type MatchPolicy = "Exact" | "Equivalent";

/** What a rule matched: the request itself, or the same resource by another name. */
export interface MatchedResource {
  readonly endpoint: ResourceEndpoint;
  readonly resource: GroupVersionResource;
  /** What the object is to be shown as: the kind of the endpoint, or that of the subresource. */
  readonly kind: GroupVersionKind;
}

export function readMatchRules(rules: JsonValue | undefined): readonly MatchRule[] {
  if (!Array.isArray(rules)) return [];
  return rules.map((rule) => readMatchRule(rule as JsonObject));
}

function readMatchRule(rule: JsonObject): MatchRule {
  const texts = (key: string): readonly string[] => {
    const value = getOwn(rule, key);
    return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
  };
  const scope = getOwn(rule, "scope");
  return {
    operations: texts("operations"),
    apiGroups: texts("apiGroups"),
    apiVersions: texts("apiVersions"),
    resources: texts("resources"),
    scope: typeof scope === "string" ? scope : "*",
    resourceNames: texts("resourceNames"),
  };
}

/** The request itself wins over its equivalents, and among those the earlier rule. */
export function matchRules(
  rules: readonly MatchRule[],
  attributes: AdmissionAttributes,
  matchPolicy: MatchPolicy,
  findEquivalents: FindEquivalents,
): MatchedResource | undefined {
  const fitting = rules.filter((rule) => fitsWhateverVersion(rule, attributes));
  if (fitting.length === 0) return undefined;
  const { endpoint, subresource } = attributes;
  if (fitting.some((rule) => fitsVersion(rule, endpoint))) return matchedAs(attributes, endpoint);
  if (matchPolicy === "Exact") return undefined;
  const equivalents = findEquivalents(endpoint, subresource);
  for (const rule of fitting) {
    const found = equivalents.find((equivalent) => fitsVersion(rule, equivalent));
    if (found) return matchedAs(attributes, found);
  }
  return undefined;
}

/** The request as it came, for who has no rules. */
export function matchAsRequested(attributes: AdmissionAttributes): MatchedResource {
  return matchedAs(attributes, attributes.endpoint);
}

function matchedAs(attributes: AdmissionAttributes, endpoint: ResourceEndpoint): MatchedResource {
  const { group, plural } = endpoint.resource;
  const { version } = endpoint.version;
  return {
    endpoint,
    resource: { group, version, resource: plural },
    kind: isOfOwnKind(attributes) ? { group, version, kind: endpoint.resource.kind } : attributes.kind,
  };
}

/** Whether the object is one of the endpoint's kind, and not a Scale or a Binding. */
export function isOfOwnKind({ kind, endpoint }: Pick<AdmissionAttributes, "kind" | "endpoint">): boolean {
  return kind.kind === endpoint.resource.kind && kind.group === endpoint.resource.group;
}

function fitsVersion({ apiGroups, apiVersions }: MatchRule, { resource, version }: ResourceEndpoint): boolean {
  return includes(apiGroups, resource.group) && includes(apiVersions, version.version);
}

function fitsWhateverVersion(rule: MatchRule, attributes: AdmissionAttributes): boolean {
  const { resourceNames } = rule;
  return (
    includes(rule.operations, attributes.operation) &&
    rule.resources.some((resource) => fitsResource(resource, attributes)) &&
    fitsScope(rule.scope, attributes) &&
    (resourceNames.length === 0 || resourceNames.includes(attributes.name))
  );
}

function fitsResource(pattern: string, { endpoint, subresource }: AdmissionAttributes): boolean {
  const slash = pattern.indexOf("/");
  const name = slash < 0 ? pattern : pattern.slice(0, slash);
  const below = slash < 0 ? "" : pattern.slice(slash + 1);
  return (name === "*" || name === endpoint.resource.plural) && (below === "*" || below === subresource);
}

/** Namespaces themselves are outside of namespaces. */
function fitsScope(scope: string, { endpoint, namespace }: AdmissionAttributes): boolean {
  const isOutside = isNamespaces(endpoint) || namespace === "";
  if (scope === "*") return true;
  return scope === "Cluster" ? isOutside : scope === "Namespaced" && !isOutside;
}

export function isNamespaces({ groupResource }: ResourceEndpoint): boolean {
  return groupResource.group === "" && groupResource.resource === "namespaces";
}

function includes(patterns: readonly string[], text: string): boolean {
  return patterns.includes("*") || patterns.includes(text);
}
