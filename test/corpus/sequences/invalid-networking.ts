/** Ingresses, IngressClasses, NetworkPolicies, IPAddresses and ServiceCIDRs that are refused. */
import { type Mutation, refusedCreations } from "../refusals.ts";
import type { Sequence } from "../sequence.ts";

const networking = "/apis/networking.k8s.io/v1";
const backend = { service: { name: "web", port: { number: 80 } } };
const path = { path: "/", pathType: "Prefix", backend };
const ingress = {
  apiVersion: "networking.k8s.io/v1",
  kind: "Ingress",
  metadata: { name: "web" },
  spec: { rules: [{ host: "web.example.com", http: { paths: [path] } }] },
};
const first = "spec.rules[0].http.paths[0]";

const ingresses: readonly Mutation[] = [
  ["neither rules nor a default backend", "spec", {}],
  ["rules without paths", "spec.rules[0].http", {}],
  ["an empty list of paths", "spec.rules[0].http.paths", []],
  ["a host that is an address", "spec.rules[0].host", "192.168.1.1"],
  ["a host with an underscore", "spec.rules[0].host", "my_web.example.com"],
  ["a host with a port", "spec.rules[0].host", "web.example.com:80"],
  ["a wildcard in the middle of a host", "spec.rules[0].host", "a.*.example.com"],
  ["a host that is only a wildcard", "spec.rules[0].host", "*"],
  ["a host of two wildcards", "spec.rules[0].host", "*.*.example.com"],
  ["no path type", `${first}.pathType`],
  ["an unknown path type", `${first}.pathType`, "Regex"],
  ["a relative path", `${first}.path`, "web"],
  ["an exact path of nothing", `${first}`, { ...path, pathType: "Exact", path: undefined }],
  ["a path with two slashes", `${first}.path`, "/a//b"],
  ["a path with a dot segment", `${first}.path`, "/a/./b"],
  ["a path that climbs up", `${first}.path`, "/a/../b"],
  ["a path with an encoded slash", `${first}.path`, "/a%2fb"],
  ["a path that ends in two dots", `${first}.path`, "/a/.."],
  ["a relative path of any type", `${first}`, { ...path, pathType: "ImplementationSpecific", path: "a" }],
  ["a path without a backend", `${first}.backend`],
  ["an empty backend", `${first}.backend`, {}],
  ["a backend without a Service name", `${first}.backend.service.name`],
  ["a backend with a Service name in capitals", `${first}.backend.service.name`, "Web"],
  ["a backend without a port", `${first}.backend.service.port`],
  ["a backend with a port number and a name", `${first}.backend.service.port`, { number: 80, name: "http" }],
  ["a backend with port 65536", `${first}.backend.service.port`, { number: 65_536 }],
  ["a backend with a bad port name", `${first}.backend.service.port`, { name: "my port" }],
  ["a backend of Service and resource", `${first}.backend`, { ...backend, resource: { kind: "Bucket", name: "a" } }],
  ["a backend resource without a name", `${first}.backend`, { resource: { apiGroup: "example.com", kind: "Bucket" } }],
  ["a backend resource without a kind", `${first}.backend`, { resource: { apiGroup: "example.com", name: "a" } }],
  ["a backend of the old form", `${first}.backend`, { serviceName: "web", servicePort: 80 }],
  ["a default backend without a port", "spec.defaultBackend", { service: { name: "web" } }],
  ["an empty default backend", "spec.defaultBackend", {}],
  ["a TLS host that is no name", "spec.tls", [{ hosts: ["my host"] }]],
  ["a TLS host with two wildcards", "spec.tls", [{ hosts: ["*.*.com"] }]],
  ["a TLS secret name in capitals", "spec.tls", [{ secretName: "Web" }]],
  ["a class name in capitals", "spec.ingressClassName", "Nginx"],
  [
    "a class in an annotation and in a field",
    "",
    {
      ...ingress,
      metadata: { name: "web", annotations: { "kubernetes.io/ingress.class": "a" } },
      spec: { ...ingress.spec, ingressClassName: "b" },
    },
  ],
  ["a class only in an annotation", "metadata.annotations", { "kubernetes.io/ingress.class": "nginx" }],
  ["a port that is a word", `${first}.backend.service.port.number`, "http"],
];

const ingressClass = {
  apiVersion: "networking.k8s.io/v1",
  kind: "IngressClass",
  metadata: { name: "a" },
  spec: { controller: "example.com/a" },
};
const parameters = (change: object) => ({
  apiGroup: "example.com",
  kind: "Settings",
  name: "a",
  scope: "Cluster",
  ...change,
});

const ingressClasses: readonly Mutation[] = [
  ["no controller", "spec.controller"],
  ["a controller without a domain", "spec.controller", "nginx"],
  ["a controller with a bad domain", "spec.controller", "Example_com/a"],
  ["a controller of 251 characters", "spec.controller", `example.com/${"a".repeat(239)}`],
  ["parameters without a kind", "spec.parameters", parameters({ kind: undefined })],
  ["parameters without a name", "spec.parameters", parameters({ name: undefined })],
  ["parameters with a bad group", "spec.parameters", parameters({ apiGroup: "Example" })],
  ["parameters of unknown scope", "spec.parameters", parameters({ scope: "World" })],
  ["cluster parameters in a namespace", "spec.parameters", parameters({ namespace: "a" })],
  ["namespaced parameters without a namespace", "spec.parameters", parameters({ scope: "Namespace" })],
  ["namespaced parameters in a bad namespace", "spec.parameters", parameters({ scope: "Namespace", namespace: "A" })],
  ["parameters with a slash in the name", "spec.parameters", parameters({ name: "a/b" })],
];

