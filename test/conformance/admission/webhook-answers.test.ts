import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { RawAnswer } from "../webhook-server.ts";
import { allow, change, deny, type HookKind, startHooks, write } from "./hooks.ts";

const client = connect();
after(() => client.close());

/** What the client gets for a ConfigMap when the only webhook, `hook.example.com`, answers so. */
async function createWith(kind: HookKind, answer: (request: Json) => Json, object: Json = { data: { a: "1" } }) {
  await using hooks = await startHooks(client);
  await hooks.install(kind, [{ name: "hook.example.com", answer }]);
  return await client.create(hooks.configMaps, { metadata: { name: "made" }, ...object });
}

const refused = 'admission webhook "hook.example.com" denied the request';
const failed = 'Internal error occurred: failed calling webhook "hook.example.com": ';

describe("a denial by a webhook", { concurrency: 8 }, () => {
  test("without a status is 400 without explanation and without reason", async () => {
    const answer = await createWith("validating", () => deny());

    assert.deepEqual(answer.body, {
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      message: `${refused} without explanation`,
      code: 400,
    });
  });

  test("with a message is 400 with the message after the webhook's name", async () => {
    const answer = await createWith("validating", () => deny("not today"));

    assertAnswer(answer, 400, { message: `${refused}: not today`, reason: undefined, details: undefined });
  });

  test("with a reason only shows the reason as the message", async () => {
    const answer = await createWith("validating", () => ({ allowed: false, status: { reason: "NotToday" } }));

    assertStatus(answer, 400, "NotToday", `${refused}: NotToday`);
  });

  test("keeps the webhook's code, reason and details", async () => {
    const details = {
      name: "made",
      kind: "ConfigMap",
      causes: [{ reason: "FieldValueInvalid", message: "too short", field: "data.a" }],
    };
    const status = { code: 422, reason: "Invalid", message: "bad data", details };
    const answer = await createWith("validating", () => ({ allowed: false, status }));

    assertStatus(answer, 422, "Invalid", `${refused}: bad data`, { details });
  });

  test("with a code below 400 becomes 400", async () => {
    assertAnswer(await createWith("validating", () => deny("no", 200)), 400, { code: 400, status: "Failure" });
  });

  test("may use a code that Kubernetes does not know", async () => {
    assertAnswer(await createWith("validating", () => deny("I am a teapot", 418)), 418, {
      message: `${refused}: I am a teapot`,
      code: 418,
    });
  });

  test("with retryAfterSeconds sends a Retry-After header", async () => {
    const status = { code: 429, reason: "TooManyRequests", message: "wait", details: { retryAfterSeconds: 3 } };
    const answer = await createWith("validating", () => ({ allowed: false, status }));

    assertStatus(answer, 429, "TooManyRequests", `${refused}: wait`, { details: { retryAfterSeconds: 3 } });
    assert.equal(answer.headers["retry-after"], "3");
  });

  test("by a mutating webhook reads the same, and the next webhook is not asked", async () => {
    await using hooks = await startHooks(client);
    await hooks.install("mutating", [
      { name: "hook.example.com", answer: () => deny("no") },
      { name: "next.example.com" },
    ]);
    await hooks.install("validating", [{ name: "last.example.com" }]);
    const answer = await client.create(hooks.configMaps, { metadata: { name: "made" } });

    assertAnswer(answer, 400, { message: `${refused}: no` });
    assert.deepEqual(
      hooks.calls.map(({ hook }) => hook),
      ["hook.example.com"],
    );
  });

  test("of a delete leaves the object as it is", async () => {
    await using hooks = await startHooks(client);
    await client.create(hooks.configMaps, { metadata: { name: "made" } });
    const rules = [{ operations: ["DELETE"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] }];
    await hooks.install("validating", [{ name: "hook.example.com", rules, answer: () => deny("keep it") }]);

    assertAnswer(await client.delete(`${hooks.configMaps}/made`), 400, { message: `${refused}: keep it` });
    assertAnswer(await client.get(`${hooks.configMaps}/made`), 200, { metadata: { deletionTimestamp: undefined } });
  });

  test("ignores the status of an answer that allows", async () => {
    const answer = await createWith("validating", () => ({ allowed: true, status: { code: 500, message: "no" } }));

    assertAnswer(answer, 201, { kind: "ConfigMap" });
  });
});

