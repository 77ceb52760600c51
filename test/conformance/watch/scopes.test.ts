/** What can be watched: one namespace, all of them, the cluster, one object; by whom, and by the old paths. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertAnswer, assertContains, assertStatus } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { eventually } from "../eventually.ts";
import { assertBadRequest, assertInvalidOptions, configMaps } from "../lists/config-maps.ts";
import { askForWatch, assertEvents } from "./observed.ts";

const client = connect();
after(() => client.close());

describe("scope of a watch", { concurrency: true }, () => {
  test("a watch of one namespace is told nothing of another", async () => {
    const [one, two] = await Promise.all([configMaps(client), configMaps(client)]);
    await using watch = await client.watch(one.path);
    await two.fill("a");
    await one.fill("b");
    await two.remove("a");
    await one.remove("b");
    await assertEvents(watch, ["ADDED b", "DELETED b"]);
  });

  test("a watch of one namespace is told nothing of one whose name begins alike", async () => {
    const first = uniqueName("ns");
    for (const name of [`${first}0`, `${first}-b`, first])
      assertAnswer(await client.create("/api/v1/namespaces", { metadata: { name } }), 201);
    await using watch = await client.watch(`/api/v1/namespaces/${first}/configmaps`);
    for (const name of [`${first}0`, `${first}-b`, first]) {
      const body = { metadata: { name: `of-${name}` } };
      assertAnswer(await client.create(`/api/v1/namespaces/${name}/configmaps`, body), 201);
    }
    await assertEvents(watch, [`ADDED of-${first}`]);
  });

  test("a watch of all namespaces is told of each", async () => {
    const [one, two] = await Promise.all([configMaps(client), configMaps(client)]);
    const labelSelector = `test=${one.namespace}`;
    await using watch = await client.watch("/api/v1/configmaps", { labelSelector });
    for (const maps of [one, two]) await maps.create("a", { test: one.namespace });
    const events = await assertEvents(watch, ["ADDED a", "ADDED a"]);
    assert.deepEqual(
      events.map(({ object }) => object.metadata.namespace),
      [one.namespace, two.namespace],
    );
  });

  test("cluster-scoped objects are watched", async () => {
    const name = uniqueName("ns");
    await using watch = await client.watch("/api/v1/namespaces", { labelSelector: `test=${name}` });
    const body = { metadata: { name, labels: { test: name } } };
    assertAnswer(await client.create("/api/v1/namespaces", body), 201);
    assertAnswer(await client.patch("merge", `/api/v1/namespaces/${name}`, { metadata: { labels: { a: "b" } } }), 200);
    const [added] = await assertEvents(watch, [`ADDED ${name}`, `MODIFIED ${name}`]);
    assertContains(added?.object, { kind: "Namespace", apiVersion: "v1", metadata: { namespace: undefined } });
  });

  test("a namespace that does not exist can be watched, and is told of when it comes", async () => {
    const namespace = uniqueName("ns");
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    await using watch = await client.watch(path);
    assertAnswer(await client.create("/api/v1/namespaces", { metadata: { name: namespace } }), 201);
    assertAnswer(await client.create(path, { metadata: { name: "a" } }), 201);
    await assertEvents(watch, ["ADDED a"]);
  });

  test("each version of an API is told of the same change in its own words", async () => {
    const namespace = await client.namespace();
    await using core = await client.watch(`/api/v1/namespaces/${namespace}/events`);
    await using grouped = await client.watch(`/apis/events.k8s.io/v1/namespaces/${namespace}/events`);
    const event = { metadata: { name: "a" }, involvedObject: { kind: "Pod", namespace, name: "p" }, message: "hello" };
    assertAnswer(await client.create(`/api/v1/namespaces/${namespace}/events`, event), 201);
    const [older] = await assertEvents(core, ["ADDED a"]);
    assertContains(older?.object, { apiVersion: "v1", message: "hello", involvedObject: { name: "p" } });
    const [newer] = await assertEvents(grouped, ["ADDED a"]);
    assertContains(newer?.object, { apiVersion: "events.k8s.io/v1", note: "hello", regarding: { name: "p" } });
  });

  test("watch=true on the path of one object is a read of it", async () => {
    const maps = await configMaps(client);
    const created = await maps.create("a");
    const answer = await client.get(maps.at("a"), { watch: true });
    assertAnswer(answer, 200, created);
  });

  test("watch=true on a create is ignored", async () => {
    const maps = await configMaps(client);
    assertAnswer(await client.create(maps.path, { metadata: { name: "a" } }, { watch: true }), 201);
  });

  test("the old paths with /watch/ are watches without being asked", async () => {
    const maps = await configMaps(client);
    await maps.fill("a", "b");
    const { namespace } = maps;
    await using collection = await client.watch(`/api/v1/watch/namespaces/${namespace}/configmaps`, { watch: false });
    await assertEvents(collection, ["ADDED a", "ADDED b"]);
    await using everywhere = await client.watch("/api/v1/watch/configmaps", {
      fieldSelector: `metadata.namespace=${namespace}`,
    });
    await assertEvents(everywhere, ["ADDED a", "ADDED b"]);
    await using one = await client.watch(`/api/v1/watch/namespaces/${namespace}/configmaps/b`);
    await maps.remove("a");
    await maps.remove("b");
    await assertEvents(one, ["ADDED b", "DELETED b"]);
    await using cluster = await client.watch(`/api/v1/watch/namespaces/${namespace}`);
    await assertEvents(cluster, [`ADDED ${namespace}`]);
    await using grouped = await client.watch(`/apis/apps/v1/watch/namespaces/${namespace}/deployments`, {
      timeoutSeconds: 1,
    });
    assert.equal(grouped.status, 200);
  });

  test("the old path of one object takes no selector of another name", async () => {
    const { namespace } = await configMaps(client);
    const path = `/api/v1/watch/namespaces/${namespace}/configmaps/a`;
    const message = "fieldSelector metadata.name doesn't match requested name";
    for (const fieldSelector of ["metadata.name=b", "metadata.name!=a", `metadata.namespace=${namespace}`]) {
      assertBadRequest(await askForWatch(client, path, { fieldSelector }), message);
    }
  });

  test("the old paths judge their parameters like a list", async () => {
    const { namespace } = await configMaps(client);
    const answer = await askForWatch(client, `/api/v1/watch/namespaces/${namespace}/configmaps`, {
      watch: false,
      sendInitialEvents: true,
    });
    const message = "Forbidden: sendInitialEvents is forbidden for list";
    assertInvalidOptions(answer, ["sendInitialEvents", "FieldValueForbidden", message]);
  });

  test("what cannot be watched has no old path", async () => {
    const namespace = await client.namespace();
    const message = "the server could not find the requested resource";
    for (const path of [`/api/v1/watch/namespaces/${namespace}/bindings`, "/apis/apps/v1/watch/nothings"]) {
      assertStatus(await askForWatch(client, path), 404, "NotFound", message, { details: {} });
    }
  });

  test("a kind that cannot be watched says so", async () => {
    const answer = await askForWatch(client, "/api/v1/componentstatuses");
    const message = 'watch is not supported on resources of kind "componentstatuses"';
    assertStatus(answer, 405, "MethodNotAllowed", message, { details: { kind: "componentstatuses" } });
    const reviews = await askForWatch(client, "/apis/authentication.k8s.io/v1/tokenreviews");
    const notAllowed = "the server does not allow this method on the requested resource";
    assertStatus(reviews, 405, "MethodNotAllowed", notAllowed, { details: {} });
  });

  test("a stream of YAML there is not", async () => {
    const { path } = await configMaps(client);
    const headers = { accept: "application/yaml" };
    const answer = await askForWatch(client, path, {}, { headers });
    assert.equal(answer.status, 406);
    // Even the refusal is in YAML.
    assert.equal(answer.headers["content-type"], "application/yaml");
    assert.match(
      answer.text,
      /message: 'only the following media types are accepted: application\/json;stream=watch,\n {2}application\/vnd.kubernetes.protobuf;stream=watch'\n/,
    );
    assert.match(answer.text, /\nreason: NotAcceptable\n/);
  });

  test("stream=watch may be asked for", async () => {
    const maps = await configMaps(client);
    await maps.fill("a");
    const headers = { accept: "application/json;stream=watch" };
    await using watch = await client.watch(maps.path, {}, { headers });
    assert.equal(watch.headers["content-type"], "application/json");
    await assertEvents(watch, ["ADDED a"]);
  });

  test("pretty does not break the lines of a stream", async () => {
    const maps = await configMaps(client);
    await maps.fill("a");
    await using watch = await client.watch(maps.path, { pretty: true });
    await assertEvents(watch, ["ADDED a"]);
  });

  test("who may not watch is told the verb, also by the old paths", async () => {
    const { namespace, path } = await configMaps(client);
    const cannot = 'User "eve" cannot watch resource "configmaps" in API group ""';
    const as = { as: "eve" };
    const here = `${cannot} in the namespace "${namespace}"`;
    assertStatus(await askForWatch(client, path, {}, as), 403, "Forbidden", `configmaps is forbidden: ${here}`);
    const everywhere = `configmaps is forbidden: ${cannot} at the cluster scope`;
    assertStatus(await askForWatch(client, "/api/v1/configmaps", {}, as), 403, "Forbidden", everywhere);
    const byName = await askForWatch(client, path, { fieldSelector: "metadata.name=x" }, as);
    const byPath = await askForWatch(client, `/api/v1/watch/namespaces/${namespace}/configmaps/x`, {}, as);
    for (const answer of [byName, byPath]) {
      const details = { name: "x", kind: "configmaps" };
      assertStatus(answer, 403, "Forbidden", `configmaps "x" is forbidden: ${here}`, { details });
    }
  });

  test("the right to watch is not the right to list, and a right to one name is one to watch that name", async () => {
    const maps = await configMaps(client);
    await maps.fill("mine", "other");
    const rbac = `/apis/rbac.authorization.k8s.io/v1/namespaces/${maps.namespace}`;
    const rules = [{ apiGroups: [""], resources: ["configmaps"], resourceNames: ["mine"], verbs: ["watch"] }];
    assertAnswer(await client.create(`${rbac}/roles`, { metadata: { name: "watcher" }, rules }), 201);
    const binding = {
      metadata: { name: "watcher" },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "watcher" },
      subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "bob" }],
    };
    assertAnswer(await client.create(`${rbac}/rolebindings`, binding), 201);
    const as = { as: "bob" };
    const fieldSelector = "metadata.name=mine";
    await eventually(async () => {
      await using watch = await client.watch(maps.path, { fieldSelector }, as);
      await assertEvents(watch, ["ADDED mine"]);
    });
    assertAnswer(await client.get(maps.path, { fieldSelector }, as), 403);
    assertAnswer(await askForWatch(client, maps.path, {}, as), 403);
    assertAnswer(await askForWatch(client, maps.path, { fieldSelector: "metadata.name=other" }, as), 403);
  });
});
