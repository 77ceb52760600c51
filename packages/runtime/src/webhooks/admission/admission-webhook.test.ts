import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ApiError,
  applyJsonPatch,
  FieldError,
  fieldPath,
  type JsonObject,
  parseJsonPatch,
  readJson,
} from "@pintle/machinery";
import type { WebhookCall } from "../webhook.ts";
import { Box, box, Caller, respond, review, toBytes } from "../webhook-fixture.test.ts";
import type { AdmissionEndpoint } from "./admission-endpoint.ts";
import { admissionWebhook } from "./admission-webhook.ts";

const mutate = "/mutate-example-com-v1-box";
const validate = "/validate-example-com-v1-box";

function patchIn(response: { patch?: string }): JsonObject[] {
  return readJson(Buffer.from(response.patch ?? "", "base64")).value as unknown as JsonObject[];
}

test("paths follow from the kind, the core group leaves two dashes, and others can be given", () => {
  const functions = { default: () => {}, validate: () => {} };
  const pathsOf = (...args: Parameters<typeof admissionWebhook<typeof Box>>) =>
    admissionWebhook(...args).endpoints.map(({ path }) => path);
  assert.deepEqual(pathsOf(Box, functions), [mutate, validate]);
  const own = { mutate: "/a/b_c-1", validate: "/" };
  assert.deepEqual(pathsOf(Box, { ...functions, paths: own }), ["/a/b_c-1", "/"]);
  for (const path of ["a", "/a/", "/ä", "/a?b", "//", ""]) {
    const paths = { mutate: path };
    assert.throws(() => pathsOf(Box, { ...functions, paths }), { code: "PINTLE_WEBHOOK_PATH_INVALID" }, path);
  }
  assert.throws(() => admissionWebhook(Box, {}), { code: "PINTLE_WEBHOOK_EMPTY" });
});

test("a default becomes a patch against the request, in which unknown fields and large numbers stay", async () => {
  const webhook = admissionWebhook(Box, {
    default(draft, { operation }) {
      draft.spec.replicas ??= 1;
      draft.metadata.labels = { from: operation };
    },
  });
  const response = await respond(webhook, mutate, review());
  assert.deepEqual([response.uid, response.allowed, response.patchType], ["u-1", true, "JSONPatch"]);
  const patch = patchIn(response);
  assert.deepEqual(patch, [
    { op: "add", path: "/metadata/labels", value: { from: "CREATE" } },
    { op: "add", path: "/spec/replicas", value: 1 },
  ]);
});

test("a mutation leaves its own work alone, so that being asked again changes nothing", async () => {
  const webhook = admissionWebhook(Box, {
    default(draft) {
      draft.spec.replicas ??= 3;
    },
  });
  const first = await respond(webhook, mutate, review());
  assert.deepEqual(await respond(webhook, mutate, review()), first, "the same question has the same answer");
  const changed = applyJsonPatch(box, parseJsonPatch(patchIn(first)));
  const second = await respond(webhook, mutate, review({ object: changed }));
  assert.deepEqual([second.allowed, second.patch, second.patchType], [true, undefined, undefined]);
});

test("nothing is patched where nothing changed, nor on a deletion, and CONNECT passes unseen", async () => {
  let runs = 0;
  const webhook = admissionWebhook(Box, {
    default(draft) {
      runs += 1;
      draft.spec = { ...draft.spec };
    },
  });
  assert.equal((await respond(webhook, mutate, review())).patch, undefined);
  const gone = await respond(webhook, mutate, review({ operation: "DELETE", object: null, oldObject: box }));
  const connected = await respond(
    webhook,
    mutate,
    review({ operation: "CONNECT", object: { kind: "PodExecOptions" } }),
  );
  assert.deepEqual([gone.allowed, connected.allowed, runs], [true, true, 1]);
});

