/** Ingresses lead somewhere, and policies for the network say whom they mean. */
import { isIP } from "node:net";
import {
  FieldError,
  type FieldPath,
  fieldPath,
  getOwn,
  isJsonObject,
  type JsonObject,
  validateDns1123Label,
  validateDns1123Subdomain,
  validatePathSegmentName,
  validatePortName,
  validateWildcardDns1123Subdomain,
} from "@pintle/machinery";
import { numberAt, objectAt, objectsAt, textAt, textsAt, valueAt } from "../json-fields.ts";
import { ingressClassAnnotation } from "../strategies/network-strategies.ts";
import { checkCidr } from "./addresses.ts";
import {
  checkOneOfIfSet,
  checkPort,
  checkPortOrName,
  checkSubdomain,
  checkSubdomainIfSet,
  invalidAll,
} from "./checks.ts";
import { checkSelector } from "./label-selectors.ts";
import { validateIngressStatus } from "./load-balancer-rules.ts";
import type { KindRules } from "./rules.ts";

const path = fieldPath("spec");

export const networkRules: Readonly<Record<string, KindRules>> = {
  "ingresses.networking.k8s.io": {
    validate: (ingress) => [...validateIngress(ingress), ...checkClassAnnotation(ingress)],
    validateUpdate: validateIngress,
    views: { status: validateIngressStatus },
  },
  "networkpolicies.networking.k8s.io": { validate: validatePolicy },
};

/** Where the old annotation and the field both name the class, they name the same. */
function checkClassAnnotation(ingress: JsonObject): FieldError[] {
  const given = getOwn(objectAt(ingress, "metadata.annotations"), ingressClassAnnotation);
  const className = valueAt(ingress, "spec.ingressClassName");
  if (given === undefined || className === undefined || given === className) return [];
  const at = fieldPath("annotations", ingressClassAnnotation);
  return [FieldError.invalid(at, given, "must match `ingressClassName` when both are specified")];
}

function validateIngress(ingress: JsonObject): FieldError[] {
  const spec = objectAt(ingress, "spec");
  const backend = getOwn(spec, "defaultBackend");
  const rules = objectsAt(spec, "rules");
  const isIdle = backend === undefined && rules.length === 0;
  const className = getOwn(spec, "ingressClassName");
  return [
    ...(isIdle ? [FieldError.invalid(path, null, "either `defaultBackend` or `rules` must be specified")] : []),
    ...(isJsonObject(backend) ? checkBackend(backend, path.child("defaultBackend")) : []),
    ...rules.flatMap((rule, index) => checkRule(rule, path.child("rules").index(index))),
    ...objectsAt(spec, "tls").flatMap((tls, index) => checkTls(tls, path.child("tls").index(index))),
    ...(typeof className === "string"
      ? invalidAll(path.child("ingressClassName"), className, validateDns1123Subdomain(className))
      : []),
  ];
}

function checkTls(tls: JsonObject, at: FieldPath): FieldError[] {
  return [
    ...textsAt(tls, "hosts").flatMap((host, index) => checkHost(host, at.child("hosts").index(index))),
    ...checkSubdomain(tls, "secretName", at),
  ];
}

function checkHost(host: string, at: FieldPath): FieldError[] {
  return invalidAll(
    at,
    host,
    host.includes("*") ? validateWildcardDns1123Subdomain(host) : validateDns1123Subdomain(host),
  );
}

function checkRule(rule: JsonObject, at: FieldPath): FieldError[] {
  const host = textAt(rule, "host");
  const http = getOwn(rule, "http");
  const errors =
    isIP(host) === 0
      ? host === ""
        ? []
        : checkHost(host, at.child("host"))
      : [FieldError.invalid(at.child("host"), host, "must be a DNS name, not an IP address")];
  if (!isJsonObject(http)) return errors;
  const paths = objectsAt(http, "paths");
  if (paths.length === 0) errors.push(FieldError.required(at.child("http", "paths"), ""));
  return [...errors, ...paths.flatMap((entry, index) => checkPath(entry, at.child("http", "paths").index(index)))];
}

const pathTypes = ["Exact", "ImplementationSpecific", "Prefix"];
const sequences = ["//", "/./", "/../", "%2f", "%2F"];
const endings = ["/..", "/."];

function checkPath(entry: JsonObject, at: FieldPath): FieldError[] {
  const [type, text] = [getOwn(entry, "pathType"), textAt(entry, "path")];
  const errors: FieldError[] = [];
  const place = at.child("path");
  if (typeof type !== "string") return [FieldError.required(at.child("pathType"), "pathType must be specified")];
  if (!pathTypes.includes(type)) errors.push(FieldError.notSupported(at.child("pathType"), type, pathTypes));
  if (type === "Exact" || type === "Prefix") {
    if (!text.startsWith("/")) errors.push(FieldError.invalid(place, text, "must be an absolute path"));
    for (const part of sequences.filter((part) => text.includes(part))) {
      errors.push(FieldError.invalid(place, text, `must not contain '${part}'`));
    }
    for (const part of endings.filter((part) => text.endsWith(part))) {
      errors.push(FieldError.invalid(place, text, `cannot end with '${part}'`));
    }
  } else if (type === "ImplementationSpecific" && text !== "" && !text.startsWith("/")) {
    errors.push(FieldError.invalid(place, text, "must be an absolute path"));
  }
  return [...errors, ...checkBackend(objectAt(entry, "backend"), at.child("backend"))];
}

function checkResource(resource: JsonObject, at: FieldPath): FieldError[] {
  return [
    ...checkSubdomainIfSet(resource, "apiGroup", at),
    ...["kind", "name"].flatMap((key) => {
      const value = textAt(resource, key);
      return value === ""
        ? [FieldError.required(at.child(key), "")]
        : invalidAll(at.child(key), value, validatePathSegmentName(value));
    }),
  ];
}

