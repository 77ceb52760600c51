import assert from "node:assert/strict";
import { test } from "node:test";
import { CelError } from "../syntax/cel-error.ts";
import { parseExpression } from "../syntax/parse-expression.ts";
import type { CelType, ObjectType } from "./cel-type.ts";
import {
  boolType,
  doubleType,
  dynType,
  intType,
  listOf,
  mapOf,
  optionalOf,
  parameterOf,
  stringType,
  uintType,
} from "./cel-types.ts";
import { checkExpression } from "./check-expression.ts";
import type { CheckedExpression } from "./checked-expression.ts";
import { type CelDeclarations, declareEnvironment } from "./declare-environment.ts";
import { formatType } from "./format-type.ts";
import { standardDeclarations } from "./standard-declarations.ts";
import { standardFunction, standardMember, standardOverload } from "./standard-overload.ts";

/** A schema that contains itself: fields are made when they are asked for. */
const node: ObjectType = {
  kind: "object",
  name: "test.Node",
  field: (name) => {
    const types: Record<string, CelType> = { next: node, size: intType, labels: mapOf(stringType, stringType) };
    const type = Object.hasOwn(types, name) ? types[name] : undefined;
    return type && { type, jsonName: name, isRequired: false };
  },
  fieldNames: () => ["next", "size", "labels"],
};

const v = parameterOf("V");
const declarations: CelDeclarations = {
  variables: {
    i: intType,
    u: uintType,
    d: doubleType,
    s: stringType,
    z: boolType,
    y: dynType,
    li: listOf(intType),
    mss: mapOf(stringType, stringType),
    os: optionalOf(stringType),
    self: node,
    "spec.replicas": intType,
    "space.inner.x": boolType,
    "space.x": stringType,
  },
  constants: { "space.limit": { type: intType, value: 7 } },
  types: [node, optionalOf(v)],
  functions: [
    ...standardDeclarations,
    standardFunction("space.twice", standardOverload("space_twice", [intType], intType)),
    standardFunction("value", standardMember("optional_value", [optionalOf(v)], v)),
    standardFunction("optional.none", standardOverload("optional_none", [], optionalOf(v))),
    standardFunction("_[?_]", standardOverload("list_optindex_optional_int", [listOf(v), intType], optionalOf(v))),
  ],
};

function check(source: string, more: CelDeclarations = {}): CheckedExpression {
  return checkExpression(parseExpression(source), declareEnvironment({ ...declarations, ...more }));
}

function issuesOf(source: string, more: CelDeclarations = {}): readonly string[] {
  try {
    check(source, more);
  } catch (error) {
    assert.ok(error instanceof CelError);
    return error.issues.map(({ message, offset }) => `${offset}: ${message}`);
  }
  return [];
}

const types: readonly (readonly [string, string])[] = [
  ["self.next.next.next.size", "int"],
  ["self.labels.anything", "string"],
  ["has(self.next.size)", "bool"],
  ["self.next == null", "bool"],
  ["test.Node{size: 1, next: self}", "test.Node"],
  ["type(self)", "type(test.Node)"],
  ["type(self) == test.Node", "bool"],
  ["optional_type", "type(optional_type(dyn))"],
  ["os.value()", "string"],
  ["self.?size", "optional_type(int)"],
  ["self.?next.size", "optional_type(int)"],
  ["y.?a.b", "optional_type(dyn)"],
  ["li[?0]", "optional_type(int)"],
  ["[?os, 'a']", "list(string)"],
  ["{?'a': os}", "map(string, string)"],
  ["optional.none()", "optional_type(dyn)"],
  ["[1, 'a', null]", "list(dyn)"],
  ["[[], [1]]", "list(list(int))"],
  ["[dyn(1), 2]", "list(dyn)"],
  ["[null, self]", "list(test.Node)"],
  ["{}.map(k, k)", "list(dyn)"],
  ["mss.map(k, mss[k])", "list(string)"],
  ["y.map(x, x.a)", "list(dyn)"],
  ["z ? [] : li", "list(int)"],
  ["y + 1", "int"],
  ["y + y", "dyn"],
  ["timestamp('2020-01-01T00:00:00Z') - duration('1h')", "timestamp"],
  ["spec.replicas", "int"],
  ["space.limit", "int"],
  ["space.twice(space.limit)", "int"],
  [".i", "int"],
];

for (const [source, type] of types) {
  test(`${source} is of type ${type}`, () => assert.equal(formatType(check(source).type), type));
}

