import { after, before, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { eventually } from "../eventually.ts";
import { type Installed, install, version, widgets } from "./widgets.ts";

const client = connect();
let crd: Installed;
let namespace: string;

// v1 has a status endpoint, v2 has not: subresources belong to a version.
before(async () => {
  const replicas = { type: "integer" };
  const openAPIV3Schema = {
    type: "object",
    properties: {
      spec: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
      status: { type: "object", properties: { replicas, phase: { type: "string" } } },
    },
  };
  const versions = [version("v1", { schema: { openAPIV3Schema }, subresources: { status: {} } }), version("v2")];
  crd = await install(client, widgets(versions));
  namespace = await client.namespace();
});
after(async () => {
  await client.delete(crd.path);
  await client.close();
});

/** A Widget of the test's own: gives its path in v1. */
async function given(more: Json = { spec: { x: 1 } }): Promise<string> {
  const name = uniqueName("w");
  assertAnswer(await client.create(crd.at("v1", namespace), crd.widget("v1", name, more)), 201);
  return crd.at("v1", namespace, name);
}

function inV2(path: string): string {
  return path.replace(`${crd.group}/v1/`, `${crd.group}/v2/`);
}

test("a status that is sent with a new object is dropped", async () => {
  const widget = crd.widget("v1", uniqueName("w"), { spec: { x: 1 }, status: { phase: "Ready" } });
  assertAnswer(await client.create(crd.at("v1", namespace), widget), 201, { spec: { x: 1 }, status: undefined });
});

test("the status endpoint changes the status and nothing else", async () => {
  const path = await given();
  const patch = { metadata: { labels: { a: "b" }, finalizers: ["a/b"] }, spec: { x: 9 }, status: { phase: "Ready" } };
  assertAnswer(await client.patch("merge", `${path}/status`, patch), 200, {
    metadata: { labels: undefined, finalizers: undefined, generation: 1 },
    spec: { x: 1 },
    status: { phase: "Ready" },
  });
});

test("the main endpoint changes everything but the status", async () => {
  const path = await given();
  assertAnswer(await client.patch("merge", `${path}/status`, { status: { phase: "Ready" } }), 200);
  const patch = { metadata: { labels: { a: "b" } }, spec: { x: 2 }, status: { phase: "Failed" } };
  assertAnswer(await client.patch("merge", path, patch), 200, {
    metadata: { labels: { a: "b" }, generation: 2 },
    spec: { x: 2 },
    status: { phase: "Ready" },
  });
});

test("a PUT to the main endpoint without a status keeps the status", async () => {
  const path = await given();
  const { body } = await client.patch("merge", `${path}/status`, { status: { phase: "Ready" } });
  const { status: _, ...withoutStatus } = body;
  assertAnswer(await client.update(path, { ...withoutStatus, spec: { x: 3 } }), 200, {
    spec: { x: 3 },
    status: { phase: "Ready" },
  });
});

test("a PUT to the status endpoint without a status removes the status", async () => {
  const path = await given();
  const { body } = await client.patch("merge", `${path}/status`, { status: { phase: "Ready" } });
  const { status: _, ...withoutStatus } = body;
  assertAnswer(await client.update(`${path}/status`, withoutStatus), 200, { spec: { x: 1 }, status: undefined });
});

test("a GET of the status gives the whole object", async () => {
  const path = await given();
  const { body } = await client.get(path);
  assertAnswer(await client.get(`${path}/status`), 200, body);
});

test("generation counts changes of the spec, not of metadata or status", async () => {
  const path = await given();
  assertAnswer(await client.patch("merge", path, { metadata: { annotations: { a: "b" } } }), 200, {
    metadata: { generation: 1 },
  });
  assertAnswer(await client.patch("merge", `${path}/status`, { status: { phase: "Ready" } }), 200, {
    metadata: { generation: 1 },
  });
  assertAnswer(await client.patch("merge", path, { spec: { x: 2 } }), 200, { metadata: { generation: 2 } });
  assertAnswer(await client.patch("merge", path, { spec: { x: 2 } }), 200, { metadata: { generation: 2 } });
});

test("generation cannot be set", async () => {
  const name = uniqueName("w");
  const widget = crd.widget("v1", name, { metadata: { generation: 40 } });
  assertAnswer(await client.create(crd.at("v1", namespace), widget), 201, { metadata: { generation: 1 } });
  const patch = { metadata: { generation: 50 } };
  assertAnswer(await client.patch("merge", crd.at("v1", namespace, name), patch), 200, { metadata: { generation: 1 } });
});

test("generation grows once more when the deletion begins", async () => {
  const path = await given({ metadata: { finalizers: ["example.com/hold"] } });
  for (let times = 0; times < 2; times += 1) {
    assertAnswer(await client.delete(path), 200, {
      metadata: { generation: 2, deletionTimestamp: /Z$/, deletionGracePeriodSeconds: 0 },
    });
  }
  await client.patch("merge", path, { metadata: { finalizers: null } });
});

test("a version without the status endpoint writes the status like any field, and generation counts it", async () => {
  const path = await given();
  assertAnswer(await client.patch("merge", inV2(path), { status: { phase: "Ready" } }), 200, {
    metadata: { generation: 2 },
    status: { phase: "Ready" },
  });
  const name = path.slice(path.lastIndexOf("/") + 1);
  assertStatus(await client.get(`${inV2(path)}/status`), 404, "NotFound", `widgets.${crd.group} "${name}" not found`, {
    details: { name, group: crd.group, kind: "widgets" },
  });
});

test("a subresource that the definition does not name is not found, though the object is", async () => {
  const path = await given();
  const name = path.slice(path.lastIndexOf("/") + 1);
  for (const subresource of ["scale", "finalize", "anything"]) {
    const answer = await client.get(`${path}/${subresource}`);
    assertStatus(answer, 404, "NotFound", `widgets.${crd.group} "${name}" not found`);
  }
});

test("the status endpoint reads, updates and patches; it neither creates nor deletes", async () => {
  const path = await given();
  const unsupported = `is not supported on resources of kind "widgets.${crd.group}"`;
  const details = { group: crd.group, kind: "widgets" };
  assertStatus(await client.delete(`${path}/status`), 405, "MethodNotAllowed", `delete ${unsupported}`, { details });
  assertStatus(await client.create(`${path}/status`, {}), 405, "MethodNotAllowed", `create ${unsupported}`, {
    details,
  });
});

test("a status is checked against the schema", async () => {
  const path = await given();
  const name = path.slice(path.lastIndexOf("/") + 1);
  const cause = 'Invalid value: "string": replicas in body must be of type integer: "string"';
  assertStatus(
    await client.patch("merge", `${path}/status`, { status: { replicas: "two" } }),
    422,
    "Invalid",
    `Widget.${crd.group} "${name}" is invalid: status.replicas: ${cause}`,
    { details: { causes: [{ reason: "FieldValueTypeInvalid", field: "status.replicas", message: cause }] } },
  );
});

test("an update of the status needs a resourceVersion, and the current one", async () => {
  const path = await given();
  const name = path.slice(path.lastIndexOf("/") + 1);
  const message = "metadata.resourceVersion: Invalid value: 0: must be specified for an update";
  const unversioned = await client.update(`${path}/status`, crd.widget("v1", name, { status: {} }));
  assertStatus(unversioned, 422, "Invalid", `widgets.${crd.group} "${name}" is invalid: ${message}`);

  const { body } = await client.get(path);
  assertAnswer(await client.patch("merge", path, { spec: { x: 2 } }), 200);
  const stale = await client.update(`${path}/status`, { ...body, status: { phase: "Ready" } });
  assertStatus(
    stale,
    409,
    "Conflict",
    `Operation cannot be fulfilled on widgets.${crd.group} "${name}": the object has been modified; please apply your changes to the latest version and try again`,
  );
});

test("applying a status does not create the object", async () => {
  const widget = crd.widget("v1", "absent", { status: { phase: "Ready" } });
  const path = `${crd.at("v1", namespace, "absent")}/status`;
  const answer = await client.patch("apply", path, widget, { fieldManager: "m" });
  assertStatus(answer, 404, "NotFound", `widgets.${crd.group} "absent" not found`);
});

test("status and main endpoint are two managers in managedFields", async () => {
  const path = await given();
  assertAnswer(await client.patch("merge", `${path}/status`, { status: { phase: "Ready" } }), 200, {
    metadata: {
      managedFields: [
        { manager: "conformance", operation: "Update", subresource: undefined, fieldsV1: { "f:spec": { "f:x": {} } } },
        {
          manager: "conformance",
          operation: "Update",
          subresource: "status",
          fieldsV1: { "f:status": { ".": {}, "f:phase": {} } },
        },
      ],
    },
  });
});

test("discovery lists the subresources of each version", async () => {
  const verbs = ["get", "patch", "update"];
  await eventually(async () => {
    assertAnswer(await client.get(`/apis/${crd.group}/v1`), 200, {
      resources: [
        { name: "widgets", kind: "Widget", namespaced: true },
        { name: "widgets/status", singularName: "", kind: "Widget", namespaced: true, verbs },
      ],
    });
    assertAnswer(await client.get(`/apis/${crd.group}/v2`), 200, { resources: [{ name: "widgets" }] });
  });
});

test("a status endpoint that is taken away leaves the status to the main endpoint", async () => {
  const withStatus = version("v1", { subresources: { status: {} } });
  await using own = await install(client, widgets([withStatus]));
  const path = own.at("v1", namespace, "a");
  assertAnswer(await client.create(own.at("v1", namespace), own.widget("v1", "a", { status: { x: 1 } })), 201, {
    status: undefined,
  });
  const remove = [{ op: "remove", path: "/spec/versions/0/subresources" }];
  assertAnswer(await client.patch("json", own.path, remove), 200);
  await eventually(async () => assertAnswer(await client.get(`${path}/status`), 404));
  await eventually(async () =>
    assertAnswer(await client.patch("merge", path, { status: { x: 1 } }), 200, {
      status: { x: 1 },
      metadata: { generation: 2 },
    }),
  );
});
