/**
 * What an operator of this framework costs: the one of examples/modelbox, on the embedded plane in real time, and on the real kube-apiserver against
 * the same operator on controller-runtime; and what it takes to import the framework. The run fails when a bar is missed. `--quick` is a look, which fails nothing;
 * `--only=import,embedded,real` takes some of it.
 */
import { missing } from "../../test/tools.ts";
import { type BenchRow, printRows } from "../measure.ts";
import { embeddedRows } from "./embedded.ts";
import { importRows } from "./import.ts";
import { buildOurs, buildPeer } from "./operators.ts";
import { realRows } from "./real.ts";

const isQuick = process.argv.includes("--quick");
const only = process.argv.find((argument) => argument.startsWith("--only="))?.slice("--only=".length);
const isWanted = (part: "import" | "embedded" | "real") => only?.split(",").includes(part) ?? true;
const amount = isQuick
  ? { imports: 3, single: 1, boxes: 100, rounds: 1 }
  : { imports: 15, single: 5, boxes: 1_000, rounds: 3 };

async function measureReal(): Promise<BenchRow[]> {
  const lacks = missing("real") || missing("go");
  if (!lacks) {
    console.error("building the operator on controller-runtime");
    buildPeer();
    return await realRows(amount);
  }
  console.log(`bench/operator: the real server is left out, ${lacks}`);
  return [];
}

await buildOurs();
const rows = [
  ...(isWanted("import") ? await importRows(amount) : []),
  ...(isWanted("embedded") ? await embeddedRows(amount) : []),
  ...(isWanted("real") ? await measureReal() : []),
];
console.log(`${"operator".padEnd(52)}${"ours".padStart(10)}${"peer".padStart(10)}${"ratio".padStart(9)}`);
printRows(rows);
const isMissed = rows.some(({ ratio, bar }) => bar !== undefined && !(ratio <= bar));
process.exitCode = isMissed && !isQuick ? 1 : 0;
