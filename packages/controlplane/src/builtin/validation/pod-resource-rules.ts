/** What a pod asks for as a whole: devices by claims, and resources that its containers share. */
import {
  addQuantity,
  compareQuantity,
  compareUtf8,
  FieldError,
  type FieldPath,
  formatQuantity,
  getOwn,
  isJsonObject,
  type JsonObject,
  parseQuantity,
  type Quantity,
  validateDns1123Subdomain,
} from "@pintle/machinery";
import { objectAt, objectsAt, textAt } from "../json-fields.ts";
import { checkLabel, invalidAll } from "./checks.ts";
import { validateRequirements, validateStandardName } from "./resource-rules.ts";
import { StructError } from "./struct-error.ts";

export function validateResourceClaims(spec: JsonObject, path: FieldPath): FieldError[] {
  const names = new Set<string>();
  return objectsAt(spec, "resourceClaims").flatMap((claim, index) => {
    const at = path.child("resourceClaims").index(index);
    const name = textAt(claim, "name");
    const isTwice = names.has(name);
    names.add(name);
    const named =
      name === ""
        ? [FieldError.required(at.child("name"), "")]
        : isTwice
          ? [FieldError.duplicate(at.child("name"), name)]
          : checkLabel(claim, "name", at);
    return [...named, ...checkClaimSource(claim, at)];
  });
}

function checkClaimSource(claim: JsonObject, at: FieldPath): FieldError[] {
  const given = ["resourceClaimName", "resourceClaimTemplateName"].filter((key) => getOwn(claim, key) !== undefined);
  const complain = (detail: string) => [StructError.invalidStruct(at, claim, detail, "PodResourceClaim")];
  return [
    ...(given.length === 2
      ? complain("at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified")
      : []),
    ...(given.length === 0 ? complain("must specify one of: `resourceClaimName`, `resourceClaimTemplateName`") : []),
    ...given.flatMap((key) => invalidAll(at.child(key), claim[key], validateDns1123Subdomain(textAt(claim, key)))),
  ];
}

export function validatePodResources(spec: JsonObject, path: FieldPath): FieldError[] {
  const resources = getOwn(spec, "resources");
  if (!isJsonObject(resources)) return [];
  const at = path.child("resources");
  if (objectAt(spec, "os").name === "windows") return [FieldError.forbidden(at, "may not be set for a windows pod")];
  return [
    ...(resources.claims === undefined
      ? []
      : [FieldError.forbidden(at.child("claims"), "claims may not be set for Resources at pod-level")]),
    ...validateRequirements(resources, spec, at, checkName),
    ...checkConsistency(spec, resources, at),
  ];
}

function checkName(name: string, path: FieldPath): FieldError[] {
  const errors = validateStandardName(name, path);
  const isSupported = name === "cpu" || name === "memory" || name.startsWith("hugepages-");
  if (errors.length > 0 || isSupported) return errors;
  return [FieldError.notSupported(path, name, ["cpu", "hugepages-", "memory"])];
}

/** The pod has at least what its containers have together, and none of them has more. */
function checkConsistency(spec: JsonObject, resources: JsonObject, at: FieldPath): FieldError[] {
  const [requests, limits] = [objectAt(resources, "requests"), objectAt(resources, "limits")];
  const errors: FieldError[] = [];
  for (const name of Object.keys(requests).toSorted(compareUtf8)) {
    const used = sumOf(spec, "requests", name);
    if (used === undefined || compareQuantity(used, quantityAt(requests, name)) <= 0) continue;
    const detail = `must be greater than or equal to aggregate container requests of ${formatQuantity(used)}`;
    errors.push(FieldError.invalid(at.child("requests").key(name), requests[name], detail));
  }
  for (const name of Object.keys(limits).toSorted(compareUtf8)) {
    const used = name.startsWith("hugepages-") ? sumOf(spec, "limits", name) : undefined;
    if (used === undefined || compareQuantity(used, quantityAt(limits, name)) <= 0) continue;
    const detail = `must be greater than or equal to aggregate container limits of ${formatQuantity(used)}`;
    errors.push(FieldError.invalid(at.child("limits").key(name), limits[name], detail));
  }
  return [...errors, ...checkContainers(spec, limits, at)];
}

function checkContainers(spec: JsonObject, limits: JsonObject, at: FieldPath): FieldError[] {
  return objectsAt(spec, "containers").flatMap((container, index) => {
    const own = objectAt(container, "resources.limits");
    return Object.keys(own).flatMap((name) => {
      const most = getOwn(limits, name);
      if (most === undefined || compareQuantity(quantityAt(own, name), quantityAt(limits, name)) <= 0) return [];
      const place = at.child("containers").index(index).key(name).child("limits");
      return [FieldError.invalid(place, own[name], `must be less than or equal to pod limits of ${most}`)];
    });
  });
}

function quantityAt(amounts: JsonObject, name: string): Quantity {
  return parseQuantity(textAt({ amount: getOwn(amounts, name) ?? null }, "amount") || "0");
}

/** What the containers have at once: all that run together, or one that prepares beside the sidecars before it. */
function sumOf(spec: JsonObject, list: string, name: string): Quantity | undefined {
  const amountOf = (container: JsonObject): Quantity | undefined => {
    const amounts = objectAt(container, `resources.${list}`);
    return getOwn(amounts, name) === undefined ? undefined : quantityAt(amounts, name);
  };
  let total = objectsAt(spec, "containers").map(amountOf).reduce(add, undefined);
  let sidecars: Quantity | undefined;
  let most: Quantity | undefined;
  for (const container of objectsAt(spec, "initContainers")) {
    const amount = amountOf(container);
    const isSidecar = container.restartPolicy === "Always";
    const use = add(sidecars, amount);
    if (isSidecar) {
      total = add(total, amount);
      sidecars = use;
    }
    most = larger(most, use);
  }
  return larger(total, most);
}

function add(left: Quantity | undefined, right: Quantity | undefined): Quantity | undefined {
  return left === undefined ? right : right === undefined ? left : addQuantity(left, right);
}

function larger(left: Quantity | undefined, right: Quantity | undefined): Quantity | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return compareQuantity(left, right) >= 0 ? left : right;
}
