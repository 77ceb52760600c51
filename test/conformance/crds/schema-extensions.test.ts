import { after, describe, test } from "node:test";
import { assertAnswer, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { assertSpecRefused, forbidden, invalid, required, unsupported, withSchema, withSpec } from "./schemas.ts";
import { type Cause, definitions } from "./widgets.ts";

const client = connect();
after(() => client.close());

const text = { type: "string" };
const embedded = { "x-kubernetes-embedded-resource": true };
const intOrString = { "x-kubernetes-int-or-string": true };
const preserve = { "x-kubernetes-preserve-unknown-fields": true };
const keyed = { type: "object", properties: { a: text }, required: ["a"] };

function list(type: string | undefined, items: Json, keys?: string[]): Json {
  return { type: "array", items, "x-kubernetes-list-type": type, "x-kubernetes-list-map-keys": keys };
}

async function assertAccepted(spec: Json): Promise<void> {
  assertAnswer(await client.create(definitions, withSpec(spec), { dryRun: "All" }), 201);
}

function refused(spec: Json, ...causes: Cause[]): Promise<void> {
  return assertSpecRefused(client, spec, ...causes);
}

describe("int-or-string", { concurrency: true }, () => {
  test("needs no type, and may repeat itself as anyOf or as the first of allOf", async () => {
    const either = [{ type: "integer" }, { type: "string" }];
    await assertAccepted(intOrString);
    await assertAccepted({ ...intOrString, anyOf: either });
    await assertAccepted({ ...intOrString, allOf: [{ anyOf: either }, { minimum: 1 }] });
    // The documentation wants no type beside it; nothing looks.
    await assertAccepted({ ...intOrString, type: "string" });
  });

  test("repeats itself in this order only", async () => {
    await refused(
      { ...intOrString, anyOf: [{ type: "string" }, { type: "integer" }] },
      forbidden(".anyOf[0].type", "must be empty to be structural"),
      forbidden(".anyOf[1].type", "must be empty to be structural"),
    );
  });

  test("is not said by anyOf alone", async () => {
    await refused(
      { anyOf: [{ type: "integer" }, { type: "string" }] },
      required(".type", "must not be empty for specified object fields"),
    );
  });

  test("excludes preserving unknown fields", async () => {
    await refused(
      { ...intOrString, ...preserve },
      invalid(".x-kubernetes-preserve-unknown-fields", "true: must be false if x-kubernetes-int-or-string is true"),
    );
  });
});

describe("an embedded resource", { concurrency: true }, () => {
  const empty = required(
    ".properties",
    "must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields",
  );

  test("has properties, or keeps what it does not know", async () => {
    await refused({ type: "object", ...embedded }, empty);
    await assertAccepted({ type: "object", ...embedded, ...preserve });
    await assertAccepted({ type: "object", ...embedded, properties: { spec: text } });
  });

  test("is an object", async () => {
    await refused(embedded, empty, required(".type", "must be object if x-kubernetes-embedded-resource is true"));
    await refused(
      { type: "string", ...embedded },
      empty,
      invalid(".type", '"string": must be object if x-kubernetes-embedded-resource is true'),
    );
    await refused(
      { type: "object", additionalProperties: text, ...embedded },
      forbidden(".additionalProperties", "must not be used if x-kubernetes-embedded-resource is set"),
      empty,
    );
  });

  test("may restrict all of its metadata, unlike the root, but not its types", async () => {
    const labels = { type: "object", additionalProperties: text };
    const metadata = { type: "object", properties: { labels } };
    await assertAccepted({ type: "object", ...embedded, properties: { metadata } });
    await refused(
      { type: "object", ...embedded, properties: { kind: { type: "integer" }, metadata: text } },
      invalid(".properties[kind].type", '"integer": must be string'),
      invalid(".properties[metadata].type", '"string": must be object'),
    );
  });

  test("may be the root, and is not inside of metadata", async () => {
    const root = { type: "object", ...embedded, properties: { spec: text } };
    assertAnswer(await client.create(definitions, withSchema(root), { dryRun: "All" }), 201);
    const metadata = { type: "object", properties: { inner: { type: "object", ...embedded, ...preserve } } };
    await refused(
      { type: "object", ...embedded, properties: { metadata } },
      forbidden(
        ".properties[metadata].properties[inner].x-kubernetes-embedded-resource",
        "must not be used inside of resource meta",
      ),
    );
  });
});

describe("list and map types", { concurrency: true }, () => {
  test("a list type is for arrays", async () => {
    await refused(
      { type: "object", "x-kubernetes-list-type": "set" },
      invalid(".type", '"object": must be array if x-kubernetes-list-type is specified'),
    );
    await refused(
      { "x-kubernetes-list-type": "set", ...preserve },
      required(".type", "must be array if x-kubernetes-list-type is specified"),
    );
  });

  test("a list type is atomic, set or map", async () => {
    await refused(
      list("bag", text),
      unsupported(".x-kubernetes-list-type", '"bag": supported values: "atomic", "set", "map"'),
    );
    await assertAccepted(list("atomic", { type: "object" }));
  });

  test("the items of a set are scalars, or atomic", async () => {
    const atomic = "must be atomic as item of a list with x-kubernetes-list-type=set";
    await assertAccepted(list("set", text));
    await assertAccepted(list("set", { type: "object", "x-kubernetes-map-type": "atomic" }));
    await assertAccepted(list("set", { type: "array", items: text }));
    await refused(list("set", { type: "object" }), invalid(".items.x-kubernetes-map-type", `null: ${atomic}`));
    // The value shown is the item's list type, which it does not have, and not the map type that is wrong.
    await refused(
      list("set", { type: "object", "x-kubernetes-map-type": "granular" }),
      invalid(".items.x-kubernetes-map-type", `null: ${atomic}`),
    );
    await refused(list("set", list("set", text)), invalid(".items.x-kubernetes-list-type", `"set": ${atomic}`));
  });

  test("the items of sets and maps are not nullable", async () => {
    await refused(
      list("set", { type: "string", nullable: true }),
      forbidden(".items.nullable", "cannot be nullable when x-kubernetes-list-type is set"),
    );
    await refused(
      list("map", { ...keyed, nullable: true }, ["a"]),
      forbidden(".items.nullable", "cannot be nullable when x-kubernetes-list-type is map"),
    );
  });

  test("a list of type map has keys, and only that", async () => {
    const keys = "must be map if x-kubernetes-list-map-keys is non-empty";
    await refused(
      list("map", keyed),
      required(".x-kubernetes-list-map-keys", "must not be empty if x-kubernetes-list-type is map"),
    );
    await refused(list(undefined, keyed, ["a"]), required(".x-kubernetes-list-type", keys));
    await refused(list("atomic", keyed, ["a"]), invalid(".x-kubernetes-list-type", `"atomic": ${keys}`));
  });

  test("the items of a list of type map are objects, and its keys their properties", async () => {
    await refused(
      list("map", text, ["a"]),
      invalid(".items.type", `"string": must be object if parent array's x-kubernetes-list-type is map`),
    );
    await refused(
      list("map", keyed, ["b"]),
      invalid(".x-kubernetes-list-map-keys", '["b"]: entries must all be names of item properties'),
    );
    await refused(
      list("map", keyed, ["a", "a"]),
      invalid(".x-kubernetes-list-map-keys", '["a","a"]: must not contain duplicate entries'),
    );
  });

  test("a key of a list is a scalar that is always there", async () => {
    const items = (a: Json, names: string[]) => ({ type: "object", properties: { a }, required: names });
    await refused(
      list("map", items(text, []), ["a"]),
      required(
        ".items.properties[a].default",
        "this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property",
      ),
    );
    await assertAccepted(list("map", items({ type: "string", default: "x" }, []), ["a"]));
    await refused(
      list("map", items({ type: "string", nullable: true }, ["a"]), ["a"]),
      forbidden(
        ".items.properties[a].nullable",
        "this property is in x-kubernetes-list-map-keys, so it cannot be nullable",
      ),
    );
    // The value shown is the type of the items, which is always object.
    await refused(
      list("map", items({ type: "array", items: text }, ["a"]), ["a"]),
      invalid(
        ".items.properties[a].type",
        `"object": must be a scalar type if parent array's x-kubernetes-list-type is map`,
      ),
    );
  });

  test("a map type is for objects, and atomic or granular", async () => {
    const object = "must be object if x-kubernetes-map-type is specified";
    await refused({ type: "string", "x-kubernetes-map-type": "atomic" }, invalid(".type", `"string": ${object}`));
    await refused({ ...preserve, "x-kubernetes-map-type": "atomic" }, required(".type", object));
    await refused(
      { type: "object", "x-kubernetes-map-type": "loose" },
      unsupported(".x-kubernetes-map-type", '"loose": supported values: "atomic", "granular"'),
    );
  });
});
