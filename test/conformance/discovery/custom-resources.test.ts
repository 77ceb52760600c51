import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, describe, test } from "node:test";
import { assertAnswer, assertContains, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { deletionMs, install, version, widgets } from "../crds/widgets.ts";
import { eventually } from "../eventually.ts";
import { aggregated, aggregatedGroup, getAs, listedGroup } from "./discovered.ts";

const client = connect();
after(() => client.close());

const verbs = ["delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"];
const size = { type: "integer", format: "int32", minimum: 1, default: 3 };

/** A version whose Widgets have a spec with these properties. */
function withSpec(name: string, properties: Json, more: Json = {}): Json {
  const spec = { type: "object", properties };
  const openAPIV3Schema = { type: "object", description: "A Widget is round.", properties: { spec } };
  return version(name, { schema: { openAPIV3Schema }, ...more });
}

/** The document of a group version, which appears a moment after the definition. */
function documentOf(group: string, inVersion = "v1"): Promise<Json> {
  return eventually(async () => {
    const index = await client.get("/openapi/v3");
    const address = index.body.paths[`apis/${group}/${inVersion}`]?.serverRelativeURL;
    assert.ok(address, `the index has no ${group}`);
    const answer = await client.get(address);
    assertAnswer(answer, 200);
    return answer.body;
  });
}

/** Schemas are named as Java packages would be. */
function schemaName(group: string, name = "v1.Widget"): string {
  return `${group.split(".").toReversed().join(".")}.${name}`;
}

describe("a definition in discovery", { concurrency: 8 }, () => {
  test("brings its group, with the versions by their age and not by their names", async () => {
    const versions = ["v1", "v1alpha1", "v1beta2", "v1beta10", "v2", "older", "v10"].map((name) => version(name));
    await using crd = await install(client, widgets(versions));
    const sorted = ["v10", "v2", "v1", "v1beta10", "v1beta2", "v1alpha1", "older"];
    const expected = sorted.map((name) => ({ groupVersion: `${crd.group}/${name}`, version: name }));
    await eventually(async () => {
      assert.deepEqual(await listedGroup(client, crd.group), {
        name: crd.group,
        versions: expected,
        preferredVersion: expected[0],
      });
      const group = await aggregatedGroup(client, crd.group);
      assert.deepEqual(
        group.versions.map((told: Json) => told.version),
        sorted,
      );
    });
  });

  test("brings its group at the group's own path", async () => {
    await using crd = await install(client, widgets());
    const only = { groupVersion: `${crd.group}/v1`, version: "v1" };
    await eventually(async () =>
      assertAnswer(await client.get(`/apis/${crd.group}`), 200, {
        kind: "APIGroup",
        apiVersion: "v1",
        name: crd.group,
        versions: [only],
        preferredVersion: only,
      }),
    );
  });

  test("lists the resource and its subresources, with the verbs in an order of its own", async () => {
    const subresources = { status: {}, scale: { specReplicasPath: ".spec.n", statusReplicasPath: ".status.n" } };
    await using crd = await install(client, widgets([version("v1", { subresources })]));
    const answer = await client.get(`/apis/${crd.group}/v1`);
    assertAnswer(answer, 200);
    const digest = createHash("sha256").update(`${crd.group}/v1/Widget`).digest();
    assert.deepEqual(answer.body, {
      kind: "APIResourceList",
      apiVersion: "v1",
      groupVersion: `${crd.group}/v1`,
      resources: [
        {
          name: "widgets",
          singularName: "widget",
          namespaced: true,
          kind: "Widget",
          verbs,
          storageVersionHash: digest.subarray(0, 8).toString("base64"),
        },
        {
          name: "widgets/status",
          singularName: "",
          namespaced: true,
          kind: "Widget",
          verbs: ["get", "patch", "update"],
        },
        {
          name: "widgets/scale",
          singularName: "",
          namespaced: true,
          group: "autoscaling",
          version: "v1",
          kind: "Scale",
          verbs: ["get", "patch", "update"],
        },
      ],
    });
  });

  test("has the hash of the stored version in all versions", async () => {
    await using crd = await install(client, widgets([version("v1"), version("v2")]));
    const digest = createHash("sha256").update(`${crd.group}/v1/Widget`).digest();
    assertAnswer(await client.get(`/apis/${crd.group}/v2`), 200, {
      resources: [{ name: "widgets", storageVersionHash: digest.subarray(0, 8).toString("base64") }],
    });
  });

  test("tells kinds with group and version in aggregated discovery, unlike built-in resources", async () => {
    const more = { names: { plural: "widgets", kind: "Widget", shortNames: ["wd"], categories: ["all", "toys"] } };
    const subresources = { status: {}, scale: { specReplicasPath: ".spec.n", statusReplicasPath: ".status.n" } };
    await using crd = await install(client, widgets([version("v1", { subresources })], more));
    const kind = { group: crd.group, version: "v1", kind: "Widget" };
    await eventually(async () =>
      assert.deepEqual(await aggregatedGroup(client, crd.group), {
        metadata: { name: crd.group },
        versions: [
          {
            version: "v1",
            resources: [
              {
                resource: "widgets",
                responseKind: kind,
                scope: "Namespaced",
                singularResource: "widget",
                verbs,
                shortNames: ["wd"],
                categories: ["all", "toys"],
                subresources: [
                  { subresource: "status", responseKind: kind, verbs: ["get", "patch", "update"] },
                  {
                    subresource: "scale",
                    responseKind: { group: "autoscaling", version: "v1", kind: "Scale" },
                    verbs: ["get", "patch", "update"],
                  },
                ],
              },
            ],
            freshness: "Current",
          },
        ],
      }),
    );
  });

  test("leaves out versions that are not served", async () => {
    await using crd = await install(client, widgets([version("v1"), version("v2", { served: false })]));
    await eventually(async () =>
      assertContains(await listedGroup(client, crd.group), { versions: [{ version: "v1" }] }),
    );
    const answer = await client.get(`/apis/${crd.group}/v2`);
    assert.equal(answer.status, 404);
    assert.equal(answer.text, "404 page not found\n");
  });

  test("has its group among the paths of the root", async () => {
    await using crd = await install(client, widgets());
    await eventually(async () => {
      const { body } = await client.get("/");
      for (const path of [`/apis/${crd.group}`, `/apis/${crd.group}/v1`]) assert.ok(body.paths.includes(path), path);
    });
  });

  test("changes the ETag of aggregated discovery", async () => {
    const before = await getAs(client, aggregated, "/apis");
    await using crd = await install(client, widgets());
    await eventually(async () => assert.ok(await aggregatedGroup(client, crd.group)));
    const since = await getAs(client, aggregated, "/apis", { "if-none-match": before.headers.etag as string });
    assert.equal(since.status, 200);
    assert.notEqual(since.headers.etag, before.headers.etag);
  });

  test("goes away with the definition", async () => {
    const crd = await install(client, widgets());
    await eventually(async () => assert.ok(await aggregatedGroup(client, crd.group)));
    assertAnswer(await client.delete(crd.path), 200);
    await eventually(async () => {
      assert.equal(await aggregatedGroup(client, crd.group), undefined);
      assert.equal(await listedGroup(client, crd.group), undefined);
      for (const path of [`/apis/${crd.group}`, `/apis/${crd.group}/v1`, `/apis/${crd.group}/v1/widgets`]) {
        const answer = await client.get(path);
        assert.equal(answer.status, 404);
        assert.equal(answer.text, "404 page not found\n");
      }
    }, deletionMs);
  });
});

describe("a definition in OpenAPI v3", { concurrency: 8 }, () => {
  test("has a document of its own, with paths for its scope", async () => {
    const subresources = { status: {}, scale: { specReplicasPath: ".spec.n", statusReplicasPath: ".status.n" } };
    await using crd = await install(client, widgets([withSpec("v1", { size }, { subresources })]));
    const root = `/apis/${crd.group}/v1`;
    assert.deepEqual(Object.keys((await documentOf(crd.group)).paths), [
      `${root}/namespaces/{namespace}/widgets`,
      `${root}/namespaces/{namespace}/widgets/{name}`,
      `${root}/namespaces/{namespace}/widgets/{name}/scale`,
      `${root}/namespaces/{namespace}/widgets/{name}/status`,
      `${root}/widgets`,
    ]);
  });

  test("has no namespaces in the paths of a cluster-scoped resource", async () => {
    await using crd = await install(client, widgets([version("v1")], { scope: "Cluster" }));
    const root = `/apis/${crd.group}/v1`;
    assert.deepEqual(Object.keys((await documentOf(crd.group)).paths), [`${root}/widgets`, `${root}/widgets/{name}`]);
  });

  test("has the kind, the action and field validation at PATCH, and no strategic merge", async () => {
    await using crd = await install(client, widgets());
    const { paths } = await documentOf(crd.group);
    const { patch } = paths[`/apis/${crd.group}/v1/namespaces/{namespace}/widgets/{name}`];
    assertContains(patch, {
      "x-kubernetes-action": "patch",
      "x-kubernetes-group-version-kind": { group: crd.group, version: "v1", kind: "Widget" },
      parameters: [{ name: "dryRun" }, { name: "fieldManager" }, { name: "fieldValidation" }, { name: "force" }],
    });
    assert.deepEqual(Object.keys(patch.requestBody.content), [
      "application/apply-patch+yaml",
      "application/json-patch+json",
      "application/merge-patch+json",
    ]);
  });

  test("has the schema as it was written, with defaults and extensions, and the parts that every kind has", async () => {
    const properties = {
      size,
      tags: { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "set" },
      parts: {
        type: "array",
        items: { type: "object", required: ["name"], properties: { name: { type: "string" } } },
        "x-kubernetes-list-map-keys": ["name"],
        "x-kubernetes-list-type": "map",
      },
      any: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
      maybe: { type: "string", nullable: true },
    };
    await using crd = await install(client, widgets([withSpec("v1", properties)]));
    const { schemas } = (await documentOf(crd.group)).components;
    const { properties: found, ...rest } = schemas[schemaName(crd.group)];
    assert.deepEqual(rest, {
      description: "A Widget is round.",
      type: "object",
      "x-kubernetes-group-version-kind": [{ group: crd.group, kind: "Widget", version: "v1" }],
    });
    assert.deepEqual(found.spec, { type: "object", properties });
    assertContains(found, {
      apiVersion: { type: "string", description: /^APIVersion defines the versioned schema/ },
      kind: { type: "string", description: /^Kind is a string value/ },
      metadata: { allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta" }] },
    });
  });

  test("has a schema for the list", async () => {
    await using crd = await install(client, widgets());
    const { schemas } = (await documentOf(crd.group)).components;
    assertContains(schemas[schemaName(crd.group, "v1.WidgetList")], {
      description: "WidgetList is a list of Widget",
      required: ["items"],
      properties: { items: { items: { $ref: `#/components/schemas/${schemaName(crd.group)}` } } },
      "x-kubernetes-group-version-kind": [{ group: crd.group, kind: "WidgetList", version: "v1" }],
    });
  });

  test("writes out what int-or-string and embedded objects mean", async () => {
    const anyObject = { "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true };
    const properties = { port: { "x-kubernetes-int-or-string": true }, object: { type: "object", ...anyObject } };
    await using crd = await install(client, widgets([withSpec("v1", properties)]));
    const { schemas } = (await documentOf(crd.group)).components;
    const { port, object } = schemas[schemaName(crd.group)].properties.spec.properties;
    assert.deepEqual(port, { anyOf: [{ type: "integer" }, { type: "string" }], "x-kubernetes-int-or-string": true });
    assertContains(object, {
      type: "object",
      required: ["kind", "apiVersion"],
      properties: { apiVersion: { type: "string" }, kind: { type: "string" }, metadata: {} },
      ...anyObject,
    });
  });

  test("has a new hash when the schema changes, and the old one leads to the new document", async () => {
    await using crd = await install(client, widgets([withSpec("v1", { size })]));
    await documentOf(crd.group);
    const address = async () => (await client.get("/openapi/v3")).body.paths[`apis/${crd.group}/v1`].serverRelativeURL;
    const old = await address();
    const spec = "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties";
    const more = [{ op: "add", path: `${spec}/colour`, value: { type: "string" } }];
    assertAnswer(await client.patch("json", crd.path, more), 200);
    await eventually(async () => {
      assert.notEqual(await address(), old);
      assert.equal((await client.get(old)).headers.location, await address());
    });
    const { schemas } = (await documentOf(crd.group)).components;
    assert.deepEqual(schemas[schemaName(crd.group)].properties.spec.properties.colour, { type: "string" });
  });

  test("goes away with the definition", async () => {
    const crd = await install(client, widgets());
    await documentOf(crd.group);
    assertAnswer(await client.delete(crd.path), 200);
    await eventually(async () => {
      assert.equal((await client.get("/openapi/v3")).body.paths[`apis/${crd.group}/v1`], undefined);
      assert.equal((await client.get(`/openapi/v3/apis/${crd.group}/v1`)).status, 404);
    }, deletionMs);
  });
});

test("OpenAPI v2 has definitions too, cut down to what it can say", async () => {
  const properties = {
    size,
    any: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    maybe: { type: "string", nullable: true },
    port: { "x-kubernetes-int-or-string": true },
  };
  await using crd = await install(client, widgets([withSpec("v1", properties)]));
  const definition = await eventually(async () => {
    const { body } = await client.get("/openapi/v2");
    const found = body.definitions[schemaName(crd.group)];
    assert.ok(found, "not there yet");
    return found;
  });
  // No defaults, which clients would apply; no types where null or anything may stand, which clients would check.
  assert.deepEqual(definition.properties.spec.properties, {
    any: { "x-kubernetes-preserve-unknown-fields": true },
    maybe: {},
    port: { "x-kubernetes-int-or-string": true },
    size: { type: "integer", format: "int32", minimum: 1 },
  });
});
