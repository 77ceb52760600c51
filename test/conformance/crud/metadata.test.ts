import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { assertInvalid, type Cause, configMapsIn, keyRule, make, subdomainRule } from "./objects.ts";

const client = connect();
let namespace: string;
let configMaps: string;
before(async () => {
  namespace = await client.namespace();
  configMaps = configMapsIn(namespace);
});
after(() => client.close());

const owner = { apiVersion: "v1", kind: "Owner", name: "n", uid: "u" };
const prefixRule = `a valid label key ${keyRule} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`;
const valueRule =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

async function assertRefused(metadata: Json, ...causes: readonly Cause[]): Promise<void> {
  const name = uniqueName("o");
  assertInvalid(await client.create(configMaps, { metadata: { name, ...metadata } }), "ConfigMap", name, ...causes);
}

async function assertKept(metadata: Json): Promise<void> {
  const answer = await client.create(configMaps, { metadata: { name: uniqueName("o"), ...metadata } });
  assertAnswer(answer, 201, { metadata });
  assert.deepEqual(answer.warnings, []);
}

test("label keys are names with an optional prefix, values are short texts or empty", async () => {
  await assertKept({
    labels: {
      a: "",
      "A_b.c-1": "V_a.l-1",
      "example.com/Key": "v",
      [`${"p".repeat(253)}/${"k".repeat(63)}`]: "v".repeat(63),
    },
  });
});

test("a label key that is none says what is wrong with it", async () => {
  const cases = [
    ["a b", `name part ${keyRule}`],
    ["a/b/c", prefixRule],
    ["k".repeat(64), "name part must be no more than 63 bytes"],
    ["UP.x/y", `prefix part ${subdomainRule}`],
    ["/y", "prefix part must be non-empty"],
  ] as const;
  for (const [key, why] of cases) {
    await assertRefused({ labels: { [key]: "v" } }, [
      "FieldValueInvalid",
      "metadata.labels",
      `Invalid value: "${key}": ${why}`,
    ]);
  }
});

test("an empty label key is told two things", async () => {
  await assertRefused(
    { labels: { "": "v" } },
    ["FieldValueInvalid", "metadata.labels", 'Invalid value: "": name part must be non-empty'],
    ["FieldValueInvalid", "metadata.labels", `Invalid value: "": name part ${keyRule}`],
  );
});

test("a label value that is none says what is wrong with it", async () => {
  const cases = [
    ["x y", valueRule],
    ["-x", valueRule],
    ["é", valueRule],
    ["v".repeat(64), "must be no more than 63 bytes"],
  ] as const;
  for (const [value, why] of cases)
    await assertRefused({ labels: { a: value } }, [
      "FieldValueInvalid",
      "metadata.labels",
      `Invalid value: "${value}": ${why}`,
    ]);
});

test("a label value has to be a string; null is the empty string", async () => {
  const answer = await client.create(configMaps, { metadata: { name: uniqueName("o"), labels: { a: 1 } } });
  assertAnswer(answer, 400, {
    reason: "BadRequest",
    message:
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal number into Go struct field ObjectMeta.metadata.labels of type string',
  });
  const { body } = await make(client, configMaps, { metadata: { labels: { a: null } } });
  assert.deepEqual(body.metadata.labels, { a: "" });
});

test("annotation keys follow the same rules but for upper case in the prefix, values are any text", async () => {
  await assertKept({ annotations: { "UPPER.io/Key": " any\ntext é ", a: "" } });
  await assertRefused({ annotations: { "a b": "v" } }, [
    "FieldValueInvalid",
    "metadata.annotations",
    `Invalid value: "a b": name part ${keyRule}`,
  ]);
});

test("annotations are no more than 256 KiB, keys and values together", async () => {
  await assertKept({ annotations: { a: "x".repeat(262_142), b: "" } });
  await assertRefused({ annotations: { a: "x".repeat(262_143), b: "" } }, [
    "FieldValueTooLong",
    "metadata.annotations",
    "Too long: may not be more than 262144 bytes",
  ]);
});

test("finalizers of a built-in kind are qualified, or one of the garbage collector's", async () => {
  await assertKept({ finalizers: ["example.com/a", "example.com/a", "foregroundDeletion"] });
  await assertRefused({ finalizers: ["foo", "orphan"] }, [
    "FieldValueInvalid",
    "metadata.finalizers[0]",
    'Invalid value: "foo": name is neither a standard finalizer name nor is it fully qualified',
  ]);
});

test("a finalizer is a key as well", async () => {
  await assertRefused({ finalizers: ["example.com/x/y"] }, [
    "FieldValueInvalid",
    "metadata.finalizers",
    `Invalid value: "example.com/x/y": ${prefixRule}`,
  ]);
});

