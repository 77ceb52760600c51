/** Which families of addresses a service has: one, unless it is headless and leaves its endpoints to others. */
import { FieldError, fieldPath, type JsonObject } from "@pintle/machinery";
import { objectAt, textAt, textsAt, withField } from "../json-fields.ts";
import { checkAddressFamilies } from "../validation/cluster-ips.ts";
import { isExternalName, isHeadless } from "./service-fields.ts";

const path = fieldPath("spec");
const clusterFamily = "IPv4";

export interface FamilyResult {
  readonly spec: JsonObject;
  readonly errors: readonly FieldError[];
}

/** The cluster has one family; what cannot be had is told. */
export function completeFamilies(spec: JsonObject, old: JsonObject | undefined): FamilyResult {
  if (isExternalName(spec)) return { spec, errors: [] };
  const isOpen = isHeadless(spec) && Object.keys(objectAt(spec, "selector")).length === 0;
  const policy =
    textAt(spec, "ipFamilyPolicy") ||
    (old ? textAt(old, "ipFamilyPolicy") : "") ||
    (isOpen ? "RequireDualStack" : "SingleStack");
  const chosen = withField(spec, "ipFamilyPolicy", policy);
  const families = [...textsAt(chosen, "ipFamilies")];
  const misfits = checkAddressFamilies(textsAt(chosen, "clusterIPs"), families);
  if (misfits.length > 0) return { spec: chosen, errors: misfits };
  const errors = checkPolicy(chosen, policy);
  for (const [index, ip] of textsAt(chosen, "clusterIPs").entries()) {
    if (ip === "None") break;
    if (index < families.length) continue;
    const family = ip.includes(":") ? "IPv6" : "IPv4";
    if (family === clusterFamily) families.push(family);
    else
      errors.push(
        FieldError.invalid(
          path.child("clusterIPs").index(index),
          textsAt(chosen, "clusterIPs"),
          `${family} is not configured on this cluster`,
        ),
      );
  }
  if (errors.length > 0) return { spec: chosen, errors };
  if (isOpen) return { spec: withField(chosen, "ipFamilies", openFamilies(families, policy)), errors };
  if (policy === "RequireDualStack") {
    errors.push(
      FieldError.invalid(
        path.child("ipFamilyPolicy"),
        policy,
        "this cluster is not configured for dual-stack services",
      ),
    );
  }
  for (const [index, family] of families.entries()) {
    if (family === clusterFamily) continue;
    errors.push(FieldError.invalid(path.child("ipFamilies").index(index), family, "not configured on this cluster"));
  }
  return { spec: withField(chosen, "ipFamilies", families.length === 0 ? [clusterFamily] : families), errors };
}

function openFamilies(families: readonly string[], policy: string): string[] {
  const known = families.length === 0 ? [clusterFamily] : [...families];
  if (known.length < 2 && policy !== "SingleStack") known.push(known[0] === "IPv4" ? "IPv6" : "IPv4");
  return known;
}

function checkPolicy(spec: JsonObject, policy: string): FieldError[] {
  if (policy !== "SingleStack") return [];
  const complain = (what: string) =>
    FieldError.invalid(
      path.child("ipFamilyPolicy"),
      policy,
      `must be 'RequireDualStack' or 'PreferDualStack' when multiple ${what} are specified`,
    );
  return [
    ...(textsAt(spec, "clusterIPs").length === 2 ? [complain("cluster IPs")] : []),
    ...(textsAt(spec, "ipFamilies").length === 2 ? [complain("IP families")] : []),
  ];
}
