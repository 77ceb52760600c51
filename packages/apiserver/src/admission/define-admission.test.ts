import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, type JsonObject } from "@pintle/machinery";
import { assertRefused, deploys, maps, RestFixture, widgetsV2 } from "../rest/rest-fixture.test.ts";
import { chainPlugins } from "./admission-plugin.ts";
import { type AdmissionFunctions, type AdmissionRequest, defineAdmission } from "./define-admission.ts";

const writes = { operations: ["CREATE", "UPDATE"], apiGroups: ["*"], apiVersions: ["v1"], resources: ["*"] };

function serve(functions: Partial<AdmissionFunctions>): RestFixture {
  return new RestFixture({ admission: chainPlugins([defineAdmission({ match: [writes], ...functions })]) });
}

const map = { metadata: { name: "a" }, data: { k: "v" } };

test("a function changes objects, and what it leaves out is completed", async () => {
  const server = serve({ mutate: ({ object }) => ({ ...object, spec: { selector: {}, template: {} }, odd: true }) });
  const body = await server.make(deploys, { metadata: { name: "d" } });
  assert.deepEqual([body.spec.replicas, body.odd], [1, undefined]);
});

test("a function that gives nothing leaves the object as it is", async () => {
  const server = serve({ mutate: () => undefined });
  assert.deepEqual((await server.make(maps, map)).data, { k: "v" });
});

test("a function refuses with 403 and its reason, or with whatever it throws", async () => {
  const refusing = serve({
    validate({ forbid, warn }) {
      warn("beware");
      throw forbid("no maps today");
    },
  });
  const answer = await refusing.create(maps, map);
  assertRefused(answer, 403, 'configmaps "a" is forbidden: no maps today');
  assert.deepEqual(answer.warnings, ["beware"]);
  const conflicting = serve({
    mutate: () => {
      throw ApiError.conflict({ group: "", resource: "configmaps" }, "a", "later");
    },
  });
  assert.equal((await conflicting.create(maps, map)).status, 409);
});

test("a function that breaks, or breaks the object, lets nothing pass", async () => {
  const broken = serve({
    validate: () => {
      throw new TypeError("undefined is not a function");
    },
  });
  assert.equal((await broken.create(maps, map)).status, 500);
  assert.equal((await broken.get(`${maps}/a`)).status, 404);
  const breaking = serve({ mutate: ({ object }) => ({ ...object, data: "text" }) });
  assertRefused(
    await breaking.create(maps, map),
    500,
    "Internal error occurred: json: cannot unmarshal string into Go struct field ConfigMap.data of type map[string]string",
  );
});

test("a function sees what its rule names, in the version of its rule", async () => {
  const seen: AdmissionRequest[] = [];
  const server = serve({
    match: [{ ...writes, apiGroups: ["example.com"] }],
    mutate(request) {
      seen.push(request);
      return { ...request.object, size: `${(request.object as JsonObject).size}!` };
    },
  });
  const widget = { apiVersion: "example.com/v2", kind: "Widget", metadata: { name: "a" }, length: "3" };
  assert.equal((await server.make(widgetsV2, widget)).length, "3!");
  await server.make(maps, map);
  await server.delete(`${widgetsV2}/a`);
  assert.equal(seen.length, 1);
  const { kind, operation, namespace, name, oldObject, isDryRun } = seen[0] ?? assert.fail();
  assert.deepEqual(
    { kind, operation, namespace, name, oldObject, isDryRun },
    {
      kind: { group: "example.com", version: "v1", kind: "Widget" },
      operation: "CREATE",
      namespace: "ns",
      name: "a",
      oldObject: undefined,
      isDryRun: false,
    },
  );
});

test("requests wait for a lister for ten seconds, and are refused as long as it does not know everything", async () => {
  let isSynced = false;
  const server = serve({ validate: () => undefined, lister: { hasSynced: () => isSynced } });
  const refused = server.create(maps, map);
  await server.clock.advance(10_000);
  assertRefused(await refused, 403, 'configmaps "a" is forbidden: not yet ready to handle request');
  const waiting = server.create(maps, map);
  await server.clock.advance(5_000);
  isSynced = true;
  await server.clock.advance(100);
  assert.equal((await waiting).status, 201);
  assert.equal((await server.create(maps, { metadata: { name: "b" } })).status, 201);
});

test("a lister that does not know everything yet is no obstacle for requests that are none of its business", async () => {
  const server = serve({
    match: [{ ...writes, resources: ["deployments"] }],
    validate: () => undefined,
    lister: { hasSynced: () => false },
  });
  assert.equal((await server.create(maps, map)).status, 201);
});
