/** Our validation, compared with the real server's on objects that are nearly right. What differs shows with SHOW_DIFFERENCES=1. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createSeededRandom, randomBelow } from "@pintle/machinery";
import type { Answer, Json } from "../conformance/answer.ts";
import { servers } from "../conformance/chapters.ts";
import { Client } from "../conformance/client.ts";
import { mask } from "./mask.ts";
import { type AcceptedObject, collectionOf, createMutator, readAcceptedObjects } from "./mutated-objects.ts";

const accepted = readAcceptedObjects();
const seed = 42;
const creations = 3_000;
const updatedObjects = 150;
const updatesPerObject = 10;
/** Of a hundred; the rest is how empty lists and maps are printed, and CEL in claims for devices. */
const leastShare = 98;
const leastUpdateShare = 94;

/** Kinds whose objects change what a server does to others, or that it changes by itself. */
const restless =
  /^(CertificateSigningRequest|CustomResourceDefinition|APIService|IPAddress|ServiceCIDR|Namespace|FlowSchema|.*Webhook.*|.*AdmissionPolicy.*)$/;

/** Status, warnings and causes in any order: where the server walks a map, it has none. */
function judgementOf({ status, warnings, body }: Answer): string {
  const causes: Json[] = mask(body, "default")?.details?.causes ?? [];
  const texts = causes.map(({ field, message }) => `${field}: ${message}`).toSorted();
  return [status, ...(status < 300 ? warnings : []), ...texts].join("\n  ");
}

class Tally {
  #same = 0;
  readonly #differing: string[] = [];

  count(what: string, wanted: string, said: string): void {
    if (wanted === said) this.#same += 1;
    else this.#differing.push(`${what}\n wanted ${wanted}\n said   ${said}`);
  }

  assertShare(least: number): void {
    if (process.env.SHOW_DIFFERENCES) console.log(this.#differing.join("\n"));
    const share = (100 * this.#same) / (this.#same + this.#differing.length);
    assert.ok(share >= least, `${share.toFixed(1)} % agree, not ${least} %`);
  }
}

async function withBothServers(run: (real: Client, own: Client) => Promise<void>): Promise<void> {
  await using real = await servers.real?.("apiserver");
  await using own = await servers.pintle?.("apiserver");
  assert.ok(real && own);
  const [one, other] = [new Client({ name: "real", ...real }), new Client({ name: "pintle", ...own })];
  await run(one, other);
  await one.close();
  await other.close();
}

test("new objects that are nearly right are judged alike", async () => {
  const { objects, words } = await accepted;
  const random = createSeededRandom(seed);
  const { mutateObject } = createMutator(words, random);
  const tally = new Tally();
  await withBothServers(async (real, own) => {
    for (let index = 0; index < creations; index += 1) {
      const { resource, object } = objects[randomBelow(random, objects.length)] as AcceptedObject;
      const body = { ...mutateObject(object, resource), metadata: object.metadata };
      const send = (client: Client) =>
        client.request("POST", collectionOf(resource), { query: { dryRun: "All" }, body });
      const [wanted, said] = await Promise.all([send(real), send(own)]);
      tally.count(`${resource.kind} ${JSON.stringify(body)}`, judgementOf(wanted), judgementOf(said));
    }
  });
  tally.assertShare(leastShare);
});

type View = "" | "/status";

/** Of the object as a server has it; both servers get the same change. */
async function judgeUpdates(
  { resource, object }: AcceptedObject,
  view: View,
  name: string,
  clients: readonly Client[],
  tally: Tally,
): Promise<void> {
  const { words } = await accepted;
  const path = collectionOf(resource);
  const body = { ...object, metadata: { ...object.metadata, name, generateName: undefined } };
  const stored = await Promise.all(clients.map((client) => client.create(path, body)));
  if (!stored.every(({ status }) => status === 201)) return;
  for (let round = 0; round < updatesPerObject; round += 1) {
    const answers = stored.map(({ body: found }, index) => {
      const mutator = createMutator(words, createSeededRandom(`${seed} ${name} ${round}`));
      const changed = view === "" ? mutator.mutateObject(found, resource) : mutator.mutateStatus(found, resource);
      const metadata = { ...found.metadata, managedFields: undefined };
      return (clients[index] as Client).update(`${path}/${name}${view}`, { ...changed, metadata }, { dryRun: "All" });
    });
    const [wanted, said] = (await Promise.all(answers)).map(judgementOf);
    tally.count(`${resource.kind} ${name}${view} ${round}`, wanted ?? "", said ?? "");
  }
  await Promise.all(clients.map((client) => client.delete(`${path}/${name}`, { gracePeriodSeconds: 0 })));
}

async function compareUpdates(view: View): Promise<void> {
  const { objects } = await accepted;
  const steady = objects.filter(({ resource }) => {
    const hasView = view === "" || resource.subresources.some(({ name }) => name === "status");
    return hasView && !restless.test(resource.kind) && resource.verbs.includes("update");
  });
  const random = createSeededRandom(seed);
  const tally = new Tally();
  await withBothServers(async (real, own) => {
    for (let index = 0; index < updatedObjects; index += 1) {
      const chosen = steady[randomBelow(random, steady.length)] as AcceptedObject;
      await judgeUpdates(chosen, view, `odd-${index}`, [real, own], tally);
    }
  });
  tally.assertShare(leastUpdateShare);
}

test("changes that are nearly right are judged alike", () => compareUpdates(""));

test("statuses that are nearly right are judged alike", () => compareUpdates("/status"));
