/** What an operator makes of an object without a cluster: the same as with one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "@pintle/machinery";
import { startTestPlane } from "@pintle/testing";
import { absent, defineOperator, defineResource, k8s, many, no, render, yes } from "pintle";
import { ConfigMap, Secret, Service } from "pintle/kinds";
import { z } from "zod";

const Shop = defineResource({
  group: "samples.dev",
  version: "v1",
  kind: "Shop",
  spec: z.object({
    title: k8s.defaulted(z.string().min(1)),
    shelves: z.array(z.string()).default([]),
    open: z.boolean().default(true),
    price: k8s.int32().min(0).optional(),
  }),
  rules: [{ rule: "!has(self.spec.price) || self.spec.price < 100", message: "nobody pays that" }],
  status: z.object({ filled: k8s.int32() }),
  conditions: ["Ready"],
}).withVersion("v1beta1", {
  spec: z.object({ name: z.string().optional(), isOpen: z.boolean().default(true) }),
  up: ({ spec }) => ({ spec: { title: spec.name, shelves: [], open: spec.isOpen } }),
  down: ({ spec }) => ({ spec: { name: spec.title, isOpen: spec.open } }),
});

const shops = defineOperator(Shop, {
  owns: { door: Service, shelves: many(ConfigMap) },
  reads: [Secret],
  desired: ({ spec }, { read, list }) => {
    const shelves = Object.fromEntries(
      spec.shelves.map((name) => [
        name,
        ConfigMap({ data: { title: spec.title, secrets: String(list(Secret).length) } }),
      ]),
    );
    const owner = read(Secret, "owner")?.stringData?.name;
    const annotations = owner === undefined ? undefined : { owner };
    const door = Service({ metadata: { annotations }, spec: { ports: [{ port: 80 }] } });
    return { door: spec.open ? door : absent, shelves };
  },
  status: ({ spec }, { shelves }) => {
    const filled = Object.keys(shelves).length;
    return {
      filled,
      conditions: { Ready: filled === spec.shelves.length ? yes("Filled") : no("Empty", `${filled} shelves`) },
    };
  },
  admission: {
    default: (draft) => {
      draft.spec.title ??= "a shop";
    },
    validate: (shop, review) => {
      if (shop.spec.title === "bank") review.deny("spec.title", "is another trade");
      if (shop.spec.title === "kiosk") review.warn("spec.title", "is small");
      if (shop.spec.shelves.length > 2) review.deny("spec.shelves", "are too many");
      if (review.read(Secret, "closed")) review.deny("", "everything is closed");
    },
  },
});

const shop = (spec: object, name = "a") => ({ apiVersion: "samples.dev/v1", kind: "Shop", metadata: { name }, spec });

test("an object is completed, and its children and its status are what a first run would make", async () => {
  const { object, children, status } = await render(shops, shop({ shelves: ["x", "y"] }));
  assert.deepEqual(object.spec, { title: "a shop", shelves: ["x", "y"], open: true });
  assert.deepEqual(
    children.map(({ kind, metadata }) => `${kind} ${metadata.namespace}/${metadata.name}`),
    ["Service default/a", "ConfigMap default/a-x", "ConfigMap default/a-y"],
  );
  assert.deepEqual(status, {
    filled: 0,
    inventory: [
      { group: "", version: "v1", kind: "ConfigMap", plural: "configmaps" },
      { group: "", version: "v1", kind: "Service", plural: "services" },
    ],
    conditions: [
      {
        type: "Ready",
        status: "False",
        reason: "Empty",
        message: "0 shelves",
        lastTransitionTime: "1970-01-01T00:00:00Z",
      },
    ],
  });
  assert.deepEqual(object.status, status);
});

test("the children are those that the operator applies on a plane, but for what only a cluster gives", async () => {
  await using plane = await startTestPlane({ operators: () => [shops] });
  await plane.apply(Shop({ metadata: { name: "a", namespace: "default" }, spec: { shelves: ["x"] } }));
  await plane.settle();
  const stored = await plane.get(Shop, "a");
  const applied = await plane.get(ConfigMap, "a-x");
  const { children } = await render(shops, stored);
  const [, shelf] = children;
  assert.deepEqual(shelf?.data, applied.data);
  const { name, namespace, labels, annotations, ownerReferences } = applied.metadata;
  assert.deepEqual(shelf?.metadata, { name, namespace, labels, annotations, ownerReferences });
});

test("with the children as they are, the status is the one that the operator has written", async () => {
  await using plane = await startTestPlane({ operators: () => [shops] });
  await plane.apply(Shop({ metadata: { name: "a", namespace: "default" }, spec: { shelves: ["x"] } }));
  await plane.settle();
  const stored = await plane.get(Shop, "a");
  const objects = [...(await plane.list(ConfigMap)), ...(await plane.list(Service))];
  const { status } = await render(shops, stored, { objects });
  assert.equal(status.filled, 1);
  assert.deepEqual(status, stored.status);
});

test("what is absent is not rendered", async () => {
  const { children } = await render(shops, shop({ open: false }));
  assert.deepEqual(children, []);
});

test("other objects are what the operator reads, in the namespace of the object", async () => {
  const secret = (name: string, namespace?: string) =>
    Secret({ metadata: { name, namespace }, stringData: { name: "Ada" } });
  const objects = [secret("owner"), secret("other"), secret("owner", "elsewhere")];
  const { children } = await render(shops, shop({ shelves: ["x"] }), { objects });
  assert.deepEqual(children[0]?.metadata.annotations, { owner: "Ada", "pintle.dev/slot": "door" });
  assert.deepEqual(children[1]?.data, { title: "a shop", secrets: "2" });
});

test("children among the objects are what there is, whether they were in a cluster or not", async () => {
  const first = await render(shops, shop({ shelves: ["x", "y"] }));
  const one = await render(shops, shop({ shelves: ["x", "y"] }), { objects: first.children.slice(0, 2) });
  assert.equal(one.status.filled, 1);
  const named = ConfigMap({ metadata: { name: "a-y" }, data: {} });
  const both = await render(shops, shop({ shelves: ["x", "y"] }), { objects: [...first.children.slice(0, 2), named] });
  assert.equal(both.status.filled, 2);
  assert.deepEqual(
    (both.status.conditions as { status: string }[]).map(({ status }) => status),
    ["True"],
  );
});

test("an object of another version is converted", async () => {
  const old = { apiVersion: "samples.dev/v1beta1", kind: "Shop", metadata: { name: "a" }, spec: { name: "old" } };
  const { object } = await render(shops, old);
  assert.equal(object.apiVersion, "samples.dev/v1");
  assert.deepEqual(object.spec, { title: "old", shelves: [], open: true });
});

const refused: readonly [title: string, spec: object, reason: "BadRequest" | "Invalid", message: RegExp][] = [
  [
    "a wrong type",
    { title: 3 },
    "Invalid",
    /^Shop\.samples\.dev "a" is invalid: \[spec\.title: Invalid value: "integer"/,
  ],
  ["a value out of bounds", { price: -1 }, "Invalid", /spec\.price: Invalid value: -1: .*greater than or equal to 0/],
  ["a rule", { price: 100 }, "Invalid", /nobody pays that/],
  [
    "a field that nobody knows",
    { titel: "x" },
    "BadRequest",
    /Shop "a": strict decoding error: unknown field "spec\.titel"/,
  ],
  [
    "the operator's admission, with the value",
    { title: "bank" },
    "Invalid",
    /spec\.title: Invalid value: "bank": is another trade/,
  ],
  [
    "the operator's admission, for a list",
    { shelves: ["x", "y", "z"] },
    "Invalid",
    /spec\.shelves: Forbidden: are too many/,
  ],
];
for (const [title, spec, reason, message] of refused) {
  test(`an object is refused as by the server: ${title}`, async () => {
    await assert.rejects(render(shops, shop(spec)), (error: Error) => {
      assert.ok(ApiError.is(error, reason), error.message);
      assert.match(error.message, message);
      return true;
    });
  });
}

test("what the schema and its rules refuse is told in the words of the server", async () => {
  await using plane = await startTestPlane({ operators: () => [shops], profile: "apiserver", webhooks: false });
  const messageOf = (work: Promise<unknown>) =>
    work.then(
      () => assert.fail("it is accepted"),
      ({ message }: Error) => message,
    );
  for (const spec of [{ title: 3 }, { price: -1 }, { price: 100 }, { shelves: "x" }, { open: null, title: "" }]) {
    const told = await messageOf(
      plane.client.resource({ apiVersion: "samples.dev/v1", kind: "Shop" }).create(shop(spec)),
    );
    assert.equal(await messageOf(render(shops, shop(spec))), told);
  }
});

test("everything that is wrong in the other version is told in its own words", async () => {
  const old = { apiVersion: "samples.dev/v1beta1", kind: "Shop", metadata: { name: "a" }, spec: { isOpen: "yes" } };
  await assert.rejects(render(shops, old), /spec\.isOpen: Invalid value: "string"/);
});

test("an object without a name, of another kind, or of a version that there is not is refused", async () => {
  await assert.rejects(render(shops, shop({}, "")), /metadata\.name: Required value/);
  await assert.rejects(render(shops, ConfigMap({ metadata: { name: "a" } })), { code: "PINTLE_RENDER_KIND_WRONG" });
  const future = { ...shop({}), apiVersion: "samples.dev/v9" };
  await assert.rejects(render(shops, future), {
    code: "PINTLE_RENDER_KIND_WRONG",
    message: /write one of v1, v1beta1/,
  });
});

test("half an object is told as such, although the operator's functions fail on it", async () => {
  const half = { apiVersion: "samples.dev/v1", kind: "Shop", metadata: { name: "a" } };
  await assert.rejects(render(shops, half), /^ApiError: Shop\.samples\.dev "a" is invalid: .*spec: Required value/);
});

test("admission reads the objects, too", async () => {
  const objects = [Secret({ metadata: { name: "closed" } })];
  await assert.rejects(render(shops, shop({}), { objects }), (error) => {
    // As the webhook refuses it.
    assert.ok(ApiError.is(error, "Forbidden"));
    assert.equal(error.message, "everything is closed");
    return true;
  });
});

test("what admission warns of is told", async () => {
  assert.deepEqual((await render(shops, shop({ title: "kiosk" }))).warnings, ["spec.title: is small"]);
  assert.deepEqual((await render(shops, shop({}))).warnings, []);
});

test("what is given is not changed", async () => {
  const given = Object.freeze(shop(Object.freeze({ shelves: Object.freeze(["x"]) })));
  const before = structuredClone(given);
  await render(shops, given, { objects: [given] });
  assert.deepEqual(given, before);
});
