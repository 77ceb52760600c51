import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, createVirtualClock, type TransportHeaders, UsageError } from "@pintle/machinery";
import { createRequester, type RequesterOptions } from "./requester.ts";
import { json, scriptedTransport, statusText } from "./scripted-transport-fixture.test.ts";
import { UnexpectedResponseError } from "./unexpected-response-error.ts";

const clock = createVirtualClock();
const pods = { group: "", resource: "pods" };

function requesterOf(options: Pick<RequesterOptions, "transport"> & Partial<RequesterOptions>) {
  return createRequester({ clock, ...options });
}

test("an object goes out as JSON and an object comes back", async () => {
  const transport = scriptedTransport({ status: 201, body: '{"kind":"Pod","unknown":1}' });
  const query = new URLSearchParams({ dryRun: "All" });
  const answer = await requesterOf({ transport, userAgent: "me/1" }).send({
    ...{ method: "POST", path: "/api/v1/pods", query, body: { kind: "Pod", metadata: { name: "ä" } } },
    headers: { "x-own": "1" },
  });
  assert.deepEqual(answer, { kind: "Pod", unknown: 1 });
  const [sent] = transport.requests;
  assert.deepEqual(sent?.headers, {
    accept: "application/json",
    "user-agent": "me/1",
    "content-type": "application/json",
    "x-own": "1",
  });
  assert.equal(Buffer.from(sent?.body as Uint8Array).toString(), '{"kind":"Pod","metadata":{"name":"ä"}}');
  assert.deepEqual([...(sent?.query ?? [])], [["dryRun", "All"]]);
});

test("bytes go out as they are, with the type that is said", async () => {
  const transport = scriptedTransport({});
  const body = Buffer.from("{}");
  await requesterOf({ transport }).send({
    ...{ method: "PATCH", path: "/x", body, contentType: "application/merge-patch+json" },
  });
  assert.equal(transport.requests[0]?.body, body);
  assert.equal(transport.requests[0]?.headers?.["content-type"], "application/merge-patch+json");
});

test("integers beyond 2^53 come and go with all their digits", async () => {
  const transport = scriptedTransport({
    body: '{"a":9007199254740993,"b":[-9223372036854775808],"c":"x1234567890123456789"}',
  });
  const answer = await requesterOf({ transport }).send({ method: "PUT", path: "/x", body: { a: 9007199254740993n } });
  assert.deepEqual(answer, { a: 9007199254740993n, b: [-9223372036854775808n], c: "x1234567890123456789" });
  assert.equal(Buffer.from(transport.requests[0]?.body as Uint8Array).toString(), '{"a":9007199254740993}');
});

test("what cannot be written is refused before anything is sent", async () => {
  const transport = scriptedTransport({});
  const sending = requesterOf({ transport }).send({ method: "POST", path: "/x", body: { a: Number.NaN } });
  await assert.rejects(sending, UsageError);
  assert.equal(transport.requests.length, 0);
});

test("a Status is thrown as the error that it is", async () => {
  const transport = scriptedTransport({
    status: 409,
    body: statusText(409, "AlreadyExists", 'pods "a" already exists'),
  });
  const sending = requesterOf({ transport }).send({ method: "POST", path: "/x", body: {} });
  await assert.rejects(sending, (error) => {
    assert.ok(error instanceof ApiError && ApiError.is(error, "AlreadyExists"));
    assert.equal(error.message, 'pods "a" already exists');
    return true;
  });
});

test("a success may be a Status, or empty", async () => {
  const body = '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Success"}';
  const requester = requesterOf({ transport: scriptedTransport({ body }, { status: 204, headers: {}, body: [] }) });
  assert.deepEqual(await requester.send({ method: "DELETE", path: "/x" }), JSON.parse(body));
  assert.equal(await requester.send({ method: "DELETE", path: "/x" }), undefined);
});

const unreadable: readonly (readonly [string, number, TransportHeaders, string, string, string])[] = [
  ["a page", 403, { "content-type": "text/html" }, "<html>no</html>", "Forbidden", "<html>no</html> (get pods a)"],
  ["nothing", 404, {}, "", "NotFound", "the server could not find the requested resource (get pods a)"],
  [
    "other JSON",
    503,
    json,
    '{"error":"x"}',
    "ServiceUnavailable",
    "the server is currently unable to handle the request (get pods a)",
  ],
  [
    "broken JSON",
    500,
    json,
    '{"kind":"Sta',
    "InternalError",
    'an error on the server ("unknown") has prevented the request from succeeding (get pods a)',
  ],
  [
    "a Status that says Success",
    500,
    json,
    '{"kind":"Status","apiVersion":"v1","status":"Success"}',
    "InternalError",
    'an error on the server ("unknown") has prevented the request from succeeding (get pods a)',
  ],
  [
    "a redirect",
    302,
    { location: "https://elsewhere" },
    "",
    "",
    "the server responded with the status code 302 but did not return more information (get pods a)",
  ],
];
for (const [what, status, headers, body, reason, message] of unreadable) {
  test(`${status} with ${what} becomes the error that client-go would make of it`, async () => {
    const requester = requesterOf({ transport: scriptedTransport({ status, headers, body }) });
    const sending = requester.send({ method: "GET", path: "/x", about: { resource: pods, name: "a" } });
    await assert.rejects(sending, (error) => {
      assert.ok(error instanceof ApiError);
      assert.deepEqual([error.code, error.reason, error.message], [status, reason, message]);
      return true;
    });
  });
}

