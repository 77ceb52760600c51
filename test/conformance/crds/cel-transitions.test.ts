import { after, before, test } from "node:test";
import { type Answer, assertAnswer, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { assertInvalid, installSpecs, invalid, type Specs, withSchema } from "./schemas.ts";
import type { Cause } from "./widgets.ts";

const client = connect();
let crd: Specs;

const text = { type: "string", maxLength: 20 };
const once = { rule: "self == oldSelf", message: "cannot change" };

function rules(...given: Json[]): Json {
  return { "x-kubernetes-validations": given };
}

const optional = (rule: string) => ({ rule, optionalOldSelf: true });
const properties = {
  fixed: { ...text, ...rules(once) },
  growing: { type: "integer", ...rules({ rule: "self >= oldSelf" }) },
  kept: { type: "object", properties: { a: text, b: text }, ...rules({ rule: "!has(oldSelf.a) || has(self.a)" }) },
  list: {
    type: "array",
    maxItems: 5,
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["name"],
    items: { type: "object", required: ["name"], properties: { name: text, value: { ...text, ...rules(once) } } },
  },
  map: { type: "object", maxProperties: 5, additionalProperties: { ...text, ...rules(once) } },
  set: {
    type: "array",
    maxItems: 5,
    "x-kubernetes-list-type": "set",
    items: text,
    ...rules({ rule: "oldSelf.all(x, x in self)", messageExpression: "'had ' + oldSelf.join(', ')" }),
  },
  first: { ...text, ...rules(optional("oldSelf.hasValue() || self == 'new'")) },
  next: { ...text, ...rules(optional("oldSelf.orValue('new') != self || self == 'same'")) },
  nullable: { ...text, nullable: true, ...rules(once) },
};
const status = { type: "object", properties: { phase: { ...text, ...rules(once) } } };

before(async () => {
  const spec = { type: "object", properties };
  const schema = { type: "object", properties: { spec, status } };
  crd = await installSpecs(client, withSchema(schema, { subresources: { status: {} } }));
});
after(async () => {
  await client.delete(crd.path);
  await client.close();
});

/** Creates a Widget and changes its spec by a merge patch. */
async function changed(from: Json, to: Json): Promise<{ name: string; answer: Answer }> {
  const name = uniqueName("widget");
  assertAnswer(await crd.create(name, { spec: from }), 201);
  return { name, answer: await client.patch("merge", crd.at("v1", crd.namespace, name), { spec: to }) };
}

async function assertAllowed(from: Json, to: Json): Promise<void> {
  assertAnswer((await changed(from, to)).answer, 200);
}

async function assertRefused(from: Json, to: Json, ...causes: Cause[]): Promise<void> {
  const { name, answer } = await changed(from, to);
  assertInvalid(answer, crd, name, ...causes);
}

test("a transition rule is not run on create", async () => {
  await assertAllowed({ fixed: "a", growing: 5 }, { fixed: "a", growing: 5 });
});

test("a transition rule compares the new value with the old one", async () => {
  await assertAllowed({ growing: 5 }, { growing: 6 });
  await assertRefused({ growing: 5 }, { growing: 4 }, invalid("spec.growing", "4: failed rule: self >= oldSelf"));
  await assertRefused({ fixed: "a" }, { fixed: "b" }, invalid("spec.fixed", '"b": cannot change'));
});

test("a transition rule is not run when the field comes or goes", async () => {
  await assertAllowed({}, { fixed: "a" });
  await assertAllowed({ fixed: "a" }, { fixed: null });
  await assertAllowed({ nullable: "a" }, { nullable: null });
  await assertAllowed({ nullable: null }, { nullable: "a" });
});

test("a rule on the object sees that a field goes", async () => {
  await assertRefused(
    { kept: { a: "x" } },
    { kept: { a: null, b: "y" } },
    invalid("spec.kept", "failed rule: !has(oldSelf.a) || has(self.a)"),
  );
  await assertAllowed({ kept: { b: "x" } }, { kept: { b: "y" } });
});

test("items of a list of type map are compared by their keys", async () => {
  const a = { name: "a", value: "1" };
  const b = { name: "b", value: "2" };
  await assertAllowed({ list: [a, b] }, { list: [b, { name: "c", value: "3" }, a] });
  await assertRefused(
    { list: [a, b] },
    { list: [b, { name: "a", value: "4" }] },
    invalid("spec.list[1].value", '"4": cannot change'),
  );
});

test("values of a map are compared by their keys", async () => {
  await assertAllowed({ map: { a: "1" } }, { map: { a: null, b: "2" } });
  await assertRefused({ map: { a: "1" } }, { map: { a: "2" } }, invalid("spec.map[a]", '"2": cannot change'));
});

test("a messageExpression sees oldSelf as well", async () => {
  await assertAllowed({ set: ["a", "b"] }, { set: ["c", "b", "a"] });
  await assertRefused({ set: ["a", "b"] }, { set: ["a"] }, invalid("spec.set", "had a, b"));
});

test("with optionalOldSelf a rule runs on create, too, and when the field comes", async () => {
  await crd.assertRefused(
    { first: "old" },
    invalid("spec.first", `"old": failed rule: oldSelf.hasValue() || self == 'new'`),
  );
  await assertAllowed({ first: "new" }, { first: "other" });
  await assertRefused(
    {},
    { first: "old" },
    invalid("spec.first", `"old": failed rule: oldSelf.hasValue() || self == 'new'`),
  );
  await assertAllowed({ next: "a" }, { next: "b" });
  await assertRefused(
    { next: "same" },
    { next: "a", first: "old" },
    invalid("spec.first", `"old": failed rule: oldSelf.hasValue() || self == 'new'`),
  );
});

test("a transition rule that wants a change is broken by an update of something else, or of nothing", async () => {
  const broken = invalid("spec.next", `"a": failed rule: oldSelf.orValue('new') != self || self == 'same'`);
  await assertRefused({ next: "a" }, { fixed: "b" }, broken);
  await assertRefused({ next: "a" }, {}, broken);
});

test("rules on status hold for updates of status, and other updates cannot change it", async () => {
  const name = uniqueName("widget");
  assertAnswer(await crd.create(name, { spec: {} }), 201);
  const path = crd.at("v1", crd.namespace, name);
  assertAnswer(await client.patch("merge", `${path}/status`, { status: { phase: "a" } }), 200);
  assertInvalid(
    await client.patch("merge", `${path}/status`, { status: { phase: "b" } }),
    crd,
    name,
    invalid("status.phase", '"b": cannot change'),
  );
  assertAnswer(await client.patch("merge", path, { spec: { fixed: "x" }, status: { phase: "b" } }), 200, {
    status: { phase: "a" },
  });
});

test("an apply is an update like any other", async () => {
  const name = uniqueName("widget");
  const apply = (fixed: string, query: Record<string, string | boolean> = {}) =>
    client.patch("apply", crd.at("v1", crd.namespace, name), crd.widget("v1", name, { spec: { fixed } }), {
      fieldManager: "tests",
      ...query,
    });
  assertAnswer(await apply("a"), 201);
  assertInvalid(await apply("b"), crd, name, invalid("spec.fixed", '"b": cannot change'));
  assertInvalid(await apply("b", { dryRun: "All" }), crd, name, invalid("spec.fixed", '"b": cannot change'));
});
