/** When containers are started again, of themselves or because they are resized. */
import { FieldError, type FieldPath, getOwn, isJsonObject, type JsonObject } from "@pintle/machinery";
import { listAt, objectsAt, textAt } from "../json-fields.ts";
import { checkOneOfIfSet } from "./checks.ts";

const policies = ["Always", "Never", "OnFailure"];
const actions = ["Restart", "RestartAllContainers"];
const maxRules = 20;
const maxExitCodes = 255;

export function validateRestart(container: JsonObject, path: FieldPath): FieldError[] {
  const isSaid = getOwn(container, "restartPolicy") !== undefined;
  const rules = objectsAt(container, "restartPolicyRules");
  if (!isSaid && rules.length === 0) return [];
  const at = path.child("restartPolicyRules");
  return [
    ...(isSaid
      ? checkOneOfIfSet(container, "restartPolicy", path, policies)
      : [FieldError.required(path.child("restartPolicy"), "must specify restartPolicy when restart rules are used")]),
    ...(rules.length > maxRules ? [FieldError.tooMany(at, rules.length, maxRules)] : []),
    ...rules.flatMap((rule, index) => checkRule(rule, at.index(index))),
  ];
}

/** Where a container prepares, rules without a policy are not looked at. */
export function validateInitRestart(container: JsonObject, path: FieldPath): FieldError[] {
  const errors = validateRestart(container, path);
  return getOwn(container, "restartPolicy") === undefined ? errors.slice(0, 1) : errors;
}

function checkRule(rule: JsonObject, path: FieldPath): FieldError[] {
  const [action, codes] = [textAt(rule, "action"), getOwn(rule, "exitCodes")];
  const errors = actions.includes(action) ? [] : [FieldError.notSupported(path.child("action"), action, actions)];
  const at = path.child("exitCodes");
  if (!isJsonObject(codes)) return [...errors, FieldError.required(at, "must be specified")];
  const operator = textAt(codes, "operator");
  const count = listAt(codes, "values").length;
  if (operator !== "In" && operator !== "NotIn") {
    errors.push(FieldError.notSupported(at.child("operator"), operator, ["In", "NotIn"]));
  }
  if (count > maxExitCodes) errors.push(FieldError.tooMany(at.child("values"), count, maxExitCodes));
  return errors;
}

/** The server leaves the index out of most of these paths. */
export function validateResizePolicy(container: JsonObject, podPolicy: string, path: FieldPath): FieldError[] {
  const list = objectsAt(container, "resizePolicy");
  if (list.length === 0) return [];
  const at = path.child("resizePolicy");
  const seen = new Set<string>();
  return list.flatMap((policy, index) => {
    const [resource, restart] = [textAt(policy, "resourceName"), textAt(policy, "restartPolicy")];
    const errors = seen.has(resource) ? [FieldError.duplicate(at.index(index), resource)] : [];
    seen.add(resource);
    errors.push(...checkChoice(resource, ["cpu", "memory"], at));
    errors.push(...checkChoice(restart, ["NotRequired", "RestartContainer"], at));
    if (podPolicy === "Never" && restart !== "NotRequired") {
      const detail = "must be 'NotRequired' when pod `restartPolicy` is 'Never'";
      errors.push(FieldError.invalid(at, restart, detail));
    }
    return errors;
  });
}

function checkChoice(value: string, supported: readonly string[], at: FieldPath): FieldError[] {
  if (value === "") return [FieldError.required(at, "")];
  return supported.includes(value) ? [] : [FieldError.notSupported(at, value, supported)];
}

/** Only a container that goes on running can be started again to be resized. */
export function checkInitResize(container: JsonObject, path: FieldPath): FieldError[] {
  if (container.restartPolicy === "Always") return [];
  return objectsAt(container, "resizePolicy").flatMap((policy, index) => {
    if (policy.restartPolicy !== "RestartContainer") return [];
    const detail = "must not be set to 'RestartContainer' for non-sidecar initContainers";
    const at = path.child("resizePolicy").index(index).child("restartPolicy");
    return [FieldError.invalid(at, policy.restartPolicy, detail)];
  });
}
