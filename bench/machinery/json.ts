/** What exactness costs: reading and writing JSON against JSON.parse and JSON.stringify, on a Deployment of 4 KB. */
import { readFileSync } from "node:fs";
import { readJson, type Shape, writeJson } from "@pintle/machinery";
import { type BenchRow, compare, cpuMicros } from "../measure.ts";

/** Reading may cost this many times as much as `JSON.parse`. */
const bar = 5;

export async function benchJson(): Promise<BenchRow[]> {
  const value = JSON.parse(read("./deployment.json"));
  const shape: Shape = JSON.parse(read("../../packages/machinery/testdata/shapes/deployment.json"));
  const text = JSON.stringify(value);
  const bytes = Buffer.from(text);
  const indented = Buffer.from(JSON.stringify(value, undefined, 2));
  const odd = Buffer.from(text.replace('"generation":7', '"generation":9007199254740993'));
  const oddValue = readJson(odd).value;
  const by = (run: () => unknown) => () => cpuMicros(run);
  const parse = (input: Buffer) => by(() => JSON.parse(input.toString()));
  const stringify = by(() => JSON.stringify(value));
  return [
    await compare(
      "json: read",
      by(() => readJson(bytes)),
      parse(bytes),
      bar,
    ),
    await compare(
      "json: read with a shape",
      by(() => readJson(bytes, shape)),
      parse(bytes),
      bar,
    ),
    await compare(
      "json: read with a shape, indented",
      by(() => readJson(indented, shape)),
      parse(indented),
      bar,
    ),
    await compare(
      "json: read with a shape and a large integer",
      by(() => readJson(odd, shape)),
      parse(odd),
    ),
    await compare(
      "json: write",
      by(() => writeJson(value)),
      stringify,
    ),
    await compare(
      "json: write with a large integer",
      by(() => writeJson(oddValue)),
      stringify,
    ),
  ];
}

function read(path: string): string {
  return readFileSync(new URL(path, import.meta.url), "utf8");
}
