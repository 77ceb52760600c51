import assert from "node:assert/strict";
import { test } from "node:test";
import { shapeOfType } from "@pintle/kinds/tables";
import { ApiError, type JsonObject } from "@pintle/machinery";
import { type DecodedObject, type DecodeTarget, decodeObject } from "./decode-object.ts";

const configMap: DecodeTarget = {
  protobuf: true,
  kind: { group: "", version: "v1", kind: "ConfigMap" },
  shape: shapeOfType("core/v1.ConfigMap"),
};
const thing: DecodeTarget = { protobuf: false, kind: { group: "example.com", version: "v1", kind: "Thing" } };

function decode(body: string | Uint8Array, target = configMap, type?: string): DecodedObject {
  return decodeObject(Buffer.from(body as string), type, target);
}

function refusal(body: string | Uint8Array, target = configMap, type?: string): string {
  try {
    decode(body, target, type);
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error));
    return `${error.code} ${error.message}`;
  }
  assert.fail("it was taken");
}

const unrecognized =
  "400 the object provided is unrecognized (must be of type ConfigMap): couldn't get version/kind; json parse error:";
const goStruct =
  'Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
const cannot = '400 ConfigMap in version "v1" cannot be handled as a ConfigMap:';

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
  "single quotes": ["{'a':1}", "invalid character '\\'' looking for beginning of object key string ({'a':1})"],
  "a byte order mark": ["\ufeff{}", "invalid character 'ï' looking for beginning of value (efbbbf7b7d)"],
  NaN: ['{"a":NaN}', "invalid character 'N' looking for beginning of value ({\"a\":NaN})"],
  "a leading zero": ['{"a":01}', "invalid character '1' after object key:value pair ({\"a\":01})"],
  "a raw tab in a string": ['{"a":"\t"}', 'invalid character \'\\t\' in string literal ({"a":"\t"})'],
  "an unknown escape": ['{"a":"\\x"}', 'invalid character \'x\' in string escape code ({"a":"\\x"})'],
  "half a word": ['{"a":tru}', "invalid character '}' in literal true (expecting 'e') ({\"a\":tru})"],
  "a number that ends in a point": [
    '{"a":1.}',
    "invalid character '}' after decimal point in numeric literal ({\"a\":1.})",
  ],
  "an array": ["[]", `json: cannot unmarshal array into ${goStruct} (5b5d)`],
  "a string": ['"x"', `json: cannot unmarshal string into ${goStruct} (227822)`],
  "a number": ["1", `json: cannot unmarshal number into ${goStruct} (31)`],
};
for (const [what, [body, error]] of Object.entries(unreadable)) {
  test(`${what} is refused with where reading stopped`, () => assert.equal(refusal(body), `${unrecognized} ${error}`));
}

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
  test(`${what} is refused with the field`, () => assert.equal(refusal(body), `${cannot} ${error}`));
}

test("another registered kind cannot be converted, and an unknown one is not registered", () => {
  for (const [apiVersion, kind] of [
    ["v1", "Secret"],
    ["apps/v1", "Deployment"],
    ["v1", "ConfigMapList"],
    ["v1", "List"],
    ["v1", "Status"],
  ]) {
    const message = `400 ${kind} in version "v1" cannot be handled as a ConfigMap: converting (v1.${kind}) to (core.ConfigMap): unknown conversion`;
    assert.equal(refusal(JSON.stringify({ apiVersion, kind })), message);
  }
  for (const [apiVersion, kind] of [
    ["v1", "configmap"],
    ["v2", "ConfigMap"],
    ["example.com/v1", "ConfigMap"],
    ["meta.k8s.io/v1", "PartialObjectMetadata"],
  ]) {
    const start = `cannot be handled as a ConfigMap: no kind "${kind}" is registered for version "${apiVersion}" in scheme "`;
    assert.ok(refusal(JSON.stringify({ apiVersion, kind })).includes(start));
  }
  assert.match(refusal('{"Kind":"Secret","ApiVersion":"v1"}'), /^400 Secret in version "v1" cannot be handled/);
  assert.equal(
    refusal('{"apiVersion":"a/b/c"}'),
    '400 the object provided is unrecognized (must be of type ConfigMap): unexpected GroupVersion string: a/b/c ({"apiVersion":"a/b/c"})',
  );
});

