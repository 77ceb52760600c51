/** Declarations of all sorts, plain and odd ones, each with an object that has to be served as it says. */
import { k8s } from "@pintle/schema/zod";
import { conditionColumn, defineResource } from "pintle";
import { z } from "zod";

/** Any of the resources, with an object to create and what it then is. */
export interface DeclaredCase {
  readonly resource: ReturnType<typeof defineResource>;
  /** What is written, and what of it is read back: defaults are there, and unknown keys are not. */
  readonly spec?: object;
  readonly stored?: object;
  /** What `kubectl get` has for columns, beside the name. */
  readonly columns?: readonly string[];
}

const group = "declared.pintle.dev";
let count = 0;

/** Kinds of one group have to have names of their own. */
function kind(): string {
  count += 1;
  return `Sort${count}`;
}

function declared(declaration: object, rest: Omit<DeclaredCase, "resource"> = {}): DeclaredCase {
  const resource = defineResource({ group, version: "v1", kind: kind(), spec: z.object({}), ...declaration });
  return { resource: resource as unknown as DeclaredCase["resource"], ...rest };
}

const replicated = {
  spec: z.object({ replicas: k8s.int32().min(0).default(1), selector: z.string().optional() }),
  status: z.object({ replicas: k8s.int32(), selector: z.string() }),
};

