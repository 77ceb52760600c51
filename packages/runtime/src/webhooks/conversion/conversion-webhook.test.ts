import assert from "node:assert/strict";
import { test } from "node:test";
import { defineKind, type JsonObject } from "@pintle/machinery";
import { Caller, respond } from "../webhook-fixture.test.ts";
import { conversionWebhook, spoke } from "./conversion-webhook.ts";

const versionOfBox = <Version extends string>(version: Version) =>
  defineKind({ group: "example.com", version, kind: "Box", plural: "boxes", scope: "Namespaced" });
const Hub = versionOfBox("v2")<{ spec: { image: string; tag: string } }>();
const First = versionOfBox("v1")<{ spec: { image: string } }>();
const Alpha = versionOfBox("v1alpha1")<{ img: string }>();
const Crate = defineKind({
  group: "example.com",
  version: "v1",
  kind: "Crate",
  plural: "crates",
  scope: "Cluster",
})<object>();

const first = spoke(Hub, First, {
  up: ({ spec }) => {
    const [image = "", tag] = spec.image.split(":");
    if (tag === undefined) throw new Error("spec.image has no tag");
    return { spec: { image, tag } };
  },
  down: ({ spec: { image, tag } }) => ({ spec: { image: `${image}:${tag}` } }),
});
const alpha = spoke(Hub, Alpha, {
  up: ({ img, metadata }) => ({ spec: { image: img, tag: metadata.annotations?.tag ?? "latest" } }),
  down: ({ spec, metadata }) => ({
    metadata: { annotations: { ...metadata.annotations, tag: spec.tag } },
    img: spec.image,
  }),
});
const webhook = conversionWebhook(Hub, [first, alpha], { versions: ["v1alpha1", "v1", "v2"] });

function question(desiredAPIVersion: string, objects: readonly unknown[], version = "v1"): JsonObject {
  const request = { uid: "c-1", desiredAPIVersion, objects } as unknown as JsonObject;
  return { kind: "ConversionReview", apiVersion: `apiextensions.k8s.io/${version}`, request };
}

const metadata = { name: "a", namespace: "default", uid: "1", labels: { l: "1" }, managedFields: [{ manager: "m" }] };
const inV1 = { apiVersion: "example.com/v1", kind: "Box", metadata, spec: { image: "nginx:1" } };
const inV2 = { apiVersion: "example.com/v2", kind: "Box", metadata, spec: { image: "nginx", tag: "1" } };

test("objects go up, down, and from spoke to spoke by way of the hub, in their order and with their metadata", async () => {
  const up = await respond(webhook, "/convert", question("example.com/v2", [inV1, inV2]));
  assert.deepEqual(up, { uid: "c-1", convertedObjects: [inV2, inV2], result: { status: "Success" } });
  const down = await respond(webhook, "/convert", question("example.com/v1", [inV2]));
  assert.deepEqual(down.convertedObjects, [inV1]);
  const across = await respond(webhook, "/convert", question("example.com/v1alpha1", [inV1]));
  const inAlpha = {
    apiVersion: "example.com/v1alpha1",
    kind: "Box",
    metadata: { ...metadata, annotations: { tag: "1" } },
    img: "nginx",
  };
  assert.deepEqual(across.convertedObjects, [inAlpha]);
  const back = await respond(webhook, "/convert", question("example.com/v1", [inAlpha]));
  assert.deepEqual(back.convertedObjects, [{ ...inV1, metadata: inAlpha.metadata }], "what has no field is kept");
});

test("one object that cannot be converted fails all, and is named", async () => {
  const odd = { ...inV1, metadata: { ...metadata, name: "b" }, spec: { image: "nginx" } };
  const answer = await respond(webhook, "/convert", question("example.com/v2", [inV1, odd]));
  assert.deepEqual(answer, {
    uid: "c-1",
    convertedObjects: [],
    result: {
      status: "Failure",
      message: "cannot convert Box default/b from v1 to example.com/v2: spec.image has no tag",
    },
  });
});

