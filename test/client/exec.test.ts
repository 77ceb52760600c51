/** Commands in containers, against a server that speaks as kubelets do and, in the second half, as nobody should. */
import assert from "node:assert/strict";
import { text } from "node:stream/consumers";
import { describe, test } from "node:test";
import { StreamError } from "@pintle/client";
import { ApiError } from "@pintle/machinery";
import { formatServerFrame, type StreamCall, token } from "./kubelet-like.ts";
import { serveStreams } from "./stream-client.ts";

const pod = { namespace: "shop", name: "web" };
const v5 = "v5.channel.k8s.io";
/** As kubelets write it: without apiVersion and kind. */
const success = JSON.stringify({ metadata: {}, status: "Success" });

function exitStatus(code: number | string): string {
  const causes = [{ reason: "ExitCode", message: String(code) }];
  const message = `command terminated with non-zero exit code: exit status ${code}`;
  return JSON.stringify({ metadata: {}, status: "Failure", message, reason: "NonZeroExitCode", details: { causes } });
}

describe("a command in a container", () => {
  test("is asked for by its words, with credentials, and its streams are told apart", async () => {
    let asked: StreamCall | undefined;
    await using here = await serveStreams((call) => {
      asked = call;
      const peer = call.accept(v5);
      for (const channel of [0, 1, 2, 3, 4]) peer.send(channel, "");
      peer.send(1, "out ");
      peer.send(2, "err");
      peer.send(1, "put");
      peer.send(3, success);
      peer.close();
    });
    const session = await here.pods.exec(pod, { command: ["ls", "-l", "a b&c"], container: "app" });
    const [stdout, stderr, exit] = await Promise.all([text(session.stdout), text(session.stderr), session.exit]);
    assert.deepEqual([stdout, stderr, exit], ["out put", "err", { code: 0 }]);
    assert.equal(asked?.url.pathname, "/api/v1/namespaces/shop/pods/web/exec");
    assert.deepEqual(asked?.url.searchParams.getAll("command"), ["ls", "-l", "a b&c"]);
    const flags = ["container", "stdin", "stdout", "stderr", "tty"].map((name) => asked?.url.searchParams.get(name));
    assert.deepEqual(flags, ["app", "false", "true", "true", "false"]);
    assert.equal(asked?.headers.authorization, `Bearer ${token}`);
    assert.equal(asked?.headers["sec-websocket-protocol"], "v5.channel.k8s.io, v4.channel.k8s.io");
  });

  test("gets its input, the end of it and the size of its terminal", async () => {
    const messages: Buffer[] = [];
    await using here = await serveStreams(async (call) => {
      const peer = call.accept(v5);
      for await (const message of peer.messages) {
        messages.push(message);
        if (message[0] === 255) break;
      }
      peer.send(1, "done");
      peer.send(3, success);
      peer.close();
    });
    const session = await here.pods.exec(pod, { command: ["sh"], stdin: true, tty: true });
    await session.resize({ columns: 80, rows: 24 });
    await session.write("hello ");
    await session.write(Buffer.alloc(100_000, "x"));
    await session.end();
    assert.equal(await text(session.stdout), "done");
    assert.equal(await text(session.stderr), "");
    assert.deepEqual(await session.exit, { code: 0 });
    assert.equal(messages[0]?.toString(), '\x04{"Width":80,"Height":24}');
    assert.deepEqual([...(messages.at(-1) ?? [])], [255, 0]);
    const input = messages.slice(1, -1);
    assert.ok(input.every((message) => message[0] === 0 && message.length <= 32 * 1024 + 1));
    assert.equal(Buffer.concat(input.map((message) => message.subarray(1))).length, 100_006);
  });

  test("that fails tells its exit code, and that is no error", async () => {
    await using here = await serveStreams((call) => {
      const peer = call.accept(v5);
      peer.send(3, exitStatus(42));
      peer.close();
    });
    assert.deepEqual(await (await here.pods.exec(pod, { command: ["false"] })).exit, { code: 42 });
  });

  test("that could not be run is an error of the API", async () => {
    const status = {
      metadata: {},
      status: "Failure",
      message: "no such container",
      reason: "InternalError",
      code: 500,
    };
    await using here = await serveStreams((call) => {
      const peer = call.accept(v5);
      peer.send(3, JSON.stringify(status));
      peer.close();
    });
    const session = await here.pods.exec(pod, { command: ["x"] });
    await assert.rejects(session.exit, (error) => ApiError.is(error, "InternalError"));
  });

  test("on a server that knows only v4 cannot be told of the end of its input", async () => {
    await using here = await serveStreams((call) => call.accept("v4.channel.k8s.io"));
    await using session = await here.pods.exec(pod, { command: ["cat"], stdin: true });
    await session.write("a");
    await assert.rejects(session.end(), /speaks v4.channel.k8s.io, which has no word for the end/);
  });

  test("is given up when the signal is aborted, and everybody is told", async () => {
    const closed = Promise.withResolvers<void>();
    await using here = await serveStreams((call) => {
      call.accept(v5).send(1, "first");
      call.socket.once("close", () => closed.resolve()).resume();
    });
    const controller = new AbortController();
    const { signal } = controller;
    const session = await here.pods.exec(pod, { command: ["sleep"], stdin: true, signal });
    const reading = text(session.stdout);
    const why = new Error("enough");
    controller.abort(why);
    await assert.rejects(reading, why);
    await assert.rejects(session.exit, why);
    await assert.rejects(session.write("more"), why);
    await closed.promise;
  });

  test("is given up also where nobody reads what it says", async () => {
    await using here = await serveStreams((call) => {
      const peer = call.accept(v5);
      for (let count = 0; count < 100; count += 1) peer.send(1, Buffer.alloc(32_768));
    });
    const controller = new AbortController();
    const session = await here.pods.exec(pod, { command: ["yes"], signal: controller.signal });
    for await (const _ of session.stdout) break;
    const other = await here.pods.exec(pod, { command: ["yes"], signal: controller.signal });
    controller.abort(new Error("enough"));
    await assert.rejects(other.exit, /enough/);
    await assert.rejects(session.exit, /enough/);
  });

  test("that writes faster than it is read waits, and memory does not grow", async () => {
    let sentBytes = 0;
    const megabyte = Buffer.alloc(1024 * 1024);
    const full = Promise.withResolvers<void>();
    await using here = await serveStreams(async (call) => {
      const peer = call.accept(v5);
      while (peer.socket.writable) {
        peer.send(1, megabyte);
        sentBytes += megabyte.length;
        if (peer.socket.writableLength > 4 * megabyte.length) {
          full.resolve();
          await new Promise((resolve) => peer.socket.once("drain", resolve).once("close", resolve));
        }
      }
    });
    await using session = await here.pods.exec(pod, { command: ["yes"] });
    await full.promise;
    // What lies between here and there is in the windows of the two sockets and one buffer of the channel.
    assert.ok(sentBytes < 64 * 1024 * 1024, `${sentBytes} bytes were sent to nobody`);
    let read = 0;
    for await (const bytes of session.stdout) {
      read += bytes.length;
      if (read > 20 * 1024 * 1024) break;
    }
    assert.ok(read > 20 * 1024 * 1024);
  });

  test("without words is a mistake of the caller", async () => {
    await using here = await serveStreams(() => {});
    await assert.rejects(here.pods.exec(pod, { command: [] }), { code: "PINTLE_EXEC_COMMAND_MISSING" });
  });
});

