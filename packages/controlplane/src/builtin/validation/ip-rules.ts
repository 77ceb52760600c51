/** Addresses and ranges of services, as objects. */
import { FieldError, fieldPath, isJsonObject, type JsonObject, validatePathSegmentName } from "@pintle/machinery";
import { objectAt, textAt, textsAt } from "../json-fields.ts";
import { checkStrictCidr, checkStrictIp, cidrFamily } from "./addresses.ts";
import { checkImmutable, checkSubdomain, invalidAll } from "./checks.ts";
import type { KindRules } from "./rules.ts";
import { StructError } from "./struct-error.ts";

const parentPath = fieldPath("spec", "parentRef");
const rangesPath = fieldPath("spec", "cidrs");

export const ipRules: Readonly<Record<string, KindRules>> = {
  "ipaddresses.networking.k8s.io": {
    validate: (address) => [
      ...checkStrictIp(textAt(address, "metadata.name"), fieldPath("metadata", "name")),
      ...checkParent(objectAt(address, "spec").parentRef),
    ],
    validateUpdate: (address, old) => checkImmutable(address, old, "spec.parentRef", parentPath),
  },
  "servicecidrs.networking.k8s.io": {
    validate: (object) => checkRanges(textsAt(object, "spec.cidrs")),
    validateUpdate: (object, old) => keepRanges(textsAt(object, "spec.cidrs"), textsAt(old, "spec.cidrs")),
  },
};

function checkParent(parent: unknown): FieldError[] {
  if (!isJsonObject(parent)) return [FieldError.required(parentPath, "")];
  const checkSegment = (key: string, isRequired: boolean) => {
    const value = textAt(parent, key);
    if (value !== "") return invalidAll(parentPath.child(key), value, validatePathSegmentName(value));
    return isRequired ? [FieldError.required(parentPath.child(key), "")] : [];
  };
  return [
    ...checkSubdomain(parent, "group", parentPath),
    ...checkSegment("resource", true),
    ...checkSegment("name", true),
    ...checkSegment("namespace", false),
  ];
}

function checkRanges(ranges: readonly string[]): FieldError[] {
  if (ranges.length === 0) return [FieldError.required(rangesPath, "at least one CIDR required")];
  if (ranges.length > 2) {
    const shown: JsonObject = { CIDRs: [...ranges] };
    return [new StructError("FieldValueInvalid", rangesPath, shown, "may only hold up to 2 values")];
  }
  const errors = ranges.flatMap((range, index) => checkStrictCidr(range, rangesPath.index(index)));
  const [one, other] = ranges.map(cidrFamily);
  if (ranges.length === 1 || one !== other || one === 0) return errors;
  const detail = "may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64";
  return [...errors, FieldError.invalid(rangesPath, [...ranges], detail)];
}

/** A second range, of the other family, may be added. */
function keepRanges(ranges: readonly string[], before: readonly string[]): FieldError[] {
  const complain = (index: number) => FieldError.invalid(rangesPath.index(index), ranges[index], "field is immutable");
  if (ranges.length === before.length) {
    return ranges.flatMap((range, index) => (range === before[index] ? [] : [complain(index)]));
  }
  if (before.length !== 1 || ranges.length !== 2) {
    return [FieldError.invalid(rangesPath, [...ranges], "field is immutable")];
  }
  return [...(ranges[0] === before[0] ? [] : [complain(0)]), ...checkRanges(ranges)];
}
