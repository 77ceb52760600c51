import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@pintle/machinery";
import { kindWarnings } from "./kind-warnings.ts";

const warn = (kind: string, object: JsonObject) => kindWarnings.get(kind)?.create?.(object);

test("services are warned of what nobody will act upon", () => {
  assert.deepEqual(
    warn("services", { spec: { type: "ClusterIP", clusterIP: "10.0.0.1", clusterIPs: ["10.0.0.1"] } }),
    [],
  );
  const headless = { clusterIP: "None", sessionAffinity: "ClientIP", externalIPs: ["192.0.2.1"] };
  assert.deepEqual(warn("services", { spec: headless }), [
    "spec.externalIPs is ignored for headless services",
    "spec.SessionAffinity is ignored for headless services",
  ]);
  assert.deepEqual(warn("services", { spec: { type: "ClusterIP", externalName: "a", externalIPs: ["2001:DB8::1"] } }), [
    'spec.externalIPs[0]: IPv6 address "2001:DB8::1" should be in RFC 5952 canonical format ("2001:db8::1")',
    "spec.externalIPs is deprecated and may no longer be implemented in some clusters",
    'spec.externalName is ignored when spec.type is not "ExternalName"',
  ]);
});

test("a quota that requests more than it limits is odd", () => {
  assert.deepEqual(
    warn("resourcequotas", { spec: { hard: { cpu: "2", "limits.cpu": "1", "requests.memory": "1Gi" } } }),
    ["ResourceQuota cpu (2) should be less than limits.cpu (1)"],
  );
});

test("old labels of nodes and old fields are told", () => {
  assert.deepEqual(
    warn("runtimeclasses.node.k8s.io", { scheduling: { nodeSelector: { "beta.kubernetes.io/os": "linux" } } }),
    ['scheduling.nodeSelector: deprecated since v1.14; use "kubernetes.io/os" instead'],
  );
  assert.deepEqual(warn("nodes", { spec: { externalID: "a" } }), [
    "spec.externalID: this field is deprecated, and is unused by Kubernetes",
  ]);
  assert.deepEqual(warn("endpointslices.discovery.k8s.io", { addressType: "FQDN" }), [
    "spec.addressType: FQDN endpoints are deprecated",
  ]);
});

test("ranges of IPv6 are told in the form that most write", () => {
  const policy = { spec: { egress: [{ to: [{ ipBlock: { cidr: "2001:DB8::/32", except: ["2001:db8:1::/48"] } }] }] } };
  assert.deepEqual(warn("networkpolicies.networking.k8s.io", policy), [
    'spec.egress[0].to[0].ipBlock.cidr: IPv6 CIDR value "2001:DB8::/32" should be in RFC 5952 canonical format ("2001:db8::/32")',
  ]);
});
