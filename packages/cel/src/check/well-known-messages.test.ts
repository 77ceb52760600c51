import assert from "node:assert/strict";
import { test } from "node:test";
import { createCelEnvironment } from "../environment.ts";
import { kubernetesCel } from "../kubernetes-cel.ts";
import { CelDouble, CelDuration, CelTimestamp, CelUint } from "../values/cel-value.ts";

const environment = createCelEnvironment(kubernetesCel("1.36"));

function evaluate(source: string): unknown {
  return environment.compile(source.replaceAll("pb.", "google.protobuf.")).evaluate({}).value;
}

test("a wrapper is the scalar that it holds, or its zero", () => {
  assert.equal(evaluate("pb.Int64Value{value: 2}"), 2);
  assert.equal(evaluate("pb.Int32Value{} + 1"), 1);
  assert.equal(evaluate("pb.StringValue{value: 'a'} + 'b'"), "ab");
  assert.deepEqual(evaluate("pb.UInt64Value{}"), new CelUint(0));
  assert.deepEqual(evaluate("pb.FloatValue{value: 0.1}"), new CelDouble(Math.fround(0.1)));
  assert.equal(evaluate("pb.BoolValue{} == null || type(pb.BytesValue{}) == bytes"), true);
  assert.deepEqual(evaluate("pb.Duration{seconds: 1, nanos: 5}"), new CelDuration(1_000_000_005n));
  assert.deepEqual(evaluate("pb.Timestamp{seconds: 1}"), new CelTimestamp(1, 0));
});

test("a wrapper takes what fits into it", () => {
  const field = "field type conversion error for google.protobuf";
  assert.throws(() => evaluate("pb.Int32Value{value: 5000000000}"), {
    message: `${field}.Int32Value.value value type: integer overflow`,
  });
  assert.throws(() => evaluate("pb.UInt32Value{value: 5000000000u}"), {
    message: `${field}.UInt32Value.value value type: unsigned integer overflow`,
  });
  assert.throws(() => evaluate("pb.Int64Value{value: dyn('a')}"), {
    message: `${field}.Int64Value.value value type: unsupported native conversion from string to 'int64'`,
  });
  assert.throws(
    () => evaluate("pb.Int64Value{value: 'a'}"),
    /expected type of field 'value' is 'int' but provided type is 'string'/,
  );
  assert.throws(() => evaluate("pb.Int64Value{nope: 1}"), /undefined field 'nope'/);
});

test("a wrapper is checked as its scalar, and null fits it", () => {
  assert.equal(evaluate("null != pb.Int64Value{}"), true);
  assert.throws(() => evaluate("pb.Int64Value{} == 'a'"), /applied to '\(wrapper\(int\), string\)'/);
  assert.throws(() => evaluate("pb.Int64Value == int"), /reference to undefined type: google.protobuf.Int64Value/);
});
