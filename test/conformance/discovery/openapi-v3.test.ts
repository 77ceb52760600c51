import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertAnswer, assertContains, assertStatus, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { builtInResources } from "./built-in-resources.ts";
import { getAs } from "./discovered.ts";

const client = connect();
after(() => client.close());

/** The address of a group version's document, with the hash of its content. */
async function addressOf(key: string): Promise<string> {
  const { body } = await client.get("/openapi/v3");
  return body.paths[key].serverRelativeURL;
}

async function documentOf(key: string): Promise<Json> {
  const answer = await client.get(`/openapi/v3/${key}`);
  assertAnswer(answer, 200);
  return answer.body;
}

function names(parameters: Json): string[] {
  return (parameters ?? []).map(({ name }: Json) => name);
}

const deployment = { group: "apps", version: "v1", kind: "Deployment" };
const deployments = "/apis/apps/v1/namespaces/{namespace}/deployments";
const lists = [
  "allowWatchBookmarks",
  "continue",
  "fieldSelector",
  "labelSelector",
  "limit",
  "resourceVersion",
  "resourceVersionMatch",
  "sendInitialEvents",
  "shardSelector",
  "timeoutSeconds",
  "watch",
];

describe("the index", () => {
  test("has an address with a hash for each group, each version and the rest", async () => {
    const answer = await client.get("/openapi/v3");
    assertAnswer(answer, 200);
    assert.deepEqual(Object.keys(answer.body), ["paths"]);
    const versions = Object.keys(builtInResources).map((it) => (it === "v1" ? "api/v1" : `apis/${it}`));
    const groups = versions.map((key) => key.replace(/\/[^/]+$/, ""));
    for (const key of [
      ...versions,
      ...groups,
      "apis",
      "version",
      "openid/v1/jwks",
      ".well-known/openid-configuration",
    ]) {
      const { serverRelativeURL } = answer.body.paths[key] ?? {};
      assert.match(serverRelativeURL, /^\/openapi\/v3\/[\w./-]+\?hash=[0-9A-F]{128}$/, key);
      assert.ok(serverRelativeURL.startsWith(`/openapi/v3/${key}?`), key);
    }
  });

  test("is JSON that calls itself plain text, whatever is accepted, and has no ETag", async () => {
    for (const accept of ["application/json", "application/yaml", "text/html", "*/*"]) {
      const answer = await getAs(client, accept, "/openapi/v3");
      assertAnswer(answer, 200, { paths: {} });
      assert.equal(answer.headers["content-type"], "text/plain; charset=utf-8");
      assert.equal(answer.headers.etag, undefined);
      assert.equal(answer.headers["cache-control"], "no-cache, private");
    }
  });

  test("is for whoever is known", async () => {
    assertAnswer(await client.get("/openapi/v3", {}, { as: "eve" }), 200);
    assertStatus(
      await client.get("/openapi/v3", {}, { as: null }),
      403,
      "Forbidden",
      'forbidden: User "system:anonymous" cannot get path "/openapi/v3"',
    );
  });
});

