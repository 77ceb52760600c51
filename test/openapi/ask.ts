/** What a server publishes for definitions that it does not have yet. */
import { type Answer, assertAnswer, type Json } from "../conformance/answer.ts";
import type { Client } from "../conformance/client.ts";
import { eventually } from "../conformance/eventually.ts";

export interface Published {
  /** The `spec` of each definition, as the server completed it. */
  readonly definitions: readonly Json[];
  /** Documents by their key in the index, and the hashes of their bytes. */
  readonly v3: Readonly<Record<string, Json>>;
  readonly hashes: Readonly<Record<string, string>>;
  /** What the one document of version 2 says about the definitions' kinds, and the types and parameters that all kinds share. */
  readonly v2: Json;
}

const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

export async function askPublished(client: Client, definitions: readonly Json[]): Promise<Published> {
  for (const definition of definitions) assertAnswer(await client.create(path, definition), 201);
  const v2 = await eventually(() => completeV2(client, definitions), 30_000);
  const keys = definitions.flatMap(({ spec }) =>
    spec.versions.filter(({ served }: Json) => served !== false).map(({ name }: Json) => `apis/${spec.group}/${name}`),
  );
  const v3: Record<string, Json> = {};
  const hashes: Record<string, string> = {};
  for (const key of [...new Set(keys)].toSorted()) {
    const answer = await eventually(() => completeV3(client, definitions, key), 30_000);
    v3[key] = answer.body;
    hashes[key] = String(answer.headers.etag).replaceAll('"', "");
  }
  const specs = await Promise.all(
    definitions.map(async ({ metadata }) => (await client.get(`${path}/${metadata.name}`)).body.spec),
  );
  return { definitions: specs, v3, hashes, v2 };
}

/** Documents follow definitions after a moment, one definition after the other. */
async function completeV3(client: Client, definitions: readonly Json[], key: string): Promise<Answer> {
  const answer = await client.get(`/openapi/v3/${key}`);
  assertAnswer(answer, 200);
  for (const { spec } of definitions)
    for (const version of spec.versions)
      if (key === `apis/${spec.group}/${version.name}`) assertHasPath(answer.body, `/${key}/${spec.names.plural}`);
  return answer;
}

async function completeV2(client: Client, definitions: readonly Json[]): Promise<Json> {
  const answer = await client.get("/openapi/v2");
  assertAnswer(answer, 200);
  const { paths, definitions: types, parameters } = answer.body;
  for (const { spec } of definitions)
    assertHasPath(answer.body, `/apis/${spec.group}/${spec.versions[0].name}/${spec.names.plural}`);
  const groups = [...new Set(definitions.map(({ spec }) => spec.group as string))];
  const ownPaths = pick(paths, (name) => groups.some((group) => name.startsWith(`/apis/${group}/v`)));
  const prefixes = groups.map((group) => `${group.split(".").reverse().join(".")}.v`);
  const ownTypes = pick(types, (name) => prefixes.some((prefix) => name.startsWith(prefix)));
  const texts = JSON.stringify([ownPaths, ownTypes]);
  const sharedTypes = pick(types, (name) =>
    /^io\.k8s\.(?:apimachinery\.pkg\.apis\.meta|api\.autoscaling)\.v1\./.test(name),
  );
  return {
    paths: ownPaths,
    definitions: ownTypes,
    sharedDefinitions: sharedTypes,
    parameters: pick(parameters, (name) => texts.includes(`"#/parameters/${name}"`)),
  };
}

function assertHasPath({ paths }: Json, name: string): void {
  if (!Object.hasOwn(paths, name)) throw new Error(`${name} is not published yet`);
}

function pick(object: Json, isWanted: (key: string) => boolean): Json {
  return Object.fromEntries(Object.entries(object).filter(([key]) => isWanted(key)));
}
