import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { install, widgets } from "../crds/widgets.ts";
import { asMetadata, asMetadataList, create, getAs } from "./tables.ts";

const client = connect();
after(() => client.close());

let namespace: string;
let collection: string;
let path: string;
before(async () => {
  namespace = await client.namespace();
  collection = `/api/v1/namespaces/${namespace}/configmaps`;
  path = await create(client, collection, { metadata: { name: "a", labels: { x: "y" } }, data: { k: "v" } });
  await create(client, collection, { metadata: { name: "b" } });
});

const kind = { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1" };

function asking(accept: string): Json {
  return { headers: { accept } };
}

test("an object's metadata is all of it, under a kind that does not say whose it is", async () => {
  const answer = await getAs(client, asMetadata, path);
  assertAnswer(answer, 200);
  assert.deepEqual(answer.body, { ...kind, metadata: (await client.get(path)).body.metadata });
  assert.equal(answer.headers["content-type"], "application/json");
});

test("a list's metadata is that of its items, each with its kind", async () => {
  const answer = await getAs(client, asMetadataList, collection);
  assertAnswer(answer, 200, {
    kind: "PartialObjectMetadataList",
    apiVersion: "meta.k8s.io/v1",
    metadata: { resourceVersion: /^\d+$/ },
  });
  const { items } = (await client.get(collection)).body;
  assert.deepEqual(
    answer.body.items.slice(0, 2),
    items.slice(0, 2).map(({ metadata }: Json) => ({ ...kind, metadata })),
  );
});

test("the items of an empty list are null, unlike those of any other list", async () => {
  assertAnswer(await getAs(client, asMetadataList, collection, { labelSelector: "x=none" }), 200, { items: null });
  assertAnswer(await client.get(collection, { labelSelector: "x=none" }), 200, { items: [] });
});

test("pages go on like those of a list", async () => {
  const first = await getAs(client, asMetadataList, collection, { limit: 1, fieldSelector: "metadata.name!=z" });
  assertAnswer(first, 200, { items: [{ ...kind, metadata: { name: "a" } }] });
  const { continue: token } = first.body.metadata;
  const second = await getAs(client, asMetadataList, collection, {
    limit: 1,
    continue: token,
    fieldSelector: "metadata.name!=z",
  });
  assertAnswer(second, 200, { items: [{ ...kind, metadata: { name: "b" } }] });
});

test("an object is asked for with one kind and a list with the other", async () => {
  assertStatus(
    await getAs(client, asMetadata, collection),
    406,
    "NotAcceptable",
    "you requested PartialObjectMetadata, but the requested object is a list (*core.ConfigMapList)",
  );
  assertStatus(
    await getAs(client, asMetadataList, path),
    406,
    "NotAcceptable",
    "you requested PartialObjectMetadataList, but the requested object is not a list (*core.ConfigMap)",
  );
});

test("v1beta1 is the same under another name", async () => {
  const beta = (accept: string) => accept.replace("v=v1", "v=v1beta1");
  assertAnswer(await getAs(client, beta(asMetadata), path), 200, { ...kind, apiVersion: "meta.k8s.io/v1beta1" });
  assertAnswer(await getAs(client, beta(asMetadataList), collection, { limit: 1 }), 200, {
    kind: "PartialObjectMetadataList",
    apiVersion: "meta.k8s.io/v1beta1",
    items: [{ ...kind, apiVersion: "meta.k8s.io/v1beta1" }],
  });
});

test("a version that there is not falls back to what else is accepted", async () => {
  const future = asMetadata.replace("v=v1", "v=v9");
  assertAnswer(await getAs(client, `${future},application/json`, path), 200, { kind: "ConfigMap" });
  assertAnswer(await getAs(client, future, path), 406);
  assertAnswer(await getAs(client, "application/json;as=PartialObjectMetadata;v=v1", path), 406);
});

test("metadata comes as YAML and as protobuf too, which metadata informers ask for first", async () => {
  const yaml = await getAs(client, asMetadata.replace("json", "yaml"), path);
  assert.equal(yaml.status, 200);
  assert.match(yaml.text, /^apiVersion: meta.k8s.io\/v1\nkind: PartialObjectMetadata\nmetadata:\n/);
  const protobuf = asMetadata.replace("json", "vnd.kubernetes.protobuf");
  const answer = await getAs(client, `${protobuf},${asMetadata},application/json`, path);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers["content-type"], "application/vnd.kubernetes.protobuf");
  assert.ok(answer.text.startsWith("k8s\0"));
});

