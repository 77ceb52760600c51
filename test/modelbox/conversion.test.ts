/** Any ModelBox can be read and written in either version, and is afterwards what it was, with what the operator says of it. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { anyBox, anyOldBox, anyOldEdit } from "./any-box.ts";
import { type BoxPlane, namespace, startBoxPlane } from "./box-plane.ts";

let plane: BoxPlane;
before(async () => {
  plane = await startBoxPlane();
});
after(() => plane[Symbol.asyncDispose]());

type Version = "v1" | "v1beta1";
type Spec = Readonly<Record<string, unknown>>;

let count = 0;
const boxesIn = (version: Version) =>
  plane.client.resource({ apiVersion: `model.github.com/${version}`, kind: "ModelBox" }, { namespace });

interface ReadBox {
  readonly spec: Spec;
  readonly labels: unknown;
  readonly annotations: unknown;
  readonly generation: unknown;
  readonly status: unknown;
}

async function create(version: Version, spec: Spec): Promise<string> {
  count += 1;
  const name = `box-${count}`;
  const metadata = { name, labels: { team: "shop" }, annotations: { note: "kept" } };
  await boxesIn(version).create({ metadata, spec: spec as never });
  // All that there is to report is reported.
  await plane.settle();
  return name;
}

async function read(version: Version, name: string): Promise<ReadBox> {
  const { metadata, spec, status } = await boxesIn(version).get(name);
  const { "pintle.dev/other-versions": _kept, ...annotations } = metadata.annotations ?? {};
  const { labels, generation } = metadata;
  return { ...{ spec: spec as Spec, labels, annotations, generation }, status: status ?? assert.fail("no status") };
}

/** Reads it in this version and writes it back, with what is changed in it. */
async function write(version: Version, name: string, edit: Spec = {}): Promise<void> {
  const boxes = boxesIn(version);
  const { metadata, spec, ...rest } = await boxes.get(name);
  await boxes.update({ ...rest, metadata, spec: { ...(spec as Spec), ...edit } as never });
  await plane.settle();
}

/** With its Service, whose nodePort another one may want. */
async function withBox(version: Version, spec: Spec, work: (name: string) => Promise<void>): Promise<void> {
  const name = await create(version, spec);
  try {
    await work(name);
  } finally {
    await boxesIn("v1").delete(name);
    await plane.settle();
  }
}

/** What both versions can say they say alike, and the operator says the same of both. */
async function assertAgreeing(name: string): Promise<void> {
  const [{ spec: old, status: oldStatus }, { spec, status }] = [await read("v1beta1", name), await read("v1", name)];
  assert.deepEqual([old.name, old.image, old.instances, old.ports], [spec.name, spec.image, spec.replicas, spec.ports]);
  assert.deepEqual(oldStatus, status);
}

const runs = { numRuns: 40 };

test("any box of v1 that is read and written in v1beta1 is what it was", async () => {
  const holds = (spec: Spec) =>
    withBox("v1", spec, async (name) => {
      const first = await read("v1", name);
      await assertAgreeing(name);
      await write("v1beta1", name);
      assert.deepEqual(await read("v1", name), first);
    });
  await fc.assert(fc.asyncProperty(anyBox, holds), runs);
});

test("any box of v1beta1 that is read and written in v1 is what it was", async () => {
  const holds = (spec: Spec) =>
    withBox("v1beta1", spec, async (name) => {
      const first = await read("v1beta1", name);
      await assertAgreeing(name);
      await write("v1", name);
      assert.deepEqual(await read("v1beta1", name), first);
    });
  await fc.assert(fc.asyncProperty(anyOldBox, holds), runs);
});

const unsaid = ["rollingUpdate", "envs", "containers", "initContainers", "probes", "livenessProbe", "serviceType"];

test("whatever is changed in v1beta1 is so afterwards, and what it has no words for is as it was", async () => {
  const holds = (spec: Spec, edit: Spec) =>
    withBox("v1", spec, async (name) => {
      const first = await read("v1", name);
      const old = await read("v1beta1", name);
      await write("v1beta1", name, edit);
      const edited = await read("v1beta1", name);
      assert.deepEqual(edited.spec, { ...old.spec, ...withDefaults(edit) });
      const now = await read("v1", name);
      for (const field of unsaid) assert.deepEqual(now.spec[field], first.spec[field], field);
      await assertAgreeing(name);
      // Another time nothing changes any more.
      await write("v1beta1", name);
      assert.deepEqual(await read("v1", name), now);
    });
  await fc.assert(fc.asyncProperty(anyBox, anyOldEdit, holds), runs);
});

/** As the server completes it. */
function withDefaults(edit: Spec): Spec {
  const ports = edit.ports as
    | readonly { readonly port: number; readonly protocol?: string; readonly name?: string }[]
    | undefined;
  if (ports === undefined) return edit;
  const completed = ports.map((port) => ({ protocol: "TCP", ...port }));
  if (completed.length < 2) return { ...edit, ports: completed };
  return {
    ...edit,
    ports: completed.map((port) => ({ name: `${port.protocol.toLowerCase()}-${port.port}`, ...port })),
  };
}
