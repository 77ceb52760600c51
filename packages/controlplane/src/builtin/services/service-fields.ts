/** What services need by their type, and how the fields that follow from each other are kept in step. */
import { getOwn, type JsonObject } from "@pintle/machinery";
import { changeItems, numberAt, objectsAt, textAt, textsAt, valueAt, withField } from "../json-fields.ts";

export const isExternalName = (spec: JsonObject): boolean => textAt(spec, "type") === "ExternalName";
export const isHeadless = (spec: JsonObject): boolean => textAt(spec, "clusterIP") === "None";

export function needsNodePorts(spec: JsonObject): boolean {
  const type = textAt(spec, "type");
  return type === "NodePort" || (type === "LoadBalancer" && valueAt(spec, "allocateLoadBalancerNodePorts") !== false);
}

export function hasNodePorts(spec: JsonObject): boolean {
  const type = textAt(spec, "type");
  return type === "NodePort" || type === "LoadBalancer";
}

export function needsHealthPort(spec: JsonObject): boolean {
  return textAt(spec, "type") === "LoadBalancer" && textAt(spec, "externalTrafficPolicy") === "Local";
}

export function isExternallyAccessible(spec: JsonObject): boolean {
  const hasOwn = textAt(spec, "type") === "ClusterIP" && textsAt(spec, "externalIPs").length > 0;
  return hasNodePorts(spec) || hasOwn;
}

export function isSameList(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((text, index) => text === right[index]);
}

export function nodePortsOf(spec: JsonObject): number[] {
  return objectsAt(spec, "ports").flatMap((port) => numberAt(port, "nodePort") || []);
}

/** The list of addresses follows the single one, which older clients know alone. */
export function withClusterIps(spec: JsonObject, old: JsonObject | undefined): JsonObject {
  const [ip, ips] = [textAt(spec, "clusterIP"), textsAt(spec, "clusterIPs")];
  if (old === undefined) return ip !== "" && ips.length === 0 ? withField(spec, "clusterIPs", [ip]) : spec;
  const [oldIp, oldIps] = [textAt(old, "clusterIP"), textsAt(old, "clusterIPs")];
  if (ip === oldIp) return oldIps.length > 0 && ips.length === 0 ? withField(spec, "clusterIPs", [...oldIps]) : spec;
  if (!isSameList(ips, oldIps)) return spec;
  return withField(spec, "clusterIPs", ip === "" ? undefined : [ip]);
}

/** An update that leaves out what was allocated before keeps it. */
export function withAllocatedOf(spec: JsonObject, old: JsonObject): JsonObject {
  let kept = spec;
  if (!isExternalName(old) && !isExternalName(spec)) {
    if (textAt(spec, "clusterIP") === "") kept = withField(kept, "clusterIP", textAt(old, "clusterIP") || undefined);
    if (textsAt(spec, "clusterIPs").length === 0) kept = withField(kept, "clusterIPs", getOwn(old, "clusterIPs"));
  }
  if (needsNodePorts(old) && needsNodePorts(spec)) kept = withNodePortsOf(kept, old);
  if (needsHealthPort(old) && needsHealthPort(spec) && !numberAt(spec, "healthCheckNodePort")) {
    kept = withField(kept, "healthCheckNodePort", getOwn(old, "healthCheckNodePort"));
  }
  return kept;
}

function withNodePortsOf(spec: JsonObject, old: JsonObject): JsonObject {
  const before = new Map(
    objectsAt(old, "ports").map((port) => [textAt(port, "name"), numberAt(port, "nodePort") ?? 0]),
  );
  const claimed = new Set(nodePortsOf(spec));
  return changeItems(spec, "ports", (port) => {
    const found = before.get(textAt(port, "name")) ?? 0;
    const isFree = found !== 0 && !claimed.has(found);
    return !numberAt(port, "nodePort") && isFree ? withField(port, "nodePort", found) : port;
  });
}

/** What means nothing for the new type goes with the old one, unless the client changed it in the same write. */
export function dropByType(spec: JsonObject, old: JsonObject): JsonObject {
  let kept = spec;
  const drop = (key: string, isSame: boolean) => {
    if (isSame) kept = withField(kept, key, undefined);
  };
  const same = (key: string) => textAt(spec, key) === textAt(old, key);
  if (!isExternalName(old) && isExternalName(spec)) {
    const isSameAddress = same("clusterIP") && isSameList(textsAt(spec, "clusterIPs"), textsAt(old, "clusterIPs"));
    drop("clusterIP", isSameAddress);
    drop("clusterIPs", isSameAddress);
    drop("ipFamilies", isSameList(textsAt(spec, "ipFamilies"), textsAt(old, "ipFamilies")));
    drop("ipFamilyPolicy", same("ipFamilyPolicy"));
  }
  const oldPorts = new Set(nodePortsOf(old));
  if (hasNodePorts(old) && !hasNodePorts(spec) && nodePortsOf(spec).every((port) => oldPorts.has(port))) {
    kept = changeItems(kept, "ports", (port) => withField(port, "nodePort", undefined));
  }
  const wasBalanced = textAt(old, "type") === "LoadBalancer" && textAt(spec, "type") !== "LoadBalancer";
  const hasSame = (key: string) => valueAt(spec, key) === valueAt(old, key);
  drop("healthCheckNodePort", needsHealthPort(old) && !needsHealthPort(spec) && hasSame("healthCheckNodePort"));
  drop("allocateLoadBalancerNodePorts", wasBalanced && hasSame("allocateLoadBalancerNodePorts"));
  drop("loadBalancerClass", wasBalanced && hasSame("loadBalancerClass"));
  const isHidden = isExternallyAccessible(old) && !isExternallyAccessible(spec);
  drop("externalTrafficPolicy", isHidden && same("externalTrafficPolicy"));
  // Reading drops it for external names, whatever was written.
  drop("internalTrafficPolicy", isExternalName(spec));
  return kept;
}
