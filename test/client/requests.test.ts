/** What connections and requests owe to people, on each server: how many connections, whose credentials, which errors. */
import assert from "node:assert/strict";
import { type ClientConfig, ConnectionError, type Credentials, createClient } from "@pintle/client";
import { ApiError } from "@pintle/machinery";
import { startCountingWire } from "./counting-wire.ts";
import { onEachListeningServer, onEachServer, type ServerUnderTest } from "./servers.ts";

const configMap = { apiVersion: "v1", kind: "ConfigMap" };
const never = new AbortController().signal;

/** The server behind a wire. */
async function throughWire({ access }: ServerUnderTest) {
  if (access.config === undefined) throw new Error("a server in process has no wire");
  const wire = await startCountingWire(Number(new URL(access.config.server).port));
  const config: ClientConfig = { ...access.config, server: `https://127.0.0.1:${wire.port}` };
  return { wire, config };
}

onEachListeningServer("200 requests take one connection, and watches one more", async (server) => {
  const way = await throughWire(server);
  await using wire = way.wire;
  await using client = createClient(way.config);
  for (let count = 0; count < 200; count += 1) {
    const { body } = await client.raw({ method: "GET", path: "/api/v1/namespaces/default" });
    for await (const _ of body);
  }
  assert.equal(wire.made(), 1);
  const path = `/api/v1/namespaces/${server.namespace}/configmaps`;
  const watches = Array.from({ length: 10 }, () =>
    client.raw({ method: "GET", path, query: [["watch", "true"]], signal: never }),
  );
  for (const { status } of await Promise.all(watches)) assert.equal(status, 200);
  assert.equal(wire.made(), 2);
});

onEachListeningServer(
  "a connection that is lost is made again, for requests unseen and for watches with an error",
  async (server) => {
    const way = await throughWire(server);
    await using wire = way.wire;
    await using client = createClient(way.config);
    const resource = client.resource(configMap, { namespace: server.namespace });
    const watch = resource.watch({ resourceVersion: (await resource.list()).metadata.resourceVersion ?? "" });
    const next = watch[Symbol.asyncIterator]().next();
    await resource.create({ ...configMap, metadata: { name: "a" } });
    assert.equal((await next).done, false);
    const lost = assert.rejects(watch[Symbol.asyncIterator]().next(), ConnectionError);
    wire.cut();
    await lost;
    assert.equal((await resource.get("a")).metadata.name, "a");
  },
);

onEachServer("a token that is not believed is an error, unless there is another one", async ({ access, client }) => {
  const { config, tokens } = access;
  await assert.rejects(access.connect("nobody-knows-it").resource(configMap).list(), (error) => {
    assert.ok(error instanceof ApiError && ApiError.is(error, "Unauthorized"));
    return true;
  });
  if (config === undefined) return;
  let token = "expired";
  const credentials = {
    get: async (): Promise<Credentials> => ({ authorization: `Bearer ${token}` }),
    refuse: () => {
      token = tokens.admin ?? "";
    },
  };
  await using renewed = createClient({ ...config, credentials });
  assert.ok(Array.isArray((await renewed.resource(configMap, { namespace: client.namespace }).list()).items));
});

onEachServer("warnings are told once each", async ({ access, namespace }) => {
  const told: string[] = [];
  const config = access.config ?? { transport: access.transport ?? assert.fail() };
  await using client = createClient(config, { onWarning: (text) => told.push(text) });
  for (const name of ["a", "b"]) {
    await client.raw({
      ...{ method: "POST", path: `/api/v1/namespaces/${namespace}/configmaps` },
      query: [
        ["fieldValidation", "Warn"],
        ["dryRun", "All"],
      ],
      body: { ...configMap, metadata: { name }, unheardOf: true },
    });
  }
  assert.deepEqual(told, ['unknown field "unheardOf"']);
});

onEachServer("integers beyond 2^53 survive the way there and back", async ({ client, namespace }) => {
  const templates = client.resource({ apiVersion: "v1", kind: "PodTemplate" }, { namespace });
  const tolerations = [{ operator: "Exists", effect: "NoExecute", tolerationSeconds: 9007199254740993n }];
  const created = await templates.create({
    ...{ apiVersion: "v1", kind: "PodTemplate", metadata: { name: "patient" } },
    template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "a", image: "b" }], tolerations } },
  });
  const read = (await templates.get("patient")) as unknown as {
    template: { spec: { tolerations: typeof tolerations } };
  };
  assert.equal(created.metadata.name, "patient");
  assert.equal(read.template.spec.tolerations[0]?.tolerationSeconds, 9007199254740993n);
});

onEachServer("the program's name manages the fields that it writes", async ({ access, namespace }) => {
  const config = access.config ?? { transport: access.transport ?? assert.fail() };
  await using client = createClient({ ...config, userAgent: "my-program/1.2.3 (linux)" });
  const written = await client
    .resource(configMap, { namespace })
    .create({ ...configMap, metadata: { name: "mine" }, data: { a: "b" } });
  assert.equal(written.metadata.managedFields?.[0]?.manager, "my-program");
});

onEachServer("what is not found, not allowed or no resource at all is told in the server's words", async (server) => {
  const { client, namespace, access } = server;
  await assert.rejects(client.resource(configMap, { namespace }).get("nothing"), {
    ...{ name: "ApiError", message: 'configmaps "nothing" not found', code: 404, reason: "NotFound" },
  });
  const nobody = access.connect(access.tokens.nobody ?? "");
  await assert.rejects(nobody.raw({ method: "GET", path: `/api/v1/namespaces/${namespace}/secrets` }), {
    ...{ name: "ApiError", code: 403, reason: "Forbidden", message: /cannot list resource "secrets"/ },
  });
  await assert.rejects(client.raw({ method: "GET", path: "/api/v1/wishes/a" }), {
    ...{ name: "ApiError", code: 404, reason: "NotFound", message: "the server could not find the requested resource" },
  });
});