describe("validating webhooks", { concurrency: 8 }, () => {
  test("are asked at the same time", async () => {
    await using hooks = await startHooks(client);
    const bothAsked = Promise.withResolvers<void>();
    const meet = async () => {
      if (hooks.calls.length === 2) bothAsked.resolve();
      await bothAsked.promise;
      return allow();
    };
    await hooks.install("validating", [
      { name: "one.example.com", answer: meet },
      { name: "two.example.com", answer: meet },
    ]);

    assertAnswer(await client.create(hooks.configMaps, { metadata: { name: "made" } }), 201);
  });

  test("are all asked even when one denies, and one denial is told", async () => {
    await using hooks = await startHooks(client);
    await hooks.install("validating", [
      { name: "one.example.com", answer: () => deny("no") },
      { name: "two.example.com", answer: () => deny("no") },
    ]);
    const answer = await client.create(hooks.configMaps, { metadata: { name: "made" } });

    assertAnswer(answer, 400, { message: /^admission webhook "(one|two)\.example\.com" denied the request: no$/ });
    assert.equal(hooks.calls.length, 2);
  });

  // Whatever is wrong with an annotation ends in the server's log.
  test("may answer with audit annotations, of whatever form", async () => {
    const auditAnnotations = { good: "yes", "b a d": "yes", "": "" };
    assertAnswer(await createWith("validating", () => ({ ...allow(), auditAnnotations })), 201);
  });
});

describe("warnings of webhooks", { concurrency: 8 }, () => {
  test("reach the client of an allowed request", async () => {
    const answer = await createWith("validating", () => ({ ...allow(), warnings: ["old field", 'a "quoted" word'] }));

    assertAnswer(answer, 201);
    assert.deepEqual(answer.warnings, ["old field", 'a "quoted" word']);
  });

  test("reach the client of a denied request too", async () => {
    const answer = await createWith("validating", () => ({ ...deny("no"), warnings: ["and beware"] }));

    assertAnswer(answer, 400);
    assert.deepEqual(answer.warnings, ["and beware"]);
  });

  test("of mutating webhooks come first, and a repeated text comes once", async () => {
    await using hooks = await startHooks(client);
    const warn = (text: string) => () => ({ ...allow(), warnings: [text] });
    await hooks.install("validating", [{ name: "late.example.com", answer: warn("second") }]);
    await hooks.install("mutating", [
      { name: "early.example.com", answer: warn("first") },
      { name: "again.example.com", answer: warn("first") },
    ]);
    const answer = await client.create(hooks.configMaps, { metadata: { name: "made" } });

    assert.deepEqual(answer.warnings, ["first", "second"]);
  });

  test("of more than 4,096 characters together are cut to 256 each", async () => {
    const warnings = Array.from({ length: 6 }, (_, index) => String(index).repeat(1_000));
    const answer = await createWith("validating", () => ({ ...allow(), warnings }));

    assert.deepEqual(
      answer.warnings,
      warnings.map((text) => text.slice(0, 256)),
    );
  });

  test("with a line break are dropped", async () => {
    const answer = await createWith("validating", () => ({ ...allow(), warnings: ["one\ntwo", "fine"] }));

    assertAnswer(answer, 201);
    assert.deepEqual(answer.warnings, ["fine"]);
  });
});

