/** What drivers say of the devices that they have: in which pool, on which nodes, each by a name of its own. */
import {
  FieldError,
  type FieldPath,
  fieldPath,
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  validateDns1123Label,
  validateDns1123Subdomain,
  validateLabelValue,
  validateQualifiedName,
} from "@pintle/machinery";
import { numberAt, objectAt, objectsAt, textAt } from "../json-fields.ts";
import { validateNodeSelector } from "./affinity-rules.ts";
import { checkImmutable, checkOneOf, invalidAll } from "./checks.ts";
import { checkDeviceField } from "./device-names.ts";
import { checkDriverName } from "./driver-names.ts";
import type { KindRules } from "./rules.ts";
import { StructError } from "./struct-error.ts";

const path = fieldPath("spec");
const maxDevices = 128;
const maxDevicesWithMore = 64;
const maxPoolNameBytes = 253;
const maxFields = 32;
const nodeFields = ["nodeName", "nodeSelector", "allNodes", "perDeviceNodeSelection"];

export const resourceSliceRules: Readonly<Record<string, KindRules>> = {
  "resourceslices.resource.k8s.io": {
    validate: (slice) => validateSlice(objectAt(slice, "spec"), []),
    validateUpdate: (slice, old) =>
      validateSlice(
        objectAt(slice, "spec"),
        ["pool.name", "driver", "nodeName"].flatMap((key) =>
          checkImmutable(slice, old, `spec.${key}`, path.child(...key.split("."))),
        ),
      ),
  },
};

function validateSlice(spec: JsonObject, changes: readonly FieldError[]): FieldError[] {
  const devices = objectsAt(spec, "devices");
  return [
    ...checkDriverName(spec, "driver", path),
    ...checkPool(objectAt(spec, "pool")),
    ...changes,
    ...checkNodes(spec),
    ...(getOwn(spec, "sharedCounters") !== undefined && getOwn(spec, "devices") !== undefined
      ? [FieldError.invalid(path, "", "only one of `sharedCounters` or `devices` is allowed")]
      : []),
    ...checkDevices(devices, spec),
  ];
}

function checkPool(pool: JsonObject): FieldError[] {
  const at = path.child("pool");
  const [name, count] = [textAt(pool, "name"), numberAt(pool, "resourceSliceCount") ?? 0];
  const generation = numberAt(pool, "generation") ?? 0;
  const named =
    name === ""
      ? [FieldError.required(at.child("name"), "")]
      : [
          ...(name.length > maxPoolNameBytes ? [FieldError.tooLong(at.child("name"), maxPoolNameBytes)] : []),
          ...name.split("/").flatMap((part) => invalidAll(at.child("name"), part, validateDns1123Subdomain(part))),
        ];
  return [
    ...named,
    ...(count <= 0 ? [FieldError.invalid(at.child("resourceSliceCount"), count, "must be greater than zero")] : []),
    ...(generation < 0
      ? [FieldError.invalid(at.child("generation"), generation, "must be greater than or equal to zero")]
      : []),
  ];
}

function checkNodes(spec: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  const { nodeName, nodeSelector } = spec;
  if (nodeName === "") {
    const detail = "must be either unset or set to a non-empty string";
    errors.push(FieldError.invalid(path.child("nodeName"), "", detail));
  } else if (typeof nodeName === "string") {
    errors.push(...invalidAll(path.child("nodeName"), nodeName, validateDns1123Subdomain(nodeName)));
  }
  if (isJsonObject(nodeSelector)) {
    const at = path.child("nodeSelector");
    const terms = objectsAt(nodeSelector, "nodeSelectorTerms");
    errors.push(...validateNodeSelector(nodeSelector, at));
    if (terms.length !== 1) {
      const shown = nodeSelector.nodeSelectorTerms ?? null;
      errors.push(FieldError.invalid(at.child("nodeSelectorTerms"), shown, "must have exactly one node selector term"));
    }
  }
  for (const key of ["allNodes", "perDeviceNodeSelection"]) {
    if (spec[key] === false) {
      errors.push(FieldError.invalid(path.child(key), false, "must be either unset or set to true"));
    }
  }
  return [...errors, ...checkOneSelection(spec)];
}

