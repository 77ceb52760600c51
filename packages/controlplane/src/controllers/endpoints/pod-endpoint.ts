/** A pod as an endpoint of a Service: its addresses of one family, its ports, and what state it is in. */
import type { Endpoint, EndpointSlice, Node, Pod, Service } from "@pintle/kinds";
import { addressFamily, canonicalIp } from "../../builtin/validation/addresses.ts";
import { isPodReady } from "../workload/pod-state.ts";
import { hostnameIn } from "./service-pods.ts";

export type AddressType = EndpointSlice["addressType"];
export type SlicePort = NonNullable<EndpointSlice["ports"]>[number];
type ServicePort = NonNullable<NonNullable<Service["spec"]>["ports"]>[number];

const zoneLabel = "topology.kubernetes.io/zone";

export function endpointOfPod(pod: Pod, node: Node | undefined, service: Service, type: AddressType): Endpoint {
  const serving = isPodReady(pod);
  const terminating = pod.metadata.deletionTimestamp !== undefined;
  // What is ending is not ready, for those who look at nothing else.
  const ready = service.spec?.publishNotReadyAddresses === true || (serving && !terminating);
  const hostname = hostnameIn(service, pod);
  const nodeName = pod.spec?.nodeName ?? "";
  const zone = node?.metadata.labels?.[zoneLabel] ?? "";
  return {
    addresses: addressesOf(pod, type),
    conditions: { ready, serving, terminating },
    ...(hostname !== undefined && { hostname }),
    targetRef: referenceTo(pod),
    ...(nodeName !== "" && { nodeName }),
    ...(zone !== "" && { zone }),
  };
}

export function referenceTo({ metadata }: Pod): NonNullable<Endpoint["targetRef"]> {
  const { namespace = "", name = "", uid = "" } = metadata;
  return { kind: "Pod", namespace, name, uid };
}

/** Addresses of one family, written as everybody does. */
export function addressesOf({ status }: Pod, type: AddressType): string[] {
  const family = type === "IPv6" ? 6 : 4;
  return (status?.podIPs ?? []).flatMap(({ ip = "" }) => (addressFamily(ip) === family ? [canonicalIp(ip)] : []));
}

/** The ports of the Service as the pod has them. One that the pod does not name is left out. */
export function portsOfPod({ spec }: Service, pod: Pod): SlicePort[] {
  return (spec?.ports ?? []).flatMap((port) => {
    const number = findPort(pod, port);
    if (number === undefined) return [];
    const { name = "", protocol = "TCP", appProtocol } = port;
    return [{ name, protocol, port: number, ...(appProtocol !== undefined && { appProtocol }) }];
  });
}

/** A port is a number, or the name of a port of a container; containers that run beside the others count. */
export function findPort({ spec }: Pod, { targetPort, port, protocol = "TCP" }: ServicePort): number | undefined {
  if (typeof targetPort !== "string") return targetPort ?? port;
  const beside = (spec?.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === "Always");
  return [...(spec?.containers ?? []), ...beside]
    .flatMap(({ ports }) => ports ?? [])
    .find((each) => each.name === targetPort && (each.protocol ?? "TCP") === protocol)?.containerPort;
}

/** What of its families a Service has slices for. */
export function addressTypesOf({ spec }: Service): readonly AddressType[] {
  const families = (spec?.ipFamilies ?? []).filter((family) => family === "IPv4" || family === "IPv6");
  if (families.length > 0) return [...new Set(families)] as AddressType[];
  const { clusterIP = "" } = spec ?? {};
  if (clusterIP === "" || clusterIP === "None") return ["IPv4", "IPv6"];
  return [addressFamily(clusterIP) === 6 ? "IPv6" : "IPv4"];
}
