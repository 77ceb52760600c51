/** Watches of custom kinds, and what becomes of them when the definition changes or goes. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertAnswer, assertContains, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { deletionMs, install, untilListed, version, widgets } from "../crds/widgets.ts";
import { eventually } from "../eventually.ts";
import { assertEvents, versionOf } from "./observed.ts";

const client = connect();
after(() => client.close());

const status = { subresources: { status: {} } };

describe("watches of custom kinds", { concurrency: true }, () => {
  test("create, update, status update and delete are events", async () => {
    await using crd = await install(client, widgets([version("v1", status)]));
    const path = crd.at("v1", await client.namespace());
    await using watch = await client.watch(path);
    assertAnswer(await client.create(path, crd.widget("v1", "a", { spec: { size: 1 } })), 201);
    assertAnswer(await client.patch("merge", `${path}/a`, { spec: { size: 2 } }), 200);
    assertAnswer(await client.patch("merge", `${path}/a`, { spec: { size: 2 } }), 200);
    assertAnswer(await client.patch("merge", `${path}/a/status`, { status: { ready: true } }), 200);
    assertAnswer(await client.delete(`${path}/a`), 200);
    const [added, , ready, deleted] = await assertEvents(watch, ["ADDED a", "MODIFIED a", "MODIFIED a", "DELETED a"]);
    assertContains(added?.object, { kind: "Widget", apiVersion: `${crd.group}/v1`, spec: { size: 1 } });
    assertContains(ready?.object, { spec: { size: 2 }, status: { ready: true } });
    assert.ok(ready && deleted && versionOf(deleted) > versionOf(ready));
  });

  test("each version is told of the same change in its own words", async () => {
    await using crd = await install(client, widgets([version("v1"), version("v2")]));
    const namespace = await client.namespace();
    await using first = await client.watch(crd.at("v1", namespace));
    await using second = await client.watch(crd.at("v2", namespace));
    assertAnswer(await client.create(crd.at("v2", namespace), crd.widget("v2", "a")), 201);
    const [old] = await assertEvents(first, ["ADDED a"]);
    const [young] = await assertEvents(second, ["ADDED a"]);
    assertContains(old?.object, { apiVersion: `${crd.group}/v1` });
    assertContains(young?.object, { apiVersion: `${crd.group}/v2` });
    assert.ok(old && young && versionOf(old) === versionOf(young));
  });

  test("objects of cluster scope are watched", async () => {
    await using crd = await install(client, widgets([version("v1")], { scope: "Cluster" }));
    const path = `/apis/${crd.group}/v1/widgets`;
    await using watch = await client.watch(path);
    assertAnswer(await client.create(path, crd.widget("v1", "a")), 201);
    const [added] = await assertEvents(watch, ["ADDED a"]);
    assertContains(added?.object.metadata, { namespace: undefined });
  });

  test("a selector by labels and one by a selectable field tell who comes and who goes", async () => {
    const color = { selectableFields: [{ jsonPath: ".spec.color" }] };
    const properties = { spec: { type: "object", properties: { color: { type: "string" } } } };
    const schema = { openAPIV3Schema: { type: "object", properties } };
    await using crd = await install(client, widgets([version("v1", { ...color, schema })]));
    const path = crd.at("v1", await client.namespace());
    await using byField = await client.watch(path, { fieldSelector: "spec.color=red" });
    await using byLabel = await client.watch(path, { labelSelector: "color=red" });
    const change = async (value: string) => {
      const body = { metadata: { labels: { color: value } }, spec: { color: value } };
      assertAnswer(await client.patch("merge", `${path}/a`, body), 200);
    };
    assertAnswer(await client.create(path, crd.widget("v1", "a", { spec: { color: "blue" } })), 201);
    await change("red");
    await change("blue");
    for (const watch of [byField, byLabel]) {
      const [, gone] = await assertEvents(watch, ["ADDED a", "DELETED a"]);
      assertContains(gone?.object.spec, { color: "red" });
    }
  });

  test("the old paths with /watch/ are watches, though discovery and OpenAPI do not name them", async () => {
    await using crd = await install(client, widgets());
    const namespace = await client.namespace();
    assertAnswer(await client.create(crd.at("v1", namespace), crd.widget("v1", "a")), 201);
    await using watch = await client.watch(`/apis/${crd.group}/v1/watch/namespaces/${namespace}/widgets`);
    await assertEvents(watch, ["ADDED a"]);
  });

  test("a change of the schema ends the watch, and the next one goes on from where it was", async () => {
    await using crd = await install(client, widgets());
    const path = crd.at("v1", await client.namespace());
    await using watch = await client.watch(path);
    assertAnswer(await client.create(path, crd.widget("v1", "a")), 201);
    const [added] = await assertEvents(watch, ["ADDED a"]);
    const described = [{ op: "add", path: "/spec/versions/0/schema/openAPIV3Schema/description", value: "Widgets." }];
    assertAnswer(await client.patch("json", crd.path, described), 200);
    assert.equal(await watch.next(), undefined);
    await untilListed(client, path);

    // What is remembered of the past may be gone with the watch; then the client must list again.
    const { resourceVersion } = added?.object.metadata ?? {};
    await using next = await client.watch(path, { resourceVersion });
    assertAnswer(await client.create(path, crd.widget("v1", "b")), 201);
    const event = await next.next();
    if (event?.type === "ERROR") assertContains(event.object, { code: 410, reason: "Expired" });
    else assertContains(event, { type: "ADDED", object: { metadata: { name: "b" } } });
  });

  test("the deletion of the definition is a DELETED event for each object, then the watch ends", async () => {
    const definition = widgets();
    await using crd = await install(client, definition);
    const path = crd.at("v1", await client.namespace());
    for (const name of ["a", "b"]) assertAnswer(await client.create(path, crd.widget("v1", name)), 201);
    await using watch = await client.watch(path);
    await assertEvents(watch, ["ADDED a", "ADDED b"]);
    assertAnswer(await client.delete(crd.path), 200);
    const gone = await watch.take(2, deletionMs);
    assert.deepEqual(gone.map(({ type, object }: Json) => `${type} ${object.metadata.name}`).toSorted(), [
      "DELETED a",
      "DELETED b",
    ]);
    assert.equal(await watch.next(deletionMs), undefined);
    await eventually(async () => assertAnswer(await client.get(path), 404), deletionMs);
  });

  test("definitions themselves are watched: a new one is ADDED, then MODIFIED when its names are accepted", async () => {
    const definition = widgets();
    const { name } = definition.metadata;
    await using watch = await client.watch("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
      fieldSelector: `metadata.name=${name}`,
    });
    await using _ = await install(client, definition);
    const [added] = await assertEvents(watch, [`ADDED ${name}`]);
    assertContains(added?.object, { kind: "CustomResourceDefinition", spec: { group: definition.spec.group } });
    await eventually(async () => {
      const [event] = await assertEvents(watch, [`MODIFIED ${name}`]);
      const conditions: Json[] = event?.object.status.conditions ?? [];
      assert.ok(conditions.some(({ type, status }) => type === "Established" && status === "True"));
    });
  });
});
