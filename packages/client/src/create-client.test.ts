import assert from "node:assert/strict";
import { test } from "node:test";
import { createVirtualClock, defineKind, type Transport } from "@pintle/machinery";
import { createClient } from "./create-client.ts";
import { type ScriptedAnswer, scriptedTransport, statusText } from "./request/scripted-transport-fixture.test.ts";

const Box = defineKind({
  ...{ group: "example.com", version: "v1", kind: "Box", plural: "boxes", scope: "Namespaced" as const },
  subresources: ["status"],
})<{ spec?: { size?: number } }>();
const Host = defineKind({ group: "", version: "v1", kind: "Host", plural: "hosts", scope: "Cluster" })<object>();

function connect(...script: readonly (ScriptedAnswer | Error)[]) {
  const transport = scriptedTransport(...script);
  const sent = () =>
    transport.requests.map(({ method, path, query }) => {
      const search = new URLSearchParams(Array.from(query ?? [], ([name, value]): [string, string] => [name, value]));
      return `${method} ${path}${search.size > 0 ? `?${search}` : ""}`;
    });
  const bodies = () => transport.requests.map(({ body }) => JSON.parse(String(Buffer.from(body as Uint8Array))));
  return { client: createClient({ transport, namespace: "home" }), transport, sent, bodies };
}

test("each verb is the request that Kubernetes has for it", async () => {
  const { client, sent } = connect();
  const boxes = client.resource(Box, { namespace: "shop" });
  const box = Box({ metadata: { name: "a" } });

  await boxes.get("a", { resourceVersion: "0" });
  await boxes.create(box, { dryRun: true, fieldManager: "me", fieldValidation: "Strict" });
  await boxes.update(box);
  await boxes.patch("a", { merge: {} });
  await boxes.apply(box, { fieldManager: "me", force: true });
  await boxes.delete("a");
  await boxes.deleteCollection({ labelSelector: "app=web" });
  await boxes.status.update(box);
  await client.resource(Host).get("system:a b");
  assert.deepEqual(sent(), [
    "GET /apis/example.com/v1/namespaces/shop/boxes/a?resourceVersion=0",
    "POST /apis/example.com/v1/namespaces/shop/boxes?dryRun=All&fieldManager=me&fieldValidation=Strict",
    "PUT /apis/example.com/v1/namespaces/shop/boxes/a",
    "PATCH /apis/example.com/v1/namespaces/shop/boxes/a",
    "PATCH /apis/example.com/v1/namespaces/shop/boxes/a?fieldManager=me&force=true",
    "DELETE /apis/example.com/v1/namespaces/shop/boxes/a",
    "DELETE /apis/example.com/v1/namespaces/shop/boxes?labelSelector=app%3Dweb",
    "PUT /apis/example.com/v1/namespaces/shop/boxes/a/status",
    "GET /api/v1/hosts/system%3Aa%20b",
  ]);
});

test("each patch has its content type", async () => {
  const { client, transport } = connect();
  const boxes = client.resource(Box);

  await boxes.patch("a", { merge: {} });
  await boxes.patch("a", { json: [] });
  await boxes.patch("a", { strategic: {} });
  await boxes.apply({ metadata: { name: "a" } }, { fieldManager: "me" });
  assert.deepEqual(
    transport.requests.map(({ headers }) => headers?.["content-type"]),
    [
      "application/merge-patch+json",
      "application/json-patch+json",
      "application/strategic-merge-patch+json",
      "application/apply-patch+yaml",
    ],
  );
});

test("a manifest gets the type that it leaves out, and may not have another one", async () => {
  const { client, bodies, sent } = connect();
  const boxes = client.resource(Box);

  await boxes.create({ metadata: { name: "a" }, spec: { size: 1 } });
  assert.deepEqual(bodies(), [
    { apiVersion: "example.com/v1", kind: "Box", metadata: { name: "a" }, spec: { size: 1 } },
  ]);
  const other = { apiVersion: "example.com/v2", metadata: { name: "a" } } as never;
  await assert.rejects(boxes.create(other), {
    code: "PINTLE_KIND_MISMATCH",
    message: 'apiVersion is "example.com/v2", but example.com/v1 Box is written here',
  });
  assert.equal(sent().length, 1);
});

