import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@pintle/machinery";
import fc from "fast-check";
import { z } from "zod";
import { spokesOf } from "./conversion.ts";
import { Box, boxOf, carriedBy, convert } from "./conversion-fixture.test.ts";
import { defineResource } from "./define-resource.ts";

const annotation = "pintle.dev/other-versions";
const word = fc.constantFrom("a", "b", "nginx", "x y", "", "ä", "1", "constructor", "__proto__");
const count = fc.integer({ min: 0, max: 4 });
const option = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined });

/** Through JSON, so that `__proto__` is a key. */
const map = fc
  .uniqueArray(fc.tuple(word, word), { selector: ([key]) => key, maxLength: 4 })
  .map((entries): object =>
    JSON.parse(`{${entries.map((pair) => pair.map((text) => JSON.stringify(text)).join(":"))}}`),
  );

const port = fc.record({ port: count, protocol: fc.constantFrom("TCP", "UDP"), name: option(word) });
const image = fc.constantFrom("nginx", "redis", "a/b");
const conditions = fc.constantFrom(undefined, [
  { type: "Ready", status: "True", reason: "Fine", message: "", lastTransitionTime: "2026-01-31T08:00:00Z" },
]);
const inventory = fc.constantFrom(undefined, [{ group: "", version: "v1", kind: "Pod", plural: "pods" }]);
const managed = { observedGeneration: option(count), conditions, inventory };

const hubObjects = fc
  .record({
    spec: fc.record({
      ...{ image, tag: option(fc.constantFrom("1", "latest")), replicas: count },
      size: fc.constantFrom(undefined, "small", "large"),
      ports: option(fc.uniqueArray(port, { selector: (each) => `${each.port}/${each.protocol}`, maxLength: 4 })),
      env: option(
        fc.uniqueArray(fc.record({ name: word, value: word }), { selector: ({ name }) => name, maxLength: 4 }),
      ),
      steps: option(fc.array(fc.record({ name: word, retries: count, note: option(word) }), { maxLength: 4 })),
      labels: option(map),
      nested: option(fc.record({ a: option(word), b: option(fc.array(word, { maxLength: 3 })) })),
    }),
    status: option(fc.record({ readyReplicas: option(count), phase: option(word), ...managed })),
    annotations: option(fc.constant({ mine: "kept" })),
  })
  .map((fields) => boxOf("v1", fields as { spec: object }));

const oldSpec = {
  ...{ image: fc.constantFrom("nginx", "nginx:1", "a:b:c", ":"), count, port: option(count), env: option(map) },
  ...{ steps: option(fc.array(word, { maxLength: 4 })), labels: option(map), colour: option(word) },
  hints: option(fc.array(fc.record({ text: word, weight: option(count) }), { maxLength: 3 })),
};
const oldObjects = fc
  .record({
    spec: fc.record(oldSpec),
    status: option(fc.record({ ready: option(fc.boolean()), text: option(word), ...managed })),
    annotations: option(fc.constant({ mine: "kept" })),
  })
  .map((fields) => boxOf("v1beta1", fields as { spec: object }));

const oldestObjects = fc
  .record({ spec: fc.record({ image: word, motto: option(word) }), status: option(fc.record(managed)) })
  .map((fields) => boxOf("v1alpha1", fields as { spec: object }));

/** Empty annotations are none: the API server drops them. */
function withoutEmpty(object: JsonObject): JsonObject {
  const { annotations, ...metadata } = object.metadata as { annotations?: object };
  const isSaid = annotations !== undefined && Object.keys(annotations).length > 0;
  return { ...object, metadata: { ...metadata, ...(isSaid && { annotations }) } as JsonObject };
}

async function follow(object: JsonObject, ...versions: readonly string[]): Promise<JsonObject> {
  let at = object;
  for (const version of versions) at = await convert(at, version);
  return withoutEmpty(at);
}

