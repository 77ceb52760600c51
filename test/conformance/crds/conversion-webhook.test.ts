import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Answer, assertAnswer, assertContains, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { eventually } from "../eventually.ts";
import { RawAnswer, startWebhookServer, type WebhookServer } from "../webhook-server.ts";
import {
  assertCondition,
  assertRefused,
  definitions,
  deletionMs,
  type Installed,
  install,
  readDefinition,
  untilListed,
  version,
  widgets,
} from "./widgets.ts";

const client = connect();
const versions = [version("v1"), version("v2")];

/** What the webhook answers to a review of the object of this name; for others it converts as it should. */
const answers = new Map<string, (review: Json) => Json>();
/** The reviews that the webhook was sent, by the name of the object. */
const reviews = new Map<string, { readonly path: string; readonly review: Json }[]>();
let webhook: WebhookServer;
let crd: Installed;
let namespace: string;

before(async () => {
  webhook = await startWebhookServer((path, review) => {
    const { name } = review.request.objects[0].metadata;
    reviews.set(name, [...(reviews.get(name) ?? []), { path, review }]);
    return (answers.get(name) ?? convert)(review);
  });
  crd = await install(client, widgets(versions, { conversion: conversion() }));
  namespace = await client.namespace();
});
after(async () => {
  answers.clear();
  await client.delete(crd.path);
  await eventually(async () => assertAnswer(await client.get(crd.path), 404), deletionMs);
  await webhook[Symbol.asyncDispose]();
  await client.close();
});

function conversion(more: Json = {}): Json {
  const clientConfig = { url: `${webhook.url}/convert`, caBundle: webhook.caBundle };
  return { strategy: "Webhook", webhook: { conversionReviewVersions: ["v1"], clientConfig, ...more } };
}

/** What v1 calls `spec.x`, v2 calls `spec.y`. */
function convert(review: Json): Json {
  const toV2 = review.request.desiredAPIVersion.endsWith("/v2");
  return converted(review, (object) => {
    if (object.spec === undefined) return object;
    return { ...object, spec: toV2 ? { y: object.spec.x } : { x: object.spec.y } };
  });
}

function converted(review: Json, change: (object: Json) => Json = (object) => object): Json {
  const apiVersion = review.request.desiredAPIVersion;
  return success(
    review,
    review.request.objects.map((object: Json) => change({ ...object, apiVersion })),
  );
}

function success(review: Json, convertedObjects: Json[]): Json {
  return respond(review, { uid: review.request.uid, result: { status: "Success" }, convertedObjects });
}

function respond({ apiVersion }: Json, response: Json): Json {
  return { apiVersion, kind: "ConversionReview", response };
}

function failed(review: Json): Json {
  return respond(review, { uid: review.request.uid, result: { status: "Failure", message: "not today" } });
}

/** A Widget in v1 with `spec.x` 1. Gives its name. */
async function given(more: Json = {}): Promise<string> {
  const name = uniqueName("w");
  const widget = crd.widget("v1", name, { spec: { x: 1 }, ...more });
  assertAnswer(await client.create(crd.at("v1", namespace), widget), 201);
  return name;
}

/** Asserts what a GET in v2 says when the webhook answers so. The Status has no reason: it is not an error of the API's own. */
async function assertFails(answer: (review: Json) => Json, message: string | RegExp): Promise<void> {
  const name = await given();
  answers.set(name, answer);
  assertConversionError(await client.get(crd.at("v2", namespace, name)), message);
}

function assertConversionError(answer: Answer, message: string | RegExp, from = "v1"): void {
  const prefix = `conversion webhook for ${crd.group}/${from}, Kind=Widget `;
  assertAnswer(answer, 500, {
    kind: "Status",
    status: "Failure",
    reason: undefined,
    code: 500,
    details: undefined,
    message: (text: string) =>
      text.startsWith(prefix) &&
      (typeof message === "string" ? text === prefix + message : message.test(text.slice(prefix.length))),
  });
}