test("a subresource of a server's own takes the kind that it is given", async () => {
  const pods = { resource: "pods", responseKind: { kind: "Pod" }, scope: "Namespaced" };
  const groups = (...items: readonly object[]) => ({ body: JSON.stringify({ kind: "APIGroupDiscoveryList", items }) });
  const core = groups({ metadata: {}, versions: [{ version: "v1", resources: [pods] }] });
  const { client, transport, sent } = connect(core, groups(), {});
  const bodies = () =>
    transport.requests.slice(2).map(({ body }) => JSON.parse(String(Buffer.from(body as Uint8Array))).kind);
  const resource = client.resource({ apiVersion: "v1", kind: "Pod" });

  await resource.subresource("photo").create("a", { apiVersion: "example.com/v1", kind: "Film" });
  await resource.subresource("photo").create("a", {});
  await resource.subresource("eviction").create("a", {});
  assert.deepEqual(bodies(), ["Film", "Pod", "Eviction"]);
  assert.equal(sent().at(-1), "POST /api/v1/namespaces/home/pods/a/eviction");
});

test("names that would lead elsewhere are refused before anything is sent, with the argument's name", async () => {
  const { client, sent } = connect();
  const boxes = client.resource(Box, { namespace: "shop" });

  for (const name of ["", ".", "..", "a/b", "../../nodes/x", "a%2fb", undefined as never, null as never, 1 as never]) {
    for (const refused of [
      boxes.get(name),
      boxes.delete(name),
      boxes.patch(name, { merge: {} }),
      boxes.status.get(name),
    ]) {
      await assert.rejects(refused, { code: "PINTLE_NAME_INVALID", message: /^name / }, String(name));
    }
    await assert.rejects(boxes.update({ metadata: { name } }), { message: /^metadata\.name / }, String(name));
  }
  for (const namespace of ["", "..", "a/b"]) {
    assert.throws(() => client.resource(Box, { namespace }), { code: "PINTLE_NAME_INVALID", message: /^namespace / });
  }
  const climbing = client.resource(Box).create({ metadata: { name: "a", namespace: "../x" } });
  await assert.rejects(climbing, { message: /^metadata\.namespace / });
  assert.throws(() => createClient({ transport: scriptedTransport(), namespace: ".." }), { message: /^namespace / });
  assert.deepEqual(sent(), []);
});

test("a namespace is refused for kinds of cluster scope, and where an object names another one", async () => {
  const { client, sent } = connect();

  assert.throws(() => client.resource(Host, { namespace: "shop" } as never), {
    code: "PINTLE_NAMESPACE_UNEXPECTED",
    message: 'Host is of cluster scope: leave out namespace "shop"',
  });
  const elsewhere = client.resource(Box, { namespace: "shop" }).create({ metadata: { name: "a", namespace: "home" } });
  await assert.rejects(elsewhere, { code: "PINTLE_NAMESPACE_MISMATCH" });
  assert.deepEqual(sent(), []);
});

test("without a namespace, one object is in the client's and many are in all", async () => {
  const { client, sent } = connect({ body: '{"kind":"BoxList","apiVersion":"example.com/v1","items":null}' });
  const boxes = client.resource(Box);

  assert.deepEqual((await boxes.list()).items, [], "servers that send null send no objects");
  await boxes.get("a");
  await boxes.create({ metadata: { generateName: "a-" } });
  await boxes.create({ metadata: { name: "a", namespace: "shop" } });
  assert.deepEqual(sent(), [
    "GET /apis/example.com/v1/boxes",
    "GET /apis/example.com/v1/namespaces/home/boxes/a",
    "POST /apis/example.com/v1/namespaces/home/boxes",
    "POST /apis/example.com/v1/namespaces/shop/boxes",
  ]);
});

test("wrong use is told before anything is sent", async () => {
  const { client, sent } = connect();
  const boxes = client.resource(Box, { namespace: "shop" });

  const unmanaged = boxes.apply({ metadata: { name: "a" } }, {} as never);
  await assert.rejects(unmanaged, { code: "PINTLE_FIELD_MANAGER_MISSING" });
  for (const patch of [{}, { merge: {}, json: [] }, { merge: null }, { replace: {} }, { merge: "a" }]) {
    await assert.rejects(boxes.patch("a", patch as never), { code: "PINTLE_PATCH_INVALID" }, JSON.stringify(patch));
  }
  for (const kind of [undefined, {}, { apiVersion: "v1" }, { apiVersion: "", kind: "Pod" }]) {
    assert.throws(() => client.resource(kind as never), { code: "PINTLE_KIND_MISSING" }, JSON.stringify(kind));
  }
  assert.deepEqual(sent(), []);
});

