import assert from "node:assert/strict";
import { test } from "node:test";
import { createVirtualClock, defineKind, type Transport } from "@pintle/machinery";
import { createClient } from "./create-client.ts";
import type { CompletedWrite } from "./request/client-interceptor.ts";
import {
  connectionReset,
  json,
  type ScriptedAnswer,
  scriptedTransport,
  statusText,
} from "./request/scripted-transport-fixture.test.ts";
import type { UpgradeRequest } from "./streams/upgrade.ts";

const Box = defineKind({
  ...{ group: "example.com", version: "v1", kind: "Box", plural: "boxes", scope: "Namespaced" as const },
  subresources: ["status", "eviction"],
})<{ spec?: { size?: number } }>();

const stored = { apiVersion: "example.com/v1", kind: "Box", metadata: { name: "a", uid: "1", resourceVersion: "7" } };

function connect(...script: readonly (ScriptedAnswer | Error)[]) {
  const transport = scriptedTransport(...script);
  const clock = createVirtualClock();
  return { client: createClient({ transport, namespace: "home" }, { clock }), transport, clock };
}

test("an interceptor sees each request before it is sent, and the client that it was made of is left as it is", async () => {
  const { client } = connect({ body: JSON.stringify(stored) });
  const seen: string[] = [];
  const view = client.intercept({ beforeSend: ({ method, path }) => seen.push(`${method} ${path}`) });

  await view.resource(Box).get("a");
  await view.resource(Box).create({ metadata: { name: "a" } });
  await view.resource(Box).status.patch("a", { merge: {} });
  for await (const _ of view.resource(Box).watch()) break;
  await view.raw({ method: "GET", path: "/healthz" });
  await view.pods.log({ name: "a" });
  await client.resource(Box).get("b");
  assert.deepEqual(seen, [
    "GET /apis/example.com/v1/namespaces/home/boxes/a",
    "POST /apis/example.com/v1/namespaces/home/boxes",
    "PATCH /apis/example.com/v1/namespaces/home/boxes/a/status",
    "GET /apis/example.com/v1/boxes",
    "GET /healthz",
    "GET /api/v1/namespaces/home/pods/a/log",
  ]);
  assert.equal(view.discovery, client.discovery);
});

test("what an interceptor throws is the result, and nothing is sent", async () => {
  const { client, transport } = connect();
  const refusal = new Error("not any more");
  const view = client.intercept({
    beforeSend: () => {
      throw refusal;
    },
  });
  await assert.rejects(view.resource(Box).delete("a"), refusal);
  await assert.rejects(view.resource(Box).get("a"), refusal);
  await assert.rejects(view.raw({ method: "POST", path: "/x", body: {} }), refusal);
  await assert.rejects(
    view.resource(Box).watch()[Symbol.asyncIterator]().next(),
    refusal,
    "a watch is a request like others",
  );
  assert.equal(transport.requests.length, 0);
});

test("a try that repeats a request is seen as well: what may be sent no more is not repeated", async () => {
  const busy = { status: 429, headers: { ...json, "retry-after": "5" }, body: statusText(429, "TooManyRequests") };
  const { client, transport, clock } = connect(busy, { body: JSON.stringify(stored) });
  let isAllowed = true;
  const view = client.intercept({
    beforeSend: () => {
      if (!isAllowed) throw new Error("not any more");
    },
  });
  const refused = assert.rejects(view.resource(Box).create({ metadata: { name: "a" } }), { message: "not any more" });
  await clock.advance(4_000);
  isAllowed = false;
  await clock.advance(4_000);
  await refused;
  assert.equal(transport.requests.length, 1);

  const repeated = connect(connectionReset(), { body: JSON.stringify(stored) });
  let tries = 0;
  const counting = repeated.client.intercept({
    beforeSend: () => {
      tries += 1;
    },
  });
  const reading = counting.resource(Box).get("a");
  await repeated.clock.settle();
  await reading;
  assert.equal(tries, 2);
});

test("the signal of an interceptor ends its requests with its reason, beside the signals that calls have of their own", async () => {
  const waiting: Transport = {
    request: ({ signal }) => new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
  };
  const client = createClient({ transport: waiting }, { clock: createVirtualClock() });
  const ending = new AbortController();
  const view = client.intercept({ signal: ending.signal });
  const own = new AbortController();
  const reason = new Error("the run is over");

  const ended = [
    assert.rejects(view.resource(Box).get("a"), reason),
    assert.rejects(view.resource(Box).get("a", { signal: new AbortController().signal }), reason),
    assert.rejects(
      view.resource({ apiVersion: "v1", kind: "Pod" }).get("a"),
      reason,
      "also one that waits for discovery",
    ),
    assert.rejects(view.pods.log({ name: "a" }), reason),
  ];
  const left = assert.rejects(view.resource(Box).get("a", { signal: own.signal }), { message: "enough" });
  own.abort(new Error("enough"));
  await left;
  ending.abort(reason);
  await Promise.all(ended);
  await assert.rejects(view.resource(Box).create({ metadata: { name: "a" } }), reason);
});

