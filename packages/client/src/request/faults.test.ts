/** What a client without a cache shows of the faults that every client meets. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, createVirtualClock } from "@pintle/machinery";
import { createRequester } from "./requester.ts";
import { connectionReset, json, scriptedTransport, statusText } from "./scripted-transport-fixture.test.ts";

const clock = createVirtualClock();
const watching = { method: "GET", path: "/api/v1/pods", query: [["watch", "true"]] } as const;

test("410 is the same error as an answer and inside a watch, and is not tried again", async () => {
  const body = statusText(410, "Expired", "too old resource version: 1 (9)");
  const asAnswer = scriptedTransport({ status: 410, body });
  await assert.rejects(createRequester({ transport: asAnswer, clock }).watch(watching), (error) =>
    ApiError.is(error, "Expired"),
  );
  assert.equal(asAnswer.requests.length, 1);
  const inside = scriptedTransport({ body: `{"type":"ERROR","object":${body}}\n` });
  const events = await createRequester({ transport: inside, clock }).watch(watching);
  await assert.rejects(events.next(), (error) => ApiError.is(error, "Expired"));
  assert.equal(inside.left(), 1);
});

test("a continue token that has expired is told at once, with the token that the server gives for the rest", async () => {
  const status = { ...JSON.parse(statusText(410, "Expired")), metadata: { continue: "inconsistent" } };
  const headers = { ...json, "retry-after": "1" };
  const transport = scriptedTransport({ status: 410, headers, body: JSON.stringify(status) });
  const listing = createRequester({ transport, clock }).send({
    method: "GET",
    path: "/x",
    query: [["continue", "old"]],
  });
  await assert.rejects(listing, (error) => {
    assert.equal(ApiError.find(error)?.status.metadata.continue, "inconsistent");
    return true;
  });
  assert.equal(transport.requests.length, 1);
});

test("403 is an error at once", async () => {
  const transport = scriptedTransport({ status: 403, body: statusText(403, "Forbidden") });
  const sending = createRequester({ transport, clock }).send({ method: "GET", path: "/x" });
  await assert.rejects(sending, (error) => ApiError.is(error, "Forbidden"));
  assert.equal(transport.requests.length, 1);
});

test("an answer that is lost after the object was created is an error, and there is no second create", async () => {
  const transport = scriptedTransport(connectionReset(), { status: 409, body: statusText(409, "AlreadyExists") });
  const requester = createRequester({ transport, clock });
  const create = { method: "POST", path: "/x", body: { metadata: { generateName: "a-" } } };
  await assert.rejects(requester.send(create), { code: "ECONNRESET" });
  assert.equal(transport.requests.length, 1);
  await assert.rejects(requester.send(create), (error) => ApiError.is(error, "AlreadyExists"));
});

test("a watch that cannot begin is tried like any other GET", async () => {
  const virtual = createVirtualClock();
  const transport = scriptedTransport(connectionReset(), { body: '{"type":"ADDED","object":{"a":1}}\n' });
  const beginning = createRequester({ transport, clock: virtual }).watch(watching);
  await virtual.settle();
  assert.deepEqual(await (await beginning).next(), { done: false, value: { type: "ADDED", object: { a: 1 } } });
});

test("a watch that is lost tells it to its reader alone: there is no unhandled rejection", async () => {
  const transport = scriptedTransport({ body: ['{"type":"ADDED","object":{}}\n', connectionReset()] });
  const seen: string[] = [];
  const reading = (async () => {
    for await (const { type } of await createRequester({ transport, clock }).watch(watching)) seen.push(type);
  })();
  await assert.rejects(reading, { code: "ECONNRESET" });
  assert.deepEqual(seen, ["ADDED"]);
});
