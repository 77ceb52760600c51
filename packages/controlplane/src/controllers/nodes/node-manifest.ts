/** A simulated node as its kubelet would register it. */
import type { Node, NodeCondition } from "@pintle/kinds";
import { formatTime } from "@pintle/machinery";
import { kubernetesVersion } from "../../kubernetes-version.ts";

/** Nodes that bear it are acted for by the simulated kubelets. */
export const simulatedAnnotation = "pintle.dev/simulated";

/** As many as there are networks of pods to give away. */
export const maxNodes = 3_000;

const resources = {
  cpu: "32",
  memory: "256Gi",
  "ephemeral-storage": "1Ti",
  "hugepages-1Gi": "0",
  "hugepages-2Mi": "0",
  pods: "110",
};

const healthy: readonly (readonly [type: string, reason: string, message: string])[] = [
  ["MemoryPressure", "KubeletHasSufficientMemory", "kubelet has sufficient memory available"],
  ["DiskPressure", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"],
  ["PIDPressure", "KubeletHasSufficientPID", "kubelet has sufficient PID available"],
  ["Ready", "KubeletReady", "kubelet is posting ready status"],
];

export function nodeName(index: number): string {
  return `node-${index + 1}`;
}

/** What is created, and what its status is then: the server takes no status with an object. */
export function nodeManifest(index: number, nowMs: number): Node & { readonly status: NonNullable<Node["status"]> } {
  const name = nodeName(index);
  const podCIDR = `10.${244 + (index >> 8)}.${index & 255}.0/24`;
  const address = `172.${18 + ((index + 2) >> 16)}.${((index + 2) >> 8) & 255}.${(index + 2) & 255}`;
  const shared = { "kubernetes.io/arch": "amd64", "kubernetes.io/os": "linux" };
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: {
      name,
      labels: {
        "beta.kubernetes.io/arch": "amd64",
        "beta.kubernetes.io/os": "linux",
        ...shared,
        "kubernetes.io/hostname": name,
      },
      annotations: { [simulatedAnnotation]: "true" },
    },
    spec: { podCIDR, podCIDRs: [podCIDR] },
    status: {
      addresses: [
        { type: "InternalIP", address },
        { type: "Hostname", address: name },
      ],
      capacity: resources,
      allocatable: resources,
      conditions: nodeConditions(nowMs, nowMs),
      daemonEndpoints: { kubeletEndpoint: { Port: 10_250 } },
      nodeInfo: nodeInfo(index),
    },
  };
}

export function nodeConditions(nowMs: number, sinceMs: number): NodeCondition[] {
  return healthy.map(([type, reason, message]) => ({
    type,
    status: type === "Ready" ? "True" : "False",
    lastHeartbeatTime: formatTime(nowMs),
    lastTransitionTime: formatTime(sinceMs),
    reason,
    message,
  }));
}

export function isSimulated({ metadata }: Node): boolean {
  return metadata.annotations?.[simulatedAnnotation] === "true";
}

/** The address at which other nodes and the server find it. */
export function nodeAddress({ status }: Node): string {
  return status?.addresses?.find(({ type }) => type === "InternalIP")?.address ?? "";
}

function nodeInfo(index: number): NonNullable<NonNullable<Node["status"]>["nodeInfo"]> {
  const id = (index + 1).toString(16).padStart(32, "0");
  const { gitVersion } = kubernetesVersion;
  return {
    machineID: id,
    systemUUID: id,
    bootID: id,
    kernelVersion: "simulated",
    osImage: "Pintle",
    containerRuntimeVersion: "pintle://simulated",
    kubeletVersion: gitVersion,
    kubeProxyVersion: "",
    operatingSystem: "linux",
    architecture: "amd64",
  };
}
