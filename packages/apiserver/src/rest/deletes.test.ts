import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, createVirtualClock } from "@pintle/machinery";
import type { AdmissionChain } from "../admission/admission.ts";
import { metadataText } from "../registry/object-metadata.ts";
import type { ServedResource } from "../registry/served-resource.ts";
import { assertRefused, configMaps, type Json, maps, RestFixture } from "./rest-fixture.test.ts";

const finalizers = ["example.com/a"];

test("an object with finalizers is marked, and goes with the last of them", async () => {
  const server = new RestFixture();
  await server.make(maps, { metadata: { name: "a", finalizers } });
  const marked = await server.delete(`${maps}/a`);
  assert.deepEqual(
    [marked.status, marked.body.metadata.deletionTimestamp, marked.body.metadata.deletionGracePeriodSeconds],
    [200, "2026-01-01T00:00:00Z", 0],
  );
  assertRefused(
    await server.create(maps, { metadata: { name: "a" } }),
    409,
    'object is being deleted: configmaps "a" already exists',
  );
  const more = { metadata: { name: "a", finalizers: [...finalizers, "example.com/b"] } };
  assertRefused(
    await server.update(`${maps}/a`, more),
    422,
    /no new finalizers can be added if the object is being deleted/,
  );
  const last = await server.update(`${maps}/a`, { metadata: { name: "a" }, data: { last: "words" } });
  assert.deepEqual(
    [last.status, last.body.data, last.body.metadata.resourceVersion],
    [200, { last: "words" }, marked.body.metadata.resourceVersion],
  );
  assert.equal((await server.get(`${maps}/a`)).status, 404);
});

test("a policy is written down as a finalizer, and takes the other's away", async () => {
  const server = new RestFixture();
  await server.make(maps, { metadata: { name: "a", finalizers } });
  const steps: [body: unknown, expected: string[]][] = [
    [undefined, finalizers],
    [{ propagationPolicy: "Foreground" }, [...finalizers, "foregroundDeletion"]],
    [{ propagationPolicy: "Orphan" }, [...finalizers, "orphan"]],
    [{ orphanDependents: true }, [...finalizers, "orphan"]],
    [{ propagationPolicy: "Background" }, finalizers],
  ];
  for (const [body, expected] of steps) {
    assert.deepEqual((await server.delete(`${maps}/a`, body)).body.metadata.finalizers, expected);
  }
  const pending = await server.delete(`${maps}/a`, { orphanDependents: false });
  assert.equal(pending.status, 202);
});

test("options are in the body or in the query, and are validated before the object is looked for", async () => {
  const server = new RestFixture();
  await server.make(maps, { metadata: { name: "a" } });
  assertRefused(
    await server.delete(`${maps}/absent`, { propagationPolicy: "Nope" }),
    422,
    'DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Unsupported value: "Nope": supported values: "Foreground", "Background", "Orphan", "nil"',
  );
  assertRefused(
    await server.delete(`${maps}/a`, undefined, { gracePeriodSeconds: "x" }),
    400,
    'strconv.ParseInt: parsing "x": invalid syntax',
  );
  assertRefused(
    await server.delete(`${maps}/a`, "{"),
    400,
    "couldn't get version/kind; json parse error: unexpected end of JSON input",
  );
  const dry = await server.delete(`${maps}/a`, undefined, { dryRun: "All" });
  assert.deepEqual([dry.status, dry.body.status], [200, "Success"]);
  assert.equal((await server.get(`${maps}/a`)).status, 200);
});

test("preconditions that fail name the kind", async () => {
  const server = new RestFixture();
  const { metadata } = await server.make(maps, { metadata: { name: "a" } });
  assertRefused(
    await server.delete(`${maps}/a`, { preconditions: { uid: "x" } }),
    409,
    `Operation cannot be fulfilled on ConfigMap "a": the UID in the precondition (x) does not match the UID in record (${metadata.uid}). The object might have been deleted and then recreated`,
  );
  assertRefused(
    await server.delete(`${maps}/a`, { preconditions: { resourceVersion: "1" } }),
    409,
    /the ResourceVersion in the precondition \(1\)/,
  );
});

test("of several deletes at once exactly one finds the object", async () => {
  const server = new RestFixture();
  await server.make(maps, { metadata: { name: "a" } });
  const answers = await Promise.all(Array.from({ length: 8 }, () => server.delete(`${maps}/a`)));
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 404, 404, 404, 404, 404, 404, 404]);
});

