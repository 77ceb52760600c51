import { after, before, test } from "node:test";
import { assertAnswer, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { eventually } from "../eventually.ts";
import { type Made, make, reference, untilCollected, untilGone } from "./objects.ts";

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

test("in the background the owner goes first and its dependents follow", async () => {
  for (const options of [undefined, { propagationPolicy: "Background" }]) {
    const owner = await makeOwner();
    const dependent = await makeDependent(owner, {}, { finalizers: [one] });
    assertAnswer(await client.delete(owner.path, options), 200, { kind: "Status", status: "Success" });
    assertAnswer(await client.get(owner.path), 404);
    await eventually(async () =>
      assertAnswer(await client.get(dependent.path), 200, { metadata: { deletionTimestamp: /Z$/ } }),
    );
    assertAnswer(await release(dependent.path), 200);
    assertAnswer(await client.get(dependent.path), 404);
  }
});

test("dependents of dependents follow too", async () => {
  const owner = await makeOwner();
  const dependent = await makeDependent(owner);
  const next = await makeDependent(dependent);
  assertAnswer(await client.delete(owner.path), 200);
  await untilGone(client, dependent.path);
  await untilGone(client, next.path);
});

test("in the foreground the owner waits for the dependents that block it", async () => {
  const owner = await makeOwner();
  const dependent = await makeDependent(owner, { blockOwnerDeletion: true }, { finalizers: [one] });
  assertAnswer(await client.delete(owner.path, foreground), 200, {
    kind: "ConfigMap",
    metadata: { deletionTimestamp: /Z$/, deletionGracePeriodSeconds: 0, finalizers: ["foregroundDeletion"] },
  });
  await eventually(async () =>
    assertAnswer(await client.get(dependent.path), 200, { metadata: { deletionTimestamp: /Z$/ } }),
  );
  await untilCollected(client, configMaps);
  assertAnswer(await client.get(owner.path), 200, { metadata: { finalizers: ["foregroundDeletion"] } });

  assertAnswer(await release(dependent.path), 200);
  await untilGone(client, owner.path);
});

test("in the foreground the owner does not wait for dependents that do not block it", async () => {
  for (const rest of [{}, { blockOwnerDeletion: false }]) {
    const owner = await makeOwner();
    const dependent = await makeDependent(owner, rest, { finalizers: [one] });
    assertAnswer(await client.delete(owner.path, foreground), 200);
    await untilGone(client, owner.path);
    await eventually(async () =>
      assertAnswer(await client.get(dependent.path), 200, { metadata: { deletionTimestamp: /Z$/ } }),
    );
    assertAnswer(await release(dependent.path), 200);
  }
});

test("in the foreground dependents that block are themselves deleted in the foreground", async () => {
  const owner = await makeOwner();
  const middle = await makeDependent(owner, { blockOwnerDeletion: true });
  const last = await makeDependent(middle, { blockOwnerDeletion: true }, { finalizers: [one] });
  assertAnswer(await client.delete(owner.path, foreground), 200);
  await eventually(async () =>
    assertAnswer(await client.get(middle.path), 200, { metadata: { finalizers: ["foregroundDeletion"] } }),
  );
  await eventually(async () =>
    assertAnswer(await client.get(last.path), 200, { metadata: { deletionTimestamp: /Z$/ } }),
  );
  assertAnswer(await release(last.path), 200);
  await untilGone(client, middle.path);
  await untilGone(client, owner.path);
});

test("an owner without dependents goes in the foreground as well", async () => {
  const owner = await makeOwner();
  assertAnswer(await client.delete(owner.path, foreground), 200);
  await untilGone(client, owner.path);
});

test("orphans lose their reference and stay", async () => {
  const owner = await makeOwner();
  const dependent = await makeDependent(owner, { blockOwnerDeletion: true });
  assertAnswer(await client.delete(owner.path, { propagationPolicy: "Orphan" }), 200, {
    kind: "ConfigMap",
    metadata: { deletionTimestamp: /Z$/, finalizers: ["orphan"] },
  });
  await untilGone(client, owner.path);
  assertAnswer(await client.get(dependent.path), 200, {
    metadata: { ownerReferences: undefined, deletionTimestamp: undefined },
  });
});

test("an orphan keeps its other owners", async () => {
  const owners = [await makeOwner(), await makeOwner()] as const;
  const ownerReferences = owners.map((owner) => reference(owner));
  const dependent = await make(client, configMaps, { ownerReferences });
  assertAnswer(await client.delete(owners[0].path, { propagationPolicy: "Orphan" }), 200);
  await untilGone(client, owners[0].path);
  assertAnswer(await client.get(dependent.path), 200, { metadata: { ownerReferences: [ownerReferences[1]] } });
});

test("an object with the finalizer orphan is orphaning when nobody says otherwise", async () => {
  const owner = await makeOwner({ finalizers: ["orphan"] });
  const dependent = await makeDependent(owner);
  assertAnswer(await client.delete(owner.path), 200, { metadata: { finalizers: ["orphan"] } });
  await untilGone(client, owner.path);
  assertAnswer(await client.get(dependent.path), 200, { metadata: { ownerReferences: undefined } });
});
