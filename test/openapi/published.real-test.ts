/** The real kube-apiserver publishes what is recorded, and what we publish for definitions that nobody chose. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { fieldPath } from "@pintle/machinery";
import {
  checkStructuralSchema,
  hashOpenApi,
  publishOpenApiV2,
  publishOpenApiV3,
  servedResourcesOf,
  writeOpenApi,
} from "@pintle/schema";
import { Client } from "../conformance/client.ts";
import { seededObject } from "../oracle/schema-cases.ts";
import { startRealControlPlane } from "../real/control-plane.ts";
import { missing } from "../tools.ts";
import { askPublished } from "./ask.ts";
import { define, definitions } from "./definitions.ts";
import { formatRecording } from "./recording.ts";

const skip = missing("real");
const plane = skip ? undefined : await startRealControlPlane();
const client = plane ? new Client({ name: "real", ...plane }) : undefined;
after(async () => {
  await client?.close();
  await plane?.stop();
});

const recording = new URL("../../packages/schema/testdata/openapi-published.json", import.meta.url);

test("the recording is what the server publishes", { skip }, async () => {
  const recorded = readFileSync(recording, "utf8").split("\n");
  const published = formatRecording(await askPublished(client as Client, definitions)).split("\n");
  const changed = published.filter((line, index) => line !== recorded[index]);
  assert.deepEqual(changed, [], "run `make openapi`");
  assert.equal(published.length, recorded.length);
});

const group = "seeded.pintle.example";
const seeds = 150;

test("seeded definitions are published alike, to the last byte", { skip }, async () => {
  const sound = Array.from({ length: seeds }, (_, seed) => ({ seed, schema: seededObject(seed).schema })).filter(
    ({ schema }) => checkStructuralSchema(schema, fieldPath("schema")).length === 0,
  );
  assert.ok(sound.length >= seeds / 3, `only ${sound.length} of ${seeds} are sound`);
  const seeded = sound.map(({ seed, schema }) => {
    const scope = seed % 2 === 0 ? "Cluster" : "Namespaced";
    return define({ kind: `Seeded${seed}`, plural: `seeded${seed}s` }, scope, [{ name: "v1", schema }], group);
  });
  const published = await askPublished(client as Client, seeded);
  const resources = published.definitions.flatMap((spec) => servedResourcesOf(spec));
  const ours = publishOpenApiV3(resources);
  const key = `apis/${group}/v1`;
  for (const [name, schema] of Object.entries(ours.components.schemas))
    assert.deepEqual(schema, published.v3[key].components.schemas[name], name);
  assert.equal(hashOpenApi(writeOpenApi(ours)), published.hashes[key]);
  const { definitions: kinds, paths } = publishOpenApiV2(resources);
  for (const [name, schema] of Object.entries(published.v2.definitions)) assert.deepEqual(kinds[name], schema, name);
  assert.deepEqual(paths, published.v2.paths);
});
