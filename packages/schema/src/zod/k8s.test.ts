import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldPath, type JsonValue, parseDurationNs, parseQuantity } from "@pintle/machinery";
import fc from "fast-check";
import { z } from "zod";
import { checkStructuralSchema } from "../check/check-structural-schema.ts";
import { findUnrecognizedFormats } from "../check/unrecognized-formats.ts";
import { compileSchema } from "../compile/compile-schema.ts";
import type { StructuralSchema } from "../structural-schema.ts";
import { k8s, toStructuralSchema } from "./index.ts";

function schemaOf(schema: z.core.$ZodType): StructuralSchema {
  const root = toStructuralSchema(z.object({ value: schema }));
  assert.deepEqual(checkStructuralSchema(root, fieldPath("schema")).map(String), []);
  assert.deepEqual(findUnrecognizedFormats(root), []);
  return root.properties?.value ?? {};
}

/** The verdict of the API server's schema and of zod, which have to be the same. */
function accepts(schema: z.ZodType, value: JsonValue): boolean {
  const root = z.object({ value: schema });
  const compiled = compileSchema(toStructuralSchema(root));
  const { object } = compiled.prepare({ value });
  const isAccepted = compiled.validate(object).length === 0;
  assert.equal(root.safeParse({ value }).success, isAccepted, JSON.stringify(value));
  return isAccepted;
}

function assertValues(schema: z.ZodType, good: readonly JsonValue[], bad: readonly JsonValue[]): void {
  schemaOf(schema);
  for (const value of good) assert.ok(accepts(schema, value), JSON.stringify(value));
  for (const value of bad) assert.ok(!accepts(schema, value), JSON.stringify(value));
}

test("numbers keep to their sizes", () => {
  assertValues(k8s.int32(), [0, -(2 ** 31), 2 ** 31 - 1], [2 ** 31, 0.5, "1"]);
  assertValues(k8s.int64(), [0, 2 ** 53 - 1], [2 ** 53, 0.5, "1"]);
  assertValues(k8s.float().min(0), [0, 0.5, 1e300], [-0.5, "1"]);
});

test("quantities are strings that Kubernetes can parse", () => {
  assertValues(
    k8s.quantity(),
    ["1", "500m", "1.5Gi", ".5", "1e3", "-1E-3", "+5k", "1E"],
    ["", "1K", "1 Gi", "1.5.2", "x", "1e", 1],
  );
  const piece = fc.constantFrom(
    "1",
    "05",
    ".",
    "+",
    "-",
    "e",
    "E",
    "Ki",
    "i",
    "m",
    "k",
    "n",
    "u",
    "Mi",
    "G",
    "T",
    "P",
    " ",
    "K",
  );
  const text = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(""));
  // Upstream reads a suffix without a number as zero; its own pattern for definitions does not, and neither does ours.
  const withDigits = text.filter((sample) => /^[+-]?\.?[0-9]/.test(sample));
  assertAgrees(k8s.quantity(), withDigits, (sample) => void parseQuantity(sample));
});

test("durations are what Go parses", () => {
  assertValues(k8s.duration(), ["1h30m", "0", "500ms", "1.5s", "-2m", "3µs"], ["", "1", "1d", "3 days", "1h 30m", 5]);
  const piece = fc.constantFrom("1", "30", ".5", ".", "-", "+", "h", "m", "s", "ms", "us", "µs", "ns", "0", " ", "d");
  const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(""));
  assertAgrees(k8s.duration(), text, (sample) => void parseDurationNs(sample));
});

/** The schema accepts exactly the texts that can be parsed. */
function assertAgrees(schema: z.ZodType, text: fc.Arbitrary<string>, parse: (text: string) => void): void {
  let accepted = 0;
  for (const sample of fc.sample(text, { seed: 42, numRuns: 3_000 })) {
    const isAccepted = schema.safeParse(sample).success;
    if (isAccepted) accepted += 1;
    if (isAccepted) assert.doesNotThrow(() => parse(sample), sample);
    else assert.throws(() => parse(sample), `${JSON.stringify(sample)} can be parsed`);
  }
  assert.ok(accepted > 100 && accepted < 2_900, `${accepted} accepted`);
}

test("numbers and names share a field where Kubernetes lets them", () => {
  assertValues(k8s.intOrString(), [80, "http", ""], [0.5, true, null, {}]);
  assertValues(k8s.intOrPercent(), [0, 3, "25%", "150%"], [-1, "-1%", "25", "a%", 0.5]);
});

