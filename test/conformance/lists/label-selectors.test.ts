/** Selection by labels: every operator, and the parser's words for what is no selector. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { connect } from "../client.ts";
import { assertBadRequest, type ConfigMaps, configMaps, namesOf } from "./config-maps.ts";

const client = connect();
after(() => client.close());

let maps: ConfigMaps;
before(async () => {
  maps = await configMaps(client);
  await maps.create("a", { app: "web", tier: "1", env: "" });
  await maps.create("b", { app: "web", tier: "5" });
  await maps.create("c", { app: "db", tier: "x" });
  await maps.create("d");
  await maps.create("e", { "example.com/role": "x" });
});

/** Asserts which ConfigMaps each selector selects: their names, put together. */
async function assertSelects(cases: Record<string, string>): Promise<void> {
  for (const [labelSelector, names] of Object.entries(cases)) {
    const found = namesOf(await client.get(maps.path, { labelSelector })).join("");
    assert.equal(found, names, `labelSelector=${labelSelector}`);
  }
}

async function assertRefuses(cases: Record<string, string>): Promise<void> {
  for (const [labelSelector, message] of Object.entries(cases)) {
    assertBadRequest(await client.get(maps.path, { labelSelector }), message);
  }
}

const wrongValue =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
const wrongName =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const wrongPrefix =
  "prefix part a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

describe("label selectors", { concurrency: true }, () => {
  test("an empty selector selects everything", () => assertSelects({ "": "abcde", "  ": "abcde" }));

  test("= and == select by value", () =>
    assertSelects({ "app=web": "ab", "app==web": "ab", "app=none": "", "example.com/role=x": "e" }));

  test("!= selects other values and objects without the label", () => assertSelects({ "app!=web": "cde" }));

  test("in selects any of the values", () =>
    assertSelects({ "app in (web,db)": "abc", "app in (web)": "ab", "app in (web,web)": "ab" }));

  test("notin selects other values and objects without the label", () =>
    assertSelects({ "app notin (web)": "cde", "app notin (web,db)": "de" }));

  test("a key selects objects that have it, ! those that have it not", () =>
    assertSelects({ app: "abc", "!app": "de", "! app": "de", env: "a" }));

  test("an empty value is a value", () =>
    assertSelects({
      "env=": "a",
      "env==": "a",
      "app=": "",
      "app!=": "abcde",
      "env in ()": "a",
      "app in (web,)": "ab",
    }));

  test("> and < compare integers and select no object whose value is none", () =>
    assertSelects({ "tier>1": "b", "tier<5": "a", "tier > 0": "ab", "tier>0,tier<9": "ab", "app>0": "" }));

  test("a comma means and", () =>
    assertSelects({ "app=web,tier=1": "a", "app,!env": "bc", "app=web,app=db": "", "app!=db,tier": "ab" }));

  test("blanks between the parts do not matter", () =>
    assertSelects({ "app = web": "ab", "app=web , tier=1": "a", "app in ( web , db )": "abc", "app=web\n": "ab" }));

  test("in and notin are labels like others where a label is expected", () =>
    assertSelects({ "in=x": "", "in in (in)": "", notin: "", "app=in": "", "app in (in)": "" }));

  test("a list that is cut short is refused", () =>
    assertRefuses({
      "app,": "found '', expected: identifier after ','",
      ",": "found ',', expected: !, identifier, or 'end of string'",
      ",app": "found ',', expected: !, identifier, or 'end of string'",
      "app=web,,tier=1": "found ',', expected: identifier after ','",
      "app in (web": "unable to parse requirement: found '', expected: ',' or ')'",
      "!": "unable to parse requirement: found '', expected: identifier",
    }));

  test("an operator that there is not is refused", () =>
    assertRefuses({
      "app web": "unable to parse requirement: found 'web', expected: in, notin, =, ==, !=, gt, lt",
      "tier gt 1": "unable to parse requirement: found 'gt', expected: in, notin, =, ==, !=, gt, lt",
      "tier>=1": "unable to parse requirement: found '=', expected: identifier",
      "app in web": "unable to parse requirement: found 'web' expected: '('",
    }));

  test("more than a requirement without a comma is refused", () =>
    assertRefuses({
      "a=b=c": "found '=', expected: ',' or 'end of string'",
      "app=x y": "found 'y', expected: ',' or 'end of string'",
      "!app=web": "found '=', expected: ',' or 'end of string'",
      "!app in (web)": "found 'in', expected: ',' or 'end of string'",
      "=x": "found '=', expected: !, identifier, or 'end of string'",
    }));

  test("> and < take integers only", () =>
    assertRefuses({
      "tier>x":
        "unable to parse requirement: values[0]: Invalid value: \"x\": for 'Gt', 'Lt' operators, the value must be an integer",
      "tier<9999999999999999999":
        "unable to parse requirement: values[0]: Invalid value: \"9999999999999999999\": for 'Gt', 'Lt' operators, the value must be an integer",
      // A negative one is not the value of a label.
      "tier>-1": `unable to parse requirement: values[0][tier]: Invalid value: "-1": ${wrongValue}`,
    }));

  test("a value that no label can have is refused", () => {
    const long = "x".repeat(64);
    return assertRefuses({
      "app=-x": `unable to parse requirement: values[0][app]: Invalid value: "-x": ${wrongValue}`,
      "app=@": `unable to parse requirement: values[0][app]: Invalid value: "@": ${wrongValue}`,
      // The values are sorted before they are looked at: it is the first.
      "app in (web,-x)": `unable to parse requirement: values[0][app]: Invalid value: "-x": ${wrongValue}`,
      "app=web;tier=1": `unable to parse requirement: values[0][app]: Invalid value: "web;tier": ${wrongValue}`,
      [`app=${long}`]: `unable to parse requirement: values[0][app]: Invalid value: "${long}": must be no more than 63 bytes`,
    });
  });

  test("a key that no label can have is refused", () => {
    // The field that the message should name is missing in Kubernetes' own words.
    const at = "unable to parse requirement: <nil>: Invalid value:";
    const long = "x".repeat(64);
    return assertRefuses({
      "-app=x": `${at} "-app": name part ${wrongName}`,
      "/role=x": `${at} "/role": prefix part must be non-empty`,
      "EXAMPLE.com/role=x": `${at} "EXAMPLE.com/role": ${wrongPrefix}`,
      "a/b/c=x": `${at} "a/b/c": a valid label key ${wrongName} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
      "App/=x": `${at} "App/": ${wrongPrefix}; name part must be non-empty; name part ${wrongName}`,
      [`${long}=y`]: `${at} "${long}": name part must be no more than 63 bytes`,
    });
  });

  test("labels of objects that changed are the ones that they have now", async () => {
    const own = await configMaps(client);
    await own.create("a", { color: "red" });
    await own.label("a", { color: "blue" });
    assert.deepEqual(namesOf(await client.get(own.path, { labelSelector: "color=red" })), []);
    assert.deepEqual(namesOf(await client.get(own.path, { labelSelector: "color=blue" })), ["a"]);
  });
});
