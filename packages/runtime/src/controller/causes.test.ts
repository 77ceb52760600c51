import assert from "node:assert/strict";
import { test } from "node:test";
import { CauseMemory, forgetCauses } from "./causes.ts";
import { changeOf, objectOf } from "./change-fixture.test.ts";

const before = objectOf(
  { name: "a", resourceVersion: "1", labels: { "a/b": "1" } },
  { spec: { replicas: 1, args: ["x"] } },
);
const after = objectOf(
  { name: "a", resourceVersion: "2", labels: { "a/b": "2", c: "3" } },
  { spec: { replicas: 2, args: ["y"], paused: true } },
);
const update = () => changeOf("update", after, { previous: before });

test("a cause says what happened to which object, and which fields changed", () => {
  const cause = new CauseMemory().causeOf("FooBar", update());
  assert.equal(cause.type, "update");
  assert.equal(cause.key, "default/a");
  assert.equal(String(cause), "update of FooBar default/a");
  const paths = ["metadata.labels[a/b]", "metadata.labels[c]", "spec.replicas", "spec.args[0]", "spec.paused"];
  assert.deepEqual(cause.changedPaths, paths);
  assert.deepEqual(JSON.parse(JSON.stringify(cause)), {
    type: "update",
    kind: "FooBar",
    key: "default/a",
    changedPaths: paths,
  });
});

test("nobody looks at the states before somebody asks which fields changed", () => {
  const change = update();
  const cause = new CauseMemory().causeOf("FooBar", change);
  assert.equal(change.looks, 0);
  assert.ok(cause.changedPaths);
  assert.equal(change.looks, 2);
  assert.ok(cause.changedPaths);
  assert.equal(change.looks, 2);
});

test("what comes, goes or is told again has no changed fields", () => {
  const memory = new CauseMemory();
  assert.equal(memory.causeOf("FooBar", changeOf("add", after)).changedPaths, undefined);
  assert.equal(memory.causeOf("FooBar", changeOf("delete", after)).changedPaths, undefined);
  const resync = memory.causeOf("FooBar", changeOf("update", after, { previous: after, isResync: true }));
  assert.equal(resync.type, "resync");
  assert.equal(resync.changedPaths, undefined);
});

test("only the newest thousand causes hold on to states", () => {
  const memory = new CauseMemory();
  const causes = Array.from({ length: 1_500 }, () => memory.causeOf("FooBar", update()));
  assert.equal(causes.filter((cause) => cause.remembersStates).length, 1_000);
  assert.equal(causes[0]?.changedPaths, undefined);
  assert.ok(causes.at(-1)?.changedPaths);
});

test("after a run its causes let go of the states, and keep what was asked", () => {
  const memory = new CauseMemory();
  const asked = memory.causeOf("FooBar", update());
  const unasked = memory.causeOf("FooBar", update());
  assert.equal(asked.changedPaths?.length, 5);
  forgetCauses([asked, unasked]);
  assert.equal(asked.changedPaths?.length, 5);
  assert.equal(unasked.changedPaths, undefined);
});

test("an object of which nearly everything changed is not listed field by field", () => {
  const many = (value: number) =>
    objectOf(
      { name: "a" },
      { data: Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, value])) },
    );
  const cause = new CauseMemory().causeOf("FooBar", changeOf("update", many(1), { previous: many(2) }));
  assert.equal(cause.changedPaths?.length, 64);
  assert.equal(cause.changedPaths?.[0], "data[k0]");
});

test("keys that every object inherits are fields like others", () => {
  const previous = objectOf({ name: "a" }, { data: JSON.parse('{"__proto__":"1"}') });
  const object = objectOf({ name: "a" }, { data: JSON.parse('{"__proto__":"2","constructor":"3"}') });
  const cause = new CauseMemory().causeOf("FooBar", changeOf("update", object, { previous }));
  assert.deepEqual(cause.changedPaths, ["data[__proto__]", "data[constructor]"]);
});
