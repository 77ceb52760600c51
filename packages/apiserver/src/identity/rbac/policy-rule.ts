/** One rule of a role: verbs on resources, or on paths that are no resources. Rules allow; none takes anything away. */
import { getOwn, isJsonObject, type JsonObject, quoteGo } from "@pintle/machinery";
import type { RequestInfo } from "../../pipeline/request-info.ts";
import { textsOf } from "../../registry/object-metadata.ts";

export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
  readonly nonResourceURLs: readonly string[];
}

const nothing: PolicyRule = { verbs: [], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [] };

/** What allows everything. */
export const unlimitedRules: readonly PolicyRule[] = [
  { ...nothing, verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
  { ...nothing, verbs: ["*"], nonResourceURLs: ["*"] },
];

export function readPolicyRules(role: JsonObject): PolicyRule[] {
  const rules = getOwn(role, "rules");
  return Array.isArray(rules) ? rules.filter(isJsonObject).map(readPolicyRule) : [];
}

function readPolicyRule(rule: JsonObject): PolicyRule {
  return {
    verbs: textsOf(rule, "verbs"),
    apiGroups: textsOf(rule, "apiGroups"),
    resources: textsOf(rule, "resources"),
    resourceNames: textsOf(rule, "resourceNames"),
    nonResourceURLs: textsOf(rule, "nonResourceURLs"),
  };
}

/** Whether the rule alone lets the request through. */
export function ruleAllows(rule: PolicyRule, request: RequestInfo): boolean {
  if (!hasOrAll(rule.verbs, request.verb)) return false;
  if (!request.isResource) return rule.nonResourceURLs.some((url) => coversPath(url, request.path));
  return (
    hasOrAll(rule.apiGroups, request.group) &&
    allowsResource(rule.resources, request) &&
    (rule.resourceNames.length === 0 || rule.resourceNames.includes(request.name))
  );
}

/** `*` is every resource and subresource, `*` before a slash every resource with that subresource; a `*` behind one means nothing. */
function allowsResource(resources: readonly string[], { resource, subresource }: RequestInfo): boolean {
  if (subresource === "") return hasOrAll(resources, resource);
  return hasOrAll(resources, `${resource}/${subresource}`) || resources.includes(`*/${subresource}`);
}

function hasOrAll(values: readonly string[], value: string): boolean {
  return values.includes(value) || values.includes("*");
}

/** Paths are exact, or end in `*` and stand for all that begin alike. */
export function coversPath(url: string, path: string): boolean {
  return url === path || (url.endsWith("*") && path.startsWith(url.replace(/\*+$/, "")));
}

/** As Kubernetes writes rules in its messages. */
export function formatPolicyRule(rule: PolicyRule): string {
  const parts = [
    ["APIGroups", rule.apiGroups],
    ["Resources", rule.resources],
    ["NonResourceURLs", rule.nonResourceURLs],
    ["ResourceNames", rule.resourceNames],
    ["Verbs", rule.verbs],
  ] as const;
  const written = parts
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) => `${name}:${formatTexts(values)}`);
  return `{${written.join(", ")}}`;
}

/** A list of texts as Go prints it, each in quotes. */
export function formatTexts(texts: readonly string[]): string {
  return `[${texts.map(quoteGo).join(" ")}]`;
}
