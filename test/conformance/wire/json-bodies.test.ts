import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Answer, assertAnswer, assertStatus } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
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

const unrecognized =
  "the object provided is unrecognized (must be of type ConfigMap): couldn't get version/kind; json parse error:";
const goStruct =
  'Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
const cannot = 'ConfigMap in version "v1" cannot be handled as a ConfigMap:';

/** Bodies that cannot be read at all. The end shows the beginning of the body, as text where it may be JSON and as hex where not. */
const unreadable: Record<string, [body: string, error: string]> = {
  "an empty body": ["", "unexpected end of JSON input (<empty>)"],
  "a body of braces": ["{{", "invalid character '{' looking for beginning of object key string ({{)"],
  "a body cut off": [
    '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a"',
    'unexpected end of JSON input ({"kind":"ConfigMap","apiVersio ...)',
  ],
  "something after the object": [
    '{"metadata":{"name":"a"}} x',
    'invalid character \'x\' after top-level value ({"metadata":{"name":"a"}} x)',
  ],
  "a second object": ['{"kind":"A"}{}', 'invalid character \'{\' after top-level value ({"kind":"A"}{})'],
  "single quotes": ["{'a':1}", "invalid character '\\'' looking for beginning of object key string ({'a':1})"],
  "a comment": ["{/*x*/}", "invalid character '/' looking for beginning of object key string ({/*x*/})"],
  "a byte order mark": ["\ufeff{}", "invalid character 'ï' looking for beginning of value (efbbbf7b7d)"],
  NaN: ['{"a":NaN}', "invalid character 'N' looking for beginning of value ({\"a\":NaN})"],
  "a number with a leading zero": ['{"a":01}', "invalid character '1' after object key:value pair ({\"a\":01})"],
  "a raw tab in a string": ['{"a":"\t"}', 'invalid character \'\\t\' in string literal ({"a":"\t"})'],
  "an array": ["[]", `json: cannot unmarshal array into ${goStruct} (5b5d)`],
  "a string": ['"x"', `json: cannot unmarshal string into ${goStruct} (227822)`],
  "a number": ["1", `json: cannot unmarshal number into ${goStruct} (31)`],
  "YAML that says it is JSON": ["a: b\n", "invalid character 'a' looking for beginning of value (613a20620a)"],
};
for (const [what, [body, error]] of Object.entries(unreadable)) {
  test(`${what} is a BadRequest that says where reading stopped`, async () => {
    assertStatus(await client.create(configMaps, body), 400, "BadRequest", `${unrecognized} ${error}`, {
      details: undefined,
    });
  });
}

/** Bodies that are JSON but not a ConfigMap. */
const mistyped: Record<string, [body: string, error: string]> = {
  "a number for a string": [
    '{"data":{"a":1}}',
    "json: cannot unmarshal number into Go struct field ConfigMap.data of type string",
  ],
  "an array for a map": [
    '{"data":[]}',
    "json: cannot unmarshal array into Go struct field ConfigMap.data of type map[string]string",
  ],
  "a boolean label": [
    '{"metadata":{"labels":{"a":true}}}',
    "json: cannot unmarshal bool into Go struct field ObjectMeta.metadata.labels of type string",
  ],
  "a string for metadata": [
    '{"metadata":"c"}',
    "json: cannot unmarshal string into Go struct field ConfigMap.metadata of type v1.ObjectMeta",
  ],
  "a string for an integer": [
    '{"metadata":{"generation":"1"}}',
    "json: cannot unmarshal string into Go struct field ObjectMeta.metadata.generation of type int64",
  ],
  "1.0 for an integer": [
    '{"metadata":{"generation":1.0}}',
    "json: cannot unmarshal number 1.0 into Go struct field ObjectMeta.metadata.generation of type int64",
  ],
  "2^63 for an integer": [
    '{"metadata":{"generation":9223372036854775808}}',
    "json: cannot unmarshal number 9223372036854775808 into Go struct field ObjectMeta.metadata.generation of type int64",
  ],
  "bytes that are not base64": ['{"binaryData":{"a":"***"}}', "illegal base64 data at input byte 0"],
  "a time that is none": [
    '{"metadata":{"creationTimestamp":"yesterday"}}',
    'parsing time "yesterday" as "2006-01-02T15:04:05Z07:00": cannot parse "yesterday" as "2006"',
  ],
};
for (const [what, [body, error]] of Object.entries(mistyped)) {
  test(`${what} is a BadRequest that names the field`, async () => {
    assertStatus(await client.create(configMaps, body), 400, "BadRequest", `${cannot} ${error}`);
  });
}

