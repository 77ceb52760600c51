/** Every ModelBox that cannot work is refused when it is written, with the field that is wrong. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ApiError, type JsonObject } from "@pintle/machinery";
import { type BoxPlane, conditionsOf, startBoxPlane } from "./box-plane.ts";
import { type InvalidBox, invalidBoxes } from "./invalid-boxes.ts";

let judging: BoxPlane;
let silent: BoxPlane;
before(async () => {
  [judging, silent] = await Promise.all([startBoxPlane(), startBoxPlane({ hasWebhooks: false })]);
});
after(async () => {
  for (const plane of [judging, silent]) await plane[Symbol.asyncDispose]();
});

const bare = (spec: InvalidBox["spec"], name: string) => ({
  metadata: { name },
  spec: JSON.parse(JSON.stringify({ image: "nginx:1.27", ...spec })) as JsonObject as never,
});

async function refusalOf({ boxes }: BoxPlane, { spec, name = "box" }: InvalidBox): Promise<ApiError> {
  try {
    await boxes.create(bare(spec, name), { dryRun: true });
  } catch (error) {
    return ApiError.find(error) ?? assert.fail(String(error));
  }
  return assert.fail("it was accepted");
}

function assertNames({ status }: ApiError, field: string): void {
  assert.equal(status.code, 422, status.message);
  const named = [status.message ?? "", ...(status.details?.causes ?? []).map((cause) => cause.field ?? "")];
  assert.ok(
    named.some((text) => text.includes(field)),
    `${field} is not named in: ${named.join(" | ")}`,
  );
}

test("the same box without what is wrong is accepted", async () => {
  for (const plane of [judging, silent]) await plane.boxes.create(bare({}, "box"), { dryRun: true });
});

test("there are at least forty ways to be wrong", () => {
  assert.ok(invalidBoxes.length >= 40, String(invalidBoxes.length));
  assert.equal(new Set(invalidBoxes.map(({ title }) => title)).size, invalidBoxes.length);
});

test("where no webhook runs, a box that only one would refuse says itself what is wrong, and the others go on", async () => {
  const odd = invalidBoxes.filter(({ by }) => by === "webhook");
  for (const [index, { spec }] of odd.entries()) await silent.boxes.create(bare(spec, `odd-${index}`));
  await silent.boxes.create(bare({ ports: [{ port: 80 }] }, "even"));
  await silent.advance("1m");
  for (const [index, { title }] of odd.entries()) {
    assert.match((await conditionsOf(silent, `odd-${index}`)).Degraded ?? "", /^True /, title);
  }
  assert.equal((await conditionsOf(silent, "even")).Ready, "True AllReady");
  assert.equal(silent.isOperatorDead, false);
});

for (const box of invalidBoxes) {
  test(`refused by a ${box.by}: ${box.title}`, async () => {
    assertNames(await refusalOf(judging, box), box.field);
    // What the definition says needs no webhook.
    if (box.by !== "webhook") assertNames(await refusalOf(silent, box), box.field);
    else await silent.boxes.create(bare(box.spec, box.name ?? "box"), { dryRun: true });
  });
}
