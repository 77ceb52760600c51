import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createLabelRequirement } from "./label-requirement.ts";
import { createLabelSelector, formatLabelSelector } from "./label-selector.ts";
import { compileLabelSelector, type LabelSelector, printLabelSelector } from "./label-selector-object.ts";
import { parseLabelSelector } from "./parse-label-selector.ts";
import {
  InvalidSelectorError,
  matchesEverything,
  matchesNothing,
  selectEverything,
  selectNothing,
} from "./selector.ts";

describe("matching", () => {
  const labels = {
    app: "web",
    tier: "1",
    empty: "",
    negative: "-7",
    big: "9223372036854775807",
    huge: "9223372036854775808",
  };
  const selected = [
    "app=web",
    "app==web,tier=1",
    "app in (web,db)",
    "empty=",
    "empty in ()",
    "app",
    "!none",
    "none!=x",
    "none notin (x,y)",
    "app!=db",
    "app notin (db,cache)",
    "tier>0",
    "tier<2",
    "negative<0",
    "big>9223372036854775806",
  ];
  const left = [
    "app=db",
    "app in (db,cache)",
    "app!=web",
    "app notin (web,db)",
    "none",
    "!app",
    "none=",
    "none in ()",
    "tier>1",
    "tier<1",
    "app>0",
    "none>0",
    "empty<1",
    "huge>0",
    "app=web,tier=2",
  ];
  for (const text of selected) test(`"${text}" selects`, () => assert.ok(parseLabelSelector(text).matches(labels)));
  for (const text of left)
    test(`"${text}" does not select`, () => assert.ok(!parseLabelSelector(text).matches(labels)));

  test("an object without labels has none of them", () => {
    assert.ok(!parseLabelSelector("app").matches(undefined));
    assert.ok(parseLabelSelector("!app,tier!=1").matches(undefined));
    assert.ok(!parseLabelSelector("app").matches({ app: undefined }));
  });

  test("labels that every object inherits are not there", () => {
    for (const key of ["constructor", "toString", "hasOwnProperty"]) {
      assert.ok(!parseLabelSelector(key).matches({}), key);
      assert.ok(parseLabelSelector(`!${key}`).matches({}), key);
      assert.ok(parseLabelSelector(`${key}=x`).matches({ [key]: "x" }), key);
    }
    assert.ok(!createLabelSelector([{ key: "__proto__", operator: "exists", values: [] }]).matches({}));
  });
});

describe("the value that a selector asks for", () => {
  test("is known for one exact value, from the first requirement on the key", () => {
    const selector = parseLabelSelector("a=1,b==2,c in (3),d in (3,4),e!=5,f,g>1");
    const exact = ["a", "b", "c", "d", "e", "f", "g", "h"].map((key) => selector.requiresExactMatch(key));
    assert.deepEqual(exact, ["1", "2", "3", undefined, undefined, undefined, undefined, undefined]);
    assert.equal(parseLabelSelector("a!=2,a=1").requiresExactMatch("a"), undefined);
  });
});

describe("everything and nothing", () => {
  test("select what they say and are written as nothing", () => {
    assert.ok(selectEverything.matches(undefined) && !selectNothing.matches({ a: "1" }));
    assert.equal(formatLabelSelector(selectEverything) + formatLabelSelector(selectNothing), "");
    assert.equal(selectEverything.requiresExactMatch("a") ?? selectNothing.requiresExactMatch("a"), undefined);
  });

  test("can be told apart", () => {
    assert.ok(matchesNothing(selectNothing) && !matchesNothing(selectEverything));
    assert.ok(matchesEverything(selectEverything) && !matchesEverything(selectNothing));
    assert.ok(!matchesNothing(parseLabelSelector("a,!a")), "a contradiction is not noticed, as upstream");
  });
});

describe("a selector in an object", () => {
  test("is labels and expressions, all of which must hold", () => {
    const selector: LabelSelector = {
      matchLabels: { tier: "1", app: "web" },
      matchExpressions: [
        { key: "zone", operator: "In", values: ["b", "a"] },
        { key: "env", operator: "NotIn", values: ["dev"] },
        { key: "name", operator: "Exists" },
        { key: "old", operator: "DoesNotExist", values: null },
      ],
    };
    assert.equal(printLabelSelector(selector), "app=web,env notin (dev),name,!old,tier=1,zone in (a,b)");
    assert.ok(compileLabelSelector(selector).matches({ app: "web", tier: "1", zone: "a", name: "" }));
    assert.ok(!compileLabelSelector(selector).matches({ app: "web", tier: "1", zone: "c", name: "" }));
  });

  test("selects nothing when it is absent and everything when it is empty", () => {
    assert.ok(matchesNothing(compileLabelSelector(undefined)) && matchesNothing(compileLabelSelector(null)));
    assert.ok(matchesEverything(compileLabelSelector({})));
    assert.ok(matchesEverything(compileLabelSelector({ matchLabels: null, matchExpressions: [] })));
    assert.ok(matchesEverything(compileLabelSelector({ matchLabels: { a: undefined } })));
    assert.equal(printLabelSelector(undefined), "<none>");
    assert.equal(printLabelSelector({}), "<none>");
  });

  test("that is wrong is refused in the words of the API server", () => {
    const refused = (selector: LabelSelector, message: string) => {
      assert.throws(() => compileLabelSelector(selector), new InvalidSelectorError(message));
      assert.equal(printLabelSelector(selector), "<error>");
    };
    refused(
      { matchExpressions: [{ key: "a", operator: "Gt", values: ["1"] }] },
      '"Gt" is not a valid label selector operator',
    );
    refused(
      { matchExpressions: [{ key: "a", operator: "In", values: [] }] },
      "values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty",
    );
    refused(
      { matchExpressions: [{ key: "a", operator: "Exists", values: ["1"] }] },
      'values: Invalid value: ["1"]: values set must be empty for exists and does not exist',
    );
    assert.throws(
      () => compileLabelSelector({ matchLabels: { "-": "-" } }),
      /^InvalidSelectorError: \[key: .*, values\[0\]\[-\]: .*\]$/,
    );
  });
});

test("a requirement is checked for the number of its values", () => {
  const one = /exact-match compatibility requires one single value/;
  assert.throws(() => createLabelRequirement("a", "=", []), one);
  assert.throws(() => createLabelRequirement("a", "!=", ["1", "2"]), one);
  assert.throws(() => createLabelRequirement("a", "gt", ["1", "2"]), /exactly one value is required/);
  assert.deepEqual(createLabelRequirement("a", "lt", ["0"]), { key: "a", operator: "lt", values: ["0"] });
});
