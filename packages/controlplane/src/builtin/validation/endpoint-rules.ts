/** Endpoints and their slices: addresses that traffic can go to, and ports that can be told apart. */
import { isIP } from "node:net";
import { FieldError, type FieldPath, fieldPath, type JsonObject, validateDns1123Subdomain } from "@pintle/machinery";
import { numberAt, objectsAt, textAt, textsAt } from "../json-fields.ts";
import { checkEndpointIp } from "./addresses.ts";
import {
  checkImmutable,
  checkLabel,
  checkOneOf,
  checkPort,
  checkQualifiedName,
  checkSubdomain,
  invalidAll,
} from "./checks.ts";
import { checkLegacyIp } from "./cluster-ips.ts";
import type { KindRules } from "./rules.ts";

const protocols = ["SCTP", "TCP", "UDP"];
const [maxEndpoints, maxAddresses] = [1_000, 100];

export const endpointRules: Readonly<Record<string, KindRules>> = {
  endpoints: { validate: validateEndpoints },
  "endpointslices.discovery.k8s.io": {
    validate: validateSlice,
    validateUpdate: (slice, old) => [
      ...validateSlice(slice),
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
    ...checkSubdomain(address, "nodeName", at),
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

function validateSlice(slice: JsonObject): FieldError[] {
  const type = textAt(slice, "addressType");
  const endpoints = objectsAt(slice, "endpoints");
  const at = fieldPath("endpoints");
  const typed = checkOneOf(slice, "addressType", fieldPath(), ["FQDN", "IPv4", "IPv6"]);
  if (endpoints.length > maxEndpoints) return [...typed, FieldError.tooMany(at, endpoints.length, maxEndpoints)];
  return [
    ...typed,
    ...endpoints.flatMap((endpoint, index) => checkEndpoint(endpoint, type, at.index(index))),
    ...checkSlicePorts(objectsAt(slice, "ports")),
  ];
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
    ...checkSubdomain(endpoint, "nodeName", at),
    ...checkLabel(endpoint, "hostname", at),
  ];
}

function checkTyped(address: string, type: string, list: FieldPath, at: FieldPath): FieldError[] {
  if (type === "FQDN") return invalidAll(at, address, validateDns1123Subdomain(address));
  if (type !== "IPv4" && type !== "IPv6") return [];
  const malformed = checkLegacyIp(address, at);
  if (malformed.length > 0) return malformed;
  if (isIP(address) !== (type === "IPv4" ? 4 : 6)) {
    return [FieldError.invalid(list, address, `must be an ${type} address`)];
  }
  return checkEndpointIp(address, at);
}

function checkSlicePorts(ports: readonly JsonObject[]): FieldError[] {
  const names = new Set<string>();
  return ports.flatMap((port, index) => {
    const at = fieldPath("ports").index(index);
    const name = textAt(port, "name");
    const errors = checkLabel(port, "name", at);
    if (names.has(name)) errors.push(FieldError.duplicate(at.child("name"), name));
    names.add(name);
    return [...errors, ...checkOneOf(port, "protocol", at, protocols), ...checkQualifiedName(port, "appProtocol", at)];
  });
}
