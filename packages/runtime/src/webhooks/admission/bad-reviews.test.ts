import assert from "node:assert/strict";
import { test } from "node:test";
import { Box, box, Caller, respond, review, toBytes } from "../webhook-fixture.test.ts";
import { admissionWebhook } from "./admission-webhook.ts";

const path = "/validate-example-com-v1-box";
const mutatePath = "/mutate-example-com-v1-box";
const text = (value: object) => JSON.stringify(value);
const plain = { ...box, spec: { image: "nginx" } };

test("what is no review is answered with 4xx that names what is wrong", async () => {
  const caller = new Caller(admissionWebhook(Box, { validate: () => assert.fail("nobody should be asked") }));
  const cases: [string | Uint8Array, number, RegExp][] = [
    ["", 400, /body is empty/],
    ["not JSON", 400, /not JSON/],
    ["[]", 400, /no JSON object/],
    ["{}", 400, /expected a AdmissionReview of admission\.k8s\.io\/v1 or .*, got an object without type/],
    [text({ ...review({ object: plain }), kind: "ConversionReview" }), 400, /got ConversionReview of/],
    [text({ kind: "AdmissionReview", apiVersion: "admission.k8s.io/v9", request: {} }), 400, /got AdmissionReview of/],
    [text({ kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1" }), 400, /has no request/],
    [text({ kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1", request: null }), 400, /has no request/],
    [text({ kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1", request: {} }), 400, /has no uid/],
    [Buffer.from([0x7b, 0xff, 0x7d]), 400, /not JSON/],
    [`${"[".repeat(100_000)}`, 400, /not JSON/],
  ];
  for (const [body, status, message] of cases) {
    const [actual, answer] = await caller.ask(path, body);
    assert.equal(actual, status, String(body).slice(0, 100));
    assert.match(answer, message);
  }
  const [unsupported, why] = await caller.ask(path, "{}", { "content-type": "application/yaml" });
  assert.deepEqual([unsupported, why], [415, "contentType=application/yaml, expected application/json"]);
});

test("what has a uid but makes no sense is a denial with the same uid", async () => {
  const webhook = admissionWebhook(Box, { default: () => {}, validate: () => {}, deletes: true });
  const cases: [Record<string, unknown>, RegExp][] = [
    [{ operation: "UPDATE", oldObject: null }, /UPDATE came without oldObject/],
    [{ operation: "UPDATE", object: null, oldObject: plain }, /UPDATE came without object/],
    [{ object: null }, /CREATE came without object/],
    [{ object: "text" }, /CREATE came without object/],
    [{ operation: "DELETE", object: null, oldObject: null }, /DELETE came without oldObject/],
    [{ operation: "create" }, /unknown operation "create"/],
    [{ operation: 7 }, /unknown operation ""/],
    [
      { kind: { group: "", version: "v1", kind: "Pod" } },
      /is for example\.com\/v1, Kind=Box, not for \/v1, Kind=Pod: n/,
    ],
  ];
  for (const [change, message] of cases) {
    const response = await respond(webhook, path, review(change as never));
    assert.deepEqual([response.uid, response.allowed, response.status.code], ["u-1", false, 400], text(change));
    assert.match(response.status.message, message);
  }
});

test("a handler that breaks is a denial that tells nothing, is counted, and stands in the log", async () => {
  for (const fail of [
    () => {
      throw new Error("swordfish");
    },
    async () => {
      throw new TypeError("swordfish");
    },
  ]) {
    const caller = new Caller(admissionWebhook(Box, { validate: fail }));
    const response = await respond(caller, path, review());
    assert.deepEqual([response.uid, response.allowed, response.status.code], ["u-1", false, 500]);
    assert.doesNotMatch(text(response), /swordfish/);
    assert.deepEqual(caller.counted, ["panic admission", "200"]);
    assert.match(caller.lines.join(""), /a webhook failed.*u-1[\s\S]*swordfish/);
  }
});

test("a draft that JSON cannot hold is a denial, not half a patch", async () => {
  const webhook = admissionWebhook(Box, {
    default(draft) {
      draft.spec.image = new Date(0) as unknown as string;
    },
  });
  const response = await respond(webhook, mutatePath, review());
  assert.deepEqual([response.allowed, response.status.code, response.patch], [false, 500, undefined]);
});

test("a handler that hangs is a denial before the caller gives up, and its signal is aborted", async () => {
  const aborted = Promise.withResolvers<void>();
  const caller = new Caller(
    admissionWebhook(Box, {
      validate: (_, { signal }) => {
        signal.addEventListener("abort", () => aborted.resolve());
        return new Promise<never>(() => {});
      },
    }),
  );
  const asking = caller.ask(`${path}?timeout=2s`, toBytes(review()));
  await caller.clock.advance(1_799);
  assert.equal(caller.counted.length, 0);
  await caller.clock.advance(1);
  const [status, { response }] = await asking;
  assert.deepEqual([status, response.allowed, response.status.code], [200, false, 504]);
  assert.match(response.status.message, /no answer within 1800 ms/);
  await aborted.promise;
  assert.deepEqual(caller.clock.alive().timers, []);
});

test("odd time limits are not taken at their word", async () => {
  for (const [timeout, limitMs] of [
    ["", 9_500],
    ["?timeout=soon", 9_500],
    ["?timeout=-5s", 9_500],
    ["?timeout=0s", 9_500],
    ["?timeout=10h", 29_500],
    ["?timeout=30s", 29_500],
  ] as const) {
    const caller = new Caller(admissionWebhook(Box, { validate: () => new Promise<never>(() => {}) }));
    const asking = caller.ask(path + timeout, toBytes(review()));
    await caller.clock.advance(limitMs);
    const [, { response }] = await asking;
    assert.match(response.status.message, new RegExp(`within ${limitMs} ms`), timeout);
  }
});

test("an object nested deeper than any walk can go is refused, and the next one is answered", async () => {
  const caller = new Caller(admissionWebhook(Box, { default: () => {}, validate: () => {} }));
  const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  const body = text(review({ object: plain })).replace('"nginx"', deep);
  const [status, { response }] = await caller.ask(mutatePath, body);
  assert.deepEqual([status, response.uid, response.allowed, response.status.code], [200, "u-1", false, 500]);
  assert.equal((await respond(caller, mutatePath, review())).allowed, true);
});

test("keys of prototypes are data like any other", async () => {
  const webhook = admissionWebhook(Box, {
    default(draft) {
      draft.metadata.labels = { ...draft.metadata.labels, added: "yes" };
    },
  });
  const labels = '"metadata":{"labels":{"__proto__":"a","constructor":"b"},';
  const odd = text(review({ object: plain })).replace('"metadata":{', labels);
  const [, { response }] = await new Caller(webhook).ask(mutatePath, odd);
  assert.deepEqual(JSON.parse(Buffer.from(response.patch, "base64").toString()), [
    { op: "add", path: "/metadata/labels/added", value: "yes" },
  ]);
  assert.equal(Object.hasOwn(Object.prototype, "added"), false);
});

test("values of Secrets are never told in denials", async () => {
  const { Secret } = await import("@pintle/kinds");
  const webhook = admissionWebhook(Secret, { validate: (_, call) => call.deny("data.token", "is weak") });
  const secret = { apiVersion: "v1", kind: "Secret", metadata: { name: "s" }, data: { token: "c3dvcmRmaXNo" } };
  const kind = { group: "", version: "v1", kind: "Secret" };
  const response = await respond(webhook, "/validate--v1-secret", review({ kind, object: secret }));
  assert.equal(response.status.code, 422);
  assert.doesNotMatch(text(response), /c3dvcmRmaXNo/);
});
