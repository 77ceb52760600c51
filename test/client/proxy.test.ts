/** What is behind pods, services and nodes, asked through the API server. */
import assert from "node:assert/strict";
import { text } from "node:stream/consumers";
import { describe, test } from "node:test";
import { createClient } from "@pintle/client";
import { startControlPlane } from "@pintle/controlplane";
import { Node, Pod, Service } from "@pintle/kinds/core/v1";
import { ApiError, createConsoleLogger, createSeededRandom, createVirtualClock } from "@pintle/machinery";
import { startStreamServer } from "./kubelet-like.ts";
import { onEachServer } from "./servers.ts";

onEachServer("the API server's own refusals are errors that say what is not there", async ({ client, namespace }) => {
  const services = client.resource(Service, { namespace });
  await services.create({ metadata: { name: "web" }, spec: { ports: [{ port: 80 }] } });
  const failsWith = (code: number, message: RegExp) => (error: unknown) => {
    assert.ok(error instanceof ApiError);
    assert.equal(error.code, code);
    assert.match(error.message, message);
    return true;
  };
  await assert.rejects(
    services.proxy("web", { port: 81 }),
    failsWith(503, /no service port 81 found for service "web"/),
  );
  await assert.rejects(client.resource(Pod, { namespace }).proxy("gone"), failsWith(404, /pods "gone" not found/));
  await assert.rejects(client.resource(Node).proxy("gone"), failsWith(404, /nodes "gone" not found/));
});

test("a pod of the embedded plane answers with what it was asked", async () => {
  const clock = createVirtualClock();
  const logger = createConsoleLogger({ write: () => {}, clock });
  await using plane = await startControlPlane({
    profile: "workloads",
    nodes: 1,
    clock,
    random: createSeededRandom(1),
    logger,
  });
  const pods = createClient({ transport: plane.transport }, { clock }).resource(Pod, { namespace: "default" });
  await pods.create({ metadata: { name: "web" }, spec: { containers: [{ name: "web", image: "nginx" }] } });
  for (let step = 0; step < 30 && (await pods.get("web")).status?.phase !== "Running"; step += 1)
    await clock.advance(1_000);
  const got = await pods.proxy("web", { port: 8080, path: "/healthz" });
  assert.equal(got.headers["content-type"], "text/plain");
  assert.match(
    await text(got.body),
    /^GET \/api\/v1\/.*\/proxy\/healthz\nanswered by the simulated pod default\/web\n$/,
  );
  const posted = await pods.proxy("web", { method: "POST", path: "/orders", body: { count: 1 } });
  assert.match(await text(posted.body), /^POST /);
});

describe("a request through the API server", () => {
  test("goes out as it was meant: who, where, how and with what", async () => {
    const asked: string[] = [];
    await using server = await startStreamServer({
      async request(request, response) {
        const { method, url, headers } = request;
        asked.push(
          `${method} ${url} ${headers.accept} ${headers["x-own"]} ${headers["content-type"]} ${await text(request)}`,
        );
        response.end("ok");
      },
    });
    await using client = createClient(server.config);
    const ask = async (answer: Promise<{ readonly body: AsyncIterable<Uint8Array> }>) => text((await answer).body);
    await ask(client.resource(Pod, { namespace: "shop" }).proxy("web"));
    await ask(
      client.resource(Service, { namespace: "shop" }).proxy("web", {
        ...{
          method: "PUT",
          scheme: "https",
          port: "api",
          path: "/a%2Fb/c",
          body: Buffer.from("text"),
          contentType: "text/plain",
        },
        query: [["q", "1 & 2"]],
        headers: { accept: "text/html", "x-own": "1" },
      }),
    );
    await ask(client.resource(Node).proxy("n1", { port: 10250, path: "/metrics" }));
    assert.deepEqual(asked, [
      "GET /api/v1/namespaces/shop/pods/web/proxy/ */* undefined undefined ",
      "PUT /api/v1/namespaces/shop/services/https%3Aweb%3Aapi/proxy/a%2Fb/c?q=1+%26+2 text/html 1 text/plain text",
      "GET /api/v1/nodes/n1%3A10250/proxy/metrics */* undefined undefined ",
    ]);
  });

  test("has an answer that is read as it comes, and ends when its reader leaves", async () => {
    const closed = Promise.withResolvers<void>();
    await using server = await startStreamServer({
      request(_, response) {
        response.write("first");
        response.once("close", () => closed.resolve());
      },
    });
    await using client = createClient(server.config);
    const { status, body } = await client.resource(Pod).proxy("web");
    assert.equal(status, 200);
    for await (const chunk of body) {
      assert.equal(Buffer.from(chunk).toString(), "first");
      break;
    }
    await closed.promise;
  });

  test("cannot climb out of the proxy, nor bring its query in the path", async () => {
    const client = createClient({ transport: { request: () => assert.fail("nothing is sent") } });
    for (const path of ["healthz", "/../exec", "/a/%2e%2E/b", "/./a", "/a?command=sh", "/a#b", "/a b"]) {
      await assert.rejects(client.resource(Pod).proxy("web", { path }), { code: "PINTLE_PROXY_PATH_INVALID" }, path);
    }
    await assert.rejects(client.resource(Pod).proxy("a/b"), { code: "PINTLE_NAME_INVALID" });
  });

  test("is refused like any other request where nobody may write any more", async () => {
    const client = createClient({ transport: { request: () => assert.fail("nothing is sent") } }).intercept({
      beforeSend({ method }) {
        if (method !== "GET") throw new Error("somebody else leads");
      },
    });
    await assert.rejects(client.resource(Pod).proxy("web", { method: "POST" }), { message: "somebody else leads" });
  });
});
