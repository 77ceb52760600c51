import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ObjectMeta, OwnerReference } from "@pintle/machinery";
import { AbsentOwners } from "./absent-owners.ts";
import { DependencyGraph } from "./dependency-graph.ts";
import { identityOf, type ObjectIdentity } from "./object-identity.ts";

/** What a graph asks for, in order: `delete a`, `orphan a`, `alternate a`, `report a`. */
function createGraph() {
  const asked: string[] = [];
  const absent = new AbsentOwners();
  const graph = new DependencyGraph(absent, {
    attemptToDelete: (uid) => void asked.push(`delete ${uid}`),
    lookForAlternate: (uid) => void asked.push(`alternate ${uid}`),
    attemptToOrphan: (uid) => void asked.push(`orphan ${uid}`),
    reportInvalidNamespace: ({ identity }) => void asked.push(`report ${identity.uid}`),
  });
  return { graph, absent, taken: () => asked.splice(0) };
}

function pod(uid: string, namespace = "ns1", apiVersion = "v1"): ObjectIdentity {
  return { apiVersion, kind: "Pod", namespace, name: `name-of-${uid}`, uid };
}

function node(uid: string): ObjectIdentity {
  return { ...pod(uid, ""), kind: "Node" };
}

function ownedBy(...owners: readonly OwnerReference[]): ObjectMeta {
  return { ownerReferences: [...owners] };
}

function reference({ namespace: _, ...owner }: ObjectIdentity, rest: Partial<OwnerReference> = {}): OwnerReference {
  return { ...owner, ...rest };
}

const deleting = (finalizer: string): ObjectMeta => ({ deletionTimestamp: "now", finalizers: [finalizer] });

describe("an owner that nobody has seen", () => {
  test("is looked for", () => {
    const { graph, taken } = createGraph();
    graph.see(pod("child"), ownedBy(reference(pod("owner"))));
    assert.deepEqual(taken(), ["delete owner"]);
    assert.equal(graph.find("owner")?.isVirtual, true);
  });

  test("is looked for once, however many name it", () => {
    const { graph, taken } = createGraph();
    for (const child of ["one", "two"]) graph.see(pod(child), ownedBy(reference(pod("owner"))));
    assert.deepEqual(taken(), ["delete owner"]);
  });

  test("and is then seen as it was named gives nothing to do", () => {
    const { graph, taken } = createGraph();
    graph.see(pod("child"), ownedBy(reference(pod("owner"))));
    taken();
    graph.see(pod("owner"), {});
    assert.deepEqual(taken(), []);
    assert.equal(graph.find("owner")?.isVirtual, false);
  });

  test("and is missed makes its dependents be looked at", () => {
    const { graph, absent, taken } = createGraph();
    graph.see(pod("child"), ownedBy(reference(pod("owner"))));
    taken();
    graph.miss(pod("owner"));
    assert.deepEqual(taken(), ["delete child"]);
    assert.equal(absent.has(pod("owner")), true);
    assert.equal(graph.find("owner"), undefined);
  });
});

test("a dependent that names its owner by another version is looked at when the owner is seen, and nothing is reported", () => {
  const { graph, taken } = createGraph();
  graph.see(pod("child"), ownedBy(reference(pod("owner", "ns1", "v2"))));
  taken();
  graph.see(pod("owner"), {});
  assert.deepEqual(taken(), ["delete child"]);
});

describe("a dependent in another namespace than its owner", () => {
  test("is reported and looked at, when the owner came first", () => {
    const { graph, taken } = createGraph();
    graph.see(pod("owner", "ns2"), {});
    graph.see(pod("child"), ownedBy(reference(pod("owner"))));
    assert.deepEqual(taken(), ["report child", "delete child"]);
  });

  test("is reported and looked at, when it came first", () => {
    const { graph, taken } = createGraph();
    graph.see(pod("child"), ownedBy(reference(pod("owner"))));
    taken();
    graph.see(pod("owner", "ns2"), {});
    assert.deepEqual(taken(), ["report child", "delete child"]);
  });

  test("does not count where the owner is in none", () => {
    const { graph, taken } = createGraph();
    graph.see(node("owner"), {});
    graph.see(pod("child"), ownedBy(reference(node("owner"))));
    assert.deepEqual(taken(), []);
  });

  test("is reported where it is itself in none", () => {
    const { graph, taken } = createGraph();
    graph.see(pod("owner"), {});
    graph.see(node("child"), ownedBy(reference(pod("owner"))));
    assert.deepEqual(taken(), ["report child", "delete child"]);
  });

  test("that is missed there does not take away an owner that was seen elsewhere", () => {
    const { graph, absent, taken } = createGraph();
    graph.see(pod("owner", "ns2"), {});
    graph.see(pod("good", "ns2"), ownedBy(reference(pod("owner"))));
    taken();
    graph.miss(pod("owner", "ns1"));
    assert.deepEqual(taken(), []);
    assert.equal(graph.find("owner")?.isVirtual, false);
    assert.equal(absent.has(pod("owner", "ns1")), false);
  });
});

