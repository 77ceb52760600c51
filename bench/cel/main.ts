/** What a rule costs to run, with its cost tracked, against the fastest CEL on npm, which tracks none. The run fails when a bar is missed. */
import { Environment } from "@marcbachmann/cel-js";
import { type CelValue, createCelEnvironment, kubernetesCel } from "@pintle/cel";
import { type BenchRow, compare, cpuMicros, printHeader, printRows } from "../measure.ts";

/** Twice the CPU of an engine without types, RE2, budgets or 64-bit ints. */
const bar = 2;
const costLimit = 1_000_000;

const spec = {
  replicas: 5,
  template: { image: "registry.example.com/web:1.2.3", ports: [80, 443], labels: { app: "web", tier: "front" } },
  strategy: { type: "RollingUpdate", maxSurge: "25%" },
};
const self = { a: { b: 7 }, l: Array.from({ length: 50 }, (_, index) => `item-${index % 9}`), spec };
const oldSelf = structuredClone(self);

const rules = {
  "compare a field": "self.a.b > 5",
  "all over 50 texts": "self.l.all(x, x.size() < 10 && x.startsWith('item-'))",
  "deep equality of two objects": "self.spec == oldSelf.spec",
};

const runs = 20_000;
const rows: BenchRow[] = [];
for (const [name, source] of Object.entries(rules)) rows.push(await benchRule(name, source));
printHeader();
printRows(rows);
process.exitCode = rows.some(({ ratio }) => ratio > bar) ? 1 : 0;

async function benchRule(name: string, source: string): Promise<BenchRow> {
  const dyn = { kind: "dyn" } as const;
  const ours = createCelEnvironment({ ...kubernetesCel("1.36"), variables: { self: dyn, oldSelf: dyn } }).compile(
    source,
  );
  const theirs = new Environment().registerVariable("self", "dyn").registerVariable("oldSelf", "dyn").parse(source);
  const values: { [name: string]: CelValue } = { self, oldSelf };
  // The peer knows ints only as bigints, and is spared the conversion.
  const peerValues = { self: withBigints(self), oldSelf: withBigints(oldSelf) };
  if (ours.evaluate(values).value !== true || theirs(peerValues) !== true) throw new Error(`${source} is not true`);
  return compare(
    name,
    () => cpuMicros(() => ours.evaluate(values, { costLimit }), runs),
    () => cpuMicros(() => theirs(peerValues), runs),
    bar,
  );
}

function withBigints(value: unknown): unknown {
  if (typeof value === "number") return BigInt(value);
  if (Array.isArray(value)) return value.map(withBigints);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withBigints(inner)]));
}
