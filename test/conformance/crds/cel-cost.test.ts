import { after, test } from "node:test";
import { assertAnswer, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { assertSpecRefused, forbidden, installSpecs, invalid, withSpec } from "./schemas.ts";
import { assertNotCreated, assertRefused, type Cause, definitions } from "./widgets.ts";

const client = connect();
after(() => client.close());

const integer = { type: "integer" };
const rule = "self.all(x, self.all(y, x == y))";
const advice =
  "(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)";

/** A list on which the rule is quadratic. */
function quadratic(maxItems?: number, ...rules: Json[]): Json {
  const validations = rules.length === 0 ? [{ rule }] : rules;
  return { type: "array", maxItems, items: integer, "x-kubernetes-validations": validations };
}

function expensive(field: string, factor: string): Cause {
  return forbidden(field, `estimated rule cost exceeds budget by factor of ${factor} ${advice}`);
}

function expensiveInAll(factor: string): Cause {
  const what = "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema";
  return forbidden("spec.validation.openAPIV3Schema", `${what} exceeds budget by factor of ${factor} ${advice}`);
}

const contributed = "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema";
const spec = "spec.validation.openAPIV3Schema.properties[spec]";

async function assertAccepted(schema: Json): Promise<void> {
  assertAnswer(await client.create(definitions, withSpec(schema), { dryRun: "All" }), 201);
}

test("a rule's estimated cost is at most ten millions", async () => {
  await assertAccepted(quadratic(1_400));
  const path = ".x-kubernetes-validations[0].rule";
  await assertSpecRefused(client, quadratic(1_420), expensive(path, "1.008910x"));
  await assertSpecRefused(client, quadratic(2_000), expensive(path, "2.0x"));
});

test("a rule's cost counts for each item that it may run on", async () => {
  const items = quadratic(1_000);
  await assertAccepted({ type: "array", maxItems: 1, items });
  await assertSpecRefused(
    client,
    { type: "array", maxItems: 5, items },
    expensive(".items.x-kubernetes-validations[0].rule", "2.5x"),
  );
});

test("a list without a limit costs what could be in the largest request", async () => {
  const path = `${spec}.x-kubernetes-validations[0].rule`;
  await assertNotCreated(
    client,
    withSpec(quadratic()),
    expensive(path, "more than 100x"),
    forbidden(path, contributed),
    expensiveInAll("more than 100x"),
  );
  await assertAccepted({ type: "string", "x-kubernetes-validations": [{ rule: "self.matches('^x')" }] });
});

test("the length of strings is a cost, unless an enum or a format limits it", async () => {
  const items = (item: Json) => ({
    type: "array",
    items: { ...item, "x-kubernetes-validations": [{ rule: "self != ''" }] },
  });
  const contains = { type: "string", "x-kubernetes-validations": [{ rule: "self.contains('x')" }] };
  const path = `${spec}.items.x-kubernetes-validations[0].rule`;
  await assertNotCreated(
    client,
    withSpec({ type: "array", items: contains }),
    expensive(path, "more than 100x"),
    forbidden(path, contributed),
    expensiveInAll("more than 100x"),
  );
  await assertAccepted(items({ type: "string", enum: ["a", "b"] }));
  await assertAccepted({ type: "array", maxItems: 10, items: { ...contains, maxLength: 10 } });
});

test("the rules of a schema cost at most a hundred millions together, and the four dearest are told", async () => {
  const many = (count: number) => quadratic(1_400, ...Array.from({ length: count }, () => ({ rule })));
  await assertAccepted(many(10));
  const causes = [0, 1, 2, 3].map((index) => forbidden(`${spec}.x-kubernetes-validations[${index}].rule`, contributed));
  await assertNotCreated(client, withSpec(many(11)), ...causes, expensiveInAll("1.078770x"));
});

test("a messageExpression has a cost, and text made from a number has no known length", async () => {
  const message = (messageExpression: string) => ({
    ...integer,
    "x-kubernetes-validations": [{ rule: "true", messageExpression }],
  });
  const path = `${spec}.x-kubernetes-validations[0].messageExpression`;
  const dear = `estimated messageExpression cost exceeds budget by factor of more than 100x ${advice}`;
  await assertAccepted(message("string(self)"));
  await assertNotCreated(
    client,
    withSpec(message("'got ' + string(self)")),
    forbidden(path, dear),
    forbidden(path, contributed),
    expensiveInAll("more than 100x"),
  );
});

test("an update cannot make a rule too dear", async () => {
  const definition = withSpec(quadratic(100));
  await using crd = await installSpecs(client, definition);
  const path = "/spec/versions/0/schema/openAPIV3Schema/properties/spec/maxItems";
  assertRefused(
    await client.patch("json", crd.path, [{ op: "replace", path, value: 1_420 }]),
    definition.metadata.name,
    expensive(`${spec}.x-kubernetes-validations[0].rule`, "1.008910x"),
  );
});

test("a rule may cost a million when it runs, an object's rules ten, and what comes after is not run", async () => {
  // Looking for an item costs what the list's length is, even if it is the first one.
  const member = "self.all(x, x in self)";
  const rules = [{ rule: member }, { rule: `${member} && true` }];
  const lists = {
    dear: quadratic(3_000, { rule: member }, { rule: "false" }),
    said: quadratic(3_000, { rule: member, message: "each is a member" }),
    many: { type: "array", maxItems: 11, items: quadratic(900, ...rules) },
  };
  await using crd = await installSpecs(client, withSpec({ type: "object", properties: lists }));
  const ones = (count: number) => Array.from({ length: count }, () => 1);
  const stopped =
    "\"array\": 'operation cancelled: actual cost limit exceeded': no further validation rules will be run due to call cost exceeds limit for rule:";
  await crd.assertRefused({ dear: ones(1_000) }, invalid("spec.dear", `${stopped} ${member}`));
  await crd.assertRefused({ said: ones(1_000) }, invalid("spec.said", `${stopped} each is a member`));
  assertAnswer(await crd.judge({ said: ones(990) }), 201);

  assertAnswer(await crd.judge({ many: ones(6).map(() => ones(900)) }), 201);
  await crd.assertRefused(
    { many: ones(11).map(() => ones(900)) },
    invalid(
      "spec.many[6]",
      '"array": validation failed due to running out of cost budget, no further validation rules will be run',
    ),
  );
});