test("deletion says its options in a body", async () => {
  const { client, bodies } = connect();
  const boxes = client.resource(Box);

  await boxes.delete("a", {
    ...{ preconditions: { uid: "1" }, propagationPolicy: "Orphan", gracePeriodSeconds: 0, dryRun: true },
  });
  const type = { apiVersion: "v1", kind: "DeleteOptions" };
  const options = { preconditions: { uid: "1" }, propagationPolicy: "Orphan", gracePeriodSeconds: 0, dryRun: ["All"] };
  assert.deepEqual(bodies(), [{ ...type, ...options }]);
});

test("an answer that is no object, or no list where one was asked for, is no answer of an API server", async () => {
  for (const body of ["[]", "1", "null", '"a"']) {
    await assert.rejects(connect({ body }).client.resource(Box).get("a"), { name: "UnexpectedResponseError" }, body);
  }
  for (const body of ["{}", '{"kind":"Box"}', '{"kind":"BoxList","items":{}}']) {
    await assert.rejects(connect({ body }).client.resource(Box).list(), { name: "UnexpectedResponseError" }, body);
  }
});

test("metadata is asked for alone, and taken out of whole objects where a server does not know that", async () => {
  const whole = { apiVersion: "example.com/v1", kind: "Box", metadata: { name: "a" }, spec: { size: 1 } };
  const list = { apiVersion: "example.com/v1", kind: "BoxList", metadata: {}, items: [whole] };
  const { client, transport } = connect({ body: JSON.stringify(whole) }, { body: JSON.stringify(list) });
  const metadata = client.metadata(Box);
  const expected = { apiVersion: "meta.k8s.io/v1", kind: "PartialObjectMetadata", metadata: { name: "a" } };

  assert.deepEqual(await metadata.get("a"), expected);
  assert.deepEqual((await metadata.list()).items, [expected]);
  assert.deepEqual(
    transport.requests.map(({ headers }) => headers?.accept),
    ["PartialObjectMetadata", "PartialObjectMetadataList"].map(
      (form) => `application/json;as=${form};v=v1;g=meta.k8s.io,application/json`,
    ),
  );
});

test("a signal and a time end each call, also one that only waits for discovery", async () => {
  const clock = createVirtualClock();
  const asked: string[] = [];
  const transport: Transport = {
    request: ({ path, signal }) => {
      asked.push(path);
      return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    },
  };
  const client = createClient({ transport }, { clock });
  const reason = new Error("enough");
  const byName = client.resource({ apiVersion: "v1", kind: "Pod" });

  for (const resource of [client.resource(Box), byName, client.metadata(Box)]) {
    await assert.rejects(resource.list({ signal: AbortSignal.abort(reason) }), reason);
    const controller = new AbortController();
    const aborted = assert.rejects(resource.get("a", { signal: controller.signal }), reason);
    controller.abort(reason);
    await aborted;
    const late = assert.rejects(resource.get("a", { timeoutMs: 1_000 }), { name: "TimeoutError" });
    await clock.advance(1_000);
    await late;
  }
  assert.ok(asked.includes("/apis") && asked.includes("/apis/example.com/v1/namespaces/default/boxes/a"));
});

test("a watch that meets 410 throws it, and one that is left gives its stream back", async () => {
  const line = (type: string, object: object) => `${JSON.stringify({ type, object })}\n`;
  const added = line("ADDED", { kind: "Box", metadata: { name: "a", resourceVersion: "7" } });
  const expired = line("ERROR", JSON.parse(statusText(410, "Expired")));
  const gone = connect({ body: [added, expired] });
  const seen: string[] = [];

  await assert.rejects(
    async () => {
      for await (const event of gone.client.resource(Box).watch()) seen.push(event.resourceVersion);
    },
    { name: "ApiError", reason: "Expired" },
  );
  assert.deepEqual(seen, ["7"]);
  const left = connect({ body: [added, added] });
  for await (const _ of left.client.resource(Box).watch()) break;
  assert.equal(left.transport.left(), 1);
});
