import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Agent, request as send } from "undici";
import { type Answer, assertAnswer, assertStatus } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { configMap, entry, envelope, field, message, objectMeta, protobufType } from "./protobuf.ts";

const client = connect();
const agent = new Agent({ connect: { ca: client.server.ca }, allowH2: false });
let configMaps: string;
before(async () => {
  configMaps = `/api/v1/namespaces/${await client.namespace()}/configmaps`;
});
after(async () => {
  await client.close();
  await agent.close();
});

/** A protobuf body; the answer is JSON, as clients accept it. */
function sending(method: string, path: string, body: Uint8Array, query = {}): Promise<Answer> {
  return client.request(method, path, { body, query, headers: { "content-type": protobufType } });
}

/** The answer as bytes. */
async function receive(path: string, accept = protobufType): Promise<{ status: number; type: unknown; bytes: Buffer }> {
  const headers = { authorization: `Bearer ${client.server.tokens.admin}`, accept };
  const { statusCode, headers: received, body } = await send(client.server.url + path, { headers, dispatcher: agent });
  return { status: statusCode, type: received["content-type"], bytes: Buffer.from(await body.arrayBuffer()) };
}

const typed = (apiVersion: string, kind: string) => field(1, message(field(1, apiVersion), field(2, kind)));

test("an object may come as protobuf", async () => {
  const name = uniqueName("made");
  const raw = message(configMap(name, { key: "value" }), entry(3, "bytes", Buffer.from([0, 255])));
  assertAnswer(await sending("POST", configMaps, envelope("v1", "ConfigMap", raw)), 201, {
    kind: "ConfigMap",
    metadata: { name, labels: { app: "test" } },
    data: { key: "value" },
    binaryData: { bytes: "AP8=" },
  });
});

test("the envelope's type may be left out", async () => {
  const name = uniqueName("made");
  assertAnswer(await sending("POST", configMaps, envelope("", "", configMap(name))), 201, { kind: "ConfigMap" });
});

test("a Namespace may come as protobuf", async () => {
  const name = uniqueName("ns");
  const body = envelope("v1", "Namespace", field(1, objectMeta(name)));
  assertAnswer(await sending("POST", "/api/v1/namespaces", body), 201, {
    metadata: { name, labels: { "kubernetes.io/metadata.name": name } },
    spec: { finalizers: ["kubernetes"] },
  });
});

test("an update may come as protobuf, and what it does not hold is gone", async () => {
  const name = uniqueName("made");
  assertAnswer(await client.create(configMaps, { metadata: { name }, data: { old: "x" } }), 201);
  const body = envelope("v1", "ConfigMap", configMap(name, { new: "y" }));
  assertAnswer(await sending("PUT", `${configMaps}/${name}`, body), 200, { data: { old: undefined, new: "y" } });
});

test("DeleteOptions may come as protobuf, of v1 and of meta.k8s.io/v1", async () => {
  const { name, uid } = (await client.create(configMaps, { metadata: { name: uniqueName("made") } })).body.metadata;
  const path = `${configMaps}/${name}`;
  const preconditions = field(2, field(1, "other"));
  const conflict =
    `Operation cannot be fulfilled on ConfigMap "${name}": the UID in the precondition (other) does not match the UID in ` +
    `record (${uid}). The object might have been deleted and then recreated`;
  assertStatus(
    await sending("DELETE", path, envelope("v1", "DeleteOptions", preconditions)),
    409,
    "Conflict",
    conflict,
  );
  assertAnswer(await sending("DELETE", path, envelope("v1", "DeleteOptions", field(5, "All"))), 200);
  assertAnswer(await client.get(path), 200);
  const background = envelope("meta.k8s.io/v1", "DeleteOptions", field(4, "Background"));
  assertAnswer(await sending("DELETE", path, background), 200, { status: "Success", details: { uid } });
  assertAnswer(await client.get(path), 404);
});

test("a review may come as protobuf", async () => {
  const attributes = message(field(2, "get"), field(3, "apps"), field(5, "deployments"));
  const body = envelope("authorization.k8s.io/v1", "SelfSubjectAccessReview", field(2, field(1, attributes)));
  const path = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
  assertAnswer(await sending("POST", path, body), 201, {
    spec: { resourceAttributes: { verb: "get", group: "apps", resource: "deployments" } },
  });
});

