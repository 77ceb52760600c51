/** Drivers of storage: what they can do, on which nodes they run, and how much room they have. */
import {
  equalJson,
  FieldError,
  type FieldPath,
  fieldPath,
  isJsonObject,
  type JsonObject,
  parseQuantity,
  signOfQuantity,
  validateDns1123Subdomain,
  validateQualifiedName,
} from "@pintle/machinery";
import { numberAt, objectAt, objectsAt, textAt, textsAt } from "../json-fields.ts";
import { checkImmutable, checkNotNegative, checkOneOfIfSet, invalidAll } from "./checks.ts";
import { checkDriverName } from "./driver-names.ts";
import { checkSelector } from "./label-selectors.ts";
import type { KindRules } from "./rules.ts";
import { StructError } from "./struct-error.ts";

const path = fieldPath("spec");
const leastTokenSeconds = 600;
const mostTokenSeconds = 2 ** 32;
const leastUpdateSeconds = 10;
const maxNodeIdLength = 256;

export const csiRules: Readonly<Record<string, KindRules>> = {
  "csidrivers.storage.k8s.io": {
    validate: (driver) => validateDriver(objectAt(driver, "spec")),
    validateUpdate: (driver, old) => [
      ...validateDriver(objectAt(driver, "spec")),
      // Upstream tells it under another name.
      ...checkImmutable(driver, old, "spec.attachRequired", path.child("attachedRequired")),
      ...checkImmutable(driver, old, "spec.volumeLifecycleModes", path.child("volumeLifecycleModes")),
    ],
  },
  "csinodes.storage.k8s.io": {
    validate: validateDrivers,
    validateUpdate: (node, old) => [...validateDrivers(node), ...keepDrivers(node, old)],
  },
  "csistoragecapacities.storage.k8s.io": {
    validate: validateCapacity,
    validateUpdate: (capacity, old) => [
      ...validateCapacity(capacity),
      ...keepTopology(capacity, old),
      ...checkImmutable(capacity, old, "storageClassName", fieldPath("storageClassName"), ""),
    ],
  },
};

function validateDriver(spec: JsonObject): FieldError[] {
  const seconds = numberAt(spec, "nodeAllocatableUpdatePeriodSeconds");
  const modes = ["Persistent", "Ephemeral"];
  const tokens = objectsAt(spec, "tokenRequests");
  return [
    ...checkOneOfIfSet(spec, "fsGroupPolicy", path, ["File", "None", "ReadWriteOnceWithFSType"]),
    ...checkTokens(tokens),
    ...textsAt(spec, "volumeLifecycleModes")
      .filter((mode) => !modes.includes(mode))
      .map((mode) => FieldError.notSupported(path.child("volumeLifecycleModes"), mode, modes)),
    ...(seconds !== undefined && seconds < leastUpdateSeconds
      ? [
          FieldError.invalid(
            path.child("nodeAllocatableUpdatePeriodSeconds"),
            seconds,
            `must be greater than or equal to ${leastUpdateSeconds} seconds`,
          ),
        ]
      : []),
    ...(spec.serviceAccountTokenInSecrets !== undefined && tokens.length === 0
      ? [
          FieldError.invalid(
            path.child("serviceAccountTokenInSecrets"),
            spec.serviceAccountTokenInSecrets,
            "serviceAccountTokenInSecrets is set but no tokenRequests are specified",
          ),
        ]
      : []),
  ];
}

function checkTokens(tokens: readonly JsonObject[]): FieldError[] {
  const audiences = new Set<string>();
  return tokens.flatMap((token, index) => {
    const at = path.child("tokenRequests").index(index);
    const audience = textAt(token, "audience");
    if (audiences.has(audience)) return [FieldError.duplicate(at.child("audience"), audience)];
    audiences.add(audience);
    const seconds = numberAt(token, "expirationSeconds");
    if (seconds === undefined || (seconds >= leastTokenSeconds && seconds <= mostTokenSeconds)) return [];
    const than = seconds < leastTokenSeconds ? "less than 10 minutes" : "larger than 2^32 seconds";
    return [FieldError.invalid(at.child("expirationSeconds"), seconds, `may not specify a duration ${than}`)];
  });
}

function validateDrivers(node: JsonObject): FieldError[] {
  const names = new Set<string>();
  return objectsAt(node, "spec.drivers").flatMap((driver, index) => {
    const at = path.child("drivers").index(index);
    const [name, id] = [textAt(driver, "name"), textAt(driver, "nodeID")];
    const errors = checkDriverName(driver, "name", at);
    if (id === "") errors.push(FieldError.required(at.child("nodeID"), ""));
    if (id.length > maxNodeIdLength) {
      errors.push(FieldError.invalid(at.child("nodeID"), id, `must be ${maxNodeIdLength} characters or less`));
    }
    errors.push(...checkNotNegative(objectAt(driver, "allocatable"), at.child("allocatable"), "count"));
    if (names.has(name)) errors.push(FieldError.duplicate(at.child("name"), name));
    names.add(name);
    return [...errors, ...checkKeys(textsAt(driver, "topologyKeys"), at)];
  });
}

/** The server leaves out which key it is. */
function checkKeys(keys: readonly string[], at: FieldPath): FieldError[] {
  return keys.flatMap((key, index) => [
    ...(key === "" ? [FieldError.required(at, "")] : []),
    ...(keys.indexOf(key) < index ? [FieldError.duplicate(at, key)] : []),
    ...invalidAll(at, key, validateQualifiedName(key)),
  ]);
}

/** A driver may change how many volumes it takes, and nothing else. */
function keepDrivers(object: JsonObject, old: JsonObject): FieldError[] {
  const drivers = objectsAt(object, "spec.drivers");
  return objectsAt(old, "spec.drivers").flatMap((before) => {
    const driver = drivers.find(({ name }) => name === before.name);
    if (driver === undefined || equalJson(printDriver(driver), printDriver(before))) return [];
    return [new StructError("FieldValueInvalid", path.child("drivers"), printDriver(driver), "field is immutable")];
  });
}

function printDriver(driver: JsonObject): JsonObject {
  const keys = textsAt(driver, "topologyKeys");
  const TopologyKeys = keys.length > 0 ? [...keys] : null;
  return { Name: textAt(driver, "name"), NodeID: textAt(driver, "nodeID"), TopologyKeys, Allocatable: null };
}

function keepTopology(capacity: JsonObject, old: JsonObject): FieldError[] {
  const at = fieldPath("nodeTopology");
  const { nodeTopology } = capacity;
  const errors = checkImmutable(capacity, old, "nodeTopology", at);
  if (errors.length === 0 || !isJsonObject(nodeTopology)) return errors;
  return [StructError.invalidStruct(at, nodeTopology, "field is immutable", "LabelSelector")];
}

function validateCapacity(capacity: JsonObject): FieldError[] {
  const [className, size] = [textAt(capacity, "storageClassName"), textAt(capacity, "capacity")];
  const isNegative = size !== "" && signOfQuantity(parseQuantity(size)) < 0;
  return [
    ...checkSelector(capacity.nodeTopology, fieldPath("nodeTopology")),
    ...invalidAll(fieldPath("storageClassName"), className, validateDns1123Subdomain(className)),
    ...(isNegative ? [FieldError.invalid(fieldPath("capacity"), size, "must be greater than or equal to 0")] : []),
  ];
}
