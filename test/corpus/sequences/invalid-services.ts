/** Services, Endpoints and EndpointSlices that are refused. */
import { type Mutation, refusedCreations } from "../refusals.ts";
import type { Sequence } from "../sequence.ts";

const core = "/api/v1/namespaces/default";
const service = {
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "web" },
  spec: { selector: { app: "web" }, ports: [{ port: 80 }] },
};
const spec = (change: object) => ({ ...service.spec, ...change });
const balanced = (change: object = {}) => spec({ type: "LoadBalancer", ...change });

const basics: readonly Mutation[] = [
  ["no spec", "spec"],
  ["no ports", "spec.ports"],
  ["an empty list of ports", "spec.ports", []],
  ["an unknown type", "spec.type", "Ingress"],
  ["a type in lower case", "spec.type", "clusterip"],
  ["a name in capitals", "metadata.name", "Web"],
  ["a name that begins with a digit and has dots", "metadata.name", "1.web"],
  ["a name with a dot", "metadata.name", "web.example"],
  ["a name of 64 characters", "metadata.name", "w".repeat(64)],
  ["a selector with a bad key", "spec.selector", { "a b": "c" }],
  ["a selector with a bad value", "spec.selector", { a: "b c" }],
  ["an unknown session affinity", "spec.sessionAffinity", "Cookie"],
  [
    "a session affinity timeout of zero",
    "spec",
    spec({ sessionAffinity: "ClientIP", sessionAffinityConfig: { clientIP: { timeoutSeconds: 0 } } }),
  ],
  [
    "a session affinity timeout above a day",
    "spec",
    spec({ sessionAffinity: "ClientIP", sessionAffinityConfig: { clientIP: { timeoutSeconds: 86_401 } } }),
  ],
  ["an unknown internal traffic policy", "spec.internalTrafficPolicy", "Near"],
  ["an unknown traffic distribution", "spec.trafficDistribution", "Far"],
  ["a publishNotReadyAddresses that is a word", "spec.publishNotReadyAddresses", "yes"],
  ["an unknown field", "spec.portz", []],
];

const ports: readonly Mutation[] = [
  ["a port without a number", "spec.ports[0].port"],
  ["port 0", "spec.ports[0].port", 0],
  ["port 65536", "spec.ports[0].port", 65_536],
  ["a negative port", "spec.ports[0].port", -1],
  ["a target port of 65536", "spec.ports[0].targetPort", 65_536],
  ["a target port name with a blank", "spec.ports[0].targetPort", "my port"],
  ["a target port name of 16 characters", "spec.ports[0].targetPort", "a".repeat(16)],
  ["a target port of digits in quotes", "spec.ports[0].targetPort", "80"],
  ["an unknown protocol", "spec.ports[0].protocol", "HTTP"],
  ["a protocol in lower case", "spec.ports[0].protocol", "tcp"],
  ["a port name in capitals", "spec.ports[0].name", "HTTP"],
  ["a port name with a dot", "spec.ports[0].name", "http.alt"],
  ["two ports without names", "spec.ports", [{ port: 80 }, { port: 81 }]],
  [
    "two ports of the same name",
    "spec.ports",
    [
      { name: "a", port: 80 },
      { name: "a", port: 81 },
    ],
  ],
  [
    "the same port twice",
    "spec.ports",
    [
      { name: "a", port: 80 },
      { name: "b", port: 80 },
    ],
  ],
  ["a bad application protocol", "spec.ports[0].appProtocol", "my protocol"],
  ["a node port on a ClusterIP", "spec.ports[0].nodePort", 30_080],
  [
    "the same node port twice",
    "spec",
    {
      type: "NodePort",
      ports: [
        { name: "a", port: 80, nodePort: 30_081 },
        { name: "b", port: 81, nodePort: 30_081 },
      ],
    },
  ],
];

