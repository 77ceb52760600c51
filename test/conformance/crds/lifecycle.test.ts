import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertAnswer, assertContains, assertStatus, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { eventually } from "../eventually.ts";
import {
  assertCondition,
  assertNotCreated,
  definitions,
  deletionMs,
  install,
  readDefinition,
  untilListed,
  version,
  widgets,
} from "./widgets.ts";

const client = connect();
after(() => client.close());

const approval = "api-approved.kubernetes.io";

/** A definition in a group that belongs to the Kubernetes community. */
function protectedWidgets(annotation?: string): Json {
  const group = `${uniqueName("widgets")}.k8s.io`;
  const annotations = annotation === undefined ? {} : { [approval]: annotation };
  return {
    ...widgets([version("v1")], { group }),
    metadata: { name: `widgets.${group}`, annotations },
  };
}

function specSchema(properties: Json): Json {
  const openAPIV3Schema = { type: "object", properties: { spec: { type: "object", properties } } };
  return version("v1", { schema: { openAPIV3Schema } });
}

describe("the life of a definition", { concurrency: true }, () => {
  test("a definition's names are accepted, then it is established", async () => {
    const definition = widgets();
    const path = `${definitions}/${definition.metadata.name}`;
    await using watch = await client.watch(definitions, { fieldSelector: `metadata.name=${definition.metadata.name}` });
    assertAnswer(await client.create(definitions, definition), 201, {
      metadata: { generation: 1, finalizers: undefined },
      status: { conditions: null, storedVersions: ["v1"] },
    });
    const accepted = { type: "NamesAccepted", status: "True", reason: "NoConflicts", message: "no conflicts found" };
    const message = "the initial names have been accepted";
    const installing = { type: "Established", status: "False", reason: "Installing", message };
    const established = { type: "Established", status: "True", reason: "InitialNamesAccepted", message };
    assertContains(await watch.take(3), [
      { type: "ADDED", object: { status: { conditions: null, acceptedNames: { plural: "", kind: "" } } } },
      {
        type: "MODIFIED",
        object: { status: { conditions: [accepted, installing], acceptedNames: { kind: "Widget" } } },
      },
      { type: "MODIFIED", object: { status: { conditions: [accepted, established] }, metadata: { generation: 1 } } },
    ]);
    assertAnswer(await client.delete(path), 200);
  });

  test("the conditions of a definition belong to the manager kube-apiserver and the subresource status", async () => {
    await using crd = await install(client, widgets());
    assertContains((await readDefinition(client, crd.path)).metadata.managedFields, [
      { manager: "conformance", operation: "Update", subresource: undefined },
      {
        manager: "kube-apiserver",
        operation: "Update",
        subresource: "status",
        apiVersion: "apiextensions.k8s.io/v1",
        fieldsV1: { "f:status": { "f:acceptedNames": {}, "f:conditions": {} } },
      },
    ]);
  });

  test("objects can be created as soon as the definition is established", async () => {
    await using crd = await install(client, widgets());
    const namespace = await client.namespace();
    assertAnswer(await client.create(crd.at("v1", namespace), crd.widget("v1", "a")), 201);
  });

  test("the status of a new definition is not the client's to say", async () => {
    const conditions = [{ type: "Established", status: "True", lastTransitionTime: "2020-01-01T00:00:00Z" }];
    const status = { conditions, acceptedNames: { plural: "widgets", kind: "Widget" }, storedVersions: ["v0"] };
    const answer = await client.create(definitions, { ...widgets(), status }, { dryRun: "All" });
    assertAnswer(answer, 201, { status: { conditions: null, storedVersions: ["v1"] } });
  });

  test("a dry run of a definition serves nothing", async () => {
    const definition = widgets();
    assertAnswer(await client.create(definitions, definition, { dryRun: "All" }), 201);
    assertAnswer(await client.get(`${definitions}/${definition.metadata.name}`), 404);
  });

  test("the generation of a definition counts changes of the spec", async () => {
    await using crd = await install(client, widgets());
    const labelled = await client.patch("merge", crd.path, { metadata: { labels: { a: "b" } } });
    assertAnswer(labelled, 200, { metadata: { generation: 1 } });
    const described = [{ op: "add", path: "/spec/versions/0/schema/openAPIV3Schema/description", value: "Widgets." }];
    assertAnswer(await client.patch("json", crd.path, described), 200, { metadata: { generation: 2 } });
  });

  test("the status endpoint of a definition leaves the spec alone", async () => {
    await using crd = await install(client, widgets());
    const patch = { metadata: { labels: { a: "b" } }, spec: { names: { shortNames: ["wd"] } } };
    const { metadata } = await readDefinition(client, crd.path);
    assertAnswer(await client.patch("merge", `${crd.path}/status`, patch), 200, {
      metadata: { generation: metadata.generation },
      spec: { names: { shortNames: undefined } },
    });
  });

  test("preserveUnknownFields is of the past", async () => {
    await assertNotCreated(client, widgets([version("v1")], { preserveUnknownFields: true }), [
      "FieldValueInvalid",
      "spec.preserveUnknownFields",
      "Invalid value: true: cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead",
    ]);
  });

  test("a changed schema is enforced at once", async () => {
    await using crd = await install(client, widgets([specSchema({ size: { type: "integer" } })]));
    const namespace = await client.namespace();
    const path = crd.at("v1", namespace, "a");
    assertAnswer(await client.create(crd.at("v1", namespace), crd.widget("v1", "a", { spec: { size: 9 } })), 201);

    const limit = [
      { op: "add", path: "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/size/maximum", value: 5 },
    ];
    assertAnswer(await client.patch("json", crd.path, limit), 200);
    const message = `Widget.${crd.group} "b" is invalid: spec.size: Invalid value: 7: spec.size in body should be less than or equal to 5`;
    await eventually(async () => {
      const widget = crd.widget("v1", "b", { spec: { size: 7 } });
      assertStatus(await client.create(crd.at("v1", namespace), widget, { dryRun: "All" }), 422, "Invalid", message);
    });
    assertAnswer(await client.get(path), 200, { spec: { size: 9 } });
  });

  test("a new default shows on objects that were there before, and a removed field does not", async () => {
    const text = { type: "string" };
    await using crd = await install(client, widgets([specSchema({ old: text })]));
    const namespace = await client.namespace();
    const path = crd.at("v1", namespace, "a");
    const created = await client.create(crd.at("v1", namespace), crd.widget("v1", "a", { spec: { old: "x" } }));
    assertAnswer(created, 201, { spec: { old: "x" } });

    const { schema } = specSchema({ fresh: { type: "string", default: "y" } });
    assertAnswer(
      await client.patch("json", crd.path, [{ op: "replace", path: "/spec/versions/0/schema", value: schema }]),
      200,
    );
    const { resourceVersion } = created.body.metadata;
    await eventually(async () =>
      assertAnswer(await client.get(path), 200, {
        metadata: { resourceVersion, generation: 1 },
        spec: { old: undefined, fresh: "y" },
      }),
    );
  });

  test("a change of the definition ends the watches on its objects", async () => {
    await using crd = await install(client, widgets());
    const namespace = await client.namespace();
    await using watch = await client.watch(crd.at("v1", namespace));
    const described = [{ op: "add", path: "/spec/versions/0/schema/openAPIV3Schema/description", value: "Widgets." }];
    assertAnswer(await client.patch("json", crd.path, described), 200);
    assert.equal(await watch.next(), undefined);
  });

  test("objects and served paths go with their definition", async () => {
    const definition = widgets();
    await using crd = await install(client, definition);
    const namespace = await client.namespace();
    assertAnswer(await client.create(crd.at("v1", namespace), crd.widget("v1", "a")), 201);
    await using watch = await client.watch(crd.at("v1", namespace));
    assertContains(await watch.take(1), [{ type: "ADDED" }]);

    assertAnswer(await client.delete(crd.path), 200);
    assertContains(await watch.take(1), [{ type: "DELETED", object: { metadata: { name: "a" } } }]);
    const { name } = definition.metadata;
    const message = `customresourcedefinitions.apiextensions.k8s.io "${name}" not found`;
    await eventually(async () => assertStatus(await client.get(crd.path), 404, "NotFound", message), deletionMs);
    for (const path of [crd.at("v1", namespace), crd.at("v1", namespace, "a"), `/apis/${crd.group}`]) {
      await eventually(async () => {
        const answer = await client.get(path);
        assertAnswer(answer, 404);
        assert.equal(answer.text, "404 page not found\n");
      });
    }
    await using again = await install(client, definition);
    assertAnswer(await client.get(again.at("v1", namespace)), 200, { items: [] });
  });

  test("a deleted definition is answered with the finalizer that it gets and the condition Terminating", async () => {
    await using crd = await install(client, widgets());
    assertAnswer(await client.delete(crd.path), 200, {
      kind: "CustomResourceDefinition",
      metadata: {
        deletionTimestamp: /Z$/,
        // Unlike other kinds: neither a grace period nor a new generation.
        deletionGracePeriodSeconds: undefined,
        generation: 1,
        finalizers: ["customresourcecleanup.apiextensions.k8s.io"],
      },
      status: {
        conditions: [
          { type: "NamesAccepted", status: "True" },
          { type: "Established", status: "True" },
          {
            type: "Terminating",
            status: "True",
            reason: "InstanceDeletionPending",
            message: "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon",
          },
        ],
      },
    });
  });

  test("a definition whose objects have finalizers is Terminating until they are gone", async () => {
    const definition = widgets();
    await using crd = await install(client, definition);
    const namespace = await client.namespace();
    const path = crd.at("v1", namespace, "held");
    const held = crd.widget("v1", "held", { metadata: { finalizers: ["example.com/hold"] } });
    assertAnswer(await client.create(crd.at("v1", namespace), held), 201);
    assertAnswer(await client.delete(crd.path), 200);
    await eventually(async () => {
      assertAnswer(await client.get(path), 200, { metadata: { deletionTimestamp: /Z$/, generation: 2 } });
      assertCondition(await readDefinition(client, crd.path), "Terminating", {
        status: "True",
        reason: "InstanceDeletionInProgress",
        message: "CustomResource deletion is in progress",
      });
    });

    const message = `widgets.${crd.group} "b" is forbidden: create not allowed while custom resource definition is terminating`;
    const details = { name: "b", group: crd.group, kind: "widgets" };
    const created = await client.create(crd.at("v1", namespace), crd.widget("v1", "b"));
    assertStatus(created, 403, "Forbidden", message, { details });
    const applied = await client.patch("apply", crd.at("v1", namespace, "b"), crd.widget("v1", "b"), {
      fieldManager: "m",
    });
    assertStatus(applied, 403, "Forbidden", message, { details });
    assertAnswer(await client.patch("merge", path, { spec: { x: 1 } }), 200, { spec: { x: 1 } });
    const { name } = definition.metadata;
    assertStatus(
      await client.create(definitions, definition),
      409,
      "AlreadyExists",
      `object is being deleted: customresourcedefinitions.apiextensions.k8s.io "${name}" already exists`,
    );
    await eventually(async () =>
      assertAnswer(await client.get(`/apis/${crd.group}/v1`), 200, {
        resources: [{ name: "widgets", verbs: ["delete", "deletecollection", "get", "list", "watch"] }],
      }),
    );

    assertAnswer(await client.patch("merge", path, { metadata: { finalizers: null } }), 200);
    await eventually(async () => assertAnswer(await client.get(crd.path), 404), deletionMs);
  });

  test("a definition that was never established is deleted, too", async () => {
    await using crd = await install(client, widgets());
    const second = widgets([version("v1")], { group: crd.group, names: { plural: "gadgets", kind: "Widget" } });
    second.metadata.name = `gadgets.${crd.group}`;
    const path = `${definitions}/${second.metadata.name}`;
    assertAnswer(await client.create(definitions, second), 201);
    await eventually(async () =>
      assertCondition(await readDefinition(client, path), "Established", { status: "False" }),
    );
    assertAnswer(await client.delete(path), 200);
    await eventually(async () => assertAnswer(await client.get(path), 404), deletionMs);
  });

  test("a definition in a group of the Kubernetes community needs an approval", async () => {
    const at = `metadata.annotations[${approval}]`;
    const see = "see https://github.com/kubernetes/enhancements/pull/1111";
    await assertNotCreated(client, protectedWidgets(), [
      "FieldValueRequired",
      at,
      `Required value: protected groups must have approval annotation "${approval}", ${see}`,
    ]);
    await assertNotCreated(client, protectedWidgets("surely"), [
      "FieldValueInvalid",
      at,
      `Invalid value: "surely": protected groups must have approval annotation "${approval}" with either a URL or a reason starting with "unapproved", ${see}`,
    ]);
  });

  test("whether a definition of the Kubernetes community is approved is told by a condition", async () => {
    const url = "https://github.com/kubernetes/enhancements/pull/1111";
    await using approved = await install(client, protectedWidgets(url));
    await using bypassed = await install(client, protectedWidgets("unapproved, an experiment"));
    const type = "KubernetesAPIApprovalPolicyConformant";
    await eventually(async () => {
      assertCondition(await readDefinition(client, approved.path), type, {
        status: "True",
        reason: "ApprovedAnnotation",
        message: `approved in ${url}`,
      });
      assertCondition(await readDefinition(client, bypassed.path), type, {
        status: "False",
        reason: "UnapprovedAnnotation",
        message: 'not approved: "unapproved, an experiment"',
      });
    });
    await untilListed(client, `/apis/${bypassed.group}/v1/widgets`);
  });

  test("other groups need no approval and have no such condition", async () => {
    await using crd = await install(client, widgets());
    const { status } = await readDefinition(client, crd.path);
    assert.deepEqual(
      status.conditions.map(({ type }: Json) => type),
      ["NamesAccepted", "Established"],
    );
  });
});
