import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject, JsonValue } from "@pintle/machinery";
import { shownRow } from "./shown-row.test.ts";

test("an Ingress shows three hosts and counts the rules after them, those for every host included", () => {
  const hostsOf = (...hosts: string[]) =>
    shownRow("ingresses", { spec: { rules: hosts.map((host) => (host === "" ? {} : { host })) } }).Hosts;
  assert.equal(hostsOf(), "*");
  assert.equal(hostsOf("", ""), "*");
  assert.equal(hostsOf("a", "", "b"), "a,b");
  assert.equal(hostsOf("a", "b", "c"), "a,b,c");
  assert.equal(hostsOf("a", "b", "", "c"), "a,b,c", "the rule for every host came before the third host");
  assert.equal(hostsOf("a", "b", "c", ""), "a,b,c + 1 more...");
  assert.equal(hostsOf("a", "", "b", "c", "d"), "a,b,c + 2 more...");
});

test("the addresses of an Ingress are sorted, each once, and not cut", () => {
  const addressOf = (ingress: JsonValue) => shownRow("ingresses", { status: { loadBalancer: { ingress } } }).Address;
  assert.equal(addressOf([]), "");
  const long = "a-rather-long-name.lb.example.com";
  assert.equal(addressOf([{ hostname: long }, { ip: "192.0.2.1" }, { ip: "192.0.2.1" }]), `192.0.2.1,${long}`);
});

test("an Ingress has port 443 as soon as there is something on TLS", () => {
  const portsOf = (tls: JsonValue) => shownRow("ingresses", { spec: { tls } }).Ports;
  assert.equal(portsOf([]), "80");
  assert.equal(portsOf([{}]), "80, 443");
});

test("an IngressClass that is the default says so, and shows what its parameters are", () => {
  const annotations = { "ingressclass.kubernetes.io/is-default-class": "true" };
  const shown = (parameters: JsonValue) =>
    shownRow("ingressclasses", { metadata: { name: "a", annotations }, spec: { parameters } });
  assert.equal(shown(null).Name, "a (default)");
  assert.equal(shown(null).Parameters, "<none>");
  assert.equal(shown({ kind: "ConfigMap", name: "p" }).Parameters, "ConfigMap/p");
  assert.equal(shown({ apiGroup: "example.com", kind: "Web", name: "p" }).Parameters, "Web.example.com/p");
});

test("an EndpointSlice shows ports by number, else by name, else as any", () => {
  const portsOf = (...ports: JsonObject[]) => shownRow("endpointslices", { ports }).Ports;
  assert.equal(portsOf({ port: 80, name: "web" }, { name: "dns" }, {}), "80,dns,*");
  assert.equal(portsOf({ name: "" }), "<unset>", "the server gives every port a name, which may be empty");
  assert.equal(portsOf({ port: 1 }, { port: 2 }, { port: 3 }, { port: 4 }, { port: 5 }), "1,2,3 + 2 more...");
});

test("an IPAddress shows what it belongs to", () => {
  const parentOf = (parentRef: JsonObject) => shownRow("ipaddresses", { spec: { parentRef } }).ParentRef;
  assert.equal(parentOf({ resource: "services", namespace: "default", name: "a" }), "services/default/a");
  assert.equal(parentOf({ group: "Example.com", resource: "Gateways", name: "a" }), "gateways.example.com/a");
});
