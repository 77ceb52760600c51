/** What is wrong with the spec of a pod, in the order in which the API server looks. */
import { isIP } from "node:net";
import {
  FieldError,
  type FieldPath,
  type JsonObject,
  validateDns1123Subdomain,
  validateLabels,
  validateLabelValue,
  validateQualifiedName,
} from "@pintle/machinery";
import { numberAt, objectAt, objectsAt, textAt, textsAt } from "../json-fields.ts";
import { validateAffinity } from "./affinity-rules.ts";
import { checkLabel, checkOneOf, checkOneOfIfSet, checkRange, checkSubdomain, invalidAll } from "./checks.ts";
import { checkHostPorts, validateContainers, validateInitContainers } from "./container-rules.ts";
import { validateDns } from "./dns-rules.ts";
import { textMap } from "./label-selectors.ts";
import { validatePodSecurity } from "./security-rules.ts";
import { validateVolumes } from "./volume-rules.ts";

const maxInt32 = 2 ** 31 - 1;
const dnsPolicies = ["ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"];

export function validatePodSpec(spec: JsonObject, path: FieldPath): FieldError[] {
  const volumes = validateVolumes(objectsAt(spec, "volumes"), path.child("volumes"));
  return [
    ...volumes.errors,
    ...validateContainers(spec, volumes.names, path.child("containers")),
    ...validateInitContainers(spec, volumes.names, path.child("initContainers")),
    ...checkHostNetwork(spec, path),
    ...checkOneOf(spec, "restartPolicy", path, ["Always", "OnFailure", "Never"]),
    ...checkOneOf(spec, "dnsPolicy", path, dnsPolicies),
    ...validateLabels(textMap(spec, "nodeSelector"), path.child("nodeSelector")),
    ...validatePodSecurity(objectAt(spec, "securityContext"), spec.hostNetwork === true, path.child("securityContext")),
    ...validateAffinity(spec, path),
    ...validateDns(spec, path),
    ...checkGates(spec, path),
    ...["serviceAccountName", "nodeName"].flatMap((key) => checkSubdomain(spec, key, path)),
    ...checkDeadline(spec, path),
    ...checkLabel(spec, "hostname", path),
    ...checkLabel(spec, "subdomain", path),
    ...checkTolerations(objectsAt(spec, "tolerations"), path.child("tolerations")),
    ...checkAliases(objectsAt(spec, "hostAliases"), path.child("hostAliases")),
    ...["priorityClassName", "runtimeClassName"].flatMap((key) => checkSubdomain(spec, key, path)),
    ...checkOneOfIfSet(spec, "preemptionPolicy", path, ["PreemptLowerPriority", "Never"]),
  ];
}

function checkHostNetwork(spec: JsonObject, path: FieldPath): FieldError[] {
  if (spec.hostNetwork !== true) return [];
  return ["containers", "initContainers"].flatMap((list) => checkHostPorts(objectsAt(spec, list), path.child(list)));
}

function checkDeadline(spec: JsonObject, path: FieldPath): FieldError[] {
  const deadline = numberAt(spec, "activeDeadlineSeconds");
  return deadline === undefined ? [] : checkRange(deadline, path.child("activeDeadlineSeconds"), 1, maxInt32);
}

function checkGates(spec: JsonObject, path: FieldPath): FieldError[] {
  const ready = objectsAt(spec, "readinessGates").flatMap((gate, index) => {
    const type = textAt(gate, "conditionType");
    return invalidAll(
      path.child("readinessGates").index(index).child("conditionType"),
      type,
      validateQualifiedName(type),
    );
  });
  const seen = new Set<string>();
  const scheduling = objectsAt(spec, "schedulingGates").flatMap((gate, index) => {
    const name = textAt(gate, "name");
    const at = path.child("schedulingGates").index(index);
    const errors = invalidAll(at, name, validateQualifiedName(name));
    if (seen.has(name)) errors.push(FieldError.duplicate(at, name));
    seen.add(name);
    return errors;
  });
  return [...ready, ...scheduling];
}

function checkTolerations(tolerations: readonly JsonObject[], path: FieldPath): FieldError[] {
  return tolerations.flatMap((toleration, index) => checkToleration(toleration, path.index(index)));
}

function checkToleration(toleration: JsonObject, path: FieldPath): FieldError[] {
  const [key, operator, effect, value] = ["key", "operator", "effect", "value"].map((name) => textAt(toleration, name));
  const errors = key ? invalidAll(path.child("key"), key, validateQualifiedName(key)) : [];
  if (!key && operator !== "Exists") {
    const detail = 'operator must be Exists when `key` is empty, which means "match all values and all keys"';
    errors.push(FieldError.invalid(path.child("operator"), operator, detail));
  }
  if (numberAt(toleration, "tolerationSeconds") !== undefined && effect !== "NoExecute") {
    const detail = "effect must be 'NoExecute' when `tolerationSeconds` is set";
    errors.push(FieldError.invalid(path.child("effect"), effect, detail));
  }
  if (operator === "Exists") {
    const detail = "value must be empty when `operator` is 'Exists'";
    if (value) errors.push(FieldError.invalid(path.child("operator"), value, detail));
  } else if (operator === "Equal" || operator === "") {
    const complaints = validateLabelValue(value ?? "");
    if (complaints.length > 0) errors.push(FieldError.invalid(path.child("operator"), value, complaints.join(";")));
  } else errors.push(FieldError.notSupported(path.child("operator"), operator, ["Equal", "Exists"]));
  const effects = ["NoSchedule", "PreferNoSchedule", "NoExecute"];
  if (effect && !effects.includes(effect)) errors.push(FieldError.notSupported(path.child("effect"), effect, effects));
  return errors;
}

function checkAliases(aliases: readonly JsonObject[], path: FieldPath): FieldError[] {
  return aliases.flatMap((alias, index) => {
    const at = path.index(index);
    const ip = textAt(alias, "ip");
    return [
      ...checkIp(ip, at.child("ip")),
      ...textsAt(alias, "hostnames").flatMap((name, place) =>
        invalidAll(at.child("hostnames").index(place), name, validateDns1123Subdomain(name)),
      ),
    ];
  });
}

/** An address of either family. */
export function checkIp(ip: string, path: FieldPath): FieldError[] {
  if (isIP(ip) !== 0) return [];
  return [FieldError.invalid(path, ip, "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)")];
}
