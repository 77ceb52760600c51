import assert from "node:assert/strict";
import { test } from "node:test";
import { diffStructs, printStruct } from "./print-struct.ts";

test("absent fields are printed as what Go has there: null, an empty text, 0 or false", () => {
  assert.equal(
    printStruct("ContainerPort", { containerPort: 80 }),
    '{"Name":"","HostPort":0,"ContainerPort":80,"Protocol":"","HostIP":""}',
  );
  assert.equal(
    printStruct("VolumeMount", { name: "a", readOnly: true }).startsWith('{"Name":"a","ReadOnly":true,'),
    true,
  );
});

test("structs with names of their own keep them and leave out what is empty", () => {
  const claim = printStruct("PersistentVolumeClaimSpec", {
    selector: { matchExpressions: [{ key: "a", operator: "Exists" }] },
  });
  assert.match(claim, /"Selector":\{"matchExpressions":\[\{"key":"a","operator":"Exists"\}\]\}/);
});

test("the metadata of a template stands beside its spec", () => {
  const template = printStruct("PodTemplateSpec", { metadata: { labels: { b: "2", a: "1" } }, spec: {} });
  assert.match(template, /^\{"labels":\{"a":"1","b":"2"\},"Spec":\{"Volumes":null,/);
});

test("what a pod shares with its host is part of its security context", () => {
  const spec = printStruct("PodSpec", { hostNetwork: true, securityContext: { runAsUser: 1 } });
  assert.match(spec, /"SecurityContext":\{"HostNetwork":true,"HostPID":false,.*"RunAsUser":1/);
  assert.match(printStruct("PodSpec", {}), /"SecurityContext":\{"HostNetwork":false,/);
});

test("keys of maps are sorted by their bytes, and nothing in texts can be read as HTML", () => {
  const spec = printStruct("PodSpec", { nodeSelector: { "9": "<", "10": "&", __proto__: "own" } });
  assert.match(spec, /"NodeSelector":\{"10":"\\u0026","9":"\\u003c"\}/);
  const odd = JSON.parse('{"nodeSelector":{"__proto__":"x","constructor":"y"}}');
  assert.match(printStruct("PodSpec", odd), /"NodeSelector":\{"__proto__":"x","constructor":"y"\}/);
});

test("a difference shows the lines that changed with three around them", () => {
  const before = { name: "app", image: "a" };
  assert.equal(
    diffStructs("Container", before, { ...before, command: ["sh"] }),
    '@@ -1,7 +1,9 @@\n {\n  "Name": "app",\n  "Image": "a",\n- "Command": null,\n+ "Command": [\n+  "sh"\n+ ],\n  "Args": null,\n  "WorkingDir": "",\n  "Ports": null,\n',
  );
  assert.equal(diffStructs("Container", before, before), "");
});
