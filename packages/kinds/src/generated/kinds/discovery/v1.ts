// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** The kinds and types of discovery/v1, as plain JSON. */

import { defineKind, type ObjectOf } from "@pintle/machinery/objects";
import type { ObjectReference } from "../core/v1.ts";

export interface Endpoint {
  addresses: string[];
  conditions?: EndpointConditions;
  deprecatedTopology?: { [key: string]: string };
  hints?: EndpointHints;
  hostname?: string;
  nodeName?: string;
  targetRef?: ObjectReference;
  zone?: string;
}

export interface EndpointConditions {
  ready?: boolean;
  serving?: boolean;
  terminating?: boolean;
}

export interface EndpointHints {
  forNodes?: ForNode[];
  forZones?: ForZone[];
}

export interface EndpointPort {
  appProtocol?: string;
  name?: string;
  port?: number;
  protocol?: "SCTP" | "TCP" | "UDP";
}

export const EndpointSlice = defineKind({
  group: "discovery.k8s.io",
  version: "v1",
  kind: "EndpointSlice",
  plural: "endpointslices",
  scope: "Namespaced",
})<{ addressType: "FQDN" | "IPv4" | "IPv6"; endpoints?: Endpoint[]; ports?: EndpointPort[] }>();
export type EndpointSlice = ObjectOf<typeof EndpointSlice>;

export interface ForNode {
  name: string;
}

export interface ForZone {
  name: string;
}