const policy = {
  apiVersion: "networking.k8s.io/v1",
  kind: "NetworkPolicy",
  metadata: { name: "a" },
  spec: {
    podSelector: {},
    policyTypes: ["Ingress"],
    ingress: [{ from: [{ podSelector: {} }], ports: [{ port: 80 }] }],
  },
};
const peer = "spec.ingress[0].from[0]";
const port = "spec.ingress[0].ports[0]";

const policies: readonly Mutation[] = [
  ["a bad pod selector", "spec.podSelector", { matchLabels: { "a b": "c" } }],
  [
    "a pod selector with an unknown operator",
    "spec.podSelector",
    { matchExpressions: [{ key: "a", operator: "Like" }] },
  ],
  ["an unknown policy type", "spec.policyTypes", ["Sideways"]],
  ["three policy types", "spec.policyTypes", ["Ingress", "Egress", "Ingress"]],
  ["a peer of nothing", peer, {}],
  ["a peer by range and pods", peer, { ipBlock: { cidr: "10.0.0.0/8" }, podSelector: {} }],
  ["a range without a mask", peer, { ipBlock: { cidr: "10.0.0.1" } }],
  ["a range that is missing", peer, { ipBlock: {} }],
  ["a range with bits after the mask", peer, { ipBlock: { cidr: "192.168.1.1/16" } }],
  ["an exception outside of the range", peer, { ipBlock: { cidr: "192.168.0.0/16", except: ["172.16.0.0/24"] } }],
  ["an exception as large as the range", peer, { ipBlock: { cidr: "192.168.0.0/16", except: ["192.168.0.0/16"] } }],
  ["an exception that is no range", peer, { ipBlock: { cidr: "192.168.0.0/16", except: ["a"] } }],
  [
    "a peer with a bad namespace selector",
    peer,
    { namespaceSelector: { matchExpressions: [{ key: "a", operator: "In" }] } },
  ],
  ["a peer with a bad pod selector", peer, { podSelector: { matchLabels: { a: "b c" } } }],
  ["port 0", port, { port: 0 }],
  ["port 65536", port, { port: 65_536 }],
  ["a bad port name", port, { port: "my port" }],
  ["an unknown protocol", port, { port: 80, protocol: "ICMP" }],
  ["an end port without a port", port, { endPort: 90 }],
  ["an end port below the port", port, { port: 80, endPort: 79 }],
  ["an end port after a name", port, { port: "http", endPort: 90 }],
  ["an end port of 65536", port, { port: 80, endPort: 65_536 }],
  ["a bad range to go out to", "spec.egress", [{ to: [{ ipBlock: { cidr: "a" } }] }]],
  ["a peer of nothing to go out to", "spec.egress", [{ to: [{}] }]],
  ["a bad port to go out to", "spec.egress", [{ ports: [{ port: -1 }] }]],
];

const address = {
  apiVersion: "networking.k8s.io/v1",
  kind: "IPAddress",
  metadata: { name: "192.168.1.1" },
  spec: { parentRef: { resource: "services", namespace: "default", name: "web" } },
};

const addresses: readonly Mutation[] = [
  ["a name that is no address", "metadata.name", "web"],
  ["an address that is not canonical", "metadata.name", "2001:DB8::1"],
  ["no parent", "spec.parentRef"],
  ["a parent without a resource", "spec.parentRef.resource"],
  ["a parent without a name", "spec.parentRef.name"],
  ["a parent in a bad namespace", "spec.parentRef.namespace", "a/b"],
  ["a parent of a bad group", "spec.parentRef.group", "A B"],
];

const range = {
  apiVersion: "networking.k8s.io/v1",
  kind: "ServiceCIDR",
  metadata: { name: "more" },
  spec: { cidrs: ["192.168.0.0/24"] },
};

const ranges: readonly Mutation[] = [
  ["no ranges", "spec.cidrs", []],
  ["a range that is an address", "spec.cidrs", ["192.168.0.1"]],
  ["a range with bits after the mask", "spec.cidrs", ["192.168.0.1/24"]],
  ["two ranges of one family", "spec.cidrs", ["192.168.0.0/24", "192.168.1.0/24"]],
  ["three ranges", "spec.cidrs", ["192.168.0.0/24", "192.168.1.0/24", "fd00::/112"]],
];

export const sequences: readonly Sequence[] = [
  ...refusedCreations(`${networking}/namespaces/default/ingresses`, ingress, ingresses),
  ...refusedCreations(`${networking}/ingressclasses`, ingressClass, ingressClasses),
  ...refusedCreations(`${networking}/namespaces/default/networkpolicies`, policy, policies),
  ...refusedCreations(`${networking}/ipaddresses`, address, addresses),
  ...refusedCreations(`${networking}/servicecidrs`, range, ranges),
];
