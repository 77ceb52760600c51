/** A server that moves to another address: its name is looked up for each new connection, and nobody remembers the old one. */
import assert from "node:assert/strict";
import dns from "node:dns";
import { type TestContext, test } from "node:test";
import { createVirtualClock } from "@pintle/machinery";
import { createHttpTransport } from "./create-http-transport.ts";
import { type Handler, readAll, startServer } from "./local-server-fixture.test.ts";

const clock = createVirtualClock();
/** One of those that the certificate of the servers has. */
const host = "kubernetes.default.svc";

type Found = (error: Error | null, address: string | readonly dns.LookupAddress[], family?: number) => void;

/** Answers whoever asks for the host, with the address of now. */
function nameServer(t: TestContext) {
  const answers: string[] = [];
  const now = { address: "127.0.0.1" };
  t.mock.method(dns, "lookup", (name: string, options: { readonly all?: boolean }, found: Found) => {
    // Servers have the address that they listen on looked up, too.
    const address = name === host ? now.address : name;
    if (name === host) answers.push(address);
    process.nextTick(() => (options.all ? found(null, [{ address, family: 4 }]) : found(null, address, 4)));
  });
  return { answers, now };
}

/** Says its name, and keeps watches open. */
function named(name: string): Handler {
  return (request, response) => {
    response.statusCode = 200;
    if (request.url?.includes("watch=true")) (response.write as (text: string) => void)(name);
    else (response.end as (text: string) => void)(name);
  };
}

const skip = process.platform === "linux" ? false : "elsewhere 127.0.0.2 is not this machine";

for (const hasHttp2 of [false, true]) {
  test(`a server that has moved is found by the next connection, over HTTP/${hasHttp2 ? 2 : 1.1}`, {
    skip,
  }, async (t) => {
    const { answers, now } = nameServer(t);
    await using old = await startServer({ handler: named("old"), hasHttp2 });
    const { port } = old;
    const transport = createHttpTransport({ ...old.config, server: `https://${host}:${port}` }, { clock });
    await using _closed = { [Symbol.asyncDispose]: () => transport.close() };
    const get = async () => await readAll((await transport.request({ method: "GET", path: "/x" })).body);
    const watch = async () => {
      const { body } = await transport.request({ method: "GET", path: "/x", query: [["watch", "true"]] });
      const chunks = body[Symbol.asyncIterator]();
      return { name: String(Buffer.from((await chunks.next()).value ?? [])), next: () => chunks.next() };
    };
    assert.equal(await get(), "old");
    const watched = await watch();
    assert.equal(watched.name, "old");
    const lookups = answers.length;
    assert.equal(await get(), "old");
    assert.equal(answers.length, lookups, "who has a connection needs no address");

    await old[Symbol.asyncDispose]();
    await assert.rejects(watched.next());
    await assert.rejects(get(), { code: "ECONNREFUSED" });
    await assert.rejects(watch(), { code: "ECONNREFUSED" });
    await using moved = await startServer({ handler: named("new"), hasHttp2, at: { host: "127.0.0.2", port } });
    now.address = "127.0.0.2";
    answers.length = 0;
    assert.equal(await get(), "new");
    assert.equal((await watch()).name, "new");
    assert.deepEqual(answers, ["127.0.0.2", "127.0.0.2"]);
    assert.equal(moved.made(), 2);
  });
}