const addresses: readonly Mutation[] = [
  ["a cluster IP that is no address", "spec.clusterIP", "web"],
  ["a cluster IP out of range", "spec.clusterIP", "192.168.1.1"],
  ["a cluster IP of the other family", "spec.clusterIP", "fd00::1"],
  ["a cluster IP with leading zeros", "spec.clusterIP", "10.000.000.9"],
  ["cluster IPs that differ from the first", "spec", spec({ clusterIP: "10.0.0.9", clusterIPs: ["10.0.0.8"] })],
  ["cluster IPs without the first", "spec.clusterIPs", ["10.0.0.9"]],
  ["three cluster IPs", "spec", spec({ clusterIP: "10.0.0.9", clusterIPs: ["10.0.0.9", "fd00::1", "fd00::2"] })],
  ["two cluster IPs of one family", "spec", spec({ clusterIP: "10.0.0.9", clusterIPs: ["10.0.0.9", "10.0.0.8"] })],
  ["None among the cluster IPs", "spec", spec({ clusterIP: "10.0.0.9", clusterIPs: ["10.0.0.9", "None"] })],
  ["an unknown family policy", "spec.ipFamilyPolicy", "TripleStack"],
  ["two families in a cluster of one", "spec.ipFamilyPolicy", "RequireDualStack"],
  ["an unknown family", "spec.ipFamilies", ["IPv5"]],
  ["the same family twice", "spec.ipFamilies", ["IPv4", "IPv4"]],
  ["a family that the cluster does not have", "spec.ipFamilies", ["IPv6"]],
  ["a single stack of two families", "spec", spec({ ipFamilyPolicy: "SingleStack", ipFamilies: ["IPv4", "IPv6"] })],
  ["an external IP that is no address", "spec.externalIPs", ["web.example.com"]],
  ["an external IP of loopback", "spec.externalIPs", ["127.0.0.1"]],
  ["an external IP of the link", "spec.externalIPs", ["169.254.1.1"]],
  ["an external IP with leading zeros", "spec.externalIPs", ["192.168.010.001"]],
  ["no cluster IP on a NodePort", "spec", spec({ type: "NodePort", clusterIP: "None" })],
  ["no cluster IP on a LoadBalancer", "spec", balanced({ clusterIP: "None" })],
];

const external: readonly Mutation[] = [
  ["an external name without a name", "spec", { type: "ExternalName" }],
  ["an external name with an underscore at the end", "spec", { type: "ExternalName", externalName: "db_" }],
  ["an external name with a blank", "spec", { type: "ExternalName", externalName: "my db" }],
  [
    "an external name with a cluster IP",
    "spec",
    { type: "ExternalName", externalName: "db.example.com", clusterIP: "10.0.0.9" },
  ],
  [
    "an external name with families",
    "spec",
    { type: "ExternalName", externalName: "db.example.com", ipFamilies: ["IPv4"] },
  ],
  [
    "an external name with a family policy",
    "spec",
    { type: "ExternalName", externalName: "db.example.com", ipFamilyPolicy: "SingleStack" },
  ],
  ["an external traffic policy on a ClusterIP", "spec.externalTrafficPolicy", "Local"],
  ["an unknown external traffic policy", "spec", balanced({ externalTrafficPolicy: "Near" })],
  ["a health check port on a ClusterIP", "spec.healthCheckNodePort", 30_100],
  ["a health check port without local traffic", "spec", balanced({ healthCheckNodePort: 30_100 })],
  ["a load balancer class on a ClusterIP", "spec.loadBalancerClass", "example.com/a"],
  ["a bad load balancer class", "spec", balanced({ loadBalancerClass: "my class" })],
  ["an empty load balancer class", "spec", balanced({ loadBalancerClass: "" })],
  ["source ranges on a ClusterIP", "spec.loadBalancerSourceRanges", ["10.0.0.0/8"]],
  ["a source range that is no range", "spec", balanced({ loadBalancerSourceRanges: ["10.0.0.1"] })],
  ["a source range with bits after the mask", "spec", balanced({ loadBalancerSourceRanges: ["192.168.1.1/24"] })],
  [
    "a source range annotation that is no range",
    "metadata.annotations",
    { "service.beta.kubernetes.io/load-balancer-source-ranges": "10.0.0.1" },
  ],
  ["no node ports on a ClusterIP", "spec.allocateLoadBalancerNodePorts", false],
];

/** A dry run allocates nothing, and so finds neither of these. */
const allocations: readonly Mutation[] = [
  ["a node port out of range", "spec", { type: "NodePort", ports: [{ port: 80, nodePort: 80 }] }],
  ["a node port above the range", "spec", { type: "NodePort", ports: [{ port: 80, nodePort: 32_768 }] }],
  ["a negative node port", "spec", { type: "NodePort", ports: [{ port: 80, nodePort: -1 }] }],
  ["a health check port out of range", "spec", balanced({ externalTrafficPolicy: "Local", healthCheckNodePort: 80 })],
  ["the cluster IP of another Service", "spec.clusterIP", "10.0.0.1"],
  ["the first address of the range as cluster IP", "spec.clusterIP", "10.0.0.0"],
  ["the last address of the range as cluster IP", "spec.clusterIP", "10.0.0.255"],
];

