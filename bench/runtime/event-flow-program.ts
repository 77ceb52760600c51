/**
 * Takes events in full flow, in a process of its own: `event-flow-program.ts raw`, `looked` or `unlooked`. Whenever it is told how many, it
 * makes lines of Widgets in chunks as large as those of a connection, deals with them, and says what CPU that took for each.
 */
import { readFileSync } from "node:fs";
import { createClient } from "@pintle/client";
import { defineKind, type Transport } from "@pintle/machinery";
import { createInformers } from "@pintle/runtime";

const objects = 1_000;
const eventsInChunk = 8;
const firstVersion = 1_000_000;
const template = readFileSync(new URL("widget-template.json", import.meta.url), "utf8");

const Widgets = defineKind({
  ...{ group: "bench.example.com", version: "v1", kind: "Widget", plural: "widgets", scope: "Namespaced" },
} as const)<object>();

/** As the server writes them: compact, with managedFields, which most writers of objects leave behind. */
const lines = Array.from({ length: objects }, (_, index) => {
  const text = template
    .replaceAll("@NS@", "flow")
    .replaceAll("@NAME@", `widget-${index}`)
    .replaceAll("@I@", `${index}`);
  const { apiVersion, kind, metadata, ...rest } = JSON.parse(text);
  const fieldsV1 = { "f:spec": Object.fromEntries(Object.keys(rest.spec ?? {}).map((key) => [`f:${key}`, {}])) };
  const managedFields = [{ manager: "bench", operation: "Update", apiVersion, fieldsType: "FieldsV1", fieldsV1 }];
  const uid = `0df28fbd-5f5f-11e8-bc74-${String(index).padStart(12, "0")}`;
  const known = { ...metadata, managedFields, resourceVersion: String(firstVersion), uid };
  return JSON.stringify({ type: "MODIFIED", object: { apiVersion, kind, metadata: known, ...rest } });
});

/** The versions only grow, whoever is asked. */
let version = firstVersion;

function nextChunk(): Buffer {
  const texts = Array.from({ length: eventsInChunk }, () => {
    version += 1;
    return lines[version % objects]?.replace(`"${firstVersion}"`, `"${version}"`);
  });
  return Buffer.from(`${texts.join("\n")}\n`);
}

/** Takes chunks, and has dealt with one when the next turn of the event loop comes. */
type Feed = (chunk: Buffer) => void;

function startRaw(): Feed {
  const kept = new Map<string, unknown>();
  let seen = "";
  return (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      const { object } = JSON.parse(chunk.toString("utf8", start, end));
      start = end + 1;
      kept.set(object.metadata.name, object);
      seen = object.metadata.resourceVersion ?? seen;
    }
  };
}

/** A body that goes on for ever. Somebody waits for each chunk that is pushed but the first. */
class ChunkLine implements AsyncIterable<Buffer> {
  #next = Promise.withResolvers<Buffer>();

  push(chunk: Buffer): void {
    this.#next.resolve(chunk);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for (;;) {
      const chunk = await this.#next.promise;
      this.#next = Promise.withResolvers();
      yield chunk;
    }
  }
}

async function startOurs(isLookedAt: boolean): Promise<Feed> {
  const body = new ChunkLine();
  const headers = { "content-type": "application/json" };
  const transport: Transport = { request: async () => ({ status: 200, headers, body }) };
  const informers = createInformers(createClient({ transport, namespace: "flow" }), { freezes: false });
  const informer = informers.for(Widgets, { namespace: "flow" });
  let seen = "";
  if (isLookedAt) {
    informer.addHandler({
      update(object) {
        seen = object.metadata.resourceVersion ?? seen;
      },
    });
  } else {
    informer.observe(({ key }) => {
      seen = key;
    });
  }
  informers.start();
  const annotations = { "k8s.io/initial-events-end": "true" };
  const bookmark = { type: "BOOKMARK", object: { metadata: { resourceVersion: String(firstVersion), annotations } } };
  body.push(Buffer.from(`${lines.join("\n")}\n${JSON.stringify(bookmark)}\n`));
  await informer.synced();
  return (chunk) => body.push(chunk);
}

async function microsOf(feed: Feed, events: number): Promise<number> {
  const chunks = Array.from({ length: events / eventsInChunk }, nextChunk);
  const before = process.cpuUsage();
  for (const chunk of chunks) {
    feed(chunk);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / events;
}

const starters: Readonly<Record<string, () => Feed | Promise<Feed>>> = {
  raw: startRaw,
  looked: () => startOurs(true),
  unlooked: () => startOurs(false),
};
const feed = await starters[process.argv[2] ?? ""]?.();
process.on("message", async (events: number) => {
  if (feed) process.send?.({ micros: await microsOf(feed, events) });
});
process.on("disconnect", () => process.exit());
