import assert from "node:assert/strict";
import { test } from "node:test";
import { type Authorizer, createResourceRegistry, type ServedResource } from "@pintle/apiserver";
import type { JsonObject } from "@pintle/machinery";
import { type AskedWrite, attributesOf, refusalOf } from "./admission-fixture.test.ts";
import { createOwnerReferencesPermissionEnforcement } from "./owner-references-permission-enforcement.ts";

const served = (group: string, plural: string, kind: string, scope: ServedResource["scope"]): ServedResource =>
  ({
    group,
    plural,
    singular: plural,
    kind,
    scope,
    versions: [{ version: "v1" }],
    strategy: {},
  }) as unknown as ServedResource;

const registry = createResourceRegistry([
  served("apps", "replicasets", "ReplicaSet", "Namespaced"),
  served("", "nodes", "Node", "Cluster"),
]);

/** Judges the write of somebody who may do what is listed, as `verb namespace resource/subresource name`. */
async function judge(
  allowed: readonly string[],
  object: JsonObject,
  write: AskedWrite = {},
): Promise<string | undefined> {
  const authorizer: Authorizer = async ({ request }) => {
    const { verb, namespace, resource, subresource, name } = request;
    const asked = `${verb} ${namespace} ${resource}${subresource && `/${subresource}`} ${name}`;
    return allowed.includes(asked) ? { decision: "allow" } : { decision: "no-opinion", reason: "no role" };
  };
  const plugin = createOwnerReferencesPermissionEnforcement(authorizer, () => registry);
  return refusalOf(plugin.validate?.(attributesOf(object, { namespace: "n", ...write })));
}

const owner = (more: JsonObject = {}): JsonObject => ({
  apiVersion: "apps/v1",
  kind: "ReplicaSet",
  name: "r",
  uid: "1",
  ...more,
});
const owned = (...owners: readonly JsonObject[]): JsonObject => ({ metadata: { ownerReferences: [...owners] } });
const blocking = owner({ blockOwnerDeletion: true });
const update = (old: JsonObject, more: AskedWrite = {}): AskedWrite => ({ operation: "UPDATE", old, ...more });

test("what is new may have owners, and what keeps its owners may change", async () => {
  assert.equal(await judge([], owned(owner())), undefined);
  assert.equal(await judge([], owned(blocking), update(owned(blocking))), undefined);
  assert.equal(await judge([], {}, update({})), undefined);
});

test("who changes owners needs the right to delete", async () => {
  const refused = 'pods "a" is forbidden: cannot set an ownerRef on a resource you can\'t delete: no role, <nil>';
  assert.equal(await judge([], owned(owner()), update({})), refused);
  assert.equal(await judge([], owned(), update(owned(owner()))), refused);
  assert.equal(await judge(["delete n pods a"], owned(owner()), update({})), undefined);
  assert.equal(await judge([], owned(owner()), update({}, { subresource: "status" })), undefined);
});

test("who blocks an owner needs the right to its finalizers, or to all", async () => {
  const words = "cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on";
  assert.equal(await judge([], owned(blocking)), `pods "a" is forbidden: ${words}: no role, <nil>`);
  assert.equal(await judge(["update n replicasets/finalizers r"], owned(blocking)), undefined);
  assert.equal(await judge(["update  */finalizers *"], owned(blocking)), undefined);
  const node = { apiVersion: "v1", kind: "Node", name: "m", uid: "2", blockOwnerDeletion: true };
  assert.equal(await judge(["update  nodes/finalizers m"], owned(node)), undefined);
  assert.notEqual(await judge(["update n nodes/finalizers m"], owned(node)), undefined);
});

test("only what begins to block is asked for", async () => {
  const may = ["delete n pods a"];
  const other = owner({ uid: "2" });
  assert.equal(await judge(may, owned(blocking, other), update(owned(blocking))), undefined);
  assert.notEqual(await judge(may, owned(blocking), update(owned(owner()))), undefined);
  assert.equal(await judge(may, owned(owner()), update(owned(blocking))), undefined);
});

test("an owner of a kind that is not served cannot be blocked", async () => {
  const foreign = owner({ apiVersion: "example.com/v1", kind: "Foo", blockOwnerDeletion: true });
  const words =
    "cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion example.com/v1 Kind Foo";
  assert.equal(
    await judge([], owned(foreign)),
    `pods "a" is forbidden: ${words}: no matches for kind "Foo" in version "example.com/v1"`,
  );
});
