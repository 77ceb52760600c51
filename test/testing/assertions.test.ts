/** Assertions that help: whoever reads one that failed knows what was expected, what there is, and what was said of it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestPlane } from "@pintle/testing";
import { ConfigMap } from "pintle/kinds";
import { Greeting, greeting, greetings } from "./greetings.ts";

/** Of an assertion that fails. */
async function complaintOf(assertion: Promise<unknown>): Promise<string> {
  const error = await assertion.then(
    () => assert.fail("the assertion holds"),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof assert.AssertionError);
  return error.message;
}

test("an object that is ready is, and one that is not is told with its conditions", async () => {
  await using plane = await startTestPlane({ operators: () => [greetings()] });
  const box = greeting("a");
  assert.equal(
    await complaintOf(plane.assertReady(box)),
    "Greeting default/a: expected condition Ready True, found no such object",
  );
  await plane.apply(box);
  assert.match(
    await complaintOf(plane.assertReady(box)),
    /^Greeting default\/a: expected condition Ready True, found no condition Ready/,
  );
  await plane.settle();
  await plane.assertReady(box);
  await plane.assertCondition(box, "Ready", "True", "Said");
  assert.equal(
    await complaintOf(plane.assertCondition(box, "Ready", "False")),
    [
      "Greeting default/a: expected condition Ready False, found Ready True Said: hi",
      ...["conditions:", "  - Ready True Said: hi"],
      ...["last events:", "  - Normal Created: Created ConfigMap default/a"],
    ].join("\n"),
  );
  assert.match(
    await complaintOf(plane.assertCondition(box, "Ready", "True", "Done")),
    /expected condition Ready True Done, found Ready True Said: hi/,
  );
});

test("readiness of an older generation is none", async () => {
  await using plane = await startTestPlane({ operators: () => [greetings()] });
  await plane.apply(greeting("a"));
  await plane.settle();
  await using _paused = await plane.pauseOperators();
  await plane.apply(greeting("a", { text: "bye" }));
  assert.match(
    await complaintOf(plane.assertReady(greeting("a"))),
    /expected condition Ready True of generation 2, found one of generation 1/,
  );
});

test("a failing operator is told with its events and errors", async () => {
  const failure = () => new Error("the dictionary is missing");
  await using plane = await startTestPlane({ operators: () => [greetings({ failure })] });
  await plane.apply(greeting("a"));
  await plane.advance("2s");
  const complaint = await complaintOf(plane.assertReady(greeting("a")));
  assert.match(complaint, /found Ready False ReconcileFailed: .*the dictionary is missing/);
  assert.match(complaint, /last events:\n {2}- Warning ReconcileFailed.*the dictionary is missing/);
  assert.match(complaint, /the operators' last errors:\n {2}- .*the dictionary is missing/);
  const event = await plane.assertEvent(greeting("a"), "ReconcileFailed", /dictionary/);
  assert.equal(event.type, "Warning");
  assert.deepEqual(
    (await plane.events(greeting("a"))).map(({ reason }) => reason),
    ["ReconcileFailed"],
  );
  assert.match(
    await complaintOf(plane.assertEvent(greeting("a"), "ReconcileFailed", "grammar")),
    /that says grammar, found Warning/,
  );
  assert.match(
    await complaintOf(plane.assertEvent(greeting("b"), "Anything")),
    /expected an Event Anything, found none at all/,
  );
});

test("time that does not come to rest is told with what is alive and with the operators' errors", async () => {
  const failure = () => new Error("the dictionary is missing");
  await using plane = await startTestPlane({ operators: () => [greetings({ failure })] });
  await plane.apply(greeting("a"));
  await assert.rejects(plane.settle(), (error: Error) => {
    assert.equal(error.name, "NotSettledError");
    assert.match(error.message, /30 virtual minutes went by/);
    assert.match(error.message, /timers:\n(.*\n)*? {2}- work timer due in \d+ ms: .*default\/a/);
    assert.match(error.message, /the operators' last errors:\n(.*\n)*? {2}- .*the dictionary is missing/);
    return true;
  });
});

test("what is gone is gone, and what stays is told with its finalizers", async () => {
  await using plane = await startTestPlane({ operators: () => [greetings()] });
  const metadata = { name: "kept", namespace: "default", finalizers: ["samples.dev/kept"] };
  const kept = ConfigMap({ metadata });
  await plane.apply(kept, greeting("a"));
  await plane.settle();
  await plane.client.resource(Greeting).delete("a");
  await plane.client.resource(ConfigMap).delete("kept");
  await plane.settle();
  await plane.assertGone(greeting("a"));
  await plane.assertGone(ConfigMap({ metadata: { name: "a", namespace: "default" } }));
  assert.match(
    await complaintOf(plane.assertGone(kept)),
    /it is being deleted since .*, its finalizers: samples\.dev\/kept/,
  );
});

test("operators that are content change nothing: not as time passes, not by a restart", async () => {
  await using plane = await startTestPlane({ operators: () => [greetings()], nodes: 0 });
  await plane.apply(greeting("a"));
  await plane.settle();
  await plane.assertUnchanged(() => plane.advance("12h"));
  await plane.assertUnchanged(() => plane.restart());
  await plane.assertUnchanged(() => plane.restart({ crash: true }));
});

test("a change is told with its writes", async () => {
  await using plane = await startTestPlane({ operators: () => [greetings()] });
  await plane.apply(greeting("a"));
  await plane.settle();
  const repair = plane.assertUnchanged(() => plane.client.resource(ConfigMap).delete("a"));
  assert.match(
    await complaintOf(repair),
    /^expected the operators to change nothing, but they did 2 times:\n {2}- PATCH \/api\/v1\/namespaces\/default\/configmaps\/a\n {2}- PATCH \/apis\/events\.k8s\.io\/.*$/,
  );
});
