import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAnswer } from "../conformance/answer.ts";
import { missing } from "../tools.ts";
import { startGoProgram } from "./go-program.ts";
import { configMap, configMapsOf } from "./manifests.ts";
import { usePlane } from "./planes.ts";

const skip = missing("go");
const plane = skip ? undefined : usePlane();

function judged() {
  if (plane === undefined) throw new Error("tests that need Go are skipped without it");
  return plane();
}

test("a shared informer lists by watch and sees every change in order", { skip }, async () => {
  const { client, kubeconfig } = judged();
  const namespace = await client.namespace();
  const path = configMapsOf(namespace);
  for (const name of ["a", "b"]) assertAnswer(await client.create(path, configMap(name, { value: "1" })), 201);

  await using informer = startGoProgram("watch", namespace, kubeconfig);
  assert.equal(await informer.next(60_000), "asks for a list by watch");
  // Handlers run beside the cache, so the word that it is filled may come before or between them.
  const first = [await informer.next(), await informer.next(), await informer.next()];
  assert.deepEqual(first.toSorted(), ["initial a=1", "initial b=1", "synced 2"]);

  assertAnswer(await client.create(path, configMap("c", { value: "1" })), 201);
  assert.equal(await informer.next(), "added c=1");
  assertAnswer(await client.patch("merge", `${path}/c`, { data: { value: "2" } }), 200);
  assert.equal(await informer.next(), "updated c=1 to c=2");
  assertAnswer(await client.delete(`${path}/a`), 200);
  assert.equal(await informer.next(), "deleted a=1");
  informer.ask("list");
  assert.equal(await informer.next(), "cached 2");
  assert.equal(await informer.end(), 0);
});

test("a shared informer keeps 300 objects that are written while it starts", { skip }, async () => {
  const { client, kubeconfig } = judged();
  const namespace = await client.namespace();
  const path = configMapsOf(namespace);
  const create = async (index: number) =>
    assertAnswer(await client.create(path, configMap(`n-${index}`, { value: "1" })), 201);
  for (let index = 0; index < 100; index += 1) await create(index);

  await using informer = startGoProgram("watch", namespace, kubeconfig);
  const seen = new Set<string>();
  const reading = (async () => {
    while (seen.size < 300) {
      const [, name] = /^(?:initial|added) (\S+)=1$/.exec(await informer.next(60_000)) ?? [];
      if (name === undefined) continue;
      assert.ok(!seen.has(name), `${name} came twice`);
      seen.add(name);
    }
  })();
  for (let index = 100; index < 300; index += 1) await create(index);
  await reading;
  informer.ask("list");
  for (let line = await informer.next(); line !== "cached 300"; line = await informer.next())
    assert.match(line, /^synced \d+$/);
});

test("a typed clientset writes, reads and deletes, with protobuf bodies", { skip }, async () => {
  const { client, kubeconfig } = judged();
  const namespace = await client.namespace();

  await using program = startGoProgram("write", namespace, kubeconfig);
  const expected = [
    "created words one [0 255] informer",
    "updated words two true",
    'stale: Operation cannot be fulfilled on configmaps "words": the object has been modified; please apply your changes to the latest version and try again',
    'deleted: configmaps "words" not found',
    "created web 1 Always 1",
    "scaled web 3 app=web",
    "patched nginx:1.27 3 3",
    "status 3 3",
    "listed 1 web",
    'deleted: deployments.apps "web" not found',
  ];
  for (const [index, line] of expected.entries()) assert.equal(await program.next(60_000), line, `line ${index + 1}`);
  assert.equal(await program.end(), 0);
});
