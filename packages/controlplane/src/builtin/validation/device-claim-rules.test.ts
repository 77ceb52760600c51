import assert from "node:assert/strict";
import { test } from "node:test";
import type { StrategyRequest } from "@pintle/apiserver";
import type { JsonObject, JsonValue } from "@pintle/machinery";
import { deviceClaimRules } from "./device-claim-rules.ts";
import { resourceSliceRules } from "./resource-slice-rules.ts";

const rules = { ...deviceClaimRules, ...resourceSliceRules };
const request = {} as StrategyRequest;
const validate = (kind: string, object: JsonObject) =>
  rules[`${kind}.resource.k8s.io`]?.validate?.(object, request).map(String);
const claim = (devices: JsonObject): JsonObject => ({ spec: { devices } });
const exactly = (more: JsonObject = {}): JsonObject => ({
  deviceClassName: "gpu.example.com",
  allocationMode: "ExactCount",
  count: 1,
  ...more,
});

test("a request is exact or has alternatives, each by its name", () => {
  assert.deepEqual(validate("resourceclaims", claim({ requests: [{ name: "gpu", exactly: exactly() }] })), []);
  const alternatives: JsonValue[] = [
    { name: "big", ...exactly() },
    { name: "big", ...exactly() },
  ];
  assert.deepEqual(validate("resourceclaims", claim({ requests: [{ name: "gpu", firstAvailable: alternatives }] })), [
    'spec.devices.requests[0].firstAvailable[1]: Duplicate value: "big"',
  ]);
  assert.deepEqual(validate("resourceclaims", claim({ requests: [{ name: "gpu" }] })), [
    "spec.devices.requests[0]: Required value: exactly one of `exactly` or `firstAvailable` is required",
  ]);
});

test("all devices are not counted, and others are", () => {
  const asks = (more: JsonObject) =>
    validate("resourceclaims", claim({ requests: [{ name: "a", exactly: exactly(more) }] }));
  assert.deepEqual(asks({ allocationMode: "All" }), [
    "spec.devices.requests[0].exactly.count: Invalid value: 1: must not be specified when allocationMode is 'All'",
  ]);
  assert.deepEqual(asks({ count: -1 }), [
    "spec.devices.requests[0].exactly.count: Invalid value: -1: must be greater than zero",
  ]);
  assert.deepEqual(asks({ tolerations: [{ operator: "Exists", value: "x" }] }), [
    'spec.devices.requests[0].exactly.tolerations[0].value: Invalid value: "x": must be empty for operator `Exists`',
  ]);
});

test("constraints and configuration speak of requests that there are", () => {
  const requests: JsonValue[] = [{ name: "gpu", firstAvailable: [{ name: "big", ...exactly() }] }];
  const constraints: JsonValue[] = [{ requests: ["gpu", "gpu/big"], matchAttribute: "example.com/model" }];
  assert.deepEqual(validate("resourceclaims", claim({ requests, constraints })), []);
  const unknown =
    "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";
  assert.deepEqual(validate("resourceclaims", claim({ requests, config: [{ requests: ["other", "a/b/c"] }] })), [
    `spec.devices.config[0].requests[0]: Invalid value: "other": ${unknown}`,
    `spec.devices.config[0].requests[1]: Invalid value: "a/b/c": ${unknown}`,
    "spec.devices.config[0].opaque: Required value",
  ]);
});

test("parameters are an object of a size that can be kept", () => {
  const config = (parameters: JsonValue) =>
    validate("deviceclasses", { spec: { config: [{ opaque: { driver: "a.io", parameters } }] } });
  assert.deepEqual(config({ a: 1 }), []);
  assert.deepEqual(config([1]), [
    'spec.config[0].opaque.parameters: Invalid value: "<value omitted>": must be a valid JSON object',
  ]);
  assert.deepEqual(config({ a: "x".repeat(11_000) }), [
    "spec.config[0].opaque.parameters: Too long: may not be more than 10240 bytes",
  ]);
});

test("a claim stays as it is", () => {
  const changed = rules["resourceclaims.resource.k8s.io"]?.validateUpdate?.(
    claim({ requests: [{ name: "b", exactly: exactly() }] }),
    claim({ requests: [{ name: "a", exactly: exactly() }] }),
    request,
  );
  assert.match(
    String(changed?.[0]),
    /^spec: Invalid value: \{"Devices":\{"Requests":\[\{"Name":"b",.*: field is immutable$/,
  );
});

test("a slice says where its devices are, each device by a name of its own", () => {
  const slice = (more: JsonObject): JsonObject => ({
    spec: { driver: "a.io", pool: { name: "p", resourceSliceCount: 1 }, devices: [{ name: "gpu-0" }], ...more },
  });
  assert.deepEqual(validate("resourceslices", slice({ nodeName: "n1" })), []);
  assert.deepEqual(validate("resourceslices", slice({ allNodes: true, nodeName: "n1" })), [
    'spec: Invalid value: "{`nodeName`, `allNodes`}": exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required, but multiple fields are set',
  ]);
  const devices: JsonValue[] = [
    { name: "a", attributes: { model: { string: "x", int: 1 }, "a b": { bool: true } } },
    { name: "a", attributes: { version: { version: "1" } } },
  ];
  const [two, name, version, duplicate] = validate("resourceslices", slice({ nodeName: "n1", devices })) ?? [];
  assert.match(
    two ?? "",
    /^spec\.devices\[0\]\.attributes\[model\]: Invalid value: \{"IntValue":1,.*exactly one value must be specified$/,
  );
  assert.match(name ?? "", /^spec\.devices\[0\]\.attributes: Invalid value: "a b": a valid C identifier/);
  assert.equal(
    version,
    'spec.devices[1].attributes[version].version: Invalid value: "1": must be a string compatible with semver.org spec 2.0.0',
  );
  assert.equal(duplicate, 'spec.devices[1]: Duplicate value: "a"');
});
