import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigMap } from "@pintle/kinds";
import { createInformers } from "@pintle/runtime";
import { recordChanges } from "./cached-objects.ts";
import { startRuntimePlane } from "./plane.ts";

const scope = { labelSelector: "mine" };
const named = (name: string) => ({ metadata: { name, labels: { mine: "" } } });

test("a handler that comes late is told of what is there, and its order with what happens is kept", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock } = plane;
  const configMaps = client.resource(ConfigMap);
  for (let index = 0; index < 400; index += 1) await configMaps.create(named(`c${index}`));
  const informers = createInformers(client);
  const informer = informers.for(ConfigMap, scope);
  await using _running = informers.start();
  await clock.settle();

  const seen: string[] = [];
  const registration = informer.observe(({ type, key }) => seen.push(`${type} ${key}`));
  assert.deepEqual([registration.isSynced, seen.length], [false, 0]);
  await configMaps.delete("c399");
  await clock.settle();
  assert.ok(registration.isSynced);
  assert.equal(seen.filter((change) => change.startsWith("add")).length, 400);
  assert.ok(seen.indexOf("delete default/c399") > seen.indexOf("add default/c399"));
});

test("hundreds of objects are told in slices, between which others have their turn", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock } = plane;
  const configMaps = client.resource(ConfigMap);
  for (let index = 0; index < 600; index += 1) await configMaps.create(named(`c${index}`));
  const informers = createInformers(client);
  const informer = informers.for(ConfigMap, scope);
  let told = 0;
  const toldAtTurns: number[] = [];
  informer.observe(() => {
    told += 1;
    if (told === 1)
      void (async () => {
        while (told < 600) {
          await clock.turn();
          toldAtTurns.push(told);
        }
      })();
  });
  await using _running = informers.start();
  await clock.settle();
  assert.equal(told, 600);
  assert.ok(toldAtTurns.length >= 2, String(toldAtTurns));
});

test("a handler that throws or rejects is reported; the others, the copy and the watch go on", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock, requests } = plane;
  const errors: Error[] = [];
  const informers = createInformers(client, { onError: (error) => errors.push(error as Error) });
  const informer = informers.for(ConfigMap, scope);
  informer.addHandler({
    add() {
      throw new Error("thrown");
    },
    // A handler gives nothing back; one that is asynchronous does so nevertheless.
    update: (async () => {
      throw new Error("rejected");
    }) as () => void,
  });
  const seen = recordChanges(informer);
  await using _running = informers.start();
  await clock.settle();
  requests.length = 0;
  await client.resource(ConfigMap).create(named("a"));
  await client.resource(ConfigMap).patch("a", { merge: { data: { k: "v" } } });
  await client.resource(ConfigMap).delete("a");
  await clock.settle();
  assert.deepEqual(seen, ["add a", "update a", "delete a"]);
  assert.deepEqual(
    errors.map(({ message, cause }) => `${message}: ${(cause as Error).message}`),
    [
      "a handler of ConfigMap failed on the add of default/a: thrown",
      "a handler of ConfigMap failed on the update of default/a: rejected",
    ],
  );
  assert.deepEqual(
    requests.filter(({ method }) => method === "GET"),
    [],
    "no list and no watch was needed",
  );
});

test("what nobody asked to be told is a warning of the process, not nothing", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock } = plane;
  const warnings: Error[] = [];
  const hear = (warning: Error) => void warnings.push(warning);
  process.on("warning", hear);
  const informers = createInformers(client);
  informers.for(ConfigMap, scope).observe(() => {
    throw new Error("thrown");
  });
  await using _running = informers.start();
  await client.resource(ConfigMap).create(named("a"));
  await clock.settle();
  await clock.turn();
  process.off("warning", hear);
  assert.match(String(warnings[0]), /a handler of ConfigMap failed on the add of default\/a/);
});

test("an onError that throws does no harm either", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock } = plane;
  const fail = () => {
    throw new Error("no");
  };
  const informers = createInformers(client, { onError: fail });
  const informer = informers.for(ConfigMap, scope);
  informer.observe(fail);
  const seen = recordChanges(informer);
  await using _running = informers.start();
  await client.resource(ConfigMap).create(named("a"));
  await clock.settle();
  assert.equal(seen.length, 1);
});

