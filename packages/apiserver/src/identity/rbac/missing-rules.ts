/**
 * What some rules grant that others do not.
 *
 * Rules are taken apart into single rights, one verb on one resource, so that each right is granted by one rule or by none.
 */
import { compareUtf8 } from "@pintle/machinery";
import { coversPath, formatPolicyRule, hasOrAll, type PolicyRule } from "./policy-rule.ts";

/** The single rights of `wanted` that `owned` does not cover, in order. */
export function findMissingRules(owned: readonly PolicyRule[], wanted: readonly PolicyRule[]): PolicyRule[] {
  return wanted.flatMap(takeApart).filter((right) => !owned.some((rule) => covers(rule, right)));
}

/** One line for each resource, sorted, with the verbs on it together. */
export function describeMissingRules(missing: readonly PolicyRule[]): string[] {
  return [...new Set(gatherVerbs(missing).map(formatPolicyRule))].sort(compareUtf8);
}

const nothing: PolicyRule = { verbs: [], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [] };

function takeApart(rule: PolicyRule): PolicyRule[] {
  const names = rule.resourceNames.length > 0 ? rule.resourceNames.map((name) => [name]) : [[]];
  const onResources = rule.apiGroups.flatMap((group) =>
    rule.resources.flatMap((resource) =>
      rule.verbs.flatMap((verb) =>
        names.map((resourceNames) => ({
          ...nothing,
          verbs: [verb],
          apiGroups: [group],
          resources: [resource],
          resourceNames,
        })),
      ),
    ),
  );
  const onPaths = rule.nonResourceURLs.flatMap((url) =>
    rule.verbs.map((verb) => ({ ...nothing, verbs: [verb], nonResourceURLs: [url] })),
  );
  return [...onResources, ...onPaths];
}

/** Whether the rule grants a single right. */
function covers(rule: PolicyRule, right: PolicyRule): boolean {
  return (
    right.verbs.every((verb) => hasOrAll(rule.verbs, verb)) &&
    right.apiGroups.every((group) => hasOrAll(rule.apiGroups, group)) &&
    right.resources.every((resource) => coversResource(rule.resources, resource)) &&
    right.nonResourceURLs.every((path) => rule.nonResourceURLs.some((url) => coversPath(url, path))) &&
    coversNames(rule.resourceNames, right.resourceNames)
  );
}

function coversResource(owned: readonly string[], resource: string): boolean {
  const slash = resource.indexOf("/");
  return hasOrAll(owned, resource) || (slash >= 0 && owned.includes(`*${resource.slice(slash)}`));
}

/** A right on all names is not made of rights on some. */
function coversNames(owned: readonly string[], wanted: readonly string[]): boolean {
  return owned.length === 0 || (wanted.length > 0 && wanted.every((name) => owned.includes(name)));
}

function gatherVerbs(rights: readonly PolicyRule[]): PolicyRule[] {
  const gathered = new Map<string, PolicyRule>();
  const others: PolicyRule[] = [];
  for (const right of rights) {
    if (right.nonResourceURLs.length > 0) {
      others.push(right);
      continue;
    }
    const key = JSON.stringify([right.apiGroups, right.resources, right.resourceNames]);
    const known = gathered.get(key);
    gathered.set(key, known ? { ...known, verbs: [...known.verbs, ...right.verbs] } : right);
  }
  return [...others, ...gathered.values()];
}
