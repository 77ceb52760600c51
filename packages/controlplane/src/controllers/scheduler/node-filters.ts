/** What a node itself must be like for a pod: there to be used, wanted, tolerated, and with room left. */
import type { Container, Pod } from "@pintle/kinds";
import { matchesNodeNeeds } from "./node-selectors.ts";
import { type NodeState, requestsOf } from "./node-state.ts";
import { finalRejection, type NodeFilter, openRejection, type Rejection } from "./rejection.ts";
import { isRepelled, tolerates } from "./tolerations.ts";

const cordoned = { key: "node.kubernetes.io/unschedulable", effect: "NoSchedule" } as const;

/** In the order in which they are asked: the first that has something against a node is heard. */
export function nodeFilters(pod: Pod): readonly NodeFilter[] {
  const ports = hostPorts(pod);
  return [
    ({ node }) =>
      node.spec?.unschedulable && !tolerates(pod.spec?.tolerations ?? [], cordoned)
        ? finalRejection("node(s) were unschedulable")
        : undefined,
    ({ node }) =>
      isRepelled(pod, node.spec?.taints ?? []) ? finalRejection("node(s) had untolerated taint(s)") : undefined,
    ({ node }) =>
      matchesNodeNeeds(pod, node) ? undefined : finalRejection("node(s) didn't match Pod's node affinity/selector"),
    (node) =>
      ports.length > 0 && conflicts(ports, node)
        ? openRejection("node(s) didn't have free ports for the requested pod ports")
        : undefined,
    (node) => missingResources(pod, node),
  ];
}

function missingResources(pod: Pod, node: NodeState): Rejection | undefined {
  const reasons: string[] = [];
  let isFinal = false;
  if (node.podCount + 1 > node.allocatable("pods")) reasons.push("Too many pods");
  for (const [resource, wanted] of requestsOf(pod)) {
    if (wanted === 0 || resource === "pods") continue;
    const offered = node.allocatable(resource);
    if (wanted <= offered - node.promised(resource)) continue;
    reasons.push(`Insufficient ${resource}`);
    if (wanted > offered) isFinal = true;
  }
  return reasons.length === 0 ? undefined : { reasons, isFinal };
}

interface HostPort {
  readonly port: number;
  readonly protocol: string;
  readonly ip: string;
}

function hostPorts({ spec }: Pod): HostPort[] {
  const sidecars = (spec?.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === "Always");
  return [...sidecars, ...(spec?.containers ?? [])].flatMap(({ ports = [] }: Container) =>
    ports.flatMap(({ hostPort = 0, protocol = "TCP", hostIP = "" }) =>
      hostPort > 0 ? [{ port: hostPort, protocol, ip: hostIP === "" ? "0.0.0.0" : hostIP }] : [],
    ),
  );
}

function conflicts(wanted: readonly HostPort[], node: NodeState): boolean {
  const everywhere = "0.0.0.0";
  for (const other of node.pods) {
    for (const taken of hostPorts(other)) {
      const isTaken = wanted.some(
        ({ port, protocol, ip }) =>
          port === taken.port &&
          protocol === taken.protocol &&
          (ip === taken.ip || ip === everywhere || taken.ip === everywhere),
      );
      if (isTaken) return true;
    }
  }
  return false;
}
