import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Answer, assertAnswer, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { eventually } from "../eventually.ts";
import {
  assertInvalid,
  duplicate,
  installSpecs,
  invalid,
  pathless,
  required,
  type Specs,
  unchecked,
  unsupported,
  withSchema,
  wrongType,
} from "./schemas.ts";
import { type Cause, version } from "./widgets.ts";

const client = connect();
let crd: Specs;

const text = { type: "string", maxLength: 20 };
const integer = { type: "integer" };
const list = (items: Json, more: Json = {}) => ({ type: "array", maxItems: 5, items, ...more });

/** The properties under which the objects are made, and the stricter ones under which they are updated. */
function properties(isStrict: boolean): Json {
  const strict = (schema: Json, more: Json) => ({ ...schema, ...(isStrict ? more : {}) });
  const rule = (rule: string, message?: string) => ({ "x-kubernetes-validations": [{ rule, message }] });
  const small = strict(integer, { maximum: 10 });
  const even = strict(integer, rule("self % 2 == 0", "must be even"));
  const byName = (value: Json) => {
    const keys = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"] };
    return list({ type: "object", required: ["name"], properties: { name: text, value } }, keys);
  };
  return {
    other: text,
    small,
    even,
    word: strict(text, { enum: ["a", "b"] }),
    code: strict(text, { pattern: "^[a-z]+$" }),
    object: strict({ type: "object", properties: { inner: small, note: text } }, { required: ["needed"] }),
    one: strict(
      { type: "object", properties: { a: text, b: text } },
      { oneOf: [{ required: ["a"] }, { required: ["b"] }] },
    ),
    items: list(small),
    byName: byName(small),
    evenByName: byName(even),
    map: { type: "object", maxProperties: 5, additionalProperties: small },
    set: list(text, strict({}, { "x-kubernetes-list-type": "set" })),
    pair: strict(
      { type: "object", properties: { a: integer, b: integer } },
      rule("!has(self.a) || !has(self.b) || self.a < self.b", "a is less than b"),
    ),
    divided: strict(integer, rule("10 / self > 0")),
    typed: isStrict ? integer : { "x-kubernetes-int-or-string": true },
  };
}

/** Objects that the stricter schema would refuse, one or more for each test. */
const specs = {
  scalars: { small: 11, word: "c", code: "A1", even: 2 },
  labels: { small: 11, even: 1 },
  objects: { object: { inner: 11 } },
  alternatives: { one: { a: "x", b: "y" } },
  items: { items: [11, 1] },
  keyed: {
    byName: [
      { name: "x", value: 11 },
      { name: "y", value: 1 },
    ],
  },
  mapped: { map: { x: 11, y: 1 } },
  sets: { set: ["a", "a"] },
  rules: { even: 1, small: 1 },
  "keyed-rules": {
    evenByName: [
      { name: "x", value: 1 },
      { name: "y", value: 2 },
    ],
  },
  pairs: { pair: { a: 5, b: 4 } },
  divided: { divided: 0 },
  typed: { typed: "x" },
  put: { small: 11, even: 1 },
  applied: { small: 11, even: 1 },
  status: { small: 11, even: 1 },
  blocked: { even: 1, word: "c" },
};

before(async () => {
  const schema = (isStrict: boolean) => {
    const status = { type: "object", properties: { phase: text } };
    return { type: "object", properties: { spec: { type: "object", properties: properties(isStrict) }, status } };
  };
  crd = await installSpecs(client, withSchema(schema(false), { subresources: { status: {} } }));
  for (const [name, spec] of Object.entries(specs)) assertAnswer(await crd.create(name, { spec }), 201);
  const versions = [version("v1", { schema: { openAPIV3Schema: schema(true) }, subresources: { status: {} } })];
  assertAnswer(await client.patch("merge", crd.path, { spec: { versions } }), 200);
  await eventually(async () => assertAnswer(await crd.judge({ small: 11 }), 422));
});
after(async () => {
  await client.delete(crd.path);
  await client.close();
});

function change(name: keyof typeof specs, spec: Json): Promise<Answer> {
  return client.patch("merge", crd.at("v1", crd.namespace, name), { spec });
}

async function assertAllowed(name: keyof typeof specs, spec: Json, ...warnings: string[]): Promise<void> {
  const answer = await change(name, spec);
  assertAnswer(answer, 200);
  assert.deepEqual(answer.warnings, warnings);
}

async function assertRefused(name: keyof typeof specs, spec: Json, ...causes: Cause[]): Promise<void> {
  assertInvalid(await change(name, spec), crd, name, ...causes);
}

const tooLarge = (field: string, value: number) =>
  invalid(field, `${value}: ${field} in body should be less than or equal to 10`);

test("a value that has become invalid may stay as it is, without a word", async () => {
  await assertAllowed("scalars", { other: "x" });
  await assertAllowed("scalars", { even: 4 });
});

test("a value that has become invalid cannot change to another invalid one", async () => {
  await assertRefused("scalars", { small: 12 }, tooLarge("spec.small", 12));
  await assertRefused("scalars", { word: "d" }, unsupported("spec.word", '"d": supported values: "a", "b"'), unchecked);
  await assertRefused(
    "scalars",
    { code: "A2" },
    invalid("spec.code", `"A2": spec.code in body should match '^[a-z]+$'`),
  );
});