test("times carry a zone", () => {
  assertValues(k8s.time(), ["2026-01-31T08:00:00Z", "2026-01-31T08:00:00.5+02:00"], ["2026-01-31", "now", 5]);
});

test("a list map holds each key once, defaults counted in", () => {
  const ports = k8s.listMap(z.object({ port: k8s.int32(), protocol: z.string().default("TCP") }), ["port", "protocol"]);
  const schema = schemaOf(ports);
  assert.equal(schema["x-kubernetes-list-type"], "map");
  assert.deepEqual(schema["x-kubernetes-list-map-keys"], ["port", "protocol"]);
  const two = [{ port: 80 }, { port: 80, protocol: "UDP" }];
  assertValues(ports, [[], two], [[...two, { port: 80, protocol: "TCP" }], [{}]]);
  assertValues(ports.min(1).max(2), [two], [[]]);
});

test("a set holds each value once, and an atomic list whatever there is", () => {
  assertValues(k8s.listSet(z.string()), [[], ["a", "b"]], [["a", "b", "a"]]);
  assertValues(k8s.atomicList(z.string()), [["a", "a"]], ["a"]);
  assert.equal(schemaOf(k8s.atomicList(z.string()))["x-kubernetes-list-type"], "atomic");
});

test("open objects keep everything in them", () => {
  assertValues(k8s.preserveUnknown(), [{}, { a: { b: [1, null] } }], [1, "a", []]);
});

test("containers are told apart by name and keep what is not described", () => {
  const app = { name: "app", image: "nginx", ports: [{ containerPort: 80 }] };
  assertValues(k8s.containers(), [[app]], [[app, app], [{ image: "nginx" }], [{ ...app, name: "" }]]);
  const compiled = compileSchema(toStructuralSchema(z.object({ containers: k8s.containers() })));
  assert.deepEqual(compiled.prepare({ containers: [app] }), { object: { containers: [app] }, unknownFields: [] });
});

test("of containers is checked what was described, and the rest is kept", () => {
  const app = { name: "app", image: "nginx", more: { a: 1 } };
  const containers = k8s.containers({ image: z.string().min(1), ports: z.array(k8s.preserveUnknown()).optional() });
  assertValues(
    containers,
    [[app], [{ ...app, ports: [{}] }]],
    [[{ name: "app" }], [{ ...app, ports: "80" }], [app, app]],
  );
  const compiled = compileSchema(toStructuralSchema(z.object({ containers })));
  assert.deepEqual(compiled.prepare({ containers: [app] }).object, { containers: [app] });
});

test("a probe asks in one way, on a port where that needs one", () => {
  assertValues(
    k8s.probe(),
    [
      { tcpSocket: { port: 80 } },
      { tcpSocket: { port: "http", host: "10.0.0.1" }, periodSeconds: 5, failureThreshold: 3 },
      { httpGet: { port: "web-8", path: "/", scheme: "HTTPS", httpHeaders: [{ name: "a", value: "b" }] } },
      { grpc: { port: 9, service: "health" }, terminationGracePeriodSeconds: 5 },
      { exec: { command: ["true"] }, initialDelaySeconds: 0 },
    ],
    [
      ...[{ tcpSocket: {} }, { httpGet: { path: "/" } }, { grpc: {} }, { exec: {} }, { exec: { command: [] } }],
      ...["", "80", "a--b", "-a", "Http", "a234567890123456"].map((port) => ({ tcpSocket: { port } })),
      ...[0, 65_536].map((port) => ({ httpGet: { port } })),
      ...[{ httpGet: { port: 80, scheme: "http" } }, { tcpSocket: { port: 80 }, periodSeconds: -1 }],
    ],
  );
  const { "x-kubernetes-validations": rules = [] } = schemaOf(k8s.probe());
  assert.deepEqual(
    rules.map(({ message }) => message),
    ["has to have one of exec, grpc, httpGet and tcpSocket"],
  );
});

test("a pod template keeps labels and everything of the pod, and is no resource of its own", () => {
  const spec = { containers: [{ name: "app", image: "nginx" }], nodeSelector: { disk: "ssd" } };
  const template = { metadata: { labels: { app: "a" }, finalizers: ["x"] }, spec };
  assertValues(k8s.podTemplate(), [{}, template], [{ spec: {} }, { metadata: { labels: { app: 1 } } }]);
  const root = toStructuralSchema(z.object({ template: k8s.podTemplate() }));
  assert.deepEqual(compileSchema(root).prepare({ template }).object, { template });
  assert.equal(root.properties?.template?.["x-kubernetes-embedded-resource"], undefined);
});