test("a denial beside a field is 422 with its cause, and all of them are told", async () => {
  const strict = admissionWebhook(Box, {
    validate(object, { warn, deny }) {
      warn("spec.image", `${object.spec.image} is a moving tag`);
      deny(fieldPath("spec", "image"), "must name a digest");
      deny("spec.replicas", "must be given");
      deny("spec", "is odd");
      deny(FieldError.notSupported("spec.size", "xl", ["s", "m"]));
    },
  });
  const { allowed, status, warnings, patch } = await respond(strict, validate, review());
  assert.deepEqual([allowed, status.code, status.reason, patch], [false, 422, "Invalid", undefined]);
  assert.deepEqual(warnings, ["spec.image: nginx is a moving tag"]);
  assert.match(status.message, /^Box\.example\.com "a" is invalid: \[spec\.image: Invalid value: "nginx": must name a/);
  assert.deepEqual(status.details.causes, [
    { reason: "FieldValueInvalid", message: 'Invalid value: "nginx": must name a digest', field: "spec.image" },
    { reason: "FieldValueRequired", message: "Required value: must be given", field: "spec.replicas" },
    { reason: "FieldValueForbidden", message: "Forbidden: is odd", field: "spec" },
    {
      reason: "FieldValueNotSupported",
      message: 'Unsupported value: "xl": supported values: "s", "m"',
      field: "spec.size",
    },
  ]);
});

test("a denial as a whole is 403, and a thrown ApiError keeps its status", async () => {
  const plain = admissionWebhook(Box, { validate: (_, call) => call.deny("", "not on Fridays") });
  const { status } = await respond(plain, validate, review());
  assert.deepEqual([status.code, status.reason, status.message], [403, "Forbidden", "not on Fridays"]);
  const conflict = admissionWebhook(Box, {
    validate: async () => {
      throw new Error("wrapped", { cause: ApiError.conflict({ group: "", resource: "boxes" }, "a", "taken") });
    },
  });
  const thrown = await respond(conflict, validate, review());
  assert.deepEqual([thrown.allowed, thrown.status.code, thrown.status.reason], [false, 409, "Conflict"]);
});

test("validation sees updates with what was before, and deletions where it asks for them", async () => {
  const seen: unknown[] = [];
  const functions = {
    validate: (object: { spec: { image: string } }, call: { operation: string; previous?: unknown }) =>
      void seen.push([call.operation, object.spec.image, call.previous !== undefined]),
  };
  const old = { ...box, spec: { image: "old" } };
  const update = review({ operation: "UPDATE", oldObject: old });
  const remove = review({ operation: "DELETE", object: null, oldObject: old });
  const usual = admissionWebhook(Box, functions);
  const careful = admissionWebhook(Box, { ...functions, operations: ["CREATE"], deletes: true });
  for (const question of [update, remove]) await respond(usual, validate, question);
  for (const question of [update, remove]) await respond(careful, validate, question);
  assert.deepEqual(seen, [
    ["UPDATE", "nginx", true],
    ["DELETE", "old", true],
  ]);
});

test("the review tells who asks for what, and a dry run as one", async () => {
  const asked = Promise.withResolvers<unknown>();
  const webhook = admissionWebhook(Box, {
    validate(_, { user, dryRun, subresource, requestUid, options, name, namespace, resource }) {
      asked.resolve({ user, dryRun, subresource, requestUid, options, name, namespace, resource: resource.resource });
    },
  });
  await respond(webhook, validate, review({ dryRun: true, subResource: "status" }));
  assert.deepEqual(await asked.promise, {
    user: { username: "jane", uid: "", groups: ["dev"], extra: { scopes: ["a"] } },
    dryRun: true,
    subresource: "status",
    requestUid: "u-1",
    options: { kind: "CreateOptions" },
    name: "a",
    namespace: "default",
    resource: "boxes",
  });
});

test("several webhooks on one path see each other's changes, and the first denial is the last word", async () => {
  const order: string[] = [];
  const step = (name: string, image: string) =>
    admissionWebhook(Box, {
      async default(draft) {
        order.push(`${name} sees ${draft.spec.image}`);
        draft.spec.image = image;
      },
    }).endpoints[0] as AdmissionEndpoint;
  const stop = admissionWebhook(Box, { default: (_, call) => call.deny("", "enough") }).endpoints[0];
  const joined = step("first", "one").join(step("second", "two"));
  assert.ok(joined && stop);
  const response = await respond({ endpoints: [joined] }, mutate, review());
  assert.deepEqual(patchIn(response), [{ op: "replace", path: "/spec/image", value: "two" }]);
  const stopped = joined.join(stop)?.join(step("never", "three"));
  assert.ok(stopped);
  const denied = await respond({ endpoints: [stopped] }, mutate, review());
  assert.deepEqual([denied.allowed, denied.patch, denied.status.message], [false, undefined, "enough"]);
  assert.equal(order.filter((line) => line.startsWith("never")).length, 0);
  assert.deepEqual(order.slice(0, 2), ["first sees nginx", "second sees one"]);
});

test("reviews of the older version are answered in it", async () => {
  const caller = new Caller(admissionWebhook(Box, { validate: () => {} }));
  const [, answer] = await caller.ask(validate, toBytes(review({}, "admission.k8s.io/v1beta1")));
  assert.equal(answer.apiVersion, "admission.k8s.io/v1beta1");
});

test("a plain yes is written as any other answer is, whatever the uid holds", async () => {
  const [endpoint] = admissionWebhook(Box, { validate: () => {} }).endpoints;
  const call = {} as WebhookCall;
  for (const uid of ["0df28fbd-5f5f-11e8-bc74-36e6bb280816", '"},"allowed":false', "\\ \n \u2028 ä 😀"]) {
    for (const apiVersion of ["admission.k8s.io/v1", "admission.k8s.io/v1beta1"]) {
      const answer = await endpoint?.answer(toBytes(review({ uid }, apiVersion)), call);
      const response = { uid, allowed: true, status: { metadata: {}, code: 200 } };
      assert.equal(answer?.body, JSON.stringify({ kind: "AdmissionReview", apiVersion, response }));
    }
  }
});
