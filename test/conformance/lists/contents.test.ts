/** What a list holds: its kind, its version, its items and their order. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { install, widgets } from "../crds/widgets.ts";
import { eventually } from "../eventually.ts";
import { assertBadRequest, configMaps, namesOf } from "./config-maps.ts";

const client = connect();
after(() => client.close());

describe("contents of lists", { concurrency: true }, () => {
  test("a list has a kind of its own, its apiVersion and the resourceVersion of the store", async () => {
    const maps = await configMaps(client);
    const [version] = await maps.fill("a");
    const answer = await client.get(maps.path);
    assertAnswer(answer, 200, {
      kind: "ConfigMapList",
      apiVersion: "v1",
      metadata: {
        resourceVersion: /^[1-9][0-9]*$/,
        continue: undefined,
        remainingItemCount: undefined,
        selfLink: undefined,
      },
      items: [{ metadata: { name: "a", namespace: maps.namespace, resourceVersion: version } }],
    });
    assert.equal(answer.headers["content-type"], "application/json");
    assert.equal(answer.headers["cache-control"], "no-cache, private");
  });

  test("an empty list has an empty array of items", async () => {
    const maps = await configMaps(client);
    const answer = await client.get(maps.path);
    assertAnswer(answer, 200, { kind: "ConfigMapList", items: [] });
    assert.match(answer.text, /"items":\[\]/);
  });

  test("the resourceVersion of a list is not that of its newest item but grows with other namespaces' writes", async () => {
    const [maps, others] = await Promise.all([configMaps(client), configMaps(client)]);
    const [own] = await maps.fill("a");
    const [other] = await others.fill("b");
    const answer = await client.get(maps.path);
    assertAnswer(answer, 200, { items: [{ metadata: { resourceVersion: own } }] });
    assert.ok(BigInt(answer.body.metadata.resourceVersion) >= BigInt(other as string));
  });

  test("a list never goes back: what was written is in the next list", async () => {
    const maps = await configMaps(client);
    for (let count = 1; count <= 20; count += 1) {
      const { metadata } = await maps.create(`map-${count}`);
      const answer = await client.get(maps.path);
      assert.equal(answer.body.items.length, count);
      assert.ok(BigInt(answer.body.metadata.resourceVersion) >= BigInt(metadata.resourceVersion));
    }
  });

  test("the items of a built-in kind carry neither kind nor apiVersion", async () => {
    const maps = await configMaps(client);
    await maps.fill("a", "b");
    const none = { kind: undefined, apiVersion: undefined };
    assertAnswer(await client.get(maps.path), 200, { items: [none, none] });
  });

  test("items are in the order of their names, whatever the order in which they came", async () => {
    const maps = await configMaps(client);
    await maps.fill("b", "a10", "a2", "c", "a", "a-b", "a.b", "0");
    assert.deepEqual(namesOf(await client.get(maps.path)), ["0", "a", "a-b", "a.b", "a10", "a2", "b", "c"]);
  });

  test("an update leaves the place of an item as it is", async () => {
    const maps = await configMaps(client);
    await maps.fill("a", "b", "c");
    await maps.label("a", { changed: "yes" });
    assert.deepEqual(namesOf(await client.get(maps.path)), ["a", "b", "c"]);
  });

  test("a list of all namespaces is ordered by namespace, then by name", async () => {
    // Keys are compared with a slash behind the namespace, and a dash comes before a slash: "x-b/…" is before "x/…".
    const first = uniqueName("ns");
    const namespaces = [`${first}-b`, first];
    for (const name of namespaces) assertAnswer(await client.create("/api/v1/namespaces", { metadata: { name } }), 201);
    for (const namespace of namespaces.toReversed()) {
      for (const name of ["z", "y"]) {
        const body = { metadata: { name, labels: { test: first } } };
        assertAnswer(await client.create(`/api/v1/namespaces/${namespace}/configmaps`, body), 201);
      }
    }
    const answer = await client.get("/api/v1/configmaps", { labelSelector: `test=${first}` });
    assertAnswer(answer, 200);
    assert.deepEqual(
      answer.body.items.map(({ metadata }: Json) => `${metadata.namespace}/${metadata.name}`),
      [`${first}-b/y`, `${first}-b/z`, `${first}/y`, `${first}/z`],
    );
  });

  test("a list of one namespace holds nothing of a namespace whose name begins alike", async () => {
    const first = uniqueName("ns");
    for (const name of [first, `${first}0`, `${first}-b`]) {
      assertAnswer(await client.create("/api/v1/namespaces", { metadata: { name } }), 201);
      const answer = await client.create(`/api/v1/namespaces/${name}/configmaps`, { metadata: { name: "a" } });
      assertAnswer(answer, 201);
    }
    const answer = await client.get(`/api/v1/namespaces/${first}/configmaps`);
    assertAnswer(answer, 200, { items: [{ metadata: { namespace: first, name: "a" } }] });
  });

  test("a list in a namespace that does not exist is empty", async () => {
    const answer = await client.get(`/api/v1/namespaces/${uniqueName("absent")}/configmaps`);
    assertAnswer(answer, 200, { kind: "ConfigMapList", items: [] });
  });

  test("a list of cluster-scoped objects has items without a namespace", async () => {
    const namespace = await client.namespace();
    const answer = await client.get("/api/v1/namespaces", { fieldSelector: `metadata.name=${namespace}` });
    assertAnswer(answer, 200, {
      kind: "NamespaceList",
      items: [{ metadata: { name: namespace, namespace: undefined }, status: { phase: "Active" } }],
    });
  });

  test("two versions of an API list the same objects", async () => {
    const namespace = await client.namespace();
    const event = { metadata: { name: "e" }, involvedObject: { kind: "Pod", namespace, name: "p" }, message: "hello" };
    assertAnswer(await client.create(`/api/v1/namespaces/${namespace}/events`, event), 201);
    assertAnswer(await client.get(`/api/v1/namespaces/${namespace}/events`), 200, {
      kind: "EventList",
      apiVersion: "v1",
      items: [{ involvedObject: { name: "p" }, message: "hello", note: undefined }],
    });
    assertAnswer(await client.get(`/apis/events.k8s.io/v1/namespaces/${namespace}/events`), 200, {
      kind: "EventList",
      apiVersion: "events.k8s.io/v1",
      items: [{ regarding: { name: "p" }, note: "hello", message: undefined }],
    });
  });

  test("watch=false and watch=0 are lists", async () => {
    const maps = await configMaps(client);
    for (const watch of ["false", "0"]) {
      assertAnswer(await client.get(maps.path, { watch }), 200, { kind: "ConfigMapList", items: [] });
    }
  });

  test("parameters that a list does not know or does not need are ignored", async () => {
    const maps = await configMaps(client);
    await maps.fill("a", "b");
    for (const query of [{ bogus: "1" }, { allowWatchBookmarks: "maybe" }, { timeoutSeconds: -1 }]) {
      assert.deepEqual(namesOf(await client.get(maps.path, query)), ["a", "b"]);
    }
  });

  test("of a parameter given twice the first counts", async () => {
    const maps = await configMaps(client);
    await maps.fill("a", "b");
    assert.deepEqual(namesOf(await client.get(`${maps.path}?limit=1&limit=x`)), ["a"]);
  });

  test("numbers that are none are refused with the parser's words", async () => {
    const maps = await configMaps(client);
    const invalid = 'strconv.ParseInt: parsing "x": invalid syntax';
    assertBadRequest(await client.get(maps.path, { limit: "x" }), invalid);
    assertBadRequest(await client.get(maps.path, { timeoutSeconds: "x" }), invalid);
    const huge = "99999999999999999999";
    assertBadRequest(
      await client.get(maps.path, { limit: huge }),
      `strconv.ParseInt: parsing "${huge}": value out of range`,
    );
  });

  test("a kind that can only be created cannot be listed", async () => {
    const namespace = await client.namespace();
    const message = "the server does not allow this method on the requested resource";
    for (const path of ["/apis/authentication.k8s.io/v1/tokenreviews", `/api/v1/namespaces/${namespace}/bindings`]) {
      assertStatus(await client.get(path), 405, "MethodNotAllowed", message, { details: {} });
    }
    const absent = "the server could not find the requested resource";
    assertStatus(await client.get("/api/v1/bindings"), 404, "NotFound", absent, { details: {} });
  });

  test("who may not list is told the verb, and a selector on one name is a list of that name", async () => {
    const { namespace, path } = await configMaps(client);
    const cannot = 'User "eve" cannot list resource "configmaps" in API group ""';
    const as = { as: "eve" };
    assertStatus(
      await client.get(path, {}, as),
      403,
      "Forbidden",
      `configmaps is forbidden: ${cannot} in the namespace "${namespace}"`,
    );
    const everywhere = `configmaps is forbidden: ${cannot} at the cluster scope`;
    assertStatus(await client.get("/api/v1/configmaps", {}, as), 403, "Forbidden", everywhere);
    assertStatus(
      await client.get(path, { fieldSelector: "metadata.name=x" }, as),
      403,
      "Forbidden",
      `configmaps "x" is forbidden: ${cannot} in the namespace "${namespace}"`,
      { details: { name: "x", kind: "configmaps" } },
    );
  });

  test("who may read one object by name may list it by a selector on that name, and no others", async () => {
    const maps = await configMaps(client);
    await maps.fill("mine", "other");
    const rbac = `/apis/rbac.authorization.k8s.io/v1/namespaces/${maps.namespace}`;
    const rules = [{ apiGroups: [""], resources: ["configmaps"], resourceNames: ["mine"], verbs: ["list"] }];
    assertAnswer(await client.create(`${rbac}/roles`, { metadata: { name: "reader" }, rules }), 201);
    const binding = {
      metadata: { name: "reader" },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "reader" },
      subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "alice" }],
    };
    assertAnswer(await client.create(`${rbac}/rolebindings`, binding), 201);
    await eventually(async () => {
      const answer = await client.get(maps.path, { fieldSelector: "metadata.name=mine" }, { as: "alice" });
      assert.deepEqual(namesOf(answer), ["mine"]);
    });
    for (const query of [{}, { fieldSelector: "metadata.name=other" }, { fieldSelector: "metadata.name!=other" }]) {
      assertAnswer(await client.get(maps.path, query, { as: "alice" }), 403, { reason: "Forbidden" });
    }
  });

  test("the items of a custom kind carry kind and apiVersion, and the list ends like one of a built-in kind", async () => {
    await using crd = await install(client, widgets());
    const namespace = await client.namespace();
    const path = crd.at("v1", namespace);
    assertAnswer(await client.get(path), 200, { kind: "WidgetList", apiVersion: `${crd.group}/v1`, items: [] });
    for (const name of ["b", "a", "c"]) assertAnswer(await client.create(path, crd.widget("v1", name)), 201);
    const typed = { kind: "Widget", apiVersion: `${crd.group}/v1` };
    const all = await client.get(path);
    // Unlike those of built-in kinds: the empty token is written out.
    assertAnswer(all, 200, { kind: "WidgetList", metadata: { continue: "" }, items: [typed, typed, typed] });
    assert.deepEqual(namesOf(all), ["a", "b", "c"]);

    const first = await client.get(`/apis/${crd.group}/v1/widgets`, { limit: 2 });
    assertAnswer(first, 200, { metadata: { remainingItemCount: 1 } });
    assert.deepEqual(namesOf(first), ["a", "b"]);
    const { continue: token } = first.body.metadata;
    assert.deepEqual(namesOf(await client.get(`/apis/${crd.group}/v1/widgets`, { limit: 2, continue: token })), ["c"]);
  });
});
