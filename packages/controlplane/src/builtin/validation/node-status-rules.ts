/** What a kubelet says of its node: the features that it has, and its swap. */
import { FieldError, fieldPath, type JsonObject, quoteGo } from "@pintle/machinery";
import { numberAt, objectAt, textsAt } from "../json-fields.ts";

const maxNameLength = 253;
const featureName = /^[A-Z][a-zA-Z0-9]*(\/[a-zA-Z][a-zA-Z0-9]*)*$/;

/** Names in alphabetical order, each once; each is compared with the next one. */
export function checkDeclaredFeatures(node: JsonObject): FieldError[] {
  const at = fieldPath("status", "declaredFeatures");
  const features = textsAt(node, "status.declaredFeatures");
  return features.flatMap((feature, index) => {
    const complaint = complainOfName(feature);
    const next = features[index + 1];
    return [
      ...(complaint === undefined ? [] : [FieldError.invalid(at.index(index), feature, complaint)]),
      ...(next === feature ? [FieldError.duplicate(at.index(index + 1), next)] : []),
      ...(next !== undefined && next < feature
        ? [FieldError.invalid(at.index(index + 1), next, "list must be sorted alphabetically")]
        : []),
    ];
  });
}

function complainOfName(feature: string): string | undefined {
  const invalid = `invalid feature name ${quoteGo(feature)}`;
  if (feature.length > maxNameLength) return `${invalid}: must be no more than ${maxNameLength} characters`;
  if (featureName.test(feature)) return undefined;
  return `${invalid}: must start with an UpperCamelCase segment, with subsequent segments separated by '/' (e.g., MyFeature or MyFeature/mySubFeature), and contain only alphanumeric characters and slashes`;
}

/** It is part of the status, but told as if it were metadata. */
export function checkSwap(node: JsonObject): FieldError[] {
  const capacity = numberAt(objectAt(node, "status.nodeInfo.swap"), "capacity");
  if (capacity === undefined || capacity > 0) return [];
  return [
    FieldError.invalid(fieldPath("metadata", "nodeSwapStatus", "capacity"), capacity, "must be greater than zero"),
  ];
}
