import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Answer, assertAnswer, assertStatus } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";

const client = connect();
let namespace: string;
before(async () => {
  namespace = await client.namespace();
});
after(() => client.close());

const configMaps = () => `/api/v1/namespaces/${namespace}/configmaps`;
const create = (text: string, query = {}): Promise<Answer> =>
  client.create(configMaps(), text, query, { headers: { "content-type": "application/yaml" } });
const withData = (data: string) => `metadata: {name: ${uniqueName("made")}}\ndata: ${data}\n`;
const asYaml = { headers: { accept: "application/yaml" } };

test("a body may be YAML, and the answer is still JSON", async () => {
  const name = uniqueName("made");
  const text = `# a comment
apiVersion: v1
kind: ConfigMap
metadata:
  name: ${name}
data:
  lines: |
    one
    two
  folded: >-
    one
    two
`;
  const answer = await create(text);
  assertAnswer(answer, 201, { metadata: { name }, data: { lines: "one\ntwo\n", folded: "one two" } });
  assert.equal(answer.headers["content-type"], "application/json");
});

test("JSON is YAML too", async () => {
  assertAnswer(await create(JSON.stringify({ metadata: { name: uniqueName("made") }, data: { a: "b" } })), 201);
});

test("of several documents the first counts", async () => {
  const name = uniqueName("made");
  assertAnswer(await create(`---\nmetadata: {name: ${name}}\n---\nmetadata: {name: other}\n`), 201, {
    metadata: { name },
  });
});

test("anchors and aliases are resolved", async () => {
  assertAnswer(await create(withData("{a: &text hello, b: *text}")), 201, { data: { a: "hello", b: "hello" } });
});

test("an avalanche of aliases is refused", async () => {
  const lines = Array.from("bcdefghi", (letter, index) => {
    const alias = `*${String.fromCharCode("a".charCodeAt(0) + index)}`;
    return `${letter}: &${letter} [${Array(9).fill(alias).join(",")}]`;
  });
  const answer = await create(`a: &a [x,x,x,x,x,x,x,x,x]\n${lines.join("\n")}\n`);
  assertAnswer(answer, 400, { reason: "BadRequest", message: /yaml: document contains excessive aliasing/ });
});

test("words and numbers without quotes are what YAML 1.1 takes them for", async () => {
  const cannot = (type: string) =>
    `ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal ${type} into Go struct field ConfigMap.data of type string`;
  for (const word of ["true", "yes", "on", "y", "No", "OFF"])
    assertStatus(await create(withData(`{a: ${word}}`)), 400, "BadRequest", cannot("bool"));
  for (const number of ["1", "0x1f", "1.5", "1_000", "0o17"])
    assertStatus(await create(withData(`{a: ${number}}`)), 400, "BadRequest", cannot("number"));
  assertAnswer(await create(withData("{a: 'true', b: \"1\", c: 2020-01-01, d: yesterday, e: ~}")), 201, {
    data: { a: "true", b: "1", c: "2020-01-01", d: "yesterday", e: "" },
  });
});

test("a duplicate key is a warning, or an error where validation is strict", async () => {
  const text = "{a: one, a: two}";
  const answer = await create(withData(text));
  assertAnswer(answer, 201, { data: { a: "two" } });
  assert.deepEqual(answer.warnings, ['line 2: key "a" already set in map']);
  const strict = await create(withData(text), { fieldValidation: "Strict" });
  const message =
    'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: yaml: unmarshal errors:\n' +
    '  line 2: key "a" already set in map';
  assertStatus(strict, 400, "BadRequest", message);
});

test("what is no YAML is a BadRequest that names the line", async () => {
  const unrecognized = "the object provided is unrecognized (must be of type ConfigMap): yaml:";
  const cut = `${unrecognized} line 1: did not find expected node content (613a205b0a)`;
  assertStatus(await create("a: [\n"), 400, "BadRequest", cut);
  const tab = `${unrecognized} line 2: found character that cannot start any token (613a0a092d20620a)`;
  assertStatus(await create("a:\n\t- b\n"), 400, "BadRequest", tab);
});

test("an empty document is an empty object, unlike an empty JSON body", async () => {
  const message = 'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required';
  for (const text of ["", "\n", "# nothing\n", "---\n"]) assertStatus(await create(text), 422, "Invalid", message);
});

test("an object comes as YAML with its keys sorted", async () => {
  const name = uniqueName("made");
  const data = { b: "one\ntwo\n", a: "true", c: "plain" };
  assertAnswer(await client.create(configMaps(), { metadata: { name }, data }, { fieldManager: "test" }), 201);
  const answer = await client.get(`${configMaps()}/${name}`, {}, asYaml);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers["content-type"], "application/yaml");
  const start =
    'apiVersion: v1\ndata:\n  a: "true"\n  b: |\n    one\n    two\n  c: plain\nkind: ConfigMap\nmetadata:\n  creationTimestamp: "';
  assert.ok(answer.text.startsWith(start), answer.text);
  assert.match(
    answer.text,
    new RegExp(`\\n {2}name: ${name}\\n {2}namespace: ${namespace}\\n {2}resourceVersion: "\\d+"\\n`),
  );
});

test("lists, discovery and failures come as YAML too", async () => {
  const list = await client.get(`/api/v1/namespaces/${namespace}/secrets`, {}, asYaml);
  assert.match(list.text, /^apiVersion: v1\nitems: \[\]\nkind: SecretList\nmetadata:\n {2}resourceVersion: "\d+"\n$/);
  const discovery = await client.get("/apis/apps/v1", {}, asYaml);
  assert.ok(discovery.text.startsWith("apiVersion: v1\ngroupVersion: apps/v1\nkind: APIResourceList\n"));
  const absent = await client.get(`${configMaps()}/absent`, {}, asYaml);
  const status = [
    "apiVersion: v1",
    "code: 404",
    "details:",
    "  kind: configmaps",
    "  name: absent",
    "kind: Status",
    'message: configmaps "absent" not found',
    "metadata: {}",
    "reason: NotFound",
    "status: Failure",
    "",
  ];
  assert.equal(absent.text, status.join("\n"));
});
