/** Creates many Deployments on a plane, the same way whichever it is, and measures it until they have all their pods, and until they are available. */
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";
import type { MeasuredPlane } from "../apiserver/planes.ts";
import { readTemplate } from "../apiserver/templates.ts";
import { cpuSecondsOf, residentMegabytesOf } from "../process-cost.ts";
import { type ObjectWatch, watchObjects } from "./object-watch.ts";

/** From the first request on. */
export interface Moment {
  readonly ms: number;
  /** Of all processes of the plane. */
  readonly cpuSeconds: number;
  readonly residentMegabytes: number;
}

export interface RollOut {
  /** All pods are there. */
  readonly created: Moment;
  /** All Deployments are available; only where there are nodes. */
  readonly available?: Moment;
}

export interface RollOutOptions {
  readonly deployments: number;
  /** Whether somebody runs the pods. */
  readonly hasNodes: boolean;
  /** Told now and then how far it is. */
  readonly onProgress: (text: string) => void;
}

/** As the template has them. */
export const replicas = 3;
const namespace = "rollout";
const writers = 16;
/** Both watches have a connection for themselves. */
const connections = writers + 2;
const longestMs = 1_200_000;
const progressMs = 5_000;

export async function measureRollOut(plane: MeasuredPlane, options: RollOutOptions): Promise<RollOut> {
  const { deployments, hasNodes, onProgress } = options;
  const pool = new Pool(plane.url, { connect: { rejectUnauthorized: false }, connections, bodyTimeout: 0 });
  try {
    const headers = { authorization: `Bearer ${plane.token}`, "content-type": "application/json" };
    const post = async (path: string, body: string) => {
      const answer = await pool.request({ method: "POST", path, headers, body });
      const text = await answer.body.text();
      if (answer.statusCode !== 201) throw new Error(text);
    };
    await prepareNamespace(pool, headers, post);
    const pods = await watchObjects(pool, { path: pathOf("/api/v1", "pods"), headers, nameIn: nameOfNewPod });
    const deploymentsPath = pathOf("/apis/apps/v1", "deployments");
    const available = await watchObjects(pool, { path: deploymentsPath, headers, nameIn: nameOfAvailable });
    const measure = startMeasuring(plane);
    using _progress = tellProgress(options, pods, available, onProgress);
    const template = readTemplate("deployment-2k").replaceAll("@NS@", namespace);
    const creating = byMany(deployments, async (index) => {
      const body = template.replaceAll("@NAME@", `web-${index}`).replaceAll("@I@", String(index));
      await post(deploymentsPath, body);
    });
    await inTime(Promise.all([creating, pods.until(deployments * replicas)]));
    const created = measure();
    if (!hasNodes) return { created };
    await inTime(available.until(deployments));
    return { created, available: measure() };
  } finally {
    await pool.destroy();
  }
}

function pathOf(root: string, plural: string): string {
  return `${root}/namespaces/${namespace}/${plural}`;
}

/** A plane whose controllers are awake gives each namespace an account, without which there are no pods. */
async function prepareNamespace(
  pool: Pool,
  headers: Readonly<Record<string, string>>,
  post: (path: string, body: string) => Promise<void>,
): Promise<void> {
  await post("/api/v1/namespaces", JSON.stringify({ metadata: { name: namespace } }));
  const path = `${pathOf("/api/v1", "serviceaccounts")}/default`;
  for (const deadline = performance.now() + 60_000; performance.now() < deadline; ) {
    const { statusCode, body } = await pool.request({ method: "GET", path, headers });
    await body.dump();
    if (statusCode === 200) return;
    await sleep(20);
  }
  throw new Error("the namespace got no ServiceAccount");
}

function nameOfNewPod(line: string): string | undefined {
  if (!line.startsWith('{"type":"ADDED"')) return undefined;
  return /"name":"([^"]+)"/.exec(line)?.[1];
}

interface DeploymentEvent {
  readonly object: {
    readonly metadata: { readonly name: string };
    readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
  };
}

function nameOfAvailable(line: string): string | undefined {
  if (!line.includes('"Available"')) return undefined;
  const { object }: DeploymentEvent = JSON.parse(line);
  const condition = object.status?.conditions?.find(({ type }) => type === "Available");
  return condition?.status === "True" ? object.metadata.name : undefined;
}

function startMeasuring(plane: MeasuredPlane): () => Moment {
  const pids = Object.values(plane.pids);
  const [beginMs, cpuBefore] = [performance.now(), cpuSecondsOf(pids)];
  return () => ({
    ms: performance.now() - beginMs,
    cpuSeconds: cpuSecondsOf(pids) - cpuBefore,
    residentMegabytes: residentMegabytesOf(pids),
  });
}

function tellProgress(
  { deployments, hasNodes }: RollOutOptions,
  pods: ObjectWatch,
  available: ObjectWatch,
  onProgress: (text: string) => void,
): Disposable {
  const timer = setInterval(() => {
    const ready = hasNodes ? `, ${available.count} of ${deployments} Deployments available` : "";
    onProgress(`${pods.count} of ${deployments * replicas} pods${ready}`);
  }, progressMs);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

async function byMany(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const one = async () => {
    for (let index = next++; index < count; index = next++) await work(index);
  };
  await Promise.all(Array.from({ length: writers }, one));
}

async function inTime<Value>(work: Promise<Value>): Promise<Value> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error(`not done after ${longestMs / 60_000} minutes`)), longestMs);
  try {
    return await Promise.race([work, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}
