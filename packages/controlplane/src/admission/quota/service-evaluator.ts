/** Services count, and so do the ports of nodes and the load balancers that they take. */
import { type JsonObject, parseQuantity } from "@pintle/machinery";
import { numberAt, objectsAt, textAt, valueAt } from "../../builtin/json-fields.ts";
import { oneUnit, zero } from "../resources/resource-list.ts";
import type { QuotaEvaluator } from "./evaluator.ts";

const names = ["count/services", "services", "services.nodeports", "services.loadbalancers"];

export const serviceEvaluator: QuotaEvaluator = {
  isConcerned: ({ operation, subresource }) => subresource === "" && (operation === "CREATE" || operation === "UPDATE"),
  counts: (name) => names.includes(name),
  usageOf: (service) =>
    new Map([
      ["count/services", oneUnit],
      ["services", oneUnit],
      ["services.nodeports", parseQuantity(String(nodePortsOf(service)))],
      ["services.loadbalancers", textAt(service, "spec.type") === "LoadBalancer" ? oneUnit : zero],
    ]),
};

/** Ports may not have been chosen yet, and so the wish for them counts. */
function nodePortsOf(service: JsonObject): number {
  const ports = objectsAt(service, "spec.ports");
  const type = textAt(service, "spec.type");
  if (type !== "NodePort" && type !== "LoadBalancer") return 0;
  if (type === "NodePort" || valueAt(service, "spec.allocateLoadBalancerNodePorts") !== false) return ports.length;
  return ports.filter((port) => (numberAt(port, "nodePort") ?? 0) !== 0).length;
}