test("a handler that changes what it was given fails, and nobody else sees the change", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock } = plane;
  const errors: Error[] = [];
  const informers = createInformers(client, { onError: (error) => errors.push(error as Error) });
  const informer = informers.for(ConfigMap, scope);
  informer.addHandler({
    add(object) {
      (object.metadata as { name?: string }).name = "other";
    },
  });
  await using _running = informers.start();
  await client.resource(ConfigMap).create(named("a"));
  await clock.settle();
  assert.ok(errors[0]?.cause instanceof TypeError);
  assert.equal(informer.lister.list()[0]?.metadata.name, "a");
});

test("everything is told again when the period of a handler is over, and to no other handler", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock, requests } = plane;
  await client.resource(ConfigMap).create(named("a"));
  const informers = createInformers(client, { resyncMs: 0 });
  const informer = informers.for(ConfigMap, scope);
  const quiet = recordChanges(informer);
  const seen: boolean[] = [];
  const registration = informer.observe(
    ({ isResync, object, previous }) => isResync && seen.push(object === previous),
    { resyncMs: 60_000 },
  );
  await using _running = informers.start();
  await clock.settle();
  requests.length = 0;
  await clock.advance(10 * 60_000);
  assert.ok(seen.length >= 9 && seen.length <= 11, `${seen.length} times in ten minutes`);
  assert.ok(seen.every(Boolean), "nothing has changed");
  assert.deepEqual(quiet, ["add a initial"]);
  assert.deepEqual(
    requests.filter(({ query }) => !query.has("resourceVersion")),
    [],
    "the server is not asked for it",
  );
  registration.remove();
  seen.length = 0;
  await clock.advance(10 * 60_000);
  assert.equal(seen.length, 0);
});

test("a handler that is removed is told nothing more, also of what waits to be told", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock } = plane;
  for (let index = 0; index < 300; index += 1) await client.resource(ConfigMap).create(named(`c${index}`));
  const informers = createInformers(client);
  const informer = informers.for(ConfigMap, scope);
  await using _running = informers.start();
  await clock.settle();
  let told = 0;
  const registration = informer.observe(() => {
    told += 1;
    if (told === 10) registration.remove();
  });
  await clock.settle();
  assert.equal(told, 10);
});

test("handlers are called in the order of the changes of an object, and nobody waits for what an asynchronous one returns", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock } = plane;
  await client.resource(ConfigMap).create(named("a"));
  const informers = createInformers(client);
  const informer = informers.for(ConfigMap, scope);
  const hours = { kind: "background", label: "a slow handler" } as const;
  const slow: string[] = [];
  const tell = (type: string, delayMs: number) => async () => {
    slow.push(`${type} begins`);
    await clock.sleep(delayMs, hours);
    slow.push(`${type} ends`);
  };
  // The sooner the change, the longer it takes.
  const registration = informer.addHandler({
    add: tell("add", 3 * 3_600_000) as () => void,
    update: tell("update", 2 * 3_600_000) as () => void,
    delete: tell("delete", 3_600_000) as () => void,
  });
  const seen = recordChanges(informer);
  await using _running = informers.start();
  await clock.settle();
  assert.deepEqual([slow, registration.isSynced], [["add begins"], true]);
  await client.resource(ConfigMap).patch("a", { merge: { data: { k: "v" } } });
  await client.resource(ConfigMap).delete("a");
  await clock.settle();
  const begun = ["add begins", "update begins", "delete begins"];
  assert.deepEqual(slow, begun);
  assert.deepEqual(seen, ["add a initial", "update a", "delete a"]);
  assert.deepEqual(informer.lister.list(), []);
  await clock.advance(3 * 3_600_000);
  assert.deepEqual(slow, [...begun, "delete ends", "update ends", "add ends"]);
});

test("a change is told to one handler after the other, in the order in which they were added", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock } = plane;
  const informers = createInformers(client);
  const informer = informers.for(ConfigMap, scope);
  const calls: string[] = [];
  for (const name of ["first", "second", "third"]) {
    const tell = async (_object: unknown, { type }: { readonly type: string }) => {
      calls.push(`${type} ${name}`);
      await clock.turn();
    };
    const handle = tell as (...args: Parameters<typeof tell>) => void;
    informer.addHandler({ add: handle, update: handle, delete: handle });
  }
  await using _running = informers.start();
  await clock.settle();
  await client.resource(ConfigMap).create(named("a"));
  await client.resource(ConfigMap).patch("a", { merge: { data: { k: "v" } } });
  await client.resource(ConfigMap).delete("a");
  await clock.settle();
  const inOrder = ["add", "update", "delete"].flatMap((type) =>
    ["first", "second", "third"].map((name) => `${type} ${name}`),
  );
  assert.deepEqual(calls, inOrder);
});
