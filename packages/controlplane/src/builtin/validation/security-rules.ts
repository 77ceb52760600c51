/** Under whose name and with which profiles pods and containers run. */
import { FieldError, type FieldPath, getOwn, isJsonObject, type JsonObject, type JsonValue } from "@pintle/machinery";
import { listAt, numberAt, objectAt, objectsAt, textAt, textsAt } from "../json-fields.ts";
import { checkOneOfIfSet, checkRange } from "./checks.ts";
import { checkDescending } from "./mount-rules.ts";
import { validateWindowsOptions } from "./os-rules.ts";
import { StructError } from "./struct-error.ts";

const maxInt32 = 2 ** 31 - 1;
const maxProfileBytes = 4095;
const profileTypes = ["Localhost", "RuntimeDefault", "Unconfined"];

export function validatePodSecurity(spec: JsonObject, path: FieldPath): FieldError[] {
  const context = objectAt(spec, "securityContext");
  return [
    ...checkIds(context, path, "fsGroup", "runAsUser", "runAsGroup"),
    ...listAt(context, "supplementalGroups").flatMap((id, index) =>
      checkRange(Number(id), path.child("supplementalGroups").index(index), 0, maxInt32),
    ),
    ...(spec.shareProcessNamespace === true && spec.hostPID === true
      ? [
          FieldError.invalid(
            path.child("shareProcessNamespace"),
            true,
            "ShareProcessNamespace and HostPID cannot both be enabled",
          ),
        ]
      : []),
    ...checkSysctls(objectsAt(context, "sysctls"), spec.hostNetwork === true, path.child("sysctls")),
    ...checkOneOfIfSet(context, "fsGroupChangePolicy", path, ["Always", "OnRootMismatch"]),
    ...checkSeccomp(getOwn(context, "seccompProfile"), path),
    ...validateWindowsOptions(getOwn(context, "windowsOptions"), path.child("windowsOptions")),
    ...checkAppArmor(getOwn(context, "appArmorProfile"), path),
    ...checkOneOfIfSet(context, "supplementalGroupsPolicy", path, ["Merge", "Strict"]),
    ...checkOneOfIfSet(context, "seLinuxChangePolicy", path, ["Recursive"]),
  ];
}

export function validateContainerSecurity(
  context: JsonValue | undefined,
  hasHostUsers: boolean,
  path: FieldPath,
): FieldError[] {
  if (!isJsonObject(context)) return [];
  return [
    ...checkIds(context, path, "runAsUser", "runAsGroup"),
    ...checkOneOfIfSet(context, "procMount", path, ["Default", "Unmasked"]),
    ...(hasHostUsers && context.procMount === "Unmasked"
      ? [FieldError.invalid(path.child("procMount"), "Unmasked", "`hostUsers` must be false to use `Unmasked`")]
      : []),
    ...checkSeccomp(getOwn(context, "seccompProfile"), path),
    ...checkEscalation(context, path),
    ...validateWindowsOptions(getOwn(context, "windowsOptions"), path.child("windowsOptions")),
    ...checkAppArmor(getOwn(context, "appArmorProfile"), path),
  ];
}

/** Who may not gain rights cannot have them already. */
function checkEscalation(context: JsonObject, path: FieldPath): FieldError[] {
  if (context.allowPrivilegeEscalation !== false) return [];
  const complain = (detail: string) =>
    StructError.invalidStruct(
      path,
      context,
      `cannot set \`allowPrivilegeEscalation\` to false and ${detail}`,
      "SecurityContext",
    );
  const isAdministrator = textsAt(context, "capabilities.add").includes("CAP_SYS_ADMIN");
  return [
    ...(context.privileged === true ? [complain("`privileged` to true")] : []),
    ...(isAdministrator ? [complain("`capabilities.Add` CAP_SYS_ADMIN")] : []),
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

function checkSeccomp(profile: JsonValue | undefined, parent: FieldPath): FieldError[] {
  if (!isJsonObject(profile)) return [];
  const path = parent.child("seccompProfile");
  const type = textAt(profile, "type");
  const file = getOwn(profile, "localhostProfile");
  const at = path.child("localhostProfile");
  const typed =
    type === ""
      ? [FieldError.required(path.child("type"), "type is required when seccompProfile is set")]
      : profileTypes.includes(type)
        ? []
        : [FieldError.notSupported(path.child("type"), type, profileTypes)];
  if (type === "Localhost") {
    return typeof file === "string"
      ? checkDescending(file, at)
      : [FieldError.required(at, "must be set when seccomp type is Localhost")];
  }
  if (file === undefined) return typed;
  const printed = { Type: type, LocalhostProfile: file };
  const detail = "can only be set when seccomp type is Localhost";
  return [...typed, new StructError("FieldValueInvalid", at, printed, detail)];
}

function checkAppArmor(profile: JsonValue | undefined, parent: FieldPath): FieldError[] {
  if (!isJsonObject(profile)) return [];
  const path = parent.child("appArmorProfile");
  const type = textAt(profile, "type");
  const name = getOwn(profile, "localhostProfile");
  const at = path.child("localhostProfile");
  if (type === "") return [FieldError.required(path.child("type"), "type is required when appArmorProfile is set")];
  if (!profileTypes.includes(type)) return [FieldError.notSupported(path.child("type"), type, profileTypes)];
  if (type === "Localhost") return checkProfileName(name, at);
  return name === undefined ? [] : [FieldError.invalid(at, name, "can only be set when AppArmor type is Localhost")];
}

function checkProfileName(name: JsonValue | undefined, at: FieldPath): FieldError[] {
  if (typeof name !== "string" || name === "") {
    return [FieldError.required(at, "must be set when AppArmor type is Localhost")];
  }
  return [
    ...(name === name.trim() ? [] : [FieldError.invalid(at, name, "must not be padded with whitespace")]),
    ...(Buffer.byteLength(name) > maxProfileBytes ? [FieldError.tooLong(at, maxProfileBytes)] : []),
  ];
}