const endpoints = {
  apiVersion: "v1",
  kind: "Endpoints",
  metadata: { name: "web" },
  subsets: [{ addresses: [{ ip: "192.168.1.1" }], ports: [{ port: 80 }] }],
};
const endpoint = "subsets[0].addresses[0]";

const endpointsRows: readonly Mutation[] = [
  ["an address that is no address", `${endpoint}.ip`, "web"],
  ["no address", `${endpoint}.ip`],
  ["a loopback address", `${endpoint}.ip`, "127.0.0.1"],
  ["a link-local address", `${endpoint}.ip`, "169.254.0.1"],
  ["a multicast address", `${endpoint}.ip`, "224.0.0.1"],
  ["an unspecified address", `${endpoint}.ip`, "0.0.0.0"],
  ["a host name in capitals", `${endpoint}.hostname`, "Web"],
  ["a node name with a blank", `${endpoint}.nodeName`, "node 1"],
  ["a subset of nothing", "subsets[0]", {}],
  ["port 0", "subsets[0].ports[0].port", 0],
  ["an unknown protocol", "subsets[0].ports[0].protocol", "HTTP"],
  ["two ports without names", "subsets[0].ports", [{ port: 80 }, { port: 81 }]],
  ["a bad application protocol", "subsets[0].ports[0].appProtocol", "a b"],
];

const slice = {
  apiVersion: "discovery.k8s.io/v1",
  kind: "EndpointSlice",
  metadata: { name: "web-1" },
  addressType: "IPv4",
  endpoints: [{ addresses: ["192.168.1.1"] }],
  ports: [{ name: "http", port: 80, protocol: "TCP" }],
};
const named = (change: object) => ({
  ...slice,
  addressType: "FQDN",
  endpoints: [{ addresses: ["web.example.com"], ...change }],
});

const slices: readonly Mutation[] = [
  ["no address type", "addressType"],
  ["an unknown address type", "addressType", "IPv5"],
  ["an address of the other family", "addressType", "IPv6"],
  ["an address that is no address", "endpoints[0].addresses", ["web"]],
  ["a loopback address", "endpoints[0].addresses", ["127.0.0.1"]],
  ["no addresses", "endpoints[0].addresses", []],
  ["101 addresses", "endpoints[0].addresses", Array.from({ length: 101 }, (_, index) => `192.168.1.${index}`)],
  ["1001 endpoints", "endpoints", Array.from({ length: 1001 }, () => ({ addresses: ["192.168.1.1"] }))],
  ["a bad name as FQDN", "", named({ addresses: ["-web"] })],
  ["a host name in capitals", "endpoints[0].hostname", "Web"],
  ["a node name with a blank", "endpoints[0].nodeName", "node 1"],
  ["the same hint twice", "endpoints[0].hints", { forZones: [{ name: "a" }, { name: "a" }] }],
  ["a hint for a zone with a blank", "endpoints[0].hints", { forZones: [{ name: "a b" }] }],
  [
    "two ports of the same name",
    "ports",
    [
      { name: "a", port: 80, protocol: "TCP" },
      { name: "a", port: 81, protocol: "TCP" },
    ],
  ],
  ["an unknown protocol", "ports[0].protocol", "HTTP"],
  ["a port name with a blank", "ports[0].name", "my port"],
  ["a port name of 64 characters", "ports[0].name", "a".repeat(64)],
  ["a bad application protocol", "ports[0].appProtocol", "a b"],
  [
    "20001 ports",
    "ports",
    Array.from({ length: 20_001 }, (_, index) => ({ name: `p${index}`, port: 80, protocol: "TCP" })),
  ],
  ["a port that is a word", "ports[0].port", "http"],
];

export const sequences: readonly Sequence[] = [
  ...refusedCreations(`${core}/services`, service, [...basics, ...ports, ...addresses, ...external]),
  ...refusedCreations(`${core}/services`, service, allocations, {}),
  ...refusedCreations(`${core}/endpoints`, endpoints, endpointsRows),
  ...refusedCreations("/apis/discovery.k8s.io/v1/namespaces/default/endpointslices", slice, slices),
];
