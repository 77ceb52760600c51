/** Claims on volumes use storage, in all and of their class; claims on devices use devices of a class. */
import {
  addQuantity,
  compareQuantity,
  getOwn,
  type JsonObject,
  parseQuantity,
  type Quantity,
  quantityValue,
} from "@pintle/machinery";
import { listAt, numberAt, objectAt, objectsAt, textAt } from "../../builtin/json-fields.ts";
import { oneUnit, readResources, zero } from "../resources/resource-list.ts";
import { countNameOf, type QuotaEvaluator } from "./evaluator.ts";
import { takesValues } from "./quota-scope.ts";

const volumeClaims = "persistentvolumeclaims";
const volumeClaimCount = countNameOf({ group: "", resource: volumeClaims });
const requestedStorage = "requests.storage";
const ofStorageClass = ".storageclass.storage.k8s.io/";

export const volumeClaimEvaluator: QuotaEvaluator = {
  isConcerned: ({ operation, subresource }) =>
    (operation === "CREATE" || operation === "UPDATE") && (subresource === "" || subresource === "status"),
  counts: (name) =>
    [volumeClaimCount, volumeClaims, requestedStorage].includes(name) ||
    [volumeClaims, requestedStorage].some((resource) => name.endsWith(ofStorageClass + resource)),
  isInScope: (scope, claim) => scope.name === "VolumeAttributesClass" && takesValues(scope, attributesClassesOf(claim)),
  usageOf(claim) {
    const usage = new Map<string, Quantity>([
      [volumeClaims, oneUnit],
      [volumeClaimCount, oneUnit],
    ]);
    const storageClass = classOf(claim);
    if (storageClass !== "") usage.set(storageClass + ofStorageClass + volumeClaims, oneUnit);
    const storage = storageOf(claim);
    if (storage === undefined) return usage;
    usage.set(requestedStorage, storage);
    if (storageClass !== "") usage.set(storageClass + ofStorageClass + requestedStorage, storage);
    return usage;
  },
};

/** While a volume grows it is charged for what it may get, and always in whole bytes. */
function storageOf(claim: JsonObject): Quantity | undefined {
  const requested = readResources(claim, "spec.resources.requests").get("storage");
  if (requested === undefined) return undefined;
  const allocated = readResources(claim, "status.allocatedResources").get("storage");
  return inWholeBytes(allocated && compareQuantity(allocated, requested) > 0 ? allocated : requested);
}

function inWholeBytes(quantity: Quantity): Quantity {
  if (quantity.exponent >= 0) return quantity;
  return { mantissa: quantityValue(quantity), exponent: 0, format: quantity.format };
}

/** The annotation is older than the field, and is still looked at first. */
function classOf(claim: JsonObject): string {
  const annotation = getOwn(objectAt(claim, "metadata.annotations"), "volume.beta.kubernetes.io/storage-class");
  return typeof annotation === "string" ? annotation : textAt(claim, "spec.storageClassName");
}

function attributesClassesOf(claim: JsonObject): string[] {
  const paths = [
    ...["spec.volumeAttributesClassName", "status.currentVolumeAttributesClassName"],
    "status.modifyVolumeStatus.targetVolumeAttributesClassName",
  ];
  return [...new Set(paths.map((path) => textAt(claim, path)).filter((name) => name !== ""))];
}

const deviceClaimCount = countNameOf({ group: "resource.k8s.io", resource: "resourceclaims" });
const ofDeviceClass = ".deviceclass.resource.k8s.io/devices";
/** A request for all devices counts as the most that a claim can get. */
const maxDevices = 32;

export const deviceClaimEvaluator: QuotaEvaluator = {
  isConcerned: ({ operation, subresource }) => subresource === "" && (operation === "CREATE" || operation === "UPDATE"),
  counts: (name) => name === deviceClaimCount || name.endsWith(ofDeviceClass),
  usageOf(claim) {
    const usage = new Map<string, Quantity>([[deviceClaimCount, oneUnit]]);
    for (const request of objectsAt(claim, "spec.devices.requests")) {
      for (const [name, devices] of worstCaseOf(request)) {
        const more = parseQuantity(String(devices));
        usage.set(name, addQuantity(usage.get(name) ?? zero, more));
      }
    }
    return usage;
  },
};

/** Of alternatives, the most of each class. */
function worstCaseOf(request: JsonObject): ReadonlyMap<string, number> {
  const isChoice = listAt(request, "firstAvailable").length > 0;
  const alternatives = isChoice ? objectsAt(request, "firstAvailable") : [objectAt(request, "exactly")];
  const most = new Map<string, number>();
  for (const alternative of alternatives) {
    const mode = textAt(alternative, "allocationMode");
    if (mode !== "All" && mode !== "ExactCount") continue;
    const name = textAt(alternative, "deviceClassName") + ofDeviceClass;
    const devices = mode === "All" ? maxDevices : (numberAt(alternative, "count") ?? 0);
    most.set(name, Math.max(devices, most.get(name) ?? 0));
  }
  return most;
}
