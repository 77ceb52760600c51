import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, createVirtualClock } from "@pintle/machinery";
import { createRequester } from "./requester.ts";
import {
  connectionReset,
  json,
  type ScriptedAnswer,
  scriptedTransport,
  statusText,
} from "./scripted-transport-fixture.test.ts";

function busy(retryAfter: string, status = 429): ScriptedAnswer {
  return {
    status,
    headers: { ...json, "retry-after": retryAfter },
    body: statusText(status, "TooManyRequests", "busy"),
  };
}

/** What came of a request, after how much time, with how many tries. */
async function outcome(method: string, script: readonly (ScriptedAnswer | Error)[], timeoutMs?: number) {
  const clock = createVirtualClock();
  const transport = scriptedTransport(...script);
  const requester = createRequester({ transport, clock });
  const body = method === "POST" ? { body: {} } : {};
  const sending = requester.send({ method, path: "/x", ...body, timeoutMs }).then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  );
  const started = clock.monotonic();
  await clock.settle();
  const result: { answer?: unknown; error?: unknown } = await sending;
  return { ...result, waitedMs: clock.monotonic() - started, tries: transport.requests.length };
}

test("429 and 5xx with Retry-After are tried again after as long as the server asks for, whatever the verb", async () => {
  for (const method of ["GET", "POST", "PUT", "DELETE"]) {
    for (const status of [429, 500, 503]) {
      const { answer, waitedMs, tries } = await outcome(method, [busy("3", status), busy("2", status), {}]);
      assert.deepEqual({ answer, waitedMs, tries }, { answer: {}, waitedMs: 5_000, tries: 3 });
    }
  }
});

test("an object is not created again when a gateway does not know what became of the request", async () => {
  for (const status of [502, 504]) {
    assert.equal((await outcome("POST", [busy("1", status), {}])).tries, 1);
    assert.equal((await outcome("GET", [busy("1", status), {}])).tries, 2);
  }
});

const wishes: readonly (readonly [string, number | undefined])[] = [
  ["1", 1_000],
  ["0", 100],
  [" 7 ", 7_000],
  ["315360000", 60_000],
  ["99999999999999999999999999", 60_000],
  ["Thu, 01 Jan 1970 00:00:05 GMT", 100],
  ["Fri, 31 Dec 9999 23:59:59 GMT", 60_000],
  ["soon", undefined],
  ["-5", undefined],
  ["1.5", undefined],
  ["", undefined],
  ["Thu, 99 Foo", undefined],
];
for (const [header, waitMs] of wishes) {
  test(`Retry-After "${header}" means ${waitMs === undefined ? "nothing" : `${waitMs} ms`}`, async () => {
    const { error, waitedMs, tries } = await outcome("GET", [busy(header), {}]);
    if (waitMs === undefined) assert.ok(ApiError.is(error, "TooManyRequests") && tries === 1);
    else assert.deepEqual([waitedMs, tries], [waitMs, 2]);
  });
}

test("a date says how long to wait from now", async () => {
  const clock = createVirtualClock();
  const inFourSeconds = new Date(clock.now() + 4_999).toUTCString();
  const { waitedMs } = await outcome("GET", [busy(inFourSeconds), {}]);
  assert.ok(waitedMs > 3_000 && waitedMs < 5_000, String(waitedMs));
});

test("there are ten more tries, and the last error has those before as its causes", async () => {
  const { error, tries, waitedMs } = await outcome("GET", [connectionReset(), busy("1")]);
  assert.deepEqual([tries, waitedMs], [11, 10_000]);
  assert.ok(error instanceof ApiError && ApiError.is(error, "TooManyRequests"));
  const causes: unknown[] = [];
  for (let next: unknown = error; next instanceof Error; next = next.cause) causes.push(next.message);
  assert.deepEqual(causes, [...Array.from({ length: 10 }, () => "busy"), "read ECONNRESET"]);
});

test("an error that is always the same one is not chained into a ring", async () => {
  const { error, tries } = await outcome("GET", [connectionReset()]);
  assert.equal(tries, 11);
  assert.ok(error instanceof Error && error.cause === undefined);
});

test("429 and 5xx without Retry-After are errors at once", async () => {
  for (const status of [429, 500, 503]) {
    const answer = { status, body: statusText(status, "ServiceUnavailable") };
    assert.equal((await outcome("GET", [answer, {}])).tries, 1);
  }
});

test("a lost connection is tried again on GET alone: nobody knows what became of anything else", async () => {
  const { answer, tries, waitedMs } = await outcome("GET", [connectionReset(), {}]);
  assert.deepEqual([answer, tries, waitedMs], [{}, 2, 1_000]);
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    const lost = await outcome(method, [connectionReset(), {}]);
    assert.equal(lost.tries, 1);
    assert.ok(lost.error instanceof Error && lost.error.message === "read ECONNRESET");
  }
});

test("a body that breaks off is read again on GET, and never taken for the whole", async () => {
  const half = { body: ['{"items":[', connectionReset()] };
  assert.deepEqual((await outcome("GET", [half, { body: '{"items":[]}' }])).answer, { items: [] });
  const lost = await outcome("POST", [half, {}]);
  assert.ok(lost.error instanceof Error && lost.tries === 1);
});

test("errors that are no lost connection are not tried again", async () => {
  const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  assert.equal((await outcome("GET", [refused, {}])).tries, 1);
});

test("a body that comes in chunks is sent once", async () => {
  async function* chunks() {
    yield Buffer.from("{}");
  }
  const transport = scriptedTransport(busy("1"), {});
  const requester = createRequester({ transport, clock: createVirtualClock() });
  await assert.rejects(requester.send({ method: "PUT", path: "/x", body: chunks() }), ApiError);
  assert.equal(transport.requests.length, 1);
});

test("a deadline counts all tries, and says what was going wrong", async () => {
  const { error, waitedMs } = await outcome("GET", [busy("4")], 10_000);
  assert.equal(waitedMs, 10_000);
  assert.ok(error instanceof DOMException && error.name === "TimeoutError");
  assert.match(error.message, /no result within 10000 ms; the try before it failed: busy/);
  assert.ok(ApiError.is(error, "TooManyRequests"));
});

test("an abort ends the waiting at once, with its own reason", async () => {
  const clock = createVirtualClock();
  const transport = scriptedTransport(busy("5"));
  const gone = new AbortController();
  const sending = createRequester({ transport, clock }).send({ method: "GET", path: "/x", signal: gone.signal });
  const reason = new Error("not wanted any more");
  clock.setTimer(1_000, () => gone.abort(reason), { kind: "work", label: "abort" });
  const rejected = assert.rejects(sending, (error) => error === reason);
  await clock.settle();
  await rejected;
  assert.equal(transport.requests.length, 1);
});

test("who has given up before is not asked for", async () => {
  const transport = scriptedTransport({});
  const requester = createRequester({ transport, clock: createVirtualClock() });
  const signal = AbortSignal.abort(new Error("gone"));
  for (const call of [requester.send, requester.open, requester.watch]) {
    await assert.rejects(call({ method: "GET", path: "/x", signal }), /gone/);
  }
  assert.equal(transport.requests.length, 0);
});
