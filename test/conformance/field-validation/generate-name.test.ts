import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { configMapsIn, labelRule, make, subdomainRule } from "../crud/objects.ts";

const client = connect();
let namespace: string;
let configMaps: string;
before(async () => {
  namespace = await client.namespace();
  configMaps = configMapsIn(namespace);
});
after(() => client.close());

/** No vowels, so that no words come out, and none of 0, 1, 3, which look like letters. */
const suffix = "[bcdfghjklmnpqrstvwxz2456789]{5}";

async function generated(generateName: string): Promise<string> {
  const answer = await client.create(configMaps, { metadata: { generateName } });
  assertAnswer(answer, 201, { metadata: { generateName } });
  return answer.body.metadata.name;
}

/** Asserts that the generated name was refused; what is generated is `<name>` in the expected message. */
async function assertRefused(collection: string, kind: string, generateName: string, expected: string): Promise<void> {
  const answer = await client.create(collection, { metadata: { generateName } });
  assertAnswer(answer, 422, { reason: "Invalid" });
  const { name } = answer.body.details;
  assert.match(name, new RegExp(`${suffix}$`));
  assertStatus(answer, 422, "Invalid", `${kind} "${name}" is invalid: ${expected.replaceAll("<name>", name)}`);
}

test("five random characters follow the prefix", async () => {
  assert.match(await generated("a-"), new RegExp(`^a-${suffix}$`));
  assert.match(await generated("no-dash"), new RegExp(`^no-dash${suffix}$`));
  assert.match(await generated("a.b-"), new RegExp(`^a\\.b-${suffix}$`));
});

test("every create generates another name", async () => {
  const names = await Promise.all(Array.from({ length: 20 }, () => generated("many-")));
  assert.equal(new Set(names).size, 20);
});

test("all 27 characters occur", async () => {
  const seen = new Set<string>();
  for (let batch = 0; batch < 15; batch += 1) {
    const create = () => client.create(configMaps, { metadata: { generateName: "x-" } }, { dryRun: "All" });
    const answers = await Promise.all(Array.from({ length: 10 }, create));
    for (const { body } of answers) for (const character of body.metadata.name.slice(2)) seen.add(character);
  }
  assert.equal([...seen].toSorted().join(""), "2456789bcdfghjklmnpqrstvwxz");
});

test("a long prefix is cut so that the name has 63 characters", async () => {
  for (const length of [58, 59, 253]) {
    const name = await generated("x".repeat(length));
    assert.match(name, new RegExp(`^x{58}${suffix}$`), `${length}`);
  }
});

test("a name goes before generateName, which is kept", async () => {
  const name = uniqueName("o");
  const answer = await client.create(configMaps, { metadata: { name, generateName: "a-" } });
  assertAnswer(answer, 201, { metadata: { name, generateName: "a-" } });
});

test("a name that exists, with a generateName beside it, is told that no unique name could be generated", async () => {
  const { name } = await make(client, configMaps);
  const answer = await client.create(configMaps, { metadata: { name, generateName: "a-" } });
  const message = `configmaps "${name}" already exists, the server was not able to generate a unique name for the object`;
  assertStatus(answer, 409, "AlreadyExists", message, { details: { name, kind: "configmaps", retryAfterSeconds: 1 } });
  assert.equal(answer.headers["retry-after"], "1");
});

test("a prefix that makes no name is refused together with the name that it makes", async () => {
  for (const prefix of ["UPPER-", "a_", "-a"]) {
    await assertRefused(
      configMaps,
      "ConfigMap",
      prefix,
      `[metadata.generateName: Invalid value: "${prefix}": ${subdomainRule}, metadata.name: Invalid value: "<name>": ${subdomainRule}]`,
    );
  }
});

test("a prefix is validated as if it were a name, but for a dash at its end", async () => {
  // The name that comes out would be fine; the prefix is refused all the same.
  const message = `metadata.generateName: Invalid value: "a.": ${subdomainRule}`;
  await assertRefused(configMaps, "ConfigMap", "a.", message);
});

test("a prefix is no longer than a name", async () => {
  const prefix = "x".repeat(254);
  const message = `metadata.generateName: Invalid value: "${prefix}": must be no more than 253 characters`;
  await assertRefused(configMaps, "ConfigMap", prefix, message);
});

test("the prefix of a namespace is a label of at most 63 characters", async () => {
  const prefix = "x".repeat(64);
  const long = `metadata.generateName: Invalid value: "${prefix}": must be no more than 63 characters`;
  await assertRefused("/api/v1/namespaces", "Namespace", prefix, long);
  const dots = `[metadata.generateName: Invalid value: "x.": ${labelRule}, metadata.name: Invalid value: "<name>": must not contain dots]`;
  await assertRefused("/api/v1/namespaces", "Namespace", "x.", dots);
});

test("an update generates no name", async () => {
  const path = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases/a`;
  const answer = await client.update(path, { metadata: { generateName: "a" } });
  const message = "the name of the object (a based on URL) was undeterminable: name must be provided";
  assertStatus(answer, 400, "BadRequest", message);
});

test("generateName may be changed and removed by updates", async () => {
  const { name, path } = await make(client, configMaps, { metadata: { generateName: "a-" } });
  const put = (metadata: Json) => client.update(path, { metadata: { name, ...metadata } });
  assertAnswer(await put({ generateName: "b-" }), 200, { metadata: { name, generateName: "b-" } });
  assertAnswer(await put({}), 200, { metadata: { name, generateName: undefined } });
});

test("apply generates no name", async () => {
  const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { generateName: "a-" } };
  const answer = await client.patch("apply", `${configMaps}/x`, object, { fieldManager: "m" });
  const message = "the name of the object (x based on URL) was undeterminable: name must be provided";
  assertStatus(answer, 400, "BadRequest", message);
});
