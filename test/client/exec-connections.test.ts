/** The way to streams is that of all other requests: through the proxy, as whom the configuration says, with tokens that may change. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { createClient } from "@pintle/client";
import { type StreamCall, startStreamServer } from "./kubelet-like.ts";

const pod = { name: "web" };

function greet(call: StreamCall): void {
  const peer = call.accept("v5.channel.k8s.io");
  peer.send(1, "hello");
  peer.send(3, JSON.stringify({ status: "Success" }));
  peer.close();
}

test("streams go through the proxy", async () => {
  const tunnels: string[] = [];
  const proxy = createServer().on("connect", (request, socket) => {
    const target = request.url ?? "";
    tunnels.push(target);
    const [host = "", port = ""] = target.split(":");
    const other = connect(Number(port), host, () => socket.write("HTTP/1.1 200 OK\r\n\r\n"));
    for (const [from, to] of [
      [socket, other],
      [other, socket],
    ] as const)
      from.on("error", () => to.destroy()).pipe(to);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  await using server = await startStreamServer({ upgrade: greet });
  const proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const client = createClient({ ...server.config, proxyUrl });
  const session = await client.pods.exec(pod, { command: ["ls"] });
  assert.equal(await text(session.stdout), "hello");
  assert.deepEqual(tunnels, [new URL(server.config.server).host]);
  await client.close();
  proxy.closeAllConnections();
  proxy.close();
});

test("streams are asked for as the impersonated user, and again with another token where the first is not believed", async () => {
  const seen: unknown[] = [];
  await using server = await startStreamServer({
    upgrade: (call) => {
      seen.push([call.headers.authorization, call.headers["impersonate-user"], call.headers["impersonate-group"]]);
      if (call.headers.authorization === "Bearer new") greet(call);
      else call.refuse(401, "{}");
    },
  });
  let token = "old";
  const client = createClient({
    ...server.config,
    credentials: {
      get: async () => ({ authorization: `Bearer ${token}` }),
      refuse: () => {
        token = "new";
      },
    },
    impersonate: { user: "jane", groups: ["a", "b"] },
  });
  const session = await client.pods.exec(pod, { command: ["ls"] });
  assert.equal(await text(session.stdout), "hello");
  assert.deepEqual(seen, [
    ["Bearer old", "jane", "a, b"],
    ["Bearer new", "jane", "a, b"],
  ]);
  await client.close();
});
