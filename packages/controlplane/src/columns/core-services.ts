/** The rows of Services and Endpoints, and the addresses that load balancers report. */
import { compareUtf8, type JsonObject } from "@pintle/machinery";
import { objectAt, objectsAt, textAt, textsAt } from "../builtin/json-fields.ts";
import { ageOf, type CellsByResource, countAt, nameOf } from "./kind-cells.ts";
import { formatLabelMap } from "./label-cells.ts";
import { formatFirstOf } from "./list-cells.ts";

export const serviceCells: CellsByResource = {
  services: (service, nowMs) => [
    nameOf(service),
    textAt(service, "spec.type"),
    textsAt(service, "spec.clusterIPs")[0] ?? "<none>",
    formatExternalIps(service),
    formatServicePorts(service) || "<none>",
    ageOf(service, nowMs),
    formatLabelMap(objectAt(service, "spec.selector")),
  ],
  endpoints: (endpoints, nowMs) => [nameOf(endpoints), formatEndpoints(endpoints), ageOf(endpoints, nowMs)],
};

/** The addresses or names at which a load balancer was set up, sorted and each once. */
export function loadBalancerAddresses(object: JsonObject): readonly string[] {
  const addresses = objectsAt(object, "status.loadBalancer.ingress").map(
    (ingress) => textAt(ingress, "ip") || textAt(ingress, "hostname"),
  );
  return [...new Set(addresses)].filter((address) => address !== "").sort(compareUtf8);
}

function formatExternalIps(service: JsonObject): string {
  const externalIps = textsAt(service, "spec.externalIPs");
  switch (textAt(service, "spec.type")) {
    case "ClusterIP":
    case "NodePort":
      return externalIps.length > 0 ? externalIps.join(",") : "<none>";
    case "LoadBalancer": {
      const addresses = [...loadBalancerAddresses(service), ...externalIps];
      return addresses.length > 0 ? addresses.join(",") : "<pending>";
    }
    case "ExternalName":
      return textAt(service, "spec.externalName");
    default:
      return "<unknown>";
  }
}

function formatServicePorts(service: JsonObject): string {
  const ports = objectsAt(service, "spec.ports").map((port) => {
    const nodePort = countAt(port, "nodePort");
    const behind = nodePort > 0 ? `:${nodePort}` : "";
    return `${countAt(port, "port")}${behind}/${textAt(port, "protocol")}`;
  });
  return ports.join(",");
}

function formatEndpoints(endpoints: JsonObject): string {
  const subsets = objectsAt(endpoints, "subsets");
  return subsets.length === 0 ? "<none>" : formatFirstOf(subsets.flatMap(addressesOf));
}

/** Headless Services may have no ports; the addresses then stand alone. */
function addressesOf(subset: JsonObject): readonly string[] {
  const addresses = objectsAt(subset, "addresses").map((address) => textAt(address, "ip"));
  const ports = objectsAt(subset, "ports");
  if (ports.length === 0) return addresses;
  return ports.flatMap((port) => addresses.map((address) => joinHostPort(address, countAt(port, "port"))));
}

function joinHostPort(host: string, port: number): string {
  return /[:%]/.test(host) ? `[${host}]:${port}` : `${host}:${port}`;
}
