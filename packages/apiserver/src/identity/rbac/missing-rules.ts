/**
 * What some rules grant that others do not.
 *
 * Rules are taken apart into single rights, one verb on one resource, so that each right is granted by one rule or by none. Their number is a
 * product of four lists, so a small role can have more of them than fit into memory: what is held as a whole is not taken apart, and whoever
 * asks for the rest asks for its `describeExcess` first.
 */
import { compareUtf8 } from "@pintle/machinery";
import { coversPath, formatPolicyRule, type PolicyRule } from "./policy-rule.ts";

/**
 * How many single rights are compared. Upstream compares any number, and can be brought down by it. So many take about a second and a
 * hundred megabytes.
 */
const maxRights = 100_000;

/** Why the rules cannot be compared: which of them grants too much. */
export function describeExcess(owned: readonly PolicyRule[], wanted: readonly PolicyRule[]): string | undefined {
  const held = owned.map(holdRule);
  let sum = 0;
  for (const [index, rule] of wanted.entries()) {
    if (held.some((candidate) => covers(candidate, rule))) continue;
    const rights = countRights(rule);
    sum += rights;
    if (sum <= maxRights) continue;
    const factors =
      rule.nonResourceURLs.length > 0 ? "nonResourceURLs × verbs" : "apiGroups × resources × verbs × resourceNames";
    const limit = `no more than ${maxRights} of a role are compared with those currently held`;
    return `rules[${index}] grants ${rights} single rights (${factors}), and ${limit}: grant less, or write several roles`;
  }
  return undefined;
}

/** The single rights of `wanted` that `owned` does not cover, in order. */
export function findMissingRules(owned: readonly PolicyRule[], wanted: readonly PolicyRule[]): PolicyRule[] {
  const held = owned.map(holdRule);
  const isHeld = (rule: PolicyRule) => held.some((candidate) => covers(candidate, rule));
  return wanted.flatMap((rule) => (isHeld(rule) ? [] : takeApart(rule).filter((right) => !isHeld(right))));
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

function countRights({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule): number {
  const onResources = apiGroups.length * resources.length * Math.max(resourceNames.length, 1);
  return verbs.length * (onResources + nonResourceURLs.length);
}

/** A rule that is asked about many rights. */
interface HeldRule {
  readonly verbs: ReadonlySet<string>;
  readonly apiGroups: ReadonlySet<string>;
  readonly resources: ReadonlySet<string>;
  readonly resourceNames: ReadonlySet<string>;
  readonly nonResourceURLs: readonly string[];
}

function holdRule(rule: PolicyRule): HeldRule {
  return {
    verbs: new Set(rule.verbs),
    apiGroups: new Set(rule.apiGroups),
    resources: new Set(rule.resources),
    resourceNames: new Set(rule.resourceNames),
    nonResourceURLs: rule.nonResourceURLs,
  };
}

/** Whether the one rule grants all that is in the other. */
function covers(rule: HeldRule, right: PolicyRule): boolean {
  return (
    right.verbs.every((verb) => hasOrAll(rule.verbs, verb)) &&
    right.apiGroups.every((group) => hasOrAll(rule.apiGroups, group)) &&
    right.resources.every((resource) => coversResource(rule.resources, resource)) &&
    right.nonResourceURLs.every((path) => rule.nonResourceURLs.some((url) => coversPath(url, path))) &&
    coversNames(rule.resourceNames, right.resourceNames)
  );
}

function hasOrAll(values: ReadonlySet<string>, value: string): boolean {
  return values.has(value) || values.has("*");
}

function coversResource(owned: ReadonlySet<string>, resource: string): boolean {
  const slash = resource.indexOf("/");
  return hasOrAll(owned, resource) || (slash >= 0 && owned.has(`*${resource.slice(slash)}`));
}

/** A right on all names is not made of rights on some. */
function coversNames(owned: ReadonlySet<string>, wanted: readonly string[]): boolean {
  return owned.size === 0 || (wanted.length > 0 && wanted.every((name) => owned.has(name)));
}

function gatherVerbs(rights: readonly PolicyRule[]): PolicyRule[] {
  const gathered = new Map<string, PolicyRule & { readonly verbs: string[] }>();
  const others: PolicyRule[] = [];
  for (const right of rights) {
    if (right.nonResourceURLs.length > 0) {
      others.push(right);
      continue;
    }
    const key = JSON.stringify([right.apiGroups, right.resources, right.resourceNames]);
    const known = gathered.get(key);
    if (known) known.verbs.push(...right.verbs);
    else gathered.set(key, { ...right, verbs: [...right.verbs] });
  }
  return [...others, ...gathered.values()];
}