test("a mistake in the program is told as one, counted, and kept out of the answer", async () => {
  const broken = conversionWebhook(Hub, [
    spoke(Hub, First, {
      up: ({ spec }) => ({ spec: { image: (spec as never as { secret: { deep: string } }).secret.deep, tag: "" } }),
      down: (async () => ({ spec: { image: "" } })) as never,
    }),
  ]);
  const caller = new Caller(broken);
  const up = await respond(caller, "/convert", question("example.com/v2", [inV1]));
  assert.match(up.result.message, /^cannot convert Box default\/a from v1 to .*: internal error occurred during conv/);
  assert.deepEqual(caller.counted, ["panic conversion", "200"]);
  const down = await respond(caller, "/convert", question("example.com/v1", [inV2]));
  assert.equal(down.result.status, "Failure", "a promise is no object");
});

test("metadata other than labels and annotations is not for a conversion to change", async () => {
  const thief = conversionWebhook(Hub, [
    spoke(Hub, First, {
      up: () => ({ metadata: { name: "other" }, spec: { image: "", tag: "" } }),
      down: () => ({ metadata: { labels: { fresh: "1" } }, spec: { image: "" } }),
    }),
  ]);
  const up = await respond(thief, "/convert", question("example.com/v2", [inV1]));
  assert.match(up.result.message, /metadata\.name was changed: conversions may change labels and annotations only$/);
  const down = await respond(thief, "/convert", question("example.com/v1", [inV2]));
  assert.deepEqual(down.convertedObjects[0].metadata, { ...metadata, labels: { fresh: "1" } });
});

test("what cannot be a question for this webhook is refused by name", async () => {
  const cases: [string, unknown, RegExp][] = [
    ["example.com/v9", inV1, /no version "v9" of Box is known/],
    ["example.com/v1", { ...inV1, apiVersion: "example.com/v9" }, /no version "v9" of Box is known/],
    ["example.com/v1", { ...inV1, kind: "Crate" }, /does not convert to Crate of example\.com\/v1/],
    ["other.com/v1", inV1, /does not convert to Box of other\.com\/v1/],
    ["example.com/v1", { ...inV1, apiVersion: "other.com/v2" }, /does not convert/],
    ["example.com/v1", null, /an item of objects is no object/],
    ["a/b/c", inV1, /cannot convert/],
  ];
  for (const [desired, object, message] of cases) {
    const { uid, result, convertedObjects } = await respond(webhook, "/convert", question(desired, [object]));
    assert.deepEqual([uid, result.status, convertedObjects], ["c-1", "Failure", []]);
    assert.match(result.message, message);
  }
  const caller = new Caller(webhook);
  const { request: _, ...empty } = question("", []);
  for (const body of [empty, { ...empty, request: {} }, { ...empty, kind: "AdmissionReview" }]) {
    assert.equal((await caller.ask("/convert", JSON.stringify(body)))[0], 400);
  }
});

test("the older ConversionReview is answered in its version", async () => {
  const caller = new Caller(webhook);
  const [, answer] = await caller.ask("/convert", JSON.stringify(question("example.com/v2", [inV1], "v1beta1")));
  assert.equal(answer.apiVersion, "apiextensions.k8s.io/v1beta1");
});

test("what is missing or twice among the versions is found when it is set up", () => {
  const code = "PINTLE_CONVERSION_INCOMPLETE";
  assert.throws(() => conversionWebhook(Hub, []), { code, message: /has no spokes/ });
  assert.throws(() => conversionWebhook(Hub, [first], { versions: ["v1", "v1alpha1", "v2"] }), {
    code,
    message: /has no spoke for v1alpha1/,
  });
  assert.throws(() => conversionWebhook(Hub, [first, first]), { code, message: /has v1 twice/ });
  const same = spoke(Hub, Hub, {
    up: () => ({ spec: { image: "", tag: "" } }),
    down: () => ({ spec: { image: "", tag: "" } }),
  });
  assert.throws(() => conversionWebhook(Hub, [same]), { code, message: /has v2 twice/ });
  const crate = spoke(Hub, Crate, { up: () => ({ spec: { image: "", tag: "" } }), down: () => ({}) });
  assert.throws(() => conversionWebhook(Hub, [crate]), { code, message: /another kind, example\.com\/v1 Crate/ });
});