describe("a container's own process", () => {
  test("is attached to", async () => {
    await using here = await serveStreams((call) => {
      assert.equal(call.url.pathname, "/api/v1/namespaces/shop/pods/web/attach");
      assert.equal(call.url.searchParams.has("command"), false);
      const peer = call.accept(v5);
      peer.send(1, "log line");
      peer.send(3, success);
      peer.close();
    });
    const session = await here.pods.attach(pod);
    assert.equal(await text(session.stdout), "log line");
  });
});

describe("a server that does not keep to what was agreed", () => {
  /** What reading and waiting end with. */
  async function failures(upgrade: (call: StreamCall) => unknown): Promise<unknown[]> {
    await using here = await serveStreams(upgrade);
    const session = await here.pods.exec(pod, { command: ["ls"] });
    const ends = await Promise.allSettled([text(session.stdout), session.exit]);
    return ends.map((end) => (end.status === "rejected" ? end.reason : end.value));
  }
  const cases: Record<string, { act: (call: StreamCall) => unknown; says: RegExp }> = {
    "and breaks off in the middle of a frame": {
      act: (call) => {
        const peer = call.accept(v5);
        peer.raw(formatServerFrame(2, Buffer.from("\x01half of it")).subarray(0, 6));
        peer.socket.end();
      },
      says: /broke off in the middle of a message/,
    },
    "and resets the connection": {
      act: (call) => call.accept(v5).socket.destroy(),
      says: /broke off/,
    },
    "and sends on a channel that nobody asked for": {
      act: (call) => call.accept(v5).send(7, "what?"),
      says: /channel 7, which nobody asked for/,
    },
    "and sends text": {
      act: (call) => call.accept(v5).raw(formatServerFrame(1, Buffer.from("\x01text"))),
      says: /not binary/,
    },
    "and closes with an error": {
      act: (call) => call.accept(v5).close(1011, "runtime broke"),
      says: /code 1011: runtime broke/,
    },
  };
  for (const [title, { act, says }] of Object.entries(cases)) {
    test(title, async () => {
      for (const failure of await failures(act)) {
        assert.ok(failure instanceof StreamError, String(failure));
        assert.match(failure.message, says);
      }
    });
  }

  test("and says goodbye without how the command did", async () => {
    const [stdout, exit] = await failures((call) => call.accept(v5).close());
    assert.equal(stdout, "");
    assert.match(String(exit), /did not say how the command did/);
  });

  test("and says on the error channel what is no Status, or no exit code", async () => {
    for (const [said, words] of [
      ["<html>", /holds no Status: "<html>"/],
      ["{}", /holds no Status/],
      [exitStatus(256), /exit code "256"/],
      [exitStatus("-1"), /exit code "-1"/],
    ] as const) {
      const [, exit] = await failures((call) => {
        const peer = call.accept(v5);
        peer.send(3, said);
        peer.close();
      });
      assert.match(String(exit), words);
    }
  });

  async function refusal(upgrade: (call: StreamCall) => unknown): Promise<unknown> {
    await using here = await serveStreams(upgrade);
    const error = await here.pods.exec(pod, { command: ["ls"] }).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    return error;
  }

  test("and refuses with a Status", async () => {
    const status = {
      apiVersion: "v1",
      kind: "Status",
      status: "Failure",
      reason: "Forbidden",
      message: "no",
      code: 403,
    };
    const error = await refusal((call) => call.refuse(403, JSON.stringify(status)));
    assert.ok(ApiError.is(error, "Forbidden"));
    assert.equal(error.message, "no");
  });

  test("and refuses with a page", async () => {
    const error = await refusal((call) => call.refuse(503, "<html>maintenance</html>", "text/html"));
    assert.ok(ApiError.is(error, "ServiceUnavailable"));
  });

  test("and answers 200", async () => {
    assert.match(String(await refusal((call) => call.refuse(200, "{}"))), /answered 200 and did not switch protocols/);
  });

  test("and chooses another sub-protocol, or accepts somebody else's key", async () => {
    assert.match(
      String(await refusal((call) => call.accept("base64.channel.k8s.io"))),
      /chose "base64.channel.k8s.io"/,
    );
    const wrongKey = { "Sec-WebSocket-Accept": "bm9wZQ==" };
    assert.match(String(await refusal((call) => call.accept(v5, wrongKey))), /without accepting the WebSocket/);
  });

  test("and never answers, until the signal is aborted", async () => {
    const asked = Promise.withResolvers<void>();
    await using here = await serveStreams(() => asked.resolve());
    const controller = new AbortController();
    const opening = here.pods.exec(pod, { command: ["ls"], signal: controller.signal });
    await asked.promise;
    controller.abort(new Error("too slow"));
    await assert.rejects(opening, /too slow/);
  });
});
