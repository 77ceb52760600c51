/**
 * Whether a webhook or a policy is for a request: by its rules, by the labels of the namespace, by the labels of the object.
 *
 * Conditions come afterwards, because they see the object in the version that the rules matched.
 */
import {
  ApiError,
  type CompiledLabelSelector,
  compileLabelSelector,
  getOwn,
  InvalidSelectorError,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type LabelSelector,
} from "@pintle/machinery";
import { metadataOf } from "../../registry/object-metadata.ts";
import type { AdmissionAttributes } from "../admission.ts";
import type { FindEquivalents } from "./equivalents.ts";
import {
  isNamespaces,
  type MatchedResource,
  type MatchPolicy,
  type MatchRule,
  matchAsRequested,
  matchRules,
} from "./matcher.ts";
import type { Namespaces } from "./namespaces.ts";

export interface MatchCriteria {
  /** `everything` of a policy that names no resources. Webhooks without rules are for nothing. */
  readonly rules: readonly MatchRule[] | "everything";
  /** What is left out although the rules name it: policies have it. */
  readonly excludeRules?: readonly MatchRule[];
  readonly matchPolicy: MatchPolicy;
  readonly namespaceSelector: ReadSelector;
  readonly objectSelector: ReadSelector;
}

/** A selector, or what is wrong with it, which is told to those whom the rules match. */
export type ReadSelector = CompiledLabelSelector | InvalidSelectorError;

export interface MatchTools {
  readonly namespaces: Namespaces;
  readonly findEquivalents: FindEquivalents;
}

/** Reads a selector as it stands in an object; one that is absent selects everything, as the API server defaults it. */
export function readSelector(selector: JsonValue | undefined): ReadSelector {
  try {
    return compileLabelSelector(isJsonObject(selector) ? (selector as LabelSelector) : {});
  } catch (error) {
    if (error instanceof InvalidSelectorError) return error;
    throw error;
  }
}

/** What was matched, or nothing. Throws an `ApiError` where the rules match and the labels cannot be found out. */
export async function matchRequest(
  criteria: MatchCriteria,
  attributes: AdmissionAttributes,
  { namespaces, findEquivalents }: MatchTools,
): Promise<MatchedResource | undefined> {
  const { rules, excludeRules = [], matchPolicy } = criteria;
  if (matchRules(excludeRules, attributes, matchPolicy, findEquivalents)) return undefined;
  const matched =
    rules === "everything" ? matchAsRequested(attributes) : matchRules(rules, attributes, matchPolicy, findEquivalents);
  if (!matched) return undefined;
  const isSelected =
    selectsObject(usable(criteria.objectSelector), attributes) &&
    (await selectsNamespace(usable(criteria.namespaceSelector), attributes, namespaces));
  return isSelected ? matched : undefined;
}

function usable(selector: ReadSelector): CompiledLabelSelector {
  if (selector instanceof InvalidSelectorError) throw ApiError.internalError(selector.message);
  return selector;
}

/** The object as it is counts as much as the one that it shall be: nobody slips away by taking off a label. */
function selectsObject(selector: CompiledLabelSelector, { object, old }: AdmissionAttributes): boolean {
  if (selector.requirements.length === 0) return selector.matches({});
  return [object, old].some((each) => each !== undefined && selector.matches(labelsOf(each)));
}

async function selectsNamespace(
  selector: CompiledLabelSelector,
  attributes: AdmissionAttributes,
  namespaces: Namespaces,
): Promise<boolean> {
  const { endpoint, namespace } = attributes;
  if (namespace === "" && !isNamespaces(endpoint)) return true;
  if (selector.requirements.length === 0) return selector.matches({});
  return selector.matches(await findLabels(attributes, namespaces));
}

/** A namespace that is written is not known under its new labels yet. */
async function findLabels(attributes: AdmissionAttributes, namespaces: Namespaces): Promise<Record<string, string>> {
  const { endpoint, subresource, operation, namespace, object } = attributes;
  const isWritten = operation === "CREATE" || operation === "UPDATE";
  if (isNamespaces(endpoint) && subresource === "" && isWritten && object) return labelsOf(object);
  const found = await namespaces.get(namespace);
  if (!found) throw ApiError.notFound({ group: "", resource: "namespaces" }, namespace);
  return labelsOf(found);
}

function labelsOf(object: JsonObject): Record<string, string> {
  const labels = getOwn(metadataOf(object), "labels");
  return isJsonObject(labels) ? (labels as Record<string, string>) : {};
}
