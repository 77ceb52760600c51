import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer } from "../answer.ts";
import { connect } from "../client.ts";
import { createThings, type Things } from "./things.ts";

const client = connect();
let configMaps: string;
let things: Things;
before(async () => {
  configMaps = `/api/v1/namespaces/${await client.namespace()}/configmaps`;
  things = await createThings(client);
});
after(async () => {
  await things.remove();
  await client.close();
});

/** Integers are in the order of their digits, among all other keys. */
const written = '{"b":"1","9":"2","10":"3","A":"4","010":"5","-1":"6","4294967295":"7"}';
const sorted = '{"-1":"6","010":"5","10":"3","4294967295":"7","9":"2","A":"4","b":"1"}';

test("keys of a map come sorted by their bytes, integers among them", async () => {
  const body = `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a"},"data":${written}}`;
  const created = await client.create(configMaps, body);
  assertAnswer(created, 201);
  assert.ok(created.text.includes(`"data":${sorted}`), created.text);
  const found = await client.get(`${configMaps}/a`);
  assert.ok(found.text.includes(`"data":${sorted}`), found.text);
  const listed = await client.get(configMaps);
  assert.ok(listed.text.includes(`"data":${sorted}`), listed.text);
});

test("keys of custom resources come sorted by their bytes, integers among them", async () => {
  const created = await client.create(things.path, things.text("a", `{"map":${written},"2":[${written}],"10":1}`));
  assertAnswer(created, 201);
  const spec = `"spec":{"10":1,"2":[${sorted}],"map":${sorted}}`;
  assert.ok(created.text.includes(spec), created.text);
  for (const path of [`${things.path}/a`, things.path]) {
    const found = await client.get(path);
    assert.ok(found.text.includes(spec), found.text);
  }
  const patched = await client.patch("merge", `${things.path}/a`, {
    spec: { map: null, 10: null, 1: { 20: 1, 3: 2 } },
  });
  assert.ok(patched.text.includes(`"spec":{"1":{"20":1,"3":2},"2":[${sorted}]}`), patched.text);
});

test("keys that are integers are indented like all others", async () => {
  const body = '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"pretty"},"data":{"9":"a","10":"b"}}';
  const { text } = await client.create(configMaps, body, { pretty: true });
  assert.ok(text.includes('  "data": {\n    "10": "b",\n    "9": "a"\n  }'), text);
});
