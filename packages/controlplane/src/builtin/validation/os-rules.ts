/** What pods may say of the operating system that they run on, and what they may not say for the other one. */
import {
  FieldError,
  type FieldPath,
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  validateDns1123Subdomain,
} from "@pintle/machinery";
import { listAt, objectAt, objectsAt, textAt } from "../json-fields.ts";
import { invalidAll } from "./checks.ts";

const forWindows = "cannot be set for a windows pod";
const maxCredentialKib = 64;
const maxDomainLength = 256;
const maxUserLength = 104;

/** Containers of all kinds with where they stand, in the order in which the server visits them. */
export function visitContainers(spec: JsonObject, path: FieldPath): [JsonObject, FieldPath][] {
  return ["initContainers", "containers", "ephemeralContainers"].flatMap((list) =>
    objectsAt(spec, list).map((container, index): [JsonObject, FieldPath] => [
      container,
      path.child(list).index(index),
    ]),
  );
}

export function validateOs(spec: JsonObject, path: FieldPath): FieldError[] {
  const os = getOwn(spec, "os");
  if (!isJsonObject(os)) return [];
  const name = textAt(os, "name");
  if (name === "linux") return validateLinux(spec, path);
  if (name === "windows") return validateWindows(spec, path);
  if (name === "") return [FieldError.required(path.child("os", "name"), "")];
  return [FieldError.notSupported(path.child("os"), name, ["linux", "windows"])];
}

function validateLinux(spec: JsonObject, path: FieldPath): FieldError[] {
  const places = [[spec, path] as const, ...visitContainers(spec, path)];
  return places
    .filter(([object]) => objectAt(object, "securityContext").windowsOptions !== undefined)
    .map(([, at]) =>
      FieldError.forbidden(
        at.child("securityContext", "windowsOptions"),
        "windows options cannot be set for a linux pod",
      ),
    );
}

/** In the order in which the server looks; the first ones stand beside the security context in the API. */
const podFields = [
  "securityContext.appArmorProfile",
  "securityContext.seLinuxOptions",
  "hostUsers",
  "hostPID",
  "hostIPC",
  "securityContext.seccompProfile",
  "securityContext.fsGroup",
  "securityContext.fsGroupChangePolicy",
  "securityContext.sysctls",
  "shareProcessNamespace",
  "securityContext.runAsUser",
  "securityContext.runAsGroup",
  "securityContext.supplementalGroups",
  "securityContext.supplementalGroupsPolicy",
  "securityContext.seLinuxChangePolicy",
];
const containerFields = [
  "appArmorProfile",
  "seLinuxOptions",
  "seccompProfile",
  "capabilities",
  "readOnlyRootFilesystem",
  "privileged",
  "allowPrivilegeEscalation",
  "procMount",
  "runAsUser",
  "runAsGroup",
];

function validateWindows(spec: JsonObject, path: FieldPath): FieldError[] {
  const isSaid = (field: string) => {
    const [first = "", second] = field.split(".");
    const value = second === undefined ? spec[first] : objectAt(spec, first)[second];
    const isFlag = field === "hostPID" || field === "hostIPC";
    return isFlag ? value === true : value !== undefined && !(Array.isArray(value) && value.length === 0);
  };
  return [
    ...podFields.filter(isSaid).map((field) => FieldError.forbidden(path.child(...field.split(".")), forWindows)),
    ...visitContainers(spec, path).flatMap(([container, at]) => {
      const context = objectAt(container, "securityContext");
      return containerFields
        .filter((field) => context[field] !== undefined)
        .map((field) => FieldError.forbidden(at.child("securityContext", field), forWindows));
    }),
  ];
}