test("a field that the server does not know is dropped, even where validation is strict", async () => {
  const raw = message(configMap(uniqueName("made"), { key: "value" }), field(99, "x"));
  const answer = await sending("POST", configMaps, envelope("v1", "ConfigMap", raw), { fieldValidation: "Strict" });
  assertAnswer(answer, 201, { data: { key: "value" } });
  assert.deepEqual(answer.warnings, []);
});

test("another kind than the path's is refused as in JSON", async () => {
  const secret =
    'Secret in version "v1" cannot be handled as a ConfigMap: converting (v1.Secret) to (core.ConfigMap): unknown conversion';
  assertStatus(await sending("POST", configMaps, envelope("v1", "Secret", configMap("x"))), 400, "BadRequest", secret);
  assertAnswer(await sending("POST", configMaps, envelope("v1", "Unicorn", configMap("x"))), 400, {
    message: /^Unicorn in version "v1" cannot be handled as a ConfigMap: no kind "Unicorn" is registered/,
  });
});

test("bytes that are no protobuf are a BadRequest", async () => {
  const unrecognized = "the object provided is unrecognized (must be of type ConfigMap):";
  for (const [bytes, error] of [
    [Buffer.from("{}"), "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0] ({})"],
    [Buffer.alloc(0), "empty data (<empty>)"],
    [Buffer.from("k8s\0"), "empty body (6b387300)"],
    [Buffer.from("k8s\0\xff\xff", "latin1"), "unexpected EOF (6b387300ffff)"],
  ] as const)
    assertStatus(await sending("POST", configMaps, bytes), 400, "BadRequest", `${unrecognized} ${error}`);
  const cut = 'ConfigMap in version "v1" cannot be handled as a ConfigMap: unexpected EOF';
  const body = envelope("v1", "ConfigMap", Buffer.from([0x0a, 0x7f]));
  assertStatus(await sending("POST", configMaps, body), 400, "BadRequest", cut);
});

test("a patch cannot come as protobuf", async () => {
  const body = envelope("v1", "ConfigMap", configMap("x"));
  assertStatus(
    await sending("PATCH", `${configMaps}/x`, body),
    415,
    "UnsupportedMediaType",
    "415: Unsupported Media Type",
  );
});

test("an object, a list and a failure come as protobuf in the same envelope", async () => {
  const name = uniqueName("made");
  assertAnswer(await client.create(configMaps, { metadata: { name }, data: { key: "value" } }), 201);
  for (const [path, status, kind] of [
    [`${configMaps}/${name}`, 200, "ConfigMap"],
    [configMaps, 200, "ConfigMapList"],
    [`${configMaps}/absent`, 404, "Status"],
  ] as const) {
    const answer = await receive(path);
    assert.equal(answer.status, status);
    assert.equal(answer.type, protobufType);
    const start = message(Buffer.from("k8s\0"), typed("v1", kind));
    assert.deepEqual(answer.bytes.subarray(0, start.length), start);
    const end = message(field(3, ""), field(4, ""));
    assert.deepEqual(answer.bytes.subarray(-end.length), end);
  }
  const { bytes } = await receive(`${configMaps}/${name}`);
  assert.ok(bytes.includes(entry(2, "key", "value")), bytes.toString("latin1"));
  const absent = (await receive(`${configMaps}/absent`)).bytes;
  assert.ok(absent.includes(field(3, 'configmaps "absent" not found')), absent.toString("latin1"));
});

test("protobuf and JSON in Accept are taken in order", async () => {
  const path = "/api/v1/namespaces/default";
  assert.equal((await receive(path, `${protobufType},application/json`)).type, protobufType);
  assert.equal((await receive(path, `application/json,${protobufType}`)).type, "application/json");
});

test("a watch in protobuf is frames of a length and a WatchEvent that holds the object's envelope", async () => {
  const name = uniqueName("made");
  assertAnswer(await client.create(configMaps, { metadata: { name } }), 201);
  const query = `?watch=1&timeoutSeconds=1&resourceVersion=0&fieldSelector=metadata.name%3D${name}`;
  for (const accept of [protobufType, `${protobufType};stream=watch`]) {
    const { status, type, bytes } = await receive(configMaps + query, accept);
    assert.equal(status, 200);
    assert.equal(type, `${protobufType};stream=watch`);
    assert.equal(bytes.readUInt32BE(0), bytes.length - 4);
    const event = bytes.subarray(4);
    assert.deepEqual(event.subarray(0, 7), field(1, "ADDED"));
    const start = message(Buffer.from("k8s\0"), typed("v1", "ConfigMap"));
    assert.ok(event.includes(start), event.toString("latin1"));
  }
});
