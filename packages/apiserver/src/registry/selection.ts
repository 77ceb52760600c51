/** Which objects of a collection are asked for, by their labels and by the few fields that their kind allows. */
import {
  ApiError,
  type CompiledLabelSelector,
  type FieldSelector,
  type JsonObject,
  matchesEverything,
  parseFieldSelector,
  parseLabelSelector,
  quoteGo,
} from "@pintle/machinery";
import { metadataMap, metadataText } from "./object-metadata.ts";
import type { ResourceEndpoint } from "./resource-endpoint.ts";

export interface Selection {
  readonly labels: CompiledLabelSelector;
  readonly fields: FieldSelector;
  /** Whether every object is selected, so that none has to be looked at. */
  readonly isEverything: boolean;
  /** The one name that can be selected, where there is one. */
  readonly name: string | undefined;
  matches(object: JsonObject): boolean;
}

/** Throws a BadRequest for selectors that cannot be read or name fields that cannot be selected by. */
export function parseSelection(endpoint: ResourceEndpoint, labelSelector: string, fieldSelector: string): Selection {
  const labels = parsed(() => parseLabelSelector(labelSelector));
  const fields = parsed(() => parseFieldSelector(fieldSelector));
  for (const { field } of fields.requirements) checkField(endpoint, field);
  return createSelection(endpoint, labels, fields);
}

export function createSelection(
  endpoint: ResourceEndpoint,
  labels: CompiledLabelSelector,
  fields: FieldSelector,
): Selection {
  const selectsLabels = !matchesEverything(labels);
  const selectsFields = !matchesEverything(fields);
  return {
    labels,
    fields,
    isEverything: !selectsLabels && !selectsFields,
    name: fields.requiresExactMatch("metadata.name"),
    matches: (object) =>
      (!selectsLabels || labels.matches(metadataMap(object, "labels"))) &&
      (!selectsFields || fields.matches(fieldsOf(endpoint, object))),
  };
}

function fieldsOf(endpoint: ResourceEndpoint, object: JsonObject): Readonly<Record<string, string>> {
  const own = endpoint.resource.strategy.selectableFields?.(object);
  return {
    ...own,
    "metadata.name": metadataText(object, "name"),
    "metadata.namespace": metadataText(object, "namespace"),
  };
}

function parsed<Value>(parse: () => Value): Value {
  try {
    return parse();
  } catch (error) {
    throw error instanceof Error ? ApiError.badRequest(error.message) : error;
  }
}

function checkField({ resource }: ResourceEndpoint, field: string): void {
  const { selectableFieldNames, describeUnknownField } = resource.strategy;
  const isKnown = field === "metadata.name" || (selectableFieldNames ?? ["metadata.namespace"]).includes(field);
  if (isKnown) return;
  if (describeUnknownField) throw ApiError.badRequest(describeUnknownField(field));
  throw ApiError.badRequest(
    selectableFieldNames
      ? `field label not supported: ${field}`
      : `${quoteGo(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`,
  );
}
