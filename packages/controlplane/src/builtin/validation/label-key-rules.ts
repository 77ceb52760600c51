/** Keys of labels whose values a pod brings along: names of labels, beside a selector that does not ask for them itself. */
import {
  FieldError,
  type FieldPath,
  getOwn,
  isJsonObject,
  type JsonObject,
  validateQualifiedName,
} from "@pintle/machinery";
import { objectAt, objectsAt, textAt, textsAt } from "../json-fields.ts";
import { invalidAll } from "./checks.ts";

/** Of a term of affinity, or of a constraint on how pods are spread. */
export function validateLabelKeys(holder: JsonObject, path: FieldPath): FieldError[] {
  const [match, mismatch] = [textsAt(holder, "matchLabelKeys"), textsAt(holder, "mismatchLabelKeys")];
  return [
    ...checkKeys(match, holder, path.child("matchLabelKeys")),
    ...checkKeys(mismatch, holder, path.child("mismatchLabelKeys")),
    ...checkTwice(match, objectAt(holder, "labelSelector"), path),
    ...match.flatMap((key, index) => {
      const detail = "exists in both matchLabelKeys and mismatchLabelKeys";
      return mismatch.includes(key) ? [FieldError.invalid(path.child("matchLabelKeys").index(index), key, detail)] : [];
    }),
  ];
}

function checkKeys(keys: readonly string[], holder: JsonObject, path: FieldPath): FieldError[] {
  if (keys.length === 0) return [];
  if (!isJsonObject(getOwn(holder, "labelSelector"))) {
    return [FieldError.forbidden(path, "must not be specified when labelSelector is not set")];
  }
  return keys.flatMap((key, index) => invalidAll(path.index(index), key, validateQualifiedName(key)));
}

/** By now the selector of a pod has a requirement for each of the keys: a key that it has twice was in it before. */
function checkTwice(match: readonly string[], selector: JsonObject, path: FieldPath): FieldError[] {
  const seen = new Set(Object.keys(objectAt(selector, "matchLabels")));
  return objectsAt(selector, "matchExpressions").flatMap((requirement) => {
    const key = textAt(requirement, "key");
    const index = match.lastIndexOf(key);
    const isTwice = index >= 0 && seen.has(key);
    seen.add(key);
    const detail = "exists in both matchLabelKeys and labelSelector";
    return isTwice ? [FieldError.invalid(path.index(index), key, detail)] : [];
  });
}
