/**
 * Three days of a cluster in which everything goes wrong that can: connections are lost, half open, refused or answered by somebody else, the
 * server is started again, its history forgotten. In the end each copy is what the server has, and nothing is left over.
 *
 * `PINTLE_SOAK=1` makes it thirty days, and `PINTLE_SEED` another course of them.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigMap, Namespace } from "@pintle/kinds";
import { createSeededRandom, type Random, randomBelow, type TransportResponse } from "@pintle/machinery";
import { createInformers, type Informer } from "@pintle/runtime";
import { recordViolations } from "./cached-objects.ts";
import { connectionRefused, type Faults, type RuntimePlane, startRuntimePlane } from "./plane.ts";
import { isSoak, tellProgress } from "./soak-progress.ts";
import {
  answerWithStatus,
  answerWithText,
  changeLines,
  isWatch,
  isWatchList,
  resetAfterLines,
  silenceAfterLines,
} from "./wire-faults.ts";

const minuteMs = 60_000;
const stepMs = 10 * minuteMs;
const days = isSoak ? 30 : 3;
const stepsEachDay = (24 * 60 * minuteMs) / stepMs;
const seed = Number(process.env.PINTLE_SEED ?? 42);
const namespaces = ["default", "one", "two"];

type Fault = NonNullable<Faults["request"]>;

/** What may go wrong for a while. */
const faults: readonly Fault[] = [
  async () => {
    throw connectionRefused();
  },
  async (request, send) => (isWatch(request) ? resetAfterLines(await send(), 2) : await send()),
  async (request, send) => (isWatch(request) ? silenceAfterLines(await send(), 1, request.signal) : await send()),
  async () => answerWithStatus(429, "TooManyRequests", "busy", { "retry-after": "5" }),
  async () => answerWithStatus(500, "InternalError"),
  async () => answerWithText(200, "<html>maintenance</html>"),
  async () => answerWithText(404, "<html>no such page</html>"),
  async (request, send) => (isWatchList(request) ? await send() : answerWithStatus(410, "Expired")),
  async (request, send) => (isWatch(request) ? changeLines(await send(), (line) => [line, line]) : await send()),
  async (request, send) => (isWatch(request) ? halfLines(await send()) : await send()),
];

function halfLines(response: TransportResponse): TransportResponse {
  let lines = 0;
  return changeLines(response, (line) => {
    lines += 1;
    return [lines % 5 === 0 ? line.slice(0, -20) : line];
  });
}

test(`after ${days} days of faults every copy is what the server has`, {
  timeout: (isSoak ? 60 : 10) * minuteMs,
}, async () => {
  await using plane = await startRuntimePlane({ seed, stepLimit: 10_000_000 });
  const { client, clock, requests } = plane;
  const random = createSeededRandom(seed);
  const { client: writer } = plane.connect();
  for (const name of namespaces.slice(1)) await writer.resource(Namespace).create({ metadata: { name } });
  const reports: unknown[] = [];
  const informers = createInformers(client, { onError: (error) => reports.push(error) });
  const watched = [
    { informer: informers.for(ConfigMap), isIn: () => true },
    { informer: informers.for(ConfigMap, { namespace: ["one", "two"] }), isIn: inNamespaces("one", "two") },
    { informer: informers.for(ConfigMap, { labelSelector: "even=yes" }), isIn: isEven },
  ];
  const violations = watched.map(({ informer }) => recordViolations(informer));
  const idle = clock.alive().timers.length;
  const running = informers.start();
  await clock.settle();
  let sent = 0;
  for (let step = 0; step < days * stepsEachDay; step += 1) {
    await writeSomething(plane, random);
    await breakSomething(plane, random, step);
    // Now and then the trouble lasts.
    const troubleMs = randomBelow(random, 8) === 0 ? stepMs : randomBelow(random, 3 * minuteMs);
    await clock.advance(troubleMs);
    plane.faults.request = undefined;
    await clock.advance(stepMs - troubleMs);
    assert.deepEqual(violations, [[], [], []]);
    sent += requests.length;
    requests.length = 0;
    if ((step + 1) % stepsEachDay === 0) tellProgress("informers' day", (step + 1) / stepsEachDay, days);
  }
  await clock.advance(2 * minuteMs);
  const { items } = await writer.resource(ConfigMap).list();
  for (const { informer, isIn } of watched)
    assert.deepEqual(versionsOf(informer.lister.list()), versionsOf(items.filter(isIn)));
  assert.deepEqual(reports, []);
  const perHour = (sent + requests.length) / (days * 24) / 4;
  assert.ok(perHour < 120, `${perHour} requests an hour of each watch`);
  await running[Symbol.asyncDispose]();
  assert.ok(clock.alive().timers.length <= idle, String(clock.alive().timers));
  assert.deepEqual(clock.alive().inFlight, []);
});

type Kept = ReturnType<Informer<ConfigMap>["lister"]["list"]>[number];

function inNamespaces(...names: readonly string[]): (object: Kept) => boolean {
  return ({ metadata }) => names.includes(metadata.namespace ?? "");
}

function isEven({ metadata }: Kept): boolean {
  return metadata.labels?.even === "yes";
}

function versionsOf(objects: readonly Kept[]): Record<string, string> {
  const entries = objects.map(({ metadata: { namespace, name, uid, resourceVersion } }): [string, string] => [
    `${namespace}/${name}`,
    `${uid} ${resourceVersion}`,
  ]);
  return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** Up to eight changes of up to sixty objects. */
async function writeSomething({ clock, connect }: RuntimePlane, random: Random): Promise<void> {
  const configMaps = connect().client;
  for (let count = randomBelow(random, 9); count > 0; count -= 1) {
    const namespace = namespaces[randomBelow(random, namespaces.length)] ?? "default";
    const name = `c${randomBelow(random, 20)}`;
    const resource = configMaps.resource(ConfigMap, { namespace });
    const even = randomBelow(random, 2) === 0 ? "yes" : "no";
    if (randomBelow(random, 4) === 0) await resource.delete(name).catch(() => {});
    else {
      await resource
        .create({ metadata: { name, labels: { even } } })
        .catch(() =>
          resource.patch(name, { merge: { metadata: { labels: { even } }, data: { at: String(clock.now()) } } }),
        );
    }
    if (randomBelow(random, 3) === 0) await clock.advance(randomBelow(random, 30_000));
  }
}

async function breakSomething(
  { faults: wire, storage, restart }: RuntimePlane,
  random: Random,
  step: number,
): Promise<void> {
  // Half of the time everything is well.
  wire.request = randomBelow(random, 2) === 0 ? undefined : faults[randomBelow(random, faults.length)];
  if (randomBelow(random, 6) === 0) await storage.compact(await storage.revision());
  if (step % 36 === 35) await restart();
}
