/** Which nodes a pod asks for: by labels, by fields, and as it would like it best. */
import type { Node, NodeSelectorTerm, Pod } from "@pintle/kinds";
import { getOwn } from "@pintle/machinery";

type Requirement = NonNullable<NodeSelectorTerm["matchExpressions"]>[number];

/** Whether the node has what the pod's selector and its required affinity ask for. */
export function matchesNodeNeeds({ spec }: Pod, node: Node): boolean {
  const labels = node.metadata.labels ?? {};
  const wanted = Object.entries(spec?.nodeSelector ?? {});
  if (!wanted.every(([key, value]) => getOwn(labels, key) === value)) return false;
  const required = spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return !required || required.nodeSelectorTerms.some((term) => matchesTerm(term, node));
}

/** The sum of the weights of the preferences that the node meets. */
export function nodePreference({ spec }: Pod, node: Node): number {
  const preferred = spec?.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  return preferred.reduce((sum, { weight, preference }) => sum + (matchesTerm(preference, node) ? weight : 0), 0);
}

/** A term that asks for nothing fits no node. */
function matchesTerm({ matchExpressions = [], matchFields = [] }: NodeSelectorTerm, { metadata }: Node): boolean {
  if (matchExpressions.length + matchFields.length === 0) return false;
  const { labels = {}, name = "" } = metadata;
  return (
    matchExpressions.every((requirement) => matches(requirement, getOwn(labels, requirement.key))) &&
    matchFields.every((requirement) => matches(requirement, requirement.key === "metadata.name" ? name : undefined))
  );
}

function matches({ operator, values = [] }: Requirement, found: string | undefined): boolean {
  switch (operator) {
    case "In":
      return found !== undefined && values.includes(found);
    case "NotIn":
      return found === undefined || !values.includes(found);
    case "Exists":
      return found !== undefined;
    case "DoesNotExist":
      return found === undefined;
    case "Gt":
    case "Lt":
      return isBeyond(operator, found, values[0]);
    default:
      return false;
  }
}

function isBeyond(operator: "Gt" | "Lt", found: string | undefined, limit: string | undefined): boolean {
  const isWhole = (text: string | undefined) => text !== undefined && /^[-+]?[0-9]+$/.test(text);
  if (!isWhole(found) || !isWhole(limit)) return false;
  const difference = BigInt(found?.replace("+", "") ?? 0) - BigInt(limit?.replace("+", "") ?? 0);
  return operator === "Gt" ? difference > 0n : difference < 0n;
}
