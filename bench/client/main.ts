/**
 * What a client costs on the real kube-apiserver: ours, as published, against undici with JSON.parse, which is the limit, and against
 * @kubernetes/client-node. CPU is that of the client's own process, medians of rounds by turns. The run fails when a bar is missed.
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { startRealControlPlane } from "../../test/real/control-plane.ts";
import { missing } from "../../test/tools.ts";
import { type BenchRow, median, printRows } from "../measure.ts";
import type { BenchTarget } from "./bench-client.ts";
import { startCountingRelay } from "./counting-relay.ts";
import { fillNamespace } from "./fill-namespace.ts";
import { installPackages } from "./installed-packages.ts";

const isQuick = process.argv.includes("--quick");
const rounds = isQuick ? 1 : 5;
const objects = isQuick ? 1_000 : 10_000;
const clients = ["raw", "ours", "client-node"] as const;
type ClientName = (typeof clients)[number];

type Numbers = Readonly<Record<string, number>>;
type Measured = Readonly<Record<ClientName, readonly Numbers[]>>;

const run = promisify(execFile);

async function runTask(folder: string, client: ClientName, task: string, target?: BenchTarget): Promise<Numbers> {
  const args = ["--expose-gc", `${folder}/run-task.js`, client, task];
  const env = { ...process.env, BENCH_TARGET: JSON.stringify(target), BENCH_OBJECTS: String(objects) };
  const { stdout } = await run(process.execPath, args, { env });
  return JSON.parse(stdout);
}

async function measure(
  names: readonly ClientName[],
  work: (client: ClientName) => Promise<Numbers>,
): Promise<Measured> {
  const measured: Record<ClientName, Numbers[]> = { raw: [], ours: [], "client-node": [] };
  for (let round = 0; round < rounds; round += 1) for (const name of names) measured[name].push(await work(name));
  return measured;
}

function toRow(name: string, measured: Measured, peer: ClientName, number: string, bar?: number): BenchRow {
  const values = (client: ClientName) => measured[client].map((numbers) => numbers[number] ?? Number.NaN);
  const [ours, peers] = [values("ours"), values(peer)];
  const ratio = median(ours.map((value, round) => value / (peers[round] ?? Number.NaN)));
  return { name, ours: median(ours), peer: median(peers), ratio, ...(bar === undefined ? {} : { bar }) };
}

async function measureAll(): Promise<BenchRow[]> {
  using installed = await installPackages({
    folder: new URL("./", import.meta.url),
    files: ["bench-client", "client-node", "ours", "raw", "run-task"],
  });
  const { folder } = installed;
  await using plane = await startRealControlPlane();
  const target = { url: plane.url, ca: plane.ca, token: plane.tokens.admin ?? "", namespace: "bench" };
  await fillNamespace(target, objects);
  await using relay = await startCountingRelay(plane.url);
  const imports = await measure(["ours", "client-node"], (client) => runTask(folder, client, "import"));
  const gets = await measure(clients, async (client) => {
    const numbers = await runTask(folder, client, "gets", { ...target, url: relay.url });
    return { ...numbers, connections: relay.takeCount() };
  });
  const lists = await measure(clients, (client) => runTask(folder, client, "list", target));
  const watches = await measure(clients, (client) => runTask(folder, client, "watch", target));
  const listTitle = `list of ${objects} x 4.6 KB: CPU ms`;
  return [
    toRow("200 GETs over TLS: connections, against raw", gets, "raw", "connections", 1),
    toRow("200 GETs over TLS: connections, against client-node", gets, "client-node", "connections"),
    toRow("GET: CPU ms, against raw", gets, "raw", "millis"),
    toRow("GET: CPU ms, against client-node", gets, "client-node", "millis"),
    toRow(`${listTitle}, against raw`, lists, "raw", "millis", 1.15),
    toRow(`${listTitle}, against client-node`, lists, "client-node", "millis"),
    toRow("watch: CPU us per event, against raw", watches, "raw", "micros", 1.2),
    toRow("watch: CPU us per event, against client-node", watches, "client-node", "micros"),
    toRow("import: ms, against client-node", imports, "client-node", "millis", 0.2),
    toRow("import: RSS MB, against client-node", imports, "client-node", "megabytes", 0.2),
  ];
}

const lacks = missing("real");
if (lacks) console.log(`bench/client: skipped, ${lacks}`);
else {
  const rows = await measureAll();
  console.log(`${"client".padEnd(52)}${"ours".padStart(10)}${"peer".padStart(10)}${"ratio".padStart(9)}`);
  printRows(rows);
  const isMissed = rows.some(({ ratio, bar }) => bar !== undefined && !(ratio <= bar));
  process.exitCode = isMissed && !isQuick ? 1 : 0;
}
