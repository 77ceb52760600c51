import assert from "node:assert/strict";
import { test } from "node:test";
import {
  annotationsAfterRollback,
  annotationsOfNewSet,
  desiredByAnnotation,
  lastRevision,
  maxByAnnotation,
  maxRevision,
  withSizeAnnotations,
} from "./revision-annotations.ts";
import { deploymentOf, rolling, setOf } from "./sample-objects.test.ts";

const revision = "deployment.kubernetes.io/revision";
const history = "deployment.kubernetes.io/revision-history";
const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";
const deployment = deploymentOf({});

test("a set gets the number that follows on all old ones, and never a smaller one than it has", () => {
  assert.deepEqual(annotationsOfNewSet(deployment, {}, 3), { [revision]: "3" });
  const greater = { [revision]: "7" };
  assert.equal(annotationsOfNewSet(deployment, greater, 3), greater);
});

test("a set that becomes the newest again keeps the numbers that it had", () => {
  const second = annotationsOfNewSet(deployment, { [revision]: "1" }, 3);
  assert.deepEqual(second, { [revision]: "3", [history]: "1" });
  assert.deepEqual(annotationsOfNewSet(deployment, second, 5), { [revision]: "5", [history]: "1,3" });
});

test("the history is cut at its oldest end before it grows too long", () => {
  const numbers = Array.from({ length: 1_000 }, (_, index) => String(index)).join(",");
  const next = annotationsOfNewSet(deployment, { [revision]: "2000", [history]: numbers }, 2_001)[history] ?? "";
  assert.ok(next.length <= 2_000);
  assert.ok(next.endsWith(",998,999,2000"));
});

test("a number that is none is left alone, and all else with it", () => {
  const broken = { [revision]: "first" };
  const annotated = { ...deployment, metadata: { ...deployment.metadata, annotations: { team: "shop" } } };
  assert.equal(annotationsOfNewSet(annotated, broken, 3), broken);
});

test("annotations of the Deployment are taken over, but for those that are its own", () => {
  const annotations = { team: "shop", [lastApplied]: "{}", [revision]: "9", ["__proto__"]: "odd" };
  const annotated = { ...deployment, metadata: { ...deployment.metadata, annotations } };
  const taken = annotationsOfNewSet(annotated, { mine: "yes", team: "old" }, 1);
  assert.deepEqual(
    Object.entries(taken).toSorted(),
    [
      ["__proto__", "odd"],
      [revision, "1"],
      ["mine", "yes"],
      ["team", "shop"],
    ].toSorted(),
  );
});

test("a Deployment that goes back takes the annotations of the set, and keeps its own", () => {
  const own = { [lastApplied]: "{}", [revision]: "2", cause: "edit" };
  assert.deepEqual(annotationsAfterRollback(own, { cause: "create", [revision]: "1" }), {
    [lastApplied]: "{}",
    [revision]: "2",
    cause: "create",
  });
});

test("the sizes that a set bears are read only where they are numbers of 32 bits", () => {
  const sized = setOf("v1", 1, { ...withSizeAnnotations(rolling(10, "25%"), {}) });
  assert.deepEqual([desiredByAnnotation(sized), maxByAnnotation(sized)], [10, 13]);
  for (const text of ["", "-1", "2147483648", "1.5", "ten", " 1"]) {
    assert.equal(desiredByAnnotation(setOf("v1", 1, { "deployment.kubernetes.io/desired-replicas": text })), undefined);
  }
  assert.equal(desiredByAnnotation(setOf("v1", 1)), undefined);
});

test("the greatest revision and the one before are found, whatever else the sets say", () => {
  const sets = ["3", "oops", "1", "4"].map((text, index) => setOf(`v${index}`, 0, { [revision]: text }));
  assert.deepEqual([maxRevision(sets), lastRevision(sets)], [4, 3]);
  assert.deepEqual([maxRevision([]), lastRevision([])], [0, 0]);
  assert.equal(lastRevision(sets.slice(0, 1)), 0);
});
