/** Where a load balancer can be reached, as the status of services and Ingresses tells it. */
import { isIP } from "node:net";
import { FieldError, type FieldPath, fieldPath, type JsonObject, validateDns1123Subdomain } from "@pintle/machinery";
import { objectsAt, textAt } from "../json-fields.ts";
import { checkLegacyIp } from "./addresses.ts";
import { checkOneOfIfSet, invalidAll } from "./checks.ts";

const path = fieldPath("status", "loadBalancer", "ingress");
const list = "status.loadBalancer.ingress";

export function validateIngressStatus(ingress: JsonObject, old: JsonObject): FieldError[] {
  const known = objectsAt(old, list).map((point) => textAt(point, "ip"));
  return objectsAt(ingress, list).flatMap((point, index) => [
    ...checkIp(point, known, path.index(index)),
    ...checkHostname(textAt(point, "hostname"), path.index(index).child("hostname")),
  ]);
}

export function validateServiceStatus(service: JsonObject, old: JsonObject): FieldError[] {
  const points = objectsAt(service, list);
  if (points.length > 0 && textAt(service, "spec.type") !== "LoadBalancer") {
    return [FieldError.forbidden(path, "may only be used when `spec.type` is 'LoadBalancer'")];
  }
  const known = objectsAt(old, list).map((point) => textAt(point, "ip"));
  return points.flatMap((point, index) => {
    const at = path.index(index);
    return [
      ...checkIp(point, known, at),
      ...checkMode(point, at),
      ...checkHostname(textAt(point, "hostname"), at.child("hostname")),
    ];
  });
}

function checkIp(point: JsonObject, known: readonly string[], at: FieldPath): FieldError[] {
  const ip = textAt(point, "ip");
  return ip === "" || known.includes(ip) ? [] : checkLegacyIp(ip, at.child("ip"));
}

/** How traffic gets to the address is told where there is one. */
function checkMode(point: JsonObject, at: FieldPath): FieldError[] {
  const hasIp = textAt(point, "ip") !== "";
  const place = at.child("ipMode");
  if (point.ipMode === undefined) {
    return hasIp ? [FieldError.required(place, "must be specified when `ip` is set")] : [];
  }
  if (!hasIp) return [FieldError.forbidden(place, "may not be specified when `ip` is not set")];
  return checkOneOfIfSet(point, "ipMode", at, ["Proxy", "VIP"]);
}

function checkHostname(name: string, at: FieldPath): FieldError[] {
  if (name === "") return [];
  return [
    ...invalidAll(at, name, validateDns1123Subdomain(name)),
    ...(isIP(name) === 0 ? [] : [FieldError.invalid(at, name, "must be a DNS name, not an IP address")]),
  ];
}
