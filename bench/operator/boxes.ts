/** Puts ModelBoxes on a server and looks at what becomes of them, the same way whoever the operator is. */
import { text } from "node:stream/consumers";
import { type Client, createClient } from "@pintle/client";
import { Namespace, ServiceAccount } from "@pintle/kinds";
import { findCondition } from "@pintle/machinery";
import { installResources } from "pintle";
import { Pool } from "undici";
import { ModelBox } from "../../examples/modelbox/model-box.ts";
import { type ObjectWatch, watchObjects } from "../controlplane/object-watch.ts";

export interface BenchServer {
  readonly url: string;
  readonly ca: string;
  readonly token: string;
  readonly namespace: string;
}

export interface Boxes extends AsyncDisposable {
  readonly client: Client;
  /** So many, of which the first have a Service. */
  create(count: number, withService: number): Promise<void>;
  /** Writes an annotation to each. */
  touch(count: number): Promise<void>;
  readonly deployments: ObjectWatch;
  readonly services: ObjectWatch;
  /** Boxes that have been Ready. */
  readonly ready: ObjectWatch;
  /** The version of every box and of every child, by its name. */
  versions(): Promise<ReadonlyMap<string, string>>;
}

const writers = 32;
export const nameOf = (index: number) => `box-${index}`;

export async function createBoxes(server: BenchServer): Promise<Boxes> {
  const { url, ca, token, namespace } = server;
  const client = createClient({
    ...{ server: url, namespace, trust: { read: async () => ca } },
    credentials: { get: async () => ({ authorization: `Bearer ${token}` }), refuse: () => {} },
  });
  await installResources(client, [ModelBox]);
  await client.resource(Namespace).create({ metadata: { name: namespace } });
  const pool = new Pool(url, { connect: { ca }, connections: 3, bodyTimeout: 0 });
  const headers = { authorization: `Bearer ${token}` };
  const watch = (root: string, plural: string, nameIn: (line: string) => string | undefined) =>
    watchObjects(pool, { path: pathOf(root, namespace, plural), headers, nameIn });
  const boxes = client.resource(ModelBox);
  return {
    client,
    create: (count, withService) =>
      byMany(count, async (index) => {
        const ports = index < withService ? { ports: [{ port: 80 }] } : {};
        const spec = { image: "nginx:1.27", size: "small" as const, ...ports };
        await boxes.create({ metadata: { name: nameOf(index) }, spec });
      }),
    touch: (count) =>
      byMany(count, async (index) => {
        const annotations = { touched: String(performance.now()) };
        await boxes.patch(nameOf(index), { merge: { metadata: { annotations } } });
      }),
    deployments: await watch("/apis/apps/v1", "deployments", nameOfNew),
    services: await watch("/api/v1", "services", nameOfNew),
    ready: await watch("/apis/model.github.com/v1", "modelboxes", nameOfReady),
    async versions() {
      const lists = [
        pathOf("/apis/model.github.com/v1", namespace, "modelboxes"),
        pathOf("/apis/apps/v1", namespace, "deployments"),
      ];
      const found = new Map<string, string>();
      for (const path of [...lists, pathOf("/api/v1", namespace, "services")]) {
        const { body } = await client.raw({ method: "GET", path });
        const { items } = JSON.parse(await text(body));
        for (const { metadata } of items) found.set(`${path}/${metadata.name}`, metadata.resourceVersion);
      }
      return found;
    },
    async [Symbol.asyncDispose]() {
      await pool.destroy();
      await client.close();
    },
  };
}

/** Pods need an account, which a plane whose controllers are awake gives to each namespace in a moment. */
export async function untilAccount(client: Client): Promise<void> {
  const accounts = client.resource(ServiceAccount);
  for await (const event of accounts.watch({ fieldSelector: { "metadata.name": "default" } }))
    if (event.type === "ADDED") return;
}

function pathOf(root: string, namespace: string, plural: string): string {
  return `${root}/namespaces/${namespace}/${plural}`;
}

function nameOfNew(line: string): string | undefined {
  return line.startsWith('{"type":"ADDED"') ? /"name":"(box-\d+)"/.exec(line)?.[1] : undefined;
}

function nameOfReady(line: string): string | undefined {
  if (!line.includes('"Ready"')) return undefined;
  const { object } = JSON.parse(line);
  return findCondition(object.status?.conditions, "Ready")?.status === "True" ? object.metadata.name : undefined;
}

async function byMany(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const one = async () => {
    for (let index = next++; index < count; index = next++) await work(index);
  };
  await Promise.all(Array.from({ length: writers }, one));
}
