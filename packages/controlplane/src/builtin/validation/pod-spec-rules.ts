/** What is wrong with the spec of a pod, in the order in which the API server looks. */
import {
  FieldError,
  type FieldPath,
  isJsonObject,
  type JsonObject,
  validateDns1123Subdomain,
  validateLabels,
  validateQualifiedName,
} from "@pintle/machinery";
import { numberAt, objectsAt, textAt, textsAt } from "../json-fields.ts";
import { checkLegacyIp } from "./addresses.ts";
import { validateAffinity } from "./affinity-rules.ts";
import { checkLabel, checkOneOf, checkRange, checkSubdomain, checkSubdomainIfSet, invalidAll } from "./checks.ts";
import {
  checkHostPorts,
  validateContainers,
  validateEphemeralContainers,
  validateInitContainers,
} from "./container-rules.ts";
import { validateDns } from "./dns-rules.ts";
import { textMap } from "./label-selectors.ts";
import { validateHostProcess, validateOs, visitContainers } from "./os-rules.ts";
import { validatePodResources, validateResourceClaims } from "./pod-resource-rules.ts";
import { validateResources } from "./resource-rules.ts";
import { validatePodSecurity } from "./security-rules.ts";
import { checkTolerations } from "./toleration-rules.ts";
import { validateVolumes } from "./volume-rules.ts";

const maxInt32 = 2 ** 31 - 1;
const maxHostNameBytes = 64;
const dnsPolicies = ["ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"];

export function validatePodSpec(spec: JsonObject, path: FieldPath): FieldError[] {
  const volumes = validateVolumes(objectsAt(spec, "volumes"), path.child("volumes"));
  return [
    ...volumes.errors,
    ...validateResourceClaims(spec, path),
    ...validateContainers(spec, volumes.usable, path.child("containers")),
    ...validateInitContainers(spec, volumes.usable, path.child("initContainers")),
    ...validateEphemeralContainers(spec, volumes.usable, path),
    ...validatePodResources(spec, path),
    ...checkHostNetwork(spec, path),
    ...checkOneOf(spec, "restartPolicy", path, ["Always", "OnFailure", "Never"]),
    ...checkOneOf(spec, "dnsPolicy", path, dnsPolicies),
    ...validateLabels(textMap(spec, "nodeSelector"), path.child("nodeSelector")),
    ...validatePodSecurity(spec, path.child("securityContext")),
    ...validateAffinity(spec, path),
    ...validateDns(spec, path),
    ...checkGates(spec, path),
    ...validateHostProcess(spec, path),
    ...checkHostUsers(spec, path),
    ...checkHostName(spec, path),
    ...["serviceAccountName", "nodeName"].flatMap((key) => checkSubdomain(spec, key, path)),
    ...checkDeadline(spec, path),
    ...checkLabel(spec, "hostname", path),
    ...checkLabel(spec, "subdomain", path),
    ...checkTolerations(objectsAt(spec, "tolerations"), path.child("tolerations")),
    ...checkAliases(objectsAt(spec, "hostAliases"), path.child("hostAliases")),
    ...checkSubdomain(spec, "priorityClassName", path),
    ...checkSubdomainIfSet(spec, "runtimeClassName", path),
    ...(spec.preemptionPolicy === undefined
      ? []
      : checkOneOf(spec, "preemptionPolicy", path, ["PreemptLowerPriority", "Never"])),
    ...(isJsonObject(spec.overhead) ? validateResources({ limits: spec.overhead }, spec, path.child("overhead")) : []),
    ...validateOs(spec, path),
    ...checkFileVolumes(spec, path),
  ];
}

/** A pod with users of its own shares nothing else with the host. */
function checkHostUsers(spec: JsonObject, path: FieldPath): FieldError[] {
  if (spec.hostUsers !== false) return [];
  // As the server spells them.
  const shared = { hostNetwork: "hostNetwork", hostPID: "HostPID", hostIPC: "HostIPC" };
  const detail = "when `hostUsers` is false";
  return [
    ...Object.entries(shared)
      .filter(([key]) => spec[key] === true)
      .map(([, name]) => FieldError.forbidden(path.child(name), detail)),
    ...visitContainers(spec, path)
      .filter(([container]) => objectsAt(container, "volumeDevices").length > 0)
      .map(([, at]) => FieldError.forbidden(at.child("volumeDevices"), detail)),
  ];
}

function checkHostName(spec: JsonObject, path: FieldPath): FieldError[] {
  const name = spec.hostnameOverride;
  if (typeof name !== "string") return [];
  const at = path.child("hostnameOverride");
  return [
    ...(spec.setHostnameAsFQDN === true
      ? [FieldError.forbidden(at, "may not be specified when setHostnameAsFQDN is true")]
      : []),
    ...(spec.hostNetwork === true ? [FieldError.forbidden(at, "may not be specified when hostNetwork is true")] : []),
    ...(name.length > maxHostNameBytes ? [FieldError.tooLong(at, maxHostNameBytes)] : []),
    ...invalidAll(at, name, validateDns1123Subdomain(name)),
  ];
}

/** Variables can be read from files of volumes that the containers share. */
function checkFileVolumes(spec: JsonObject, path: FieldPath): FieldError[] {
  const usesFiles = ["containers", "initContainers", "ephemeralContainers"]
    .flatMap((list) => objectsAt(spec, list))
    .some((container) => objectsAt(container, "env").some(isFromFile));
  if (!usesFiles) return [];
  const volumes = new Map(objectsAt(spec, "volumes").map((volume) => [textAt(volume, "name"), volume]));
  return visitContainers(spec, path).flatMap(([container, at]) =>
    objectsAt(container, "env").flatMap((variable, index) => {
      if (!isFromFile(variable)) return [];
      const name = textAt(variable, "valueFrom.fileKeyRef.volumeName");
      const place = at.child("env").index(index).child("valueFrom", "fileKeyRef", "volumeName");
      const volume = volumes.get(name);
      if (volume === undefined) return [FieldError.notFound(place, name)];
      if (volume.emptyDir !== undefined) return [];
      return [FieldError.invalid(place, name, "referenced volume must be of type emptyDir")];
    }),
  );
}

function isFromFile(variable: JsonObject): boolean {
  return isJsonObject(variable.valueFrom) && isJsonObject(variable.valueFrom.fileKeyRef);
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

function checkAliases(aliases: readonly JsonObject[], path: FieldPath): FieldError[] {
  return aliases.flatMap((alias, index) => {
    const at = path.index(index);
    const ip = textAt(alias, "ip");
    return [
      ...checkLegacyIp(ip, at.child("ip")),
      ...textsAt(alias, "hostnames").flatMap((name, place) =>
        invalidAll(at.child("hostnames").index(place), name, validateDns1123Subdomain(name)),
      ),
    ];
  });
}
