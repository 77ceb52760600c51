/**
 * Streams through the real kube-apiserver to a kubelet of the test's own, which shows what the API server passes on and in which form: logs,
 * commands by `v5.channel.k8s.io` to nodes that declare so, and ports by `v4.channel.k8s.io` to any.
 */
import assert from "node:assert/strict";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { createClient } from "@pintle/client";
import { Node } from "@pintle/kinds/core/v1";
import { startRealControlPlane } from "../real/control-plane.ts";
import { missing } from "../tools.ts";
import { type StreamCall, startStreamServer } from "./kubelet-like.ts";

/** Says what it was asked, and does what a container would. */
async function actAsKubelet(call: StreamCall, asked: string[]): Promise<void> {
  const { pathname, searchParams } = call.url;
  asked.push(`${pathname} ${call.headers["sec-websocket-protocol"]}`);
  if (pathname.startsWith("/portForward/")) {
    const peer = call.accept("v4.channel.k8s.io");
    const port = Buffer.alloc(2);
    port.writeUInt16LE(Number(searchParams.get("port")));
    peer.send(0, port);
    peer.send(1, port);
    for await (const message of peer.messages) {
      peer.send(0, message.subarray(1).toString().toUpperCase());
      peer.close();
    }
    return;
  }
  const peer = call.accept("v5.channel.k8s.io");
  peer.send(1, `${searchParams.getAll("command").join(" ")}: `);
  for await (const message of peer.messages) {
    if (message[0] === 0) peer.send(1, message.subarray(1));
    if (message[0] === 255) {
      peer.send(3, JSON.stringify({ metadata: {}, status: "Success" }));
      peer.close();
    }
  }
}

test("the real kube-apiserver passes streams on to a kubelet", { skip: missing("real") }, async (t) => {
  const asked: string[] = [];
  await using kubelet = await startStreamServer({
    upgrade: (call) => actAsKubelet(call, asked),
    request: (request, response) => {
      asked.push(request.url ?? "");
      response.setHeader("content-type", "text/plain").end("one\ntwo\n");
    },
  });
  await using plane = await startRealControlPlane();
  await using client = createClient({
    server: plane.url,
    namespace: "default",
    trust: { read: async () => plane.ca },
    credentials: { get: async () => ({ authorization: `Bearer ${plane.tokens.admin}` }), refuse: () => {} },
  });
  const Port = Number(new URL(kubelet.config.server).port);
  await client.resource({ apiVersion: "v1", kind: "Node" }).create({
    metadata: { name: "here" },
    status: {
      addresses: [{ type: "InternalIP", address: "127.0.0.1" }],
      daemonEndpoints: { kubeletEndpoint: { Port } },
      declaredFeatures: ["ExtendWebSocketsToKubelet"],
    },
  });
  const spec = { nodeName: "here", containers: [{ name: "app", image: "app" }] };
  await client.resource({ apiVersion: "v1", kind: "Pod" }).create({ metadata: { name: "web" }, spec });
  const pod = { name: "web" };

  await t.test("logs", async () => {
    const lines: string[] = [];
    for await (const line of await client.pods.logLines(pod, { follow: true, tailLines: 2 })) lines.push(line);
    assert.deepEqual(lines, ["one", "two"]);
    assert.match(asked.at(-1) ?? "", /^\/containerLogs\/default\/web\/app\?/);
  });

  await t.test("commands, with their input and its end", async () => {
    const session = await client.pods.exec(pod, { command: ["cat", "-"], stdin: true });
    await session.write("hello");
    await session.end();
    assert.equal(await text(session.stdout), "cat -: hello");
    assert.deepEqual(await session.exit, { code: 0 });
    assert.match(asked.at(-1) ?? "", /^\/exec\/default\/web\/app v5\.channel\.k8s\.io/);
  });

  await t.test("but no requests to a node on the API server's own machine, and says why", async () => {
    const asking = client.resource(Node).proxy("here", { path: "/metrics/cadvisor", query: [["since", "1 h"]] });
    await assert.rejects(asking, { name: "ApiError", code: 400, message: "address not allowed" });
  });

  await t.test("ports", async () => {
    const duplex = await client.pods.connect(pod, 8080);
    duplex.write("hello");
    assert.equal(await text(duplex), "HELLO");
    assert.equal(asked.at(-1), "/portForward/default/web v4.channel.k8s.io");
  });
});
