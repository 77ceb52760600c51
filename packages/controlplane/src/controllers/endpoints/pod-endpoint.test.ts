import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Node, Pod, Service } from "@pintle/kinds";
import { addressTypesOf, endpointOfPod, findPort, portsOfPod } from "./pod-endpoint.ts";
import { isReachable } from "./service-pods.ts";

type PodTraits = {
  readonly ready?: "True" | "False";
  readonly isEnding?: boolean;
  readonly phase?: "Pending" | "Running" | "Succeeded" | "Failed" | "Unknown";
  readonly ips?: readonly string[];
  readonly spec?: object;
};

function podOf({ ready = "True", isEnding = false, phase = "Running", ips = ["10.1.0.1"], spec = {} }: PodTraits): Pod {
  const [podIP] = ips;
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name: "a",
      namespace: "street",
      uid: "u",
      ...(isEnding && { deletionTimestamp: "2026-01-01T00:00:00Z" }),
    },
    spec: { containers: [], nodeName: "node-1", ...spec },
    status: {
      phase,
      ...(podIP !== undefined && { podIP, podIPs: ips.map((ip) => ({ ip })) }),
      conditions: [{ type: "Ready", status: ready }],
    },
  };
}

function serviceOf(spec: object = {}): Service {
  return { apiVersion: "v1", kind: "Service", metadata: { name: "shop", namespace: "street" }, spec: { ...spec } };
}

const node: Node = {
  apiVersion: "v1",
  kind: "Node",
  metadata: { name: "node-1", labels: { "topology.kubernetes.io/zone": "zone-a" } },
};

describe("an endpoint", () => {
  test("is ready, serving and terminating as its pod and its Service have it", () => {
    const conditions = (traits: PodTraits, publishNotReadyAddresses = false) => {
      const service = serviceOf({ publishNotReadyAddresses });
      const { ready, serving, terminating } = endpointOfPod(podOf(traits), node, service, "IPv4").conditions ?? {};
      return [ready, serving, terminating];
    };
    assert.deepEqual(conditions({}), [true, true, false]);
    assert.deepEqual(conditions({ ready: "False" }), [false, false, false]);
    assert.deepEqual(conditions({ isEnding: true }), [false, true, true]);
    assert.deepEqual(conditions({ ready: "False", isEnding: true }), [false, false, true]);
    assert.deepEqual(conditions({}, true), [true, true, false]);
    assert.deepEqual(conditions({ ready: "False" }, true), [true, false, false]);
    assert.deepEqual(conditions({ ready: "False", isEnding: true }, true), [true, false, true]);
  });

  test("says which pod it is, on which node and in which zone, as far as that is known", () => {
    const endpoint = endpointOfPod(podOf({}), node, serviceOf(), "IPv4");
    assert.deepEqual(endpoint.targetRef, { kind: "Pod", namespace: "street", name: "a", uid: "u" });
    assert.deepEqual([endpoint.nodeName, endpoint.zone], ["node-1", "zone-a"]);
    const unknown = endpointOfPod(podOf({}), undefined, serviceOf(), "IPv4");
    assert.deepEqual([unknown.nodeName, unknown.zone], ["node-1", undefined]);
    const nowhere = endpointOfPod(podOf({ spec: { nodeName: "" } }), undefined, serviceOf(), "IPv4");
    assert.equal(Object.hasOwn(nowhere, "nodeName"), false);
  });

  test("has the addresses of one family", () => {
    const both = podOf({ ips: ["10.1.0.1", "fd00::0:1"] });
    assert.deepEqual(endpointOfPod(both, node, serviceOf(), "IPv4").addresses, ["10.1.0.1"]);
    assert.deepEqual(endpointOfPod(both, node, serviceOf(), "IPv6").addresses, ["fd00::1"]);
  });

  test("has a host name where the pod has one in the domain of the Service", () => {
    const hostname = (spec: object) => endpointOfPod(podOf({ spec }), node, serviceOf(), "IPv4").hostname;
    assert.equal(hostname({ hostname: "foo", subdomain: "shop" }), "foo");
    assert.equal(hostname({ hostname: "foo", subdomain: "other" }), undefined);
    assert.equal(hostname({ hostname: "foo" }), undefined);
    assert.equal(hostname({ subdomain: "shop" }), undefined);
  });
});

