/** The kinds of networking, discovery, apiregistration and coordination. */
import { lifeOf } from "../lives.ts";
import type { Sequence } from "../sequence.ts";

const networking = "/apis/networking.k8s.io/v1";
const object = (apiVersion: string, kind: string, rest: object = {}) => ({
  apiVersion,
  kind,
  metadata: { name: "a" },
  ...rest,
});
const named = (apiVersion: string, kind: string, rest: object = {}) => ({
  ...{ apiVersion, kind, metadata: { name: "{ns}-a" } },
  ...rest,
});
const network = "networking.k8s.io/v1";
const backend = { service: { name: "a", port: { number: 80 } } };

export const sequences: readonly Sequence[] = [
  lifeOf(
    `${networking}/namespaces/{ns}/ingresses`,
    object(network, "Ingress", { spec: { defaultBackend: backend } }),
    {
      "spec.rules": [{ host: "a.example.com", http: { paths: [{ path: "/", pathType: "Prefix", backend }] } }],
      "spec.tls": [{ hosts: ["a.example.com"], secretName: "a" }],
      "spec.ingressClassName": "web",
    },
    { status: { loadBalancer: { ingress: [{ ip: "192.0.2.1" }, { hostname: "lb.example.com" }] } } },
  ),
  lifeOf(`${networking}/ingressclasses`, named(network, "IngressClass", { spec: { controller: "example.com/web" } }), {
    "spec.parameters": { apiGroup: "example.com", kind: "Settings", name: "a" },
  }),
  lifeOf(
    `${networking}/namespaces/{ns}/networkpolicies`,
    object(network, "NetworkPolicy", { spec: { podSelector: {} } }),
    {
      "spec.podSelector.matchLabels": { app: "shop" },
      "spec.egress": [{ to: [{ ipBlock: { cidr: "192.0.2.0/24" } }], ports: [{ port: 443 }] }],
    },
  ),
  lifeOf(
    `${networking}/ipaddresses`,
    {
      ...{ apiVersion: network, kind: "IPAddress", metadata: { name: "192.0.2.1" } },
      spec: { parentRef: { resource: "services", namespace: "default", name: "a" } },
    },
    { "metadata.labels.team": "shop" },
  ),
  lifeOf(
    `${networking}/servicecidrs`,
    named(network, "ServiceCIDR", { spec: { cidrs: ["192.0.2.0/24"] } }),
    { "metadata.labels.team": "shop" },
    {
      status: {
        conditions: [
          {
            ...{ type: "Ready", status: "False", reason: "Terminating", message: "It goes." },
            lastTransitionTime: "2001-01-01T00:00:00Z",
          },
        ],
      },
    },
  ),
  lifeOf(
    "/apis/discovery.k8s.io/v1/namespaces/{ns}/endpointslices",
    object("discovery.k8s.io/v1", "EndpointSlice", { addressType: "IPv4", endpoints: [] }),
    {
      endpoints: [{ addresses: ["192.0.2.10"], conditions: { ready: true } }, { addresses: ["192.0.2.11"] }],
      ports: [
        { name: "web", port: 8080 },
        { name: "dns", port: 53, protocol: "UDP" },
      ],
    },
  ),
  lifeOf("/apis/coordination.k8s.io/v1/namespaces/{ns}/leases", object("coordination.k8s.io/v1", "Lease"), {
    spec: {
      ...{ holderIdentity: "a_1", leaseDurationSeconds: 15, leaseTransitions: 1 },
      ...{ acquireTime: "2001-01-01T00:00:00.000000Z", renewTime: "2001-01-01T00:00:10.000000Z" },
    },
  }),
  lifeOf(
    "/apis/apiregistration.k8s.io/v1/apiservices",
    {
      ...{ apiVersion: "apiregistration.k8s.io/v1", kind: "APIService", metadata: { name: "v1.{ns}.example.com" } },
      spec: {
        ...{ group: "{ns}.example.com", version: "v1", groupPriorityMinimum: 1000, versionPriority: 15 },
        ...{ service: { namespace: "{ns}", name: "absent" }, insecureSkipTLSVerify: true },
      },
    },
    { "spec.versionPriority": 16 },
    { settled: { status: { conditions: [{ type: "Available", reason: "ServiceNotFound" }] } } },
  ),
];