const refused: readonly (readonly [string, ...string[]])[] = [
  ["nope", "0: undeclared reference to 'nope' (in container '')"],
  ["nope(1)", "4: undeclared reference to 'nope' (in container '')"],
  ["i.nope()", "6: undeclared reference to 'nope' (in container '')"],
  ["1 + 'a'", "2: found no matching overload for '_+_' applied to '(int, string)'"],
  ["'a'.startsWith(1)", "14: found no matching overload for 'startsWith' applied to 'string.(int)'"],
  ["size('a', 'b')", "4: found no matching overload for 'size' applied to '(string, string)'"],
  ["self.nope", "4: undefined field 'nope'"],
  ["has(self.constructor)", "3: undefined field 'constructor'"],
  ["i.a", "1: type 'int' does not support field selection"],
  ["i && z", "0: expected type 'bool' but found 'int'"],
  ["i && s", "0: expected type 'bool' but found 'int'", "5: expected type 'bool' but found 'string'"],
  ["1 == 1.0", "2: found no matching overload for '_==_' applied to '(int, double)'"],
  ["i == null", "2: found no matching overload for '_==_' applied to '(int, null)'"],
  ["z ? 1 : 'a'", "2: found no matching overload for '_?_:_' applied to '(bool, int, string)'"],
  ["i.all(x, x)", "0: expression of type 'int' cannot be range of a comprehension (must be list, map, or dynamic)"],
  ["li.all(x, x)", "10: expected type 'bool' but found 'int'"],
  ["li.exists(x, x > 0) && x > 0", "23: undeclared reference to 'x' (in container '')"],
  ["[?s]", "2: expected type 'optional_type(string)' but found 'string'"],
  ["{?'a': s}", "7: expected type 'optional_type(string)' but found 'string'"],
  ["test.Node{size: 'a'}", "14: expected type of field 'size' is 'int' but provided type is 'string'"],
  ["test.Node{?size: 1}", "17: expected type 'optional_type(int)' but found 'int'"],
  [
    "nope + nope",
    "0: undeclared reference to 'nope' (in container '')",
    "7: undeclared reference to 'nope' (in container '')",
  ],
  ["s{}", "1: 'string' is not a type"],
  ["int{}", "3: 'int' is not a message type"],
];

for (const [source, ...issues] of refused) {
  test(`${source} is refused: ${issues[0]}`, () => {
    assert.deepEqual(issuesOf(source), issues);
  });
}

test("names are looked up in the container first, then outwards", () => {
  assert.equal(formatType(check("x", { container: "space.inner" }).type), "bool");
  assert.equal(formatType(check("x", { container: "space.other" }).type), "string");
  assert.equal(formatType(check("twice(limit)", { container: "space" }).type), "int");
  assert.deepEqual(issuesOf(".x", { container: "space" }), ["1: undeclared reference to '.x' (in container 'space')"]);
});

test("the tree has names as they are declared, in place of selections and targets", () => {
  const { expr, references } = check("space.twice(limit)", { container: "space" });
  assert.ok(expr.kind === "call");
  assert.deepEqual([expr.name, expr.target], ["space.twice", undefined]);
  const [arg] = expr.args;
  assert.ok(arg?.kind === "ident");
  assert.equal(arg.name, "space.limit");
  assert.deepEqual(references.get(arg.id), { name: "space.limit", constant: 7 });
});

test("a call on dyn refers to all overloads that it can mean", () => {
  const { expr, references } = check("size(y)");
  assert.deepEqual(references.get(expr.id)?.overloadIds, ["size_bytes", "size_list", "size_map", "size_string"]);
});

test("an optional selection refers to the overload of its own", () => {
  const { expr, references } = check("self.?size");
  assert.deepEqual(references.get(expr.id), { overloadIds: ["select_optional_field"] });
});

test("numbers of different types are compared only where the environment allows it, and are never equal to the checker", () => {
  assert.deepEqual(issuesOf("i < d"), ["2: found no matching overload for '_<_' applied to '(int, double)'"]);
  const { expr, references } = check("i < d", { crossTypeComparison: true });
  assert.deepEqual(references.get(expr.id)?.overloadIds, ["less_int64_double"]);
  assert.equal(issuesOf("i == d", { crossTypeComparison: true }).length, 1);
});

test("inside and after a comprehension numbers of different types are compared in any environment, as in cel-go", () => {
  assert.deepEqual(issuesOf("li.all(x, x < 1.0)"), []);
  assert.deepEqual(issuesOf("li.all(x, x > 0) && i < d"), []);
  assert.equal(issuesOf("i < d && li.all(x, x > 0)").length, 1);
});

test("a variable of a comprehension hides the declared one, within the comprehension", () => {
  assert.equal(formatType(check("li.map(s, s + 1)").type), "list(int)");
  assert.equal(formatType(check("li.map(s, string(s)).map(i, i + s)").type), "list(string)");
});

test("names that every object has are declared only if somebody declares them", () => {
  for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty"])
    assert.equal(issuesOf(name).length, 1, name);
});

test("all that is wrong is said at once, in the order of places", () => {
  assert.deepEqual(issuesOf("nope + self.nope + (1 + 'a')"), [
    "0: undeclared reference to 'nope' (in container '')",
    "11: undefined field 'nope'",
    "22: found no matching overload for '_+_' applied to '(int, string)'",
  ]);
});
