import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, describe, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { builtInResources } from "./built-in-resources.ts";
import { getAs, listedGroup } from "./discovered.ts";

const client = connect();
after(() => client.close());

/** The kind as it is stored, where that is not the one that is served. */
const storedAs: Record<string, string> = {
  "events.k8s.io/v1/Event": "/v1/Event",
  "autoscaling/v1/HorizontalPodAutoscaler": "autoscaling/v2/HorizontalPodAutoscaler",
};

function pathOf(groupVersion: string): string {
  return groupVersion === "v1" ? "/api/v1" : `/apis/${groupVersion}`;
}

/** The first eight bytes of a digest of the stored kind, so that clients see when two resources share a storage. */
function storageVersionHash(groupVersion: string, kind: string): string {
  const served = `${groupVersion === "v1" ? "/v1" : groupVersion}/${kind}`;
  const digest = createHash("sha256")
    .update(storedAs[served] ?? served)
    .digest();
  return digest.subarray(0, 8).toString("base64");
}

test("/api lists the versions of the core group and where the server is", async () => {
  const answer = await client.get("/api");
  assertAnswer(answer, 200, {
    kind: "APIVersions",
    versions: ["v1"],
    serverAddressByClientCIDRs: [{ clientCIDR: "0.0.0.0/0", serverAddress: /^[\w.]+:\d+$/ }],
  });
  // The core group is older than the rule that everything has an apiVersion.
  assert.equal(answer.body.apiVersion, undefined);
  assert.equal(answer.headers["content-type"], "application/json");
});

test("/apis lists the built-in groups by priority, with the preferred version first", async () => {
  const answer = await client.get("/apis");
  assertAnswer(answer, 200, { kind: "APIGroupList", apiVersion: "v1" });
  const versions = Object.keys(builtInResources).filter((groupVersion) => groupVersion !== "v1");
  const listed: string[] = answer.body.groups.flatMap((group: Json) =>
    group.versions.map(({ groupVersion }: Json) => groupVersion),
  );
  assert.deepEqual(
    listed.filter((groupVersion) => versions.includes(groupVersion)),
    versions,
  );
});

test("a group is told as in the list of groups, but with a kind", async () => {
  for (const group of ["apps", "autoscaling", "rbac.authorization.k8s.io"]) {
    const answer = await client.get(`/apis/${group}`);
    assertAnswer(answer, 200);
    assert.deepEqual(answer.body, { kind: "APIGroup", apiVersion: "v1", ...(await listedGroup(client, group)) });
  }
});

test("the preferred version of a group is the first of its versions, which need not be the oldest", async () => {
  assertAnswer(await client.get("/apis/autoscaling"), 200, {
    name: "autoscaling",
    versions: [
      { groupVersion: "autoscaling/v2", version: "v2" },
      { groupVersion: "autoscaling/v1", version: "v1" },
    ],
    preferredVersion: { groupVersion: "autoscaling/v2", version: "v2" },
  });
});

test("the core group has no entry in the list of groups and no name of its own", async () => {
  assert.equal(await listedGroup(client, ""), undefined);
  assertAnswer(await client.get("/apis/v1"), 404);
});

test("a version's list says its kind and version; only that of the core group leaves out the apiVersion", async () => {
  const core = await client.get("/api/v1");
  assertAnswer(core, 200, { kind: "APIResourceList", apiVersion: undefined, groupVersion: "v1" });
  assertAnswer(await client.get("/apis/batch/v1"), 200, {
    kind: "APIResourceList",
    apiVersion: "v1",
    groupVersion: "batch/v1",
  });
});

describe("the resources of a version with their kinds, verbs, short names, categories and subresources", () => {
  for (const [groupVersion, expected] of Object.entries(builtInResources)) {
    test(`of ${groupVersion}`, async () => {
      const answer = await client.get(pathOf(groupVersion));
      assertAnswer(answer, 200);
      const listed = answer.body.resources.map(({ storageVersionHash: _, ...resource }: Json) => resource);
      assert.deepEqual(listed, expected);
    });
  }
});