describe("dependents that disagree on who their owner is", () => {
  const good = reference(pod("owner"));
  const bad = reference(pod("owner", "ns1", "v2"));

  test("are looked at where the owner was seen as another", () => {
    const { graph, taken } = createGraph();
    graph.see(pod("owner"), {});
    graph.see(pod("child"), ownedBy(bad));
    assert.deepEqual(taken(), ["delete child"]);
  });

  test("make it be looked for under the name of the other, when it is missed under that of the one", () => {
    const { graph, absent, taken } = createGraph();
    graph.see(pod("bad"), ownedBy(bad));
    graph.see(pod("good"), ownedBy(good));
    assert.deepEqual(taken(), ["delete owner", "delete good"]);
    graph.miss(identityOf(bad, "ns1"));
    assert.deepEqual(taken(), ["delete bad", "alternate owner"]);
    assert.equal(absent.has(identityOf(bad, "ns1")), true);
    assert.deepEqual(graph.find("owner")?.identity, identityOf(good, "ns1"));
  });

  test("lose what they named when all names were missed", () => {
    const { graph, taken } = createGraph();
    graph.see(pod("bad"), ownedBy(bad));
    graph.see(pod("good"), ownedBy(good));
    graph.miss(identityOf(bad, "ns1"));
    graph.lose("bad");
    taken();
    graph.miss(identityOf(good, "ns1"));
    assert.deepEqual(taken(), ["delete good"]);
    assert.equal(graph.find("owner"), undefined);
  });

  test("keep an owner that was seen, when it is missed under another name", () => {
    const { graph, absent, taken } = createGraph();
    graph.see(pod("owner"), {});
    graph.see(pod("bad"), ownedBy(bad));
    graph.see(pod("good"), ownedBy(good));
    taken();
    graph.miss(identityOf(bad, "ns1"));
    assert.deepEqual(taken(), ["delete bad"]);
    assert.equal(absent.has(identityOf(bad, "ns1")), true);
    assert.equal(graph.find("owner")?.dependents.size, 2);
  });
});

describe("an owner that is gone", () => {
  test("makes its dependents be looked at, and leaves no trace", () => {
    const { graph, absent, taken } = createGraph();
    graph.see(pod("owner"), {});
    graph.see(pod("child"), ownedBy(reference(pod("owner"))));
    taken();
    graph.lose("owner");
    assert.deepEqual(taken(), ["delete child"]);
    assert.equal(absent.has(pod("owner")), true);
    graph.lose("child");
    assert.equal(graph.size, 0);
  });

  test("is forgotten by those that it owned itself", () => {
    const { graph } = createGraph();
    graph.see(pod("top"), {});
    graph.see(pod("middle"), ownedBy(reference(pod("top"))));
    graph.lose("middle");
    assert.equal(graph.find("top")?.dependents.size, 0);
  });

  test("makes an owner that waits for it be looked at", () => {
    const { graph, taken } = createGraph();
    graph.see(pod("top"), deleting("foregroundDeletion"));
    graph.see(pod("middle"), ownedBy(reference(pod("top"), { blockOwnerDeletion: true })));
    taken();
    graph.lose("middle");
    assert.deepEqual(taken(), ["delete top"]);
  });
});

describe("a deletion", () => {
  test("in the foreground makes the object and its dependents be looked at, once", () => {
    const { graph, taken } = createGraph();
    graph.see(pod("owner"), {});
    graph.see(pod("child"), ownedBy(reference(pod("owner"))));
    taken();
    graph.see(pod("owner"), deleting("foregroundDeletion"));
    assert.deepEqual(taken(), ["delete child", "delete owner"]);
    graph.see(pod("owner"), deleting("foregroundDeletion"));
    assert.deepEqual(taken(), []);
  });

  test("that orphans is carried out once", () => {
    const { graph, taken } = createGraph();
    graph.see(pod("owner"), deleting("orphan"));
    graph.see(pod("owner"), deleting("orphan"));
    assert.deepEqual(taken(), ["orphan owner"]);
  });

  test("goes on when a dependent no longer blocks it", () => {
    const { graph, taken } = createGraph();
    graph.see(pod("owner"), deleting("foregroundDeletion"));
    graph.see(pod("child"), ownedBy(reference(pod("owner"), { blockOwnerDeletion: true })));
    taken();
    assert.equal(graph.find("owner")?.blockingDependents().length, 1);
    graph.see(pod("child"), ownedBy(reference(pod("owner"), { blockOwnerDeletion: false })));
    assert.deepEqual(taken(), ["delete owner"]);
    assert.equal(graph.find("owner")?.blockingDependents().length, 0);
  });
});