function checkOneSelection(spec: JsonObject): FieldError[] {
  const given = nodeFields.filter((key) => spec[key] !== undefined && spec[key] !== "" && spec[key] !== false);
  const one = "exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required";
  if (given.length === 0) return [FieldError.required(path, one)];
  if (given.length === 1) return [];
  const shown = `{${given.map((key) => `\`${key}\``).join(", ")}}`;
  return [FieldError.invalid(path, shown, `${one}, but multiple fields are set`)];
}

function checkDevices(devices: readonly JsonObject[], spec: JsonObject): FieldError[] {
  const at = path.child("devices");
  const hasMore = devices.some((device) => device.taints !== undefined || device.consumesCounters !== undefined);
  const most = hasMore ? maxDevicesWithMore : maxDevices;
  if (devices.length > most) return [FieldError.tooMany(at, devices.length, most)];
  const names = devices.map((device) => textAt(device, "name"));
  return [
    ...devices.flatMap((device, index) => checkDevice(device, spec, at.index(index))),
    ...names.flatMap((name, index) =>
      names.indexOf(name) < index ? [FieldError.duplicate(at.index(index), name)] : [],
    ),
  ];
}

function checkDevice(device: JsonObject, spec: JsonObject, at: FieldPath): FieldError[] {
  const name = textAt(device, "name");
  const [attributes, capacity] = [objectAt(device, "attributes"), objectAt(device, "capacity")];
  const count = Object.keys(attributes).length + Object.keys(capacity).length;
  return [
    ...invalidAll(at.child("name"), name, validateDns1123Label(name)),
    ...(count > maxFields
      ? [FieldError.invalid(at, count, `the total number of attributes and capacities must not exceed ${maxFields}`)]
      : []),
    ...Object.keys(attributes).flatMap((key) => [
      ...checkDeviceField(key, at.child("attributes")),
      ...checkAttribute(attributes[key], at.child("attributes").key(key)),
    ]),
    ...Object.keys(capacity).flatMap((key) => checkDeviceField(key, at.child("capacity"))),
    ...objectsAt(device, "taints").flatMap((taint, index) => checkTaint(taint, at.child("taints").index(index))),
    ...checkDeviceNodes(device, spec.perDeviceNodeSelection === true, at),
  ];
}

/** Each device says where it is if the slice says so, and not otherwise. */
function checkDeviceNodes(device: JsonObject, isAsked: boolean, at: FieldPath): FieldError[] {
  const fields = ["nodeName", "nodeSelector", "allNodes"];
  const given = fields.filter((key) => device[key] !== undefined && device[key] !== "" && device[key] !== false);
  if (!isAsked) {
    const outside =
      "`nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to true in the ResourceSlice spec";
    return fields.some((key) => device[key] !== undefined) ? [FieldError.invalid(at, null, outside)] : [];
  }
  const one =
    "exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when `perDeviceNodeSelection` is set to true in the ResourceSlice spec";
  const { nodeName, nodeSelector } = device;
  const shown = `{${given.map((key) => `\`${key}\``).join(", ")}}`;
  return [
    ...(nodeName === "" ? [FieldError.invalid(at.child("nodeName"), "", "must not be empty")] : []),
    ...(typeof nodeName === "string" && nodeName !== ""
      ? invalidAll(at.child("nodeName"), nodeName, validateDns1123Subdomain(nodeName))
      : []),
    ...(isJsonObject(nodeSelector) ? validateNodeSelector(nodeSelector, at.child("nodeSelector")) : []),
    ...(device.allNodes === false
      ? [FieldError.invalid(at.child("allNodes"), false, "must be either unset or set to true")]
      : []),
    ...(given.length === 0 ? [FieldError.required(at, one)] : []),
    ...(given.length > 1 ? [FieldError.invalid(at, shown, one)] : []),
  ];
}

const maxValueBytes = 64;
const valueFields = ["int", "bool", "string", "version", "ints", "bools", "strings", "versions"];
const semanticVersion =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$/;

function checkAttribute(attribute: JsonValue | undefined, at: FieldPath): FieldError[] {
  const given = isJsonObject(attribute) ? attribute : {};
  const { string: text, version } = given;
  const count = valueFields.filter((key) => given[key] !== undefined).length;
  const checkLength = (value: string, key: string) =>
    Buffer.byteLength(value) > maxValueBytes ? [FieldError.tooLong(at.child(key), maxValueBytes)] : [];
  return [
    ...(typeof text === "string" ? checkLength(text, "string") : []),
    ...(typeof version === "string" && !semanticVersion.test(version)
      ? [FieldError.invalid(at.child("version"), version, "must be a string compatible with semver.org spec 2.0.0")]
      : []),
    ...(typeof version === "string" ? checkLength(version, "version") : []),
    ...(count === 0 ? [FieldError.invalid(at, "", "exactly one value must be specified")] : []),
    ...(count > 1
      ? [StructError.invalidStruct(at, given, "exactly one value must be specified", "DeviceAttribute")]
      : []),
  ];
}

function checkTaint(taint: JsonObject, at: FieldPath): FieldError[] {
  const [key, value] = [textAt(taint, "key"), textAt(taint, "value")];
  return [
    ...invalidAll(at.child("key"), key, validateQualifiedName(key)),
    ...(value === "" ? [] : invalidAll(at.child("value"), value, validateLabelValue(value))),
    ...checkOneOf(taint, "effect", at, ["NoExecute", "NoSchedule", "None"]),
  ];
}
