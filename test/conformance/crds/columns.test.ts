import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertContains, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { eventually } from "../eventually.ts";
import { assertNotCreated, type Installed, install, version, widgets } from "./widgets.ts";

const client = connect();
const asTable = { headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" } };
let crd: Installed;
let namespace: string;

// The wire has one name for a column's path, the causes another.
const at = "spec.additionalPrinterColumns[0]";

const columns = [
  { name: "Text", type: "string", jsonPath: ".spec.text" },
  { name: "Count", type: "integer", format: "int32", jsonPath: ".spec.count" },
  { name: "Share", type: "number", jsonPath: ".spec.share" },
  { name: "On", type: "boolean", jsonPath: ".spec.on" },
  { name: "When", type: "date", jsonPath: ".spec.when" },
  { name: "Wide", type: "string", priority: 1, description: "Only shown with -o wide.", jsonPath: ".spec.text" },
];

const texts = [
  { name: "Object", type: "string", jsonPath: ".spec.object" },
  { name: "List", type: "string", jsonPath: ".spec.list" },
  { name: "First", type: "string", jsonPath: ".spec.list[0]" },
  { name: "Every", type: "string", jsonPath: ".spec.list[*]" },
  { name: "Ready", type: "string", jsonPath: '.spec.conditions[?(@.type=="Ready")].status' },
  { name: "Label", type: "string", jsonPath: ".metadata.labels.example\\.com/size" },
  { name: "Number", type: "string", jsonPath: ".spec.share" },
  { name: "Boolean", type: "string", jsonPath: ".spec.on" },
  { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" },
];

before(async () => {
  const printed = (name: string, additionalPrinterColumns: Json) => version(name, { additionalPrinterColumns });
  const unreadable = [{ name: "Broken", type: "string", jsonPath: ".spec.list[" }];
  const versions = [printed("v1", columns), printed("v2", texts), version("v3"), printed("v4", unreadable)];
  crd = await install(client, widgets(versions));
  namespace = await client.namespace();
});
after(async () => {
  await client.delete(crd.path);
  await client.close();
});

/** The cells of a new Widget, without its name, as a version prints it. */
async function cellsOf(printedIn: string, more: Json): Promise<Json[]> {
  const name = uniqueName("w");
  assertAnswer(await client.create(crd.at("v3", namespace), crd.widget("v3", name, more)), 201);
  const answer = await client.get(crd.at(printedIn, namespace, name), {}, asTable);
  assertAnswer(answer, 200, {
    kind: "Table",
    apiVersion: "meta.k8s.io/v1",
    rows: [{ object: { metadata: { name } } }],
  });
  const [printedName, ...cells] = answer.body.rows[0].cells;
  assert.equal(printedName, name);
  return cells;
}

async function columnDefinitions(printedIn: string): Promise<Json[]> {
  const answer = await client.get(crd.at(printedIn, namespace), {}, asTable);
  assertAnswer(answer, 200);
  return answer.body.columnDefinitions;
}

const nameColumn = { name: "Name", type: "string", format: "name", description: /^Name must be unique/, priority: 0 };

test("a column needs a name, a type and a path", async () => {
  await assertNotCreated(
    client,
    widgets([version("v1", { additionalPrinterColumns: [{}] })]),
    ["FieldValueRequired", `${at}.name`, "Required value"],
    ["FieldValueRequired", `${at}.type`, "Required value: must be one of boolean,date,integer,number,string"],
    ["FieldValueRequired", `${at}.JSONPath`, "Required value"],
  );
});

test("the type, format and path of a column are checked", async () => {
  const cases: [Json, string, string][] = [
    [{ type: "object" }, "type", 'Invalid value: "object": must be one of boolean,date,integer,number,string'],
    [
      { format: "weird" },
      "format",
      'Invalid value: "weird": must be one of byte,date,date-time,double,float,int32,int64,password',
    ],
    [{ jsonPath: "spec" }, "JSONPath", 'Invalid value: "spec": must be a simple json path starting with .'],
  ];
  for (const [more, field, message] of cases) {
    const column = { name: "A", type: "string", jsonPath: ".spec", ...more };
    const definition = widgets([version("v1", { additionalPrinterColumns: [column] })]);
    await assertNotCreated(client, definition, ["FieldValueInvalid", `${at}.${field}`, message]);
  }
});

test("a Table has the name and the columns of the version, in order", async () => {
  const description = (path: string) => `Custom resource definition column (in JSONPath format): ${path}`;
  assertContains(await columnDefinitions("v1"), [
    nameColumn,
    { name: "Text", type: "string", format: "", description: description(".spec.text"), priority: 0 },
    { name: "Count", type: "integer", format: "int32", description: description(".spec.count"), priority: 0 },
    { name: "Share", type: "number", format: "", description: description(".spec.share"), priority: 0 },
    { name: "On", type: "boolean", format: "", description: description(".spec.on"), priority: 0 },
    { name: "When", type: "date", format: "", description: description(".spec.when"), priority: 0 },
    { name: "Wide", type: "string", format: "", description: "Only shown with -o wide.", priority: 1 },
  ]);
});

test("a version without columns prints the age", async () => {
  assertContains(await columnDefinitions("v3"), [
    nameColumn,
    { name: "Age", type: "date", format: "", description: /^CreationTimestamp is a timestamp/, priority: 0 },
  ]);
  assertContains(await cellsOf("v3", {}), [/^\d+s$/]);
});

test("a version with columns prints the age only when a column says so", async () => {
  assert.equal((await columnDefinitions("v1")).filter(({ name }) => name === "Age").length, 0);
  assertContains((await cellsOf("v2", {})).at(-1), /^\d+s$/);
});

test("a cell has the type of its column", async () => {
  const spec = { text: "a", count: 3, share: 2.5, on: true, when: "2020-01-01T00:00:00Z" };
  assertContains(await cellsOf("v1", { spec }), ["a", 3, 2.5, true, /^\d+y(\d+d)?$/, "a"]);
});

test("a value that is not there is a null cell", async () => {
  assert.deepEqual(await cellsOf("v1", {}), [null, null, null, null, null, null]);
  assert.deepEqual((await cellsOf("v2", {})).slice(0, -1), Array(8).fill(null));
});

test("a value of another type than its column is null, except that text takes anything", async () => {
  const spec = { text: 5, count: "x", share: "y", on: "true", when: 7 };
  assert.deepEqual(await cellsOf("v1", { spec }), ["5", null, null, null, null, "5"]);
});

test("numbers fit into columns of the other numeric type, cut down to integers", async () => {
  assert.deepEqual((await cellsOf("v1", { spec: { count: 2.9, share: 3 } })).slice(1, 3), [2, 3]);
});

test("a date that cannot be read or is to come is <invalid>, and an empty one is <unknown>", async () => {
  for (const when of ["yesterday", "2020-01-01", "2999-01-01T00:00:00Z"]) {
    assert.equal((await cellsOf("v1", { spec: { when } }))[4], "<invalid>");
  }
  assert.equal((await cellsOf("v1", { spec: { when: "" } }))[4], "<unknown>");
});

test("objects and lists in a text column are printed as JSON with sorted keys", async () => {
  const [object, list] = await cellsOf("v2", { spec: { object: { z: 1, a: "b" }, list: [{ b: 1, a: 2 }, "x"] } });
  assert.deepEqual([object, list], ['{"a":"b","z":1}', '[{"a":2,"b":1},"x"]']);
});

test("null in a text column is printed as <no value>", async () => {
  assert.equal((await cellsOf("v2", { spec: { object: null } }))[0], "<no value>");
});

test("a path that finds several values prints the first of them", async () => {
  const [, , first, every] = await cellsOf("v2", { spec: { list: ["p", "q"] } });
  assert.deepEqual([first, every], ["p", "p"]);
});

test("a filter in a path finds the item of a list that fits", async () => {
  const conditions = [
    { type: "Synced", status: "False" },
    { type: "Ready", status: "True" },
  ];
  assert.equal((await cellsOf("v2", { spec: { conditions } }))[4], "True");
  assert.equal((await cellsOf("v2", { spec: { conditions: conditions.slice(0, 1) } }))[4], null);
});

test("a dot in a key is escaped in a path", async () => {
  assert.equal((await cellsOf("v2", { metadata: { labels: { "example.com/size": "large" } } }))[5], "large");
});

test("numbers and booleans in text columns are printed as they are written", async () => {
  assert.deepEqual((await cellsOf("v2", { spec: { share: 2.5, on: false } })).slice(6, 8), ["2.5", "false"]);
});

test("columns whose path cannot be read are left out, all of them", async () => {
  // The definition is accepted; that the path makes no sense is only found when the Table is made.
  assertContains(await columnDefinitions("v4"), [nameColumn]);
  assert.deepEqual(await cellsOf("v4", { spec: { list: ["a"] } }), []);
});

test("a change of the columns is seen at once", async () => {
  const old = version("v1", { additionalPrinterColumns: [{ name: "Old", type: "string", jsonPath: ".spec.old" }] });
  await using own = await install(client, widgets([old]));
  const names = async () => {
    const answer = await client.get(own.at("v1", namespace), {}, asTable);
    assertAnswer(answer, 200);
    return answer.body.columnDefinitions.map(({ name }: Json) => name);
  };
  assert.deepEqual(await names(), ["Name", "Old"]);
  const rename = [{ op: "replace", path: "/spec/versions/0/additionalPrinterColumns/0/name", value: "New" }];
  assertAnswer(await client.patch("json", own.path, rename), 200);
  await eventually(async () => assert.deepEqual(await names(), ["Name", "New"]));
});
