/** Who applies the same fields at the same time is told of the other, and nothing is taken from anybody who did not give it up. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../conformance/answer.ts";
import { startPlane } from "./plane.ts";

const plane = await startPlane();

function apply(path: string, fieldManager: string, object: Json, query: Record<string, boolean> = {}) {
  return plane.patch("apply", path, object, { fieldManager, ...query });
}

const configMap = (data: Json) => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data });

test("an apply that would change another's field is refused whole and names the field and its owner", async () => {
  const path = `${await plane.configMaps()}/a`;
  assertAnswer(await apply(path, "first", configMap({ shared: "1" })), 201);
  const refused = await apply(path, "second", configMap({ shared: "2", own: "x" }));
  assertStatus(refused, 409, "Conflict", 'Apply failed with 1 conflict: conflict with "first": .data.shared', {
    details: { causes: [{ reason: "FieldManagerConflict", message: 'conflict with "first"', field: ".data.shared" }] },
  });
  assertAnswer(await plane.get(path), 200, { data: { shared: "1", own: undefined } });
});

test("of twenty managers who apply different values at once one owns the field", async () => {
  const path = `${await plane.configMaps()}/a`;
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => apply(path, `manager-${index}`, configMap({ field: String(index) }))),
  );
  const winners = answers.flatMap(({ status }, index) => (status === 201 ? [index] : []));
  assert.equal(winners.length, 1);
  for (const answer of answers)
    if (answer.status !== 201) assertStatus(answer, 409, "Conflict", /^Apply failed with 1/);
  const { body } = await plane.get(path);
  assert.deepEqual(body.data, { field: String(winners[0]) });
  assert.deepEqual(
    body.metadata.managedFields.map(({ manager }: Json) => manager),
    [`manager-${winners[0]}`],
  );
});

test("who applies by force takes the field, and the one before loses only that", async () => {
  const path = `${await plane.configMaps()}/a`;
  assertAnswer(await apply(path, "first", configMap({ shared: "1", kept: "1" })), 201);
  assertAnswer(await apply(path, "second", configMap({ shared: "2" }), { force: true }), 200, {
    data: { shared: "2", kept: "1" },
  });
  const { body } = await plane.get(path);
  assert.deepEqual(
    body.metadata.managedFields.map(({ manager, fieldsV1 }: Json) => [manager, fieldsV1]),
    [
      ["first", { "f:data": { "f:kept": {} } }],
      ["second", { "f:data": { "f:shared": {} } }],
    ],
  );
});

test("a field that one of two gives up stays, and one that its last owner gives up goes", async () => {
  const path = `${await plane.configMaps()}/a`;
  assertAnswer(await apply(path, "first", configMap({ both: "1", mine: "1" })), 201);
  assertAnswer(await apply(path, "second", configMap({ both: "1" })), 200);
  assertAnswer(await apply(path, "first", configMap({})), 200, { data: { both: "1", mine: undefined } });
  assertAnswer(await apply(path, "second", configMap({})), 200, { data: undefined });
});

test("after managedFields were emptied no manager is left, and what is there belongs to the time before the next apply", async () => {
  const path = `${await plane.configMaps()}/a`;
  assertAnswer(await apply(path, "first", configMap({ field: "1" })), 201);
  const emptied = await plane.patch("merge", path, { metadata: { managedFields: [{}] } });
  assertAnswer(emptied, 200, { metadata: { managedFields: undefined }, data: { field: "1" } });
  const message = 'Apply failed with 1 conflict: conflict with "before-first-apply" using v1: .data.field';
  assertStatus(await apply(path, "second", configMap({ field: "2" })), 409, "Conflict", message);
  assertAnswer(await apply(path, "second", configMap({ field: "2" }), { force: true }), 200, { data: { field: "2" } });
});

test("two managers own items of one list by their keys, and one key given twice is refused", async () => {
  const maps = await plane.configMaps();
  const path = maps.replace("configmaps", "services/web");
  const service = (...ports: Json[]) => ({
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: "web" },
    spec: { ports, type: "ClusterIP" },
  });
  const http = { name: "http", port: 80 };
  const https = { name: "https", port: 443 };
  assertAnswer(await apply(path, "first", service(http)), 201);
  assertAnswer(await apply(path, "second", service(https)), 200, {
    spec: { ports: (ports: Json[]) => ports.map(({ port }) => port).join() === "80,443" },
  });
  const conflict = await apply(path, "second", service({ ...http, name: "web" }, https));
  assertStatus(conflict, 409, "Conflict", /conflict with "first": \.spec\.ports\[port=80,protocol="TCP"\]\.name$/);
  const twice = await apply(path, "second", service(https, https));
  assert.equal(twice.body?.kind, "Status");
  assert.match(twice.body.message, /duplicate entries for key \[port=443,protocol="TCP"\]/);
  assertAnswer(await apply(path, "first", service()), 200, { spec: { ports: [https] } });
});
