import assert from "node:assert/strict";
import { createServer, type IncomingMessage, request as send } from "node:http";
import { connect as connectHttp2, createServer as createHttp2Server } from "node:http2";
import type { AddressInfo, Server } from "node:net";
import { connect } from "node:net";
import { test } from "node:test";
import { RequestBytes } from "./request-bytes.ts";

async function countBytes(body: AsyncIterable<Uint8Array>): Promise<number> {
  let count = 0;
  for await (const piece of body) count += piece.byteLength;
  return count;
}

/** A server that does this with each body and answers with what comes of it. */
async function serve(read: (body: RequestBytes) => Promise<unknown>, create: "http1" | "http2" = "http1") {
  const answer = (request: ConstructorParameters<typeof RequestBytes>[0], response: { end(text: string): unknown }) => {
    const bytes = new RequestBytes(request);
    read(bytes).then(
      (result) => response.end(String(result)),
      (error: Error) => response.end(error.message),
    );
  };
  const server: Server = create === "http1" ? createServer(answer) : createHttp2Server(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { port, [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

function post(port: number, body: Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = send(
      { port, host: "127.0.0.1", method: "POST", agent: false },
      async (response: IncomingMessage) => {
        let text = "";
        for await (const piece of response.setEncoding("utf8")) text += piece;
        resolve(text);
      },
    );
    request.on("error", reject);
    request.end(body);
  });
}

test("a body arrives whole, be it empty, small or larger than what may wait", async () => {
  await using server = await serve(countBytes);
  for (const length of [0, 1, 2_000, 3_000_000])
    assert.equal(await post(server.port, new Uint8Array(length)), String(length));
});

test("a reader who leaves early lets the client read the answer", async () => {
  await using server = await serve(async (body) => {
    for await (const piece of body) if (piece.byteLength > 0) return "enough";
    return "all";
  });
  assert.equal(await post(server.port, new Uint8Array(3_000_000)), "enough");
});

test("a body that is cut off rejects, it never just ends", async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  await using server = await serve((body) => countBytes(body).then(resolve, resolve));
  const socket = connect(server.port, "127.0.0.1");
  socket.write("POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\n12345", () => socket.destroy());

  const failure = await promise;
  assert.ok(failure instanceof Error, `the body ended after ${failure} bytes`);
});

test("a body of HTTP/2 that is aborted rejects, too", async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const begun = Promise.withResolvers<void>();
  await using server = await serve(async (body) => {
    const counted = countBytes(body).then(resolve, resolve);
    begun.resolve();
    return counted;
  }, "http2");
  const session = connectHttp2(`http://127.0.0.1:${server.port}`);
  const stream = session.request({ ":method": "POST", ":path": "/" });
  stream.on("error", () => undefined);
  stream.write("12345");
  await begun.promise;
  session.destroy();

  const failure = await promise;
  assert.ok(failure instanceof Error, `the body ended after ${failure} bytes`);
});
