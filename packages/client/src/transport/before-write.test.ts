import assert from "node:assert/strict";
import { test } from "node:test";
import { createProcessClock } from "@pintle/machinery";
import { createHttpTransport, type HttpTransport } from "./create-http-transport.ts";
import { type Handler, type LocalServer, readAll, startServer } from "./local-server-fixture.test.ts";

const clock = createProcessClock();
const leases = "/apis/coordination.k8s.io/v1/namespaces/default/leases/work";

function connectTo({ config }: LocalServer): HttpTransport & AsyncDisposable {
  const transport = createHttpTransport(config, { clock });
  return { ...transport, [Symbol.asyncDispose]: () => transport.close() };
}

/** A server that answers when it is told to. */
async function startHoldingServer() {
  const paths: string[] = [];
  const held: (() => void)[] = [];
  const handler: Handler = (request, response) => {
    paths.push(request.url ?? "");
    const answer = () => (response.end as (text: string) => void)("{}");
    if (request.url?.startsWith("/held")) held.push(answer);
    else answer();
  };
  const server = await startServer({ handler });
  const until = async (isTrue: () => boolean) => {
    while (!isTrue()) await clock.sleep(1, { kind: "work", label: "until" });
  };
  const release = () => {
    for (const answer of held.splice(0)) answer();
  };
  return { server, paths, held, until, release };
}

test("a request that may be sent no more when its turn on a connection comes is not sent", async () => {
  const { server, paths, held, until, release } = await startHoldingServer();
  await using _server = server;
  await using transport = connectTo(server);
  const busy = Array.from({ length: 32 }, async (_, index) =>
    readAll((await transport.request({ method: "POST", path: `/held/${index}` })).body),
  );
  await until(() => held.length === 32);
  let isOver = false;
  let questions = 0;
  const beforeWrite = () => {
    questions += 1;
    if (isOver) throw new Error("somebody else leads");
  };
  const waiting = transport.request({ method: "POST", path: "/late", beforeWrite });
  const refused = assert.rejects(waiting, /^Error: somebody else leads$/);
  await clock.sleep(20, { kind: "work", label: "it waits" });
  assert.equal(questions, 0, "nobody is asked before there is a connection");
  isOver = true;
  release();
  await refused;
  await Promise.all(busy);
  assert.equal(questions, 1);
  assert.ok(!paths.includes("/late"));
  const { status, body } = await transport.request({ method: "POST", path: "/next", beforeWrite: () => {} });
  assert.equal(status, 200, "others go on");
  await readAll(body);
});

test("a request whose right ended while it was written is cut off", async () => {
  const { server, held, until } = await startHoldingServer();
  await using _server = server;
  await using transport = connectTo(server);
  let questions = 0;
  const beforeWrite = () => {
    questions += 1;
    if (questions > 1) throw new Error("too late");
  };
  await assert.rejects(transport.request({ method: "POST", path: "/held", beforeWrite }), /^Error: too late$/);
  await until(() => server.made() === 1 && server.sockets.size === 0);
  assert.ok(held.length <= 1);
});

test("a request that may be sent is asked about and then goes its way, also over a new connection", async () => {
  const { server, paths } = await startHoldingServer();
  await using _server = server;
  await using transport = connectTo(server);
  let questions = 0;
  const beforeWrite = () => {
    questions += 1;
  };
  const { status, body } = await transport.request({ method: "PUT", path: "/x", body: Buffer.from("{}"), beforeWrite });
  await readAll(body);
  assert.equal(status, 200);
  assert.deepEqual(paths, ["/x"]);
  assert.ok(questions >= 1);
});

test("a Lease is renewed although every connection for requests is taken", async () => {
  const { server, held, until, release } = await startHoldingServer();
  await using _server = server;
  await using transport = connectTo(server);
  const busy = Array.from({ length: 40 }, async (_, index) =>
    readAll((await transport.request({ method: "POST", path: `/held/${index}` })).body),
  );
  await until(() => held.length === 32);
  for (const method of ["GET", "PUT"]) {
    const { status, body } = await transport.request({ method, path: leases });
    await readAll(body);
    assert.equal(status, 200);
  }
  let isOver = false;
  const releasing = Promise.all(busy).finally(() => {
    isOver = true;
  });
  // Those that waited for a connection come when the first ones are gone, which may take a moment.
  while (!isOver) {
    release();
    await clock.sleep(10, { kind: "work", label: "the rest" });
  }
  await releasing;
});

test("a stream into a pod that may not be opened any more when there is a connection is not asked for", async () => {
  const { server, paths } = await startHoldingServer();
  await using _server = server;
  let isOver = false;
  const trust = {
    async read() {
      isOver = true;
      return await (server.config.trust?.read() ?? assert.fail());
    },
  };
  const transport = createHttpTransport({ ...server.config, trust }, { clock });
  const beforeWrite = () => {
    if (isOver) throw new Error("somebody else leads");
  };
  const path = "/api/v1/namespaces/default/pods/a/exec";
  await assert.rejects(transport.upgrade({ path, beforeWrite }), /^Error: somebody else leads$/);
  await transport.close();
  assert.deepEqual(paths, []);
});

test("a stream into a pod whose right ended while it was asked for is cut off", async () => {
  const { server, until } = await startHoldingServer();
  await using _server = server;
  await using transport = connectTo(server);
  let questions = 0;
  const beforeWrite = () => {
    questions += 1;
    if (questions > 1) throw new Error("too late");
  };
  await assert.rejects(transport.upgrade({ path: "/held", beforeWrite }), /^Error: too late$/);
  await until(() => server.made() === 1 && server.sockets.size === 0);
});
