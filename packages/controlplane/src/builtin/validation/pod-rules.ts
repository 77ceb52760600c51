/** Pods themselves: what they may be made with, and the little that may change in them. */
import { equalJson, FieldError, fieldPath, getOwn, type JsonObject, quoteGo } from "@pintle/machinery";
import { numberAt, objectAt, objectsAt, takeFields, textAt, withField } from "../json-fields.ts";
import { qualityOf } from "../strategies/pod-quality.ts";
import { isBinding } from "../strategies/pod-strategies.ts";
import { rangeText } from "./checks.ts";
import { validatePodAnnotations } from "./pod-annotation-rules.ts";
import { validatePodSpec } from "./pod-spec-rules.ts";
import { validatePodStatus } from "./pod-status-rules.ts";
import { diffStructs } from "./print-struct.ts";
import { validateProfileAnnotations } from "./profile-annotation-rules.ts";
import type { KindRules } from "./rules.ts";

const path = fieldPath("spec");
const annotationsPath = fieldPath("metadata", "annotations");
const maxInt32 = 2 ** 31 - 1;

export const podRules: Readonly<Record<string, KindRules>> = {
  pods: {
    validate: validatePod,
    validateUpdate: (pod, old, request) =>
      isBinding(pod, old, request) ? validateContent(pod) : validatePodUpdate(pod, old),
    views: { status: validatePodStatus, ephemeralcontainers: keepEphemeral, resize: keepQuality },
  },
};

function validatePod(pod: JsonObject): FieldError[] {
  const isGated = objectsAt(pod, "spec.schedulingGates").length > 0 && textAt(pod, "spec.nodeName") !== "";
  return [
    ...validateContent(pod),
    ...(objectsAt(pod, "spec.ephemeralContainers").length > 0
      ? [FieldError.forbidden(path.child("ephemeralContainers"), "cannot be set on create")]
      : []),
    ...(isGated
      ? [FieldError.forbidden(path.child("nodeName"), "cannot be set until all schedulingGates have been cleared")]
      : []),
    ...validateProfileAnnotations(pod),
  ];
}

/** Containers that were added for debugging stay; the server tells which were touched. */
function keepEphemeral(pod: JsonObject, old: JsonObject): FieldError[] {
  const now = new Map(
    objectsAt(pod, "spec.ephemeralContainers").map((container) => [textAt(container, "name"), container]),
  );
  return objectsAt(old, "spec.ephemeralContainers").flatMap((before) => {
    const name = textAt(before, "name");
    const found = now.get(name);
    if (found && equalJson(found, before)) return [];
    const change = found ? `changed\n${diffStructs("EphemeralContainer", before, found)}` : "removed\n";
    const detail = `existing ephemeral containers ${quoteGo(name)} may not be ${change}`;
    return [FieldError.forbidden(path.child("ephemeralContainers"), detail)];
  });
}

function keepQuality(pod: JsonObject, old: JsonObject): FieldError[] {
  const before = textAt(old, "status.qosClass") || qualityOf(old);
  const quality = qualityOf(pod);
  const errors = validateContent(pod);
  if (quality === before) return errors;
  return [...errors, FieldError.invalid(path, before, "Pod QOS Class may not change as a result of resizing")];
}

function validateContent(pod: JsonObject): FieldError[] {
  return [
    ...validatePodAnnotations(pod, annotationsPath),
    ...validatePodSpec(objectAt(pod, "spec"), path),
    ...checkTokens(pod),
  ];
}

function checkTokens(pod: JsonObject): FieldError[] {
  if (textAt(pod, "spec.serviceAccountName") !== "") return [];
  return objectsAt(pod, "spec.volumes").flatMap((volume, index) =>
    objectsAt(volume, "projected.sources").flatMap((source, place) => {
      if (getOwn(source, "serviceAccountToken") === undefined) return [];
      const at = path.child("volumes").index(index).child("projected", "sources").index(place);
      const detail = "must not be specified when serviceAccountName is not set";
      return [FieldError.forbidden(at.child("serviceAccountToken"), detail)];
    }),
  );
}

const lists = ["containers", "initContainers"];
const changeable =
  "pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)";