test("another registered kind cannot be converted", async () => {
  for (const [apiVersion, kind, type] of [
    ["v1", "Secret", "v1.Secret"],
    ["apps/v1", "Deployment", "v1.Deployment"],
    ["v1", "ConfigMapList", "v1.ConfigMapList"],
    ["v1", "List", "v1.List"],
    ["v1", "Status", "v1.Status"],
  ]) {
    const message = `${kind} in version "v1" cannot be handled as a ConfigMap: converting (${type}) to (core.ConfigMap): unknown conversion`;
    assertStatus(await client.create(configMaps, { apiVersion, kind }), 400, "BadRequest", message);
  }
});

test("an unknown kind or apiVersion is not registered", async () => {
  for (const [apiVersion, kind] of [
    ["v1", "Unicorn"],
    ["v1", "configmap"],
    ["v2", "ConfigMap"],
    ["example.com/v1", "ConfigMap"],
  ] as const) {
    const version = apiVersion.split("/").at(-1);
    const answer = await client.create(configMaps, { apiVersion, kind });
    assertAnswer(answer, 400, { reason: "BadRequest" });
    // The end names the line of Kubernetes' source where the scheme was made.
    const start = `${kind} in version "${version}" cannot be handled as a ConfigMap: no kind "${kind}" is registered for version "${apiVersion}" in scheme "`;
    assert.ok(answer.body.message.startsWith(start), answer.body.message);
  }
});

test("an apiVersion of three parts is none", async () => {
  const body = '{"apiVersion":"a/b/c"}';
  const message =
    "the object provided is unrecognized (must be of type ConfigMap): unexpected GroupVersion string: a/b/c " +
    `(${body})`;
  assertStatus(await client.create(configMaps, body), 400, "BadRequest", message);
});

test("kind and apiVersion may be left out for a built-in kind", async () => {
  for (const type of [{}, { kind: "ConfigMap" }, { apiVersion: "v1" }]) {
    const answer = await client.create(configMaps, { ...type, metadata: { name: uniqueName("plain") } });
    assertAnswer(answer, 201, { kind: "ConfigMap", apiVersion: "v1" });
  }
});

test("kind and apiVersion of a custom resource must be there and right", async () => {
  const { group, path } = things;
  const metadata = { name: "x" };
  const assertRefused = async (body: string, message: string) =>
    assertStatus(await client.create(path, body), 400, "BadRequest", message);
  const bare = JSON.stringify({ metadata });
  const missing = `the object provided is unrecognized (must be of type Thing): Object 'Kind' is missing in '${bare}' (${bare})`;
  await assertRefused(bare, missing);
  for (const apiVersion of ["", `${group}/v2`]) {
    const message = `the API version in the data (${apiVersion}) does not match the expected API version (${group}/v1)`;
    await assertRefused(JSON.stringify({ apiVersion, kind: "Thing", metadata }), message);
  }
  const other = await client.create(path, { apiVersion: `${group}/v1`, kind: "Other", metadata });
  const message = `Other.${group} "x" is invalid: kind: Invalid value: "Other": must be Thing`;
  assertStatus(other, 422, "Invalid", message, { details: { group, kind: "Other", causes: [{ field: "kind" }] } });
});

test("null is an empty object of a built-in kind, and no object of a custom one", async () => {
  const message = 'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required';
  assertStatus(await client.create(configMaps, "null"), 422, "Invalid", message);
  const custom =
    "the object provided is unrecognized (must be of type Thing): Object 'Kind' is missing in 'null' (6e756c6c)";
  assertStatus(await client.create(things.path, "null"), 400, "BadRequest", custom);
});

test("space around the object is fine", async () => {
  const body = `\n\t {"metadata":{"name":"${uniqueName("spaced")}"}}\r\n\n`;
  assertAnswer(await client.create(configMaps, body), 201);
});