export const declaredCases: Readonly<Record<string, DeclaredCase>> = {
  "nothing but a spec without keys": declared({}, { spec: {}, stored: {}, columns: ["Age"] }),
  "a default, which is filled in": declared(
    { spec: z.object({ replicas: k8s.int32().default(3) }) },
    { spec: {}, stored: { replicas: 3 } },
  ),
  "defaults at depth": declared(
    { spec: z.object({ outer: z.object({ inner: z.string().default("x") }).prefault({}) }) },
    { spec: {}, stored: { outer: { inner: "x" } } },
  ),
  "unknown keys, which are pruned": declared(
    { spec: z.object({ known: z.string().optional() }) },
    { spec: { known: "yes", other: 1 }, stored: { known: "yes" } },
  ),
  "unknown keys, which are kept": declared(
    { spec: z.object({ any: k8s.preserveUnknown() }) },
    { spec: { any: { a: [1, { b: null }] } }, stored: { any: { a: [1, { b: null }] } } },
  ),
  "a key that admission fills in": declared(
    { spec: z.object({ image: k8s.defaulted(z.string().min(1)) }) },
    { spec: {}, stored: {} },
  ),
  "a spec that may be left out": declared({ spec: z.object({ size: k8s.int32().optional() }).optional() }),
  "a spec that is an open object": declared(
    { spec: z.looseObject({ name: z.string() }) },
    { spec: { name: "a", more: { of: 1 } }, stored: { name: "a", more: { of: 1 } } },
  ),
  "enumerations, numbers, times and quantities": declared(
    {
      spec: z.object({
        size: z.enum(["small", "large"]),
        share: k8s.float().min(0).max(1),
        big: k8s.int64(),
        at: k8s.time(),
        memory: k8s.quantity(),
        timeout: k8s.duration(),
        port: k8s.intOrString(),
        surge: k8s.intOrPercent(),
        flag: z.boolean(),
      }),
    },
    {
      spec: {
        ...{ size: "small", share: 0.5, big: 9_007_199_254_740_991, at: "2026-01-31T08:00:00Z", memory: "1Gi" },
        ...{ timeout: "1h30m", port: "http", surge: "25%", flag: true },
      },
    },
  ),
  "lists of all three sorts and a map": declared(
    {
      spec: z.object({
        set: k8s.listSet(z.string()),
        map: k8s.listMap(z.object({ name: z.string(), value: z.string().default("v") }), ["name"]),
        atomic: k8s.atomicList(k8s.int32()),
        plain: z.array(z.object({ on: z.boolean().default(true) })),
        labels: z.record(z.string(), z.string()),
      }),
    },
    {
      spec: { set: ["a"], map: [{ name: "n" }], atomic: [1, 1], plain: [{}], labels: { "a.b/c": "d" } },
      stored: {
        ...{ set: ["a"], map: [{ name: "n", value: "v" }], atomic: [1, 1], plain: [{ on: true }] },
        labels: { "a.b/c": "d" },
      },
    },
  ),
  "parts of Kubernetes' own kinds": declared({
    spec: z.object({
      ports: k8s.servicePorts().optional(),
      envs: k8s.envVars().optional(),
      resources: k8s.resourceRequirements().optional(),
      template: k8s.podTemplate().optional(),
      containers: k8s.containers().optional(),
    }),
  }),
  "values that may be null": declared(
    { spec: z.object({ note: z.string().nullable() }) },
    { spec: { note: null }, stored: { note: null } },
  ),
  "rules on the object, on the spec, and a key that never changes": declared({
    spec: k8s.rule(z.object({ min: k8s.int32(), max: k8s.int32(), zone: k8s.immutable(z.string().max(63)) }), {
      rule: "self.min <= self.max",
      message: "min is above max",
    }),
    rules: [
      { rule: "self.metadata.name != 'forbidden'", message: "any name but this" },
      { rule: "self.spec.max < 100", messageExpression: "'too many for ' + self.spec.zone", fieldPath: ".spec.max" },
    ],
  }),
  "a description, and one for each key": declared({
    description: "A box.",
    spec: z.object({ image: z.string().describe("What runs in it.") }).describe("What the box is."),
  }),
  "short names, categories, a plural and a singular": declared({
    ...{ plural: "oxen", singular: "ox", shortNames: ["o"], categories: ["all", "farm"] },
  }),
  "a plural that is its singular": declared({ plural: "sheep", singular: "sheep" }),
  "a scope of the whole cluster": declared({ scope: "Cluster" }),
  "columns of all types": declared(
    {
      spec: z.object({
        ...{ text: z.string(), count: k8s.int32(), share: k8s.float(), on: z.boolean(), at: k8s.time() },
        ports: z.array(z.object({ port: k8s.int32() })),
        labels: z.record(z.string(), z.string()),
      }),
      conditions: ["Ready"],
      columns: {
        ...{ Text: "spec.text", Count: ".spec.count", Share: "spec.share", On: "spec.on", At: "spec.at" },
        ...{ Port: "spec.ports[0].port", Ports: "spec.ports[*].port", Label: "spec.labels.a\\.b/c" },
        ...{ Generation: "metadata.generation", Ready: conditionColumn("Ready") },
        Wide: { path: "spec.text", type: "string", format: "byte", description: "Again.", priority: 1 },
      },
    },
    {
      columns: "Text Count Share On At Port Ports Label Generation Ready Wide Age".split(" "),
    },
  ),
  "an age of one's own": declared(
    { columns: { Age: "metadata.creationTimestamp", Name2: "metadata.name" } },
    { columns: ["Age", "Name2"] },
  ),
  scale: declared({ ...replicated, scale: { replicas: "spec.replicas", statusReplicas: "status.replicas" } }),
  "scale with a selector": declared({
    ...replicated,
    scale: { replicas: ".spec.replicas", statusReplicas: ".status.replicas", selector: "status.selector" },
  }),
  "selectable fields": declared({
    spec: z.object({ size: z.enum(["s", "l"]), count: k8s.int32(), on: z.boolean(), at: k8s.time() }),
    selectableFields: ["spec.size", ".spec.count", "spec.on", "spec.at"],
  }),
  "conditions with domains": declared({ conditions: ["Ready", "example.com/Synced"] }),
  "a status with needed keys": declared({ status: z.object({ endpoint: z.string(), ready: k8s.int32() }) }),
  "two versions, of which one is not served": declared({ spec: z.object({ image: z.string() }) }),
  "a deprecated version": declared({ spec: z.object({ image: z.string() }) }),
  "a version of an unusual name and a long kind": declared({ version: "nightly-2", kind: `K${"o".repeat(58)}` }),
};

const twoVersions = declaredCases["two versions, of which one is not served"];
const deprecated = declaredCases["a deprecated version"];

function withOld(declaredCase: DeclaredCase | undefined, said: object): DeclaredCase["resource"] {
  const resource = declaredCase?.resource as unknown as { withVersion(name: string, version: object): unknown };
  const ways = {
    up: ({ spec }: { spec: { img: string } }) => ({ spec: { image: spec.img } }),
    down: ({ spec }: { spec: { image: string } }) => ({ spec: { img: spec.image } }),
  };
  const version = { spec: z.object({ img: z.string() }), ...ways, ...said };
  return resource.withVersion("v1beta1", version) as DeclaredCase["resource"];
}

/** With what the chain of a declaration adds. */
export const allDeclaredCases: Readonly<Record<string, DeclaredCase>> = {
  ...declaredCases,
  "two versions, of which one is not served": { ...twoVersions, resource: withOld(twoVersions, { served: false }) },
  "a deprecated version": { ...deprecated, resource: withOld(deprecated, { deprecated: "use v1" }) },
};