test("kind and version of a built-in kind are filled in, and null is an empty object", () => {
  for (const body of ["{}", "null", '{"kind":"ConfigMap"}', ' \n{"apiVersion":"v1"}\r\n']) {
    assert.deepEqual(decode(body).object, { kind: "ConfigMap", apiVersion: "v1", metadata: {} });
  }
});

test("kind and version of a custom resource must be there and right", () => {
  const bare = '{"metadata":{"name":"x"}}';
  assert.equal(
    refusal(bare, thing),
    `400 the object provided is unrecognized (must be of type Thing): Object 'Kind' is missing in '${bare}' (${bare})`,
  );
  assert.equal(
    refusal("null", thing),
    "400 the object provided is unrecognized (must be of type Thing): Object 'Kind' is missing in 'null' (6e756c6c)",
  );
  assert.equal(
    refusal('{"apiVersion":"example.com/v2","kind":"Thing"}', thing),
    "400 the API version in the data (example.com/v2) does not match the expected API version (example.com/v1)",
  );
});

test("the last of duplicate keys counts; maps given twice are merged in built-in kinds and replaced in custom ones", () => {
  const key = decode('{"data":{"a":"1","a":"2"}}');
  assert.deepEqual(key.object.data, { a: "2" });
  assert.deepEqual(
    key.problems.map(({ message }) => message),
    ['duplicate field "data.a"'],
  );
  assert.deepEqual(decode('{"data":{"a":"1"},"data":{"b":"2"}}').object.data, { a: "1", b: "2" });
  const text = '{"apiVersion":"example.com/v1","kind":"Thing","spec":{"a":1},"spec":{"b":2}}';
  assert.deepEqual(decode(text, thing).object.spec, { b: 2 });
});

test("unknown fields are told and dropped from built-in kinds", () => {
  const { object, problems } = decode('{"METADATA":{"name":"x"},"Data":{}}');
  assert.deepEqual(
    problems.map(({ message }) => message),
    ['unknown field "METADATA"', 'unknown field "Data"'],
  );
  assert.deepEqual(Object.keys(object), ["kind", "apiVersion", "metadata"]);
});

test("bytes that are not UTF-8 and lone surrogates become replacement characters", () => {
  const body = Buffer.concat([Buffer.from('{"data":{"a":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}}')]);
  assert.deepEqual(decode(body).object.data, { a: "\ufffd\ufffd" });
  assert.deepEqual(decode('{"data":{"a":"\\ud800"}}').object.data, { a: "\ufffd" });
});

test("integers of 64 bits are exact in custom resources, larger ones and fractions are floats", () => {
  const spec = '{"a":9007199254740993,"b":-9223372036854775808,"d":1.0,"h":9223372036854775808}';
  const { object } = decode(`{"apiVersion":"example.com/v1","kind":"Thing","spec":${spec}}`, thing);
  assert.deepEqual(object.spec, { a: 9007199254740993n, b: -9223372036854775808n, d: 1, h: 2 ** 63 });
});

test("a body of another type is refused with the list of what is read", () => {
  const types = "application/json, application/yaml, application/vnd.kubernetes.protobuf";
  for (const type of ["text/plain", "text/json", "application/cbor", "nonsense", "*/*"]) {
    const message = `415 the body of the request was in an unknown format - accepted media types include: ${types}`;
    assert.equal(refusal("{}", configMap, type), message);
  }
  for (const type of ["", "application/json; charset=utf-8", "APPLICATION/JSON"]) {
    assert.ok(decode("{}", configMap, type).object.kind);
  }
});

test("keys of JavaScript's prototype are keys like others", () => {
  const text = '{"__proto__":"a","constructor":"b","toString":"d"}';
  const data = decode(`{"data":${text}}`).object.data as JsonObject;
  assert.equal(JSON.stringify(data), text);
  const { object } = decode(`{"apiVersion":"example.com/v1","kind":"Thing","spec":${text}}`, thing);
  assert.equal(JSON.stringify(object.spec), text);
});
