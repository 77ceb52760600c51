import { after, describe, test } from "node:test";
import { assertAnswer, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import {
  assertSchemaRefused,
  assertSpecRefused,
  forbidden,
  invalid,
  required,
  schemaPath,
  unsupported,
  withSchema,
  withSpec,
} from "./schemas.ts";
import { type Cause, definitions } from "./widgets.ts";

const client = connect();
after(() => client.close());

interface Rule {
  readonly rule?: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}

const text = { type: "string", maxLength: 5 };
const properties = {
  a: text,
  n: { type: "integer" },
  object: { type: "object", properties: { b: text } },
  list: { type: "array", maxItems: 5, items: text },
  map: { type: "object", maxProperties: 5, additionalProperties: text },
};

function rules(...given: Rule[]): Json {
  return { "x-kubernetes-validations": given };
}

function object(...given: Rule[]): Json {
  return { type: "object", properties, ...rules(...given) };
}

/** How messages show a rule: the Go struct, as Go writes JSON. */
function shown(rule: Rule): string {
  const { message = "", messageExpression = "", reason = null, fieldPath = "", optionalOldSelf = null } = rule;
  const struct = {
    Rule: rule.rule,
    Message: message,
    MessageExpression: messageExpression,
    Reason: reason,
    FieldPath: fieldPath,
    OptionalOldSelf: optionalOldSelf,
  };
  const unicode = (character: string) => `\\u00${character.charCodeAt(0).toString(16)}`;
  return JSON.stringify(struct).replace(/[&<>]/g, unicode);
}

/** An error of CEL, with its picture of where it is: `column` counts from one. */
function issue(source: string, column: number, message: string): string {
  return `ERROR: <input>:1:${column}: ${message}\n | ${source}\n | ${".".repeat(column - 1)}^`;
}

async function assertRuleRefused(rule: string, ...issues: [column: number, message: string][]): Promise<void> {
  const errors = issues.map(([column, message]) => issue(rule, column, message)).join("\n");
  await assertSpecRefused(
    client,
    object({ rule }),
    invalid(".x-kubernetes-validations[0].rule", `${shown({ rule })}: compilation failed: ${errors}`),
  );
}

/** Asserts that a setting beside the rule is refused. */
async function assertSettingRefused(rule: Rule, ...causes: Cause[]): Promise<void> {
  const below = causes.map(([reason, field, message]): Cause => {
    return [reason, `.x-kubernetes-validations[0].${field}`, message];
  });
  await assertSpecRefused(client, object({ rule: "true", ...rule }), ...below);
}

async function assertAccepted(spec: Json): Promise<void> {
  assertAnswer(await client.create(definitions, withSpec(spec), { dryRun: "All" }), 201);
}

describe("rules in a schema", { concurrency: true }, () => {
  test("a rule is an expression of CEL", async () => {
    const expected =
      "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";
    await assertRuleRefused("self.a ==", [10, `Syntax error: mismatched input '<EOF>' expecting ${expected}`]);
    await assertRuleRefused(
      "self.a = 'x'",
      [8, "Syntax error: token recognition error at: '= '"],
      [10, "Syntax error: extraneous input ''x'' expecting <EOF>"],
    );
  });

  test("a rule knows self, its fields and the functions of Kubernetes' libraries", async () => {
    await assertRuleRefused("other == 1", [1, "undeclared reference to 'other' (in container '')"]);
    await assertRuleRefused("self.other == 1", [5, "undefined field 'other'"]);
    await assertRuleRefused("self.a.nope()", [12, "undeclared reference to 'nope' (in container '')"]);
    await assertRuleRefused("authorizer.path('/').check('get').allowed()", [
      1,
      "undeclared reference to 'authorizer' (in container '')",
    ]);
    await assertAccepted(object({ rule: "self.a.startsWith('x') && self.list.isSorted() && isQuantity(self.a)" }));
  });

  test("a rule is checked by the types of the schema, and every error is told", async () => {
    const mismatch = "found no matching overload for '_==_' applied to '(string, int)'";
    await assertRuleRefused("self.a == 1", [8, mismatch]);
    await assertRuleRefused("self.a == 1 && self.other", [8, mismatch], [20, "undefined field 'other'"]);
    await assertRuleRefused("self.a != null", [8, "found no matching overload for '_!=_' applied to '(string, null)'"]);
  });

  test("literals are checked too", async () => {
    await assertRuleRefused("9223372036854775808 > 0", [1, "invalid int literal"]);
    await assertRuleRefused("self.a.matches('(')", [16, "invalid matches argument"]);
    await assertRuleRefused("duration('soon') == duration('1h')", [10, "invalid duration argument"]);
    await assertRuleRefused(
      "timestamp('today') == timestamp('today')",
      [11, "invalid timestamp argument"],
      [33, "invalid timestamp argument"],
    );
  });

  test("a rule gives a bool", async () => {
    for (const rule of ["self.n", "'true'", "[true]"]) {
      await assertSpecRefused(
        client,
        object({ rule }),
        invalid(".x-kubernetes-validations[0].rule", `${shown({ rule })}: cel expression must evaluate to a bool`),
      );
    }
  });

  test("a rule is not empty", async () => {
    for (const rule of [" ", ""]) {
      await assertSettingRefused({ rule }, required("rule", "rule is not specified"));
    }
  });

  test("a bad rule is named by its index", async () => {
    const bad = { rule: "bad" };
    await assertSpecRefused(
      client,
      object({ rule: "true" }, bad),
      invalid(
        ".x-kubernetes-validations[1].rule",
        `${shown(bad)}: compilation failed: ${issue("bad", 1, "undeclared reference to 'bad' (in container '')")}`,
      ),
    );
  });

  test("a message is one line with something on it", async () => {
    await assertSettingRefused({ message: " " }, invalid("message", '" ": must be non-empty if specified'));
    await assertSettingRefused(
      { message: "a\nb" },
      invalid("message", String.raw`"a\nb": must not contain line breaks`),
    );
  });

  test("a rule of several lines needs a message", async () => {
    const rule = "self.n > 1\n|| self.n < 0";
    await assertSettingRefused({ rule }, required("message", "message must be specified if rule contains line breaks"));
    await assertAccepted(object({ rule, message: "not one" }));
  });

  test("a messageExpression gives a string", async () => {
    await assertSettingRefused(
      { messageExpression: " " },
      required("messageExpression", "messageExpression must be non-empty if specified"),
    );
    const number = { rule: "true", messageExpression: "self.n" };
    await assertSettingRefused(
      number,
      invalid("messageExpression", `${shown(number)}: messageExpression must evaluate to a string`),
    );
    const unknown = { rule: "true", messageExpression: "self.other" };
    await assertSettingRefused(
      unknown,
      invalid(
        "messageExpression",
        `${shown(unknown)}: messageExpression compilation failed: ${issue("self.other", 5, "undefined field 'other'")}`,
      ),
    );
  });

  test("there are four reasons", async () => {
    await assertSettingRefused(
      { reason: "FieldValueTooLong" },
      unsupported(
        "reason",
        '"FieldValueTooLong": supported values: "FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"',
      ),
    );
  });

  test("a fieldPath leads to a field of the schema, or to a key of a map, but not to an item", async () => {
    for (const path of [".other", "a", ".list[0]", ".object[b]", "."]) {
      await assertSettingRefused({ fieldPath: path }, invalid("fieldPath", `"${path}": must be a valid path`));
    }
    await assertSettingRefused(
      { fieldPath: " " },
      invalid("fieldPath", '" ": must be non-empty if specified'),
      invalid("fieldPath", '" ": must be a valid path'),
    );
    for (const fieldPath of [".a", ".object.b", "['object']['b']", ".map['any.key']", ".map.key"]) {
      await assertAccepted(object({ rule: "true", fieldPath }));
    }
  });

  test("optionalOldSelf is for rules with oldSelf, which it makes an optional", async () => {
    for (const optionalOldSelf of [true, false]) {
      await assertSettingRefused(
        { optionalOldSelf },
        invalid("optionalOldSelf", `${optionalOldSelf}: may not be set if oldSelf is not used in rule`),
      );
    }
    const rule = { rule: "oldSelf.a == 'x'", optionalOldSelf: true };
    const message = "found no matching overload for '_==_' applied to '(optional_type(string), string)'";
    await assertSettingRefused(
      rule,
      invalid("rule", `${shown(rule)}: compilation failed: ${issue(rule.rule, 11, message)}`),
      // A rule that was not compiled is taken to have no oldSelf.
      invalid("optionalOldSelf", "true: may not be set if oldSelf is not used in rule"),
    );
    await assertAccepted(object({ rule: "!oldSelf.hasValue() || oldSelf.value().a == 'x'", optionalOldSelf: true }));
  });

  test("oldSelf is only where old and new can be told to belong together", async () => {
    const item = { ...text, ...rules({ rule: "self == oldSelf" }) };
    const message = `"self == oldSelf": oldSelf cannot be used on the uncorrelatable portion of the schema within ${schemaPath}.properties[spec]`;
    for (const type of [undefined, "atomic", "set"]) {
      await assertSpecRefused(
        client,
        { type: "array", maxItems: 5, items: item, "x-kubernetes-list-type": type },
        invalid(".items.x-kubernetes-validations[0].rule", message),
      );
    }
    await assertAccepted({
      type: "array",
      maxItems: 5,
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name"],
      items: { type: "object", required: ["name"], properties: { name: text, value: item } },
    });
    await assertAccepted({ type: "object", maxProperties: 5, additionalProperties: item });
    await assertAccepted({ type: "object", "x-kubernetes-map-type": "atomic", properties: { a: item } });
  });

  test("of metadata, a rule at the root sees name and generateName", async () => {
    const root = (rule: string) => ({ type: "object", ...rules({ rule }) });
    const rule = "self.metadata.name == self.metadata.generateName && self.kind == 'Widget' && self.apiVersion != ''";
    assertAnswer(await client.create(definitions, withSchema(root(rule)), { dryRun: "All" }), 201);
    for (const field of ["labels", "namespace", "annotations"]) {
      const source = `has(self.metadata.${field})`;
      const error = issue(source, 4, `undefined field '${field}'`);
      await assertSchemaRefused(
        client,
        root(source),
        invalid(".x-kubernetes-validations[0].rule", `${shown({ rule: source })}: compilation failed: ${error}`),
      );
    }
  });

  test("names that are no identifiers are escaped, and others cannot be used", async () => {
    const names = ["namespace", "a-b", "a.b", "a/b", "__a", "if"];
    const fields = ["__namespace__", "a__dash__b", "a__dot__b", "a__slash__b", "__underscores__a", "__if__"];
    const spec = { type: "object", properties: Object.fromEntries(names.map((name) => [name, text])) };
    const rule = fields.map((field) => `has(self.${field})`).join(" && ");
    await assertAccepted({ ...spec, ...rules({ rule }) });
    const odd = { type: "object", properties: { a$b: text }, ...rules({ rule: "has(self.a__dollar__b)" }) };
    const error = issue("has(self.a__dollar__b)", 4, "undefined field 'a__dollar__b'");
    await assertSpecRefused(
      client,
      odd,
      invalid(
        ".x-kubernetes-validations[0].rule",
        `${shown({ rule: "has(self.a__dollar__b)" })}: compilation failed: ${error}`,
      ),
    );
  });

  test("what is preserved but not known cannot be seen by rules", async () => {
    const preserve = { "x-kubernetes-preserve-unknown-fields": true };
    const error = issue("has(self.b)", 4, "undefined field 'b'");
    await assertSpecRefused(
      client,
      { type: "object", ...preserve, properties: { a: text }, ...rules({ rule: "has(self.b)" }) },
      invalid(".x-kubernetes-validations[0].rule", `${shown({ rule: "has(self.b)" })}: compilation failed: ${error}`),
    );
    await assertSpecRefused(client, { ...preserve, ...rules({ rule: "self == 1" }) }, [
      "InternalError",
      ".x-kubernetes-validations",
      "Internal error: internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations",
    ]);
  });

  test("rules are not looked at while the schema is wrong", async () => {
    await assertSpecRefused(
      client,
      { type: "object", properties: { a: {} }, ...rules({ rule: "bad" }) },
      required(".properties[a].type", "must not be empty for specified object fields"),
    );
    await assertSpecRefused(
      client,
      { type: "string", allOf: [rules({ rule: "bad" })] },
      forbidden(".allOf[0].x-kubernetes-validations", "must be empty to be structural"),
    );
  });
});
