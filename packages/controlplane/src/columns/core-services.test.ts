import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { JsonObject, JsonValue } from "@pintle/machinery";
import { shownRow } from "./shown-row.test.ts";

const externalIpOf = (spec: JsonObject, ingress: JsonValue = []) =>
  shownRow("services", { spec, status: { loadBalancer: { ingress } } })["External-IP"];

describe("the external address of a Service", () => {
  const externalIPs = ["192.0.2.2", "192.0.2.1"];

  test("is what the spec names, in its order, or none", () => {
    for (const type of ["ClusterIP", "NodePort"]) {
      assert.equal(externalIpOf({ type, externalIPs }), "192.0.2.2,192.0.2.1");
      assert.equal(externalIpOf({ type }), "<none>");
      assert.equal(externalIpOf({ type, externalIPs: [""] }), "", "an empty one is one");
    }
  });

  test("is awaited from a load balancer, then sorted, each once, and followed by those of the spec", () => {
    const type = "LoadBalancer";
    assert.equal(externalIpOf({ type }), "<pending>");
    const ingress = [{ hostname: "lb.example.com" }, { ip: "192.0.2.9" }, { ip: "192.0.2.9", hostname: "x" }, {}];
    assert.equal(externalIpOf({ type }, ingress), "192.0.2.9,lb.example.com");
    assert.equal(externalIpOf({ type, externalIPs }, ingress), "192.0.2.9,lb.example.com,192.0.2.2,192.0.2.1");
    assert.equal(externalIpOf({ type, externalIPs }), "192.0.2.2,192.0.2.1");
  });

  test("is the external name where there is one, however long, and unknown for types nobody knows", () => {
    const externalName = "a-rather-long-name.db.example.com";
    assert.equal(externalIpOf({ type: "ExternalName", externalName, externalIPs }), externalName);
    assert.equal(externalIpOf({ type: "Odd" }), "<unknown>");
  });
});

test("the ports of a Service stand with their protocol, and with the port of nodes where there is one", () => {
  const ports = [
    { port: 80, nodePort: 30080, protocol: "TCP" },
    { port: 53, protocol: "UDP" },
  ];
  assert.equal(shownRow("services", { spec: { ports } })["Port(s)"], "80:30080/TCP,53/UDP");
  assert.equal(shownRow("services", { spec: { ports: [] } })["Port(s)"], "<none>");
});

test("a Service shows its first address, which is None where it has none of its own", () => {
  const shown = (spec: JsonObject) => shownRow("services", { spec })["Cluster-IP"];
  assert.equal(shown({ clusterIPs: ["10.0.0.1", "fd00::1"] }), "10.0.0.1");
  assert.equal(shown({ clusterIPs: ["None"] }), "None");
  assert.equal(shown({}), "<none>");
});

describe("Endpoints", () => {
  const shown = (subsets: JsonValue) => shownRow("endpoints", { subsets }).Endpoints;
  const addresses = [{ ip: "192.0.2.1" }, { ip: "2001:db8::1" }];

  test("show each address with each port, three of them", () => {
    const ports = [{ port: 80 }, { port: 81 }];
    assert.equal(shown([{ addresses, ports }]), "192.0.2.1:80,[2001:db8::1]:80,192.0.2.1:81 + 1 more...");
  });

  test("show addresses alone where there are no ports", () => {
    assert.equal(shown([{ addresses }]), "192.0.2.1,2001:db8::1");
  });

  test("are none without subsets, and nothing without addresses", () => {
    assert.equal(shown([]), "<none>");
    assert.equal(shown([{ notReadyAddresses: addresses, ports: [{ port: 80 }] }]), "");
  });
});
