import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertContains, type Json } from "../answer.ts";
import { connect } from "../client.ts";

const client = connect();
after(() => client.close());

let schemas: Json;
before(async () => {
  const answer = await client.get("/openapi/v3/api/v1");
  assertAnswer(answer, 200);
  ({ schemas } = answer.body.components);
});

const core = "io.k8s.api.core.v1";
const meta = "io.k8s.apimachinery.pkg.apis.meta.v1";

function property(type: string, name: string): Json {
  return schemas[type].properties[name];
}

/** What the extensions of a list say about merging it. */
function merging(type: string, name: string): Json {
  const found = property(type, name);
  assert.equal(found.type, "array");
  return {
    type: found["x-kubernetes-list-type"],
    keys: found["x-kubernetes-list-map-keys"],
    mergeKey: found["x-kubernetes-patch-merge-key"],
    strategy: found["x-kubernetes-patch-strategy"],
  };
}

function byKey(key: string, strategy = "merge"): Json {
  return { type: "map", keys: [key], mergeKey: key, strategy };
}

test("a kind's schema names its group, version and kind", () => {
  const kinds = (type: string) => schemas[type]["x-kubernetes-group-version-kind"];
  assert.deepEqual(kinds(`${core}.Pod`), [{ group: "", kind: "Pod", version: "v1" }]);
  assert.deepEqual(kinds(`${core}.PodList`), [{ group: "", kind: "PodList", version: "v1" }]);
  assert.equal(kinds(`${core}.PodSpec`), undefined);
});

test("a kind has apiVersion, kind and metadata, and what else it has is described", () => {
  const { type, description, properties } = schemas[`${core}.ConfigMap`];
  assert.equal(type, "object");
  assert.equal(description, "ConfigMap holds configuration data for pods to consume.");
  assert.deepEqual(Object.keys(properties), ["apiVersion", "binaryData", "data", "immutable", "kind", "metadata"]);
  for (const found of Object.values<Json>(properties)) assert.match(found.description, /./);
});

test("a reference stands in allOf, so that it can have a description and a default beside it", () => {
  assertContains(property(`${core}.ConfigMap`, "metadata"), {
    default: {},
    allOf: [{ $ref: `#/components/schemas/${meta}.ObjectMeta` }],
  });
});

test("a list of objects whose items have a key is a map by it, for apply and for strategic merge", () => {
  assert.deepEqual(merging(`${core}.PodSpec`, "containers"), byKey("name"));
  assert.deepEqual(merging(`${core}.PodStatus`, "conditions"), byKey("type"));
  assert.deepEqual(merging(`${meta}.ObjectMeta`, "ownerReferences"), byKey("uid"));
});

test("volumes keep only the keys that a patch names", () => {
  assert.deepEqual(merging(`${core}.PodSpec`, "volumes"), byKey("name", "merge,retainKeys"));
});

test("apply may know several keys of a list where strategic merge knows one", () => {
  assert.deepEqual(merging(`${core}.Container`, "ports"), {
    type: "map",
    keys: ["containerPort", "protocol"],
    mergeKey: "containerPort",
    strategy: "merge",
  });
  assert.deepEqual(merging(`${core}.ServiceSpec`, "ports"), {
    type: "map",
    keys: ["port", "protocol"],
    mergeKey: "port",
    strategy: "merge",
  });
});

test("a key that may be left out has its default in the schema", () => {
  assertContains(property(`${core}.ContainerPort`, "protocol"), { type: "string", default: "TCP" });
});

test("a list of names that are merged is a set", () => {
  assert.deepEqual(merging(`${meta}.ObjectMeta`, "finalizers"), {
    type: "set",
    keys: undefined,
    mergeKey: undefined,
    strategy: "merge",
  });
});

test("a list that is replaced as a whole is atomic", () => {
  const atomic = { type: "atomic", keys: undefined, mergeKey: undefined, strategy: undefined };
  assert.deepEqual(merging(`${core}.PodSpec`, "tolerations"), atomic);
  assert.deepEqual(merging(`${core}.Container`, "command"), atomic);
});

test("a selector is a map that is replaced as a whole", () => {
  assertContains(property(`${core}.ServiceSpec`, "selector"), {
    type: "object",
    additionalProperties: { type: "string", default: "" },
    "x-kubernetes-map-type": "atomic",
  });
});

test("the values that a field can have are listed and explained", () => {
  const { enum: values, description } = property(`${core}.ContainerPort`, "protocol");
  assert.deepEqual(values, ["SCTP", "TCP", "UDP"]);
  assert.match(description, /\n\nPossible enum values:\n - `"SCTP"` is the SCTP protocol\.\n/);
});

test("bytes, times, quantities and ports have their formats", () => {
  assertContains(property(`${core}.Secret`, "data"), { additionalProperties: { type: "string", format: "byte" } });
  assertContains(schemas[`${meta}.Time`], { type: "string", format: "date-time" });
  assertContains(schemas[`${meta}.MicroTime`], { type: "string", format: "date-time" });
  assertContains(schemas["io.k8s.apimachinery.pkg.api.resource.Quantity"], {
    oneOf: [{ type: "string" }, { type: "number" }],
  });
  assertContains(schemas["io.k8s.apimachinery.pkg.util.intstr.IntOrString"], {
    format: "int-or-string",
    oneOf: [{ type: "integer" }, { type: "string" }],
  });
  assertContains(property(`${core}.ContainerPort`, "containerPort"), { type: "integer", format: "int32" });
});

test("what has to be there is required", () => {
  assert.deepEqual(schemas[`${core}.PodSpec`].required, ["containers"]);
  assert.deepEqual(schemas[`${core}.Container`].required, ["name"]);
  assert.deepEqual(schemas[`${core}.SecretList`].required, ["items"]);
  assert.equal(schemas[`${core}.ConfigMap`].required, undefined);
});

test("managed fields are any object", () => {
  const { type, properties } = schemas[`${meta}.FieldsV1`];
  assert.deepEqual([type, properties], ["object", undefined]);
});
