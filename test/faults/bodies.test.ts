/** Bodies that are too long, not whole, or not what they say: refused before they cost anything, and nothing of them is stored. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect as connectHttp2 } from "node:http2";
import { test } from "node:test";
import { connect as connectTls } from "node:tls";
import { gzipSync } from "node:zlib";
import { assertAnswer, assertStatus } from "../conformance/answer.ts";
import { head, sendRaw } from "../conformance/wire/raw.ts";
import { anything, startPlane, within } from "./plane.ts";

const plane = await startPlane();
const limitBytes = 3 * 1024 * 1024;
const tooLarge = "Request entity too large: limit is 3145728";

async function assertNothingIn(maps: string): Promise<void> {
  assertAnswer(await plane.get(maps), 200, { items: [] });
}

test("a body without end is read up to 3 MiB and no further, whatever the method", async () => {
  const maps = await plane.configMaps();
  const piece = Buffer.alloc(64 * 1024, " ");
  for (const [method, path] of [
    ["POST", maps],
    ["PUT", `${maps}/a`],
    ["PATCH", `${maps}/a`],
    ["DELETE", `${maps}/a`],
    ["DELETE", maps],
  ] as const) {
    let sentBytes = 0;
    const body = (async function* () {
      for (;;) {
        sentBytes += piece.length;
        yield piece;
      }
    })();
    const headers = { "content-type": method === "PATCH" ? "application/merge-patch+json" : "application/json" };
    assertStatus(await plane.ask(method, path, { body, headers }), 413, "RequestEntityTooLarge", tooLarge);
    assert.ok(sentBytes <= limitBytes + piece.length, `${method}: ${sentBytes} bytes were read`);
  }
  await assertNothingIn(maps);
});

test("a body in chunks is counted as it comes", async () => {
  const maps = await plane.configMaps();
  const size = 1024 * 1024;
  const chunk = `${size.toString(16)}\r\n${" ".repeat(size)}\r\n`;
  const start = head(plane.client, "POST", maps, "Content-Type: application/json", "Transfer-Encoding: chunked");
  const answer = await sendRaw(plane.client, start, chunk, chunk, chunk, chunk, "0\r\n\r\n");
  assert.equal(answer.status, 413);
  assert.equal(
    JSON.parse(answer.text.slice(answer.text.indexOf("{"), answer.text.lastIndexOf("}") + 1)).message,
    tooLarge,
  );
  await assertNothingIn(maps);
});

test("a body that says it is longer than 3 MiB is refused although most of it never comes", async () => {
  const maps = await plane.configMaps();
  const start = head(plane.client, "POST", maps, "Content-Type: application/json", "Content-Length: 1000000000");
  const answer = await sendRaw(plane.client, start, " ".repeat(limitBytes + 1));
  assert.equal(answer.status, 413);
  await assertNothingIn(maps);
});

test("a body shorter than it says is no object: the client that leaves has written nothing", async () => {
  const maps = await plane.configMaps();
  const { hostname, port } = new URL(plane.running.url);
  const whole = '{"metadata":{"name":"half"}}';
  const socket = connectTls({ host: hostname, port: Number(port), ca: plane.running.ca, ALPNProtocols: ["http/1.1"] });
  await once(socket, "secureConnect");
  socket.on("error", () => undefined);
  socket.write(
    head(plane.client, "POST", maps, "Content-Type: application/json", `Content-Length: ${whole.length + 10}`),
  );
  socket.write(whole);
  // A whole request on another connection: what this one sent before has arrived by then.
  assertAnswer(await plane.client.get(maps), 200, { items: [] });
  socket.destroy();
  await once(socket, "close");
  assertAnswer(await plane.client.get(maps), 200, { items: [] });
});

test("a body longer than it says is cut where it says, and the rest is no second request", async () => {
  const maps = await plane.configMaps();
  const whole = '{"metadata":{"name":"cut"}}';
  const start = head(plane.client, "POST", maps, "Content-Type: application/json", `Content-Length: ${whole.length}`);
  const smuggled = head(plane.client, "POST", maps, "Content-Type: application/json", "Content-Length: 28");
  const answer = await sendRaw(plane.client, start, `${whole}${smuggled}{"metadata":{"name":"more"}} `);
  assert.equal(answer.status, 201);
  assertAnswer(await plane.get(maps), 200, { items: [{ metadata: { name: "cut" } }] });
});

test("two lengths, or a length beside chunks, are no request", async () => {
  const maps = await plane.configMaps();
  const body = '{"metadata":{"name":"twice"}}';
  const type = "Content-Type: application/json";
  for (const lengths of [
    [`Content-Length: ${body.length}`, "Content-Length: 5"],
    ["Content-Length: -1"],
    ["Content-Length: 1e3"],
    ["Transfer-Encoding: chunked, identity"],
  ]) {
    const answer = await sendRaw(plane.client, head(plane.client, "POST", maps, type, ...lengths), body);
    assert.ok(answer.status === 400 || answer.status === 501, `${lengths}: ${answer.whole}`);
  }
  await assertNothingIn(maps);
});

test("a stream of HTTP/2 that is reset in its body has written nothing, and its session goes on", async () => {
  const maps = await plane.configMaps();
  const session = connectHttp2(plane.running.url, { ca: plane.running.ca });
  const headers = { authorization: `Bearer ${plane.running.tokens.admin}`, "content-type": "application/json" };
  const stream = session.request({ ":method": "POST", ":path": maps, ...headers });
  stream.on("error", () => undefined);
  stream.write('{"metadata":{"name":"half"}}');
  stream.close(8);
  await once(stream, "close");
  const next = session.request({ ":method": "GET", ":path": maps, ...headers });
  const [answer] = await once(next, "response");
  assert.equal(answer[":status"], 200);
  let text = "";
  for await (const piece of next.setEncoding("utf8")) text += piece;
  assert.deepEqual(JSON.parse(text).items, []);
  session.close();
});

test("a compressed body is not unpacked, however much it would become", async () => {
  const maps = await plane.configMaps();
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, " "));
  const headers = { "content-type": "application/json", "content-encoding": "gzip" };
  const answer = await within(2_000, () => plane.ask("POST", maps, { body: bomb, headers }));
  assertStatus(answer, 400, "BadRequest", /^the object provided is unrecognized \(must be of type ConfigMap\): /);
  await assertNothingIn(maps);
});

test("an object of more than 1.5 MiB is not stored, be it created, updated or patched", async () => {
  const things = await plane.things(anything);
  const big = "x".repeat(1_600_000);
  const { text } = await plane.create(things.path, things.thing("a", { spec: { half: "x".repeat(800_000) } }));
  for (const answer of [
    await plane.create(things.path, things.thing("b", { spec: { big } })),
    await plane.update(`${things.path}/a`, things.thing("a", { metadata: JSON.parse(text).metadata, spec: { big } })),
    await plane.patch("merge", `${things.path}/a`, { spec: { more: "x".repeat(800_000) } }),
    await plane.patch("apply", `${things.path}/a`, things.thing("a", { spec: { more: "x".repeat(800_000) } }), {
      fieldManager: "a",
    }),
  ]) {
    assertAnswer(answer, 500, { kind: "Status", message: "etcdserver: request is too large", reason: undefined });
  }
  const { body } = await plane.get(things.path);
  assert.deepEqual(body.items, [JSON.parse(text)]);
});

test("a create whose client leaves before the answer is made once at most", async () => {
  const maps = await plane.configMaps();
  const session = connectHttp2(plane.running.url, { ca: plane.running.ca });
  const headers = { authorization: `Bearer ${plane.running.tokens.admin}`, "content-type": "application/json" };
  const stream = session.request({ ":method": "POST", ":path": maps, ...headers });
  stream.on("error", () => undefined);
  stream.end('{"metadata":{"generateName":"left-"}}', () => session.destroy());
  await once(session, "close");
  const { body } = await plane.client.get(maps).then(() => plane.get(maps));
  assert.ok(body.items.length <= 1, `${body.items.length} objects`);
});
