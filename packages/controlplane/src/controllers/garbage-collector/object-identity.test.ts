import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { GraphNode } from "./graph-node.ts";
import { findAlternateIdentity, type ObjectIdentity, partDependents } from "./object-identity.ts";

const id = (apiVersion: string, kind: string, namespace: string, name = "owner", uid = "u"): ObjectIdentity => ({
  ...{ apiVersion, kind, namespace, name, uid },
});

let made = 0;

/** An object in a namespace that names these owners. */
function node(namespace: string, ...owners: readonly ObjectIdentity[]): GraphNode {
  made += 1;
  const child = new GraphNode(id("v1", "Child", namespace, "child", `child-${made}`), false);
  child.owners = owners.map(({ namespace: _, ...reference }) => reference);
  return child;
}

describe("an owner that is absent under one identity may be another,", () => {
  const namespaced = id("v1", "Parent", "one");
  const clusterWide = id("v1", "Cluster", "");

  test("where dependents name another version, kind or name, or are in another namespace", () => {
    for (const other of [
      id("xx", "Parent", "one"),
      id("v1", "xxxx", "one"),
      id("v1", "Parent", "one", "other"),
      id("v1", "Parent", "two"),
    ]) {
      const dependents = [node("one", namespaced), node(other.namespace, other)];
      assert.deepEqual(findAlternateIdentity(dependents, namespaced), other);
    }
  });

  test("which is in the namespace of the dependent where nothing is known of its kind", () => {
    const version = node("one", id("xx", "Cluster", ""));
    assert.deepEqual(findAlternateIdentity([version], clusterWide), id("xx", "Cluster", "one"));
    const kind = node("one", id("v1", "xxxx", ""));
    assert.deepEqual(findAlternateIdentity([kind], clusterWide), id("v1", "xxxx", "one"));
  });

  test("which is in no namespace where its kind is known to be in none", () => {
    const other = id("v1", "Cluster", "", "other");
    assert.deepEqual(findAlternateIdentity([node("one", clusterWide), node("one", other)], clusterWide), other);
    assert.equal(findAlternateIdentity([node("one", clusterWide), node("two", clusterWide)], clusterWide), undefined);
  });

  test("the next in order, or else the first", () => {
    for (const namespace of ["one", ""]) {
      const all = ["v1", "v2", "v3", "v4", "v5"].map((version) => id(version, "kind", namespace));
      const [first, second, , fourth, last] = all;
      assert.ok(first && second && fourth && last);
      const dependents = [node(namespace, ...all)];
      assert.deepEqual(findAlternateIdentity(dependents, last), first);
      assert.deepEqual(findAlternateIdentity(dependents, fourth), last);
      assert.deepEqual(findAlternateIdentity(dependents, first), second);
    }
  });

  test("ordered by kind before version, namespace and name", () => {
    const absent = id("v2", "B", "one", "b");
    const found = (...others: readonly ObjectIdentity[]) =>
      findAlternateIdentity(
        others.map((other) => node(other.namespace, other)),
        absent,
      );
    assert.equal(found(id("v1", "C", "one"), id("v9", "A", "one"))?.kind, "C");
    assert.equal(found(id("v3", "B", "one"), id("v1", "C", "one"))?.apiVersion, "v3");
    assert.equal(found(id("v2", "B", "two"), id("v3", "B", "one"))?.namespace, "two");
    assert.equal(found(id("v2", "B", "one", "c"), id("v2", "B", "two"))?.name, "c");
  });

  test("and those who mean somebody else, or name it rightly, do not count", () => {
    const stranger = id("v1", "Parent", "one", "owner", "another");
    assert.equal(findAlternateIdentity([node("one", clusterWide, stranger)], clusterWide), undefined);
    assert.equal(findAlternateIdentity([node("one", namespaced, namespaced)], namespaced), undefined);
    assert.equal(findAlternateIdentity([], namespaced), undefined);
  });
});

describe("dependents are parted", () => {
  const owner = id("v1", "Parent", "one");
  const parted = (owned: ObjectIdentity, ...dependents: readonly GraphNode[]) => {
    const { matching, other } = partDependents(dependents, owned);
    return [matching.map((each) => dependents.indexOf(each)), other.map((each) => dependents.indexOf(each))];
  };

  test("into those who mean the owner, and those who mean another one by its uid", () => {
    const dependents = [node("one", owner), node("one", id("v2", "Parent", "one")), node("two", owner)];
    assert.deepEqual(parted(owner, ...dependents), [[0], [1, 2]]);
  });

  test("wherever they are, where the owner is in no namespace", () => {
    const clusterWide = id("v1", "Cluster", "");
    assert.deepEqual(parted(clusterWide, node("one", clusterWide), node("", clusterWide)), [[0, 1], []]);
  });

  test("and one that names it twice may be both", () => {
    assert.deepEqual(parted(owner, node("one", owner, id("v1", "Other", "one"))), [[0], [0]]);
  });
});

test("of many owners those of a uid are found as of few", () => {
  for (const count of [3, 15, 16, 40]) {
    const owners = Array.from({ length: count }, (_, index) =>
      id("v1", "Parent", "one", `a-${index}`, `${index % 10}`),
    );
    const expected = owners.filter(({ uid }) => uid === "2").map(({ name }) => name);
    assert.deepEqual(
      node("one", ...owners)
        .referencesTo("2")
        .map(({ name }) => name),
      expected,
    );
  }
});

test("who names an owner twice blocks it if one of the two says so", () => {
  const owner = new GraphNode(id("v1", "Parent", "one"), false);
  const child = node("one", id("v1", "Parent", "one"), id("v2", "Parent", "one"));
  owner.dependents.add(child);
  assert.deepEqual(owner.blockingDependents(), []);
  child.owners = child.owners.map((reference, index) => ({ ...reference, blockOwnerDeletion: index === 1 }));
  assert.deepEqual(owner.blockingDependents(), [child]);
});
