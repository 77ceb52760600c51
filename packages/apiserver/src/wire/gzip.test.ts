import assert from "node:assert/strict";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import type { ServerResponse } from "../pipeline/server-request.ts";
import { acceptsGzip, compressResponse, gzipThresholdBytes } from "./gzip.ts";

const long = Buffer.alloc(200_000, "x");
const headers = { "content-type": "application/json", "content-length": "200000" };

async function bytesOf({ body }: ServerResponse): Promise<Buffer> {
  if (body instanceof Uint8Array) return Buffer.from(body);
  const pieces: Uint8Array[] = [];
  for await (const piece of body ?? []) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* inPieces(whole: Buffer, onEnd = () => {}): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for (let at = 0; at < whole.length; at += 1_000) yield whole.subarray(at, at + 1_000);
  } finally {
    onEnd();
  }
}

test("gzip is taken by name alone", () => {
  for (const header of ["gzip", "deflate, gzip", " gzip ,br"]) assert.ok(acceptsGzip(header));
  for (const header of [undefined, "", "identity", "br", "gzip;q=0", "*", "x-gzip"]) assert.ok(!acceptsGzip(header));
});

test("a long answer is compressed and says so, whole, in pieces or as a stream", async () => {
  for (const body of [long, [long.subarray(0, 10), long.subarray(10)], inPieces(long)]) {
    const answer = await compressResponse({ status: 200, headers, body }, "gzip");
    assert.deepEqual(answer.headers, {
      "content-type": "application/json",
      "content-encoding": "gzip",
      vary: "Accept-Encoding",
    });
    const bytes = await bytesOf(answer);
    assert.ok(bytes.length < 10_000);
    assert.ok(gunzipSync(bytes).equals(long));
  }
});

test("a short answer, and one for who does not take gzip, goes as it is", async () => {
  const short = long.subarray(0, gzipThresholdBytes);
  for (const body of [short, [short], inPieces(short)]) {
    const answer = await compressResponse({ status: 200, headers, body }, "gzip");
    assert.deepEqual(answer.headers, headers);
    assert.ok((await bytesOf(answer)).equals(short));
  }
  const plain: ServerResponse = { status: 200, headers, body: long };
  assert.equal(await compressResponse(plain, "gzip;q=0"), plain);
});

test("what an answer varies by is kept", async () => {
  const answer = await compressResponse({ status: 200, headers: { vary: "Accept" }, body: long }, "gzip");
  assert.deepEqual(answer.headers.vary, ["Accept", "Accept-Encoding"]);
});

test("a client that goes away ends the source", { timeout: 10_000 }, async () => {
  const ended = Promise.withResolvers<void>();
  const noise = Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => (index * index * 7919) % 251));
  const source = inPieces(noise, ended.resolve);
  const { body } = await compressResponse({ status: 200, headers, body: source }, "gzip");
  for await (const _ of body as AsyncIterable<Uint8Array>) break;
  await ended.promise;
});

test("a source that fails makes the answer fail", async () => {
  async function* failing() {
    yield long;
    throw new Error("the storage is gone");
  }
  const answer = await compressResponse({ status: 200, headers, body: failing() }, "gzip");
  await assert.rejects(bytesOf(answer), /the storage is gone/);
});
