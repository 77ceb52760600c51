/** The addresses of services: well formed, agreeing with each other, and kept once they are set. */
import { isIP } from "node:net";
import { FieldError, fieldPath, type JsonObject } from "@pintle/machinery";
import { textAt, textsAt } from "../json-fields.ts";
import { checkLegacyIp } from "./addresses.ts";
import { checkOneOfIfSet } from "./checks.ts";

const path = fieldPath("spec");

const families = ["IPv4", "IPv6"];
const policies = ["PreferDualStack", "RequireDualStack", "SingleStack"];

export function validateClusterIps(spec: JsonObject, old: JsonObject | undefined): FieldError[] {
  if (textAt(spec, "type") === "ExternalName") return [];
  const ips = textsAt(spec, "clusterIPs");
  const at = path.child("clusterIPs");
  const errors = [...checkFirst(textAt(spec, "clusterIP"), ips), ...checkFamilies(spec)];
  const isNone = ips[0] === "None";
  const malformed = ips.flatMap((ip, index) => (isNone && index === 0 ? [] : checkLegacyIp(ip, at.index(index))));
  if (isNone && ips.length > 1)
    malformed.push(FieldError.invalid(at, [...ips], "'None' must be the first and only value"));
  errors.push(...malformed);
  if (ips.length > 2) errors.push(FieldError.invalid(at, [...ips], "may only hold up to 2 values"));
  if (malformed.length > 0) return errors;
  errors.push(...checkAddressFamilies(ips, textsAt(spec, "ipFamilies")));
  const isMixed = new Set(ips.map((ip) => isIP(ip))).size === 2;
  if (ips.length > 1 && !isMixed) {
    errors.push(FieldError.invalid(at, [...ips], "may specify no more than one IP for each IP family"));
  }
  // Addresses that do not agree with each other are refused before they are compared with what was there.
  return errors.length > 0 ? errors : validateKept(ips, old);
}

/** Addresses that are named are of the families that are named. */
export function checkAddressFamilies(addresses: readonly string[], families: readonly string[]): FieldError[] {
  return addresses.flatMap((address, index) => {
    const family = families[index];
    const isFamily = address.includes(":") ? family !== "IPv4" : family !== "IPv6";
    if (address === "None" || family === undefined || isFamily) return [];
    const detail = `expected an ${family} value as indicated by \`ipFamilies[${index}]\``;
    return [FieldError.invalid(path.child("clusterIPs").index(index), address, detail)];
  });
}

function checkFirst(ip: string, ips: readonly string[]): FieldError[] {
  const at = path.child("clusterIPs");
  if (ip === "") {
    return ips.length === 0
      ? []
      : [FieldError.invalid(at, [...ips], "must be empty when `clusterIP` is not specified")];
  }
  if (ips.length === 0) return [FieldError.required(at, "")];
  return ips[0] === ip ? [] : [FieldError.invalid(at, [...ips], "first value must match `clusterIP`")];
}

function checkFamilies(spec: JsonObject): FieldError[] {
  const seen = new Set<string>();
  const errors = textsAt(spec, "ipFamilies").flatMap((family, index) => {
    const at = path.child("ipFamilies").index(index);
    const found = families.includes(family) ? [] : [FieldError.notSupported(at, family, families)];
    if (seen.has(family)) found.push(FieldError.duplicate(at, family));
    seen.add(family);
    return found;
  });
  return [...errors, ...checkOneOfIfSet(spec, "ipFamilyPolicy", path, policies)];
}

function validateKept(ips: readonly string[], old: JsonObject | undefined): FieldError[] {
  const before = old ? textsAt(old, "clusterIPs") : [];
  if (old === undefined || textAt(old, "type") === "ExternalName" || before.length === 0 || ips.length === 0) return [];
  return ips[0] === before[0]
    ? []
    : [FieldError.invalid(path.child("clusterIPs").index(0), [...ips], "may not change once set")];
}
