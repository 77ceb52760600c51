import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { type Answer, assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { eventually } from "../eventually.ts";
import { builtInResources } from "./built-in-resources.ts";
import { aggregated, aggregatedGroup, assertNotAcceptable, getAs } from "./discovered.ts";

const client = connect();
after(() => client.close());

const beta = "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList";

/** The kind as the built-in groups write it: without group and version where they are those of the resource. */
function kindOf({ group = "", version = "", kind }: Json): Json {
  return { group, version, kind };
}

/** The resources of a version as they are expected, made from what the plain lists say. */
function expectedResources(groupVersion: string): Json[] {
  const listed = builtInResources[groupVersion] ?? [];
  const named = (key: string, value: Json) => (value === undefined ? {} : { [key]: value });
  return listed
    .filter(({ name }) => !name.includes("/"))
    .map((resource) => {
      const { name, namespaced, singularName, verbs, shortNames, categories } = resource;
      const parts = listed.filter((part) => part.name.startsWith(`${name}/`));
      const subresources = parts.map((part) => ({
        subresource: part.name.slice(name.length + 1),
        responseKind: kindOf(part),
        verbs: part.verbs,
      }));
      return {
        resource: name,
        responseKind: kindOf(resource),
        scope: namespaced ? "Namespaced" : "Cluster",
        singularResource: singularName,
        verbs,
        ...named("shortNames", shortNames),
        ...named("categories", categories),
        ...named("subresources", subresources.length === 0 ? undefined : subresources),
      };
    });
}

function assertAggregated(answer: Answer, type = aggregated): void {
  assert.equal(answer.status, 200);
  // client-go parses the answer by what its Content-Type repeats, not by what it asked for.
  assert.equal(answer.headers["content-type"], type);
}

test("/api tells the core group with its resources, and gives it no name", async () => {
  const answer = await getAs(client, aggregated, "/api");
  assertAggregated(answer);
  assert.deepEqual(answer.body, {
    kind: "APIGroupDiscoveryList",
    apiVersion: "apidiscovery.k8s.io/v2",
    metadata: {},
    items: [
      {
        metadata: {},
        versions: [{ version: "v1", resources: expectedResources("v1"), freshness: "Current" }],
      },
    ],
  });
});

test("/apis tells the other groups in the order of the list of groups", async () => {
  await eventually(async () => {
    const answer = await getAs(client, aggregated, "/apis");
    assertAggregated(answer);
    const { body } = await client.get("/apis");
    // Definitions of other tests come and go between the two requests.
    const own = new Set(Object.keys(builtInResources).map((groupVersion) => groupVersion.split("/")[0]));
    const names = answer.body.items.map(({ metadata }: Json) => metadata.name);
    const listed = body.groups.map(({ name }: Json) => name);
    const builtIn = (name: string) => own.has(name);
    assert.deepEqual(names.filter(builtIn), listed.filter(builtIn));
  });
});

describe("a group is told with all its versions and their resources", () => {
  const groups = Object.groupBy(Object.keys(builtInResources), (groupVersion) => groupVersion.split("/")[0] ?? "");
  for (const [group, groupVersions = []] of Object.entries(groups)) {
    if (group === "v1") continue;
    test(group, async () => {
      assert.deepEqual(await aggregatedGroup(client, group), {
        metadata: { name: group },
        versions: groupVersions.map((groupVersion) => ({
          version: groupVersion.split("/")[1],
          resources: expectedResources(groupVersion),
          freshness: "Current",
        })),
      });
    });
  }
});

test("the answer depends on Accept, may be cached by all, and has a strong ETag", async () => {
  const { headers } = await getAs(client, aggregated, "/api");
  assert.equal(headers.vary, "Accept");
  assert.equal(headers["cache-control"], "public");
  assert.match(headers.etag as string, /^"[0-9A-F]{128}"$/);
});

test("a request with the ETag of the state is answered 304 without a body", async () => {
  const { etag } = (await getAs(client, aggregated, "/api")).headers;
  const answer = await getAs(client, aggregated, "/api", { "if-none-match": etag as string });
  assert.equal(answer.status, 304);
  assert.equal(answer.text, "");
  assert.equal(answer.headers.etag, etag);
  assert.equal(answer.headers.vary, "Accept");
});

test("a request with another ETag is answered in full", async () => {
  assertAggregated(await getAs(client, aggregated, "/api", { "if-none-match": '"0123"' }));
});

test("the ETag is that of the content, whatever its encoding", async () => {
  const json = await getAs(client, aggregated, "/api");
  const yaml = await getAs(client, aggregated.replace("json", "yaml"), "/api");
  assertAggregated(yaml, aggregated.replace("json", "yaml"));
  assert.match(yaml.text, /^apiVersion: apidiscovery.k8s.io\/v2\nitems:\n/);
  assert.equal(yaml.headers.etag, json.headers.etag);
});

test("protobuf can be had too", async () => {
  const type = aggregated.replace("json", "vnd.kubernetes.protobuf");
  const answer = await getAs(client, type, "/apis");
  assertAggregated(answer, type);
  assert.ok(answer.text.startsWith("k8s\0"));
});

test("v2beta1 is no longer served: a client that knows it alone has to take the plain lists", async () => {
  assertNotAcceptable(await getAs(client, beta, "/api"));
  assertNotAcceptable(await getAs(client, beta, "/apis"));
  assertAnswer(await getAs(client, `${beta},application/json`, "/api"), 200, { kind: "APIVersions" });
  assertAnswer(await getAs(client, `${beta},application/json`, "/apis"), 200, { kind: "APIGroupList" });
});

test("of several kinds of discovery the newest that the server has is sent, in whatever order they are asked for", async () => {
  assertAggregated(await getAs(client, `${aggregated},${beta},application/json`, "/apis"));
  assertAggregated(await getAs(client, `${beta},${aggregated},application/json`, "/apis"));
  assertAggregated(await getAs(client, `application/json,${aggregated}`, "/apis"));
  assertAggregated(await getAs(client, aggregated.replace("application/json", "*/*"), "/apis"));
});

test("a version that there is not falls back to what else is accepted", async () => {
  const future = aggregated.replace("v=v2", "v=v9");
  assertNotAcceptable(await getAs(client, future, "/apis"));
  const answer = await getAs(client, `${future},application/json`, "/apis");
  assertAnswer(answer, 200, { kind: "APIGroupList" });
  assert.equal(answer.headers["content-type"], "application/json");
});

test("a profile is understood and not repeated, and one that is unknown does no harm", async () => {
  for (const profile of ["nopeer", "unknown"]) {
    assertAggregated(await getAs(client, `${aggregated};profile=${profile}`, "/apis"));
  }
});

test("group and version without a kind are not acceptable", async () => {
  assertNotAcceptable(await getAs(client, "application/json;g=apidiscovery.k8s.io;v=v2", "/apis"));
});

test("discovery has no Table", async () => {
  assertNotAcceptable(await getAs(client, "application/json;as=Table;v=v1;g=meta.k8s.io", "/apis"));
  assertNotAcceptable(await getAs(client, "application/json;as=Table;v=v1;g=meta.k8s.io", "/apis/apps/v1"));
});

test("only /api and /apis know aggregated discovery", async () => {
  for (const path of ["/api/v1", "/apis/apps", "/apis/apps/v1"]) {
    assertNotAcceptable(await getAs(client, aggregated, path));
  }
});

test("whoever is known may see it, and whoever is not may not", async () => {
  assertAggregated(await client.get("/apis", {}, { as: "eve", headers: { accept: aggregated } }));
  assertStatus(
    await client.get("/apis", {}, { as: null, headers: { accept: aggregated } }),
    403,
    "Forbidden",
    'forbidden: User "system:anonymous" cannot get path "/apis"',
  );
});
