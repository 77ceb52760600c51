import assert from "node:assert/strict";
import { test } from "node:test";
import type { AdmissionAttributes } from "@pintle/apiserver";
import { ApiError, createVirtualClock, type JsonObject } from "@pintle/machinery";
import { type AskedWrite, attributesOf, refusalOf, storageWith } from "../admission-fixture.test.ts";
import { followStoredObjects } from "../stored-objects.ts";
import { createPodSecurity } from "./pod-security.ts";

const label = (mode: string) => `pod-security.kubernetes.io/${mode}`;
const namespaceOf = (labels: Record<string, string>): JsonObject => ({
  metadata: {
    name: "n",
    labels: Object.fromEntries(Object.entries(labels).map(([mode, level]) => [label(mode), level])),
  },
});

interface Judgement {
  readonly refusal: string | undefined;
  readonly warnings: readonly string[];
  readonly audit: Readonly<Record<string, string>>;
}

async function judge(
  labels: Record<string, string>,
  object: JsonObject,
  write: AskedWrite = {},
  stored: Readonly<Record<string, JsonObject>> = {},
): Promise<Judgement> {
  const storage = await storageWith({ "namespaces/n": namespaceOf(labels), ...stored });
  const attributes = attributesOf(object, { namespace: "n", ...write });
  const plugin = createPodSecurity(storage, followStoredObjects(storage));
  return judgementOf(attributes, await refusalOf(plugin.validate?.(attributes)));
}

function judgementOf({ context }: AdmissionAttributes, refusal: string | undefined): Judgement {
  const audit = [...context.auditAnnotations].map(([key, value]) => [key.replace(label(""), ""), value]);
  return { refusal, warnings: context.warnings, audit: Object.fromEntries(audit) };
}

const shared = { hostNetwork: true, containers: [{ name: "c", image: "i" }] };
const pod: JsonObject = { metadata: { name: "a" }, spec: shared };
const words = 'PodSecurity "baseline:latest": host namespaces (hostNetwork=true)';

test("a pod is refused where its level is enforced, and then nobody is warned", async () => {
  assert.deepEqual(await judge({ enforce: "baseline", audit: "baseline", warn: "baseline" }, pod), {
    refusal: `pods "a" is forbidden: violates ${words}`,
    warnings: [],
    audit: { "enforce-policy": "baseline:latest", "audit-violations": `would violate ${words}` },
  });
});

test("a pod is admitted with warnings and notes for audit where its level is not enforced", async () => {
  const told = {
    refusal: undefined,
    warnings: [`would violate ${words}`],
    audit: { "enforce-policy": "privileged:latest" },
  };
  assert.deepEqual(await judge({ warn: "baseline" }, pod), told);
  assert.deepEqual(await judge({ audit: "baseline" }, pod), {
    refusal: undefined,
    warnings: [],
    audit: { "enforce-policy": "privileged:latest", "audit-violations": `would violate ${words}` },
  });
  const silent = { refusal: undefined, warnings: [], audit: { "enforce-policy": "privileged:latest" } };
  assert.deepEqual(await judge({}, pod), silent);
});

test("labels that cannot be read are the strictest, and audit learns why", async () => {
  const { refusal, audit } = await judge({ enforce: "strict" }, { spec: { containers: [], hostPID: true } });
  assert.equal(
    refusal,
    'pods "a" is forbidden: violates PodSecurity "restricted:latest": host namespaces (hostPID=true)',
  );
  const why =
    'metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: "strict": must be one of privileged, baseline, restricted';
  assert.equal(audit.error, `Failed to parse policy: ${why}`);
});

test("a pod without its namespace is not admitted, whatever made that happen", async () => {
  const storage = await storageWith({});
  const plugin = createPodSecurity(storage, followStoredObjects(storage));
  const refusal = plugin.validate?.(attributesOf(pod, { namespace: "absent" }));
  await assert.rejects(refusal ?? Promise.resolve(), (error) => ApiError.is(error, "InternalError"));
});

test("a pod that is there is judged again when its images change, or when it gets a container", async () => {
  const update = { operation: "UPDATE", old: pod } as const;
  const refused = async (spec: JsonObject, write: AskedWrite = update) =>
    (await judge({ enforce: "baseline" }, { spec: { ...shared, ...spec } }, write)).refusal !== undefined;
  assert.equal(await refused({ activeDeadlineSeconds: 1 }), false);
  assert.equal(await refused({ containers: [{ name: "c", image: "other" }] }), true);
  const ephemeralContainers = [{ name: "e", image: "i" }];
  const added = { ...update, subresource: "ephemeralcontainers" };
  assert.equal(await refused({ ephemeralContainers }, added), true);
  const old = { spec: { ...shared, ephemeralContainers } };
  assert.equal(await refused({ ephemeralContainers }, { ...added, old }), false);
  assert.equal(await refused({ containers: [] }, { ...update, subresource: "status" }), false);
});

