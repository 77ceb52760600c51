import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { configMapsIn, deployment, deploymentsIn, make } from "../crud/objects.ts";
import { assertLevels, type Send } from "./levels.ts";

const client = connect();
let namespace: string;
let configMaps: string;
before(async () => {
  namespace = await client.namespace();
  configMaps = configMapsIn(namespace);
});
after(() => client.close());

/** Sends the text with the object's name in place of `<name>`. */
const creating =
  (text: string): Send =>
  (query) =>
    client.create(configMaps, text.replaceAll("<name>", uniqueName("o")), query);

test("of a field given twice the last value counts", async () => {
  const send = creating('{"metadata":{"name":"<name>"},"immutable":true,"immutable":false}');
  const answer = await assertLevels(send, "ConfigMap", 201, ['duplicate field "immutable"']);
  assert.equal(answer.body.immutable, false);
});

test("a field given twice is told once, however often it comes and even with the same value", async () => {
  const send = creating('{"metadata":{"name":"<name>"},"data":{"a":"1","a":"1","a":"1"}}');
  await assertLevels(send, "ConfigMap", 201, ['duplicate field "data.a"']);
});

test("a key of a map may be a duplicate", async () => {
  const send = creating('{"metadata":{"name":"<name>","labels":{"a":"1","a":"2"}}}');
  const answer = await assertLevels(send, "ConfigMap", 201, ['duplicate field "metadata.labels.a"']);
  assert.deepEqual(answer.body.metadata.labels, { a: "2" });
});

test("a key written with an escape is the same key", async () => {
  const send = creating('{"metadata":{"name":"<name>"},"data":{"a":"1","\\u0061":"2"}}');
  await assertLevels(send, "ConfigMap", 201, ['duplicate field "data.a"']);
});

test("an object or map given twice is merged, a list is replaced", async () => {
  // Go reads the second into what the first left behind.
  const send = creating(
    '{"metadata":{"name":"x","labels":{"a":"1"},"finalizers":["e.io/1","e.io/2"]},"metadata":{"name":"<name>","finalizers":["e.io/3"]},"data":{"a":"1"},"data":{"b":"2"}}',
  );
  const answer = await assertLevels(send, "ConfigMap", 201, ['duplicate field "metadata"', 'duplicate field "data"']);
  assert.deepEqual(answer.body.data, { a: "1", b: "2" });
  assert.deepEqual(answer.body.metadata.labels, { a: "1" });
  assert.deepEqual(answer.body.metadata.finalizers, ["e.io/3"]);
});

test("kind may be a duplicate as well", async () => {
  const send = creating('{"kind":"ConfigMap","kind":"ConfigMap","metadata":{"name":"<name>"}}');
  await assertLevels(send, "ConfigMap", 201, ['duplicate field "kind"']);
});

test("an unknown field given twice is only unknown", async () => {
  const send = creating('{"metadata":{"name":"<name>"},"foo":1,"foo":2,"data":{"a":"1","a":"2"}}');
  await assertLevels(send, "ConfigMap", 201, ['unknown field "foo"', 'duplicate field "data.a"']);
});

test("what is given twice inside an unknown field is not told", async () => {
  const send = creating('{"metadata":{"name":"<name>"},"foo":{"a":1,"a":2}}');
  await assertLevels(send, "ConfigMap", 201, ['unknown field "foo"']);
});

test("what is given twice in free-form data of a built-in kind is not told", async () => {
  const revisions = `/apis/apps/v1/namespaces/${namespace}/controllerrevisions`;
  const text = `{"metadata":{"name":"${uniqueName("o")}"},"revision":1,"data":{"bar":{"x":1,"x":2}}}`;
  const answer = await client.create(revisions, text, { fieldValidation: "Strict" });
  assertAnswer(answer, 201, { data: { bar: { x: 2 } } });
});

test("a duplicate is told with its path through lists", async () => {
  const send: Send = (query) => {
    const text = JSON.stringify({ metadata: { name: uniqueName("o") }, ...deployment() });
    const twice = text.replace('"image":"i"', '"image":"i","image":"j"');
    return client.create(deploymentsIn(namespace), twice, query);
  };
  const path = "spec.template.spec.containers[0].image";
  await assertLevels(send, "Deployment", 201, [`duplicate field "${path}"`]);
});

test("an update is validated like a create", async () => {
  const { name, path } = await make(client, configMaps);
  const send: Send = (query) => client.update(path, `{"metadata":{"name":"${name}"},"data":{"a":"1","a":"2"}}`, query);
  await assertLevels(send, "ConfigMap", 200, ['duplicate field "data.a"']);
});
