/**
 * One measurement in a process of its own: `run-task.ts CLIENT TASK` with the server in the environment. Prints the numbers as JSON. What is measured
 * has run once before, so that connections are open and code is warm; imports are measured cold.
 */
import type { BenchClient, BenchTarget, CreateBenchClient } from "./bench-client.ts";

const clients: Readonly<Record<string, () => Promise<CreateBenchClient>>> = {
  ours: async () => (await import("./ours.ts")).createOurs,
  raw: async () => (await import("./raw.ts")).createRaw,
  "client-node": async () => (await import("./client-node.ts")).createClientNode,
};

const modules: Readonly<Record<string, string>> = { ours: "@pintle/client", "client-node": "@kubernetes/client-node" };

const { BENCH_TARGET = "{}", BENCH_OBJECTS = "0" } = process.env;
const [name = "", task = ""] = process.argv.slice(2);
const objects = Number(BENCH_OBJECTS);
const repetitions = 3;

async function cpuMillis(work: () => Promise<void>): Promise<number> {
  globalThis.gc?.();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

async function measureImport(): Promise<Record<string, number>> {
  globalThis.gc?.();
  const rss = process.memoryUsage.rss();
  const start = performance.now();
  await import(modules[name] ?? "");
  const millis = performance.now() - start;
  return { millis, megabytes: (process.memoryUsage.rss() - rss) / 2 ** 20 };
}

async function measureList(client: BenchClient): Promise<Record<string, number>> {
  const list = async () => {
    const count = await client.list();
    if (count !== objects) throw new Error(`the list has ${count} objects, not ${objects}`);
  };
  await list();
  const millis = await cpuMillis(async () => {
    for (let count = 0; count < repetitions; count += 1) await list();
  });
  return { millis: millis / repetitions };
}

async function measureWatch(client: BenchClient): Promise<Record<string, number>> {
  await client.watch(objects);
  const millis = await cpuMillis(async () => {
    for (let count = 0; count < repetitions; count += 1) await client.watch(objects);
  });
  return { micros: (millis * 1_000) / (repetitions * objects) };
}

async function measureGets(client: BenchClient): Promise<Record<string, number>> {
  const gets = 200;
  const millis = await cpuMillis(async () => {
    for (let count = 0; count < gets; count += 1) await client.get("web-0");
  });
  return { millis: millis / gets };
}

async function measure(): Promise<Record<string, number>> {
  if (task === "import") return await measureImport();
  const create = await clients[name]?.();
  if (!create) throw new Error(`there is no client ${name}`);
  const client = await create(JSON.parse(BENCH_TARGET) as BenchTarget);
  const tasks = { list: measureList, watch: measureWatch, gets: measureGets };
  const measured = await tasks[task as keyof typeof tasks](client);
  await client.close();
  return measured;
}

console.log(JSON.stringify(await measure()));
// Connections that a client keeps must not keep the bench waiting.
process.exit();
