/**
 * How benches measure: CPU time, ours and the peer by turns in one run, medians of rounds. An absolute number is a report; the
 * ratio is what is held to a bar, because it survives a slow machine.
 */
export interface BenchRow {
  readonly name: string;
  /** CPU of one operation, in microseconds. */
  readonly ours: number;
  /** `NaN` where the peer cannot run here. */
  readonly peer: number;
  /** The median of the rounds' ratios. */
  readonly ratio: number;
  /** The ratio must not be above it. Rows without a bar are reports. */
  readonly bar?: number;
}

type Measurement = () => number | Promise<number>;

const rounds = 9;

/** Alternates between the two, so that a change of the machine's speed meets both. */
export async function compare(name: string, ours: Measurement, peer: Measurement, bar?: number): Promise<BenchRow> {
  const measured: { ours: number; peer: number }[] = [];
  for (let round = 0; round < rounds; round += 1) measured.push({ ours: await ours(), peer: await peer() });
  return {
    name,
    ours: median(measured.map((round) => round.ours)),
    peer: median(measured.map((round) => round.peer)),
    ratio: median(measured.map((round) => round.ours / round.peer)),
    ...(bar === undefined ? {} : { bar }),
  };
}

/** CPU of one run in microseconds, after a warm-up. */
export function cpuMicros(run: () => unknown, runs = 2_000): number {
  for (let count = 0; count < runs / 4; count += 1) run();
  const before = process.cpuUsage();
  for (let count = 0; count < runs; count += 1) run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / runs;
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((left, right) => left - right)[numbers.length >> 1] ?? Number.NaN;
}

/** Prints the rows as a table; says which missed its bar. */
export function printRows(rows: readonly BenchRow[]): void {
  for (const { name, ours, peer, ratio, bar } of rows) {
    const verdict = bar === undefined ? "" : ratio <= bar ? `  within ${bar}` : `  MISSES ${bar}`;
    const figures = [ours, peer]
      .map((micros) => (Number.isNaN(micros) ? "-" : micros.toFixed(3)).padStart(10))
      .join("");
    console.log(`${name.padEnd(52)}${figures}${(Number.isNaN(ratio) ? "-" : ratio.toFixed(2)).padStart(9)}${verdict}`);
  }
}

export function printHeader(): void {
  console.log(`${"CPU, microseconds".padEnd(52)}${"ours".padStart(10)}${"peer".padStart(10)}${"ratio".padStart(9)}`);
}
