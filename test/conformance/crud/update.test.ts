import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertStatus } from "../answer.ts";
import { connect } from "../client.ts";
import { assertInvalid, assertNotFound, assertStale, configMapsIn, keyRule, make } from "./objects.ts";

const client = connect();
let namespace: string;
let configMaps: string;
before(async () => {
  namespace = await client.namespace();
  configMaps = configMapsIn(namespace);
});
after(() => client.close());

test("a PUT without resourceVersion overwrites a built-in object, whatever happened meanwhile", async () => {
  const { name, path, body } = await make(client, configMaps, { data: { k: "v" } });
  const answer = await client.update(path, { metadata: { name }, data: { k: "w" } });

  assertAnswer(answer, 200, { metadata: { uid: body.metadata.uid }, data: { k: "w" } });
  assert.ok(BigInt(answer.body.metadata.resourceVersion) > BigInt(body.metadata.resourceVersion));
});

test("a PUT with resourceVersion 0 is one without", async () => {
  const { name, path } = await make(client, configMaps, { data: { k: "v" } });
  const answer = await client.update(path, { metadata: { name, resourceVersion: "0" }, data: { k: "w" } });
  assertAnswer(answer, 200, { data: { k: "w" } });
});

test("a PUT replaces the whole: what it leaves out is gone", async () => {
  const metadata = { labels: { a: "1" }, annotations: { b: "2" }, generateName: "g-" };
  const { name, path } = await make(client, configMaps, { metadata, data: { k: "v" }, binaryData: { b: "AA==" } });
  const answer = await client.update(path, { metadata: { name }, data: { l: "w" } });

  assertAnswer(answer, 200, {
    metadata: { labels: undefined, annotations: undefined, generateName: undefined },
    binaryData: undefined,
  });
  assert.deepEqual(answer.body.data, { l: "w" });
});

test("a PUT with the current resourceVersion succeeds, with any other it conflicts", async () => {
  const { name, path, body } = await make(client, configMaps);
  const put = (resourceVersion: string, k: string) =>
    client.update(path, { metadata: { name, resourceVersion }, data: { k } });

  assertAnswer(await put(body.metadata.resourceVersion, "1"), 200);
  assertStale(await put(body.metadata.resourceVersion, "2"), "configmaps", name);
  assertStale(await put("1", "3"), "configmaps", name);
  assertStale(await put("9999999999", "4"), "configmaps", name);
  assertAnswer(await client.get(path), 200, { data: { k: "1" } });
});

test("a stale PUT conflicts even when it changes nothing", async () => {
  const { name, path, body } = await make(client, configMaps, { data: { k: "1" } });
  assertAnswer(await client.update(path, { metadata: { name }, data: { k: "2" } }), 200);
  const { resourceVersion } = body.metadata;
  assertStale(await client.update(path, { metadata: { name, resourceVersion }, data: { k: "2" } }), "configmaps", name);
});

test("a resourceVersion that is no number is an error of the server", async () => {
  const { name, path } = await make(client, configMaps);
  const answer = await client.update(path, { metadata: { name, resourceVersion: "abc" }, data: { k: "w" } });
  assertAnswer(answer, 500, {
    status: "Failure",
    reason: undefined,
    message: 'strconv.ParseUint: parsing "abc": invalid syntax',
    code: 500,
  });
});

test("of several PUTs with one resourceVersion exactly one succeeds", async () => {
  const { name, path, body } = await make(client, configMaps);
  const { resourceVersion } = body.metadata;
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      client.update(path, { metadata: { name, resourceVersion }, data: { k: `${i}` } }),
    ),
  );
  const [winner] = answers.filter(({ status }) => status === 200);

  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409, 409, 409, 409, 409, 409]);
  assert.deepEqual((await client.get(path)).body, winner?.body);
});

