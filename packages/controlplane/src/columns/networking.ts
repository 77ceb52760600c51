/** The rows of Ingresses, network policies, addresses and EndpointSlices. */
import { isJsonObject, type JsonObject } from "@pintle/machinery";
import { listAt, numberAt, objectAt, objectsAt, textAt, textsAt, valueAt } from "../builtin/json-fields.ts";
import { loadBalancerAddresses } from "./core-services.ts";
import { ageOf, annotationOf, type CellsByResource, nameOf, textOr } from "./kind-cells.ts";
import { formatSelectorAt } from "./label-cells.ts";
import { formatFirstOf } from "./list-cells.ts";

const shownHosts = 3;

export const networkingCells: CellsByResource = {
  "ingresses.networking.k8s.io": (ingress, nowMs) => [
    nameOf(ingress),
    textOr(ingress, "spec.ingressClassName", "<none>"),
    formatHosts(ingress),
    loadBalancerAddresses(ingress).join(","),
    listAt(ingress, "spec.tls").length > 0 ? "80, 443" : "80",
    ageOf(ingress, nowMs),
  ],
  "ingressclasses.networking.k8s.io": (ingressClass, nowMs) => {
    const isDefault = annotationOf(ingressClass, "ingressclass.kubernetes.io/is-default-class") === "true";
    return [
      isDefault ? `${nameOf(ingressClass)} (default)` : nameOf(ingressClass),
      textAt(ingressClass, "spec.controller"),
      formatParameters(ingressClass),
      ageOf(ingressClass, nowMs),
    ];
  },
  "networkpolicies.networking.k8s.io": (policy, nowMs) => [
    ...[nameOf(policy), formatSelectorAt(policy, "spec.podSelector"), ageOf(policy, nowMs)],
  ],
  "servicecidrs.networking.k8s.io": (range, nowMs) => [
    ...[nameOf(range), textsAt(range, "spec.cidrs").join(","), ageOf(range, nowMs)],
  ],
  // There is an age but no column for it, upstream too.
  "ipaddresses.networking.k8s.io": (address, nowMs) => [nameOf(address), formatParent(address), ageOf(address, nowMs)],
  "endpointslices.discovery.k8s.io": (slice, nowMs) => [
    nameOf(slice),
    textAt(slice, "addressType"),
    formatFirstOf(objectsAt(slice, "ports").map(formatPort)) || "<unset>",
    formatFirstOf(objectsAt(slice, "endpoints").flatMap((endpoint) => textsAt(endpoint, "addresses"))) || "<unset>",
    ageOf(slice, nowMs),
  ],
};

/** Three hosts are shown; how many more there are is counted in rules, with or without a host. */
function formatHosts(ingress: JsonObject): string {
  const rules = objectsAt(ingress, "spec.rules").map((rule) => textAt(rule, "host"));
  const hosts = rules.filter((host) => host !== "").slice(0, shownHosts);
  if (hosts.length === 0) return "*";
  const lastShown = hosts.length < shownHosts ? rules.length - 1 : indexOfHost(rules, shownHosts);
  const text = hosts.join(",");
  return lastShown < rules.length - 1 ? `${text} + ${rules.length - shownHosts} more...` : text;
}

/** Where the host stands that is the so-manieth of those that are not empty. */
function indexOfHost(rules: readonly string[], position: number): number {
  let seen = 0;
  return rules.findIndex((host) => {
    if (host !== "") seen += 1;
    return seen === position;
  });
}

function formatParameters(ingressClass: JsonObject): string {
  const parameters = valueAt(ingressClass, "spec.parameters");
  if (!isJsonObject(parameters)) return "<none>";
  const group = valueAt(parameters, "apiGroup");
  const kind = textAt(parameters, "kind");
  return `${typeof group === "string" ? `${kind}.${group}` : kind}/${textAt(parameters, "name")}`;
}

/** `services/default/kubernetes` */
function formatParent(address: JsonObject): string {
  if (!isJsonObject(valueAt(address, "spec.parentRef"))) return "<none>";
  const parent = objectAt(address, "spec.parentRef");
  const [group, resource, namespace] = [
    textAt(parent, "group"),
    textAt(parent, "resource"),
    textAt(parent, "namespace"),
  ];
  const groupResource = group === "" ? resource : `${resource}.${group}`;
  return [groupResource.toLowerCase(), ...(namespace === "" ? [] : [namespace]), textAt(parent, "name")].join("/");
}

function formatPort(port: JsonObject): string {
  const number = numberAt(port, "port");
  return number === undefined ? textOr(port, "name", "*") : String(number);
}
