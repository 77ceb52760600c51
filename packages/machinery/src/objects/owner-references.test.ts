import assert from "node:assert/strict";
import { test } from "node:test";
import type { KubernetesObject, OwnerReference } from "./object-meta.ts";
import {
  AlreadyOwnedError,
  controllerOf,
  hasOwnerReference,
  isControlledBy,
  removeOwnerReference,
  setControllerReference,
  setOwnerReference,
} from "./owner-references.ts";

const owner: KubernetesObject = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { namespace: "default", name: "web", uid: "1" },
};
const reference: OwnerReference = { apiVersion: "apps/v1", kind: "Deployment", name: "web", uid: "1" };
const controller: OwnerReference = { ...reference, controller: true, blockOwnerDeletion: true };
const stranger: OwnerReference = { apiVersion: "v1", kind: "ConfigMap", name: "other", uid: "9" };

function child(...ownerReferences: OwnerReference[]): KubernetesObject {
  const metadata = { namespace: "default", name: "web-1", ...(ownerReferences.length > 0 && { ownerReferences }) };
  return { apiVersion: "apps/v1", kind: "ReplicaSet", metadata };
}

interface SetCase {
  title: string;
  before: OwnerReference[];
  owned: OwnerReference[];
  /** Absent where the child has another controller. */
  controlled?: OwnerReference[];
}
const renewed = { ...reference, uid: "0" };
const older = { ...reference, apiVersion: "apps/v1beta1" };
const otherController = { ...stranger, controller: true };
const nonsense = { ...reference, apiVersion: "a/b/c" };
const cases: SetCase[] = [
  { title: "no owner yet", before: [], owned: [reference], controlled: [controller] },
  { title: "another owner", before: [stranger], owned: [stranger, reference], controlled: [stranger, controller] },
  {
    title: "the owner already",
    before: [reference, stranger],
    owned: [reference, stranger],
    controlled: [controller, stranger],
  },
  { title: "the owner as controller", before: [controller], owned: [reference], controlled: [controller] },
  { title: "the owner under an old uid", before: [renewed], owned: [reference], controlled: [controller] },
  { title: "the owner under an old version", before: [older], owned: [reference], controlled: [controller] },
  { title: "another controller", before: [otherController], owned: [otherController, reference] },
  {
    title: "an owner of the same kind and name in another group",
    before: [{ ...reference, apiVersion: "extensions/v1" }],
    owned: [{ ...reference, apiVersion: "extensions/v1" }, reference],
    controlled: [{ ...reference, apiVersion: "extensions/v1" }, controller],
  },
  {
    title: "an owner of the same kind and another name",
    before: [{ ...reference, name: "web2" }],
    owned: [{ ...reference, name: "web2" }, reference],
    controlled: [{ ...reference, name: "web2" }, controller],
  },
  {
    title: "a reference whose apiVersion makes no sense",
    before: [nonsense],
    owned: [nonsense, reference],
    controlled: [nonsense, controller],
  },
];
for (const { title, before, owned, controlled } of cases) {
  test(`setting an owner on a child with ${title}`, () => {
    assert.deepEqual(setOwnerReference(owner, child(...before)), child(...owned));
  });

  test(`setting the controller on a child with ${title}`, () => {
    const act = () => setControllerReference(owner, child(...before));
    if (controlled) assert.deepEqual(act(), child(...controlled));
    else assert.throws(act, AlreadyOwnedError);
  });
}

test("the error about another controller names it and carries it", () => {
  assert.throws(
    () => setControllerReference(owner, child(otherController)),
    (error) => {
      assert.ok(error instanceof AlreadyOwnedError);
      assert.equal(error.message, "Object default/web-1 is already owned by another ConfigMap controller other");
      assert.equal(error.owner, otherController);
      return true;
    },
  );
});

test("a child that needs no change is returned itself", () => {
  const controlled = child(stranger, controller);
  const owned = child({ ...reference, controller: false });

  assert.equal(setControllerReference(owner, controlled), controlled);
  assert.equal(setOwnerReference(owner, owned), owned);
  assert.equal(removeOwnerReference(owner, child(stranger)).metadata.ownerReferences?.[0], stranger);
  const free = child();
  assert.equal(removeOwnerReference(owner, free), free);
});

test("a child that is changed leaves the one that was given as it was", () => {
  const before = child(stranger);
  setControllerReference(owner, before);
  removeOwnerReference({ ...owner, ...stranger, metadata: { name: "other" } }, before);

  assert.deepEqual(before, child(stranger));
});

test("a manifest without metadata can be owned by an object of cluster scope", () => {
  const node = { apiVersion: "v1", kind: "Node", metadata: { name: "a", uid: "7" } };

  assert.deepEqual(setOwnerReference(node, {}), {
    metadata: { ownerReferences: [{ apiVersion: "v1", kind: "Node", name: "a", uid: "7" }] },
  });
});

test("an owner in another namespace is refused with what to do", () => {
  const far = { metadata: { namespace: "far", name: "web-1" } };

  assert.throws(() => setControllerReference(owner, far), {
    code: "PINTLE_OWNER_IN_OTHER_NAMESPACE",
    message: /owner's namespace default, obj's namespace far: put the child beside its owner/,
  });
  assert.throws(() => setOwnerReference(owner, far), { code: "PINTLE_OWNER_IN_OTHER_NAMESPACE" });
});

test("a child of cluster scope cannot have an owner in a namespace", () => {
  const clusterWide = { metadata: { name: "web" } };

  assert.throws(() => setOwnerReference(owner, clusterWide), {
    code: "PINTLE_OWNER_NAMESPACED",
    message: /must not have a namespace-scoped owner, owner's namespace default/,
  });
});

test("an owner that was never stored is refused: the reference would have no uid", () => {
  assert.throws(() => setOwnerReference({ ...owner, metadata: { namespace: "default", name: "web" } }, child()), {
    code: "PINTLE_OWNER_INCOMPLETE",
  });
});

test("an owner is taken off whatever its version and uid, and with the last one the key goes", () => {
  assert.deepEqual(removeOwnerReference(owner, child(stranger, older, renewed)), child(stranger));
  assert.deepEqual(removeOwnerReference(owner, child(controller)), child());
  assert.ok(hasOwnerReference(child(stranger, older), owner));
  assert.ok(!hasOwnerReference(child(stranger), owner));
});

test("the controller of a child is found, and it is this owner only if the uid agrees", () => {
  assert.equal(controllerOf(child(stranger, controller)), controller);
  assert.equal(controllerOf(child(reference)), undefined);
  assert.ok(isControlledBy(child(controller), owner));
  assert.ok(!isControlledBy(child({ ...controller, uid: "0" }), owner));
  assert.ok(!isControlledBy(child(reference), owner));
});
