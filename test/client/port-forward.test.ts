/** Ports of pods: single connections and a local listener, against a server that has the channels of kubelets. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, test } from "node:test";
import type { Peer, StreamCall } from "./kubelet-like.ts";
import { serveStreams } from "./stream-client.ts";

const pod = { namespace: "shop", name: "web" };
const protocol = "v4.channel.k8s.io";

/** Accepts as a kubelet does: the port comes first on both channels. */
function accept(call: StreamCall): Peer {
  const peer = call.accept(protocol);
  const port = Buffer.alloc(2);
  port.writeUInt16LE(Number(call.url.searchParams.get("ports")));
  for (const channel of [0, 1]) {
    peer.send(channel, "");
    peer.send(channel, port);
  }
  return peer;
}

/** Sends back what comes, in capitals, until a dot. */
async function shout(call: StreamCall): Promise<void> {
  const peer = accept(call);
  for await (const message of peer.messages) {
    peer.send(0, message.subarray(1).toString().toUpperCase());
    if (message.includes(".")) peer.close();
  }
}

function write(duplex: Duplex, data: string | Buffer): Promise<void> {
  return new Promise((resolve, reject) => duplex.write(data, (error) => (error ? reject(error) : resolve())));
}

describe("a connection to a port of a pod", () => {
  test("carries bytes both ways, and ends when the pod ends it", async () => {
    let asked: URL | undefined;
    await using here = await serveStreams((call) => {
      asked = call.url;
      return shout(call);
    });
    const duplex = await here.pods.connect(pod, 8080);
    await write(duplex, "hello, ");
    await write(duplex, "pod.");
    assert.equal(await text(duplex), "HELLO, POD.");
    assert.equal(asked?.pathname, "/api/v1/namespaces/shop/pods/web/portforward");
    assert.equal(asked?.searchParams.get("ports"), "8080");
  });

  test("is an error with the words of the kubelet when nobody listens on the port", async () => {
    await using here = await serveStreams((call) => {
      const peer = accept(call);
      peer.send(1, "error forwarding port 81 to pod: connection refused");
      peer.close();
    });
    const duplex = await here.pods.connect(pod, 81);
    await assert.rejects(text(duplex), /port 81 of the pod: error forwarding port 81 to pod: connection refused/);
  });

  test("is given up when the signal is aborted", async () => {
    const closed = Promise.withResolvers<void>();
    await using here = await serveStreams((call) => {
      accept(call);
      call.socket.once("close", () => closed.resolve()).resume();
    });
    const controller = new AbortController();
    const duplex = await here.pods.connect(pod, 80, { signal: controller.signal });
    controller.abort(new Error("enough"));
    await assert.rejects(text(duplex), /enough/);
    await closed.promise;
  });

  test("destroyed on this side, is closed on the other", async () => {
    const closed = Promise.withResolvers<void>();
    await using here = await serveStreams((call) => {
      accept(call);
      call.socket.once("close", () => closed.resolve()).resume();
    });
    (await here.pods.connect(pod, 80)).destroy();
    await closed.promise;
  });

  test("that the server forwards elsewhere, or breaks off, is refused", async () => {
    const wrong: [(call: StreamCall) => unknown, RegExp][] = [
      [(call) => call.accept(protocol).send(0, Buffer.of(1, 0)), /forwards to another port than 80/],
      [(call) => call.accept(protocol).close(), /before it began/],
      [(call) => call.accept(protocol).socket.destroy(), /broke off/],
      [(call) => call.accept(protocol).send(4, "?"), /channel 4/],
      [(call) => call.accept("v5.channel.k8s.io"), /chose "v5.channel.k8s.io"/],
      [(call) => call.refuse(404, "no"), /could not find/],
    ];
    for (const [upgrade, words] of wrong) {
      await using here = await serveStreams(upgrade);
      await assert.rejects(here.pods.connect(pod, 80), words);
    }
  });

  test("that is no port is a mistake of the caller", async () => {
    await using here = await serveStreams(() => {});
    for (const port of [0, 65_536, 1.5, Number.NaN]) {
      await assert.rejects(here.pods.connect(pod, port), { code: "PINTLE_PORT_INVALID" });
    }
  });
});

describe("a local port that leads to a pod", () => {
  test("takes many connections, each of its own", async () => {
    await using here = await serveStreams(shout);
    await using listener = await here.pods.portForward(pod, 8080);
    assert.equal(listener.host, "127.0.0.1");
    const answers = await Promise.all(
      ["one.", "two.", "three."].map(async (word) => {
        const socket = connect(listener.port, listener.host);
        socket.write(word);
        return text(socket);
      }),
    );
    assert.deepEqual(answers, ["ONE.", "TWO.", "THREE."]);
  });

  test("tells of a connection that failed and goes on", async () => {
    let calls = 0;
    await using here = await serveStreams((call) => {
      calls += 1;
      if (calls > 1) return shout(call);
      call.refuse(500, "{}");
      return undefined;
    });
    const errors: unknown[] = [];
    await using listener = await here.pods.portForward(pod, 8080, { onError: (error) => errors.push(error) });
    const refused = connect(listener.port, listener.host);
    refused.on("error", () => {}).resume();
    await once(refused, "close");
    const socket = connect(listener.port, listener.host);
    socket.write("still.");
    assert.equal(await text(socket), "STILL.");
    assert.equal(errors.length, 1);
  });

  test("is closed with all its connections, by hand and by a signal", async () => {
    for (const way of ["dispose", "abort"] as const) {
      const closed = Promise.withResolvers<void>();
      const open = Promise.withResolvers<void>();
      await using here = await serveStreams((call) => {
        accept(call).send(0, "hi");
        call.socket.once("close", () => closed.resolve()).resume();
        open.resolve();
      });
      const controller = new AbortController();
      const listener = await here.pods.portForward(pod, 8080, { signal: controller.signal });
      const socket = connect(listener.port, listener.host);
      socket.on("error", () => {}).resume();
      await open.promise;
      if (way === "abort") controller.abort();
      else await listener[Symbol.asyncDispose]();
      await Promise.all([once(socket, "close"), closed.promise]);
    }
  });

  test("on a port that is taken is an error", async () => {
    await using here = await serveStreams(shout);
    await using first = await here.pods.portForward(pod, 80);
    await assert.rejects(here.pods.portForward(pod, 80, { localPort: first.port }), { code: "EADDRINUSE" });
  });
});