function checkBackend(backend: JsonObject, at: FieldPath): FieldError[] {
  const [service, resource] = [getOwn(backend, "service"), getOwn(backend, "resource")];
  if (isJsonObject(service) && resource !== undefined) {
    return [FieldError.invalid(at, "", "cannot set both resource and service backends")];
  }
  if (!isJsonObject(service)) {
    if (!isJsonObject(resource)) return [FieldError.invalid(at, "", "resource or service backend is required")];
    return checkResource(resource, at.child("resource"));
  }
  const name = textAt(service, "name");
  return [
    ...(name === ""
      ? [FieldError.required(at.child("service", "name"), "")]
      : invalidAll(at.child("service", "name"), name, validateDns1123Label(name))),
    ...checkServicePort(objectAt(service, "port"), at),
  ];
}

/** The server names the port as if it stood in the backend itself where it is missing or said twice. */
function checkServicePort(port: JsonObject, at: FieldPath): FieldError[] {
  const [name, number] = [textAt(port, "name"), numberAt(port, "number") ?? 0];
  if (name !== "" && number !== 0) return [FieldError.invalid(at, "", "cannot set both port name & port number")];
  if (name !== "") return invalidAll(at.child("service", "port", "name"), name, validatePortName(name));
  if (number !== 0) return checkPort(number, at.child("service", "port", "number"));
  return [FieldError.required(at, "port name or number is required")];
}

function validatePolicy(policy: JsonObject): FieldError[] {
  const spec = objectAt(policy, "spec");
  const directions = [
    ["ingress", "from"],
    ["egress", "to"],
  ] as const;
  return [
    ...checkSelector(spec.podSelector, path.child("podSelector")),
    ...directions.flatMap(([direction, peers]) =>
      objectsAt(spec, direction).flatMap((rule, index) => {
        const at = path.child(direction).index(index);
        return [
          ...objectsAt(rule, "ports").flatMap((port, place) => checkPolicyPort(port, at.child("ports").index(place))),
          ...objectsAt(rule, peers).flatMap((peer, place) => checkPeer(peer, at.child(peers).index(place))),
        ];
      }),
    ),
    ...checkPolicyTypes(spec),
  ];
}

const policyTypes = ["Ingress", "Egress"];

function checkPolicyTypes(spec: JsonObject): FieldError[] {
  const given = textsAt(spec, "policyTypes");
  const at = path.child("policyTypes");
  if (given.length > policyTypes.length) {
    return [FieldError.invalid(at, [...given], "may not specify more than two policyTypes")];
  }
  return given.flatMap((type, index) =>
    policyTypes.includes(type) ? [] : [FieldError.notSupported(at.index(index), type, policyTypes)],
  );
}

function checkPolicyPort(port: JsonObject, at: FieldPath): FieldError[] {
  const [start, end] = [getOwn(port, "port"), numberAt(port, "endPort")];
  const errors = checkOneOfIfSet(port, "protocol", at, ["TCP", "UDP", "SCTP"]);
  if (start === undefined) {
    return end === undefined
      ? errors
      : [...errors, FieldError.invalid(at.child("endPort"), end, "may not be specified when `port` is not specified")];
  }
  errors.push(...checkPortOrName(start, at.child("port")));
  if (end === undefined) return errors;
  if (typeof start === "string") {
    return [...errors, FieldError.invalid(at.child("endPort"), end, "may not be specified when `port` is non-numeric")];
  }
  if (end < Number(start)) {
    errors.push(FieldError.invalid(at.child("endPort"), Number(start), "must be greater than or equal to `port`"));
  }
  return [...errors, ...checkPort(end, at.child("endPort"))];
}

function checkPeer(peer: JsonObject, at: FieldPath): FieldError[] {
  const block = getOwn(peer, "ipBlock");
  const isSelecting = peer.podSelector !== undefined || peer.namespaceSelector !== undefined;
  const errors = [
    ...checkSelector(peer.podSelector, at.child("podSelector")),
    ...checkSelector(peer.namespaceSelector, at.child("namespaceSelector")),
    ...(isJsonObject(block) ? checkBlock(block, at.child("ipBlock")) : []),
  ];
  if (!isSelecting && block === undefined) errors.push(FieldError.required(at, "must specify a peer"));
  if (isSelecting && block !== undefined) {
    errors.push(FieldError.forbidden(at, "may not specify both ipBlock and another peer"));
  }
  return errors;
}

function checkBlock(block: JsonObject, at: FieldPath): FieldError[] {
  const range = textAt(block, "cidr");
  if (range === "") return [FieldError.required(at.child("cidr"), "")];
  const errors = checkCidr(range, at.child("cidr"));
  if (errors.length > 0) return errors;
  return textsAt(block, "except").flatMap((except, index) => {
    const place = at.child("except").index(index);
    const malformed = checkCidr(except, place);
    if (malformed.length > 0) return malformed;
    return isStrictSubset(except, range)
      ? []
      : [FieldError.invalid(place, except, "must be a strict subset of `cidr`")];
  });
}

/** Told of IPv4 alone; ranges of the other family are believed. */
function isStrictSubset(inner: string, outer: string): boolean {
  const [[address = "", bits = ""], [base = "", size = ""]] = [inner.split("/"), outer.split("/")];
  if (isIP(address) !== isIP(base)) return false;
  if (isIP(address) !== 4) return Number(bits) > Number(size);
  const numberOf = (text: string) => text.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
  const width = 2 ** (32 - Number(size));
  return Number(bits) > Number(size) && Math.floor(numberOf(address) / width) === Math.floor(numberOf(base) / width);
}
