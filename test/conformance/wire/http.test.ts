import assert from "node:assert/strict";
import { connect as connectHttp2, type IncomingHttpHeaders } from "node:http2";
import { connect as connectPlain } from "node:net";
import { text as readText } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { Agent, request as send } from "undici";
import { assertAnswer, assertStatus } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { head, sendRaw } from "./raw.ts";

const client = connect();
const agent = new Agent({ connect: { ca: client.server.ca }, allowH2: false });
let configMaps: string;
before(async () => {
  configMaps = `/api/v1/namespaces/${await client.namespace()}/configmaps`;
  const body = { metadata: { name: "one" }, data: { a: "b" } };
  assertAnswer(await client.create(configMaps, body), 201);
});
after(async () => {
  await client.close();
  await agent.close();
});

const bodyOf = (name: string) => JSON.stringify({ metadata: { name }, data: { a: "x" } });
const json = "Content-Type: application/json";
const authorization = `Bearer ${client.server.tokens.admin}`;

test("methods that a resource does not have are not allowed, HEAD and OPTIONS among them", async () => {
  const message = "the server does not allow this method on the requested resource";
  for (const method of ["OPTIONS", "TRACE", "PROPFIND", "UNHEARD"]) {
    for (const path of [configMaps, `${configMaps}/one`])
      assertStatus(await client.request(method, path), 405, "MethodNotAllowed", message, { details: {} });
  }
  assertStatus(await client.create(`${configMaps}/one`, {}), 405, "MethodNotAllowed", message);
  assertStatus(await client.update(configMaps, {}), 405, "MethodNotAllowed", message);
  assertStatus(await client.delete("/version"), 405, "MethodNotAllowed", message);
  for (const path of [configMaps, `${configMaps}/one`, `${configMaps}/absent`, "/version"]) {
    const answer = await client.request("HEAD", path);
    assert.equal(answer.status, 405);
    assert.equal(answer.text, "");
  }
});

test("health does not mind the method", async () => {
  const answer = await client.create("/healthz", {});
  assert.deepEqual([answer.status, answer.text], [200, "ok"]);
});