test("the last of duplicate keys counts, with a warning; maps given twice are merged", async () => {
  const twice = (name: string, rest: string) => `{"metadata":{"name":"${name}"},${rest}}`;
  const key = await client.create(configMaps, twice(uniqueName("twice"), '"data":{"a":"1","a":"2"}'));
  assertAnswer(key, 201, { data: { a: "2" } });
  assert.deepEqual(key.warnings, ['duplicate field "data.a"']);
  const map = await client.create(configMaps, twice(uniqueName("twice"), '"data":{"a":"1"},"data":{"b":"2"}'));
  assertAnswer(map, 201, { data: { a: "1", b: "2" } });
  assert.deepEqual(map.warnings, ['duplicate field "data"']);
});

test("keys are told apart by case, except kind and apiVersion", async () => {
  const upper = await client.create(configMaps, { METADATA: { name: "x" }, Data: {} });
  assertAnswer(upper, 422, { message: /name or generateName is required/ });
  assert.deepEqual(upper.warnings, ['unknown field "METADATA"', 'unknown field "Data"']);
  const secret = await client.create(configMaps, { Kind: "Secret", ApiVersion: "v1", metadata: { name: "x" } });
  assertAnswer(secret, 400, { message: /^Secret in version "v1" cannot be handled as a ConfigMap/ });
});

test("bytes that are not UTF-8 and lone surrogates become replacement characters", async () => {
  const before = Buffer.from(`{"metadata":{"name":"${uniqueName("bytes")}"},"data":{"a":"`);
  const body = Buffer.concat([before, Buffer.from([0xff, 0xfe]), Buffer.from('"}}')]);
  assertAnswer(await client.create(configMaps, body), 201, { data: { a: "\ufffd\ufffd" } });
  const lone = `{"metadata":{"name":"${uniqueName("lone")}"},"data":{"a":"\\ud800"}}`;
  assertAnswer(await client.create(configMaps, lone), 201, { data: { a: "\ufffd" } });
});

test("a NUL and every other character survive", async () => {
  const value = "\u0000\u0001\u007f\u2028\u2029ünï🐙</script>&'\"\\";
  const metadata = { name: uniqueName("odd") };
  assertAnswer(await client.create(configMaps, { metadata, data: { a: value } }), 201);
  const answer: Answer = await client.get(`${configMaps}/${metadata.name}`);
  assertAnswer(answer, 200, { data: { a: value } });
  assert.ok(answer.text.includes("\\u003c/script\\u003e\\u0026'"), "what HTML could misread is escaped");
  assert.ok(answer.text.includes("\\u2028\\u2029"));
});

test("keys of JavaScript's prototype are keys like others", async () => {
  const keys = '{"__proto__":"a","constructor":"b","hasOwnProperty":"c","toString":"d","valueOf":"e"}';
  const annotations = '{"constructor":"a","toString":"b"}';
  const name = uniqueName("proto");
  const body = `{"metadata":{"name":"${name}","labels":{"constructor":"x"},"annotations":${annotations}},"data":${keys}}`;
  for (const answer of [await client.create(configMaps, body), await client.get(`${configMaps}/${name}`)]) {
    assert.ok(answer.text.includes(`"data":${keys}`), answer.text);
    assert.ok(answer.text.includes(`"annotations":${annotations}`), answer.text);
    assert.ok(answer.text.includes('"labels":{"constructor":"x"}'), answer.text);
  }
  const spec = '{"__proto__":{"a":1},"constructor":{"prototype":{"b":2}},"toString":"x"}';
  const thing = await client.create(things.path, things.text(name, spec));
  assertAnswer(thing, 201);
  assert.ok((await client.get(`${things.path}/${name}`)).text.includes(`"spec":${spec}`), thing.text);
});

test("integers of 64 bits are exact, larger ones and fractions become floats", async () => {
  const spec =
    '{"a":9007199254740993,"b":-9223372036854775808,"c":9223372036854775807,"d":1.0,"e":1e2,"f":1e-7,"g":1e21,"h":9223372036854775808}';
  const stored =
    '{"a":9007199254740993,"b":-9223372036854775808,"c":9223372036854775807,"d":1,"e":100,"f":1e-7,"g":1e+21,"h":9223372036854776000}';
  const name = uniqueName("numbers");
  for (const answer of [
    await client.create(things.path, things.text(name, spec)),
    await client.get(`${things.path}/${name}`),
  ])
    assert.ok(answer.text.includes(`"spec":${stored}`), answer.text);
});
