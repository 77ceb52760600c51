import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { scanObject } from "./scan-object.ts";

function scan(text: string) {
  const bytes = Buffer.from(text);
  const found = scanObject(bytes, 0, bytes.length);
  if (found === undefined) return undefined;
  const { managedFields: cut, ...known } = found;
  const rest =
    cut === undefined ? text : bytes.toString("utf8", 0, cut.from) + bytes.toString("utf8", cut.to, bytes.length);
  return { ...known, rest };
}

const known = { name: "web", namespace: "default", uid: "u-1", resourceVersion: "7" };

test("what kube-apiserver writes of its own kinds is understood, in the order of their structs", () => {
  const text =
    '{"kind":"Pod","apiVersion":"v1","metadata":{"name":"web","generateName":"w-","namespace":"default","uid":"u-1","resourceVersion":"7",' +
    '"generation":1,"creationTimestamp":"2026-01-01T00:00:00Z","labels":{"a":"b"},"managedFields":[{"manager":"m"}]},"spec":{}}';
  const { rest, ...found } = scan(text) ?? { rest: "" };
  assert.deepEqual(found, known);
  assert.deepEqual(JSON.parse(rest).metadata.managedFields, undefined);
  assert.equal(JSON.parse(rest).metadata.labels.a, "b");
});

test("what kube-apiserver writes of custom resources is understood, in the order of the alphabet", () => {
  const text =
    '{"alpha":[{"metadata":{"name":"other"}}],"apiVersion":"x/v1","kind":"Thing","metadata":{"annotations":{"name":"no"},' +
    '"managedFields":[{"fieldsV1":{"f:metadata":{"f:name":{}}}}],"name":"web","namespace":"default","resourceVersion":"7","uid":"u-1"}}';
  const { rest, ...found } = scan(text) ?? { rest: "" };
  assert.deepEqual(found, known);
  assert.equal(JSON.parse(rest).metadata.managedFields, undefined);
  assert.deepEqual(Object.keys(JSON.parse(rest).metadata), [
    "annotations",
    "name",
    "namespace",
    "resourceVersion",
    "uid",
  ]);
});

test("managedFields can be cut out wherever they stand", () => {
  const fields = '"managedFields":[{"manager":"m"}]';
  const identity = '"name":"web","namespace":"default","uid":"u-1","resourceVersion":"7"';
  for (const members of [`${fields},${identity}`, `${identity},${fields}`, `"a":1,${fields},${identity}`]) {
    const { rest = "" } = scan(`{"metadata":{${members}}}`) ?? {};
    assert.equal(JSON.parse(rest).metadata.name, "web");
    assert.equal(JSON.parse(rest).metadata.managedFields, undefined);
  }
});

test("texts may hold anything without being taken for what they look like", () => {
  const hostile = [
    '","uid":"evil',
    '"},"metadata":{"name":"evil"}',
    "\\",
    '\\"',
    '"uid":"evil"',
    "}]}",
    "\u2028ä😀",
    '{["name":',
  ];
  for (const value of hostile) {
    const metadata = { annotations: { [value]: value, managedFields: value }, labels: { name: value }, ...known };
    const text = JSON.stringify({
      before: { metadata: { name: value } },
      [`z${value}`]: value,
      metadata,
      after: value,
    });
    const found = scan(text);
    if (found === undefined) continue;
    const { rest, ...seen } = found;
    assert.deepEqual(seen, known);
    assert.deepEqual(JSON.parse(rest), JSON.parse(text));
  }
});

test("what is written otherwise than API servers write is not understood", () => {
  const declined = [
    '{ "metadata":{"name":"a"}}',
    '{"metadata": {"name":"a"}}',
    '{"metadata":{"name" :"a"}}',
    '{"metadata":{"n\\u0061me":"a"}}',
    '{"metadata":{"name":"a\\u0062"}}',
    '{"metadata":{"name":"ä"}}',
    '{"metadata":{"name":7}}',
    '{"metadata":{"name":null}}',
    '{"metadata":null}',
    '{"metadata":{}}',
    '{"metadata":{"uid":"u"}}',
    '{"kind":"Pod"}',
    '{"metadata":{"name":"a"',
    '{"metadata":{"name":"a',
    "[]",
    "{}",
    "",
    '"metadata"',
  ];
  for (const text of declined) assert.equal(scan(text), undefined, text);
});

test("a name that comes twice is the last one, as JSON has it", () => {
  assert.equal(scan('{"metadata":{"name":"a","name":"b"}}')?.name, "b");
});

test("for any object the scan agrees with the decoder, or declines", () => {
  const key = fc.oneof(
    fc.constantFrom("name", "namespace", "uid", "resourceVersion", "managedFields", "metadata", "__proto__", "labels"),
    fc.string({ unit: "binary", maxLength: 6 }),
  );
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.oneof(
        fc.string({ unit: "binary", maxLength: 12 }),
        fc.constantFrom('"', "\\", "a", '","name":"x'),
        fc.double(),
        fc.boolean(),
        fc.constant(null),
      ),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(key, tie("value"), { maxKeys: 4, noNullPrototype: true }),
    ),
  }));
  const metadata = fc
    .tuple(fc.dictionary(key, value, { maxKeys: 5, noNullPrototype: true }), fc.subarray(Object.entries(known)))
    .map(([other, identity]) => ({ ...other, ...Object.fromEntries(identity) }));
  const object = fc
    .tuple(fc.dictionary(key, value, { maxKeys: 4, noNullPrototype: true }), metadata)
    .map(([other, found]) => ({ ...other, metadata: found }));
  let understood = 0;
  fc.assert(
    fc.property(object, (any) => {
      const text = JSON.stringify(any);
      const found = scan(text);
      if (found === undefined) return;
      understood += 1;
      const { rest, ...seen } = found;
      const decoded = JSON.parse(text);
      const { name, namespace = "", uid = "", resourceVersion = "" } = decoded.metadata;
      assert.deepEqual(seen, { name, namespace, uid, resourceVersion });
      delete decoded.metadata.managedFields;
      assert.deepEqual(JSON.parse(rest), decoded);
    }),
    { seed: 42, numRuns: 5_000 },
  );
  assert.ok(understood > 1_000, `only ${understood} objects were understood`);
});
