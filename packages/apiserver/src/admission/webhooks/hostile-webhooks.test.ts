import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { assertRefused, type Json, maps } from "../../rest/rest-fixture.test.ts";
import { change, type HookKind, HooksFixture, patchOf, type Respond, respondWith } from "./hooks-fixture.test.ts";

const map = { metadata: { name: "a" }, data: { k: "v" } };
const failed = 'Internal error occurred: failed calling webhook "hook.example.com": ';

async function createWith(kind: HookKind, respond: Respond, hook: Json = {}) {
  const { server, install } = await installed(kind, respond, hook);
  await install;
  return server.create(maps, map);
}

async function installed(kind: HookKind, respond: Respond, hook: Json = {}) {
  const hooks = new HooksFixture();
  const install = hooks.install(kind, respond, hook);
  return { hooks, server: hooks.server, install };
}

async function* endless(): AsyncGenerator<Uint8Array> {
  const piece = Buffer.alloc(1024 * 1024, "[");
  for (;;) yield piece;
}

test("an answer that does not end is cut off, and so is one that is too large", async () => {
  const why =
    "unexpected error when reading response body. Please retry. Original error: the answer is larger than 8388608 bytes";
  for (const kind of ["mutating", "validating"] as const) {
    assertRefused(await createWith(kind, () => respondWith(endless())), 500, `${failed}failed to call webhook: ${why}`);
    const huge = JSON.stringify({ response: { allowed: true, warnings: ["x".repeat(9_000_000)] } });
    assertRefused(await createWith(kind, () => respondWith(huge)), 500, `${failed}failed to call webhook: ${why}`);
  }
});

test("a webhook that says nothing is waited for as long as it is said, and no longer", async () => {
  for (const kind of ["mutating", "validating"] as const) {
    const { server, install, hooks } = await installed(kind, () => new Promise(() => {}), { timeoutSeconds: 3 });
    await install;
    const answering = server.create(maps, map);
    await server.clock.advance(2_999);
    assert.equal(hooks.asked.length, 1);
    await server.clock.advance(1);
    const url = "https://hooks.example.com/config-000?timeout=3s";
    assertRefused(await answering, 500, `${failed}failed to call webhook: Post "${url}": context deadline exceeded`);
    assert.equal(hooks.sent[0]?.signal?.aborted, true, "whoever carries the request is told");
  }
});

test("a webhook that stops in the middle of its answer is waited for as long as one that says nothing", async () => {
  const stalled = async function* stalled(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("{");
    await new Promise(() => {});
  };
  const { server, install } = await installed("validating", () => respondWith(stalled()));
  await install;
  const answering = server.create(maps, map);
  await server.clock.advance(10_000);
  const why = "unexpected error when reading response body. Please retry. Original error: context deadline exceeded";
  assertRefused(await answering, 500, `${failed}failed to call webhook: ${why}`);
});

test("a redirect is not followed", async () => {
  const moved = { ...respondWith("elsewhere", 302), headers: { location: "https://elsewhere.example.com/" } };
  const why = "the server responded with the status code 302 but did not return more information";
  assertRefused(await createWith("validating", () => moved), 500, `${failed}failed to call webhook: ${why}`);
});

test("a failure is told as a client of the API understands it, which is not much", async () => {
  const cases: [number, string, string, string][] = [
    [403, "go away", "text/plain", "go away"],
    [500, "boom", "text/plain", 'an error on the server ("boom") has prevented the request from succeeding'],
    [500, "{}", "application/json", 'an error on the server ("unknown") has prevented the request from succeeding'],
    [
      503,
      '{"kind":"Status","apiVersion":"v1","message":"busy"}',
      "application/json",
      "the server is currently unable to handle the request",
    ],
  ];
  for (const [status, text, type, message] of cases) {
    const failing = { ...respondWith(text, status), headers: { "content-type": type } };
    assertRefused(await createWith("validating", () => failing), 500, `${failed}failed to call webhook: ${message}`);
  }
});

test("an answer in YAML is read", async () => {
  const yaml = (uid: string) =>
    `apiVersion: admission.k8s.io/v1\nkind: AdmissionReview\nresponse:\n  uid: ${uid}\n  allowed: true\n`;
  assert.equal((await createWith("validating", ({ uid }) => respondWith(yaml(uid)))).status, 201);
});

const review = (response: Json, more: Json = {}) => ({
  apiVersion: "admission.k8s.io/v1",
  kind: "AdmissionReview",
  response,
  ...more,
});

