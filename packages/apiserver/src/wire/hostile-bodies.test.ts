/** Bodies that are made to hurt: each must be answered with an ApiError, or taken, in bounded time. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { shapeOfType } from "@pintle/kinds/tables";
import { ApiError } from "@pintle/machinery";
import { type DecodeTarget, decodeObject } from "./decode-object.ts";
import { decodeProtobuf } from "./protobuf/decode-protobuf.ts";
import { encodeEnvelope } from "./protobuf/encode-envelope.ts";
import { ProtobufError } from "./protobuf/wire-reader.ts";

const protobuf = "application/vnd.kubernetes.protobuf";
const yaml = "application/yaml";
const pod: DecodeTarget = {
  protobuf: true,
  kind: { group: "", version: "v1", kind: "Pod" },
  shape: shapeOfType("core/v1.Pod"),
};
const thing: DecodeTarget = { protobuf: false, kind: { group: "example.com", version: "v1", kind: "Thing" } };
const megabytes = 3 * 1024 * 1024;

/** What is answered: nothing, or the message of an ApiError. */
function outcome(body: string | Uint8Array, target = pod, type?: string): string {
  try {
    decodeObject(Buffer.from(body as string), type, target);
    return "taken";
  } catch (error) {
    assert.ok(error instanceof ApiError, error instanceof Error ? error.stack : String(error));
    return error.message;
  }
}

function within(limitMs: number, run: () => void): void {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  assert.ok((user + system) / 1_000 < limitMs, `it took ${(user + system) / 1_000} ms`);
}

