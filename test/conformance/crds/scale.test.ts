import { after, before, test } from "node:test";
import { type Answer, assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { eventually } from "../eventually.ts";
import { assertNotCreated, type Installed, install, version, widgets } from "./widgets.ts";

const client = connect();
let crd: Installed;
let namespace: string;

before(async () => {
  const anything = { "x-kubernetes-preserve-unknown-fields": true };
  const openAPIV3Schema = {
    type: "object",
    properties: {
      spec: { type: "object", properties: { replicas: anything } },
      status: { type: "object", properties: { replicas: { type: "integer" }, selector: anything } },
    },
  };
  const scale = {
    specReplicasPath: ".spec.replicas",
    statusReplicasPath: ".status.replicas",
    labelSelectorPath: ".status.selector",
  };
  crd = await install(
    client,
    widgets([version("v1", { schema: { openAPIV3Schema }, subresources: { status: {}, scale } })]),
  );
  namespace = await client.namespace();
});
after(async () => {
  await client.delete(crd.path);
  await client.close();
});

interface Given {
  readonly name: string;
  readonly path: string;
  readonly scale: string;
}

async function given(more: Json = { spec: { replicas: 2 } }): Promise<Given> {
  const name = uniqueName("w");
  assertAnswer(await client.create(crd.at("v1", namespace), crd.widget("v1", name, more)), 201);
  const path = crd.at("v1", namespace, name);
  return { name, path, scale: `${path}/scale` };
}

function scaleOf(name: string, more: Json): Json {
  return { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name, namespace }, ...more };
}

function assertInvalidWidget(answer: Answer, name: string, field: string, message: string): void {
  assertStatus(answer, 422, "Invalid", `Widget.${crd.group} "${name}" is invalid: ${field}: ${message}`, {
    details: { name, group: crd.group, kind: "Widget", causes: [{ reason: "FieldValueInvalid", field, message }] },
  });
}

test("the paths of a scale are required and lie under spec and status", async () => {
  const scaledBy = (scale: Json) => widgets([version("v1", { subresources: { scale } })]);
  const at = "spec.subresources.scale";
  await assertNotCreated(
    client,
    scaledBy({}),
    ["FieldValueRequired", `${at}.specReplicasPath`, "Required value"],
    ["FieldValueRequired", `${at}.statusReplicasPath`, "Required value"],
  );
  await assertNotCreated(
    client,
    scaledBy({ specReplicasPath: ".status.a", statusReplicasPath: ".spec.a", labelSelectorPath: ".metadata.labels" }),
    ["FieldValueInvalid", `${at}.specReplicasPath`, 'Invalid value: ".status.a": should be a json path under .spec'],
    ["FieldValueInvalid", `${at}.statusReplicasPath`, 'Invalid value: ".spec.a": should be a json path under .status'],
    [
      "FieldValueInvalid",
      `${at}.labelSelectorPath`,
      'Invalid value: ".metadata.labels": should be a json path under either .spec or .status',
    ],
  );
  const dot = "must be a simple json path starting with .";
  await assertNotCreated(
    client,
    scaledBy({ specReplicasPath: "spec.a", statusReplicasPath: "status.a", labelSelectorPath: "a" }),
    ["FieldValueInvalid", `${at}.specReplicasPath`, `Invalid value: "spec.a": ${dot}`],
    ["FieldValueInvalid", `${at}.statusReplicasPath`, `Invalid value: "status.a": ${dot}`],
    ["FieldValueInvalid", `${at}.labelSelectorPath`, `Invalid value: "a": ${dot}`],
  );
});

test("the scale is an autoscaling/v1 Scale made of the object's fields", async () => {
  const { name, path, scale } = await given();
  const { body } = await client.patch("merge", `${path}/status`, { status: { replicas: 1, selector: "app=a" } });
  const { uid, resourceVersion, creationTimestamp } = body.metadata;
  assertAnswer(await client.get(scale), 200, {
    apiVersion: "autoscaling/v1",
    kind: "Scale",
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp, generation: undefined },
    spec: { replicas: 2 },
    status: { replicas: 1, selector: "app=a" },
  });
});

test("replicas and selector that the status does not have yet are 0 and absent", async () => {
  const { scale } = await given();
  assertAnswer(await client.get(scale), 200, { status: { replicas: 0, selector: undefined } });
});

test("a PUT of the scale sets the replicas of the spec only, and generation counts it", async () => {
  const { path, scale } = await given();
  const { body } = await client.get(scale);
  assertAnswer(await client.update(scale, { ...body, spec: { replicas: 4 }, status: { replicas: 99 } }), 200, {
    kind: "Scale",
    spec: { replicas: 4 },
    status: { replicas: 0 },
  });
  assertAnswer(await client.get(path), 200, {
    metadata: { generation: 2 },
    spec: { replicas: 4 },
    status: undefined,
  });
});

test("a PUT of the scale may leave out the resourceVersion, but may not send an old one", async () => {
  const { name, scale } = await given();
  const { body } = await client.get(scale);
  assertAnswer(await client.update(scale, scaleOf(name, { spec: { replicas: 5 } })), 200, { spec: { replicas: 5 } });
  assertStatus(
    await client.update(scale, { ...body, spec: { replicas: 6 } }),
    409,
    "Conflict",
    `Operation cannot be fulfilled on widgets.${crd.group} "${name}": the object has been modified; please apply your changes to the latest version and try again`,
    { details: { name, group: crd.group, kind: "widgets" } },
  );
});

test("a PUT of the scale under another name is refused", async () => {
  const { name, scale } = await given();
  assertStatus(
    await client.update(scale, scaleOf("other", { spec: { replicas: 1 } })),
    400,
    "BadRequest",
    `the name of the object (other) does not match the name on the URL (${name})`,
  );
});

