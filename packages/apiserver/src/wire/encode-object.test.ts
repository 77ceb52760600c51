import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@pintle/machinery";
import { encodeObject } from "./encode-object.ts";
import { negotiateResponse } from "./negotiate.ts";
import { encodeWatchFrame } from "./protobuf/encode-envelope.ts";
import { openEnvelope } from "./protobuf/envelope.ts";

const offer = { protobuf: true, transforms: true, stream: false, query: new URLSearchParams() };
const protobuf = "application/vnd.kubernetes.protobuf";

function write(object: JsonObject, accept = "application/json", type?: string): string {
  return Buffer.from(encodeObject(object, negotiateResponse(accept, offer), type)).toString();
}

test("JSON ends with a newline, unless it is pretty", () => {
  assert.equal(write({ kind: "A", items: [] }), '{"kind":"A","items":[]}\n');
  assert.equal(write({ kind: "A", items: [] }, "application/json;pretty=1"), '{\n  "kind": "A",\n  "items": []\n}');
});

test("what HTML could misread is escaped, and every character survives", () => {
  const value = "\u0000\u0001\u007f\u2028\u2029ünï🐙</script>&'\"\\";
  const text = write({ a: value });
  assert.equal(JSON.parse(text).a, value);
  assert.ok(text.includes("\\u003c/script\\u003e\\u0026'"));
  assert.ok(text.includes("\\u2028\\u2029"));
  assert.equal(write({ a: "\ud800" }), '{"a":"\ufffd"}\n');
});

test("integers of 64 bits are exact, larger ones and fractions are floats", () => {
  const object = { a: 9007199254740993n, b: -9223372036854775808n, d: 1, f: 1e-7, g: 1e21, h: 2 ** 63, i: 2n ** 63n };
  const numbers =
    '{"a":9007199254740993,"b":-9223372036854775808,"d":1,"f":1e-7,"g":1e+21,"h":9223372036854776000,"i":9223372036854776000}\n';
  assert.equal(write(object), numbers);
});

test("protobuf is the object in its envelope", () => {
  const object = { kind: "ConfigMap", apiVersion: "v1", metadata: { name: "a" }, data: { k: "v" } };
  const bytes = encodeObject(object, negotiateResponse(protobuf, offer), "core/v1.ConfigMap");
  const { kind, apiVersion, raw } = openEnvelope(bytes);
  assert.deepEqual([kind, apiVersion], ["ConfigMap", "v1"]);
  assert.ok(Buffer.from(raw).includes(Buffer.from([0x12, 6, 0x0a, 1, 0x6b, 0x12, 1, 0x76])));
});

test("a frame of a watch is a length and a WatchEvent that holds the envelope", () => {
  const envelope = Buffer.from("k8s\0content");
  const frame = Buffer.from(encodeWatchFrame("ADDED", envelope));
  assert.equal(frame.readUInt32BE(0), frame.length - 4);
  assert.deepEqual(frame.subarray(4, 11), Buffer.from("\x0a\x05ADDED"));
  assert.deepEqual(frame.subarray(11), Buffer.concat([Buffer.from([0x12, 13, 0x0a, 11]), envelope]));
});
