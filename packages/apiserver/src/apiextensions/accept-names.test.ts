import assert from "node:assert/strict";
import { test } from "node:test";
import { acceptNames } from "./accept-names.ts";
import type { Definition, DefinitionCondition, DefinitionNames } from "./definition.ts";

const apple: DefinitionNames = { plural: "apples", singular: "apple", kind: "Apple", listKind: "AppleList" };
const pear: DefinitionNames = { plural: "pears", singular: "pear", kind: "Pear", listKind: "PearList" };

function definition(names: DefinitionNames, acceptedNames?: DefinitionNames, isEstablished = false): Definition {
  const conditions: DefinitionCondition[] = isEstablished ? [{ type: "Established", status: "True" }] : [];
  return {
    metadata: { name: `${names.plural}.example.com` },
    spec: { group: "example.com", scope: "Namespaced", names, versions: [] },
    status: { conditions, ...(acceptedNames && { acceptedNames }) },
  };
}

test("names that nobody has are accepted, and the definition can be installed", () => {
  const verdict = acceptNames(definition(pear), [definition(apple, apple)]);
  assert.deepEqual(verdict?.names, pear);
  assert.deepEqual(
    verdict?.conditions.map(({ type, status, reason }) => [type, status, reason]),
    [
      ["NamesAccepted", "True", "NoConflicts"],
      ["Established", "False", "Installing"],
    ],
  );
});

test("there is nothing to say when the status has it already", () => {
  assert.equal(acceptNames(definition(pear, pear), []), undefined);
});

test("a name that only was asked for is no obstacle, one that was accepted is", () => {
  const taken = { ...pear, singular: "apple" };
  assert.equal(acceptNames(definition(taken), [definition(apple)])?.names.singular, "apple");
  const verdict = acceptNames(definition(taken), [definition(apple, apple)]);
  assert.equal(verdict?.names.singular, undefined);
  assert.equal(verdict?.conditions[0]?.reason, "SingularConflict");
  assert.equal(verdict?.conditions[1]?.reason, "NotAccepted");
});

test("the last conflict is told, and several short names in one message", () => {
  const both = { ...pear, kind: "Apple", listKind: "AppleList" };
  assert.equal(acceptNames(definition(both), [definition(apple, apple)])?.conditions[0]?.reason, "ListKindConflict");
  const shorts = { ...pear, shortNames: ["apple", "x", "apples"] };
  const verdict = acceptNames(definition(shorts), [definition(apple, apple)]);
  assert.equal(verdict?.conditions[0]?.message, '["apple" is already in use, "apples" is already in use]');
});

test("a definition that is served keeps its old names and stays Established", () => {
  const wanted = { ...pear, shortNames: ["apple"] };
  const had = { ...pear, shortNames: ["pr"] };
  const verdict = acceptNames(definition(wanted, had, true), [definition(apple, apple)]);
  assert.deepEqual(verdict?.names.shortNames, ["pr"]);
  assert.equal(verdict?.conditions[1]?.status, "True");
});
