/** Annotations of pods that mean something to the system. */
import { FieldError, type FieldPath, isJsonObject, type JsonObject, type JsonValue } from "@pintle/machinery";
import { objectAt, objectsAt, textAt } from "../json-fields.ts";
import { checkDescending } from "./mount-rules.ts";
import { checkTolerations } from "./toleration-rules.ts";

const mirror = "kubernetes.io/config.mirror";
const tolerationsKey = "scheduler.alpha.kubernetes.io/tolerations";
const deletionCost = "controller.kubernetes.io/pod-deletion-cost";
const seccompPod = "seccomp.security.alpha.kubernetes.io/pod";
const seccompContainer = "container.seccomp.security.alpha.kubernetes.io/";
const appArmorContainer = "container.apparmor.security.beta.kubernetes.io/";

/** Of a pod or of a template for one. */
export function validatePodAnnotations(pod: JsonObject, path: FieldPath): FieldError[] {
  const annotations = objectAt(pod, "metadata.annotations");
  if (Object.keys(annotations).length === 0) return [];
  const errors: FieldError[] = [];
  const { [mirror]: mirrored, [deletionCost]: cost, [seccompPod]: seccomp } = annotations;
  if (mirrored !== undefined && textAt(pod, "spec.nodeName") === "") {
    const detail = "must set spec.nodeName if mirror pod annotation is set";
    errors.push(FieldError.invalid(path.key(mirror), mirrored, detail));
  }
  errors.push(...checkTolerationsIn(annotations[tolerationsKey], path));
  if (typeof cost === "string" && !isCost(cost)) {
    errors.push(FieldError.invalid(path.key(deletionCost), cost, "must be a 32bit integer"));
  }
  if (typeof seccomp === "string") errors.push(...checkSeccomp(seccompPod, seccomp, path));
  for (const [key, value] of Object.entries(annotations)) {
    if (key.startsWith(seccompContainer)) errors.push(...checkSeccomp(key, String(value), path));
    if (key.startsWith(appArmorContainer)) errors.push(...checkAppArmor(key, String(value), pod, path));
  }
  return errors;
}

/** A number as it is written without anything that could be left out. */
function isCost(text: string): boolean {
  return /^(0|-?[1-9]\d*)$/.test(text) && BigInt.asIntN(32, BigInt(text)) === BigInt(text);
}

function checkTolerationsIn(text: JsonValue | undefined, path: FieldPath): FieldError[] {
  if (typeof text !== "string" || text === "") return [];
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch {
    return [FieldError.invalid(path, tolerationsKey, complainOfJson(text))];
  }
  const tolerations = Array.isArray(value) ? value.filter(isJsonObject) : [];
  return checkTolerations(tolerations, path.child(tolerationsKey));
}

/** As Go tells it: a text that ends too early, or the first character that does not fit. */
export function complainOfJson(text: string): string {
  const closed = (text.match(/[\]}]/g) ?? []).length;
  const opened = (text.match(/[[{]/g) ?? []).length;
  const isShort = opened > closed || text.trim() === "";
  if (isShort) return "unexpected end of JSON input";
  return `invalid character '${text.trim().charAt(0)}' looking for beginning of value`;
}

function checkSeccomp(key: string, profile: string, path: FieldPath): FieldError[] {
  if (["runtime/default", "docker/default", "unconfined"].includes(profile)) return [];
  const prefix = "localhost/";
  if (profile.startsWith(prefix)) return checkDescending(profile.slice(prefix.length), path.child(key));
  return [FieldError.invalid(path.child(key), profile, "must be a valid seccomp profile")];
}

function checkAppArmor(key: string, profile: string, pod: JsonObject, path: FieldPath): FieldError[] {
  const name = key.slice(appArmorContainer.length);
  const spec = objectAt(pod, "spec");
  const containers = ["initContainers", "containers", "ephemeralContainers"].flatMap((list) => objectsAt(spec, list));
  const isKnown = containers.some((container) => container.name === name);
  const isProfile = ["", "runtime/default", "unconfined"].includes(profile) || profile.startsWith("localhost/");
  return [
    ...(isKnown ? [] : [FieldError.invalid(path.key(key), name, "container not found")]),
    ...(isProfile
      ? []
      : [FieldError.invalid(path.key(key), profile, `invalid AppArmor profile name: ${JSON.stringify(profile)}`)]),
  ];
}
