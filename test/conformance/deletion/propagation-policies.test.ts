import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { eventually } from "../eventually.ts";
import { containers, type Made, make, reference } from "./objects.ts";

// What the API server does by itself: the policy becomes finalizers, which a garbage collector would heed.
const client = connect();
let namespace: string;
let configMaps: string;
before(async () => {
  namespace = await client.namespace();
  configMaps = `/api/v1/namespaces/${namespace}/configmaps`;
});
after(() => client.close());

const one = "example.com/one";
const makeOwner = (metadata: Json = {}): Promise<Made> => make(client, configMaps, metadata);
const makeDependent = (owner: Made, rest: Json = {}, metadata: Json = {}): Promise<Made> =>
  make(client, configMaps, { ...metadata, ownerReferences: [reference(owner, rest)] });
const release = (path: string) => client.patch("merge", path, { metadata: { finalizers: null } });
const foreground = { propagationPolicy: "Foreground" };

test("the old option orphanDependents means Orphan or Background", async () => {
  const orphaning = await makeOwner({ finalizers: [one] });
  const orphaned = await client.delete(orphaning.path, { orphanDependents: true }, { dryRun: "All" });
  assertAnswer(orphaned, 200, { metadata: { finalizers: [one, "orphan"] } });
  const deleting = await makeOwner();
  const answer = await client.delete(deleting.path, { orphanDependents: false });
  assertAnswer(answer, 200, { kind: "Status", status: "Success" });
  assertAnswer(await release(orphaning.path), 200);
});

test("the policy may come in the query", async () => {
  const owner = await makeOwner({ finalizers: [one] });
  const answer = await client.delete(owner.path, undefined, foreground);
  assertAnswer(answer, 200, { metadata: { finalizers: [one, "foregroundDeletion"] } });
  assertAnswer(await release(owner.path), 200);
});

test("a later deletion may choose another policy", async () => {
  const owner = await makeOwner({ finalizers: [one] });
  const finalizersAfter = async (propagationPolicy: string) =>
    (await client.delete(owner.path, { propagationPolicy })).body.metadata.finalizers;
  // A dependent that blocks keeps the collector from finishing what the finalizers ask for.
  const dependent = await makeDependent(owner, { blockOwnerDeletion: true }, { finalizers: [one] });
  assert.deepEqual(await finalizersAfter("Foreground"), [one, "foregroundDeletion"]);
  assert.deepEqual(await finalizersAfter("Background"), [one]);
  assertAnswer(await release(owner.path), 200);
  await eventually(async () => assertAnswer(await release(dependent.path), 200));
});

test("a finalizer of one's own to orphan does not survive another policy", async () => {
  const owner = await makeOwner({ finalizers: [one, "orphan"] });
  const answer = await client.delete(owner.path, { propagationPolicy: "Background" });
  assertAnswer(answer, 200, { metadata: { finalizers: [one] } });
  assertAnswer(await release(owner.path), 200);
});

test("policies that there are not, and two at once, are refused", async () => {
  const { path } = await makeOwner();
  const refused = async (options: Json, problem: string) => {
    const message = `DeleteOptions.meta.k8s.io "" is invalid: ${problem}`;
    const details = { group: "meta.k8s.io", kind: "DeleteOptions" };
    assertStatus(await client.delete(path, options), 422, "Invalid", message, { details });
  };
  await refused(
    { propagationPolicy: "Sideways" },
    'propagationPolicy: Unsupported value: "Sideways": supported values: "Foreground", "Background", "Orphan", "nil"',
  );
  await refused(
    { propagationPolicy: "Orphan", orphanDependents: true },
    'propagationPolicy: Invalid value: "Orphan": orphanDependents and deletionPropagation cannot be both set',
  );
});

test("a Job orphans its pods and says that it should not, when nobody chooses", async () => {
  const template = { spec: { containers, restartPolicy: "Never" } };
  const { path } = await make(
    client,
    `/apis/batch/v1/namespaces/${namespace}/jobs`,
    { finalizers: [one] },
    { spec: { suspend: true, template } },
  );
  const answer = await client.delete(path, undefined, { dryRun: "All" });
  assert.deepEqual(answer.warnings, [
    "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning",
  ]);
  // Jobs alone keep the default of the days before garbage collection.
  assertAnswer(answer, 200, { metadata: { finalizers: [one, "orphan"] } });
  const background = await client.delete(path, { propagationPolicy: "Background" });
  assert.deepEqual(background.warnings, []);
  assertAnswer(background, 200, { metadata: { finalizers: [one] } });
  assertAnswer(await release(path), 200);
});

// OwnerReferencesPermissionEnforcement, which asks for the right to finalize the owner, is off by default.
test("a user without any right to the owner may block its deletion", async () => {
  const owner = await makeOwner();
  const rule = { apiGroups: [""], resources: ["configmaps"], verbs: ["create"] };
  const rbac = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}`;
  await make(client, `${rbac}/roles`, { name: "maker" }, { rules: [rule] });
  const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "maker" };
  await make(client, `${rbac}/rolebindings`, { name: "maker" }, { roleRef, subjects: [{ kind: "User", name: "eve" }] });
  const ownerReferences = [reference(owner, { blockOwnerDeletion: true })];
  await eventually(async () => {
    const body = { metadata: { generateName: "eves-", ownerReferences } };
    assertAnswer(await client.create(configMaps, body, {}, { as: "eve" }), 201);
  });
});
