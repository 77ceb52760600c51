import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, type JsonObject } from "@pintle/machinery";
import type { AdmissionAttributes, AdmissionChain } from "../admission/admission.ts";
import { metadataMap, metadataText, withMetadata } from "../registry/object-metadata.ts";
import type { ServedResource } from "../registry/served-resource.ts";
import { assertRefused, configMaps, deploys, type Json, maps, RestFixture } from "./rest-fixture.test.ts";

/** Writes down who was asked what. */
function recordingChain(seen: string[]): AdmissionChain {
  const tell = (step: string, { operation, subresource, isDryRun, options, name, object, old }: AdmissionAttributes) =>
    seen.push(
      [step, operation, subresource, isDryRun ? "dry" : "", options?.kind, name, object ? "new" : "", old ? "old" : ""]
        .filter((word) => word !== "")
        .join(" "),
    );
  return {
    mutate: async (attributes) => {
      tell("mutate", attributes);
      return attributes.object;
    },
    validate: async (attributes) => {
      tell("validate", attributes);
    },
  };
}

test("every write is seen twice, deletes and dry runs too", async () => {
  const seen: string[] = [];
  const server = new RestFixture({ admission: recordingChain(seen) });
  await server.make(maps, { metadata: { name: "a" } });
  await server.update(`${maps}/a`, { metadata: { name: "a" }, data: { k: "v" } }, { dryRun: "All" });
  await server.patch("merge", `${maps}/a`, { data: { k: "w" } });
  await server.delete(`${maps}/a`);
  assert.deepEqual(seen, [
    "mutate CREATE CreateOptions a new",
    "validate CREATE CreateOptions a new",
    "mutate UPDATE dry UpdateOptions a new old",
    "validate UPDATE dry UpdateOptions a new old",
    "mutate UPDATE UpdateOptions a new old",
    "validate UPDATE UpdateOptions a new old",
    "mutate DELETE DeleteOptions a old",
    "validate DELETE DeleteOptions a old",
  ]);
});

test("mutation comes before validation and the generated name, and is not recorded as the client's", async () => {
  const admission: AdmissionChain = {
    mutate: async ({ object, name }) => {
      assert.equal(name, "");
      return object && withMetadata(object, { labels: { added: "yes" } });
    },
    validate: async ({ object, name }) => {
      assert.match(name, /^g-.{5}$/);
      assert.ok(object && metadataText(object, "uid"));
    },
  };
  const server = new RestFixture({ admission });
  const { metadata } = await server.make(maps, { metadata: { generateName: "g-" } });
  assert.deepEqual(
    [metadata.labels, metadata.managedFields?.[0].fieldsV1["f:metadata"]["f:labels"]],
    [{ added: "yes" }, undefined],
  );
});

test("a refusal stores nothing", async () => {
  const refuse = async (): Promise<never> => {
    throw ApiError.forbidden({ group: "", resource: "configmaps" }, "a", "no");
  };
  for (const admission of [
    { mutate: refuse, validate: async () => {} },
    { mutate: async ({ object }: AdmissionAttributes) => object, validate: refuse },
  ]) {
    const server = new RestFixture({ admission });
    assertRefused(await server.create(maps, { metadata: { name: "a" } }), 403, 'configmaps "a" is forbidden: no');
    assert.equal((await server.get(`${maps}/a`)).status, 404);
  }
});

test("admission that writes the very object that it is asked about ends, and so does the write", async () => {
  let server: RestFixture;
  let isFirst = true;
  const admission: AdmissionChain = {
    mutate: async ({ object, operation }) => {
      if (operation === "UPDATE" && isFirst) {
        isFirst = false;
        await server.patch("merge", `${maps}/a`, { metadata: { labels: { inner: "1" } } });
      }
      return object;
    },
    validate: async () => {},
  };
  server = new RestFixture({ admission });
  await server.make(maps, { metadata: { name: "a" } });
  const { body } = await server.patch("merge", `${maps}/a`, { metadata: { labels: { outer: "1" } } });
  assert.deepEqual(body.metadata.labels, { inner: "1", outer: "1" });
});

test("the Scale's admission sees Scales", async () => {
  const kinds: unknown[] = [];
  const admission: AdmissionChain = {
    mutate: async ({ object, subresource }) => {
      if (subresource === "scale") kinds.push(object?.kind);
      return object;
    },
    validate: async ({ object, old, subresource }) => {
      if (subresource === "scale") kinds.push(object?.kind, old?.kind);
    },
  };
  const server = new RestFixture({ admission });
  await server.make(deploys, { metadata: { name: "d" }, spec: { selector: {}, template: {} } });
  await server.update(`${deploys}/d/scale`, { metadata: { name: "d" }, spec: { replicas: 3 } });
  assert.deepEqual(kinds, ["Scale", "Scale", "Scale"]);
});

/** Gives each object a number that no other has, and takes it back when it is not stored. */
function numbered(taken: Set<number>, ended: boolean[]): ServedResource {
  return {
    ...configMaps,
    strategy: {
      ...configMaps.strategy,
      begin: async (object, old) => {
        const number = old ? Number(metadataMap(old, "labels").number) : taken.size + 1;
        taken.add(number);
        return {
          object: withMetadata(object, { labels: { ...metadataMap(object, "labels"), number: `${number}` } }),
          finish: async (isStored) => {
            ended.push(isStored);
            if (!isStored && !old) taken.delete(number);
          },
        };
      },
      validateCreate: () => [],
    },
  };
}

test("what was begun for a write is kept with it, and undone when it fails or is only tried", async () => {
  const [taken, ended] = [new Set<number>(), [] as boolean[]];
  const server = new RestFixture({ resources: [numbered(taken, ended)] });
  const made = await server.make(maps, { metadata: { name: "a" } });
  assert.deepEqual([made.metadata.labels, [...taken], ended], [{ number: "1" }, [1], [true]]);
  assert.equal((await server.create(maps, { metadata: { name: "a" } })).status, 409);
  assert.equal((await server.create(maps, { metadata: { name: "UPPER" } })).status, 422);
  assert.equal((await server.create(maps, { metadata: { name: "b" } }, { dryRun: "All" })).status, 201);
  assert.deepEqual([[...taken], ended], [[1], [true, false, false, false]]);
});

test("what follows from a write is told once it is stored, and its failures stop nothing", async () => {
  const events: string[] = [];
  const after = (event: string, object: JsonObject) => {
    events.push(`${event} ${metadataText(object, "resourceVersion") !== ""}`);
    throw new Error("broken");
  };
  const server = new RestFixture({ resources: [{ ...configMaps, strategy: { ...configMaps.strategy, after } }] });
  await server.make(maps, { metadata: { name: "a" } });
  await server.create(maps, { metadata: { name: "b" } }, { dryRun: "All" });
  await server.patch("merge", `${maps}/a`, { data: { k: "v" } });
  await server.delete(`${maps}/a`);
  assert.deepEqual(events, ["create true", "update true", "delete true"]);
});

test("two resources that name the same folder share their objects", async () => {
  const twin: ServedResource = {
    ...configMaps,
    group: "twin.example.com",
    isBuiltIn: false,
    storageFolder: "configmaps",
  };
  const server = new RestFixture({ resources: [configMaps, twin] });
  await server.make(maps, { metadata: { name: "a" }, data: { k: "v" } });
  const { body } = await server.get("/apis/twin.example.com/v1/namespaces/ns/configmaps/a");
  assert.deepEqual((body as Json).data, { k: "v" });
});