test("an answer of the wrong form is none, whatever it allows", async () => {
  const cases: [Respond, string | RegExp][] = [
    [() => respondWith("{"), /failed to call webhook: couldn't get version\/kind; json parse error: unexpected end/],
    [() => respondWith("[]"), /failed to call webhook: couldn't get version\/kind; .* cannot unmarshal array/],
    [() => respondWith("hello"), /failed to call webhook: couldn't get version\/kind; .* cannot unmarshal string/],
    [() => respondWith('{"response":{"allowed":true}}'), /expected response\.uid="[^"]+", got ""$/],
    [({ uid }) => respondWith(JSON.stringify({ response: { uid, allowed: true } })), /got \/, Kind=$/],
    [
      ({ uid }) => review({ uid, allowed: "yes" }),
      /cannot unmarshal string into Go struct field .*allowed of type bool$/,
    ],
    [({ uid }) => review({ uid, allowed: true, status: 7 }), /cannot unmarshal number into Go struct field/],
    [({ uid }) => review({ uid, allowed: true }, { kind: "Pod" }), /no kind "Pod" is registered for version/],
    [() => review(null), /received invalid webhook response: webhook response was absent$/],
    [({ uid }) => review({ uid, allowed: true, patch: "???" }), /illegal base64 data/],
  ];
  for (const [respond, message] of cases) {
    const answer = await createWith("validating", respond);
    assert.equal(answer.status, 500);
    assert.match(answer.body.message, message instanceof RegExp ? message : new RegExp(message));
    assert.ok(answer.body.message.startsWith(failed), answer.body.message);
  }
});

test("a patch that cannot be read is a failed call, which the policy Ignore forgives", async () => {
  const cases: [string, string][] = [
    ["{}", "json: cannot unmarshal object into Go value of type jsonpatch.Patch"],
    ["[7]", "json: cannot unmarshal number into Go value of type jsonpatch.Operation"],
    ["[", "unexpected end of JSON input"],
  ];
  for (const [patch, why] of cases) {
    const message = `${failed}received undecodable patch in webhook response: ${why}`;
    assertRefused(await createWith("mutating", () => patchOf(patch)), 500, message);
    const ignored = await createWith("mutating", () => patchOf(patch), { failurePolicy: "Ignore" });
    assert.deepEqual([ignored.status, ignored.body.data], [201, { k: "v" }]);
  }
});

test("a patch that breaks the object is an error of the server, whatever the policy is", async () => {
  const cases: [Json[], string][] = [
    [
      [{ op: "replace", path: "/data", value: "x" }],
      "json: cannot unmarshal string into Go struct field ConfigMap.data of type map[string]string",
    ],
    [
      [{ op: "replace", path: "", value: [] }],
      "couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of type struct",
    ],
    [[{ op: "replace", path: "/kind", value: "Gadget" }], 'no kind "Gadget" is registered for version "v1"'],
    [[{ op: "replace", path: "/apiVersion", value: "a/b/c" }], "unexpected GroupVersion string: a/b/c"],
    [
      [{ op: "remove", path: "/spec" }],
      "error in remove for path: '/spec': Unable to remove nonexistent key: spec: missing value",
    ],
    [[{ op: "dance", path: "/data" }], "Unexpected kind: dance"],
    [[null], "Unexpected kind: unknown"],
    [[{ op: "add", value: 1 }], "add operation failed to decode path: missing value"],
    [[{ op: "test", value: 1 }], "test operation failed to decode path: operation missing path field: missing value"],
    [
      [{ op: "move", path: "/a" }],
      "move operation failed to decode from: operation, missing from field: missing value",
    ],
  ];
  for (const [operations, why] of cases) {
    for (const failurePolicy of ["Fail", "Ignore"]) {
      const answer = await createWith("mutating", change(...operations), { failurePolicy });
      assert.equal(answer.status, 500);
      assert.ok(answer.body.message.startsWith("Internal error occurred: "), answer.body.message);
      assert.ok(answer.body.message.includes(why), answer.body.message);
    }
  }
});

test("a patch that makes another kind of the object is refused, and one that leaves the kind out means nothing by it", async () => {
  const become = (kind: string) => createWith("mutating", change({ op: "replace", path: "/kind", value: kind }));
  const unknown = "converting (v1.LimitRange) to (core.ConfigMap): unknown conversion";
  assertRefused(await become("LimitRange"), 500, unknown);
  assertRefused(await become("Secret"), 500, "Internal error occurred: illegal base64 data at input byte 0");
  const nameless = change({ op: "remove", path: "/kind" }, { op: "remove", path: "/apiVersion" });
  const { status, body } = await createWith("mutating", nameless);
  assert.deepEqual([status, body.kind, body.apiVersion], [201, "ConfigMap", "v1"]);
});

test("a patch may be long", async () => {
  const operations = Array.from({ length: 10_001 }, (_, index) => ({
    op: "replace",
    path: "/data/k",
    value: `${index}`,
  }));
  const { status, body } = await createWith("mutating", change(...operations));
  assert.deepEqual([status, body.data], [201, { k: "10000" }]);
});

test("copying over and over ends before memory does", async () => {
  const double = (index: number) => ({ op: "copy", from: "/data", path: `/data/c${index}` });
  const answer = await createWith("mutating", change(...Array.from({ length: 40 }, (_, index) => double(index))));
  assert.equal(answer.status, 500);
});

test("keys that every object inherits are plain keys", async () => {
  const answer = await createWith("mutating", change({ op: "add", path: "/data/__proto__", value: "x" }));
  assert.equal(answer.status, 201);
  assert.deepEqual(Object.keys(answer.body.data), ["__proto__", "k"]);
  const annotated = await createWith("validating", () =>
    JSON.parse('{"allowed":true,"auditAnnotations":{"__proto__":"x"},"warnings":["constructor"]}'),
  );
  assert.deepEqual([annotated.status, annotated.warnings], [201, ["constructor"]]);
});

test("a configuration that leads nowhere fails the request", async () => {
  const { server, install } = await installed("validating", () => ({ allowed: true }), {
    admissionReviewVersions: ["v9"],
  });
  await install;
  const why =
    "could not create admission objects: webhook does not accept known AdmissionReview versions (v1, v1beta1)";
  assertRefused(await server.create(maps, map), 500, failed + why);
});