test("an error page without end is read only as far as it is of use", async () => {
  const page = Array.from({ length: 100 }, () => "x".repeat(1024 * 1024));
  const transport = scriptedTransport({ status: 403, headers: { "content-type": "text/plain" }, body: page });
  await assert.rejects(requesterOf({ transport }).send({ method: "GET", path: "/x" }), (error) => {
    assert.ok(error instanceof ApiError);
    assert.equal(error.message.length, 2_048);
    return true;
  });
  assert.equal(transport.left(), 1);
});

test("a page of a proxy with status 200 is a typed error that shows how it begins", async () => {
  const headers = { "content-type": "text/html; charset=utf-8" };
  const requester = requesterOf({ transport: scriptedTransport({ headers, body: "<html>Log in</html>" }) });
  const expected = (error: unknown) => {
    assert.ok(error instanceof UnexpectedResponseError);
    assert.match(error.message, /not JSON but text\/html, which begins with "<html>Log in<\/html>"/);
    return true;
  };
  await assert.rejects(requester.send({ method: "GET", path: "/x" }), expected);
  await assert.rejects(requester.watch({ method: "GET", path: "/x" }), expected);
});

test("broken JSON and encodings that nobody asked for are typed errors that do not show the object", async () => {
  for (const answer of [
    { body: '{"data":{"password":"c2VjcmV0"' },
    { body: [Uint8Array.of(0x22, 0xff, 0x22)] },
    { headers: { ...json, "content-encoding": "gzip" }, body: "c2VjcmV0" },
    { headers: { "content-type": "application/vnd.kubernetes.protobuf" }, body: "c2VjcmV0" },
  ]) {
    const sending = requesterOf({ transport: scriptedTransport(answer) }).send({ method: "GET", path: "/x" });
    await assert.rejects(sending, (error) => {
      assert.ok(error instanceof UnexpectedResponseError);
      assert.doesNotMatch(error.message, /c2VjcmV0/);
      return true;
    });
  }
});

test("an answer of 500 MB is given up before the memory goes, said or not said beforehand", async () => {
  const chunk = Buffer.alloc(1024 * 1024, " ");
  const body = Array.from({ length: 500 }, () => chunk);
  for (const headers of [json, { ...json, "content-length": String(500 * chunk.length) }]) {
    const transport = scriptedTransport({ headers, body });
    const sending = requesterOf({ transport }).send({ method: "GET", path: "/x" });
    await assert.rejects(sending, { name: "UnexpectedResponseError", message: /more than 268435456 bytes.*by pages/ });
    assert.equal(transport.left(), 1);
  }
});

test("keys that mean something to JavaScript are keys like any other", async () => {
  const transport = scriptedTransport({ body: '{"__proto__":{"polluted":true},"constructor":1}' });
  const answer = await requesterOf({ transport }).send<Record<string, unknown>>({ method: "GET", path: "/x" });
  assert.deepEqual(Object.keys(answer), ["__proto__", "constructor"]);
  assert.equal(({} as Record<string, unknown>).polluted, undefined);
});

test("each warning is told once, whatever answer it came with", async () => {
  const told: string[] = [];
  const warning = ['299 - "v1beta1 is deprecated", 299 - "unknown field \\"spec.x\\""', "garbage", '110 - "stale"'];
  const transport = scriptedTransport(
    { headers: { ...json, warning } },
    { status: 404, headers: { ...json, warning } },
  );
  const requester = requesterOf({ transport, onWarning: (text) => told.push(text) });
  await requester.send({ method: "GET", path: "/x" });
  await assert.rejects(requester.send({ method: "GET", path: "/x" }), ApiError);
  assert.deepEqual(told, ["v1beta1 is deprecated", 'unknown field "spec.x"']);
});

test("who throws on being told of a warning loses no answer", async () => {
  const transport = scriptedTransport({ headers: { ...json, warning: '299 - "a"' }, body: "[1]" });
  const onWarning = () => assert.fail("cannot hear");
  assert.deepEqual(await requesterOf({ transport, onWarning }).send({ method: "GET", path: "/x" }), [1]);
});

test("the rate limit lets a burst through and then so many a second, watches aside", async () => {
  const virtual = createVirtualClock();
  const transport = scriptedTransport({});
  const requester = createRequester({ transport, clock: virtual, rateLimit: { perSecond: 2, burst: 1 } });
  const all = Promise.all([1, 2, 3].map(() => requester.send({ method: "GET", path: "/x" })));
  await requester.watch({ method: "GET", path: "/x" });
  const started = virtual.monotonic();
  await virtual.settle();
  await all;
  assert.equal(virtual.monotonic() - started, 1_000);
  const unlimited = createRequester({ transport, clock: virtual });
  await Promise.all(Array.from({ length: 100 }, () => unlimited.send({ method: "GET", path: "/x" })));
});

test("a Lease waits behind no rate limit: who renews it late has lost it", async () => {
  const virtual = createVirtualClock();
  const transport = scriptedTransport({});
  const requester = createRequester({ transport, clock: virtual, rateLimit: { perSecond: 1, burst: 1 } });
  const all = Promise.all(Array.from({ length: 60 }, () => requester.send({ method: "GET", path: "/x" })));
  const path = "/apis/coordination.k8s.io/v1/namespaces/default/leases/work";
  for (const method of ["GET", "PUT"]) await requester.send({ method, path });
  assert.equal(virtual.monotonic(), 0);
  await virtual.settle();
  await all;
  assert.equal(virtual.monotonic(), 59_000, "and takes nobody's turn");
});
