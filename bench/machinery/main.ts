/** What machinery costs: `make bench`. Rows with a bar are promises; the run fails when one is missed. */
import { type BenchRow, printHeader, printRows } from "../measure.ts";
import { benchApply } from "./apply.ts";
import { benchJson } from "./json.ts";
import { benchSelectors } from "./selectors.ts";
import { benchStrategicMerge } from "./strategic-merge.ts";
import { benchWorkQueue } from "./work-queue.ts";

const missed: BenchRow[] = [];
printHeader();
for (const bench of [benchJson, benchApply, benchStrategicMerge, benchSelectors, benchWorkQueue]) {
  const rows = await bench();
  printRows(rows);
  missed.push(...rows.filter(({ ratio, bar }) => bar !== undefined && ratio > bar));
}
if (missed.length > 0) console.log(`${missed.length} of the bars missed`);
process.exitCode = missed.length > 0 ? 1 : 0;
