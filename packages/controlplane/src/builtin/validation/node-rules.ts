/** Nodes: their taints, and what stays once somebody has said it. */
import {
  equalJson,
  FieldError,
  fieldPath,
  type JsonObject,
  validateLabelValue,
  validateQualifiedName,
} from "@pintle/machinery";
import { objectsAt, textAt, textsAt } from "../json-fields.ts";
import { checkOneOf, invalidAll } from "./checks.ts";
import type { KindRules } from "./rules.ts";
import { StructError } from "./struct-error.ts";

export const nodeRules: Readonly<Record<string, KindRules>> = {
  nodes: {
    validate: checkTaints,
    // An update is looked at as a node and as an update, so that what is wrong with its taints is told twice.
    validateUpdate: (node, old) => [...checkTaints(node), ...keepNode(node, old)],
    views: { status: keepNode },
  },
};

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
    ...(before.length > 0 && !equalJson([...ranges], [...before]) ? [forbid("podCIDRs", "podCIDR")] : []),
    ...(known !== "" && provider !== known ? [forbid("providerID", "providerID")] : []),
    ...checkTaints(node),
  ];
}
