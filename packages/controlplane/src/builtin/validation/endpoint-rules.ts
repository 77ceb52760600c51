/** Endpoints and their slices: addresses that traffic can go to, and ports that can be told apart. */
import { isIP } from "node:net";
import {
  equalJson,
  FieldError,
  type FieldPath,
  fieldPath,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  validateDns1123Label,
  validateDns1123Subdomain,
  validateLabelValue,
} from "@pintle/machinery";
import { numberAt, objectsAt, textAt, textsAt } from "../json-fields.ts";
import { checkEndpointIp, checkLegacyIp, checkStrictIp } from "./addresses.ts";
import {
  checkImmutable,
  checkLabel,
  checkOneOf,
  checkPort,
  checkQualifiedName,
  checkSubdomainIfSet,
  invalidAll,
} from "./checks.ts";
import type { KindRules } from "./rules.ts";

const protocols = ["SCTP", "TCP", "UDP"];
const [maxEndpoints, maxAddresses, maxPorts, maxHints] = [1_000, 100, 20_000, 8];

export const endpointRules: Readonly<Record<string, KindRules>> = {
  endpoints: { validate: validateEndpoints },
  "endpointslices.discovery.k8s.io": {
    validate: (slice) => validateSlice(slice, undefined),
    validateUpdate: (slice, old) => [
      ...validateSlice(slice, old),
      ...checkImmutable(slice, old, "addressType", fieldPath("addressType")),
    ],
  },
};

function validateEndpoints(endpoints: JsonObject): FieldError[] {
  return objectsAt(endpoints, "subsets").flatMap((subset, index) => {
    const at = fieldPath("subsets").index(index);
    const ports = objectsAt(subset, "ports");
    const lists = ["addresses", "notReadyAddresses"];
    const isEmpty = lists.every((list) => objectsAt(subset, list).length === 0);
    return [
      ...(isEmpty ? [FieldError.required(at, "must specify `addresses` or `notReadyAddresses`")] : []),
      ...lists.flatMap((list) =>
        objectsAt(subset, list).flatMap((address, place) => checkAddress(address, at.child(list).index(place))),
      ),
      ...ports.flatMap((port, place) => checkEndpointPort(port, ports.length > 1, at.child("ports").index(place))),
    ];
  });
}

function checkAddress(address: JsonObject, at: FieldPath): FieldError[] {
  const ip = textAt(address, "ip");
  return [
    ...checkLegacyIp(ip, at.child("ip")),
    ...checkLabel(address, "hostname", at),
    ...checkSubdomainIfSet(address, "nodeName", at),
    ...checkEndpointIp(ip, at.child("ip")),
  ];
}

function checkEndpointPort(port: JsonObject, needsName: boolean, at: FieldPath): FieldError[] {
  const isNameless = needsName && textAt(port, "name") === "";
  return [
    ...(isNameless ? [FieldError.required(at.child("name"), "")] : checkLabel(port, "name", at)),
    ...checkPort(numberAt(port, "port") ?? 0, at.child("port")),
    ...checkOneOf(port, "protocol", at, protocols),
    ...checkQualifiedName(port, "appProtocol", at),
  ];
}

function validateSlice(slice: JsonObject, old: JsonObject | undefined): FieldError[] {
  const found = checkEndpoints(objectsAt(slice, "endpoints"), textAt(slice, "addressType"));
  // What was good once and did not change is good now.
  const isKept = found.length > 0 && old !== undefined && equalJson(slice.endpoints ?? null, old.endpoints ?? null);
  return [
    ...checkOneOf(slice, "addressType", fieldPath(), ["FQDN", "IPv4", "IPv6"]),
    ...checkSlicePorts(objectsAt(slice, "ports")),
    ...(isKept ? [] : found),
  ];
}