test("of several PUTs without resourceVersion all succeed", async () => {
  const { name, path } = await make(client, configMaps);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) => client.update(path, { metadata: { name }, data: { k: `${i}` } })),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal(new Set(answers.map(({ body }) => body.metadata.resourceVersion)).size, 8);
});

test("a PUT that changes nothing keeps the resourceVersion and emits no event", async () => {
  const { name, path, body } = await make(client, configMaps, { data: { k: "v" } });
  const { resourceVersion } = body.metadata;
  await using watch = await client.watch(configMaps, { fieldSelector: `metadata.name=${name}`, resourceVersion });

  assertAnswer(await client.update(path, body), 200, { metadata: { resourceVersion } });
  assertAnswer(await client.update(path, { metadata: { name }, data: { k: "v" } }), 200, {
    metadata: { resourceVersion },
  });
  assertAnswer(await client.update(path, { metadata: { name }, data: { k: "changed" } }), 200);

  const [first] = await watch.take(1);
  assert.deepEqual([first?.type, first?.object.data], ["MODIFIED", { k: "changed" }]);
});

test("the uid of another object conflicts", async () => {
  const { name, path, body } = await make(client, configMaps);
  const answer = await client.update(path, {
    metadata: { name, uid: "other", resourceVersion: "1" },
    data: { k: "v" },
  });
  const message = `Operation cannot be fulfilled on configmaps "${name}": StorageError: invalid object, Code: 4, Key: /registry/configmaps/${namespace}/${name}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: other, UID in object meta: ${body.metadata.uid}`;
  assertStatus(answer, 409, "Conflict", message, { details: { name, kind: "configmaps" } });
});

test("the name in the body has to be the URL's, and has to be there", async () => {
  const { name, path } = await make(client, configMaps);
  const other = `the name of the object (other) does not match the name on the URL (${name})`;
  assertStatus(await client.update(path, { metadata: { name: "other" } }), 400, "BadRequest", other);
  const none = `the name of the object (${name} based on URL) was undeterminable: name must be provided`;
  assertStatus(await client.update(path, { data: {} }), 400, "BadRequest", none);
});

test("the namespace in the body has to be the URL's, if it is there", async () => {
  const { name, path } = await make(client, configMaps);
  const message = "the namespace of the provided object does not match the namespace sent on the request";
  assertStatus(await client.update(path, { metadata: { name, namespace: "default" } }), 400, "BadRequest", message);
  assertAnswer(await client.update(path, { metadata: { name, namespace } }), 200);
});

test("a PUT to a name that is absent is NotFound, with or without uid and resourceVersion", async () => {
  for (const more of [{}, { resourceVersion: "5" }, { uid: "u" }]) {
    const answer = await client.update(`${configMaps}/absent`, { metadata: { name: "absent", ...more } });
    assertNotFound(answer, "configmaps", "absent");
  }
});

test("a PUT into a namespace that is absent does not find the object", async () => {
  const answer = await client.update(`${configMapsIn("absent")}/x`, { metadata: { name: "x" } });
  assertNotFound(answer, "configmaps", "x");
});

test("creationTimestamp, generation and selfLink of a PUT are overlooked", async () => {
  const { name, path, body } = await make(client, configMaps, { metadata: { generation: 7 }, data: { k: "v" } });
  const { creationTimestamp, resourceVersion } = body.metadata;
  for (const more of [
    { creationTimestamp: "2001-01-01T00:00:00Z" },
    { creationTimestamp: null },
    { generation: 99 },
    { generation: 3 },
    { selfLink: "/x" },
  ]) {
    const answer = await client.update(path, { metadata: { name, ...more }, data: { k: "v" } });
    // A ConfigMap keeps whatever generation it was created with.
    assertAnswer(answer, 200, {
      metadata: { creationTimestamp, generation: 7, resourceVersion, selfLink: undefined },
    });
  }
});

