/** Under whose name and with which profiles pods and containers run. */
import { FieldError, type FieldPath, getOwn, isJsonObject, type JsonObject } from "@pintle/machinery";
import { listAt, numberAt, objectsAt, textAt } from "../json-fields.ts";
import { checkOneOfIfSet, checkRange } from "./checks.ts";
import { checkDescending } from "./mount-rules.ts";
import { StructError } from "./struct-error.ts";

const maxInt32 = 2 ** 31 - 1;
const profileTypes = ["Localhost", "RuntimeDefault", "Unconfined"];

export function validatePodSecurity(context: JsonObject, isHostNetwork: boolean, path: FieldPath): FieldError[] {
  return [
    ...checkIds(context, path, "fsGroup", "runAsUser", "runAsGroup"),
    ...listAt(context, "supplementalGroups").flatMap((id, index) =>
      checkRange(Number(id), path.child("supplementalGroups").index(index), 0, maxInt32),
    ),
    ...checkOneOfIfSet(context, "supplementalGroupsPolicy", path, ["Merge", "Strict"]),
    ...checkSysctls(objectsAt(context, "sysctls"), isHostNetwork, path.child("sysctls")),
    ...checkOneOfIfSet(context, "fsGroupChangePolicy", path, ["Always", "OnRootMismatch"]),
    ...validateProfiles(context, path),
  ];
}

export function validateContainerSecurity(context: JsonObject, path: FieldPath): FieldError[] {
  return [
    ...checkIds(context, path, "runAsUser", "runAsGroup"),
    ...checkOneOfIfSet(context, "procMount", path, ["Default", "Unmasked"]),
    ...validateProfiles(context, path),
  ];
}

function checkIds(context: JsonObject, path: FieldPath, ...keys: readonly string[]): FieldError[] {
  return keys.flatMap((key) => {
    const id = numberAt(context, key);
    return id === undefined ? [] : checkRange(id, path.child(key), 0, maxInt32);
  });
}

const sysctlName = /^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$/;
const sysctlComplaint =
  "must have at most 253 characters and match regex ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$";

function checkSysctls(sysctls: readonly JsonObject[], isHostNetwork: boolean, path: FieldPath): FieldError[] {
  const names = new Set<string>();
  return sysctls.flatMap((sysctl, index) => {
    const name = textAt(sysctl, "name");
    const at = path.index(index).child("name");
    if (name === "") return [FieldError.required(at, "")];
    const errors = sysctlName.test(name) && name.length <= 253 ? [] : [FieldError.invalid(at, name, sysctlComplaint)];
    if (names.has(name)) errors.push(FieldError.duplicate(at, name));
    names.add(name);
    if (isHostNetwork && name.startsWith("net.")) {
      errors.push(FieldError.invalid(at, name, "may not be specified when 'hostNetwork' is true"));
    }
    return errors;
  });
}

function validateProfiles(context: JsonObject, path: FieldPath): FieldError[] {
  const [seccomp, appArmor] = [getOwn(context, "seccompProfile"), getOwn(context, "appArmorProfile")];
  return [
    ...(isJsonObject(seccomp) ? checkSeccomp(seccomp, path.child("seccompProfile")) : []),
    ...(isJsonObject(appArmor) ? checkAppArmor(appArmor, path.child("appArmorProfile")) : []),
  ];
}

function checkSeccomp(profile: JsonObject, path: FieldPath): FieldError[] {
  const type = textAt(profile, "type");
  const file = getOwn(profile, "localhostProfile");
  const at = path.child("localhostProfile");
  if (type === "") return [FieldError.required(path.child("type"), "type is required when seccompProfile is set")];
  if (!profileTypes.includes(type)) return [FieldError.notSupported(path.child("type"), type, profileTypes)];
  if (type === "Localhost") {
    return typeof file === "string"
      ? checkDescending(file, at)
      : [FieldError.required(at, "must be set when seccomp type is Localhost")];
  }
  if (file === undefined) return [];
  const printed = { Type: type, LocalhostProfile: file };
  return [new StructError("FieldValueInvalid", at, printed, "can only be set when seccomp type is Localhost")];
}

function checkAppArmor(profile: JsonObject, path: FieldPath): FieldError[] {
  const type = textAt(profile, "type");
  const name = getOwn(profile, "localhostProfile");
  const at = path.child("localhostProfile");
  if (type === "") return [FieldError.required(path.child("type"), "type is required when appArmorProfile is set")];
  if (!profileTypes.includes(type)) return [FieldError.notSupported(path.child("type"), type, profileTypes)];
  if (type === "Localhost") {
    return typeof name === "string" ? [] : [FieldError.required(at, "must be set when AppArmor type is Localhost")];
  }
  return name === undefined ? [] : [FieldError.invalid(at, name, "can only be set when AppArmor type is Localhost")];
}