test("a resource that is stored has a hash of the kind it is stored as, and others have none", async () => {
  for (const groupVersion of ["v1", "apps/v1", "autoscaling/v1", "autoscaling/v2", "events.k8s.io/v1", "batch/v1"]) {
    const { body } = await client.get(pathOf(groupVersion));
    for (const { name, kind, verbs, storageVersionHash: hash } of body.resources) {
      const isStored = verbs.includes("watch");
      assert.equal(hash, isStored ? storageVersionHash(groupVersion, kind) : undefined, `${groupVersion} ${name}`);
    }
  }
});

test("versions that are served from one storage have one hash", async () => {
  const hashOf = async (groupVersion: string, name: string) => {
    const { body } = await client.get(pathOf(groupVersion));
    return body.resources.find((resource: Json) => resource.name === name).storageVersionHash;
  };
  assert.equal(await hashOf("v1", "events"), "r2yiGXH7wu8=");
  assert.equal(await hashOf("events.k8s.io/v1", "events"), "r2yiGXH7wu8=");
  assert.equal(await hashOf("autoscaling/v1", "horizontalpodautoscalers"), "qwQve8ut294=");
  assert.equal(await hashOf("autoscaling/v2", "horizontalpodautoscalers"), "qwQve8ut294=");
});

test("a slash at the end makes no difference", async () => {
  for (const path of ["/api", "/api/v1", "/apis/apps", "/apis/apps/v1"]) {
    const [slashed, plain] = [await client.get(`${path}/`), await client.get(path)];
    assertAnswer(slashed, 200);
    assert.deepEqual(slashed.body, plain.body);
  }
});

test("whoever is known may see discovery, and whoever is not may not", async () => {
  for (const path of ["/api", "/apis", "/api/v1", "/apis/apps", "/apis/apps/v1"]) {
    assertAnswer(await client.get(path, {}, { as: "eve" }), 200);
    assertStatus(
      await client.get(path, {}, { as: null }),
      403,
      "Forbidden",
      `forbidden: User "system:anonymous" cannot get path "${path}"`,
      { details: {} },
    );
  }
});

test("discovery comes as YAML and as protobuf too", async () => {
  const yaml = await getAs(client, "application/yaml", "/api");
  assertAnswer(yaml, 200);
  assert.match(yaml.text, /^kind: APIVersions\nserverAddressByClientCIDRs:\n/);
  assert.equal(yaml.headers["content-type"], "application/yaml");

  for (const path of ["/api", "/apis", "/apis/apps", "/apis/apps/v1"]) {
    const protobuf = await getAs(client, "application/vnd.kubernetes.protobuf", path);
    assertAnswer(protobuf, 200);
    assert.ok(protobuf.text.startsWith("k8s\0"), path);
    assert.equal(protobuf.headers["content-type"], "application/vnd.kubernetes.protobuf");
  }
});

test("of several media types the one with the most weight is sent, and those that are unknown are passed over", async () => {
  const weighed = await getAs(client, "application/json;q=0.1,application/yaml;q=0.9", "/apis/apps");
  assert.equal(weighed.headers["content-type"], "application/yaml");
  const known = await getAs(client, "application/xml, application/json", "/apis/apps");
  assert.equal(known.headers["content-type"], "application/json");
  for (const anything of ["*/*", ""]) {
    assert.equal((await getAs(client, anything, "/apis/apps")).headers["content-type"], "application/json");
  }
});

test("a media type that there is not is not acceptable, and the answer says which there are", async () => {
  const types = "application/json, application/yaml, application/vnd.kubernetes.protobuf";
  // Groups are served by the aggregator, versions by a library that has its own words.
  assertStatus(
    await getAs(client, "text/plain", "/apis/apps"),
    406,
    "NotAcceptable",
    `only the following media types are accepted: ${types}`,
  );
  assertStatus(
    await getAs(client, "text/plain", "/apis/apps/v1"),
    406,
    "NotAcceptable",
    `406: Not Acceptable\n\nAvailable representations: ${types}`,
  );
});
