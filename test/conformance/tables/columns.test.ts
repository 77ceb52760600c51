import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertAnswer, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { builtInColumns } from "./built-in-columns.ts";
import { asTable, columnsOf, create, getTable, justNow } from "./tables.ts";

const client = connect();
after(() => client.close());

const name =
  "Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names";
const age =
  "CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata";

describe("the columns of the resources", () => {
  for (const [groupVersion, resources] of Object.entries(builtInColumns)) {
    test(`of ${groupVersion}`, async () => {
      const root = groupVersion === "v1" ? "/api/v1" : `/apis/${groupVersion}`;
      const found = Object.keys(resources).map(async (resource) => [
        resource,
        columnsOf(await getTable(client, `${root}/${resource}`, { limit: 1 })),
      ]);
      assert.deepEqual(Object.fromEntries(await Promise.all(found)), resources);
    });
  }
});

test("columns are described, name and age by the fields that they show", async () => {
  const { columnDefinitions } = await getTable(client, "/api/v1/serviceaccounts", { limit: 1 });
  assert.deepEqual(columnDefinitions, [
    { name: "Name", type: "string", format: "name", description: name, priority: 0 },
    { name: "Age", type: "string", format: "", description: age, priority: 0 },
  ]);
});

test("columns that are no field are described in words", async () => {
  const { columnDefinitions } = await getTable(client, "/api/v1/pods", { limit: 1 });
  const described = Object.fromEntries(columnDefinitions.map((column: Json) => [column.name, column.description]));
  assert.equal(described.Ready, "The aggregate readiness state of this pod for accepting traffic.");
  assert.equal(described.Status, "The aggregate status of the containers in this pod.");
});

test("a resource that has no columns of its own shows when it was created, as a time and not as an age", async () => {
  const namespace = await client.namespace();
  const roles = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}/roles`;
  const path = await create(client, roles, { metadata: { name: "a" }, rules: [] });
  const table = await getTable(client, path);
  assert.deepEqual(columnsOf(table), ["Name/name", "Created At:date"]);
  const { name, creationTimestamp } = table.rows[0].object.metadata;
  assert.deepEqual(table.rows[0].cells, [name, creationTimestamp]);
});

test("a list of nothing has no rows, which is null for a resource without columns of its own", async () => {
  const namespace = await client.namespace();
  const { rows } = await getTable(client, `/api/v1/namespaces/${namespace}/pods`);
  assert.deepEqual(rows, []);
  const roles = await getTable(client, `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}/roles`);
  assert.equal(roles.rows, null);
});

test("a scale has columns too", async () => {
  const namespace = await client.namespace();
  const labels = { app: "a" };
  const path = await create(client, `/apis/apps/v1/namespaces/${namespace}/deployments`, {
    metadata: { name: "a" },
    spec: {
      replicas: 3,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: "c", image: "i" }] } },
    },
  });
  const table = await getTable(client, `${path}/scale`);
  assert.deepEqual(columnsOf(table), ["Name", "Desired:integer", "Available:integer", "Age"]);
  assert.deepEqual(table.rows[0].cells.slice(0, 3), ["a", 3, 0]);
  const status = await getTable(client, `${path}/status`);
  assert.equal(status.rows[0].cells[1], "0/3");
});

test("an address of a Service has one more cell than columns", async () => {
  // The age is printed, but its column was forgotten; kubectl does not show it.
  const table = await getTable(client, "/apis/networking.k8s.io/v1/ipaddresses", { limit: 1 });
  assert.deepEqual(columnsOf(table), ["Name/name", "ParentRef"]);
  for (const { cells } of table.rows) assert.equal(cells.length, 3);
});

test("a create, an update and a patch are answered as a Table where it is asked for; a Status never is", async () => {
  const namespace = await client.namespace();
  const collection = `/api/v1/namespaces/${namespace}/configmaps`;
  const headers = { accept: asTable };
  const data = { a: "1" };
  const row = (count: number) => ({ kind: "Table", rows: [{ cells: ["a", count, justNow] }] });
  assertAnswer(await client.create(collection, { metadata: { name: "a" } }, {}, { headers }), 201, row(0));
  assertAnswer(await client.update(`${collection}/a`, { metadata: { name: "a" }, data }, {}, { headers }), 200, row(1));
  assertAnswer(await client.patch("merge", `${collection}/a`, { data: { b: "2" } }, {}, { headers }), 200, row(2));
  assertAnswer(await client.delete(`${collection}/a`, undefined, {}, { headers }), 200, { kind: "Status" });
});

test("a collection that is deleted is answered as a Table", async () => {
  const namespace = await client.namespace();
  const collection = `/api/v1/namespaces/${namespace}/configmaps`;
  const headers = { accept: asTable };
  await create(client, collection, { metadata: { name: "a" } });
  assertAnswer(await client.delete(collection, undefined, {}, { headers }), 200, {
    kind: "Table",
    rows: [{ cells: ["a", 0, justNow] }],
  });
});
