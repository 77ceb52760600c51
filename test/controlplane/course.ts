/**
 * What a client can see of a plane that rolls out, scales, fails and is emptied, as one hash, for tests that compare it: all events of all
 * kinds that can be watched, byte for byte and in the order in which they came.
 */
import assert from "node:assert/strict";
import { createHash, generateKeyPairSync } from "node:crypto";
import { type ControlPlane, readSigningKey, type SigningKey, startControlPlane } from "@pintle/controlplane";
import { createJsonLogger, createSeededRandom, createVirtualClock, type Transport } from "@pintle/machinery";

const images = [{ name: "broken:*", pullError: "not found" }];
const admission = "/apis/admissionregistration.k8s.io/v1";
const shop = "/apis/apps/v1/namespaces/shop/deployments";

export interface Course {
  /** Of all events, in the order in which they came. */
  readonly hash: string;
  readonly eventCount: number;
  readonly uid: string;
}

async function send(transport: Transport, method: string, path: string, body?: object): Promise<Record<string, never>> {
  const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
  const response = await transport.request({
    ...{ method, path, headers: { "content-type": type } },
    ...(body && { body: Buffer.from(JSON.stringify(body)) }),
  });
  const pieces: Uint8Array[] = [];
  for await (const piece of response.body) pieces.push(piece);
  const text = Buffer.concat(pieces).toString();
  assert.ok(response.status < 300, `${method} ${path}: ${text}`);
  return JSON.parse(text);
}

/** The paths of all that can be watched. */
async function watchedPaths(transport: Transport): Promise<string[]> {
  const { groups = [] } = (await send(transport, "GET", "/apis")) as { groups?: { name: string }[] };
  const roots = ["/api/v1"];
  for (const { preferredVersion } of groups as unknown as { preferredVersion: { groupVersion: string } }[]) {
    roots.push(`/apis/${preferredVersion.groupVersion}`);
  }
  const paths: string[] = [];
  for (const root of roots) {
    const { resources = [] } = (await send(transport, "GET", root)) as { resources?: unknown[] };
    for (const { name, verbs } of resources as { name: string; verbs: string[] }[]) {
      if (verbs.includes("watch")) paths.push(`${root}/${name}`);
    }
  }
  return paths;
}

const definition = {
  metadata: { name: "orders.example.com" },
  spec: {
    ...{ group: "example.com", scope: "Namespaced", names: { plural: "orders", kind: "Order" } },
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
  },
};
const policy = {
  metadata: { name: "named" },
  spec: {
    matchConstraints: {
      resourceRules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"] }],
    },
    validations: [{ expression: "object.metadata.name.startsWith('web-')" }],
  },
};
const binding = { metadata: { name: "named" }, spec: { policyName: "named", validationActions: ["Deny"] } };

/** Holds a token once somebody has signed it. */
const tokenSecret = {
  metadata: { name: "web", annotations: { "kubernetes.io/service-account.name": "default" } },
  type: "kubernetes.io/service-account-token",
};

/** A Deployment that rolls out, grows, cannot be pulled, and changes while it loses a node; then its namespace goes, and a token with it. */
async function play({ transport, settle, advance }: ControlPlane): Promise<void> {
  const labels = { app: "web" };
  const template = (image: string) => ({ metadata: { labels }, spec: { containers: [{ name: "web", image }] } });
  const change = (spec: object) => send(transport, "PATCH", `${shop}/web`, { spec });
  await send(transport, "POST", "/api/v1/namespaces", { metadata: { name: "shop" } });
  await settle();
  const spec = { replicas: 1, minReadySeconds: 5, progressDeadlineSeconds: 20, selector: { matchLabels: labels } };
  // All at once, so that what has to be loaded first is loaded while others are at work.
  const create = (path: string, body: object) => send(transport, "POST", path, body);
  await Promise.all([
    create(shop, { metadata: { name: "web" }, spec: { ...spec, template: template("nginx:1") } }),
    create("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition),
    create(`${admission}/validatingadmissionpolicies`, policy),
    create(`${admission}/validatingadmissionpolicybindings`, binding),
    create("/api/v1/namespaces/shop/services", {
      ...{ metadata: { name: "web" }, spec: { selector: labels, ports: [{ port: 80 }] } },
    }),
    create("/api/v1/namespaces/shop/secrets", tokenSecret),
    settle(),
  ]);
  await settle();
  const secret = (await send(transport, "GET", "/api/v1/namespaces/shop/secrets/web")) as { data?: { token?: string } };
  assert.ok(secret.data?.token, "a token was signed");
  await send(transport, "PATCH", `${shop}/web/scale`, { spec: { replicas: 2 } });
  await settle();
  await change({ template: template("broken:1") });
  await advance("30s");
  await change({ template: template("nginx:2") });
  await send(transport, "DELETE", "/api/v1/nodes/node-2");
  await advance("1m");
  await send(transport, "DELETE", "/api/v1/namespaces/shop");
  await settle();
}

/** Signs the tokens of a plane. Only RSA signs the same text alike each time. */
export function makeKey(): SigningKey {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return readSigningKey(privateKey.export({ type: "pkcs8", format: "pem" }).toString());
}

/** Keys do not come from the seed, so that the same course needs the same key. */
export async function courseOf(seed: number, signingKey: SigningKey): Promise<Course> {
  const clock = createVirtualClock();
  const complaints: string[] = [];
  const logger = createJsonLogger({ write: (line) => void complaints.push(line), clock, level: "error" });
  const random = createSeededRandom(seed);
  await using plane = await startControlPlane({
    profile: "workloads",
    nodes: 2,
    kubelet: { images },
    identity: { signingKey },
    clock,
    random,
    logger,
  });
  const { transport } = plane;
  const hash = createHash("sha256");
  let eventCount = 0;
  const over = new AbortController();
  const watches = (await watchedPaths(transport)).map(async (path) => {
    const query = Object.entries({ watch: "1", resourceVersion: "1" });
    const { body } = await transport.request({ method: "GET", path, query, signal: over.signal });
    for await (const piece of body) {
      hash.update(path).update(piece);
      eventCount += 1;
    }
  });
  await plane.settle();
  await play(plane);
  const { metadata } = (await send(transport, "GET", "/api/v1/nodes/node-1")) as { metadata?: { uid: string } };
  over.abort();
  await Promise.allSettled(watches);
  assert.deepEqual(complaints, []);
  return { hash: hash.digest("hex"), eventCount, uid: metadata?.uid ?? "" };
}

/** Each seed takes the same course twice, and no two seeds take the same. */
export async function checkSeeds(first: number, count: number, onSeed: (seed: number) => void): Promise<void> {
  const key = makeKey();
  const hashes = new Set<string>();
  const uids = new Set<string>();
  for (let seed = first; seed < first + count; seed += 1) {
    const course = await courseOf(seed, key);
    assert.ok(course.eventCount > 100, `${course.eventCount} events`);
    assert.deepEqual(await courseOf(seed, key), course, `PINTLE_SEED=${seed} shows it`);
    hashes.add(course.hash);
    uids.add(course.uid);
    onSeed(seed);
  }
  assert.deepEqual([hashes.size, uids.size], [count, count]);
}