test("labels and finalizers can change on an object that has become invalid", async () => {
  const path = crd.at("v1", crd.namespace, "labels");
  const answer = await client.patch("merge", path, { metadata: { labels: { a: "b" } } });
  assertAnswer(answer, 200, { metadata: { labels: { a: "b" }, generation: 1 } });
  assert.deepEqual(answer.warnings, ["spec.even: Invalid value: 1: must be even"]);
});

test("what an object itself must have is asked when anything in it changes", async () => {
  await assertAllowed("objects", { other: "x" });
  await assertRefused("objects", { object: { note: "x" } }, required("spec.object.needed"), unchecked);
});

test("alternatives are asked when anything in the object changes", async () => {
  await assertAllowed("alternatives", { other: "x" });
  await assertRefused(
    "alternatives",
    { one: { a: "z" } },
    pathless('"spec.one" must validate one and only one schema (oneOf). Found 2 valid alternatives'),
  );
});

test("in a list without keys no item may stay invalid once the list changes", async () => {
  await assertAllowed("items", { other: "x" });
  await assertRefused("items", { items: [11, 2] }, tooLarge("spec.items[0]", 11));
});

test("in a list of type map each item is compared by its key", async () => {
  await assertAllowed("keyed", {
    byName: [
      { name: "y", value: 2 },
      { name: "x", value: 11 },
    ],
  });
  await assertRefused(
    "keyed",
    {
      byName: [
        { name: "x", value: 11 },
        { name: "z", value: 11 },
      ],
    },
    tooLarge("spec.byName[1].value", 11),
  );
});

test("in a map each value is compared by its key", async () => {
  await assertAllowed("mapped", { map: { y: 2, z: 3 } });
  await assertRefused("mapped", { map: { z: 11 } }, tooLarge("spec.map.z", 11));
});

test("a list that has become a set may keep its duplicates, and even get more", async () => {
  await assertAllowed("sets", { other: "x" });
  await assertAllowed("sets", { set: ["a", "a", "b", "b"] });
  await assertAllowed("sets", { set: ["a", "b"] });
  await assertRefused("sets", { set: ["a", "a"] }, duplicate("spec.set[1]", '"a"'));
});

test("a broken rule on a value that stays is a warning", async () => {
  await assertAllowed("rules", { small: 2 }, "spec.even: Invalid value: 1: must be even");
  await assertRefused("rules", { even: 3 }, invalid("spec.even", "3: must be even"));
});

test("a broken rule on an item that stays is a warning, by its key", async () => {
  await assertAllowed(
    "keyed-rules",
    {
      evenByName: [
        { name: "y", value: 4 },
        { name: "x", value: 1 },
      ],
    },
    "spec.evenByName[1].value: Invalid value: 1: must be even",
  );
  await assertRefused(
    "keyed-rules",
    {
      evenByName: [
        { name: "x", value: 1 },
        { name: "y", value: 5 },
      ],
    },
    invalid("spec.evenByName[1].value", "5: must be even"),
  );
});

test("a broken rule on an object is an error when anything in it changes", async () => {
  await assertAllowed("pairs", { other: "x" }, "spec.pair: Invalid value: a is less than b");
  await assertRefused("pairs", { pair: { a: 6 } }, invalid("spec.pair", "a is less than b"));
});

test("a rule that fails to run is an error, though nothing has changed", async () => {
  await assertRefused(
    "divided",
    { other: "x" },
    invalid("spec.divided", '"integer": division by zero evaluating rule: 10 / self > 0'),
  );
});

test("a value whose type is no longer right may stay", async () => {
  await assertAllowed("typed", { other: "x" });
  await assertRefused("typed", { typed: "y" }, wrongType("spec.typed", "integer", "string"), unchecked);
});

test("an update by PUT and one by apply are treated alike", async () => {
  const path = crd.at("v1", crd.namespace, "put");
  const { body } = await client.get(path);
  const put = await client.update(path, { ...body, spec: { ...body.spec, other: "x" } });
  assertAnswer(put, 200);
  assert.deepEqual(put.warnings, ["spec.even: Invalid value: 1: must be even"]);

  const widget = crd.widget("v1", "applied", { spec: { other: "x" } });
  const applied = await client.patch("apply", crd.at("v1", crd.namespace, "applied"), widget, {
    fieldManager: "tests",
  });
  assertAnswer(applied, 200);
  assert.deepEqual(applied.warnings, ["spec.even: Invalid value: 1: must be even"]);
});

test("an update of status runs the rules of the spec, but asks nothing else of it", async () => {
  const path = `${crd.at("v1", crd.namespace, "status")}/status`;
  const answer = await client.patch("merge", path, { status: { phase: "x" } });
  assertAnswer(answer, 200, { status: { phase: "x" } });
  assert.deepEqual(answer.warnings, ["spec.even: Invalid value: 1: must be even"]);
});

test("an invalid value that stays does not keep the rules from running", async () => {
  await assertAllowed("blocked", { other: "x" }, "spec.even: Invalid value: 1: must be even");
});

test("a create knows nothing of what was", async () => {
  await crd.assertRefused({ small: 11 }, tooLarge("spec.small", 11));
});