function checkEndpoints(endpoints: readonly JsonObject[], type: string): FieldError[] {
  const at = fieldPath("endpoints");
  if (endpoints.length > maxEndpoints) return [FieldError.tooMany(at, endpoints.length, maxEndpoints)];
  return endpoints.flatMap((endpoint, index) => checkEndpoint(endpoint, type, at.index(index)));
}

/** For whom an endpoint is: zones and nodes, each once. */
function checkHints(hints: JsonValue | undefined, at: FieldPath): FieldError[] {
  if (!isJsonObject(hints)) return [];
  const lists = { forZones: validateLabelValue, forNodes: validateDns1123Subdomain };
  return Object.entries(lists).flatMap(([list, validate]) => {
    const names = objectsAt(hints, list).map((hint) => textAt(hint, "name"));
    const place = at.child(list);
    if (names.length > maxHints) return [FieldError.tooMany(place, names.length, maxHints)];
    return names.flatMap((name, index) => [
      ...(names.indexOf(name) < index ? [FieldError.duplicate(place.index(index).child("name"), name)] : []),
      ...invalidAll(place.index(index).child("name"), name, validate(name)),
    ]);
  });
}

function checkEndpoint(endpoint: JsonObject, type: string, at: FieldPath): FieldError[] {
  const addresses = textsAt(endpoint, "addresses");
  const place = at.child("addresses");
  const counted =
    addresses.length === 0
      ? [FieldError.required(place, "must contain at least 1 address")]
      : addresses.length > maxAddresses
        ? [FieldError.tooMany(place, addresses.length, maxAddresses)]
        : [];
  return [
    ...counted,
    ...(addresses.length > maxAddresses
      ? []
      : addresses.flatMap((address, index) => checkTyped(address, type, place, place.index(index)))),
    ...checkSubdomainIfSet(endpoint, "nodeName", at),
    ...checkLabel(endpoint, "hostname", at),
    ...checkHints(endpoint.hints, at.child("hints")),
  ];
}

/** A name of at least two parts; the dot of the root may stand behind it. */
function checkDomain(name: string, at: FieldPath): FieldError[] {
  if (name === "") return [FieldError.required(at, "")];
  const plain = name.endsWith(".") ? name.slice(0, -1) : name;
  const complaints = validateDns1123Subdomain(plain);
  if (complaints.length > 0) return [FieldError.invalid(at, plain, complaints.join(","))];
  if (!plain.includes(".")) {
    return [FieldError.invalid(at, plain, "should be a domain with at least two segments separated by dots")];
  }
  const long = plain.split(".").find((part) => validateDns1123Label(part).length > 0);
  return long === undefined ? [] : [FieldError.invalid(at, long, validateDns1123Label(long).join(","))];
}

function checkTyped(address: string, type: string, list: FieldPath, at: FieldPath): FieldError[] {
  if (type === "FQDN") return checkDomain(address, at);
  if (type !== "IPv4" && type !== "IPv6") return [];
  const malformed = type === "IPv4" ? checkLegacyIp(address, at) : checkStrictIp(address, at);
  if (malformed.length > 0) return malformed;
  const isOfType = isIP(address) === (type === "IPv4" ? 4 : 6);
  return [
    ...(isOfType ? [] : [FieldError.invalid(list, address, `must be an ${type} address`)]),
    ...checkEndpointIp(address, at),
  ];
}

function checkSlicePorts(ports: readonly JsonObject[]): FieldError[] {
  const names = new Set<string>();
  if (ports.length > maxPorts) return [FieldError.tooMany(fieldPath("ports"), ports.length, maxPorts)];
  return ports.flatMap((port, index) => {
    const at = fieldPath("ports").index(index);
    const name = textAt(port, "name");
    const errors = checkLabel(port, "name", at);
    if (names.has(name)) errors.push(FieldError.duplicate(at.child("name"), name));
    names.add(name);
    return [...errors, ...checkOneOf(port, "protocol", at, protocols), ...checkQualifiedName(port, "appProtocol", at)];
  });
}
