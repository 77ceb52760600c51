/** Claims for volumes. */
import {
  compareQuantity,
  equalJson,
  FieldError,
  type FieldPath,
  fieldPath,
  getOwn,
  type JsonObject,
  parseQuantity,
  signOfQuantity,
  validateDns1123Subdomain,
} from "@pintle/machinery";
import { objectAt, takeFields, textAt, textsAt, withField } from "../json-fields.ts";
import { checkImmutable, checkOneOfIfSet, invalidAll } from "./checks.ts";
import { checkSelector } from "./label-selectors.ts";
import type { KindRules } from "./rules.ts";

const path = fieldPath("spec");
export const accessModes = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"];

export const claimRules: Readonly<Record<string, KindRules>> = {
  persistentvolumeclaims: {
    validate: (claim) => validateClaimSpec(objectAt(claim, "spec"), path),
    validateUpdate: (claim, old) => [...validateClaimSpec(objectAt(claim, "spec"), path), ...keepClaim(claim, old)],
  },
};

export function validateClaimSpec(spec: JsonObject, at: FieldPath): FieldError[] {
  const given = textsAt(spec, "accessModes");
  const className = getOwn(spec, "storageClassName");
  return [
    ...(given.length === 0 ? [FieldError.required(at.child("accessModes"), "at least 1 access mode is required")] : []),
    ...checkSelector(spec.selector, at.child("selector")),
    ...given
      .filter((mode) => !accessModes.includes(mode))
      .map((mode) => FieldError.notSupported(at.child("accessModes"), mode, accessModes)),
    ...checkSize(spec, at),
    ...(typeof className === "string" && className !== ""
      ? invalidAll(at.child("storageClassName"), className, validateDns1123Subdomain(className))
      : []),
    ...checkOneOfIfSet(spec, "volumeMode", at, ["Block", "Filesystem"]),
  ];
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

const immutable =
  "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n";

/** A claim that is bound may ask for more room; one that is not may be bound, and no more. */
function keepClaim(claim: JsonObject, old: JsonObject): FieldError[] {
  const before = objectAt(old, "spec");
  const isBound = textAt(old, "status.phase") === "Bound";
  let kept = objectAt(claim, "spec");
  if (textAt(before, "volumeName") === "") kept = takeFields(kept, before, ["volumeName"]);
  if (isBound) {
    kept = takeFields(kept, before, ["volumeAttributesClassName"]);
    kept = withField(
      kept,
      "resources",
      takeFields(objectAt(kept, "resources"), objectAt(before, "resources"), ["requests"]),
    );
  }
  return [
    ...(equalJson(kept, before) ? [] : [FieldError.forbidden(path, immutable)]),
    ...checkShrunk(claim, old),
    ...checkImmutable(claim, old, "spec.volumeMode", fieldPath("volumeMode")),
  ];
}
