import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Answer, assertAnswer, assertStatus } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { createThings, type Things } from "./things.ts";

const client = connect();
let configMaps: string;
let one: string;
let things: Things;
before(async () => {
  configMaps = `/api/v1/namespaces/${await client.namespace()}/configmaps`;
  one = `${configMaps}/one`;
  assertAnswer(await client.create(configMaps, { metadata: { name: "one" }, data: { a: "b" } }), 201);
  things = await createThings(client);
  assertAnswer(await client.create(things.path, things.text("one", "{}")), 201);
});
after(async () => {
  await things.remove();
  await client.close();
});

const accepting = (accept: string, path = one): Promise<Answer> => client.get(path, {}, { headers: { accept } });
const sending = (type: string, method = "POST", path = configMaps): Promise<Answer> =>
  client.request(method, path, {
    body: { metadata: { name: uniqueName("sent") } },
    query: { dryRun: "All" },
    headers: { "content-type": type },
  });
const types = "application/json, application/yaml, application/vnd.kubernetes.protobuf";

test("JSON is the answer where anything is accepted, and where nothing is said", async () => {
  for (const accept of ["*/*", "", "application/json", "text/html, application/xhtml+xml, */*;q=0.8"]) {
    const answer = await accepting(accept);
    assertAnswer(answer, 200, { kind: "ConfigMap" });
    assert.equal(answer.headers["content-type"], "application/json");
  }
});

test("the first that is accepted counts, by quality", async () => {
  for (const [accept, type] of [
    ["application/json;q=0.1, application/yaml", "application/yaml"],
    ["application/yaml;q=0.1, application/json", "application/json"],
    ["application/yaml, application/json", "application/yaml"],
    ["text/html, application/yaml", "application/yaml"],
    ["application/json;charset=utf-8", "application/json"],
    ["application/json;stream=watch", "application/json"],
  ] as const)
    assert.equal((await accepting(accept)).headers["content-type"], type, accept);
});

test("what cannot be given is NotAcceptable, with the list of what can", async () => {
  const message = `406: Not Acceptable\n\nAvailable representations: ${types}`;
  // The filter before the handlers knows neither subtypes' stars nor capitals.
  for (const accept of [
    "text/html",
    "application/xml",
    "text/*",
    "application/*",
    "APPLICATION/JSON",
    "application/cbor",
  ])
    assertStatus(await accepting(accept), 406, "NotAcceptable", message, { details: {} });
});

test("the Accept header is looked at before the object", async () => {
  assertAnswer(await accepting("text/html", `${configMaps}/absent`), 406);
});

test("a transformation that does not exist is NotAcceptable in other words", async () => {
  const answer = await accepting("application/json;as=Unicorn;v=v1;g=meta.k8s.io");
  assertStatus(answer, 406, "NotAcceptable", `only the following media types are accepted: ${types}`);
});

test("a custom resource has no protobuf: alone it is NotAcceptable, in a list the next type is taken", async () => {
  const protobuf = "application/vnd.kubernetes.protobuf";
  const thing = `${things.path}/one`;
  assertAnswer(await accepting(protobuf, thing), 406);
  const answer = await accepting(`${protobuf},application/json`, thing);
  assertAnswer(answer, 200, { kind: "Thing" });
  assert.equal(answer.headers["content-type"], "application/json");
  const message = `only the following media types are accepted: ${types}`;
  assertStatus(await accepting("text/html", thing), 406, "NotAcceptable", message);
});

test("/version is JSON and nothing else, but its refusal may be YAML", async () => {
  const answer = await accepting("application/yaml", "/version");
  assert.equal(answer.status, 406);
  assert.equal(answer.headers["content-type"], "application/yaml");
  assert.match(answer.text, /Available representations: application\/json\n/);
});

test("a body of another type is an UnsupportedMediaType, with the list of what is read", async () => {
  const message = `the body of the request was in an unknown format - accepted media types include: ${types}`;
  for (const type of ["text/plain", "text/json", "text/yaml", "application/xml", "application/cbor", "nonsense", "*/*"])
    assertStatus(await sending(type), 415, "UnsupportedMediaType", message);
  assertStatus(await sending("text/plain", "PUT", one), 415, "UnsupportedMediaType", message);
  assertStatus(await sending("text/plain", "DELETE", one), 415, "UnsupportedMediaType", message);
  assertStatus(await sending("text/plain", "POST", things.path), 415, "UnsupportedMediaType", message);
});

test("a body without a type is JSON; parameters and capitals do not matter", async () => {
  for (const type of ["", "application/json; charset=utf-8", "application/json;charset=latin1", "APPLICATION/JSON"])
    assertAnswer(await sending(type), 201);
});

test("a GET with a body is answered as one without", async () => {
  assertAnswer(await client.request("GET", one, { body: "{{", headers: { "content-type": "text/plain" } }), 200);
});

test("pretty=true indents by two spaces, and browsers, curl and wget get it by themselves", async () => {
  const isPretty = ({ text }: Answer) => text.startsWith('{\n  "kind": "ConfigMap",\n  "apiVersion": "v1",\n');
  assert.ok(isPretty(await client.get(one, { pretty: true })));
  assert.ok(isPretty(await client.get(one, { pretty: 1 })));
  assert.ok(isPretty(await accepting("application/json;pretty=1")));
  for (const agent of ["Mozilla/5.0 (X11)", "curl/8.0", "Wget/1.2"]) {
    const headers = { "user-agent": agent };
    assert.ok(isPretty(await client.get(one, {}, { headers })), agent);
    assert.ok(!isPretty(await client.get(one, { pretty: false }, { headers })), agent);
  }
  for (const pretty of ["", "false", "0", "maybe"]) assert.ok(!isPretty(await client.get(one, { pretty })), pretty);
});

test("JSON ends with a newline, unless it is pretty", async () => {
  assert.match((await client.get(one)).text, /}\n$/);
  assert.match((await client.get(one, { pretty: true })).text, /[^\n]$/);
});