test("every answer has an Audit-Id of its own and may not be cached", async () => {
  const seen = new Set<unknown>();
  for (const path of [`${configMaps}/one`, configMaps, `${configMaps}/absent`, "/nothing", "/version", "/healthz"]) {
    const { headers } = await client.get(path);
    assert.match(String(headers["audit-id"]), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    assert.equal(headers["cache-control"], "no-cache, private");
    assert.ok(headers.date);
    seen.add(headers["audit-id"]);
  }
  assert.equal(seen.size, 6);
});

test("an Audit-Id that the caller sends is kept", async () => {
  const { headers } = await client.get(`${configMaps}/one`, {}, { headers: { "Audit-ID": "mine-42" } });
  assert.equal(headers["audit-id"], "mine-42");
});

test("a created object has no Location", async () => {
  const answer = await client.create(configMaps, bodyOf(uniqueName("made")));
  assertAnswer(answer, 201);
  assert.equal(answer.headers.location, undefined);
});

test("no origin is allowed in, since none was configured", async () => {
  const { status, headers } = await client.get(`${configMaps}/one`, {}, { headers: { origin: "https://example.com" } });
  assert.equal(status, 200);
  assert.equal(headers["access-control-allow-origin"], undefined);
});

test("warnings quote what needs quoting, one header each", async () => {
  const name = uniqueName("warned");
  const body = { metadata: { name }, 'a"b\\': 1, "new\nline": 2 };
  const answer = await client.create(configMaps, body);
  assertAnswer(answer, 201);
  assert.deepEqual(answer.headers.warning, [
    String.raw`299 - "unknown field \"a\\\"b\\\\\""`,
    String.raw`299 - "unknown field \"new\\nline\""`,
  ]);
});

test("a long answer is compressed for who accepts gzip, and says so", async () => {
  const name = uniqueName("long");
  const value = "x".repeat(200_000);
  assertAnswer(await client.create(configMaps, { metadata: { name }, data: { a: value } }), 201);
  const fetch = async (path: string, encoding: string) => {
    const headers = { authorization, "accept-encoding": encoding };
    const answer = await send(client.server.url + path, { headers, dispatcher: agent });
    return { headers: answer.headers, bytes: Buffer.from(await answer.body.arrayBuffer()) };
  };
  for (const path of [`${configMaps}/${name}`, configMaps]) {
    const { headers, bytes } = await fetch(path, "gzip");
    assert.equal(headers["content-encoding"], "gzip");
    assert.equal(headers.vary, "Accept-Encoding");
    assert.ok(gunzipSync(bytes).toString().includes(value));
  }
  assert.equal((await fetch(`${configMaps}/one`, "gzip")).headers["content-encoding"], undefined);
  for (const encoding of ["", "identity", "deflate", "br", "gzip;q=0", "*"]) {
    const { headers, bytes } = await fetch(`${configMaps}/${name}`, encoding);
    assert.equal(headers["content-encoding"], undefined, encoding);
    assert.ok(bytes.includes(value));
  }
});

test("a compressed body is not unpacked", async () => {
  const body = gzipSync(bodyOf("x"));
  const answer = await client.create(configMaps, body, {}, { headers: { "content-encoding": "gzip" } });
  assertAnswer(answer, 400, { message: /json parse error: invalid character '\\x1f' looking for beginning of value/ });
});

test("a body may come in chunks, cut anywhere", async () => {
  const body = bodyOf(uniqueName("chunked"));
  const chunk = (part: string) => `${part.length.toString(16)}\r\n${part}\r\n`;
  const start = head(client, "POST", configMaps, json, "Transfer-Encoding: chunked");
  const answer = await sendRaw(client, start, chunk(body.slice(0, 5)), chunk(body.slice(5)), chunk(""));
  assert.equal(answer.status, 201, answer.whole);
});

test("a body ends where Content-Length says, and without one there is none", async () => {
  const body = bodyOf("cut");
  const post = (...headers: string[]) => sendRaw(client, head(client, "POST", configMaps, json, ...headers), body);
  const cut = await post(`Content-Length: ${body.length - 3}`);
  assert.equal(cut.status, 400);
  assert.match(JSON.parse(cut.text).message, /json parse error: unexpected end of JSON input/);
  const none = await post();
  assert.equal(none.status, 400);
  assert.match(JSON.parse(none.text).message, /json parse error: unexpected end of JSON input \(<empty>\)$/);
  const wrong = await post("Content-Length: many");
  assert.deepEqual([wrong.status, wrong.text], [400, "400 Bad Request"]);
});

test("who expects 100-continue gets it before the answer", async () => {
  const body = bodyOf(uniqueName("expected"));
  const headers = [json, `Content-Length: ${body.length}`, "Expect: 100-continue"];
  const { whole } = await sendRaw(client, head(client, "POST", configMaps, ...headers), body);
  assert.match(whole, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 Created\r\n/);
});

test("requests may follow each other on one connection before they are answered", async () => {
  const first = head(client, "GET", `${configMaps}/absent`).replace("Connection: close\r\n", "");
  const { whole } = await sendRaw(client, first + head(client, "GET", "/version"));
  assert.match(whole, /^HTTP\/1\.1 404 Not Found\r\n.*absent\\" not found.*HTTP\/1\.1 200 OK\r\n.*"gitVersion"/s);
});

test("HTTP/1.0 is understood, and HTTP/1.1 wants a Host", async () => {
  const old = await sendRaw(client, `GET ${configMaps}/one HTTP/1.0\r\nAuthorization: ${authorization}\r\n\r\n`);
  // A server may answer with the newest version that it speaks.
  assert.match(old.whole, /^HTTP\/1\.[01] 200 OK\r\n/);
  const hostless = await sendRaw(client, "GET /version HTTP/1.1\r\nConnection: close\r\n\r\n");
  assert.deepEqual([hostless.status, hostless.text], [400, "400 Bad Request: missing required Host header"]);
});

test("what is no HTTP is a bare 400", async () => {
  const answer = await sendRaw(client, "hello\r\n\r\n");
  assert.deepEqual([answer.status, answer.text], [400, "400 Bad Request"]);
});

test("HTTP on the port of HTTPS is told so", async () => {
  const { hostname, port } = new URL(client.server.url);
  const socket = connectPlain(Number(port), hostname, () => socket.write("GET / HTTP/1.1\r\nHost: server\r\n\r\n"));
  assert.equal(
    await readText(socket),
    "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n",
  );
});

test("headers of more than a megabyte are too large", async () => {
  const answer = await sendRaw(client, head(client, "GET", "/version", `X-Big: ${"x".repeat(1_060_000)}`));
  assert.equal(answer.status, 431);
});

test("HTTP/2 is spoken where the client offers it, with many requests at once", async () => {
  const session = connectHttp2(client.server.url, { ca: client.server.ca });
  const request = async (headers: Record<string, string>, body?: string) => {
    const stream = session.request({ authorization, ...headers });
    const response = new Promise<IncomingHttpHeaders>((resolve) => stream.once("response", resolve));
    stream.end(body);
    return { status: Number((await response)[":status"]), text: await readText(stream) };
  };
  try {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => request({ ":method": "GET", ":path": `${configMaps}/one` })),
    );
    assert.equal(session.alpnProtocol, "h2");
    for (const { status, text } of answers) {
      assert.equal(status, 200);
      assert.equal(JSON.parse(text).metadata.name, "one");
    }
    const name = uniqueName("made");
    const headers = { ":method": "POST", ":path": configMaps, "content-type": "application/json" };
    const created = await request(headers, bodyOf(name));
    assert.equal(created.status, 201);
    const absent = await request({ ":method": "GET", ":path": `${configMaps}/absent` });
    assert.equal(JSON.parse(absent.text).message, 'configmaps "absent" not found');
  } finally {
    session.close();
  }
});

