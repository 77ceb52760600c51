import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertStatus } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { configMapsIn } from "../crud/objects.ts";
import { assertLevels, assertRefused, assertWarned, type Send } from "./levels.ts";

const client = connect();
let configMaps: string;
before(async () => {
  configMaps = configMapsIn(await client.namespace());
});
after(() => client.close());

const yaml = { headers: { "content-type": "application/yaml" } };

/** Sends the YAML with the object's name in place of `<name>`. */
const creating =
  (text: string): Send =>
  (query) =>
    client.create(configMaps, text.replaceAll("<name>", uniqueName("o")), query, yaml);

test("an unknown field in YAML is told like one in JSON", async () => {
  await assertLevels(creating("metadata:\n  name: <name>\nfoo: 1\n"), "ConfigMap", 201, ['unknown field "foo"']);
});

test("a key given twice in YAML is told by its line, the last value counts", async () => {
  const send = creating('metadata:\n  name: <name>\ndata:\n  a: "1"\n  a: "2"\n');
  const answer = await assertWarned(send, 201, ['line 5: key "a" already set in map']);
  assert.deepEqual(answer.body.data, { a: "2" });
  const refused = 'yaml: unmarshal errors:\n  line 5: key "a" already set in map';
  assertRefused(await send({ fieldValidation: "Strict" }), "ConfigMap", refused);
});

test("all keys given twice are told, before the unknown fields", async () => {
  const send = creating(
    'metadata:\n  name: x\n  name: <name>\nfoo: 1\ndata:\n  a: "1"\n  b: "1"\n  b: "2"\n  a: "2"\n',
  );
  const lines = [
    'line 3: key "name" already set in map',
    'line 8: key "b" already set in map',
    'line 9: key "a" already set in map',
  ];
  await assertWarned(send, 201, [...lines, 'unknown field "foo"']);
  const refused = `yaml: unmarshal errors:\n  ${lines.join("\n  ")}, unknown field "foo"`;
  assertRefused(await send({ fieldValidation: "Strict" }), "ConfigMap", refused);
});

test("a map given twice in YAML is replaced, unlike in JSON", async () => {
  const send = creating('metadata:\n  name: <name>\ndata:\n  a: "1"\ndata:\n  b: "2"\n');
  // The line is that of the value.
  const answer = await assertWarned(send, 201, ['line 6: key "data" already set in map']);
  assert.deepEqual(answer.body.data, { b: "2" });
});

test("JSON sent as YAML is told in the words of YAML", async () => {
  const send = creating('{"metadata":{"name":"<name>"},"data":{"a":"1","a":"2"}}');
  await assertWarned(send, 201, ['line 1: key "a" already set in map']);
});

test("keys given twice are told in an unknown field too", async () => {
  const send = creating("metadata:\n  name: <name>\nfoo:\n  a: 1\n  a: 2\n");
  await assertWarned(send, 201, ['line 5: key "a" already set in map', 'unknown field "foo"']);
});

test("only the first document of a stream is read", async () => {
  const answer = await creating('metadata: {name: <name>}\ndata:\n  a: "1"\n---\nfoo: 1\n')({
    fieldValidation: "Strict",
  });
  assertAnswer(answer, 201, { data: { a: "1" } });
});

test("YAML is 1.1: yes, on and y are booleans, as values and as keys", async () => {
  const value = await creating("metadata:\n  name: <name>\ndata:\n  a: on\n")({});
  const message =
    'ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal bool into Go struct field ConfigMap.data of type string';
  assertStatus(value, 400, "BadRequest", message);
  const key = await creating('metadata:\n  name: <name>\ndata:\n  y: "1"\n  no: "2"\n')({ fieldValidation: "Strict" });
  assertAnswer(key, 201);
  assert.deepEqual(key.body.data, { true: "1", false: "2" });
});

test("what is no YAML is unrecognized, with its bytes in hexadecimal", async () => {
  const answer = await client.create(configMaps, "metadata: [\n", {}, yaml);
  const message =
    "the object provided is unrecognized (must be of type ConfigMap): yaml: line 1: did not find expected node content (6d657461646174613a205b0a)";
  assertStatus(answer, 400, "BadRequest", message);
});