test("a PUT cannot begin a deletion", async () => {
  const { name, path } = await make(client, configMaps);
  const deletionTimestamp = "2001-01-01T00:00:00Z";
  const answer = await client.update(path, { metadata: { name, deletionTimestamp, deletionGracePeriodSeconds: 4 } });
  const timestamp = `Invalid value: "${deletionTimestamp}": field is immutable`;
  const grace = "Invalid value: 4: field is immutable";
  // Metadata is validated once for every kind and once by the kind itself: the message says it once, the causes twice.
  assertInvalid(
    answer,
    "ConfigMap",
    name,
    ["FieldValueInvalid", "metadata.deletionTimestamp", timestamp],
    ["FieldValueInvalid", "metadata.deletionGracePeriodSeconds", grace],
    ["FieldValueInvalid", "metadata.deletionTimestamp", timestamp],
    ["FieldValueInvalid", "metadata.deletionGracePeriodSeconds", grace],
  );
});

test("labels are validated on update too", async () => {
  const { name, path } = await make(client, configMaps);
  const cause = ["FieldValueInvalid", "metadata.labels", `Invalid value: "a b": name part ${keyRule}`] as const;
  const answer = await client.update(path, { metadata: { name, labels: { "a b": "c" } } });
  assertInvalid(answer, "ConfigMap", name, cause, cause, cause, cause);
});

test("a PUT while the object is being deleted keeps its deletionTimestamp, left out or not", async () => {
  const finalizers = ["example.com/a"];
  const { name, path } = await make(client, configMaps, { metadata: { finalizers } });
  const { deletionTimestamp } = (await client.delete(path)).body.metadata;

  const answer = await client.update(path, { metadata: { name, finalizers }, data: { k: "v" } });
  assertAnswer(answer, 200, { metadata: { deletionTimestamp, deletionGracePeriodSeconds: 0 }, data: { k: "v" } });
  const same = await client.update(path, { metadata: { name, finalizers, deletionTimestamp }, data: { k: "w" } });
  assertAnswer(same, 200, { metadata: { deletionTimestamp }, data: { k: "w" } });
});

test("no finalizer can be added to an object that is being deleted", async () => {
  const { name, path } = await make(client, configMaps, { metadata: { finalizers: ["example.com/a"] } });
  assertAnswer(await client.delete(path), 200);

  const finalizers = ["example.com/a", "example.com/b"];
  const message =
    'Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"example.com/b"}';
  const cause = ["FieldValueForbidden", "metadata.finalizers", message] as const;
  assertInvalid(await client.update(path, { metadata: { name, finalizers } }), "ConfigMap", name, cause, cause);
});

test("the PUT that removes the last finalizer of an object that is being deleted removes the object", async () => {
  const { name, path } = await make(client, configMaps, { metadata: { finalizers: ["example.com/a"] } });
  const { resourceVersion } = (await client.delete(path)).body.metadata;
  await using watch = await client.watch(configMaps, { fieldSelector: `metadata.name=${name}`, resourceVersion });

  // The answer is the last state that was asked for, under the version before: the change itself was never stored.
  const answer = await client.update(path, { metadata: { name }, data: { last: "words" } });
  assertAnswer(answer, 200, { metadata: { resourceVersion, finalizers: undefined }, data: { last: "words" } });
  assertNotFound(await client.get(path), "configmaps", name);

  const [event] = await watch.take(1);
  assert.deepEqual([event?.type, event?.object.metadata.name], ["DELETED", name]);
  assert.ok(BigInt(event?.object.metadata.resourceVersion) > BigInt(resourceVersion));
});

test("removing finalizers of an object that is not being deleted removes nothing else", async () => {
  const { name, path } = await make(client, configMaps, { metadata: { finalizers: ["example.com/a"] } });
  assertAnswer(await client.update(path, { metadata: { name } }), 200, { metadata: { finalizers: undefined } });
  assertAnswer(await client.get(path), 200, { metadata: { deletionTimestamp: undefined } });
});