test("a watch over HTTP/2 brings events while it runs", async () => {
  const session = connectHttp2(client.server.url, { ca: client.server.ca });
  const name = uniqueName("seen");
  const path = `${configMaps}?watch=1&fieldSelector=metadata.name%3D${name}`;
  const stream = session.request({ authorization, ":path": path });
  try {
    await new Promise((resolve) => stream.once("response", resolve));
    const event = new Promise<string>((resolve) => stream.setEncoding("utf8").once("data", resolve));
    assertAnswer(await client.create(configMaps, bodyOf(name)), 201);
    assert.deepEqual([JSON.parse(await event).type, JSON.parse(await event).object.metadata.name], ["ADDED", name]);
  } finally {
    stream.close();
    session.destroy();
  }
});

test("the timeout parameter is a Go duration", async () => {
  for (const timeout of ["10s", "1m30s", "59999ms", "2h", "0s", "-1s", ""])
    assertAnswer(await client.get(configMaps, { timeout }), 200);
  for (const [timeout, error] of [
    ["soon", 'invalid duration "soon"'],
    ["10", 'missing unit in duration "10"'],
    ["1d", 'unknown unit "d" in duration "1d"'],
  ] as const) {
    const message = `invalid timeout specified in the request URL - time: ${error}`;
    assertStatus(await client.get(configMaps, { timeout }), 400, "BadRequest", message);
    assertStatus(await client.create(configMaps, bodyOf("x"), { timeout }), 400, "BadRequest", message);
  }
});

test("a request that takes longer than its timeout is a Timeout", async () => {
  const expected = {
    status: "Failure",
    reason: "Timeout",
    code: 504,
    message: "Timeout: request did not complete within the allotted timeout",
  };
  // It is written in haste: as text/plain and without kind and apiVersion, unless the handler was faster to notice.
  assertAnswer(await client.get(configMaps, { timeout: "1ns" }), 504, expected);
  assertAnswer(await client.create(configMaps, bodyOf(uniqueName("late")), { timeout: "1ns" }), 504, expected);
});