test("a create and an update are answered with the metadata where it is asked for", async () => {
  const name = uniqueName("c");
  const created = await client.create(collection, { metadata: { name }, data: { k: "v" } }, {}, asking(asMetadata));
  assertAnswer(created, 201, { ...kind, metadata: { name }, data: undefined });
  const updated = await client.update(`${collection}/${name}`, { metadata: { name } }, {}, asking(asMetadata));
  assertAnswer(updated, 200, { ...kind, metadata: { name, uid: created.body.metadata.uid } });
});

test("a patch of labels needs to know nothing else of the kind", async () => {
  const name = uniqueName("p");
  const own = await create(client, collection, { metadata: { name }, data: { k: "v" } });
  const patch = { metadata: { labels: { a: "b" } } };
  const answer = await client.patch("merge", own, patch, {}, asking(asMetadata));
  assertAnswer(answer, 200, { ...kind, metadata: { name, labels: { a: "b" } }, data: undefined });
  assertAnswer(await client.get(own), 200, { metadata: { labels: { a: "b" } }, data: { k: "v" } });
});

test("an apply is answered with the metadata too", async () => {
  const name = uniqueName("p");
  const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data: { k: "v" } };
  const query = { fieldManager: "m" };
  const answer = await client.patch("apply", `${collection}/${name}`, object, query, asking(asMetadata));
  assertAnswer(answer, 201, { ...kind, metadata: { name, managedFields: [{ manager: "m", operation: "Apply" }] } });
});

test("metadata alone cannot be put", async () => {
  const body = { ...kind, metadata: { name: "a" } };
  assertStatus(
    await client.update(path, body),
    400,
    "BadRequest",
    /^PartialObjectMetadata in version "v1" cannot be handled as a ConfigMap: no kind "PartialObjectMetadata" is registered for version "meta.k8s.io\/v1" in scheme/,
  );
});

test("a deletion that leaves the object is answered with its metadata, one that removes it with a Status", async () => {
  const [held, free] = [uniqueName("held"), uniqueName("free")];
  const finalizers = ["example.com/hold"];
  const own = await create(client, collection, { metadata: { name: held, finalizers } });
  await create(client, collection, { metadata: { name: free } });
  const options = asking(asMetadata);
  assertAnswer(await client.delete(own, undefined, {}, options), 200, {
    ...kind,
    metadata: { name: held, finalizers, deletionTimestamp: /Z$/ },
  });
  const removed = await client.delete(`${collection}/${free}`, undefined, {}, options);
  assertAnswer(removed, 200, { kind: "Status", status: "Success" });
  assertAnswer(await client.patch("merge", own, { metadata: { finalizers: null } }), 200);
});

test("errors are a Status", async () => {
  const answer = await getAs(client, asMetadata, `${collection}/none`);
  assertStatus(answer, 404, "NotFound", 'configmaps "none" not found');
});

test("subresources and reviews have metadata too", async () => {
  const labels = { app: "a" };
  const deployment = await create(client, `/apis/apps/v1/namespaces/${namespace}/deployments`, {
    metadata: { name: "a" },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: "c", image: "i" }] } },
    },
  });
  assertAnswer(await getAs(client, asMetadata, `${deployment}/scale`), 200, { ...kind, metadata: { name: "a" } });
  const spec = { nonResourceAttributes: { path: "/", verb: "get" } };
  const reviews = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
  assertAnswer(await client.create(reviews, { spec }, {}, asking(asMetadata)), 201, kind);
});

test("custom resources have metadata like built-in ones", async () => {
  await using crd = await install(client, widgets());
  const own = await create(client, crd.at("v1", namespace), crd.widget("v1", "a", { spec: { size: 1 } }));
  const answer = await getAs(client, asMetadata, own);
  assertAnswer(answer, 200);
  assert.deepEqual(answer.body, { ...kind, metadata: (await client.get(own)).body.metadata });
  assertAnswer(await getAs(client, asMetadataList, crd.at("v1", namespace)), 200, {
    kind: "PartialObjectMetadataList",
    items: [{ ...kind, metadata: { name: "a" } }],
  });
  assertStatus(
    await getAs(client, asMetadata, crd.at("v1", namespace)),
    406,
    "NotAcceptable",
    "you requested PartialObjectMetadata, but the requested object is a list (*unstructured.UnstructuredList)",
  );
});
