import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Answer, assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { asTable, columnsOf, create, getAs, getTable, justNow } from "./tables.ts";

const client = connect();
after(() => client.close());

let namespace: string;
let collection: string;
let path: string;
before(async () => {
  namespace = await client.namespace();
  collection = `/api/v1/namespaces/${namespace}/configmaps`;
  path = await create(client, collection, { metadata: { name: "a", labels: { x: "y" } }, data: { k: "v" } });
  await create(client, collection, { metadata: { name: "b" }, data: { k: "v", l: "w" } });
});

const types = "application/json, application/yaml, application/vnd.kubernetes.protobuf";

function assertNotAcceptable(answer: Answer): void {
  assertStatus(answer, 406, "NotAcceptable", `only the following media types are accepted: ${types}`);
}

function beta(accept: string): string {
  return accept.replace("v=v1", "v=v1beta1");
}

test("an object's Table has one row, whose object is the metadata", async () => {
  const answer = await getAs(client, asTable, path);
  const object = (await client.get(path)).body;
  assertAnswer(answer, 200, {
    kind: "Table",
    apiVersion: "meta.k8s.io/v1",
    metadata: { resourceVersion: object.metadata.resourceVersion },
    rows: [{ cells: ["a", 1, justNow] }],
  });
  assert.deepEqual(answer.body.rows[0].object, {
    kind: "PartialObjectMetadata",
    apiVersion: "meta.k8s.io/v1",
    metadata: object.metadata,
  });
});

test("the answer calls itself plain JSON, unlike aggregated discovery", async () => {
  const { headers } = await getAs(client, asTable, path);
  assert.equal(headers["content-type"], "application/json");
  assert.equal(headers.vary, undefined);
});

test("a list's Table has a row for each object and the metadata of the list", async () => {
  const table = await getTable(client, collection);
  const list = (await client.get(collection)).body;
  assert.deepEqual(
    table.rows.map(({ cells }: Json) => cells.slice(0, 2)),
    [
      ["a", 1],
      ["b", 2],
    ],
  );
  assert.match(table.metadata.resourceVersion, /^\d+$/);
  assert.deepEqual(
    table.rows.map(({ object }: Json) => object.metadata),
    list.items.map(({ metadata }: Json) => metadata),
  );
});

test("pages of a Table go on like those of a list, each with its columns", async () => {
  const first = await getTable(client, collection, { limit: 1 });
  assert.equal(first.metadata.remainingItemCount, 1);
  assert.deepEqual(first.rows.length, 1);
  const second = await getTable(client, collection, { limit: 1, continue: first.metadata.continue });
  assert.deepEqual(second.rows[0].cells[0], "b");
  assert.equal(second.metadata.continue, undefined);
  assert.equal(second.metadata.resourceVersion, first.metadata.resourceVersion);
  assert.deepEqual(columnsOf(second), columnsOf(first));
});

test("selectors choose the rows", async () => {
  const names = async (query: Json) =>
    (await getTable(client, collection, query)).rows.map(({ cells }: Json) => cells[0]);
  assert.deepEqual(await names({ labelSelector: "x=y" }), ["a"]);
  assert.deepEqual(await names({ fieldSelector: "metadata.name=b" }), ["b"]);
  assert.deepEqual(await names({ labelSelector: "x=z" }), []);
});

test("rows can go without their objects, which are then null", async () => {
  const { rows } = await getTable(client, collection, { includeObject: "None" });
  assert.deepEqual(
    rows.map(({ object }: Json) => object),
    [null, null],
  );
});

test("rows carry the metadata when that is said and when nothing is said", async () => {
  for (const includeObject of ["Metadata", ""]) {
    const { rows } = await getTable(client, path, { includeObject });
    assert.equal(rows[0].object.kind, "PartialObjectMetadata");
    assert.equal(rows[0].object.data, undefined);
  }
});

test("rows can carry the whole object, with its kind even in a list", async () => {
  const { rows } = await getTable(client, collection, { includeObject: "Object" });
  assert.deepEqual(rows[0].object, (await client.get(path)).body);
  assert.equal(rows[1].object.kind, "ConfigMap");
});

test("what rows carry is one of three words, exactly", async () => {
  for (const includeObject of ["Everything", "none"]) {
    assertStatus(
      await getAs(client, asTable, path, { includeObject }),
      400,
      "BadRequest",
      `Unable to convert to Table as requested: includeObject: Invalid value: "${includeObject}": must be 'Metadata', 'Object', 'None', or empty`,
    );
  }
});

