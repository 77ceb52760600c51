/** What is odd about services and about addresses that are written in another way than most write them. */
import { isIP } from "node:net";
import { type JsonObject, quoteGo } from "@pintle/machinery";
import { objectAt, objectsAt, textAt, textsAt } from "../json-fields.ts";
import { canonicalIp } from "../validation/addresses.ts";

const oldHints = "service.kubernetes.io/topology-aware-hints";
const topologyMode = "service.kubernetes.io/topology-mode";

function ipWarnings(ip: string, path: string): string[] {
  const canonical = canonicalIp(ip);
  if (isIP(ip) !== 6 || ip === canonical) return [];
  return [`${path}: IPv6 address ${quoteGo(ip)} should be in RFC 5952 canonical format (${quoteGo(canonical)})`];
}

export function cidrWarnings(cidr: string, path: string): string[] {
  const [address = "", bits = ""] = cidr.split("/");
  const canonical = `${canonicalIp(address)}/${bits}`;
  if (isIP(address) !== 6 || cidr === canonical) return [];
  return [`${path}: IPv6 CIDR value ${quoteGo(cidr)} should be in RFC 5952 canonical format (${quoteGo(canonical)})`];
}

export function serviceWarnings(service: JsonObject): string[] {
  const spec = objectAt(service, "spec");
  const outside = textsAt(spec, "externalIPs");
  const isExternal = spec.type === "ExternalName";
  const isHeadless = textAt(spec, "clusterIP") === "None";
  const isHinted = Object.hasOwn(objectAt(service, "metadata.annotations"), oldHints);
  return [
    ...(isHinted ? [`annotation ${oldHints} is deprecated, please use ${topologyMode} instead`] : []),
    ...(isHeadless || isExternal ? [] : listWarnings(spec, "clusterIPs", ipWarnings)),
    ...(isHeadless ? headlessWarnings(spec) : []),
    ...listWarnings(spec, "externalIPs", ipWarnings),
    ...(outside.length > 0 && !isHeadless && !isExternal
      ? ["spec.externalIPs is deprecated and may no longer be implemented in some clusters"]
      : []),
    ...ipWarnings(textAt(spec, "loadBalancerIP"), "spec.loadBalancerIP"),
    ...listWarnings(spec, "loadBalancerSourceRanges", cidrWarnings),
    ...(isExternal && outside.length > 0 ? ['spec.externalIPs is ignored when spec.type is "ExternalName"'] : []),
    ...(!isExternal && textAt(spec, "externalName") !== ""
      ? ['spec.externalName is ignored when spec.type is not "ExternalName"']
      : []),
    ...(spec.trafficDistribution === "PreferClose"
      ? ['spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"']
      : []),
  ];
}

function listWarnings(spec: JsonObject, key: string, warn: (text: string, path: string) => string[]): string[] {
  return textsAt(spec, key).flatMap((text, index) => warn(text, `spec.${key}[${index}]`));
}

function headlessWarnings(spec: JsonObject): string[] {
  const ignored = [
    ...(textAt(spec, "loadBalancerIP") === "" ? [] : ["loadBalancerIP"]),
    ...(textsAt(spec, "externalIPs").length === 0 ? [] : ["externalIPs"]),
    ...(spec.sessionAffinity === "None" ? [] : ["SessionAffinity"]),
  ];
  return ignored.map((field) => `spec.${field} is ignored for headless services`);
}

export function endpointWarnings(endpoints: JsonObject): string[] {
  return objectsAt(endpoints, "subsets").flatMap((subset, index) =>
    ["addresses", "notReadyAddresses"].flatMap((list) =>
      objectsAt(subset, list).flatMap((address, place) =>
        ipWarnings(textAt(address, "ip"), `subsets[${index}].${list}[${place}].ip`),
      ),
    ),
  );
}

export function networkPolicyWarnings(policy: JsonObject): string[] {
  const peers = { ingress: "from", egress: "to" };
  return Object.entries(peers).flatMap(([direction, key]) =>
    objectsAt(policy, `spec.${direction}`).flatMap((rule, index) =>
      objectsAt(rule, key).flatMap((peer, place) => {
        const block = objectAt(peer, "ipBlock");
        const path = `spec.${direction}[${index}].${key}[${place}].ipBlock`;
        return [
          ...cidrWarnings(textAt(block, "cidr"), `${path}.cidr`),
          ...textsAt(block, "except").flatMap((except, number) => cidrWarnings(except, `${path}.except[${number}]`)),
        ];
      }),
    ),
  );
}
