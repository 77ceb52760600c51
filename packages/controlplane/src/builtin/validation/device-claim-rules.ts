/** Claims for devices and the classes that they name: requests that can be told apart, and what is said for each of them. */
import {
  equalJson,
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
import { listAt, numberAt, objectAt, objectsAt, textAt, textsAt } from "../json-fields.ts";
import { checkOneOf, invalidAll } from "./checks.ts";
import { validateClaimMetadata } from "./claim-template-rules.ts";
import { checkFullName } from "./device-names.ts";
import { checkDriverName } from "./driver-names.ts";
import type { KindRules } from "./rules.ts";
import { StructError } from "./struct-error.ts";

const path = fieldPath("spec");
const maxItems = 32;
const maxAlternatives = 8;
const maxParameterBytes = 10 * 1024;
const maxExpressionBytes = 10 * 1024;

export const deviceClaimRules: Readonly<Record<string, KindRules>> = {
  "deviceclasses.resource.k8s.io": { validate: (object) => validateClass(objectAt(object, "spec")) },
  "resourceclaims.resource.k8s.io": {
    validate: (claim) => validateDevices(objectAt(claim, "spec.devices"), path.child("devices")),
    validateUpdate: (claim, old) => keepSpec(claim, old, "ResourceClaimSpec"),
  },
  "resourceclaimtemplates.resource.k8s.io": {
    validate: (template) => [
      ...validateClaimMetadata(objectAt(template, "spec.metadata"), path.child("metadata")),
      ...validateDevices(objectAt(template, "spec.spec.devices"), path.child("spec", "devices")),
    ],
    validateUpdate: (template, old) => keepSpec(template, old, "ResourceClaimTemplateSpec"),
  },
};

function keepSpec(object: JsonObject, old: JsonObject, struct: string): FieldError[] {
  const spec = objectAt(object, "spec");
  if (equalJson(spec, objectAt(old, "spec"))) return [];
  return [StructError.invalidStruct(path, spec, "field is immutable", struct)];
}

/** Each item for itself, where there are not too many of them. */
function checkItems<Item>(
  items: readonly Item[],
  most: number,
  at: FieldPath,
  check: (item: Item, at: FieldPath) => FieldError[],
): FieldError[] {
  if (items.length > most) return [FieldError.tooMany(at, items.length, most)];
  return items.flatMap((item, index) => check(item, at.index(index)));
}

function checkUnique(names: readonly string[], at: FieldPath): FieldError[] {
  return names.flatMap((name, index) =>
    names.indexOf(name) < index ? [FieldError.duplicate(at.index(index), name)] : [],
  );
}

function validateClass(spec: JsonObject): FieldError[] {
  const name = getOwn(spec, "extendedResourceName");
  const isExtended = typeof name === "string" && isExtendedName(name);
  return [
    ...checkSelectors(spec, path),
    ...checkItems(objectsAt(spec, "config"), maxItems, path.child("config"), checkConfiguration),
    ...(name === undefined || isExtended
      ? []
      : [FieldError.invalid(path.child("extendedResourceName"), name, "must be a valid extended resource name")]),
  ];
}

function isExtendedName(name: string): boolean {
  const isForeign = name.includes("/") && !name.includes("kubernetes.io/") && !name.startsWith("requests.");
  return isForeign && validateQualifiedName(`requests.${name}`).length === 0;
}

function checkSelectors(holder: JsonObject, at: FieldPath): FieldError[] {
  return checkItems(objectsAt(holder, "selectors"), maxItems, at.child("selectors"), ({ cel }, place) => {
    if (!isJsonObject(cel)) return [FieldError.required(place.child("cel"), "")];
    const isLong = Buffer.byteLength(textAt(cel, "expression")) > maxExpressionBytes;
    return isLong ? [FieldError.tooLong(place.child("cel", "expression"), maxExpressionBytes)] : [];
  });
}

function checkConfiguration({ opaque }: JsonObject, at: FieldPath): FieldError[] {
  const place = at.child("opaque");
  if (!isJsonObject(opaque)) return [FieldError.required(place, "")];
  return [
    ...checkDriverName(opaque, "driver", place),
    ...checkParameters(opaque.parameters, place.child("parameters")),
  ];
}

function checkParameters(parameters: JsonValue | undefined, at: FieldPath): FieldError[] {
  if (parameters === undefined || parameters === null) return [FieldError.required(at, "")];
  if (Buffer.byteLength(JSON.stringify(parameters)) > maxParameterBytes) {
    return [FieldError.tooLong(at, maxParameterBytes)];
  }
  return isJsonObject(parameters) ? [] : [FieldError.invalid(at, "<value omitted>", "must be a valid JSON object")];
}

function validateDevices(devices: JsonObject, at: FieldPath): FieldError[] {
  const requests = objectsAt(devices, "requests");
  const names = new Set(
    requests.flatMap((request) => {
      const name = textAt(request, "name");
      return [name, ...objectsAt(request, "firstAvailable").map((inner) => `${name}/${textAt(inner, "name")}`)];
    }),
  );
  return [
    ...checkNamed(requests, maxItems, at.child("requests"), checkRequest),
    ...checkItems(objectsAt(devices, "constraints"), maxItems, at.child("constraints"), (constraint, place) => [
      ...checkReferences(constraint, names, place),
      ...checkConstraint(constraint, place),
    ]),
    ...checkItems(objectsAt(devices, "config"), maxItems, at.child("config"), (config, place) => [
      ...checkReferences(config, names, place),
      ...checkConfiguration(config, place),
    ]),
  ];
}

function checkNamed(
  requests: readonly JsonObject[],
  most: number,
  at: FieldPath,
  check: (request: JsonObject, at: FieldPath) => FieldError[],
): FieldError[] {
  const errors = checkItems(requests, most, at, check);
  const names = requests.map((request) => textAt(request, "name"));
  return requests.length > most ? errors : [...errors, ...checkUnique(names, at)];
}

function checkRequestName(name: string, at: FieldPath): FieldError[] {
  return invalidAll(at, name, validateDns1123Label(name));
}

function checkRequest(request: JsonObject, at: FieldPath): FieldError[] {
  const { exactly } = request;
  const alternatives = objectsAt(request, "firstAvailable");
  const named = checkRequestName(textAt(request, "name"), at.child("name"));
  const one = "exactly one of `exactly` or `firstAvailable` is required";
  if (isJsonObject(exactly)) {
    return alternatives.length > 0
      ? [...named, FieldError.invalid(at, null, `${one}, but multiple fields are set`)]
      : [...named, ...checkDemand(exactly, at.child("exactly"))];
  }
  if (alternatives.length === 0) return [...named, FieldError.required(at, one)];
  const checkAlternative = (inner: JsonObject, place: FieldPath) => [
    ...checkRequestName(textAt(inner, "name"), place.child("name")),
    ...checkDemand(inner, place),
  ];
  return [...named, ...checkNamed(alternatives, maxAlternatives, at.child("firstAvailable"), checkAlternative)];
}

function checkDemand(demand: JsonObject, at: FieldPath): FieldError[] {
  const className = textAt(demand, "deviceClassName");
  const [mode, count] = [textAt(demand, "allocationMode"), numberAt(demand, "count") ?? 0];
  const modes = ["All", "ExactCount"];
  return [
    ...(className === ""
      ? [FieldError.required(at.child("deviceClassName"), "")]
      : invalidAll(at.child("deviceClassName"), className, validateDns1123Subdomain(className))),
    ...checkSelectors(demand, at),
    ...(modes.includes(mode) ? [] : [FieldError.notSupported(at.child("allocationMode"), mode, modes)]),
    ...(mode === "All" && count !== 0
      ? [FieldError.invalid(at.child("count"), count, "must not be specified when allocationMode is 'All'")]
      : []),
    ...(mode === "ExactCount" && count <= 0
      ? [FieldError.invalid(at.child("count"), count, "must be greater than zero")]
      : []),
    ...objectsAt(demand, "tolerations").flatMap((toleration, index) =>
      checkToleration(toleration, at.child("tolerations").index(index)),
    ),
  ];
}

function checkToleration(toleration: JsonObject, at: FieldPath): FieldError[] {
  const [key, operator, value, effect] = ["key", "operator", "value", "effect"].map((name) =>
    textAt(toleration, name),
  ) as [string, string, string, string];
  const effects = ["NoExecute", "NoSchedule", "None"];
  return [
    ...(key === "" ? [] : invalidAll(at.child("key"), key, validateQualifiedName(key))),
    ...checkOneOf(toleration, "operator", at, ["Equal", "Exists"]),
    ...(operator === "Exists" && value !== ""
      ? [FieldError.invalid(at.child("value"), value, "must be empty for operator `Exists`")]
      : []),
    ...(operator === "Equal" ? invalidAll(at.child("value"), value, validateLabelValue(value)) : []),
    ...(effect === "" || effects.includes(effect)
      ? []
      : [FieldError.notSupported(at.child("effect"), effect, effects)]),
  ];
}

/** Requests of the claim, by their names or as `request/alternative`. */
function checkReferences(holder: JsonObject, known: ReadonlySet<string>, at: FieldPath): FieldError[] {
  const names = textsAt(holder, "requests");
  const place = at.child("requests");
  const unknown =
    "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";
  const errors = checkItems(names, maxItems, place, (name, where) => {
    const parts = name.split("/");
    if (parts.length > 2) return [FieldError.invalid(where, name, unknown)];
    const malformed = parts.flatMap((part) => checkRequestName(part, where));
    return known.has(name) ? malformed : [...malformed, FieldError.invalid(where, name, unknown)];
  });
  return listAt(holder, "requests").length > maxItems ? errors : [...errors, ...checkUnique(names, place)];
}

function checkConstraint({ matchAttribute, distinctAttribute }: JsonObject, at: FieldPath): FieldError[] {
  if (typeof matchAttribute === "string") return checkFullName(matchAttribute, at.child("matchAttribute"));
  if (typeof distinctAttribute === "string") return checkFullName(distinctAttribute, at.child("distinctAttribute"));
  const detail = 'exactly one of "matchAttribute" or "distinctAttribute" is required, but multiple fields are set';
  return [FieldError.required(at, detail)];
}
