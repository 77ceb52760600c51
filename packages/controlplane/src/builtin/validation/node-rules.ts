/** Nodes: their taints, and what stays once somebody has said it. */
import {
  equalJson,
  FieldError,
  fieldPath,
  type JsonObject,
  validateLabelValue,
  validateQualifiedName,
} from "@pintle/machinery";
import { objectAt, objectsAt, textAt, textsAt } from "../json-fields.ts";
import { checkCidr, cidrFamily } from "./addresses.ts";
import { checkOneOf, invalidAll } from "./checks.ts";
import { checkDeclaredFeatures, checkSwap } from "./node-status-rules.ts";
import { complainOfJson } from "./pod-annotation-rules.ts";
import { checkAmount } from "./resource-rules.ts";
import type { KindRules } from "./rules.ts";
import { StructError } from "./struct-error.ts";

export const nodeRules: Readonly<Record<string, KindRules>> = {
  nodes: {
    validate: validateNode,
    // An update is looked at as a node and as an update, so that what is wrong with it is told twice.
    validateUpdate: (node, old) => [...validateNode(node), ...keepNode(node, old)],
    views: { status: keepNode },
  },
};

const avoidPods = "scheduler.alpha.kubernetes.io/preferAvoidPods";

function validateNode(node: JsonObject): FieldError[] {
  return [
    ...checkAnnotations(node),
    ...checkTaints(node),
    ...checkAmounts(node),
    ...checkSwap(node),
    ...checkDeclaredFeatures(node),
    ...checkRanges(textsAt(node, "spec.podCIDRs")),
  ];
}

function checkAnnotations(node: JsonObject): FieldError[] {
  const text = objectAt(node, "metadata.annotations")[avoidPods];
  if (typeof text !== "string" || text === "") return [];
  try {
    JSON.parse(text);
    return [];
  } catch {
    return [FieldError.invalid(fieldPath("metadata", "annotations", "AvoidPods"), avoidPods, complainOfJson(text))];
  }
}

function checkAmounts(node: JsonObject): FieldError[] {
  return ["capacity", "allocatable"].flatMap((list) =>
    Object.entries(objectAt(objectAt(node, "status"), list)).flatMap(([name, amount]) =>
      checkAmount(name, String(amount), fieldPath("status", list, name)),
    ),
  );
}

function checkRanges(ranges: readonly string[]): FieldError[] {
  if (ranges.length === 0) return [];
  const at = fieldPath("spec", "podCIDRs");
  const errors = ranges.flatMap((range, index) => checkCidr(range, at.index(index)));
  const families = ranges.map(cidrFamily);
  const unreadable = families.indexOf(0);
  if (ranges.length === 1) return errors;
  if (unreadable >= 0) {
    const why = `invalid CIDR[${unreadable}]: <nil> (invalid CIDR address: ${ranges[unreadable]})`;
    errors.push(FieldError.internal(at, `invalid PodCIDRs. failed to check with dual stack with error:${why}`));
  }
  if (unreadable < 0 && ranges.length === 2 && families[0] !== families[1]) return errors;
  return [...errors, FieldError.invalid(at, [...ranges], "may specify no more than one CIDR for each IP family")];
}

/** They are part of the spec, but told as if they were metadata. */
const taintsPath = fieldPath("metadata", "taints");
const effects = ["NoSchedule", "PreferNoSchedule", "NoExecute"];

function checkTaints(node: JsonObject): FieldError[] {
  const seen = new Set<string>();
  return objectsAt(node, "spec.taints").flatMap((taint, index) => {
    const at = taintsPath.index(index);
    const [key, value, effect] = [textAt(taint, "key"), textAt(taint, "value"), textAt(taint, "effect")];
    const pair = JSON.stringify([key, effect]);
    const isTwice = seen.has(pair);
    seen.add(pair);
    const shown = { Key: key, Value: value, Effect: effect, TimeAdded: taint.timeAdded ?? null };
    const detail = "taints must be unique by key and effect pair";
    const complaints = validateLabelValue(value);
    return [
      ...invalidAll(at.child("key"), key, validateQualifiedName(key)),
      ...(complaints.length > 0 ? [FieldError.invalid(at.child("value"), value, complaints.join(";"))] : []),
      ...(effect === "" ? [FieldError.required(at.child("effect"), "")] : checkOneOf(taint, "effect", at, effects)),
      ...(isTwice ? [new StructError("FieldValueDuplicate", at, shown, detail)] : []),
    ];
  });
}

function keepNode(node: JsonObject, old: JsonObject): FieldError[] {
  const [ranges, before] = [textsAt(node, "spec.podCIDRs"), textsAt(old, "spec.podCIDRs")];
  const [provider, known] = [textAt(node, "spec.providerID"), textAt(old, "spec.providerID")];
  const forbid = (field: string, name: string) =>
    FieldError.forbidden(fieldPath("spec", field), `node updates may not change ${name} except from "" to valid`);
  return [
    ...checkAnnotations(node),
    ...checkAmounts(node),
    ...checkDeclaredFeatures(node),
    ...checkAddresses(node),
    ...(before.length > 0 && !equalJson([...ranges], [...before]) ? [forbid("podCIDRs", "podCIDR")] : []),
    ...(known !== "" && provider !== known ? [forbid("providerID", "providerID")] : []),
    ...checkTaints(node),
    ...(textAt(node, "spec.externalID") === textAt(old, "spec.externalID")
      ? []
      : [FieldError.forbidden(fieldPath("spec", "externalID"), "may not be updated")]),
  ];
}

function checkAddresses(node: JsonObject): FieldError[] {
  const seen = new Set<string>();
  return objectsAt(node, "status.addresses").flatMap(({ type = "", address = "" }, index) => {
    const text = JSON.stringify([type, address]);
    const isTwice = seen.has(text);
    seen.add(text);
    const shown = { Type: type, Address: address };
    const at = fieldPath("status", "addresses").index(index);
    return isTwice ? [new StructError("FieldValueDuplicate", at, shown, "")] : [];
  });
}
