/** What cannot be meant: refused at once or, where only a run shows it, in a condition that says what to do. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigMap, Namespace, Secret } from "@pintle/kinds";
import { defineKind } from "@pintle/machinery";
import { absent, type ConditionValue, defineOperator, many, type Operator, yes } from "pintle";
import { Box, box, boxesOf, mapsOf, sayConditions } from "./operator-boxes.ts";
import { startOperatorPlane } from "./operator-plane.ts";

type Definition = Parameters<typeof defineOperator<typeof Box>>[1];
const define = (definition: object) => defineOperator(Box, definition as Definition);

test("an operator is named after its kind unless said, and its name has to fit into a finalizer", () => {
  assert.equal(define({}).name, "box");
  assert.equal(define({ name: "other-boxes" }).name, "other-boxes");
  for (const name of ["Boxes", "", "a.b", "x".repeat(64), 7]) {
    assert.throws(() => define({ name }), { code: "PINTLE_OPERATOR_INVALID", message: /its name .* is not valid: / });
  }
});

test("slots hold kinds, names are plain, and what is owned is desired", () => {
  const desired = () => ({});
  const olderMap = defineKind({
    group: "",
    version: "v0",
    kind: "ConfigMap",
    plural: "configmaps",
    scope: "Namespaced",
  })();
  const refused: readonly [definition: object, message: RegExp][] = [
    [{ owns: { map: "ConfigMap" }, desired }, /the slot "map" holds neither a kind nor many\(Kind\)/],
    [{ owns: { map: null }, desired }, /the slot "map" holds neither/],
    [{ owns: { map: { many: {} } }, desired }, /the slot "map" holds neither/],
    [{ owns: { "a/b": ConfigMap }, desired }, /the slot "a\/b" is not named by letters, digits and dashes/],
    [{ owns: { map: ConfigMap, older: olderMap }, desired }, /it owns ConfigMap in the versions v1 and v0: choose one/],
    [{ owns: { map: ConfigMap } }, /owns something and has no function desired/],
    [{ reads: ["Secret"] }, /reads holds string, where a kind belongs/],
    [{ status: {} }, /status is no function/],
    [{ finalize: "yes" }, /finalize is no function/],
  ];
  for (const [definition, message] of refused) {
    assert.throws(() => define(definition), { code: "PINTLE_OPERATOR_INVALID", message });
  }
});

test("a schedule is a time", () => {
  for (const schedule of [0, -1, Number.NaN, "-5s", "soon"]) {
    assert.throws(() => define({ schedule }), { code: "PINTLE_DELAY_INVALID" });
  }
  assert.equal(define({ schedule: "10m" }).definition.schedule, "10m");
});

test("an operator is a value that nobody can change", () => {
  const operator = define({});
  assert.throws(() => Object.assign(operator, { name: "other" }), TypeError);
});

/** What `desired` returns, and what is said of it. */
const returned: readonly [what: string, value: () => unknown, message: RegExp][] = [
  ["nothing", () => undefined, /^desired returned undefined: return one value for each slot$/],
  ["a list", () => [], /^desired returned a list: /],
  [
    "a slot too few",
    () => ({ map: ConfigMap({}) }),
    /^desired returned nothing for the slot "secrets": return a manifest, or absent/,
  ],
  [
    "a slot too many",
    () => ({ map: absent, secrets: {}, more: ConfigMap({}) }),
    /^desired returned "more", which is not declared in owns/,
  ],
  [
    "another kind",
    () => ({ map: Secret({}), secrets: {} }),
    /^the slot "map" holds a ConfigMap of v1, and desired returned v1 Secret: build it with ConfigMap\(/,
  ],
  [
    "no manifest",
    () => ({ map: "text", secrets: {} }),
    /^the slot "map" holds a ConfigMap of v1, and desired returned a string: /,
  ],
  [
    "one for many",
    () => ({ map: absent, secrets: [] }),
    /^the slot "secrets" holds many, and desired returned a list: return a record/,
  ],
  [
    "another kind among many",
    () => ({ map: absent, secrets: { x: ConfigMap({}) } }),
    /^the slot "secrets\/x" holds a Secret/,
  ],
  [
    "a name to be made up",
    () => ({ map: ConfigMap({ metadata: { generateName: "a-" } }), secrets: {} }),
    /has a generateName, by which it could not be found again/,
  ],
  [
    "an empty name",
    () => ({ map: ConfigMap({ metadata: { name: "" } }), secrets: {} }),
    /has an empty name: give it one, or leave it out$/,
  ],
  [
    "two of one name",
    () => ({
      map: absent,
      secrets: { x: Secret({ metadata: { name: "s" } }), y: Secret({ metadata: { name: "s" } }) },
    }),
    /^the slots "secrets\/x" and "secrets\/y" both name Secret default\/s: give one of them another name$/,
  ],
];

for (const [what, value, message] of returned) {
  test(`a desired that returns ${what} is told in a condition, and nothing is written or deleted`, async () => {
    let isWrong = false;
    const operator: Operator = defineOperator(Box, {
      owns: { map: ConfigMap, secrets: many(Secret) },
      desired: () => (isWrong ? (value() as never) : { map: ConfigMap({}), secrets: { x: Secret({}) } }),
    });
    await using plane = await startOperatorPlane({ resources: [Box], operators: () => [operator] });
    await boxesOf(plane).create(box("a"));
    await plane.settle();
    isWrong = true;
    const before = await mapsOf(plane).get("a");
    await boxesOf(plane).patch("a", { merge: { spec: { text: "changed" } } });
    await plane.settle();
    const { status } = await boxesOf(plane).get("a");
    assert.deepEqual(sayConditions({ status }), { Ready: "False/InvalidDesired", Degraded: "True/InvalidDesired" });
    assert.match(status?.conditions?.find(({ type }) => type === "Ready")?.message ?? "", message);
    assert.deepEqual(await mapsOf(plane).get("a"), before);
    assert.ok(await plane.client.resource(Secret, { namespace: "default" }).get("a-x"));
  });
}

const reported: Readonly<Record<string, () => ConditionValue>> = {
  "by yes()": () => yes("not a reason"),
  "by hand": () => ({ status: "True", reason: "not a reason", message: "" }),
};

for (const [how, value] of Object.entries(reported)) {
  test(`a reason that is none, given ${how}, is told with the remedy and not tried again`, async () => {
    let runs = 0;
    const operator = defineOperator(Box, {
      status: () => {
        runs += 1;
        return { conditions: { Ready: value() } };
      },
    });
    await using plane = await startOperatorPlane({ resources: [Box], operators: () => [operator] });
    await boxesOf(plane).create(box("a"));
    await plane.advance("1h");
    const { status } = await boxesOf(plane).get("a");
    const message = status?.conditions?.find(({ type }) => type === "Ready")?.message ?? "";
    assert.match(message, /^the reason of a condition is one word .*: write "AllReady" and not "not a reason"/);
    // The second run is for the status that the first has written.
    assert.equal(runs, 2);
  });
}

test("a child of cluster scope with a namespace is refused", async () => {
  const operator = defineOperator(Box, {
    owns: { space: Namespace },
    desired: () => ({ space: Namespace({ metadata: { name: "s", namespace: "default" } as never }) }),
  });
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [operator] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  const { status } = await boxesOf(plane).get("a");
  assert.match(status?.conditions?.[0]?.message ?? "", /is of cluster scope: leave out metadata\.namespace$/);
});
