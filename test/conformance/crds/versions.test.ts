import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertAnswer, assertContains, assertStatus, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { eventually } from "../eventually.ts";
import {
  assertNotCreated,
  assertRefused,
  dnsLabel,
  install,
  readDefinition,
  untilListed,
  version,
  widgets,
} from "./widgets.ts";

const client = connect();
after(() => client.close());

/** A version with a schema of its own for the spec. */
function versionWith(name: string, properties: Json, more: Json = {}): Json {
  const spec = { type: "object", properties, ...more };
  return version(name, { schema: { openAPIV3Schema: { type: "object", properties: { spec } } } });
}

/** How messages show a version: the Go struct, and without its schema where all versions share one. */
function shown(name: string, storage: boolean): string {
  return `{"Name":"${name}","Served":true,"Storage":${storage},"Deprecated":false,"DeprecationWarning":null,"Schema":null,"Subresources":null,"AdditionalPrinterColumns":null,"SelectableFields":null}`;
}

const storeV2 = [
  { op: "replace", path: "/spec/versions/0/storage", value: false },
  { op: "replace", path: "/spec/versions/1/storage", value: true },
];

describe("versions of a definition", { concurrency: true }, () => {
  test("exactly one version is the storage version", async () => {
    await assertNotCreated(
      client,
      widgets([]),
      [
        "FieldValueInvalid",
        "spec.versions",
        "Invalid value: []: must have exactly one version marked as storage version",
      ],
      ["FieldValueInvalid", "status.storedVersions", "Invalid value: null: must have at least one stored version"],
    );
    await assertNotCreated(
      client,
      widgets([version("v1", { storage: false })]),
      [
        "FieldValueInvalid",
        "spec.versions",
        `Invalid value: [${shown("v1", false)}]: must have exactly one version marked as storage version`,
      ],
      ["FieldValueInvalid", "status.storedVersions", "Invalid value: null: must have at least one stored version"],
    );
    await assertNotCreated(
      client,
      widgets([version("v1"), version("v2", { storage: true })]),
      [
        "FieldValueInvalid",
        "spec.versions",
        `Invalid value: [${shown("v1", true)},${shown("v2", true)}]: must have exactly one version marked as storage version`,
      ],
      ["FieldValueInvalid", "status.storedVersions", 'Invalid value: ["v1"]: must have the storage version v2'],
    );
  });

  test("version names are unique", async () => {
    await assertNotCreated(client, widgets([version("v1"), version("v1", { storage: false })]), [
      "FieldValueInvalid",
      "spec.versions",
      `Invalid value: [${shown("v1", true)},${shown("v1", false)}]: must contain unique version names`,
    ]);
  });

  test("a version name is a DNS label", async () => {
    // The second cause speaks of a field of v1beta1: validation runs on the internal type, which still has it.
    await assertNotCreated(
      client,
      widgets([version("V_1", { storage: true })]),
      ["FieldValueInvalid", "spec.versions[0].name", `Invalid value: "V_1": ${dnsLabel}`],
      ["FieldValueInvalid", "spec.version", `Invalid value: "V_1": ${dnsLabel}`],
    );
  });

  test("every version needs a schema", async () => {
    await assertNotCreated(client, widgets([version("v1", { schema: undefined })]), [
      "FieldValueRequired",
      "spec.versions[0].schema.openAPIV3Schema",
      "Required value",
    ]);
  });

  test("a deprecation warning is for deprecated versions, and is short and printable", async () => {
    const cases: [Json, string][] = [
      [{ deprecationWarning: "x" }, 'Invalid value: "x": can only be set for deprecated versions'],
      [{ deprecated: true, deprecationWarning: "" }, 'Invalid value: "": must not be an empty string'],
      [
        { deprecated: true, deprecationWarning: "a".repeat(257) },
        `Invalid value: "${"a".repeat(257)}": must be <= 256 characters long`,
      ],
      [
        { deprecated: true, deprecationWarning: "a\nb" },
        'Invalid value: "a\\nb": must only contain printable UTF-8 characters; non-printable character found at index 1',
      ],
    ];
    for (const [more, message] of cases) {
      const field = "spec.versions[0].deprecationWarning";
      await assertNotCreated(client, widgets([version("v1", more)]), ["FieldValueInvalid", field, message]);
    }
  });

  test("without conversion an object is the same in every served version but for its apiVersion", async () => {
    await using crd = await install(client, widgets([version("v1"), version("v2")]));
    const namespace = await client.namespace();
    const created = await client.create(crd.at("v2", namespace), crd.widget("v2", "a", { spec: { x: 1 } }));
    assertAnswer(created, 201, { apiVersion: `${crd.group}/v2`, kind: "Widget", spec: { x: 1 } });

    const read = await client.get(crd.at("v1", namespace, "a"));
    assertAnswer(read, 200, { ...created.body, apiVersion: `${crd.group}/v1` });
    const list = await client.get(crd.at("v1", namespace));
    assertAnswer(list, 200, {
      apiVersion: `${crd.group}/v1`,
      kind: "WidgetList",
      items: [{ apiVersion: `${crd.group}/v1`, kind: "Widget", metadata: { name: "a" } }],
    });
  });

  test("a watch speaks the version of its path, whatever version is written", async () => {
    await using crd = await install(client, widgets([version("v1"), version("v2")]));
    const namespace = await client.namespace();
    await using watch = await client.watch(crd.at("v2", namespace));
    assertAnswer(await client.create(crd.at("v1", namespace), crd.widget("v1", "a")), 201);

    assertContains(await watch.take(1), [
      { type: "ADDED", object: { apiVersion: `${crd.group}/v2`, kind: "Widget", metadata: { name: "a" } } },
    ]);
  });

  test("managedFields name the version in which each manager wrote", async () => {
    await using crd = await install(client, widgets([version("v1"), version("v2")]));
    const namespace = await client.namespace();
    const path = crd.at("v1", namespace);
    assertAnswer(await client.create(path, crd.widget("v1", "a", { spec: { x: 1 } }), { fieldManager: "one" }), 201);
    const patched = await client.patch(
      "merge",
      crd.at("v2", namespace, "a"),
      { spec: { y: 2 } },
      { fieldManager: "two" },
    );
    assertAnswer(patched, 200, {
      metadata: {
        managedFields: [
          { manager: "one", apiVersion: `${crd.group}/v1`, fieldsV1: { "f:spec": { "f:x": {} } } },
          { manager: "two", apiVersion: `${crd.group}/v2`, fieldsV1: { "f:spec": { "f:y": {} } } },
        ],
      },
    });
  });

  test("an object is checked against the schema of the version in which it is written", async () => {
    const strict = versionWith("v1", { size: { type: "integer" } }, { required: ["size"] });
    await using crd = await install(client, widgets([strict, versionWith("v2", { size: { type: "integer" } })]));
    const namespace = await client.namespace();
    const loose = await client.create(crd.at("v2", namespace), crd.widget("v2", "a", { spec: {} }));
    assertAnswer(loose, 201);
    const refused = await client.create(crd.at("v1", namespace), crd.widget("v1", "b", { spec: {} }));
    assertStatus(refused, 422, "Invalid", `Widget.${crd.group} "b" is invalid: spec.size: Required value`);
    assertAnswer(await client.get(crd.at("v1", namespace, "a")), 200, { spec: {} });
  });

  test("what the schema of the storage version does not know is lost, and its defaults show in every version", async () => {
    const text = { type: "string" };
    const stored = versionWith("v1", { shared: text, size: { type: "string", default: "small" } });
    const other = versionWith("v2", {
      shared: text,
      extra: text,
      size: text,
      color: { type: "string", default: "red" },
    });
    await using crd = await install(client, widgets([stored, other]));
    const namespace = await client.namespace();
    const spec = { shared: "a", extra: "b" };
    const created = await client.create(crd.at("v2", namespace), crd.widget("v2", "a", { spec }));
    assertAnswer(created, 201, { spec: { shared: "a", extra: undefined, size: "small", color: undefined } });
    assert.deepEqual(created.warnings, [], "the field is known in v2, so nobody is warned");
    assertAnswer(await client.get(crd.at("v2", namespace, "a")), 200, { spec: { extra: undefined, size: "small" } });
  });

  test("a version that is not served is not there", async () => {
    await using crd = await install(client, widgets([version("v1"), version("v2", { served: false })]));
    const namespace = await client.namespace();
    for (const path of [crd.at("v2", namespace), crd.at("v2", namespace, "a"), `/apis/${crd.group}/v2`]) {
      const answer = await client.get(path);
      assertAnswer(answer, 404);
      assert.equal(answer.text, "404 page not found\n");
    }
  });

  test("the versions of a group go from stable to alpha, newest first, then the others by name", async () => {
    const names = ["v1", "v2", "v10", "v1beta1", "v11beta2", "v3beta1", "v12alpha1", "foo1", "foo10", "v2alpha1"];
    await using crd = await install(client, widgets(names.map((name) => version(name))));
    const order = ["v10", "v2", "v1", "v11beta2", "v3beta1", "v1beta1", "v12alpha1", "v2alpha1", "foo1", "foo10"];
    await eventually(async () =>
      assertAnswer(await client.get(`/apis/${crd.group}`), 200, {
        versions: order.map((name) => ({ groupVersion: `${crd.group}/${name}`, version: name })),
        preferredVersion: { groupVersion: `${crd.group}/v10`, version: "v10" },
      }),
    );
  });

  test("every request in a deprecated version is answered with a warning", async () => {
    const versions = [
      version("v1"),
      version("v2"),
      version("v1beta1", { deprecated: true }),
      version("v1alpha1", { deprecated: true, deprecationWarning: 'take "v1", please' }),
    ];
    await using crd = await install(client, widgets(versions));
    const namespace = await client.namespace();
    const warned = `${crd.group}/v1beta1 Widget is deprecated; use ${crd.group}/v2 Widget`;
    const created = await client.create(crd.at("v1beta1", namespace), crd.widget("v1beta1", "a"));
    assertAnswer(created, 201);
    assert.deepEqual(created.warnings, [warned]);
    assert.deepEqual((await client.get(crd.at("v1beta1", namespace))).warnings, [warned]);
    assert.deepEqual((await client.get(crd.at("v1alpha1", namespace, "a"))).warnings, ['take "v1", please']);
    assert.deepEqual((await client.get(crd.at("v1", namespace, "a"))).warnings, []);
  });

  test("a deprecated version without a newer one to use says only that it is deprecated", async () => {
    await using crd = await install(client, widgets([version("v1", { deprecated: true }), version("v1beta1")]));
    const answer = await client.get(`/apis/${crd.group}/v1/widgets`);
    assertAnswer(answer, 200);
    assert.deepEqual(answer.warnings, [`${crd.group}/v1 Widget is deprecated`]);
  });

  test("a body in another version than its path is refused, and so are other kinds", async () => {
    await using crd = await install(client, widgets([version("v1"), version("v2")]));
    const path = crd.at("v2", await client.namespace());
    const expected = `does not match the expected API version (${crd.group}/v2)`;
    const inV1 = await client.create(path, crd.widget("v1", "a"));
    assertStatus(inV1, 400, "BadRequest", `the API version in the data (${crd.group}/v1) ${expected}`);
    const gadget = await client.create(path, { ...crd.widget("v2", "a"), kind: "Gadget" });
    assertStatus(
      gadget,
      422,
      "Invalid",
      `Gadget.${crd.group} "a" is invalid: kind: Invalid value: "Gadget": must be Widget`,
      {
        details: {
          name: "a",
          group: crd.group,
          kind: "Gadget",
          causes: [{ reason: "FieldValueInvalid", field: "kind", message: 'Invalid value: "Gadget": must be Widget' }],
        },
      },
    );
    const untyped = await client.create(path, { metadata: { name: "a" } });
    const sent = '{"metadata":{"name":"a"}}';
    assertStatus(
      untyped,
      400,
      "BadRequest",
      `the object provided is unrecognized (must be of type Widget): Object 'Kind' is missing in '${sent}' (${sent})`,
    );
  });

  test("a version can be taken out of service, the storage version too", async () => {
    await using crd = await install(client, widgets([version("v1"), version("v2")]));
    const namespace = await client.namespace();
    assertAnswer(await client.create(crd.at("v1", namespace), crd.widget("v1", "a")), 201);
    const unserve = [{ op: "replace", path: "/spec/versions/0/served", value: false }];
    assertAnswer(await client.patch("json", crd.path, unserve), 200);

    await eventually(async () => assertAnswer(await client.get(crd.at("v1", namespace, "a")), 404));
    await eventually(async () => assertAnswer(await client.get(crd.at("v2", namespace, "a")), 200));
  });

  test("storedVersions remembers every version that was the storage version", async () => {
    await using crd = await install(client, widgets([version("v1"), version("v2"), version("v3")]));
    assertContains(await readDefinition(client, crd.path), { status: { storedVersions: ["v1"] } });
    assertAnswer(await client.patch("json", crd.path, storeV2), 200, { status: { storedVersions: ["v1", "v2"] } });
    const back = storeV2.map(({ value, ...step }) => ({ ...step, value: !value }));
    assertAnswer(await client.patch("json", crd.path, back), 200, { status: { storedVersions: ["v1", "v2"] } });
  });

  test("a version in storedVersions cannot be removed until the status no longer names it", async () => {
    await using crd = await install(client, widgets([version("v1"), version("v2")]));
    assertAnswer(await client.patch("json", crd.path, storeV2), 200);
    const remove = [{ op: "remove", path: "/spec/versions/0" }];
    const name = crd.path.slice(crd.path.lastIndexOf("/") + 1);
    assertRefused(await client.patch("json", crd.path, remove), name, [
      "FieldValueInvalid",
      "status.storedVersions[0]",
      'Invalid value: "v1": missing from spec.versions; v1 was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in v1 and removes v1 from status.storedVersions',
    ]);

    assertAnswer(await client.patch("merge", `${crd.path}/status`, { status: { storedVersions: ["v2"] } }), 200);
    assertAnswer(await client.patch("json", crd.path, remove), 200, { spec: { versions: [{ name: "v2" }] } });
  });

  test("storedVersions emptied through the status endpoint holds the storage version again", async () => {
    await using crd = await install(client, widgets());
    const emptied = await client.patch("merge", `${crd.path}/status`, { status: { storedVersions: [] } });
    assertAnswer(emptied, 200, { status: { storedVersions: ["v1"] } });
  });

  test("an update without changes writes an object anew once the storage version is another", async () => {
    await using crd = await install(client, widgets([version("v1"), version("v2")]));
    const namespace = await client.namespace();
    const path = crd.at("v1", namespace, "a");
    const created = await client.create(crd.at("v1", namespace), crd.widget("v1", "a", { spec: { x: 1 } }));
    const { resourceVersion } = created.body.metadata;
    assertAnswer(await client.update(path, created.body), 200, { metadata: { resourceVersion } });

    assertAnswer(await client.patch("json", crd.path, storeV2), 200);
    await eventually(async () =>
      assertAnswer(await client.update(path, created.body), 200, {
        metadata: { resourceVersion: (now: string) => now !== resourceVersion, generation: 1 },
      }),
    );
    assertAnswer(await client.patch("merge", `${crd.path}/status`, { status: { storedVersions: ["v2"] } }), 200);
    assertAnswer(await client.patch("json", crd.path, [{ op: "remove", path: "/spec/versions/0" }]), 200);
    await eventually(async () => assertAnswer(await client.get(path), 404));
    await untilListed(client, crd.at("v2", namespace));
    assertAnswer(await client.get(crd.at("v2", namespace, "a")), 200, { spec: { x: 1 } });
  });

  test("an object that is stored in a version that was removed cannot be read any more", async () => {
    await using crd = await install(client, widgets([version("v1"), version("v2")]));
    const namespace = await client.namespace();
    assertAnswer(await client.create(crd.at("v1", namespace), crd.widget("v1", "a")), 201);
    assertAnswer(await client.patch("json", crd.path, storeV2), 200);
    assertAnswer(await client.patch("merge", `${crd.path}/status`, { status: { storedVersions: ["v2"] } }), 200);
    assertAnswer(await client.patch("json", crd.path, [{ op: "remove", path: "/spec/versions/0" }]), 200);
    await eventually(async () =>
      assertAnswer(await client.get(crd.at("v2", namespace, "a")), 500, {
        message: `request to convert CR from an invalid group/version: ${crd.group}/v1`,
        reason: undefined,
      }),
    );
    // Without its version the object could not be deleted either, and the definition would stay Terminating.
    const giveBack = [{ op: "add", path: "/spec/versions/-", value: version("v1", { storage: false }) }];
    assertAnswer(await client.patch("json", crd.path, giveBack), 200);
    await eventually(async () => assertAnswer(await client.get(crd.at("v2", namespace, "a")), 200));
  });
});
