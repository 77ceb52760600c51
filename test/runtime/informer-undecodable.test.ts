import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigMap } from "@pintle/kinds";
import { createInformers, UndecodableObjectError } from "@pintle/runtime";
import { recordChanges } from "./cached-objects.ts";
import { startRuntimePlane } from "./plane.ts";
import { changeLines, isWatch } from "./wire-faults.ts";

const scope = { labelSelector: "mine" };
const named = (name: string) => ({ metadata: { name, labels: { mine: "" } }, data: { key: "v" } });

test("an object that cannot be decoded is reported once, left out of lists, and named when it is read", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock, faults } = plane;
  const configMaps = plane.connect().client.resource(ConfigMap);
  for (const name of ["a", "broken", "c"]) await configMaps.create(named(name));
  const breakLine = (line: string) => [line.includes('"name":"broken"') ? line.replace('"data":{', '"data":[') : line];
  faults.request = async (request, send) => (isWatch(request) ? changeLines(await send(), breakLine) : await send());
  const errors: unknown[] = [];
  const informers = createInformers(client, { onError: (error) => errors.push(error) });
  const informer = informers.for(ConfigMap, scope);
  const added: (string | undefined)[] = [];
  informer.addHandler({
    add: ({ metadata }) => added.push(metadata.name),
    delete: ({ metadata }) => added.push(`-${metadata.name}`),
  });
  await using _running = informers.start();
  await clock.settle();
  assert.ok(informer.isSynced);
  assert.deepEqual(added, ["a", "c"]);
  assert.deepEqual(
    informer.lister.list().map(({ metadata }) => metadata.name),
    ["a", "c"],
  );
  const read = () => informer.lister.get({ namespace: "default", name: "broken" });
  assert.throws(read, {
    name: "UndecodableObjectError",
    message: /^ConfigMap default\/broken of version \d+ cannot be decoded: /,
  });
  assert.throws(read, UndecodableObjectError);
  assert.equal(errors.length, 1);
  assert.ok(errors[0] instanceof UndecodableObjectError);

  await configMaps.patch("broken", { merge: { data: { key: "2" } } });
  await configMaps.create(named("d"));
  await clock.settle();
  assert.deepEqual(added, ["a", "c", "d"]);
  assert.equal(errors.length, 2, "another version is another report");
  await configMaps.delete("broken");
  await clock.settle();
  assert.equal(read(), undefined);
});

test("an object that can be decoded again comes to handlers as one that they have not known", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock } = plane;
  const configMaps = plane.connect().client.resource(ConfigMap);
  await configMaps.create(named("a"));
  const informers = createInformers(client, { onError: () => {} });
  const informer = informers.for(ConfigMap, {
    ...scope,
    transform: (object) => {
      if ((object.data as { key?: string }).key === "bad") throw new Error("cannot be kept");
      return object;
    },
  });
  const seen: string[] = [];
  informer.addHandler({
    add: () => seen.push("add"),
    update: () => seen.push("update"),
    delete: () => seen.push("delete"),
  });
  await using _running = informers.start();
  await clock.settle();
  await configMaps.patch("a", { merge: { data: { key: "bad" } } });
  await clock.settle();
  await configMaps.patch("a", { merge: { data: { key: "good" } } });
  await clock.settle();
  assert.deepEqual(seen, ["add", "add"]);
  assert.equal(informer.lister.get({ namespace: "default", name: "a" })?.data?.key, "good");
});

test("an object without a name is reported and left out", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock, faults } = plane;
  const configMaps = plane.connect().client.resource(ConfigMap);
  faults.request = async (request, send) =>
    isWatch(request)
      ? changeLines(await send(), (line) => [
          line.startsWith('{"type":"ADDED"') ? '{"type":"ADDED","object":{"metadata":{}}}\n' : "",
          line,
        ])
      : await send();
  const errors: unknown[] = [];
  const informers = createInformers(client, { onError: (error) => errors.push(error) });
  const informer = informers.for(ConfigMap, scope);
  const seen = recordChanges(informer);
  await using _running = informers.start();
  await clock.settle();
  await configMaps.create(named("a"));
  await clock.settle();
  assert.deepEqual(seen, ["add a"]);
  assert.match(String(errors[0]), /without a name/);
});

test("nobody's look at an object is no work: what is never read is never decoded", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock } = plane;
  const configMaps = plane.connect().client.resource(ConfigMap);
  await configMaps.create(named("a"));
  const informers = createInformers(client);
  let decoded = 0;
  const informer = informers.for(ConfigMap, {
    ...scope,
    transform: (object) => {
      decoded += 1;
      return object;
    },
  });
  const keys: string[] = [];
  informer.observe(({ key }) => keys.push(key));
  await using _running = informers.start();
  await clock.settle();
  for (let value = 0; value < 10; value += 1) await configMaps.patch("a", { merge: { data: { key: String(value) } } });
  await clock.settle();
  assert.equal(keys.length, 11);
  assert.equal(decoded, 0);
  informer.lister.list();
  informer.lister.list({ labelSelector: "mine" });
  assert.equal(decoded, 1);
});
