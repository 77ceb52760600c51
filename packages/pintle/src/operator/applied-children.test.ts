import assert from "node:assert/strict";
import { test } from "node:test";
import { Service } from "@pintle/kinds";
import { AppliedChildren } from "./applied-children.ts";
import type { AnyObject } from "./children.ts";
import type { PlannedChild } from "./plan-children.ts";

const place = { namespace: "default", name: "web" };

function planned(port: object, labels: object = { app: "web" }): PlannedChild {
  const manifest = {
    ...Service({}),
    metadata: { ...place, labels },
    spec: { ports: [port], externalIPs: ["10.0.0.1"] },
  };
  return { slot: "web", key: undefined, kind: Service, place, manifest } as PlannedChild;
}

const fieldsV1 = {
  "f:metadata": { "f:labels": { "f:app": {} } },
  "f:spec": {
    "f:ports": { 'k:{"port":80,"protocol":"TCP"}': { ".": {}, "f:port": {}, "f:targetPort": {} } },
    "f:externalIPs": {},
  },
};

interface Live {
  readonly version?: string;
  readonly ports?: readonly object[];
  readonly labels?: object;
  readonly more?: object;
  readonly uid?: string;
  readonly manager?: string;
}

function live({
  version = "5",
  ports,
  labels = { app: "web" },
  more = {},
  uid = "u",
  manager = "pintle-box",
}: Live = {}): AnyObject {
  const managedFields = [{ manager, operation: "Apply", apiVersion: "v1", fieldsType: "FieldsV1", fieldsV1 }];
  const spec = { ports: ports ?? [webPort], externalIPs: ["10.0.0.1"], clusterIP: "10.1.2.3", ...more };
  const metadata = { ...place, uid, resourceVersion: version, labels, managedFields };
  return { apiVersion: "v1", kind: "Service", metadata, spec } as unknown as AnyObject;
}

const application = { owner: "default/a", ownerUid: "of-a", generation: 1, nowMs: 0 };
const webPort = { port: 80, protocol: "TCP", targetPort: 8080, nodePort: 30_000 };
const child = planned({ port: 80, targetPort: 8080 });

function remembered(answer = live()): AppliedChildren {
  const applied = new AppliedChildren("pintle-box");
  applied.remember(application, child, answer);
  return applied;
}

test("what was never applied in this process is not taken to be current", () => {
  assert.equal(new AppliedChildren("pintle-box").isCurrent(application, child, live()), false);
});

test("what others add, decide or order beside the operator's fields makes no difference", () => {
  const applied = remembered();
  const others = { port: 443, protocol: "TCP" };
  const states = [
    live(),
    live({ version: "6", more: { clusterIP: "10.9.9.9", sessionAffinity: "None" } }),
    live({ version: "7", labels: { app: "web", theirs: "yes" } }),
    live({ version: "8", ports: [others, { ...webPort, nodePort: 31_111 }] }),
  ];
  for (const state of states) assert.ok(applied.isCurrent(application, child, state), JSON.stringify(state));
});

test("a field of the operator that was changed, removed, or lost with its item does", () => {
  const applied = remembered();
  const states = [
    live({ version: "6", labels: { app: "other" } }),
    live({ version: "6", labels: {} }),
    live({ version: "6", ports: [{ ...webPort, targetPort: 9090 }] }),
    live({ version: "6", ports: [] }),
    live({ version: "6", ports: [{ ...webPort, protocol: "UDP" }] }),
    live({ version: "6", more: { externalIPs: ["10.0.0.2"] } }),
  ];
  for (const state of states) assert.ok(!applied.isCurrent(application, child, state), JSON.stringify(state));
});

test("another manifest, another object of that name, and an answer without managedFields do", () => {
  const applied = remembered();
  assert.equal(applied.isCurrent(application, planned({ port: 80, targetPort: 8081 }), live()), false);
  assert.equal(applied.isCurrent(application, child, live({ uid: "v" })), false);
  assert.equal(remembered(live({ manager: "somebody-else" })).isCurrent(application, child, live()), false);
});

test("what the server has written otherwise than it was given is what was applied", () => {
  const given = planned({ port: 80, targetPort: "8080m" });
  const applied = new AppliedChildren("pintle-box");
  applied.remember(application, given, live());
  assert.equal(applied.isCurrent(application, given, live({ version: "6" })), true);
});

test("children are forgotten with their owner", () => {
  const applied = remembered();
  applied.forget("default/b");
  assert.equal(applied.isCurrent(application, child, live()), true);
  applied.forget("default/a");
  assert.equal(applied.isCurrent(application, child, live()), false);
});

test("of an owner's children those that are kept are remembered, and the others are not", () => {
  const applied = remembered();
  const other = { ...child, place: { ...place, name: "other" } };
  applied.remember(application, other, live({ uid: "other" }));
  applied.keepOnly("default/b", []);
  applied.keepOnly("default/a", [other]);
  assert.equal(applied.isCurrent(application, child, live()), false);
  assert.equal(applied.isCurrent(application, other, live({ uid: "other" })), true);
});

test("a child that another owner has got meanwhile is not forgotten with the one that had it before", () => {
  const applied = remembered();
  const another = { ...application, owner: "default/b", ownerUid: "of-b" };
  applied.remember(another, child, live());
  applied.keepOnly("default/a", []);
  applied.forget("default/a");
  assert.equal(applied.isCurrent(another, child, live()), true);
});

test("a child is known by its uid to the owner that it was applied for, and to no other that has the name of it", () => {
  const applied = remembered();
  assert.equal(applied.isKnown(application, child, live({ labels: {} })), true);
  assert.equal(applied.isKnown(application, child, live({ uid: "v" })), false);
  assert.equal(applied.isKnown(application, { ...child, place: { ...place, name: "other" } }, live()), false);
  const anew = { ...application, ownerUid: "of-another" };
  assert.equal(applied.isKnown(anew, child, live()), false);
  applied.remember(anew, child, live());
  assert.equal(applied.isKnown(application, child, live()), false);
});

test("a child that is asked for in ever new forms is unstable, unless its owner has changed or a minute has passed", () => {
  const applied = new AppliedChildren("pintle-box");
  const formOf = (number: number) => planned({ port: 80, targetPort: number });
  const at = (nowMs: number, generation = 1) => ({ ...application, generation, nowMs });
  for (let number = 0; number <= 30; number += 1) {
    assert.equal(applied.isUnstable(at(number), formOf(number)), false, `form ${number}`);
    applied.remember(at(number), formOf(number), live());
  }
  assert.equal(applied.isUnstable(at(31), formOf(30)), false);
  assert.equal(applied.isUnstable(at(31), formOf(31)), true);
  assert.equal(applied.isUnstable(at(31, 2), formOf(31)), false);
  assert.equal(applied.isUnstable(at(60_000), formOf(31)), false);
});

test("what the cache shows by then counts only where it is the very state that the apply was answered with", () => {
  const applied = new AppliedChildren("pintle-box");
  const changed = live({ version: "6", labels: { app: "changed" } });
  applied.remember(application, child, live(), changed);
  assert.equal(applied.isCurrent(application, child, changed), false);
  assert.equal(applied.isCurrent(application, child, live({ version: "7" })), true);
});

test("where the server's account of the fields makes no sense, a state that was changed since is applied once more", () => {
  const answer = live();
  const managedFields = answer.metadata.managedFields?.map((entry) => ({ ...entry, fieldsV1: { nonsense: {} } }));
  const applied = remembered({ ...answer, metadata: { ...answer.metadata, managedFields } } as AnyObject);
  assert.equal(applied.isCurrent(application, child, live({ version: "6" })), false);
});