describe("conversion by webhook", { concurrency: true }, () => {
  test("an object in the storage version is written and read without the webhook", async () => {
    const name = uniqueName("w");
    answers.set(name, failed);
    assertAnswer(await client.create(crd.at("v1", namespace), crd.widget("v1", name)), 201);
    assertAnswer(await client.get(crd.at("v1", namespace, name)), 200);
    assertAnswer(await client.patch("merge", crd.at("v1", namespace, name), { spec: { x: 2 } }), 200);
    assertAnswer(await client.delete(crd.at("v1", namespace, name)), 200);
  });

  test("an object is read in another version as the webhook converts it", async () => {
    const name = await given();
    assertAnswer(await client.get(crd.at("v2", namespace, name)), 200, {
      apiVersion: `${crd.group}/v2`,
      kind: "Widget",
      metadata: { name, namespace, generation: 1, resourceVersion: /^\d+$/ },
      spec: { y: 1, x: undefined },
    });
  });

  test("an object written in another version is converted to be stored and back to be answered", async () => {
    const name = uniqueName("w");
    const created = await client.create(crd.at("v2", namespace), crd.widget("v2", name, { spec: { y: 7 } }));
    assertAnswer(created, 201, { apiVersion: `${crd.group}/v2`, spec: { y: 7, x: undefined } });
    assertAnswer(await client.get(crd.at("v1", namespace, name)), 200, { spec: { x: 7, y: undefined } });
  });

  test("a patch in another version sees the converted object", async () => {
    const name = await given();
    const test = [
      { op: "test", path: "/spec/y", value: 1 },
      { op: "replace", path: "/spec/y", value: 2 },
    ];
    assertAnswer(await client.patch("json", crd.at("v2", namespace, name), test), 200, {
      spec: { y: 2 },
      metadata: { generation: 2 },
    });
    assertAnswer(await client.get(crd.at("v1", namespace, name)), 200, { spec: { x: 2 } });
  });

  test("the webhook is sent a ConversionReview with the object as it is stored", async () => {
    const name = await given({ metadata: { labels: { app: "a" } } });
    await client.get(crd.at("v2", namespace, name));
    const sent = reviews.get(name)?.[0];
    assert.equal(sent?.path, "/convert?timeout=30s");
    assertContains(sent?.review, {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "ConversionReview",
      request: {
        uid: /^[0-9a-f-]{36}$/,
        desiredAPIVersion: `${crd.group}/v2`,
        objects: [
          {
            apiVersion: `${crd.group}/v1`,
            kind: "Widget",
            // Stored bytes know no resourceVersion; it is the store's revision, added to what is read.
            metadata: { name, namespace, labels: { app: "a" }, generation: 1, resourceVersion: undefined },
            spec: { x: 1 },
          },
        ],
      },
    });
  });

  test("labels and annotations may change in a conversion; the rest of the metadata is as it was", async () => {
    const name = await given({ metadata: { labels: { old: "yes" }, annotations: { old: "yes" } } });
    const metadata = {
      labels: { fresh: "yes" },
      finalizers: ["example.com/added"],
      generation: 50,
      creationTimestamp: "2000-01-01T00:00:00Z",
    };
    answers.set(name, (review) =>
      converted(review, (object) => {
        const { annotations: _, ...kept } = object.metadata;
        return { ...object, metadata: { ...kept, ...metadata } };
      }),
    );
    assertAnswer(await client.get(crd.at("v2", namespace, name)), 200, {
      metadata: {
        labels: { fresh: "yes", old: undefined },
        annotations: undefined,
        finalizers: undefined,
        generation: 1,
        creationTimestamp: (time: string) => !time.startsWith("2000"),
      },
    });
  });

  test("the message of a Failure reaches the caller", async () => {
    await assertFails(failed, "failed: not today");
  });

  test("a result that is not Success is a failure, also without a message", async () => {
    const uid = (review: Json) => review.request.uid;
    const refuse = (review: Json) => respond(review, { uid: uid(review), result: { status: "Failure" } });
    await assertFails(refuse, "failed: response.result.status was 'Failure', not 'Success'");
    const silent = (review: Json) => respond(review, { uid: uid(review) });
    await assertFails(silent, "failed: response.result.status was '', not 'Success'");
    await assertFails((review) => respond(review, undefined), "failed: no response provided");
  });

  test("a response must have the uid of its request", async () => {
    const answer = (review: Json) => respond(review, { uid: "other", result: { status: "Success" } });
    await assertFails(answer, /^failed: expected response\.uid="[0-9a-f-]{36}", got "other"$/);
  });

  test("a response must be a ConversionReview of the version that was asked", async () => {
    const untyped = (review: Json) => ({ response: converted(review).response });
    await assertFails(
      untyped,
      "failed: expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got /, Kind=",
    );
    const older = (review: Json) => ({ ...converted(review), apiVersion: "apiextensions.k8s.io/v1beta1" });
    await assertFails(
      older,
      "failed: converting (v1beta1.ConversionReview) to (v1.ConversionReview): unknown conversion",
    );
  });

  test("as many objects come back as were sent", async () => {
    await assertFails((review) => success(review, []), "returned 0 objects, expected 1");
    const twice = (review: Json) => success(review, [...review.request.objects, ...review.request.objects]);
    await assertFails(twice, "returned 2 objects, expected 1");
  });

  test("an object must come back in the desired version and of its kind", async () => {
    await assertFails(
      (review) => success(review, review.request.objects),
      `returned invalid object at index 0: invalid groupVersion (expected ${crd.group}/v2, received ${crd.group}/v1)`,
    );
    await assertFails(
      (review) => converted(review, (object) => ({ ...object, kind: "Gadget" })),
      "returned invalid object at index 0: invalid kind (expected Widget, received Gadget)",
    );
  });

  test("an object must keep its name, namespace and uid", async () => {
    const change = (more: Json) => (review: Json) =>
      converted(review, (object) => ({ ...object, metadata: { ...object.metadata, ...more } }));
    const invalid = "returned invalid object: must have the same";
    await assertFails(change({ name: "other" }), /^returned invalid object: must have the same name: w-\w+ != other$/);
    await assertFails(change({ namespace: "other" }), `${invalid} namespace: ${namespace} != other`);
    await assertFails(
      change({ uid: "other" }),
      /^returned invalid object: must have the same UID: [0-9a-f-]+ != other$/,
    );
  });

  test("converted labels are checked", async () => {
    const label = (labels: Json) => (review: Json) =>
      converted(review, (object) => ({ ...object, metadata: { ...object.metadata, labels } }));
    await assertFails(
      label({ "a b": "c" }),
      "returned invalid metadata: metadata.labels: Invalid value: \"a b\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
    );
    await assertFails(
      label({ a: 1 }),
      "returned invalid metadata: metadata.labels[a] must be a string, but is int64 in converted object",
    );
  });

  test("an HTTP error of the webhook is told as the API's client understands it", async () => {
    await assertFails(
      () => new RawAnswer(500, "boom"),
      'failed: an error on the server ("boom") has prevented the request from succeeding',
    );
    await assertFails(() => new RawAnswer(404, "gone"), "failed: the server could not find the requested resource");
    const close = () => {
      throw new Error("the connection ends without an answer");
    };
    await assertFails(close, `failed: Post "${webhook.url}/convert?timeout=30s": EOF`);
  });

  test("nothing is stored when the conversion of a new object fails", async () => {
    const name = uniqueName("w");
    answers.set(name, failed);
    const created = await client.create(crd.at("v2", namespace), crd.widget("v2", name));
    assertConversionError(created, "failed: not today", "v2");
    assertAnswer(await client.get(crd.at("v1", namespace, name)), 404);
  });

  test("an object that cannot be converted is deleted through its storage version only", async () => {
    const name = await given();
    answers.set(name, failed);
    assertConversionError(await client.delete(crd.at("v2", namespace, name)), "failed: not today");
    assertAnswer(await client.delete(crd.at("v1", namespace, name)), 200);
  });

  test("a watch in another version gives converted objects", async () => {
    await using own = await install(client, widgets(versions, { conversion: conversion() }));
    await using watch = await client.watch(own.at("v2", namespace));
    assertAnswer(
      await client.create(own.at("v1", namespace), own.widget("v1", uniqueName("w"), { spec: { x: 3 } })),
      201,
    );
    assertContains(await watch.take(1), [
      { type: "ADDED", object: { apiVersion: `${own.group}/v2`, spec: { y: 3, x: undefined } } },
    ]);
  });

  test("a list fails as a whole when one of its objects cannot be converted", async () => {
    await using own = await install(client, widgets(versions, { conversion: conversion() }));
    const name = uniqueName("w");
    answers.set(name, failed);
    assertAnswer(await client.create(own.at("v1", namespace), own.widget("v1", name)), 201);
    await eventually(async () =>
      assertAnswer(await client.get(own.at("v2", namespace)), 500, {
        message: `conversion webhook for ${own.group}/v1, Kind=Widget failed: not today`,
      }),
    );
    assertAnswer(await client.get(own.at("v1", namespace)), 200, { items: [{ metadata: { name } }] });
    answers.delete(name);
    await untilListed(client, own.at("v2", namespace));
  });

  test("the first known version in conversionReviewVersions is the one that is sent", async () => {
    const reviewVersions = { conversionReviewVersions: ["v7", "v1beta1", "v1"] };
    await using own = await install(client, widgets(versions, { conversion: conversion(reviewVersions) }));
    const name = uniqueName("w");
    const created = await client.create(own.at("v2", namespace), own.widget("v2", name, { spec: { y: 1 } }));
    assertAnswer(created, 201, { spec: { y: 1 } });
    assert.equal(reviews.get(name)?.[0]?.review.apiVersion, "apiextensions.k8s.io/v1beta1");
  });

  test("a webhook whose certificate is not signed by the caBundle is not believed", async () => {
    const clientConfig = { url: `${webhook.url}/convert` };
    await using own = await install(client, widgets(versions, { conversion: conversion({ clientConfig }) }));
    assertAnswer(await client.create(own.at("v2", namespace), own.widget("v2", uniqueName("w"))), 500, {
      message: `conversion webhook for ${own.group}/v2, Kind=Widget failed: Post "${webhook.url}/convert?timeout=30s": tls: failed to verify certificate: x509: certificate signed by unknown authority`,
    });
  });

  test("a webhook can be a service, which has to exist", async () => {
    const clientConfig = { service: { namespace, name: "nobody", path: "/convert" } };
    await using own = await install(client, widgets(versions, { conversion: conversion({ clientConfig }) }));
    assertAnswer(await client.create(own.at("v2", namespace), own.widget("v2", uniqueName("w"))), 500, {
      message: `conversion webhook for ${own.group}/v2, Kind=Widget failed: Post "https://nobody.${namespace}.svc:443/convert?timeout=30s": service "nobody" not found`,
    });
  });

  test("the strategy of a definition can be changed to None", async () => {
    await using own = await install(client, widgets(versions, { conversion: conversion() }));
    const name = uniqueName("w");
    assertAnswer(await client.create(own.at("v1", namespace), own.widget("v1", name, { spec: { x: 1 } })), 201);
    const none = [{ op: "replace", path: "/spec/conversion", value: { strategy: "None" } }];
    assertAnswer(await client.patch("json", own.path, none), 200);
    await eventually(async () =>
      assertAnswer(await client.get(own.at("v2", namespace, name)), 200, { spec: { x: 1, y: undefined } }),
    );
  });

  test("a definition is not Established before its caBundle holds certificates", async () => {
    const definition = widgets(versions, { conversion: conversion() });
    definition.spec.conversion.webhook.clientConfig.caBundle = "AAAA";
    const path = `${definitions}/${definition.metadata.name}`;
    assertAnswer(await client.create(definitions, definition), 201);
    await eventually(async () => {
      const body = await readDefinition(client, path);
      assertCondition(body, "NamesAccepted", { status: "True" });
      assertCondition(body, "Established", {
        status: "False",
        reason: "InvalidCABundle",
        message: "The conversion webhook CABundle is invalid",
      });
    });

    const mended = { spec: { conversion: { webhook: { clientConfig: { caBundle: webhook.caBundle } } } } };
    assertAnswer(await client.patch("merge", path, mended), 200);
    await eventually(async () =>
      assertCondition(await readDefinition(client, path), "Established", { status: "True" }),
    );
    assertAnswer(await client.delete(path), 200);
  });

  test("an Established definition takes no caBundle without certificates", async () => {
    const definition = widgets(versions, { conversion: conversion() });
    await using own = await install(client, definition);
    const broken = { spec: { conversion: { webhook: { clientConfig: { caBundle: "AAAA" } } } } };
    assertRefused(await client.patch("merge", own.path, broken), definition.metadata.name, [
      "FieldValueInvalid",
      "spec.conversion.webhookClientConfig.caBundle",
      'Invalid value: "AAAA": unable to load root certificates: unable to parse bytes as PEM block',
    ]);
  });
});
