/** What containers request and are limited to. */
import {
  compareQuantity,
  compareUtf8,
  FieldError,
  type FieldPath,
  type JsonObject,
  parseQuantity,
  quantityMilliValue,
  signOfQuantity,
  validateQualifiedName,
} from "@pintle/machinery";
import { objectAt, objectsAt, textAt } from "../json-fields.ts";
import { isWholeAmount } from "../whole-amount.ts";
import { invalidAll } from "./checks.ts";

const ofContainers = new Set(["cpu", "memory", "ephemeral-storage"]);
const standard = new Set([
  ...ofContainers,
  "storage",
  "pods",
  "services",
  "replicationcontrollers",
  "resourcequotas",
  "secrets",
  "configmaps",
  "persistentvolumeclaims",
  "services.nodeports",
  "services.loadbalancers",
  "requests.cpu",
  "requests.memory",
  "requests.storage",
  "requests.ephemeral-storage",
  "limits.cpu",
  "limits.memory",
  "limits.ephemeral-storage",
]);

/** These come in pieces. */
const counted = new Set([
  ..."pods resourcequotas services replicationcontrollers secrets configmaps persistentvolumeclaims".split(" "),
  ..."services.nodeports services.loadbalancers".split(" "),
]);

export function validateResources(resources: JsonObject, spec: JsonObject, path: FieldPath): FieldError[] {
  return validateRequirements(resources, spec, path, validateResourceName);
}

type NameRule = (name: string, path: FieldPath) => FieldError[];

export function validateRequirements(
  resources: JsonObject,
  spec: JsonObject,
  path: FieldPath,
  checkName: NameRule,
): FieldError[] {
  if (Object.keys(resources).length === 0) return [];
  const [limits, requests] = [objectAt(resources, "limits"), objectAt(resources, "requests")];
  const names = [...Object.keys(limits), ...Object.keys(requests)];
  const isHuge = names.some((name) => name.startsWith("hugepages-"));
  return [
    ...namesOf(limits).flatMap((name) =>
      validateAmount(name, String(limits[name]), path.child("limits").key(name), checkName),
    ),
    ...namesOf(requests).flatMap((name) => [
      ...validateAmount(name, String(requests[name]), path.child("requests").key(name), checkName),
      ...checkLimit(name, String(requests[name]), limits[name], path),
    ]),
    ...(isHuge && !names.includes("cpu") && !names.includes("memory")
      ? [FieldError.forbidden(path, "HugePages require cpu or memory")]
      : []),
    ...checkClaims(resources, spec, path.child("claims")),
  ];
}

function namesOf(amounts: JsonObject): string[] {
  return Object.keys(amounts).toSorted(compareUtf8);
}

function validateAmount(name: string, amount: string, path: FieldPath, checkName: NameRule): FieldError[] {
  return [...checkName(name, path), ...checkAmount(name, amount, path), ...checkPages(name, amount, path)];
}

/** A resource that is known, or one of somebody's own. */
export function validateStandardName(name: string, path: FieldPath): FieldError[] {
  const complaints = validateQualifiedName(name);
  if (complaints.length > 0) return invalidAll(path, name, complaints);
  if (name.includes("/") || standard.has(name) || name.startsWith("hugepages-")) return [];
  return [FieldError.invalid(path, name, "must be a standard resource type or fully qualified")];
}

/** A resource that containers can have. */
export function validateResourceName(name: string, path: FieldPath): FieldError[] {
  if (ofContainers.has(name)) return [];
  const complaints = validateQualifiedName(name);
  const errors = validateStandardName(name, path);
  const isQualified = name.includes("/");
  const isHuge = name.startsWith("hugepages-");
  if (!isQualified && !ofContainers.has(name) && !isHuge) {
    errors.push(FieldError.invalid(path, name, "must be a standard resource for containers"));
  }
  if (isQualified && !isNative(name) && (complaints.length > 0 || name.startsWith("requests."))) {
    errors.push(FieldError.invalid(path, name, "doesn't follow extended resource name standard"));
  }
  return errors;
}

/** One of Kubernetes' own. */
export function isNative(name: string): boolean {
  return !name.includes("/") || name.includes("kubernetes.io/");
}

/** Not below zero, and whole where it is counted in pieces. */
export function checkAmount(name: string, amount: string, path: FieldPath): FieldError[] {
  const quantity = parseQuantity(amount);
  const errors: FieldError[] = [];
  if (signOfQuantity(quantity) < 0) errors.push(FieldError.invalid(path, amount, "must be greater than or equal to 0"));
  const isCounted = counted.has(name) || (name.includes("/") && !isNative(name));
  if (isCounted && !isWholeAmount(amount)) {
    errors.push(FieldError.invalid(path, amount, "must be an integer"));
  }
  return errors;
}

function checkPages(name: string, amount: string, path: FieldPath): FieldError[] {
  if (!name.startsWith("hugepages-")) return [];
  try {
    const page = BigInt(quantityMilliValue(parseQuantity(name.slice("hugepages-".length))));
    const bytes = BigInt(quantityMilliValue(parseQuantity(amount)));
    if (page > 0n && bytes % page === 0n) return [];
  } catch {
    return [];
  }
  return [FieldError.invalid(path, amount, `${amount} is not positive integer multiple of ${name}`)];
}

/** Whether more of it may be promised than there is. */
export function canOvercommit(name: string): boolean {
  return isNative(name) && !name.startsWith("hugepages-");
}

function checkLimit(name: string, amount: string, limit: unknown, path: FieldPath): FieldError[] {
  const isElastic = canOvercommit(name);
  if (limit === undefined) {
    const detail = "Limit must be set for non overcommitable resources";
    return isElastic ? [] : [FieldError.required(path.child("limits"), detail)];
  }
  const order = compareQuantity(parseQuantity(amount), parseQuantity(String(limit)));
  const requests = path.child("requests");
  if (order !== 0 && !isElastic) {
    return [FieldError.invalid(requests, amount, `must be equal to ${name} limit of ${limit}`)];
  }
  return order > 0
    ? [FieldError.invalid(requests, amount, `must be less than or equal to ${name} limit of ${limit}`)]
    : [];
}

function checkClaims(resources: JsonObject, spec: JsonObject, path: FieldPath): FieldError[] {
  const claims = objectsAt(spec, "resourceClaims").map((claim) => textAt(claim, "name"));
  return objectsAt(resources, "claims").flatMap((claim, index) => {
    const name = textAt(claim, "name");
    if (name === "") return [FieldError.required(path.index(index), "")];
    if (claims.includes(name)) return [];
    const detail = `must be one of the names in pod.spec.resourceClaims${claims.length === 0 ? " which is empty" : ""}`;
    return [new FieldError("FieldValueNotFound", path.index(index), name, detail)];
  });
}
