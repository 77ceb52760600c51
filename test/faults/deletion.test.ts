/** Metadata that is too large or points in circles, and deletions that race with writes: refused by field, or done in order. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../conformance/answer.ts";
import { startPlane, within } from "./plane.ts";

const plane = await startPlane();
const owner = (name: string, uid: string, more: Json = {}) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  name,
  uid,
  ...more,
});

test("annotations of more than 256 KiB together are refused, by create, update and patch", async () => {
  const maps = await plane.configMaps();
  const annotations = (bytes: number) => ({ a: "x".repeat(bytes / 2 - 1), b: "x".repeat(bytes / 2 - 1) });
  const most = await plane.create(maps, { metadata: { name: "a", annotations: annotations(262_144) } });
  assertAnswer(most, 201);
  const over = { metadata: { name: "a", annotations: annotations(262_146) } };
  for (const answer of [
    await plane.create(maps, { metadata: { ...over.metadata, name: "b" } }),
    await plane.update(`${maps}/a`, over),
    await plane.patch("merge", `${maps}/a`, over),
  ]) {
    assertStatus(answer, 422, "Invalid", /metadata\.annotations: Too long: may not be more than 262144 bytes$/);
    for (const { reason, field } of answer.body.details.causes)
      assert.deepEqual([reason, field], ["FieldValueTooLong", "metadata.annotations"]);
  }
  assert.equal((await plane.get(`${maps}/a`)).text, most.text);
});

test("labels and finalizers that are none are refused by their field", async () => {
  const maps = await plane.configMaps();
  for (const [metadata, field] of [
    [{ labels: { a: "x".repeat(64) } }, "metadata.labels"],
    [{ labels: { ["x".repeat(64)]: "a" } }, "metadata.labels"],
    [{ labels: { "": "a" } }, "metadata.labels"],
    [{ labels: { "a/b/c": "a" } }, "metadata.labels"],
    [{ labels: { a: "-" } }, "metadata.labels"],
    [{ annotations: { "a b": "x" } }, "metadata.annotations"],
    [{ finalizers: ["a b"] }, "metadata.finalizers"],
  ] as const) {
    const answer = await plane.create(maps, { metadata: { name: "a", ...metadata } });
    assertStatus(answer, 422, "Invalid", /Invalid value/);
    for (const cause of answer.body.details.causes) assert.ok(cause.field.startsWith(field), cause.field);
  }
  assertAnswer(await plane.get(maps), 200, { items: [] });
});

test("owner references that are not whole, or of which two control, are refused by their field", async () => {
  const maps = await plane.configMaps();
  const create = (...ownerReferences: Json[]) => plane.create(maps, { metadata: { name: "a", ownerReferences } });
  for (const missing of ["apiVersion", "kind", "name", "uid"]) {
    const answer = await create({ ...owner("o", "1"), [missing]: "" });
    assertStatus(answer, 422, "Invalid", /metadata\.ownerReferences/);
    assert.equal(answer.body.details.causes[0].field, `metadata.ownerReferences.${missing}`);
  }
  const two = await create(owner("o", "1", { controller: true }), owner("p", "2", { controller: true }));
  assertStatus(
    two,
    422,
    "Invalid",
    /metadata\.ownerReferences: Invalid value: .*Only one reference can have Controller set to true/,
  );
});

test("ten thousand owners, owners in a circle and owners elsewhere are kept, and cost no more than their length", async () => {
  const maps = await plane.configMaps();
  const ownerReferences = Array.from({ length: 10_000 }, (_, index) => owner(`o${index}`, `uid-${index}`));
  const many = await within(10_000, () => plane.create(maps, { metadata: { name: "many", ownerReferences } }));
  assertAnswer(many, 201);
  assert.equal(many.body.metadata.ownerReferences.length, 10_000);
  assertAnswer(await within(10_000, () => plane.patch("merge", `${maps}/many`, { data: { a: "b" } })), 200);

  const { body: a } = await plane.create(maps, { metadata: { name: "a" } });
  const { body: b } = await plane.create(maps, {
    metadata: { name: "b", ownerReferences: [owner("a", a.metadata.uid)] },
  });
  const circle = { metadata: { ownerReferences: [owner("b", b.metadata.uid), owner("a", a.metadata.uid)] } };
  assertAnswer(await plane.patch("merge", `${maps}/a`, circle), 200);
  const elsewhere = await plane.configMaps();
  assertAnswer(
    await plane.create(elsewhere, { metadata: { name: "c", ownerReferences: [owner("a", a.metadata.uid)] } }),
    201,
  );
  assertAnswer(await within(2_000, () => plane.delete(`${maps}/b`, { propagationPolicy: "Background" })), 200);
  assertAnswer(await plane.get(elsewhere), 200, { items: [{ metadata: { name: "c" } }] });
});

test("ten thousand controllers are refused with an answer that does not grow with their square", async () => {
  const maps = await plane.configMaps();
  const ownerReferences = Array.from({ length: 10_000 }, (_, index) => owner("o", `u${index}`, { controller: true }));
  const answer = await within(10_000, () => plane.create(maps, { metadata: { name: "a", ownerReferences } }));
  assert.equal(answer.status, 422);
  assert.equal(answer.body.reason, "Invalid");
  assert.equal(answer.body.details.causes[0].field, "metadata.ownerReferences");
  assert.ok(answer.text.length < 64 << 20, `${answer.text.length} characters`);
});

test("a deletion with a precondition that does not hold deletes nothing and says what it found", async () => {
  const maps = await plane.configMaps();
  const { body: made } = await plane.create(maps, { metadata: { name: "a" } });
  const { uid, resourceVersion } = made.metadata;
  const wrongUid = await plane.delete(`${maps}/a`, { preconditions: { uid: "other" } });
  assertStatus(
    wrongUid,
    409,
    "Conflict",
    new RegExp(`the UID in the precondition \\(other\\) does not match the UID in record \\(${uid}\\)`),
  );
  const wrongVersion = await plane.delete(`${maps}/a`, { preconditions: { resourceVersion: "1" } });
  assertStatus(
    wrongVersion,
    409,
    "Conflict",
    new RegExp(
      `the ResourceVersion in the precondition \\(1\\) does not match the ResourceVersion in record \\(${resourceVersion}\\)`,
    ),
  );
  assertAnswer(await plane.get(`${maps}/a`), 200);
  assertAnswer(await plane.delete(`${maps}/a`, { preconditions: { uid, resourceVersion } }), 200);
  assertAnswer(await plane.get(`${maps}/a`), 404);
});

test("options that contradict each other, or that there are not, are refused and delete nothing", async () => {
  const maps = await plane.configMaps();
  assertAnswer(await plane.create(maps, { metadata: { name: "a" } }), 201);
  for (const [options, status] of [
    [{ propagationPolicy: "Sideways" }, 422],
    [{ propagationPolicy: "Orphan", orphanDependents: true }, 422],
    [{ dryRun: ["Some"] }, 422],
    [{ gracePeriodSeconds: "soon" }, 400],
    [{ kind: "ConfigMap", apiVersion: "v1" }, 400],
  ] as const) {
    const answer = await plane.delete(`${maps}/a`, options);
    assertAnswer(answer, status, { kind: "Status", status: "Failure" });
  }
  assertAnswer(await plane.get(`${maps}/a`), 200);
});

test("the policy of a deletion is kept in the object until who does its work takes it out", async () => {
  const maps = await plane.configMaps();
  for (const [propagationPolicy, finalizer] of [
    ["Foreground", "foregroundDeletion"],
    ["Orphan", "orphan"],
  ] as const) {
    assertAnswer(await plane.create(maps, { metadata: { name: "a", finalizers: ["example.com/mine"] } }), 201);
    assertAnswer(await plane.delete(`${maps}/a`, { propagationPolicy }), 200);
    const { body } = await plane.get(`${maps}/a`);
    assert.deepEqual(body.metadata.finalizers.toSorted(), ["example.com/mine", finalizer]);
    assert.ok(body.metadata.deletionTimestamp);
    const added = await plane.patch("merge", `${maps}/a`, {
      metadata: { finalizers: ["example.com/late", finalizer] },
    });
    assertStatus(
      added,
      422,
      "Invalid",
      /metadata\.finalizers: Forbidden: no new finalizers can be added if the object is being deleted/,
    );
    assertAnswer(await plane.patch("merge", `${maps}/a`, { metadata: { finalizers: [finalizer] } }), 200);
    assertAnswer(await plane.patch("merge", `${maps}/a`, { metadata: { finalizers: null } }), 200);
    assertAnswer(await plane.get(`${maps}/a`), 404);
  }
});

test("a collection that is deleted while others write to it loses what was there, and nothing that came after", async () => {
  const maps = await plane.configMaps();
  const names = Array.from({ length: 100 }, (_, index) => `old-${index}`);
  await Promise.all(names.map((name) => plane.create(maps, { metadata: { name, labels: { age: "old" } } })));
  const [deleted, ...written] = await Promise.all([
    plane.delete(maps, undefined, { labelSelector: "age=old" }),
    ...names.map((name) => plane.patch("merge", `${maps}/${name}`, { data: { late: "write" } })),
    ...names.map((_, index) => plane.create(maps, { metadata: { name: `new-${index}`, labels: { age: "new" } } })),
  ]);
  assertAnswer(deleted, 200);
  for (const { status } of written) assert.ok([200, 201, 404, 409].includes(status), String(status));
  const { body } = await plane.get(maps);
  assert.deepEqual(
    body.items.map(({ metadata }: Json) => metadata.name).toSorted(),
    names.map((_, index) => `new-${index}`).toSorted(),
  );
});