describe("a document", () => {
  test("at the address with its hash may be cached for ever", async () => {
    const address = await addressOf("apis/batch/v1");
    const answer = await client.get(address);
    assertAnswer(answer, 200, { openapi: "3.0.0" });
    const { headers } = answer;
    assert.equal(headers["cache-control"], "public, immutable");
    assert.equal(headers.vary, "Accept");
    assert.equal(headers["content-type"], "application/json");
    assert.equal(headers.etag, `"${address.split("hash=")[1]}"`);
    const years = (Date.parse(headers.expires as string) - Date.parse(headers.date as string)) / 31_536_000_000;
    assert.ok(years > 0.99 && years < 1.01, `it expires after ${years} years`);
  });

  test("at the address without a hash is not to be cached", async () => {
    const { headers } = await client.get("/openapi/v3/apis/batch/v1");
    assert.equal(headers["cache-control"], "no-cache, private");
    assert.equal(headers.expires, undefined);
    assert.match(headers.etag as string, /^"[0-9A-F]{128}"$/);
  });

  test("asked for by an old hash is found at another address", async () => {
    const answer = await client.get("/openapi/v3/apis/batch/v1?hash=0123");
    assert.equal(answer.status, 301);
    assert.equal(answer.headers.location, await addressOf("apis/batch/v1"));
    assert.equal(answer.text, "");
  });

  test("that a client has already is answered 304", async () => {
    const address = await addressOf("apis/batch/v1");
    const { etag } = (await client.get(address)).headers;
    for (const seen of [`${etag}`, `W/${etag}`, `"x", ${etag}`, "*"]) {
      const answer = await client.get(address, {}, { headers: { "if-none-match": seen } });
      assert.equal(answer.status, 304, seen);
      assert.equal(answer.text, "");
      assert.equal(answer.headers.etag, etag);
    }
    const other = await client.get(address, {}, { headers: { "if-none-match": '"0123"' } });
    assert.equal(other.status, 200);
  });

  test("comes as protobuf, by the old and by the new name of the type, and answers with the new one", async () => {
    for (const sign of ["@", "."]) {
      const type = `application/com.github.proto-openapi.spec.v3${sign}v1.0+protobuf`;
      const answer = await getAs(client, type, "/openapi/v3/apis/batch/v1");
      assert.equal(answer.status, 200);
      // An @ is no character of a media type: Go's parser refuses it.
      assert.equal(answer.headers["content-type"], "application/com.github.proto-openapi.spec.v3.v1.0+protobuf");
      assert.ok(answer.text.startsWith("\n\x053.0.0"));
    }
  });

  test("comes in no other format", async () => {
    for (const type of ["application/yaml", "text/plain"]) {
      const answer = await getAs(client, type, "/openapi/v3/apis/batch/v1");
      assert.equal(answer.status, 406);
      assert.equal(answer.text, "");
      assert.equal(answer.headers.vary, "Accept");
    }
  });

  test("that there is not is not found, without a word", async () => {
    for (const path of ["/openapi/v3/apis/batch/v9", "/openapi/v3/nothing", "/openapi/v3/"]) {
      const answer = await client.get(path);
      assert.equal(answer.status, 404);
      assert.equal(answer.text, "");
    }
  });

  test("names itself after Kubernetes and its version, and how to authenticate", async () => {
    assertContains(await documentOf("apis/batch/v1"), {
      info: { title: "Kubernetes", version: "1.36" },
      components: {
        securitySchemes: {
          BearerToken: {
            description: "Bearer Token authentication",
            type: "apiKey",
            name: "authorization",
            in: "header",
          },
        },
      },
    });
  });
});