/** Either all containers are processes of a Windows host, or none. */
export function validateHostProcess(spec: JsonObject, path: FieldPath): FieldError[] {
  const ofPod = hostProcessOf(spec);
  const containers = ["initContainers", "containers", "ephemeralContainers"].flatMap((list) => listAt(spec, list));
  const isUsed = containers.some((container) => (hostProcessOf(container) ?? ofPod) === true);
  if (!isUsed && ofPod === undefined) return [];
  const errors: FieldError[] = [];
  let count = 0;
  for (const [container, at] of visitContainers(spec, path)) {
    const own = hostProcessOf(container);
    if (ofPod !== undefined && own !== undefined && ofPod !== own) {
      const detail = `pod hostProcess value must be identical if both are specified, was ${ofPod}`;
      errors.push(FieldError.invalid(at.child("securityContext", "windowsOptions", "hostProcess"), own, detail));
    }
    if ((own ?? ofPod) === true) count += 1;
  }
  if (count === 0) return errors;
  if (count !== containers.length) {
    const detail = "If pod contains any hostProcess containers then all containers must be HostProcess containers";
    errors.push(FieldError.invalid(path, "", detail));
  }
  if (spec.hostNetwork !== true) {
    const detail = "hostNetwork must be true if pod contains any hostProcess containers";
    errors.push(FieldError.invalid(path.child("hostNetwork"), false, detail));
  }
  return errors;
}

function hostProcessOf(object: JsonValue): boolean | undefined {
  if (!isJsonObject(object) || !isJsonObject(object.securityContext)) return undefined;
  const { hostProcess } = objectAt(object.securityContext, "windowsOptions");
  return typeof hostProcess === "boolean" ? hostProcess : undefined;
}

export function validateWindowsOptions(options: JsonValue | undefined, path: FieldPath): FieldError[] {
  if (!isJsonObject(options)) return [];
  const { gmsaCredentialSpecName: name, gmsaCredentialSpec: spec, runAsUserName: user } = options;
  const errors: FieldError[] = [];
  if (typeof name === "string") {
    errors.push(...invalidAll(path.child("gmsaCredentialSpecName"), name, validateDns1123Subdomain(name)));
  }
  const at = path.child("gmsaCredentialSpec");
  if (spec === "") errors.push(FieldError.invalid(at, spec, "gmsaCredentialSpec cannot be an empty string"));
  else if (typeof spec === "string" && Buffer.byteLength(spec) > maxCredentialKib * 1024) {
    errors.push(FieldError.invalid(at, spec, `gmsaCredentialSpec size must be under ${maxCredentialKib} KiB`));
  }
  if (typeof user !== "string") return errors;
  return [...errors, ...invalidAll(path.child("runAsUserName"), user, complainOfUser(user))];
}

const netBios = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/;
const dnsDomain = /^[a-zA-Z0-9]([-a-zA-Z0-9]{0,61}[a-zA-Z0-9])?(\.[a-zA-Z0-9]([-a-zA-Z0-9]{0,61}[a-zA-Z0-9])?)*$/;

function complainOfUser(name: string): string[] {
  if (name === "") return ["runAsUserName cannot be an empty string"];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  if (/[\u0000-\u001f\u007f]/.test(name)) return ["runAsUserName cannot contain control characters"];
  const parts = name.split("\\");
  if (parts.length > 2) return ["runAsUserName cannot contain more than one backslash"];
  const user = parts.at(-1) ?? "";
  const domain = parts.length === 2 ? parts[0] : undefined;
  const complaints: string[] = [];
  if (domain !== undefined && domain.length >= maxDomainLength) {
    complaints.push(`runAsUserName's Domain length must be under ${maxDomainLength} characters`);
  }
  if (domain !== undefined && !netBios.test(domain) && !dnsDomain.test(domain)) {
    complaints.push("runAsUserName's Domain doesn't match the NetBios nor the DNS format");
  }
  if (user === "") complaints.push("runAsUserName's User cannot be empty");
  else if (user.length > maxUserLength) {
    complaints.push(`runAsUserName's User length must not be longer than ${maxUserLength} characters`);
  }
  if (/^[. ]+$/.test(user)) complaints.push("runAsUserName's User cannot contain only periods or spaces");
  if (/["/\\:;|=,+*?<>@[\]]/.test(user)) {
    complaints.push("runAsUserName's User cannot contain the following characters: \"/\\:;|=,+*?<>@[]");
  }
  return complaints;
}
