import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { assertOperationFailed, createConfigMap } from "./objects.ts";

const client = connect();
let namespace: string;
before(async () => {
  namespace = await client.namespace();
});
after(() => client.close());

const list = "/metadata/finalizers";

/** Which of the finalizers e.io/1, e.io/2, e.io/3 and the new e.io/x stand where after the operations, as in `123x`. */
async function listAfter(...operations: Json[]): Promise<string> {
  const target = await createConfigMap(client, namespace);
  const answer = await target.patch("json", operations);
  assertAnswer(answer, 200);
  return answer.body.metadata.finalizers.map((finalizer: string) => finalizer.at(-1)).join("");
}

async function assertFails(...operations: Json[]): Promise<void> {
  const target = await createConfigMap(client, namespace);
  assertOperationFailed(await target.patch("json", operations));
}

const add = (index: string) => ({ op: "add", path: `${list}/${index}`, value: "e.io/x" });
const remove = (index: string) => ({ op: "remove", path: `${list}/${index}` });
const replace = (index: string) => ({ op: "replace", path: `${list}/${index}`, value: "e.io/x" });
const compare = (index: string, value: string) => ({ op: "test", path: `${list}/${index}`, value });

test("add puts an item before the index, and at the end for the length and for -", async () => {
  assert.equal(await listAfter(add("0")), "x123");
  assert.equal(await listAfter(add("1")), "1x23");
  assert.equal(await listAfter(add("3")), "123x");
  assert.equal(await listAfter(add("-")), "123x");
});

test("remove, replace, move and copy take an index", async () => {
  assert.equal(await listAfter(remove("1")), "13");
  assert.equal(await listAfter(replace("1")), "1x3");
  assert.equal(await listAfter({ op: "move", from: `${list}/2`, path: `${list}/0` }), "312");
  assert.equal(await listAfter({ op: "copy", from: `${list}/0`, path: `${list}/-` }, remove("0")), "231");
});

// RFC 6901 knows no negative index; kube-apiserver counts from the end.
test("a negative index counts from the end", async () => {
  assert.equal(await listAfter(remove("-1")), "12");
  assert.equal(await listAfter(remove("-3")), "23");
  assert.equal(await listAfter(replace("-1")), "12x");
  assert.equal(await listAfter(replace("-3")), "x23");
  assert.equal(await listAfter(compare("-1", "e.io/3"), compare("-3", "e.io/1")), "123");
  assert.equal(await listAfter({ op: "move", from: `${list}/-1`, path: `${list}/0` }), "312");
});

test("a negative index of add counts from behind the end", async () => {
  assert.equal(await listAfter(add("-1")), "123x");
  assert.equal(await listAfter(add("-2")), "12x3");
  assert.equal(await listAfter(add("-4")), "x123");
});

test("copy takes a negative index", async () => {
  const target = await createConfigMap(client, namespace);
  const answer = await target.patch("json", [{ op: "copy", from: `${list}/-1`, path: "/data/m" }]);
  assertAnswer(answer, 200, { data: { m: "e.io/3" } });
});

test("an index beyond the list fails, at both ends", async () => {
  for (const operation of [add("4"), add("-5"), remove("3"), remove("-4"), replace("3"), replace("-4")]) {
    await assertFails(operation);
  }
  await assertFails(compare("3", "e.io/3"));
  await assertFails(compare("-4", "e.io/1"));
  await assertFails({ op: "copy", from: `${list}/3`, path: "/data/m" });
  await assertFails({ op: "move", from: `${list}/3`, path: `${list}/0` });
});

test("an index may have leading zeros and a plus sign", async () => {
  assert.equal(await listAfter(add("01")), "1x23");
  assert.equal(await listAfter(add("+1")), "1x23");
  assert.equal(await listAfter(remove("002")), "12");
});

test("what is no whole number is no index", async () => {
  for (const index of ["1e0", "1.0", "one", "", " 1", "0x1"]) await assertFails(add(index));
  await assertFails(compare("one", "e.io/1"));
});

test("- stands for the end in add only", async () => {
  await assertFails(remove("-"));
  await assertFails(replace("-"));
  await assertFails(compare("-", "e.io/3"));
});

test("test compares a list item by item, in order", async () => {
  const whole = (value: string[]) => ({ op: "test", path: list, value });
  assert.equal(await listAfter(whole(["e.io/1", "e.io/2", "e.io/3"])), "123");
  await assertFails(whole(["e.io/3", "e.io/2", "e.io/1"]));
  await assertFails(whole(["e.io/1", "e.io/2"]));
});
