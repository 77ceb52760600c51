/** The defaults of services, as far as they need no address or port to be allocated. */
import type { JsonObject } from "@pintle/machinery";
import {
  changeField,
  changeItems,
  listAt,
  numberAt,
  textAt,
  valueAt,
  withDefaults,
  withField,
} from "../json-fields.ts";
import type { Defaulter } from "./defaults-of.ts";

const affinitySeconds = 10_800;

export const serviceDefaults: Readonly<Record<string, Defaulter>> = { "core/v1.Service": completeService };

function completeService(service: JsonObject): JsonObject {
  const completed = changeField(service, "spec", (spec) => completeTraffic(completePorts(completeAffinity(spec))));
  if (textAt(completed, "spec.type") !== "LoadBalancer") return completed;
  return changeField(completed, "status", (status) =>
    changeField(status, "loadBalancer", (balancer) =>
      changeItems(balancer, "ingress", (ingress) => (ingress.ip ? withDefaults(ingress, { ipMode: "VIP" }) : ingress)),
    ),
  );
}

function completeAffinity(spec: JsonObject): JsonObject {
  const completed = withDefaults(spec, { sessionAffinity: "None", type: "ClusterIP" });
  if (completed.sessionAffinity === "None") return withField(completed, "sessionAffinityConfig", undefined);
  if (completed.sessionAffinity !== "ClientIP") return completed;
  if (numberAt(completed, "sessionAffinityConfig.clientIP.timeoutSeconds") !== undefined) return completed;
  return withField(completed, "sessionAffinityConfig", { clientIP: { timeoutSeconds: affinitySeconds } });
}

/** A service leads to the port of the same number unless it says to which. */
function completePorts(spec: JsonObject): JsonObject {
  return changeItems(spec, "ports", (port) => {
    const named = withDefaults(port, { protocol: "TCP" });
    const target = port.targetPort;
    const isMissing = target === undefined || target === null || target === 0 || target === "";
    return isMissing ? withField(named, "targetPort", numberAt(port, "port") ?? 0) : named;
  });
}

function completeTraffic(spec: JsonObject): JsonObject {
  const type = textAt(spec, "type");
  const isBalanced = type === "LoadBalancer";
  const isExternal =
    isBalanced || type === "NodePort" || (type === "ClusterIP" && listAt(spec, "externalIPs").length > 0);
  const isInternal = isBalanced || type === "NodePort" || type === "ClusterIP";
  return withDefaults(spec, {
    ...(isExternal && { externalTrafficPolicy: "Cluster" }),
    ...(isInternal && { internalTrafficPolicy: "Cluster" }),
    ...(isBalanced && { allocateLoadBalancerNodePorts: valueAt(spec, "allocateLoadBalancerNodePorts") ?? true }),
  });
}
