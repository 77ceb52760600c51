/** Claims for volumes. */
import {
  compareQuantity,
  equalJson,
  FieldError,
  type FieldPath,
  fieldPath,
  getOwn,
  isJsonObject,
  type JsonObject,
  parseQuantity,
  signOfQuantity,
  validateDns1123Label,
  validateDns1123Subdomain,
} from "@pintle/machinery";
import { objectAt, takeFields, textAt, textsAt, valueAt, withValueAt } from "../json-fields.ts";
import { checkImmutable, checkOneOfIfSet, checkSubdomain, invalidAll, requireText } from "./checks.ts";
import { validateClaimStatus } from "./claim-status-rules.ts";
import { checkSelector } from "./label-selectors.ts";
import { diffStructs } from "./print-struct.ts";
import type { KindRules } from "./rules.ts";

const path = fieldPath("spec");
export const accessModes = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"];

export const claimRules: Readonly<Record<string, KindRules>> = {
  persistentvolumeclaims: {
    validate: (claim) => validateClaimSpec(objectAt(claim, "spec"), path),
    validateUpdate: (claim, old) => [...validateClaimSpec(objectAt(claim, "spec"), path), ...keepClaim(claim, old)],
    views: { status: validateClaimStatus },
  },
};

export function validateClaimSpec(spec: JsonObject, at: FieldPath): FieldError[] {
  const given = textsAt(spec, "accessModes");
  const isAlone = given.includes("ReadWriteOncePod");
  return [
    ...(given.length === 0 ? [FieldError.required(at.child("accessModes"), "at least 1 access mode is required")] : []),
    ...checkSelector(spec.selector, at.child("selector")),
    ...given
      .filter((mode) => !accessModes.includes(mode))
      .map((mode) => FieldError.notSupported(at.child("accessModes"), mode, accessModes)),
    ...(isAlone && given.some((mode) => mode !== "ReadWriteOncePod" && accessModes.includes(mode))
      ? [FieldError.forbidden(at.child("accessModes"), "may not use ReadWriteOncePod with other access modes")]
      : []),
    ...checkSize(spec, at),
    ...checkSubdomain(spec, "storageClassName", at),
    ...checkOneOfIfSet(spec, "volumeMode", at, ["Block", "Filesystem"]),
    ...checkDataSources(spec, at),
    ...checkSubdomain(spec, "volumeAttributesClassName", at),
  ];
}

function checkDataSources(spec: JsonObject, at: FieldPath): FieldError[] {
  const [source, reference] = [getOwn(spec, "dataSource"), getOwn(spec, "dataSourceRef")];
  const errors: FieldError[] = [];
  if (isJsonObject(source)) errors.push(...checkDataSource(source, at.child("dataSource")));
  if (!isJsonObject(reference)) return errors;
  errors.push(...checkDataSource(reference, at.child("dataSourceRef")));
  const namespace = textAt(reference, "namespace");
  const place = at.child("dataSourceRef", "namespace");
  if (namespace !== "") errors.push(...invalidAll(place, namespace, validateDns1123Label(namespace)));
  if (!isJsonObject(source)) return errors;
  const isSame = ["apiGroup", "kind", "name"].every((key) => textAt(source, key) === textAt(reference, key));
  // The server prints a path where the value should stand, and a path has nothing to print.
  if (namespace !== "") {
    errors.push(FieldError.invalid(at, {}, "may not be specified when dataSourceRef.namespace is specified"));
  } else if (!isSame) errors.push(FieldError.invalid(at, {}, "must match dataSourceRef"));
  return errors;
}

function checkDataSource(source: JsonObject, at: FieldPath): FieldError[] {
  const [kind, group] = [textAt(source, "kind"), textAt(source, "apiGroup")];
  const errors = ["name", "kind"].flatMap((key) => requireText(source, key, at));
  if (group !== "") return [...errors, ...invalidAll(at.child("apiGroup"), group, validateDns1123Subdomain(group))];
  if (kind === "PersistentVolumeClaim") return errors;
  const detail = "must be 'PersistentVolumeClaim' when referencing the default apiGroup";
  return [...errors, FieldError.invalid(at, kind, detail)];
}

function checkSize(spec: JsonObject, at: FieldPath): FieldError[] {
  const size = objectAt(spec, "resources.requests").storage;
  const place = at.child("resources").key("storage");
  if (size === undefined) return [FieldError.required(place, "")];
  const isPositive = signOfQuantity(parseQuantity(String(size))) > 0;
  return isPositive ? [] : [FieldError.invalid(place, String(size), "must be greater than zero")];
}

/** A claim may ask for less than before as long as it is for more than it has: to get out of growth that has failed. */
function checkShrunk(claim: JsonObject, old: JsonObject): FieldError[] {
  const size = (object: JsonObject, at: string) => parseQuantity(textAt(object, `${at}.storage`) || "0");
  const asked = size(claim, "spec.resources.requests");
  if (compareQuantity(asked, size(old, "spec.resources.requests")) >= 0) return [];
  if (compareQuantity(asked, size(old, "status.capacity")) > 0) return [];
  const at = path.child("resources", "requests", "storage");
  return [FieldError.forbidden(at, "field can not be less than status.capacity")];
}

/** A claim without a class, or with one in the annotation of old, may get that one. */
function mayNameClass(old: JsonObject, spec: JsonObject): boolean {
  const named = objectAt(old, "metadata.annotations")["volume.beta.kubernetes.io/storage-class"];
  const isUnnamed = valueAt(old, "spec.storageClassName") === undefined && spec.storageClassName !== undefined;
  return isUnnamed && (named === undefined || named === spec.storageClassName);
}

const immutable =
  "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n";

/** A claim that is bound may ask for more room; one that is not may be bound, and no more. */
function keepClaim(claim: JsonObject, old: JsonObject): FieldError[] {
  let [kept, before] = [objectAt(claim, "spec"), objectAt(old, "spec")];
  if (textAt(before, "volumeName") === "") before = takeFields(before, kept, ["volumeName"]);
  if (mayNameClass(old, kept)) kept = takeFields(kept, before, ["storageClassName"]);
  if (textAt(claim, "status.phase") === "Bound") {
    const size = textAt(before, "resources.requests.storage");
    kept = takeFields(kept, before, ["volumeAttributesClassName"]);
    if (valueAt(kept, "resources.requests")) kept = withValueAt(kept, "resources.requests.storage", size);
  }
  return [
    ...(equalJson(kept, before)
      ? []
      : [FieldError.forbidden(path, immutable + diffStructs("PersistentVolumeClaimSpec", before, kept))]),
    ...checkShrunk(claim, old),
    ...checkImmutable(claim, old, "spec.volumeMode", fieldPath("volumeMode")),
  ];
}
