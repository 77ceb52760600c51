/** Many who write the same object at the same time: one wins, nobody's write is lost, and nobody's is made twice. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAnswer, assertStatus } from "../conformance/answer.ts";
import { startPlane, within } from "./plane.ts";

const plane = await startPlane();
const twenty = Array.from({ length: 20 }, (_, index) => index);

test("of twenty updates with the same resourceVersion one is made, and the others are conflicts that change nothing", async () => {
  const maps = await plane.configMaps();
  const { body: made } = await plane.create(maps, { metadata: { name: "a" }, data: { by: "nobody" } });
  const answers = await Promise.all(
    twenty.map((writer) => plane.update(`${maps}/a`, { ...made, data: { by: `writer-${writer}` } })),
  );
  const winner = answers.findIndex(({ status }) => status === 200);
  for (const [index, answer] of answers.entries()) {
    if (index === winner) continue;
    const message =
      'Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes to the latest version and try again';
    assertStatus(answer, 409, "Conflict", message, { details: { name: "a", kind: "configmaps" } });
  }
  const { body: kept } = await plane.get(`${maps}/a`);
  assert.deepEqual(kept, answers[winner]?.body);
  assert.deepEqual(kept.data, { by: `writer-${winner}` });
});

test("twenty who count up to five each, and try again after a conflict, reach a hundred", async () => {
  const maps = await plane.configMaps();
  assertAnswer(await plane.create(maps, { metadata: { name: "a" }, data: { count: "0" } }), 201);
  const countUp = async (): Promise<void> => {
    const { body } = await plane.get(`${maps}/a`);
    const answer = await plane.update(`${maps}/a`, { ...body, data: { count: String(Number(body.data.count) + 1) } });
    if (answer.status === 409) return countUp();
    assertAnswer(answer, 200);
  };
  await within(20_000, () =>
    Promise.all(
      twenty.map(async () => {
        for (let round = 0; round < 5; round += 1) await countUp();
      }),
    ),
  );
  assertAnswer(await plane.get(`${maps}/a`), 200, { data: { count: "100" } });
});

test("patches without a resourceVersion do not conflict: all that were sent at once are made", async () => {
  const maps = await plane.configMaps();
  assertAnswer(await plane.create(maps, { metadata: { name: "a" } }), 201);
  const answers = await Promise.all(
    twenty.map((writer) => plane.patch("merge", `${maps}/a`, { data: { [`writer-${writer}`]: "was here" } })),
  );
  for (const answer of answers) assertAnswer(answer, 200);
  assert.equal(new Set(answers.map(({ body }) => body.metadata.resourceVersion)).size, 20);
  assert.equal(Object.keys((await plane.get(`${maps}/a`)).body.data).length, 20);
});

test("of twenty who create the same name one does, and the others are told that it is there", async () => {
  const maps = await plane.configMaps();
  const answers = await Promise.all(
    twenty.map((writer) => plane.create(maps, { metadata: { name: "a" }, data: { by: `writer-${writer}` } })),
  );
  const [winner, ...more] = answers.filter(({ status }) => status === 201);
  assert.deepEqual(more, []);
  for (const answer of answers) {
    if (answer === winner) continue;
    assertStatus(answer, 409, "AlreadyExists", 'configmaps "a" already exists', {
      details: { name: "a", kind: "configmaps" },
    });
  }
  assert.deepEqual((await plane.get(`${maps}/a`)).body, winner?.body);
});

test("of twenty who delete the same object one does, and no update brings it back", async () => {
  const maps = await plane.configMaps();
  const { body: made } = await plane.create(maps, { metadata: { name: "a" } });
  const deletes = twenty.map(() => plane.delete(`${maps}/a`));
  const updates = twenty.map(() => plane.update(`${maps}/a`, { ...made, data: { k: "v" } }));
  const statuses = (await Promise.all(deletes)).map(({ status }) => status);
  assert.deepEqual(statuses.toSorted(), [200, ...Array(19).fill(404)]);
  for (const { status } of await Promise.all(updates)) assert.ok([200, 404, 409].includes(status), String(status));
  assertStatus(await plane.get(`${maps}/a`), 404, "NotFound", 'configmaps "a" not found');
});
