/** StatefulSets: one of the orders and strategies that there are, and a spec of which little may change. */
import {
  equalJson,
  FieldError,
  type FieldPath,
  fieldPath,
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from "@pintle/machinery";
import { objectAt, objectsAt, takeFields, textAt } from "../json-fields.ts";
import { checkLabel, checkNotNegative, checkOneOf } from "./checks.ts";
import { validateClaimSpec } from "./claim-rules.ts";
import { checkRequiredSelector } from "./label-selectors.ts";
import { isReadable, validateOwnedTemplate } from "./owned-template.ts";
import { StructError } from "./struct-error.ts";
import { validateTemplateMetadata } from "./template-rules.ts";

const path = fieldPath("spec");

/** The service and the claims are named once, and not looked at again. */
export function validateNewStatefulSet(set: JsonObject): FieldError[] {
  const spec = objectAt(set, "spec");
  return [
    ...validateStatefulSet(set),
    ...objectsAt(spec, "volumeClaimTemplates").flatMap((claim, index) =>
      validateClaimSpec(objectAt(claim, "spec"), path.child("volumeClaimTemplates").index(index).child("spec")),
    ),
    ...checkLabel(spec, "serviceName", path),
  ];
}

export function validateStatefulSet(set: JsonObject): FieldError[] {
  const spec = objectAt(set, "spec");
  const policy = textAt(spec, "podManagementPolicy");
  const isKnown = policy === "OrderedReady" || policy === "Parallel";
  const retention = objectAt(spec, "persistentVolumeClaimRetentionPolicy");
  const retentionPath = path.child("persistentVolumeClaimRetentionPolicy");
  return [
    ...(isKnown
      ? []
      : [FieldError.invalid(path.child("podManagementPolicy"), policy, "must be 'OrderedReady' or 'Parallel'")]),
    ...checkStatefulStrategy(objectAt(spec, "updateStrategy"), path.child("updateStrategy")),
    ...checkOneOf(retention, "whenDeleted", retentionPath, ["Retain", "Delete"]),
    ...checkOneOf(retention, "whenScaled", retentionPath, ["Retain", "Delete"]),
    ...checkNotNegative(spec, path, "replicas", "minReadySeconds"),
    ...checkNotNegative(objectAt(spec, "ordinals"), path.child("ordinals"), "start"),
    ...checkRequiredSelector(spec, path.child("selector"), "statefulset"),
    ...(isReadable(spec)
      ? [
          ...validateOwnedTemplate(withClaims(spec), "StatefulSet"),
          ...validateTemplateMetadata(objectAt(spec, "template"), path.child("template")),
        ]
      : [StructError.invalidStruct(path.child("selector"), objectAt(spec, "selector"), "", "LabelSelector")]),
  ];
}

/** The volumes that the claims of the set will be stand in its pods under their names. */
function withClaims(spec: JsonObject): JsonObject {
  const names = objectsAt(spec, "volumeClaimTemplates").map((claim) => textAt(claim, "metadata.name"));
  const claims = [...new Set(names)];
  if (claims.length === 0) return spec;
  const template = objectAt(spec, "template");
  const inner = objectAt(template, "spec");
  const volumes: JsonValue[] = claims.map((name) => ({ name, persistentVolumeClaim: { claimName: name } }));
  const others = objectsAt(inner, "volumes").filter((volume) => !claims.includes(textAt(volume, "name")));
  return { ...spec, template: { ...template, spec: { ...inner, volumes: [...volumes, ...others] } } };
}

function checkStatefulStrategy(strategy: JsonObject, at: FieldPath): FieldError[] {
  const { type } = strategy;
  const rolling = getOwn(strategy, "rollingUpdate");
  if (type === "OnDelete") {
    if (!isJsonObject(rolling)) return [];
    const printed = { Partition: rolling.partition ?? 0, MaxUnavailable: rolling.maxUnavailable ?? null };
    return [
      new StructError(
        "FieldValueInvalid",
        at.child("rollingUpdate"),
        printed,
        "only allowed for updateStrategy 'RollingUpdate'",
      ),
    ];
  }
  if (type !== "RollingUpdate") {
    const fields = isJsonObject(rolling)
      ? { Partition: rolling.partition ?? 0, MaxUnavailable: rolling.maxUnavailable ?? null }
      : null;
    const printed = { Type: textAt(strategy, "type"), RollingUpdate: fields };
    return [new StructError("FieldValueInvalid", at, printed, "must be 'RollingUpdate' or 'OnDelete'")];
  }
  return isJsonObject(rolling) ? checkNotNegative(rolling, at.child("rollingUpdate"), "partition") : [];
}

const changeable = [
  "replicas",
  "template",
  "updateStrategy",
  "minReadySeconds",
  "ordinals",
  "revisionHistoryLimit",
  "persistentVolumeClaimRetentionPolicy",
];

export function keepStatefulSet(set: JsonObject, old: JsonObject): FieldError[] {
  const before = objectAt(old, "spec");
  const kept = takeFields(objectAt(set, "spec"), before, changeable);
  if (equalJson(kept, before)) return [];
  const detail =
    "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";
  return [FieldError.forbidden(path, detail)];
}