describe("a pod can be reached", () => {
  test("while it has an address and has not ended", () => {
    for (const phase of ["Pending", "Running", "Unknown"] as const) {
      assert.ok(isReachable(podOf({ phase }), false));
      assert.ok(!isReachable(podOf({ phase, ips: [] }), true));
    }
    for (const phase of ["Succeeded", "Failed"] as const) assert.ok(!isReachable(podOf({ phase }), true));
  });

  test("while it is ending only by who wants that", () => {
    assert.ok(!isReachable(podOf({ isEnding: true }), false));
    assert.ok(isReachable(podOf({ isEnding: true }), true));
  });
});

describe("a port of a Service", () => {
  const http = { name: "http", containerPort: 8080 };
  const containers = [{ name: "main", ports: [{ name: "dns", containerPort: 53, protocol: "UDP" }, http] }];
  const side = {
    name: "side",
    ports: [
      { name: "http", containerPort: 9090 },
      { name: "admin", containerPort: 9091 },
    ],
  };
  const pod = podOf({
    spec: {
      containers,
      initContainers: [
        { ...side, restartPolicy: "Always" },
        { name: "once", ports: [{ name: "setup", containerPort: 1 }] },
      ],
    },
  });

  test("is a number, or else that of the Service", () => {
    assert.equal(findPort(pod, { port: 80, targetPort: 8081 }), 8081);
    assert.equal(findPort(pod, { port: 80 }), 80);
  });

  test("is found by name and protocol, first among containers and then beside them", () => {
    assert.equal(findPort(pod, { port: 80, targetPort: "http" }), 8080);
    assert.equal(findPort(pod, { port: 80, targetPort: "admin" }), 9091);
    assert.equal(findPort(pod, { port: 80, targetPort: "dns", protocol: "UDP" }), 53);
    assert.equal(findPort(pod, { port: 80, targetPort: "dns" }), undefined);
    assert.equal(findPort(pod, { port: 80, targetPort: "setup" }), undefined);
    assert.equal(findPort(pod, { port: 80, targetPort: "nobody" }), undefined);
  });

  test("is told with its name, protocol and use, and left out where the pod does not name it", () => {
    const ports = [
      { name: "web", port: 80, targetPort: "http", appProtocol: "example.com/h2" },
      { name: "lost", port: 81, targetPort: "nobody" },
      { port: 53, targetPort: "dns", protocol: "UDP" },
    ];
    assert.deepEqual(portsOfPod(serviceOf({ ports }), pod), [
      { name: "web", protocol: "TCP", port: 8080, appProtocol: "example.com/h2" },
      { name: "", protocol: "UDP", port: 53 },
    ]);
  });
});

test("a Service has slices for its families, or for that of its address, or for both where it has neither", () => {
  for (const [spec, types] of [
    [{ ipFamilies: ["IPv4"] }, ["IPv4"]],
    [{ ipFamilies: ["IPv6"] }, ["IPv6"]],
    [{ ipFamilies: ["IPv6", "IPv4"] }, ["IPv6", "IPv4"]],
    [{ ipFamilies: ["IPv4", "IPv4"] }, ["IPv4"]],
    [{ clusterIP: "10.0.0.1" }, ["IPv4"]],
    [{ clusterIP: "fd00::1" }, ["IPv6"]],
    [{ clusterIP: "None" }, ["IPv4", "IPv6"]],
    [{}, ["IPv4", "IPv6"]],
  ] as const) {
    assert.deepEqual(addressTypesOf(serviceOf(spec)), types);
  }
});