test("the scale takes JSON and merge patches, as kubectl scale sends them", async () => {
  const { scale } = await given();
  assertAnswer(await client.patch("merge", scale, { spec: { replicas: 3 } }), 200, { spec: { replicas: 3 } });
  const replace = [
    { op: "test", path: "/spec/replicas", value: 3 },
    { op: "replace", path: "/spec/replicas", value: 4 },
  ];
  assertAnswer(await client.patch("json", scale, replace), 200, { spec: { replicas: 4 } });
});

test("the scale of a custom resource takes no strategic merge patch", async () => {
  // A Scale is a built-in kind, but the endpoint offers what the custom resource does.
  const { scale } = await given();
  assertStatus(
    await client.patch("strategic", scale, { spec: { replicas: 3 } }),
    415,
    "UnsupportedMediaType",
    "the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml",
  );
});

test("the manager who scales owns the replicas, marked with the subresource", async () => {
  const { name, path, scale } = await given();
  assertAnswer(await client.patch("merge", scale, { spec: { replicas: 3 } }, { fieldManager: "scaler" }), 200);
  assertAnswer(await client.get(path), 200, {
    metadata: {
      managedFields: (entries: Json[]) =>
        entries.some(
          ({ manager, operation, subresource, apiVersion, fieldsV1 }) =>
            manager === "scaler" &&
            operation === "Update" &&
            subresource === "scale" &&
            apiVersion === `${crd.group}/v1` &&
            JSON.stringify(fieldsV1) === '{"f:spec":{"f:replicas":{}}}',
        ),
    },
  });
  const widget = crd.widget("v1", name, { spec: { replicas: 9 } });
  assertStatus(
    await client.patch("apply", path, widget, { fieldManager: "owner" }),
    409,
    "Conflict",
    `Apply failed with 1 conflict: conflict with "scaler" with subresource "scale" using ${crd.group}/v1: .spec.replicas`,
  );
});

test("applying a scale conflicts with the manager of the replicas", async () => {
  const { name, scale } = await given();
  const applied = scaleOf(name, { spec: { replicas: 9 } });
  assertStatus(
    await client.patch("apply", scale, applied, { fieldManager: "autoscaler" }),
    409,
    "Conflict",
    'Apply failed with 1 conflict: conflict with "conformance" using autoscaling/v1: .spec.replicas',
  );
});

test("replicas are a number from 0 to the largest 32-bit integer, on the main endpoint too", async () => {
  const { name, scale } = await given();
  const negative = "Invalid value: -1: should be a non-negative integer";
  const scaled = await client.patch("merge", scale, { spec: { replicas: -1 } });
  assertInvalidWidget(scaled, name, ".spec.replicas", negative);
  const cases: [Json, string][] = [
    [-1, negative],
    [2147483648, "Invalid value: 2147483648: should be less than or equal to 2147483647"],
    ["x", "Invalid value: 0: .spec.replicas accessor error: x is of the type string, expected int64"],
  ];
  for (const [replicas, message] of cases) {
    const created = await client.create(crd.at("v1", namespace), crd.widget("v1", "bad", { spec: { replicas } }));
    assertInvalidWidget(created, "bad", ".spec.replicas", message);
  }
});

test("the status that the scale shows is checked when it is written", async () => {
  const { name, path } = await given();
  const negative = await client.patch("merge", `${path}/status`, { status: { replicas: -1 } });
  assertInvalidWidget(negative, name, ".status.replicas", "Invalid value: -1: should be a non-negative integer");
  const number = await client.patch("merge", `${path}/status`, { status: { selector: 5 } });
  const message = 'Invalid value: "": .status.selector accessor error: 5 is of the type int64, expected string';
  assertInvalidWidget(number, name, ".status.selector", message);
});

test("an object without replicas has no scale until it is given replicas", async () => {
  const { scale } = await given({});
  const missing = 'the spec replicas field ".spec.replicas" does not exist';
  assertStatus(await client.get(scale), 500, "InternalError", `Internal error occurred: ${missing}`, {
    details: { causes: [{ message: missing }] },
  });
  const empty = await client.patch("merge", scale, { metadata: { labels: { a: "b" } } });
  assertStatus(empty, 400, "BadRequest", 'the spec replicas field ".spec.replicas" cannot be empty');
  assertAnswer(await client.patch("merge", scale, { spec: { replicas: 1 } }), 200, { spec: { replicas: 1 } });
});

test("the scale of an absent object is not found", async () => {
  const absent = `${crd.at("v1", namespace, "absent")}/scale`;
  const message = `widgets.${crd.group} "absent" not found`;
  assertStatus(await client.get(absent), 404, "NotFound", message);
  assertStatus(await client.patch("merge", absent, { spec: { replicas: 1 } }), 404, "NotFound", message);
});

test("the scale reads, updates and patches; it neither creates nor deletes", async () => {
  const { name, scale } = await given();
  const unsupported = `is not supported on resources of kind "widgets.${crd.group}"`;
  assertStatus(await client.create(scale, scaleOf(name, {})), 405, "MethodNotAllowed", `create ${unsupported}`);
  assertStatus(await client.delete(scale), 405, "MethodNotAllowed", `delete ${unsupported}`);
});

test("discovery names the kind of the scale", async () => {
  const scale = {
    name: "widgets/scale",
    singularName: "",
    namespaced: true,
    group: "autoscaling",
    version: "v1",
    kind: "Scale",
    verbs: ["get", "patch", "update"],
  };
  await eventually(async () =>
    assertAnswer(await client.get(`/apis/${crd.group}/v1`), 200, {
      resources: (resources: Json[]) =>
        resources.some((resource) => JSON.stringify(resource) === JSON.stringify(scale)),
    }),
  );
});