function validatePodUpdate(pod: JsonObject, old: JsonObject): FieldError[] {
  const errors = validateContent(pod);
  const [spec, before] = [objectAt(pod, "spec"), objectAt(old, "spec")];
  for (const list of lists) {
    if (objectsAt(spec, list).length !== objectsAt(before, list).length) {
      return [...errors, FieldError.forbidden(path.child(list), "pod updates may not add or remove containers")];
    }
    errors.push(...checkImages(spec, list));
  }
  const deadline = checkDeadline(numberAt(spec, "activeDeadlineSeconds"), numberAt(before, "activeDeadlineSeconds"));
  errors.push(...deadline.errors);
  if (deadline.isFinal) return errors;
  errors.push(...checkAdded(spec, before), ...checkGates(spec, before));
  const kept = keepChangeable(spec, before);
  if (equalJson(kept, before)) return errors;
  return [...errors, FieldError.forbidden(path, `${changeable}\n${diffStructs("PodSpec", before, kept)}`)];
}

/** Images are looked at once more where they may change. */
function checkImages(spec: JsonObject, list: string): FieldError[] {
  return objectsAt(spec, list).flatMap((container, index) => {
    const image = textAt(container, "image");
    const at = path.child(list).index(index).child("image");
    if (image === "") return [FieldError.required(at, "")];
    if (image === image.trim()) return [];
    return [FieldError.invalid(at, image, "must not have leading or trailing whitespace")];
  });
}

/** A deadline only comes nearer, and never goes away. */
function checkDeadline(
  seconds: number | undefined,
  before: number | undefined,
): { readonly errors: FieldError[]; readonly isFinal: boolean } {
  const at = path.child("activeDeadlineSeconds");
  if (seconds === undefined) {
    const detail = "must not update from a positive integer to nil value";
    return { errors: before === undefined ? [] : [FieldError.invalid(at, null, detail)], isFinal: false };
  }
  if (seconds < 0 || seconds > maxInt32) {
    return { errors: [FieldError.invalid(at, seconds, rangeText(0, maxInt32))], isFinal: true };
  }
  if (before !== undefined && before < seconds) {
    return { errors: [FieldError.invalid(at, seconds, "must be less than or equal to previous value")], isFinal: true };
  }
  return { errors: [], isFinal: false };
}

function checkAdded(spec: JsonObject, before: JsonObject): FieldError[] {
  const tolerations = objectsAt(spec, "tolerations");
  const isKept = objectsAt(before, "tolerations").every((old) =>
    tolerations.some((toleration) =>
      equalJson(withField(toleration, "tolerationSeconds", undefined), withField(old, "tolerationSeconds", undefined)),
    ),
  );
  const detail = "existing toleration can not be modified except its tolerationSeconds";
  return isKept ? [] : [FieldError.forbidden(path.child("tolerations"), detail)];
}

function checkGates(spec: JsonObject, before: JsonObject): FieldError[] {
  const known = new Set(objectsAt(before, "schedulingGates").map((gate) => textAt(gate, "name")));
  const added = objectsAt(spec, "schedulingGates").filter((gate) => !known.has(textAt(gate, "name")));
  if (added.length === 0) return [];
  return added.map((gate) => {
    const index = objectsAt(spec, "schedulingGates").indexOf(gate);
    const detail = `only deletion is allowed, but found new scheduling gate '${textAt(gate, "name")}'`;
    return FieldError.forbidden(path.child("schedulingGates").index(index).child("name"), detail);
  });
}

/** The new spec with everything that may change as it was before. */
function keepChangeable(spec: JsonObject, before: JsonObject): JsonObject {
  let kept = takeFields(spec, before, ["activeDeadlineSeconds", "tolerations", "schedulingGates"]);
  if (objectsAt(before, "schedulingGates").length > 0) kept = takeFields(kept, before, ["nodeSelector", "affinity"]);
  for (const list of lists) {
    const old = objectsAt(before, list);
    if (old.length === 0) continue;
    const containers = objectsAt(spec, list).map((container, index) =>
      takeFields(container, old[index] ?? {}, ["image"]),
    );
    kept = withField(kept, list, containers);
  }
  const [grace, was] = [
    numberAt(spec, "terminationGracePeriodSeconds"),
    numberAt(before, "terminationGracePeriodSeconds"),
  ];
  const isRaised = was !== undefined && was < 0 && grace === 1;
  return isRaised ? takeFields(kept, before, ["terminationGracePeriodSeconds"]) : kept;
}