test("writes are told with what they were answered with, before their caller has it", async () => {
  const made = { ...stored, metadata: { ...stored.metadata, name: "a-x7f2k" } };
  const { client } = connect({ body: JSON.stringify(made) }, { body: JSON.stringify(stored) });
  const told: CompletedWrite[] = [];
  const boxes = client.intercept({ afterWrite: (write) => told.push(write) }).resource(Box, { namespace: "shop" });

  const created = await boxes.create({ metadata: { generateName: "a-" } });
  await boxes.update({ metadata: { name: "a" } });
  await boxes.patch("a", { merge: { spec: {} } });
  await boxes.apply({ metadata: { name: "a" } }, { fieldManager: "me" });
  await boxes.status.update({ metadata: { name: "a" } });
  await boxes.subresource("eviction").create("a", {});
  await boxes.delete("a", { preconditions: { uid: "1" } });
  const about = { group: "example.com", version: "v1", kind: "Box", plural: "boxes", namespace: "shop" };
  const shown = { subresource: undefined, uid: undefined, answer: stored, ...about };
  const withoutRequest = ({ path: _path, body: _body, ...rest }: CompletedWrite) => rest;
  assert.deepEqual(told.map(withoutRequest), [
    { ...shown, verb: "create", name: "a-x7f2k", answer: made },
    { ...shown, verb: "update", name: "a" },
    { ...shown, verb: "patch", name: "a" },
    { ...shown, verb: "apply", name: "a" },
    { ...shown, verb: "update", name: "a", subresource: "status" },
    { ...shown, verb: "create", name: "a", subresource: "eviction" },
    { ...shown, verb: "delete", name: "a", uid: "1" },
  ]);
  assert.equal(told[0]?.answer, created);
  const collection = "/apis/example.com/v1/namespaces/shop/boxes";
  const object = `${collection}/a`;
  assert.deepEqual(
    told.map(({ path }) => path),
    [collection, object, object, object, `${object}/status`, `${object}/eviction`, object],
  );
  assert.deepEqual(told[2]?.body, { spec: {} });
});

test("reads, dry runs, collections and failures are not told", async () => {
  const list = { apiVersion: "example.com/v1", kind: "BoxList", metadata: {}, items: [] };
  const { client } = connect(
    { body: JSON.stringify(stored) },
    { body: JSON.stringify(stored) },
    { body: JSON.stringify(stored) },
    { body: JSON.stringify(list) },
    { status: 409, body: statusText(409, "AlreadyExists") },
  );
  const told: CompletedWrite[] = [];
  const boxes = client.intercept({ afterWrite: (write) => told.push(write) }).resource(Box, { namespace: "shop" });

  await boxes.get("a");
  await boxes.create({ metadata: { name: "a" } }, { dryRun: true });
  await boxes.delete("a", { dryRun: true });
  await boxes.deleteCollection();
  await assert.rejects(boxes.create({ metadata: { name: "a" } }), { reason: "AlreadyExists" });
  assert.deepEqual(told, []);
});

test("an interceptor of an interceptor comes after it", async () => {
  const { client } = connect({ body: JSON.stringify(stored) });
  const seen: string[] = [];
  const note = (name: string) => ({
    beforeSend: () => void seen.push(`before ${name}`),
    afterWrite: () => void seen.push(`after ${name}`),
  });
  const ending = new AbortController();
  const outer = client.intercept({ ...note("outer"), signal: ending.signal });
  const both = outer.intercept(note("inner")).intercept({ signal: new AbortController().signal });

  await both.resource(Box).create({ metadata: { name: "a" } });
  assert.deepEqual(seen, ["before outer", "before inner", "after outer", "after inner"]);
  ending.abort(new Error("the run is over"));
  await assert.rejects(both.resource(Box).get("a"), { message: "the run is over" });
});

test("a stream into a pod is refused like a write", async () => {
  const { client } = connect();
  const seen: string[] = [];
  const view = client.intercept({
    beforeSend: ({ method, path }) => {
      seen.push(`${method} ${path}`);
      throw new Error("not any more");
    },
  });
  await assert.rejects(view.pods.exec({ name: "a" }, { command: ["sh"] }), { message: "not any more" });
  await assert.rejects(view.pods.connect({ name: "a" }, 80), { message: "not any more" });
  assert.deepEqual(seen, [
    "CONNECT /api/v1/namespaces/home/pods/a/exec",
    "CONNECT /api/v1/namespaces/home/pods/a/portforward",
  ]);
});

test("a stream into a pod is asked about once more when it has waited for a connection", async () => {
  const asked: string[] = [];
  const upgrade = async ({ beforeWrite }: UpgradeRequest) => {
    asked.push("a connection is there");
    beforeWrite?.();
    return assert.fail("it was opened");
  };
  const transport = { request: () => assert.fail("no request"), upgrade };
  let questions = 0;
  const client = createClient({ transport }).intercept({
    beforeSend: ({ method }) => {
      asked.push(method);
      questions += 1;
      if (questions > 1) throw new Error("somebody else leads");
    },
  });
  await assert.rejects(client.pods.attach({ name: "a" }), { message: "somebody else leads" });
  assert.deepEqual(asked, ["CONNECT", "a connection is there", "CONNECT"]);
});
