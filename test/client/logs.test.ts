/** Logs of containers as bytes and lines, against a server that says what the test wants, and on the servers that have no kubelet. */
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { describe, test } from "node:test";
import { ApiError } from "@pintle/machinery";
import { onEachServer } from "./servers.ts";
import { serveRequests } from "./stream-client.ts";

const pod = { name: "web" };

describe("a log", () => {
  test("is asked for with what was said, and comes as it is", async () => {
    let asked: URL | undefined;
    const bytes = Buffer.from([0x61, 0xff, 0x0a, 0x00, 0x62]);
    await using here = await serveRequests((request, response) => {
      asked = new URL(request.url ?? "", "https://server");
      response.setHeader("content-type", "text/plain").end(bytes);
    });
    const log = await here.pods.log(pod, {
      container: "app",
      tailLines: 5,
      sinceSeconds: 60,
      limitBytes: 1000,
      timestamps: true,
      previous: false,
    });
    assert.deepEqual(await buffer(log), bytes);
    assert.equal(asked?.pathname, "/api/v1/namespaces/default/pods/web/log");
    const query = Object.fromEntries(asked?.searchParams ?? []);
    const wanted = { container: "app", tailLines: "5", sinceSeconds: "60", limitBytes: "1000" };
    assert.deepEqual(query, { ...wanted, timestamps: "true", previous: "false" });
  });

  test("by lines is the same wherever its bytes were cut", async () => {
    const text = "first\n\nzwölf → 12\r\nlast without an end";
    await using here = await serveRequests(async (_, response) => {
      for (const byte of Buffer.from(text)) {
        if (!response.write(Buffer.of(byte))) await new Promise((resolve) => response.once("drain", resolve));
      }
      response.end();
    });
    assert.deepEqual(await Readable.from(await here.pods.logLines(pod)).toArray(), text.split("\n"));
  });

  test("that goes on ends when its reader leaves", async () => {
    const closed = Promise.withResolvers<void>();
    await using here = await serveRequests((_, response) => {
      response.write("one\ntwo\n");
      response.once("close", () => closed.resolve());
    });
    for await (const line of await here.pods.logLines(pod, { follow: true })) {
      assert.equal(line, "one");
      break;
    }
    await closed.promise;
  });

  test("that goes on ends with the signal", async () => {
    await using here = await serveRequests((_, response) => void response.write("one\n"));
    const controller = new AbortController();
    const lines = await here.pods.logLines(pod, { follow: true, signal: controller.signal });
    await lines.next();
    controller.abort(new Error("enough"));
    await assert.rejects(lines.next(), /enough/);
  });

  test("that breaks off is an error, not an end", async () => {
    await using here = await serveRequests((_, response) => {
      response.write("half a l");
      response.once("drain", () => response.destroy());
      response.socket?.end();
    });
    await assert.rejects(Readable.from(await here.pods.logLines(pod)).toArray(), Error);
  });

  test("with a line of many megabytes does not take as much memory: the line comes in pieces", async () => {
    const piece = Buffer.alloc(1024 * 1024, "x");
    await using here = await serveRequests(async (_, response) => {
      for (let count = 0; count < 8; count += 1) {
        if (!response.write(piece)) await new Promise((resolve) => response.once("drain", resolve));
      }
      response.end("\nnext\n");
    });
    const lengths: number[] = [];
    let last = "";
    for await (const line of await here.pods.logLines(pod)) {
      lengths.push(line.length);
      last = line;
    }
    assert.equal(last, "next");
    assert.ok(Math.max(...lengths) < 2 * piece.length);
    assert.equal(
      lengths.slice(0, -1).reduce((sum, length) => sum + length, 0),
      8 * piece.length,
    );
  });

  test("since two times, or of no pod, is a mistake of the caller", async () => {
    await using here = await serveRequests(() => {});
    const both = { sinceSeconds: 1, sinceTime: "2026-01-01T00:00:00Z" };
    await assert.rejects(here.pods.log(pod, both), { code: "PINTLE_LOG_SINCE_TWICE" });
    for (const name of ["", "..", "a/b"])
      await assert.rejects(here.pods.log({ name }), { code: "PINTLE_NAME_INVALID" });
  });
});

onEachServer("streams of a pod that is not there are not found", async ({ client, namespace, name }) => {
  const missing = { namespace, name: "nobody" };
  await assert.rejects(client.pods.log(missing), (error) => ApiError.is(error, "NotFound"));
  const opened = client.pods.exec(missing, { command: ["ls"] });
  if (name === "in process") await assert.rejects(opened, { code: "PINTLE_TRANSPORT_WITHOUT_STREAMS" });
  else await assert.rejects(opened, (error) => ApiError.is(error, "NotFound"));
});

onEachServer(
  "streams of a pod without a node are refused with the server's words",
  async ({ client, namespace, name }) => {
    const containers = [{ name: "app", image: "app" }];
    const body = { apiVersion: "v1", kind: "Pod", metadata: { name: "idle", namespace }, spec: { containers } };
    await client.resource({ apiVersion: "v1", kind: "Pod" }, { namespace }).create(body);
    const idle = { namespace, name: "idle" };
    assert.deepEqual(await Readable.from(await client.pods.logLines(idle)).toArray(), []);
    if (name === "in process") return;
    const words = /pod idle does not have a host assigned/;
    await assert.rejects(client.pods.exec(idle, { command: ["ls"] }), words);
    await assert.rejects(client.pods.attach(idle), words);
    await assert.rejects(client.pods.connect(idle, 80), words);
    await assert.rejects(
      client.pods.exec(idle, { command: ["ls"], container: "other" }),
      /container other is not valid/,
    );
  },
);