test("what makes pods is never refused, but warned of as its pods would be", async () => {
  const template = { metadata: { annotations: {} }, spec: shared };
  const kinds: readonly [group: string, resource: string, object: JsonObject][] = [
    ["", "replicationcontrollers", { spec: { template } }],
    ["", "podtemplates", { template }],
    ...["deployments", "replicasets", "statefulsets", "daemonsets"].map((resource): [string, string, JsonObject] => [
      "apps",
      resource,
      { spec: { template } },
    ]),
    ["batch", "jobs", { spec: { template } }],
    ["batch", "cronjobs", { spec: { jobTemplate: { spec: { template } } } }],
  ];
  for (const [group, resource, object] of kinds) {
    const { refusal, warnings } = await judge({ enforce: "baseline" }, object, { group, resource });
    assert.deepEqual([refusal, warnings], [undefined, [`would violate ${words}`]], resource);
    const status = await judge({ enforce: "baseline" }, object, { group, resource, subresource: "status" });
    assert.deepEqual(status.warnings, []);
  }
  const empty = await judge({ enforce: "baseline" }, { spec: {} }, { resource: "replicationcontrollers" });
  assert.deepEqual(empty.warnings, []);
  const foreign = await judge({ enforce: "baseline" }, { spec: { template } }, { group: "x", resource: "deployments" });
  assert.deepEqual(foreign.warnings, []);
});

const namespaces = { resource: "namespaces", namespace: "n", name: "n" } as const;

test("labels of a namespace have to be readable when they are set, and may stay as they were", async () => {
  const wrong = namespaceOf({ enforce: "strict" });
  const storage = await storageWith({});
  const validate = (write: AskedWrite) =>
    createPodSecurity(storage, followStoredObjects(storage)).validate?.(
      attributesOf(wrong, { ...namespaces, ...write }),
    );
  const isInvalid = (error: unknown) => ApiError.is(error, "Invalid");
  await assert.rejects(async () => validate({}), isInvalid);
  await assert.rejects(async () => validate({ operation: "UPDATE", old: namespaceOf({}) }), isInvalid);
  await validate({ operation: "UPDATE", old: wrong });
  await validate({ operation: "UPDATE", old: namespaceOf({}), subresource: "finalize" });
});

async function relabel(
  before: Record<string, string>,
  after: Record<string, string>,
  pods: Readonly<Record<string, JsonObject>>,
): Promise<readonly string[]> {
  const stored = Object.entries(pods).map(([name, object]) => [`pods/n/${name}`, object]);
  const write = { ...namespaces, operation: "UPDATE", old: namespaceOf(before) } as const;
  return (await judge({}, namespaceOf(after), write, Object.fromEntries(stored))).warnings;
}

const named = (name: string, spec: JsonObject, owner?: string): JsonObject => ({
  metadata: { name, ...(owner && { ownerReferences: [{ controller: true, uid: owner }] }) },
  spec,
});

test("a stricter level tells of the pods that it would have refused, alike ones in one line", async () => {
  const pods = {
    c: named("c", { hostNetwork: true }, "x"),
    b: named("b", { hostNetwork: true }),
    a: named("a", { hostPID: true, containers: [{ name: "c", securityContext: { privileged: true } }] }),
    d: named("d", { hostNetwork: true }, "x"),
    fine: named("fine", {}),
  };
  const first = 'existing pods in namespace "n" violate the new PodSecurity enforce level "baseline:latest"';
  assert.deepEqual(await relabel({}, { enforce: "baseline" }, pods), [
    first,
    "a: host namespaces, privileged",
    "b (and 2 other pods): host namespaces",
  ]);
  assert.deepEqual(await relabel({}, { enforce: "baseline" }, { b: pods.b, c: pods.c }), [
    first,
    "b (and 1 other pod): host namespaces",
  ]);
});

test("nobody is bothered where the level is no stricter than before", async () => {
  const pods = { a: named("a", { hostPID: true }) };
  assert.deepEqual(await relabel({ enforce: "restricted" }, { enforce: "baseline" }, pods), []);
  assert.deepEqual(await relabel({ enforce: "baseline" }, { enforce: "baseline", warn: "restricted" }, pods), []);
  assert.deepEqual(await relabel({ enforce: "baseline" }, { enforce: "privileged" }, pods), []);
  assert.deepEqual(await relabel({}, { enforce: "baseline" }, { fine: named("fine", {}) }), []);
  const other = await relabel({ enforce: "baseline" }, { enforce: "baseline", "enforce-version": "v1.20" }, pods);
  assert.equal(other.length, 2);
});

test("a namespace of very many pods is looked at for a while, one pod of each controller first", async () => {
  const clock = createVirtualClock();
  const entries = Array.from({ length: 20 }, (_, index) => [
    `pods/n/p${String(index).padStart(2, "0")}`,
    named(`p${index}`, { hostPID: index === 19 }, index < 18 ? "one" : `own-${index}`),
  ]);
  const storage = await storageWith(Object.fromEntries(entries));
  let asked = 0;
  const slow = { ...clock, now: () => (asked++ < 24 ? 0 : 10_000) };
  const attributes = attributesOf(namespaceOf({ enforce: "baseline" }), {
    ...namespaces,
    operation: "UPDATE",
    old: namespaceOf({}),
    clock: slow,
  });
  await createPodSecurity(storage, followStoredObjects(storage)).validate?.(attributes);
  const [cut, , offender] = attributes.context.warnings;
  assert.match(cut ?? "", /^new PodSecurity enforce level only checked against the first \d of 20 existing pods$/);
  assert.equal(offender, "p19: host namespaces");
});