test("what rows carry does not matter where no Table is asked for", async () => {
  assertAnswer(await client.get(path, { includeObject: "Everything" }), 200, { kind: "ConfigMap" });
});

test("v1beta1 is the same under another name, in the rows too", async () => {
  const answer = await getAs(client, beta(asTable), path);
  assertAnswer(answer, 200, {
    kind: "Table",
    apiVersion: "meta.k8s.io/v1beta1",
    rows: [{ cells: ["a", 1, justNow], object: { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1beta1" } }],
  });
  const { columnDefinitions } = await getTable(client, path);
  assert.deepEqual(answer.body.columnDefinitions, columnDefinitions);
  const whole = await getAs(client, beta(asTable), path, { includeObject: "Object" });
  assertAnswer(whole, 200, { rows: [{ object: { kind: "ConfigMap", apiVersion: "v1" } }] });
});

test("the first that can be had is sent, which is how kubectl asks", async () => {
  const table = { kind: "Table", apiVersion: "meta.k8s.io/v1" };
  assertAnswer(await getAs(client, `${asTable},${beta(asTable)},application/json`, path), 200, table);
  assertAnswer(await getAs(client, `application/json,${asTable}`, path), 200, { kind: "ConfigMap" });
  const protobuf = asTable.replace("json", "vnd.kubernetes.protobuf");
  assertAnswer(await getAs(client, `${protobuf},${asTable}`, path), 200, table);
});

test("a Table that there is not falls back to what else is accepted", async () => {
  const future = asTable.replace("v=v1", "v=v9");
  assertAnswer(await getAs(client, `${future},application/json`, path), 200, { kind: "ConfigMap" });
  assertNotAcceptable(await getAs(client, future, path));
});

test("a kind is asked for by its exact name, group and version, all three", async () => {
  assertNotAcceptable(await getAs(client, asTable.replace("Table", "Tables"), path));
  assertNotAcceptable(await getAs(client, asTable.replace("meta.k8s.io", "example.com"), path));
  assertNotAcceptable(await getAs(client, "application/json;as=Table", path));
  assertNotAcceptable(await getAs(client, "application/json;as=ConfigMapList;v=v1;g=", collection));
});

test("a Table comes in any format that has room for cells: JSON, YAML, but not protobuf", async () => {
  const yaml = await getAs(client, asTable.replace("json", "yaml"), path);
  assert.equal(yaml.status, 200);
  assert.equal(yaml.headers["content-type"], "application/yaml");
  assert.match(yaml.text, /^apiVersion: meta.k8s.io\/v1\ncolumnDefinitions:\n/);
  assertAnswer(await getAs(client, asTable.replace("application/json", "*/*"), path), 200, { kind: "Table" });
  assertNotAcceptable(await getAs(client, asTable.replace("json", "vnd.kubernetes.protobuf"), path));
});

test("a format that there is not is told in other words", async () => {
  assertStatus(
    await getAs(client, asTable.replace("application/json", "text/html"), path),
    406,
    "NotAcceptable",
    `406: Not Acceptable\n\nAvailable representations: ${types}`,
  );
});

test("errors are a Status and not a Table", async () => {
  assertStatus(await getAs(client, asTable, `${collection}/none`), 404, "NotFound", 'configmaps "none" not found', {
    details: { name: "none", kind: "configmaps" },
  });
  assertStatus(
    await client.get(path, {}, { as: "alice", headers: { accept: asTable } }),
    403,
    "Forbidden",
    `configmaps "a" is forbidden: User "alice" cannot get resource "configmaps" in API group "" in the namespace "${namespace}"`,
  );
});

test("errors are indented when a kind is asked for, and are not otherwise", async () => {
  // Whoever names parameters in Accept is taken for a person who reads.
  const { text } = await getAs(client, asTable, `${collection}/none`);
  assert.ok(text.startsWith('{\n  "kind": "Status",\n'));
  const plain = await client.get(`${collection}/none`);
  assert.ok(plain.text.startsWith('{"kind":"Status",'));
});

test("a Table can be indented", async () => {
  const { text } = await getAs(client, asTable, path, { pretty: "true" });
  assert.ok(text.startsWith('{\n  "kind": "Table",\n  "apiVersion": "meta.k8s.io/v1",\n'));
});

test("a review has no Table", async () => {
  const spec = { nonResourceAttributes: { path: "/", verb: "get" } };
  const headers = { accept: asTable };
  assertNotAcceptable(
    await client.create("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", { spec }, {}, { headers }),
  );
});