test("a collection is deleted by its selectors, page by page, and answered as it was", async () => {
  const server = new RestFixture();
  for (const [name, side] of [
    ["a", "left"],
    ["b", "left"],
    ["c", "right"],
  ]) {
    await server.make(maps, { metadata: { name, labels: { side } } });
  }
  const names = (answer: { body: Json }) => answer.body.items.map((item: Json) => item.metadata.name);
  assert.deepEqual(names(await server.delete(maps, undefined, { labelSelector: "side=right" })), ["c"]);
  const page = await server.delete(maps, undefined, { limit: "1" });
  assert.deepEqual([names(page), page.body.metadata.remainingItemCount], [["a"], 1]);
  assert.deepEqual(names(await server.delete(maps)), ["b"]);
  assert.deepEqual(names(await server.get(maps)), []);
});

test("a collection that cannot be deleted whole is left alone once that is answered, and the first refusal is told", async () => {
  const clock = createVirtualClock();
  const begun: string[] = [];
  let open = 0;
  const admission: AdmissionChain = {
    mutate: async ({ object }) => object,
    validate: async ({ operation, old }) => {
      if (operation !== "DELETE" || old === undefined) return;
      const name = metadataText(old, "name");
      begun.push(name);
      open += 1;
      for (let turn = name === "m03" ? 2 : 20; turn > 0; turn -= 1) await clock.turn();
      open -= 1;
      if (name === "m03" || name === "m05") throw ApiError.forbidden({ group: "", resource: "configmaps" }, name, "no");
    },
  };
  const server = new RestFixture({ admission });
  const names = Array.from({ length: 30 }, (_, index) => `m${String(index).padStart(2, "0")}`);
  for (const name of names) await server.make(maps, { metadata: { name } });
  assertRefused(await server.delete(maps), 403, 'configmaps "m03" is forbidden: no');
  assert.equal(open, 0, "nothing goes on behind the answer");
  assert.deepEqual(begun, names.slice(0, 8), "no other is begun after a refusal");
  const left = (await server.get(maps)).body.items.map((item: Json) => item.metadata.name);
  assert.deepEqual(left, ["m03", "m05", ...names.slice(8)]);
});

const graceful: ServedResource = {
  ...configMaps,
  strategy: {
    ...configMaps.strategy,
    returnsDeletedObject: true,
    gracePeriodSeconds: (object, asked) => asked ?? (object.data === undefined ? 0 : 30),
  },
};

test("a grace period keeps the object, and may only be shortened", async () => {
  const server = new RestFixture({ resources: [graceful] });
  await server.make(maps, { metadata: { name: "a" }, data: { k: "v" } });
  const first = await server.delete(`${maps}/a`);
  assert.deepEqual(
    [first.body.metadata.deletionGracePeriodSeconds, first.body.metadata.deletionTimestamp],
    [30, "2026-01-01T00:00:30Z"],
  );
  const longer = await server.delete(`${maps}/a`, { gracePeriodSeconds: 60 });
  assert.equal(longer.body.metadata.resourceVersion, first.body.metadata.resourceVersion);
  const shorter = await server.delete(`${maps}/a`, { gracePeriodSeconds: 10 });
  assert.equal(shorter.body.metadata.deletionTimestamp, "2026-01-01T00:00:10Z");
  const now = await server.delete(`${maps}/a`, { gracePeriodSeconds: 0 });
  assert.deepEqual([now.body.kind, now.body.metadata.deletionGracePeriodSeconds], ["ConfigMap", 0]);
  assert.equal((await server.get(`${maps}/a`)).status, 404);
});

test("a shortening to nothing is seen as a change before the object goes", async () => {
  const server = new RestFixture({ resources: [graceful] });
  await server.make(maps, { metadata: { name: "a" } });
  const seen: boolean[] = [];
  await server.storage.watch(
    { prefix: "/registry/configmaps/", after: await server.storage.revision() },
    {
      onChanges: (changes) => seen.push(...changes.map(({ value }) => value !== undefined)),
      onProgress: () => {},
      onEnd: () => {},
    },
  );
  await server.delete(`${maps}/a`);
  await server.clock.settle();
  assert.deepEqual(seen, [true, false]);
});