describe("an answer that is not a proper AdmissionReview", { concurrency: 8 }, () => {
  const review = (response: Json, more: Json = {}) => ({
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    response,
    ...more,
  });
  const cases: [string, HookKind, (request: Json) => Json, string | RegExp][] = [
    [
      "with another uid",
      "validating",
      () => review({ uid: "other", allowed: true }),
      /^received invalid webhook response: expected response\.uid="[0-9a-f-]{36}", got "other"$/,
    ],
    [
      "without a response",
      "validating",
      () => review(undefined),
      "received invalid webhook response: webhook response was absent",
    ],
    [
      "of another apiVersion",
      "validating",
      ({ uid }) => review({ uid, allowed: true }, { apiVersion: "admission.k8s.io/v1beta1" }),
      "failed to call webhook: converting (v1beta1.AdmissionReview) to (v1.AdmissionReview): unknown conversion",
    ],
    [
      "that is an object of another kind",
      "validating",
      () => ({ apiVersion: "v1", kind: "Pod" }),
      /^failed to call webhook: no kind "Pod" is registered for version "v1" in scheme ".*"$/,
    ],
    [
      "with status 500",
      "validating",
      () => new RawAnswer(500, "boom"),
      'failed to call webhook: an error on the server ("boom") has prevented the request from succeeding',
    ],
    [
      "with status 404",
      "validating",
      () => new RawAnswer(404, "gone"),
      "failed to call webhook: the server could not find the requested resource",
    ],
    [
      "that is no JSON",
      "validating",
      () => new RawAnswer(200, "hello"),
      /^failed to call webhook: couldn't get version\/kind; json parse error: json: cannot unmarshal string into Go value/,
    ],
    [
      "that is empty",
      "validating",
      () => new RawAnswer(200, ""),
      "failed to call webhook: 0-length response with status code: 200 and content type: text/plain",
    ],
    [
      "with a patch from a validating webhook",
      "validating",
      () => write("b", "2"),
      "received invalid webhook response: validating webhook may not return response.patch",
    ],
    [
      "with a patchType from a validating webhook",
      "validating",
      () => ({ allowed: true, patchType: "JSONPatch" }),
      "received invalid webhook response: validating webhook may not return response.patchType",
    ],
    [
      "with a patch but no patchType",
      "mutating",
      () => ({ ...write("b", "2"), patchType: undefined }),
      "received invalid webhook response: webhook returned response.patch but not response.patchType",
    ],
    [
      "with a patchType but no patch",
      "mutating",
      () => ({ allowed: true, patchType: "JSONPatch" }),
      "received invalid webhook response: webhook returned response.patchType but not response.patch",
    ],
    [
      "with another patchType",
      "mutating",
      () => ({ ...write("b", "2"), patchType: "MergePatch" }),
      'unsupported patch type "MergePatch"',
    ],
    [
      "with a patch that is no list",
      "mutating",
      () => ({ ...write("b", "2"), patch: Buffer.from("{}").toString("base64") }),
      "received undecodable patch in webhook response: json: cannot unmarshal object into Go value of type jsonpatch.Patch",
    ],
  ];
  for (const [title, kind, answer, message] of cases) {
    test(`${title} fails the request with 500`, async () => {
      const prefix =
        typeof message === "string" ? failed + message : new RegExp(`^${failed}${message.source.slice(1)}`);
      assertStatus(await createWith(kind, answer), 500, "InternalError", prefix);
    });
  }
});

test("an answer in YAML is read like any other", async () => {
  const answer = await createWith("validating", ({ uid }) => {
    const response = `response: { uid: ${uid}, allowed: false, status: { message: never } }`;
    return new RawAnswer(200, `apiVersion: admission.k8s.io/v1\nkind: AdmissionReview\n${response}\n`);
  });

  assertAnswer(answer, 400, { message: `${refused}: never` });
});