const trips: Record<string, [objects: fc.Arbitrary<JsonObject>, versions: string[]]> = {
  "from the hub to an older version and back": [hubObjects, ["v1beta1", "v1"]],
  "from an older version to the hub and back": [oldObjects, ["v1", "v1beta1"]],
  "from the oldest version to the hub and back": [oldestObjects, ["v1", "v1alpha1"]],
  "from an older version to the oldest and back": [oldObjects, ["v1alpha1", "v1beta1"]],
  "from the oldest version to an older one and back": [oldestObjects, ["v1beta1", "v1alpha1"]],
  "from the hub over both others and back": [hubObjects, ["v1beta1", "v1alpha1", "v1beta1", "v1"]],
  "from an older version over all others and back": [oldObjects, ["v1", "v1alpha1", "v1", "v1beta1"]],
};

for (const [title, [objects, versions]] of Object.entries(trips)) {
  test(`an object is what it was on the way ${title}`, async () => {
    await fc.assert(
      fc.asyncProperty(objects, async (object) => {
        assert.deepEqual(await follow(object, ...versions), object);
      }),
      { numRuns: 200 },
    );
  });
}

test("what is carried does not grow however often an object goes there and back", async () => {
  await fc.assert(
    fc.asyncProperty(hubObjects, async (object) => {
      const once = await follow(object, "v1beta1");
      const often = await follow(once, "v1", "v1beta1", "v1", "v1beta1", "v1alpha1", "v1beta1");
      assert.deepEqual(often, once);
    }),
    { numRuns: 100 },
  );
});

test("an edit in one version is there in the other, and changes nothing else", async () => {
  await fc.assert(
    fc.asyncProperty(hubObjects, count, image, async (object, replicas, newImage) => {
      const old = await follow(object, "v1beta1");
      const spec = old.spec as { image: string; count: number };
      const edited = { ...old, spec: { ...spec, count: replicas, image: `${newImage}:9` } };
      const { spec: hubSpec } = object as unknown as { spec: object };
      const now = await follow(edited, "v1");
      assert.deepEqual(now.spec, { ...hubSpec, replicas, image: newImage, tag: "9" });
    }),
    { numRuns: 200 },
  );
});

const rich = {
  image: "nginx",
  replicas: 1,
  size: "large",
  ports: [
    { port: 80, protocol: "TCP", name: "web" },
    { port: 53, protocol: "UDP", name: "dns" },
  ],
  steps: [
    { name: "build", retries: 3, note: "slow" },
    { name: "test", retries: 0 },
    { name: "ship", retries: 1, note: "last" },
  ],
  env: [
    { name: "B", value: "1" },
    { name: "A", value: "2" },
  ],
};

/** The spec of the hub after an edit in v1beta1. */
async function afterEdit(edit: (spec: JsonObject) => object): Promise<JsonObject> {
  const old = await convert(boxOf("v1", { spec: rich }), "v1beta1");
  const now = await convert({ ...old, spec: edit(old.spec as JsonObject) }, "v1");
  return now.spec as JsonObject;
}

test("items of lists keep what is theirs when others are added, removed and moved", async () => {
  const { steps } = await afterEdit((spec) => ({ ...spec, steps: ["ship", "deploy", "build"] }));
  assert.deepEqual(steps, [rich.steps[2], { name: "deploy", retries: 0 }, rich.steps[0]]);
});

test("an item that was renamed is that item still where nothing was added or removed", async () => {
  const { steps } = await afterEdit((spec) => ({ ...spec, steps: ["make", "test", "ship"] }));
  assert.deepEqual(steps, [{ name: "make", retries: 3, note: "slow" }, ...rich.steps.slice(1)]);
});

test("an item that one version cannot show stays when the others are changed", async () => {
  const { ports } = await afterEdit((spec) => ({ ...spec, port: 8080 }));
  assert.deepEqual(ports, [{ port: 8080, protocol: "TCP" }, rich.ports[1]]);
});

test("what is removed in one version is removed in the other", async () => {
  const { steps: _, port: __, ...rest } = (await convert(boxOf("v1", { spec: rich }), "v1beta1")).spec as JsonObject;
  const now = await afterEdit(() => rest);
  assert.deepEqual([now.steps, now.ports, now.size], [undefined, undefined, "large"]);
});