test("an unknown field may nest ten thousand levels deep and no deeper", () => {
  const nested = (depth: number) => `{"x":${"[".repeat(depth)}${"]".repeat(depth)}}`;
  assert.equal(outcome(nested(9_998)), "taken");
  for (const depth of [10_000, 100_000, 1_000_000]) {
    assert.match(outcome(nested(depth)), /json parse error: invalid character '\[' exceeded max depth \(/);
  }
  assert.match(outcome('{"a":'.repeat(500_000)), /exceeded max depth/);
});

test("a custom resource nests a thousand levels deep and no deeper", () => {
  const text = (depth: number) =>
    `{"apiVersion":"example.com/v1","kind":"Thing","spec":${"[".repeat(depth)}${"]".repeat(depth)}}`;
  assert.equal(outcome(text(990), thing), "taken");
  for (const depth of [1_001, 100_000]) assert.match(outcome(text(depth), thing), /exceeded max depth/);
});

test("three megabytes of odd JSON take no more than a moment", () => {
  const bodies: Record<string, string | Uint8Array> = {
    spaces: `{"a"${" ".repeat(megabytes)}`,
    commas: `[${",".repeat(megabytes)}`,
    quotes: '"'.repeat(megabytes),
    backslashes: `{"a":"${"\\\\".repeat(megabytes / 2)}"}`,
    digits: `{"spec":{"priority":${"9".repeat(megabytes)}}}`,
    fractions: `{"spec":{"priority":1.${"9".repeat(megabytes)}}}`,
    duplicates: `{${'"a":1,'.repeat(megabytes / 6)}"a":1}`,
    surrogates: `{"a":"${"\\ud800".repeat(megabytes / 6)}"}`,
    "no UTF-8": new Uint8Array(megabytes).fill(0xff),
    "half UTF-8": Buffer.concat([Buffer.from('{"a":"'), new Uint8Array(megabytes).fill(0xe2), Buffer.from('"}')]),
  };
  for (const [what, body] of Object.entries(bodies)) {
    within(3_000, () => assert.ok(outcome(body), what));
  }
});

test("an avalanche of aliases is refused", () => {
  const lines = Array.from("bcdefghi", (letter, index) => {
    const alias = `*${String.fromCharCode("a".charCodeAt(0) + index)}`;
    return `${letter}: &${letter} [${Array(9).fill(alias).join(",")}]`;
  });
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${lines.join("\n")}\n`;
  within(2_000, () => assert.match(outcome(bomb, pod, yaml), /yaml: document contains excessive aliasing \(/));
});

test("YAML that nests without end is refused", () => {
  for (const body of [
    "[".repeat(100_000),
    "{a: ".repeat(50_000),
    "- ".repeat(100_000),
    "? ".repeat(100_000),
    Array.from({ length: 1_500 }, (_, depth) => `${" ".repeat(depth)}a:\n`).join(""),
  ]) {
    within(4_000, () => assert.notEqual(outcome(body, pod, yaml), "taken"));
  }
});

test("three megabytes of small YAML values, and aliases without number, are refused at once", () => {
  for (const body of ["- a\n", "a: b\n", "&a ", "\n", "#\n", "a,"]) {
    const text = body.repeat(megabytes / body.length);
    within(1_000, () => assert.match(outcome(text, pod, yaml), /: yaml: document has too many values \(/));
  }
  const aliases = `a: &a {}\nb: [${"*a,".repeat(20_000)}]`;
  within(4_000, () => assert.match(outcome(aliases, pod, yaml), /: yaml: document contains excessive aliasing \(/));
});

test("an alias to itself is refused", () => {
  assert.match(outcome("a: &a [*a]\n", pod, yaml), /: yaml: anchor 'a' value contains itself \(/);
});

const whole = encodeEnvelope(
  {
    kind: "Pod",
    apiVersion: "v1",
    metadata: { name: "web", labels: { a: "b" }, creationTimestamp: "2026-01-02T15:04:05Z" },
    spec: {
      containers: [
        { name: "app", image: "nginx", ports: [{ containerPort: 80 }], resources: { limits: { cpu: "1" } } },
      ],
      volumes: [{ name: "data", emptyDir: {} }],
    },
    status: {},
  },
  "core/v1.Pod",
);

test("protobuf that is cut at any byte is refused or read, and never more", () => {
  assert.equal(outcome(whole, pod, protobuf), "taken");
  for (let length = 0; length < whole.length; length += 1) outcome(whole.subarray(0, length), pod, protobuf);
});

test("protobuf with any byte changed is refused or read, and never more", () => {
  for (let at = 0; at < whole.length; at += 1) {
    for (const byte of [0, 1, 7, 0x0c, 0x7f, 0x80, 0xff]) {
      const changed = Buffer.from(whole);
      changed[at] = byte;
      outcome(changed, pod, protobuf);
    }
  }
});

/** The envelope around the bytes of a Pod. */
function around(...raw: number[]): Uint8Array {
  return Buffer.from([0x6b, 0x38, 0x73, 0, 0x12, raw.length, ...raw]);
}

test("what breaks the wire format is told in upstream's words", () => {
  const cannot = 'Pod in version "v1" cannot be handled as a Pod: ';
  const cases: [number[], string][] = [
    [[0x0a, 0x7f], "unexpected EOF"],
    [
      [0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1],
      "proto: negative length found during unmarshaling",
    ],
    [[0x0a, 0xff, 0xff, 0xff, 0xff, 0x7f], "unexpected EOF"],
    [[0x0c], "proto: Pod: wiretype end group for non-group"],
    [[0x02, 0x00], "proto: Pod: illegal tag 0 (wire type 2)"],
    [[0x08, 0x01], "proto: wrong wireType = 0 for field Metadata"],
    [[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1], "proto: integer overflow"],
    [[0x7f], "proto: illegal wireType 7"],
  ];
  for (const [raw, why] of cases) assert.equal(outcome(around(...raw), pod, protobuf), cannot + why);
  const unrecognized = "the object provided is unrecognized (must be of type Pod): ";
  for (const [bytes, why] of [
    [[], "empty data (<empty>)"],
    [[0x6b, 0x38, 0x73, 0], "empty body (6b387300)"],
    [[0x6b, 0x38, 0x73, 0, 0xff, 0xff], "unexpected EOF (6b387300ffff)"],
    [[0x7b, 0x7d], "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0] ({})"],
  ] as const) {
    assert.equal(outcome(Buffer.from(bytes), pod, protobuf), unrecognized + why);
  }
});

test("a schema in protobuf that nests without end is refused", () => {
  // Field 28 is `not`: a schema in a schema.
  const nested = (depth: number) => {
    let schema: Buffer = Buffer.alloc(0);
    for (let level = 0; level < depth; level += 1) {
      schema = Buffer.concat([varint(28 * 8 + 2), varint(schema.length), schema]);
    }
    return schema;
  };
  const type = "apiextensions/v1.JSONSchemaProps";
  assert.deepEqual(decodeProtobuf(nested(2), type), { not: { not: {} } });
  assert.throws(() => decodeProtobuf(nested(5_000), type), new ProtobufError("proto: exceeded max depth"));
});

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return Buffer.from([...bytes, rest]);
}
