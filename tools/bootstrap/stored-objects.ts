/** How the control plane stores the recorded objects: as it has them when it starts, and as it stores them when they are created. */
import { createMemoryStorage, type Storage } from "@pintle/apiserver";
import { startControlPlane } from "@pintle/controlplane";
import { createProcessClock, type JsonObject, type Logger, type Transport } from "@pintle/machinery";
import { bootstrapObjects } from "./generated/objects.ts";

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {}, with: () => silent };
/** The Service that leads to the server is made anew at each start. */
const ownKeys = /^\/registry\/(?:services|ipaddresses|endpointslices)\//;

export interface StoredObjects {
  /** One object a line: the key, a space, the JSON, with an empty uid and the time 0 in place of what each start makes anew. */
  readonly atStart: readonly string[];
  readonly whenCreated: readonly string[];
}

export async function readStoredObjects(): Promise<StoredObjects> {
  const storage = createMemoryStorage({ clock: createProcessClock() });
  await using plane = await startControlPlane({ storage, logger: silent });
  const atStart = await readLines(storage);
  for (const { key, revision } of (await storage.list({ prefix: "/registry/" })).entries) {
    await storage.swap(key, revision, undefined);
  }
  for (const { path, objects } of bootstrapObjects) {
    for (const object of objects) await create(plane.server.loopback, path, object);
  }
  return { atStart, whenCreated: await readLines(storage) };
}

async function create(transport: Transport, path: string, object: JsonObject): Promise<void> {
  const { namespace } = object.metadata as { namespace?: string };
  const target = namespace === undefined ? path : path.replace(/\/([^/]+)$/, `/namespaces/${namespace}/$1`);
  const { status } = await transport.request({
    method: "POST",
    path: target,
    headers: { "content-type": "application/json", "user-agent": "kube-apiserver" },
    body: new TextEncoder().encode(JSON.stringify(object)),
  });
  if (status !== 201) throw new Error(`POST ${target}: ${status}`);
}

async function readLines(storage: Storage): Promise<string[]> {
  const { entries } = await storage.list({ prefix: "/registry/" });
  return entries
    .filter(({ key }) => !ownKeys.test(key))
    .map(({ key, value }) => `${key} ${withoutUidAndTimes(Buffer.from(value).toString("utf8"))}`);
}

function withoutUidAndTimes(text: string): string {
  return text
    .replace(/"uid":"[^"]*"/, '"uid":""')
    .replaceAll(/"(creationTimestamp|time|lastTransitionTime)":"[^"]*"/g, '"$1":"1970-01-01T00:00:00Z"');
}
