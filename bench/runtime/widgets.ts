/** Puts Widgets on a server, changes them, and takes the children of a run away again. */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";

export interface Server {
  readonly url: string;
  readonly ca: string;
  readonly token: string;
  readonly namespace: string;
}

export interface Widgets extends AsyncDisposable {
  /** Writes so many annotations, one after the other at this pace, each with the time at which it was written. */
  stamp(writes: number, everyMs: number): Promise<void>;
  /** How many children and statuses of a run the server has: nobody can claim what it has not written. */
  count(run: string): Promise<{ readonly children: number; readonly statuses: number }>;
  removeChildren(): Promise<void>;
}

const writers = 32;
const template = readFileSync(new URL("widget-template.json", import.meta.url), "utf8");
const definition = readFileSync(new URL("widget-definition.json", import.meta.url), "utf8");

export async function createWidgets(server: Server, objects: number): Promise<Widgets> {
  const { url, ca, token, namespace } = server;
  const pool = new Pool(url, { connect: { ca }, connections: writers });
  const ask = async (method: "GET" | "POST" | "PATCH" | "DELETE", path: string, body?: string): Promise<string> => {
    const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    const headers = { authorization: `Bearer ${token}`, "content-type": type };
    const answer = await pool.request({ method, path, headers, body: body ?? null });
    const text = await answer.body.text();
    if (answer.statusCode >= 400) throw new Error(text);
    return text;
  };
  const widgets = `/apis/bench.example.com/v1/namespaces/${namespace}/widgets`;
  const children = `/api/v1/namespaces/${namespace}/configmaps`;
  const nameOf = (index: number) => `widget-${index}`;
  await ask("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition).catch(ignoreExisting);
  await ask("POST", "/api/v1/namespaces", JSON.stringify({ metadata: { name: namespace } }));
  await untilServed(() => ask("GET", widgets));
  await byMany(objects, async (index) => {
    const body = template.replaceAll("@NS@", namespace).replaceAll("@NAME@", nameOf(index));
    await ask("POST", widgets, body.replaceAll("@I@", String(index)));
  });
  return {
    async stamp(writes, everyMs) {
      for (let index = 0; index < writes; index += 1) {
        const next = sleep(everyMs);
        const stamp = (performance.timeOrigin + performance.now()).toFixed(3);
        const body = JSON.stringify({ metadata: { annotations: { "bench/ts": stamp } } });
        await ask("PATCH", `${widgets}/${nameOf((index * 31) % objects)}`, body);
        await next;
      }
    },
    async count(run) {
      const [maps, all] = await Promise.all([ask("GET", children), ask("GET", widgets)]);
      return {
        children: maps.split(`"run":"${run}"`).length - 1,
        statuses: all.split(`"message":"${run}"`).length - 1,
      };
    },
    async removeChildren() {
      const { items } = JSON.parse(await ask("GET", children)) as { items: { metadata: { name: string } }[] };
      await byMany(
        items.length,
        async (index) => void (await ask("DELETE", `${children}/${items[index]?.metadata.name}`)),
      );
    },
    [Symbol.asyncDispose]: () => pool.close(),
  };
}

async function untilServed(ask: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await ask();
      return;
    } catch (error) {
      if (tries > 100) throw error;
      await sleep(100);
    }
  }
}

async function byMany(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const one = async () => {
    for (let index = next++; index < count; index = next++) await work(index);
  };
  await Promise.all(Array.from({ length: writers }, one));
}

/** Another namespace may have had Widgets before. */
function ignoreExisting(error: unknown): void {
  if (!String(error).includes("AlreadyExists")) throw error;
}