test("dependents cannot be both orphaned and waited for", async () => {
  await assertRefused({ finalizers: ["foregroundDeletion", "orphan"] }, [
    "FieldValueInvalid",
    "metadata.finalizers",
    'Invalid value: ["foregroundDeletion","orphan"]: finalizer orphan and foregroundDeletion cannot be both set',
  ]);
});

test("an owner needs apiVersion, kind, name and uid", async () => {
  const field = (name: string) => `metadata.ownerReferences.${name}`;
  await assertRefused(
    { ownerReferences: [{}] },
    ["FieldValueInvalid", field("apiVersion"), 'Invalid value: "": version must not be empty'],
    ["FieldValueInvalid", field("kind"), 'Invalid value: "": must not be empty'],
    ["FieldValueInvalid", field("name"), 'Invalid value: "": must not be empty'],
    ["FieldValueInvalid", field("uid"), 'Invalid value: "": must not be empty'],
  );
});

test("an owner's apiVersion that cannot be parsed counts as empty", async () => {
  await assertRefused({ ownerReferences: [{ ...owner, apiVersion: "a/b/c" }] }, [
    "FieldValueInvalid",
    "metadata.ownerReferences.apiVersion",
    'Invalid value: "a/b/c": version must not be empty',
  ]);
});

test("an owner need not exist, nor its kind", async () => {
  await assertKept({
    ownerReferences: [
      { ...owner, apiVersion: "nope.io/v1", kind: "Nope", blockOwnerDeletion: true, controller: false },
    ],
  });
});

test("at most one owner is the controller", async () => {
  const references = [
    { ...owner, controller: true },
    { ...owner, name: "n2", uid: "u2", controller: true },
  ];
  await assertRefused({ ownerReferences: references }, [
    "FieldValueInvalid",
    "metadata.ownerReferences",
    `Invalid value: ${JSON.stringify(references)}: Only one reference can have Controller set to true. Found "true" in references for Owner/n and Owner/n2`,
  ]);
});

test("an Event of the core group owns nothing", async () => {
  const event = { ...owner, kind: "Event" };
  await assertRefused({ ownerReferences: [event] }, [
    "FieldValueInvalid",
    "metadata.ownerReferences",
    `Invalid value: ${JSON.stringify(event)}: /v1, Kind=Event is disallowed from being an owner`,
  ]);
  await assertKept({ ownerReferences: [{ ...event, apiVersion: "events.k8s.io/v1" }] });
});

const duplicateOwners = (when: string, uids: string) =>
  `.metadata.ownerReferences contains duplicate entries${when}; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${uids}`;

test("an owner given twice is kept once, with a warning", async () => {
  const other = { ...owner, uid: "v" };
  const metadata = { name: uniqueName("o"), ownerReferences: [owner, other, owner, other, owner] };
  const answer = await client.create(configMaps, { metadata });

  assertAnswer(answer, 201, { metadata: { ownerReferences: [owner, other] } });
  assert.deepEqual(answer.warnings, [duplicateOwners("", "u, v, u")]);
});

test("an owner given twice on update or in a patch is kept once, with a warning", async () => {
  const { name, path } = await make(client, configMaps);
  const ownerReferences = [owner, owner];
  const updated = await client.update(path, { metadata: { name, ownerReferences } });
  assertAnswer(updated, 200, { metadata: { ownerReferences: [owner] } });
  assert.deepEqual(updated.warnings, [duplicateOwners("", "u")]);

  const patch = [{ op: "add", path: "/metadata/ownerReferences", value: ownerReferences }];
  const patched = await client.patch("json", path, patch);
  assertAnswer(patched, 200, { metadata: { ownerReferences: [owner] } });
  assert.deepEqual(patched.warnings, [duplicateOwners(" after mutating admission happens", "u")]);
});

test("owners that differ in anything are different, whatever their uid", async () => {
  await assertKept({ ownerReferences: [owner, { ...owner, name: "n2" }, { ...owner, controller: true }] });
});

test("a negative generation is refused", async () => {
  await assertRefused({ generation: -1 }, [
    "FieldValueInvalid",
    "metadata.generation",
    "Invalid value: -1: must be greater than or equal to 0",
  ]);
});

test("managedFields that make no sense are dropped without a word", async () => {
  const { body } = await make(client, configMaps, {
    metadata: { managedFields: [{ manager: "x", operation: "Nope", fieldsType: "Nope" }] },
  });
  assert.ok(!("managedFields" in body.metadata));
});