describe("the paths of a document", () => {
  test("are those of its version alone, with the deprecated ones for watching", async () => {
    const paths = Object.keys((await documentOf("apis/apps/v1")).paths);
    for (const path of paths) assert.ok(path.startsWith("/apis/apps/v1/"), path);
    const ofDeployments = paths.filter((path) => path.includes("deployments"));
    assert.deepEqual(ofDeployments, [
      "/apis/apps/v1/deployments",
      deployments,
      `${deployments}/{name}`,
      `${deployments}/{name}/scale`,
      `${deployments}/{name}/status`,
      "/apis/apps/v1/watch/deployments",
      "/apis/apps/v1/watch/namespaces/{namespace}/deployments",
      "/apis/apps/v1/watch/namespaces/{namespace}/deployments/{name}",
    ]);
  });

  test("say the action and the kind of each operation on an object", async () => {
    const { paths } = await documentOf("apis/apps/v1");
    const { parameters, ...operations } = paths[`${deployments}/{name}`];
    assert.deepEqual(names(parameters), ["name", "namespace", "pretty"]);
    const actions = Object.entries<Json>(operations).map(([method, operation]) => {
      assert.deepEqual(operation["x-kubernetes-group-version-kind"], deployment);
      return [method, operation["x-kubernetes-action"], operation.operationId];
    });
    assert.deepEqual(actions, [
      ["get", "get", "readAppsV1NamespacedDeployment"],
      ["put", "put", "replaceAppsV1NamespacedDeployment"],
      ["delete", "delete", "deleteAppsV1NamespacedDeployment"],
      ["patch", "patch", "patchAppsV1NamespacedDeployment"],
    ]);
  });

  test("say the action, kind and parameters of each operation on a collection", async () => {
    const { paths } = await documentOf("apis/apps/v1");
    const { get, post, delete: deleteAll } = paths[deployments];
    for (const operation of [get, post, deleteAll])
      assert.deepEqual(operation["x-kubernetes-group-version-kind"], deployment);
    assert.equal(get["x-kubernetes-action"], "list");
    assert.deepEqual(names(get.parameters), lists);
    assert.equal(post["x-kubernetes-action"], "post");
    assert.deepEqual(names(post.parameters), ["dryRun", "fieldManager", "fieldValidation"]);
    assert.equal(deleteAll["x-kubernetes-action"], "deletecollection");
    assert.ok(names(deleteAll.parameters).includes("propagationPolicy"));
  });

  test("let a client see that patches know field validation, which kubectl looks for", async () => {
    const { paths } = await documentOf("apis/apps/v1");
    const { patch } = paths[`${deployments}/{name}`];
    assert.deepEqual(names(patch.parameters), ["dryRun", "fieldManager", "fieldValidation", "force"]);
    assertContains(
      patch.parameters.find(({ name }: Json) => name === "fieldValidation"),
      {
        in: "query",
        description: /^fieldValidation instructs the server/,
        schema: { type: "string", uniqueItems: true },
      },
    );
  });

  test("list the types of patch that are understood", async () => {
    const { paths } = await documentOf("apis/apps/v1");
    const { content, required } = paths[`${deployments}/{name}`].patch.requestBody;
    assert.equal(required, true);
    assert.deepEqual(Object.keys(content), [
      "application/apply-patch+yaml",
      "application/json-patch+json",
      "application/merge-patch+json",
      "application/strategic-merge-patch+json",
    ]);
  });

  test("refer to the schemas of what is sent and answered", async () => {
    const { paths } = await documentOf("apis/apps/v1");
    const schema = { $ref: "#/components/schemas/io.k8s.api.apps.v1.Deployment" };
    const { put } = paths[`${deployments}/{name}`];
    assertContains(put.requestBody, { content: { "*/*": { schema } }, required: true });
    const formats = ["application/json", "application/vnd.kubernetes.protobuf", "application/yaml"];
    for (const code of ["200", "201"]) {
      assert.deepEqual(Object.keys(put.responses[code].content), formats);
      for (const format of formats) assert.deepEqual(put.responses[code].content[format].schema, schema);
    }
    assert.deepEqual(put.responses["401"], { description: "Unauthorized" });
  });

  test("name the streams that a list can be watched with", async () => {
    const { paths } = await documentOf("apis/apps/v1");
    assert.deepEqual(Object.keys(paths[deployments].get.responses["200"].content), [
      "application/json",
      "application/json;stream=watch",
      "application/vnd.kubernetes.protobuf",
      "application/vnd.kubernetes.protobuf;stream=watch",
      "application/yaml",
    ]);
  });

  test("give subresources of another group the kind of that group", async () => {
    const apps = await documentOf("apis/apps/v1");
    const scale = { group: "autoscaling", version: "v1", kind: "Scale" };
    const { get, put, patch } = apps.paths[`${deployments}/{name}/scale`];
    for (const operation of [get, put, patch]) assert.deepEqual(operation["x-kubernetes-group-version-kind"], scale);

    const core = await documentOf("api/v1");
    const pod = "/api/v1/namespaces/{namespace}/pods/{name}";
    assertContains(core.paths[`${pod}/eviction`].post, {
      "x-kubernetes-action": "post",
      "x-kubernetes-group-version-kind": { group: "policy", version: "v1", kind: "Eviction" },
    });
  });

  test("call what is neither read nor written connect, with the options as parameters", async () => {
    const core = await documentOf("api/v1");
    const { get, post, parameters } = core.paths["/api/v1/namespaces/{namespace}/pods/{name}/exec"];
    for (const operation of [get, post]) {
      assert.equal(operation["x-kubernetes-action"], "connect");
      assert.deepEqual(operation["x-kubernetes-group-version-kind"], {
        group: "",
        version: "v1",
        kind: "PodExecOptions",
      });
    }
    const options = ["command", "container", "name", "namespace", "stderr", "stdin", "stdout", "tty"];
    assert.deepEqual(names(parameters), options);
  });

  test("refer to nothing that the document does not have", async () => {
    const document = await documentOf("apis/apps/v1");
    const referred = JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g);
    for (const [, name = ""] of referred) assert.ok(Object.hasOwn(document.components.schemas, name), name);
  });
});

test("every resource that can be patched has a PATCH with its kind and field validation", async () => {
  for (const [groupVersion, resources] of Object.entries(builtInResources)) {
    const key = groupVersion === "v1" ? "api/v1" : `apis/${groupVersion}`;
    const { paths } = await documentOf(key);
    for (const { name, kind, namespaced, verbs } of resources) {
      if (!verbs.includes("patch") || name.endsWith("/proxy")) continue;
      const [resource, part] = name.split("/");
      const path = `/${key}${namespaced ? "/namespaces/{namespace}" : ""}/${resource}/{name}${part ? `/${part}` : ""}`;
      const { patch, parameters } = paths[path];
      assert.equal(patch["x-kubernetes-group-version-kind"].kind, kind, path);
      assert.ok(names([...patch.parameters, ...parameters]).includes("fieldValidation"), path);
    }
  }
});
