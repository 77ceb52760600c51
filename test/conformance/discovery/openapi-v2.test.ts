import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertAnswer, assertContains, assertStatus, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { eventually } from "../eventually.ts";
import { getAs } from "./discovered.ts";

const client = connect();
after(() => client.close());

// The document has two megabytes and is made anew after each change of any definition, so it is asked for seldom.
let json: Promise<Json> | undefined;
function document(): Promise<Json> {
  json ??= client.get("/openapi/v2").then((answer) => {
    assertAnswer(answer, 200, { swagger: "2.0" });
    return answer.body;
  });
  return json;
}

describe("OpenAPI v2", () => {
  test("is one document for everything", async () => {
    const { info, paths, definitions } = await document();
    assert.deepEqual(info, { title: "Kubernetes", version: "1.36" });
    for (const path of ["/api/v1/namespaces/{namespace}/pods/{name}", "/apis/apps/v1/deployments", "/version/"])
      assert.ok(Object.hasOwn(paths, path), path);
    for (const name of ["io.k8s.api.core.v1.Pod", "io.k8s.api.apps.v1.Deployment"])
      assert.ok(Object.hasOwn(definitions, name), name);
  });

  test("has the kinds, actions and parameters of operations", async () => {
    const { paths, parameters } = await document();
    const { patch } = paths["/apis/apps/v1/namespaces/{namespace}/deployments/{name}"];
    assertContains(patch, {
      "x-kubernetes-action": "patch",
      "x-kubernetes-group-version-kind": { group: "apps", version: "v1", kind: "Deployment" },
      operationId: "patchAppsV1NamespacedDeployment",
      consumes: [
        "application/json-patch+json",
        "application/merge-patch+json",
        "application/strategic-merge-patch+json",
        "application/apply-patch+yaml",
      ],
    });
    // Parameters that many operations have are written once and referred to.
    const names = patch.parameters.map(
      ({ name, $ref }: Json) => name ?? parameters[$ref.replace("#/parameters/", "")].name,
    );
    assert.deepEqual(names.toSorted(), ["body", "dryRun", "fieldManager", "fieldValidation", "force"]);
  });

  test("has the extensions for merging, and references without allOf", async () => {
    const { definitions } = await document();
    assertContains(definitions["io.k8s.api.core.v1.PodSpec"].properties.containers, {
      type: "array",
      items: { $ref: "#/definitions/io.k8s.api.core.v1.Container" },
      "x-kubernetes-list-map-keys": ["name"],
      "x-kubernetes-list-type": "map",
      "x-kubernetes-patch-merge-key": "name",
      "x-kubernetes-patch-strategy": "merge",
    });
  });

  test("comes as protobuf, by the old and by the new name of the type, and answers with the new one", async () => {
    for (const sign of ["@", "."]) {
      const type = `application/com.github.proto-openapi.spec.v2${sign}v1.0+protobuf`;
      const answer = await getAs(client, type, "/openapi/v2");
      assert.equal(answer.status, 200);
      // Old kubectls ask with an @, which their own parser of the answer's type would refuse.
      assert.equal(answer.headers["content-type"], "application/com.github.proto-openapi.spec.v2.v1.0+protobuf");
      assert.ok(answer.text.startsWith("\n\x032.0"));
    }
  });

  test("is JSON unless something else is asked for", async () => {
    const { headers } = await getAs(client, "application/xml,*/*;q=0.5", "/openapi/v2");
    assert.equal(headers["content-type"], "application/json");
    assert.deepEqual(headers.vary, ["Accept-Encoding", "Accept"]);
    assert.equal(headers["cache-control"], "no-cache, private");
  });

  test("comes in no other format", async () => {
    for (const type of ["application/yaml", "text/html"]) {
      const answer = await getAs(client, type, "/openapi/v2");
      assert.equal(answer.status, 406);
      assert.equal(answer.text, "");
    }
  });

  test("is compressed for whoever understands that", async () => {
    const answer = await getAs(client, "application/json", "/openapi/v2", { "accept-encoding": "gzip" });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers["content-encoding"], "gzip");
  });

  test("that a client has already is answered 304", async () => {
    // Definitions of other tests change the document, so that two requests may see two of them.
    await eventually(async () => {
      const { etag } = (await getAs(client, "*/*", "/openapi/v2", { "accept-encoding": "gzip" })).headers;
      assert.match(etag as string, /^"[0-9A-F]{128}"$/);
      const answer = await getAs(client, "*/*", "/openapi/v2", { "if-none-match": etag as string });
      assert.equal(answer.status, 304);
      assert.equal(answer.text, "");
    }, 30_000);
  });

  test("is for whoever is known", async () => {
    assertAnswer(await client.get("/openapi/v2", {}, { as: "eve", headers: { "accept-encoding": "gzip" } }), 200);
    const message = 'forbidden: User "system:anonymous" cannot get path "/openapi/v2"';
    assertStatus(await client.get("/openapi/v2", {}, { as: null }), 403, "Forbidden", message);
  });
});