describe("a patch by a webhook", { concurrency: 8 }, () => {
  test("may be longer than a client's", async () => {
    const operations = Array.from({ length: 10_001 }, (_, index) => ({
      op: "replace",
      path: "/data/a",
      value: `${index}`,
    }));

    assertAnswer(await createWith("mutating", () => change(...operations)), 201, { data: { a: "10000" } });
  });

  test("of operations that are none fails the request with 500", async () => {
    const cases: [Json, string][] = [
      [{ op: "dance", path: "/data" }, "Unexpected kind: dance"],
      [{ path: "/data" }, "Unexpected kind: unknown"],
      [{ op: "add", value: "1" }, "add operation failed to decode path: missing value"],
    ];
    for (const [operation, message] of cases) {
      const answer = await createWith("mutating", () => change(operation));
      assertStatus(answer, 500, "InternalError", `Internal error occurred: ${message}`);
    }
  });

  test("may take away what the object is, but not make it something else", async () => {
    const nameless = await createWith("mutating", () => change({ op: "remove", path: "/apiVersion" }));
    assertAnswer(nameless, 201, { kind: "ConfigMap", apiVersion: "v1" });
    const become = (kind: string) =>
      createWith("mutating", () => change({ op: "replace", path: "/kind", value: kind }));
    assertAnswer(await become("LimitRange"), 500, {
      message: "converting (v1.LimitRange) to (core.ConfigMap): unknown conversion",
    });
    // It is read as what it says that it is before anybody sees that it should not be that.
    assertAnswer(await become("Secret"), 500, {
      message: "Internal error occurred: illegal base64 data at input byte 0",
    });
  });

  test("changes what is stored", async () => {
    assertAnswer(await createWith("mutating", () => write("b", "2")), 201, { data: { a: "1", b: "2" } });
  });

  test("may be an empty list", async () => {
    assertAnswer(await createWith("mutating", () => change()), 201, { data: { a: "1" } });
  });

  test("that does not fit the object fails the request with 500", async () => {
    const answer = await createWith("mutating", () => change({ op: "remove", path: "/data/absent" }));

    assertStatus(
      answer,
      500,
      "InternalError",
      "Internal error occurred: error in remove for path: '/data/absent': Unable to remove nonexistent key: absent: missing value",
    );
  });

  test("whose test fails fails the request with 500", async () => {
    const answer = await createWith("mutating", () => change({ op: "test", path: "/data/a", value: "2" }));

    assertStatus(answer, 500, "InternalError", "Internal error occurred: testing value /data/a failed: test failed");
  });

  test("that makes the object undecodable fails the request with 500", async () => {
    const answer = await createWith("mutating", () => change({ op: "replace", path: "/data", value: "text" }));

    assertStatus(
      answer,
      500,
      "InternalError",
      "Internal error occurred: json: cannot unmarshal string into Go struct field ConfigMap.data of type map[string]string",
    );
  });

  test("that adds an unknown field to a built-in object loses it in silence", async () => {
    const answer = await createWith("mutating", () => change({ op: "add", path: "/colour", value: "red" }));

    assertAnswer(answer, 201, { colour: undefined });
    assert.deepEqual(answer.warnings, []);
  });

  test("that makes the object invalid is refused like the client's own mistake", async () => {
    const answer = await createWith("mutating", () => change({ op: "add", path: "/data/a~1b", value: "2" }));

    assertStatus(answer, 422, "Invalid", /^ConfigMap "made" is invalid: data\[a\/b\]: Invalid value: "a\/b": /);
  });

  test("may change the name of the object", async () => {
    const answer = await createWith("mutating", () =>
      change({ op: "replace", path: "/metadata/name", value: "other" }),
    );

    assertAnswer(answer, 201, { metadata: { name: "other" } });
  });

  test("may not change the namespace of the object", async () => {
    const answer = await createWith("mutating", () =>
      change({ op: "replace", path: "/metadata/namespace", value: "default" }),
    );

    assertStatus(
      answer,
      400,
      "BadRequest",
      "the namespace of the provided object does not match the namespace sent on the request",
    );
  });

  test("of a delete fails the request with 500", async () => {
    await using hooks = await startHooks(client);
    await client.create(hooks.configMaps, { metadata: { name: "made" } });
    const rules = [{ operations: ["DELETE"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] }];
    await hooks.install("mutating", [{ name: "hook.example.com", rules, answer: () => write("a", "1") }]);

    assertStatus(
      await client.delete(`${hooks.configMaps}/made`),
      500,
      "InternalError",
      'Internal error occurred: admission webhook "hook.example.com" attempted to modify the object, which is not supported for this operation',
    );
  });
});