test("edits of the hub win over what an older version has left there", async () => {
  const old = boxOf("v1beta1", { spec: { image: "nginx", count: 1, colour: "red", steps: ["a"] } });
  const hub = await convert(old, "v1");
  assert.notEqual(carriedBy(hub), undefined);
  const edited = { ...hub, spec: { ...(hub.spec as object), replicas: 7 } };
  assert.deepEqual((await convert(edited, "v1beta1")).spec, { ...(old.spec as object), count: 7 });
});

test("nothing is carried where nothing is lost, and what is not needed any more goes", async () => {
  const simple = await convert(boxOf("v1", { spec: { image: "nginx", replicas: 1 } }), "v1beta1");
  assert.deepEqual(simple.metadata, boxOf("v1", { spec: {} }).metadata);
  const old = await convert(boxOf("v1", { spec: rich, annotations: { mine: "kept" } }), "v1beta1");
  assert.deepEqual(Object.keys(JSON.parse(carriedBy(old) ?? "")), ["v1"]);
  const back = await convert(old, "v1");
  assert.deepEqual(back.metadata, boxOf("v1", { spec: {}, annotations: { mine: "kept" } }).metadata);
});

test("defaults of the version that is converted to are filled in", async () => {
  const hub = await convert(boxOf("v1alpha1", { spec: { image: "nginx" } }), "v1");
  assert.deepEqual(hub.spec, { image: "nginx", replicas: 1 });
});

test("what the framework reports is the same in all versions, and other parts of a status are carried", async () => {
  const reported = { observedGeneration: 3, inventory: [{ group: "", version: "v1", kind: "Pod", plural: "pods" }] };
  const hub = boxOf("v1", {
    spec: { image: "nginx", replicas: 1 },
    status: { readyReplicas: 1, phase: "Up", ...reported },
  });
  const old = await convert(hub, "v1beta1");
  assert.deepEqual(old.status, { ready: true, ...reported });
  const oldest = await convert(hub, "v1alpha1");
  assert.deepEqual(oldest.status, hub.status, "a version without a status of its own has that of the hub");
});

const loss = (spec: object) => JSON.stringify({ v1: { keys: { spec: { keys: spec } } } });
const deep = `${'{"v1":{"keys":'.repeat(1)}${'{"a":{"keys":'.repeat(2_000)}{}${"}}".repeat(2_000)}}}`;

const hostile: Record<string, string> = {
  nothing: "",
  "no JSON": "{",
  "no object": "[1]",
  "another type": '{"v1":5}',
  "its own version": '{"v1beta1":{"to":{}}}',
  "other versions": '{"v9":{"to":{}},"__proto__":{"to":1}}',
  "keys that are none": '{"v1":{"keys":[1]}}',
  "a spec that is swapped for a text": '{"v1":{"keys":{"spec":{"from":{"image":"nginx","replicas":2},"to":"x"}}}}',
  "all of it swapped": '{"v1":{"to":{}}}',
  "a wrong type": loss({ size: { to: 5 } }),
  "a value that is not allowed": loss({ size: { to: "huge" } }),
  "a number for an image": loss({ image: { from: "nginx", to: 5 } }),
  "items that are none": loss({ steps: { items: [null, 5, { at: -1 }, { at: 1e9, from: 1, loss: { to: 2 } }] } }),
  "depths without end": deep,
  prototypes: '{"v1":{"keys":{"__proto__":{"to":{"polluted":true}},"constructor":{"to":1}}}}',
  "half of a character": '{"v1":"\\ud800"}',
};

for (const [what, text] of Object.entries(hostile)) {
  test(`an annotation that people have written changes nothing: ${what}`, async () => {
    const old = boxOf("v1beta1", {
      spec: { image: "nginx", count: 2, steps: ["a"] },
      annotations: { [annotation]: text },
    });
    const hub = withoutEmpty(await convert(old, "v1"));
    const expected = { image: "nginx", replicas: 2, steps: [{ name: "a", retries: 0 }] };
    assert.deepEqual([hub.spec, hub.metadata], [expected, boxOf("v1", { spec: {} }).metadata]);
    assert.equal(({} as { polluted?: true }).polluted, undefined);
  });
}