test("resource requirements take amounts as people write them", () => {
  assertValues(
    k8s.resourceRequirements(),
    [{}, { limits: { cpu: 2, memory: "1Gi" }, requests: { cpu: "500m" }, claims: [{ name: "gpu" }] }],
    [{ limits: { cpu: "two" } }, { limits: { cpu: 0.5 } }, { claims: [{ name: "a" }, { name: "a" }] }],
  );
});

test("service ports are told apart by number and protocol", () => {
  assertValues(
    k8s.servicePorts(),
    [[{ port: 80 }, { port: 80, protocol: "UDP", targetPort: "http", nodePort: 30_080, name: "dns" }]],
    [[{ port: 0 }], [{ port: 80, protocol: "HTTP" }], [{ port: 80 }, { port: 80, protocol: "TCP" }]],
  );
});

test("environment variables are told apart by name", () => {
  const fromSecret = { name: "B", valueFrom: { secretKeyRef: { name: "s", key: "k" } } };
  assertValues(
    k8s.envVars(),
    [
      [{ name: "A", value: "1" }, fromSecret],
      [{ name: "C", valueFrom: { resourceFieldRef: { resource: "limits.cpu", divisor: 1 } } }],
    ],
    [[{ value: "1" }], [{ name: "A" }, { name: "A" }], [{ name: "A", valueFrom: { secretKeyRef: { name: "s" } } }]],
  );
});

test("rules add up from the inside out, and an immutable value is a rule", () => {
  const bounded = k8s.rule(z.object({ min: k8s.int32(), max: k8s.int32() }), {
    rule: "self.min <= self.max",
    message: "min is above max",
  });
  const schema = schemaOf(
    k8s.immutable(k8s.rule(bounded, { rule: "self.max < 10", reason: "FieldValueForbidden", fieldPath: ".max" })),
  );
  assert.deepEqual(schema["x-kubernetes-validations"], [
    { rule: "self.min <= self.max", message: "min is above max" },
    { rule: "self.max < 10", reason: "FieldValueForbidden", fieldPath: ".max" },
    { rule: "self == oldSelf", message: "is immutable" },
  ]);
});

test("a value that admission fills in is not required, and has no default in the definition", () => {
  const root = toStructuralSchema(z.object({ image: k8s.defaulted(z.string().min(1)) }));
  assert.deepEqual(root, { type: "object", properties: { image: { type: "string", minLength: 1 } } });
  assert.deepEqual(z.object({ image: k8s.defaulted(z.string()) }).parse({}), {});
});

test("Kubernetes' keywords survive whatever zod makes of a schema afterwards", () => {
  const rules = [{ rule: "true" }];
  const ruled = k8s.rule(z.string(), { rule: "true" });
  const variants = [
    ruled.optional(),
    ruled.default("a"),
    ruled.prefault("a"),
    ruled.nullable(),
    ruled.describe("x"),
    ruled.meta({ title: "x" }),
    ruled.min(1).max(5),
    ruled.readonly(),
    ruled.brand("x"),
    ruled.optional().default("b").describe("y"),
    k8s.rule(z.string().optional(), { rule: "true" }),
    k8s.rule(z.string().default("a"), { rule: "true" }),
  ];
  for (const variant of variants) assert.deepEqual(schemaOf(variant)["x-kubernetes-validations"], rules);
  assert.deepEqual(schemaOf(k8s.int32().min(0).default(1)), {
    type: "integer",
    format: "int32",
    minimum: 0,
    default: 1,
  });
  assert.deepEqual(schemaOf(k8s.float().min(0).optional()), { type: "number", format: "double", minimum: 0 });
  assert.equal(schemaOf(k8s.listSet(z.string()).max(3).optional().describe("x"))["x-kubernetes-list-type"], "set");
  assert.equal(schemaOf(k8s.intOrString().default("25%"))["x-kubernetes-int-or-string"], true);
});

test("a rule on an object survives extend, and zod refuses what would lose it", () => {
  const ruled = k8s.rule(z.object({ a: z.string() }), { rule: "self.a != ''" });
  assert.equal(schemaOf(ruled.extend({ b: z.string() }))["x-kubernetes-validations"]?.length, 1);
  assert.throws(() => ruled.pick({ a: true }));
  assert.throws(() => ruled.partial());
});