test("what only the operator has to say cannot be put in by an annotation", async () => {
  const text = JSON.stringify({
    v1: { keys: { status: { keys: { inventory: { to: [{ group: "", version: "v1", kind: "A", plural: "b" }] } } } } },
  });
  const status = { ready: true, observedGeneration: 1 };
  const old = boxOf("v1beta1", { spec: { image: "nginx", count: 1 }, status, annotations: { [annotation]: text } });
  assert.deepEqual((await convert(old, "v1")).status, { readyReplicas: 1, observedGeneration: 1 });
});

test("what is too large for annotations can be read, and is refused when it would be lost by writing", async () => {
  const steps = Array.from({ length: 3_000 }, (_, index) => ({ name: `s${index}`, retries: 1, note: "n".repeat(60) }));
  const old = await convert(boxOf("v1", { spec: { image: "nginx", replicas: 1, steps } }), "v1beta1");
  assert.equal((old.spec as { steps: string[] }).steps.length, 3_000);
  assert.equal(carriedBy(old), '{"v1":{"tooLarge":true}}');
  const why = /from v1beta1 to .*: v1 says more of this object than v1beta1 can carry: write it as v1$/;
  await assert.rejects(convert(old, "v1"), why);
  const hints = Array.from({ length: 3_000 }, () => ({ text: "t".repeat(100) }));
  const huge = boxOf("v1beta1", { spec: { image: "nginx", count: 1, hints } });
  await assert.rejects(convert(huge, "v1"), /v1beta1 says more of this object than v1 can carry: write it as v1beta1/);
});

test("a conversion that gives nothing is a mistake in the program", async () => {
  const Broken = defineResource({ group: "b.example.com", version: "v1", kind: "B", spec: z.object({}) }).withVersion(
    "v0",
    {
      spec: z.object({}),
      up: (() => ({})) as unknown as () => { spec: Record<string, never> },
      down: () => ({ spec: {} }),
    },
  );
  const object = { ...boxOf("v0", { spec: {} }), apiVersion: "b.example.com/v0", kind: "B" };
  await assert.rejects(
    convert(object, "v1", Broken),
    /the conversion to v1 gave no spec: its function has to return one at once/,
  );
});

test("the format of the annotation is the one that was stored by the first version of this program", async () => {
  const text =
    '{"v1":{"keys":{"spec":{"keys":{"size":{"to":"large"},"steps":{"length":2,"items":[{"at":1,"from":{"name":"b","retries":0},' +
    '"loss":{"keys":{"retries":{"from":0,"to":2}}}}]},"ports":{"items":[{"id":"[80,\\"TCP\\"]","loss":{"keys":{"name":{"to":"web"}}}}]},' +
    '"env":{"items":[{"id":"[\\"B\\"]","loss":{"to":{"name":"B","value":"2"}}}],"order":{"from":["[\\"A\\"]"],"to":["[\\"B\\"]","[\\"A\\"]"]}}}}}}}';
  const old = boxOf("v1beta1", {
    spec: { image: "nginx", count: 1, steps: ["a", "b"], port: 80, env: { A: "1" } },
    annotations: { [annotation]: text },
  });
  assert.deepEqual((await convert(old, "v1")).spec, {
    ...{ image: "nginx", replicas: 1, size: "large", ports: [{ port: 80, protocol: "TCP", name: "web" }] },
    steps: [
      { name: "a", retries: 0 },
      { name: "b", retries: 2 },
    ],
    env: [
      { name: "B", value: "2" },
      { name: "A", value: "1" },
    ],
  });
});

test("a resource of one version has nothing to convert", () => {
  assert.deepEqual(
    spokesOf(defineResource({ group: "a.example.com", version: "v1", kind: "A", spec: z.object({}) })),
    [],
  );
  assert.deepEqual(
    spokesOf(Box).map(({ hub, kind }) => [hub, kind.apiVersion, kind.subresources]),
    [
      [Box, "boxes.example.com/v1beta1", ["status"]],
      [Box, "boxes.example.com/v1alpha1", ["status"]],
    ],
  );
});
