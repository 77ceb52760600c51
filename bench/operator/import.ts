/** What it takes to import the framework as it is published, against zod alone, which every declaration imports anyway: by turns, each in a process of its own. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { installPackages } from "../client/installed-packages.ts";
import { type BenchRow, median } from "../measure.ts";

interface Numbers {
  readonly millis: number;
  readonly megabytes: number;
}

const run = promisify(execFile);

export async function importRows({ imports }: { readonly imports: number }): Promise<BenchRow[]> {
  using installed = await installPackages({
    folder: new URL("programs/", import.meta.url),
    files: ["import-module"],
  });
  const measure = async (module: string): Promise<Numbers> => {
    const args = ["--expose-gc", `${installed.folder}/import-module.js`, module];
    return JSON.parse((await run(process.execPath, args)).stdout);
  };
  const measured: { readonly ours: Numbers; readonly zod: Numbers }[] = [];
  for (let round = 0; round < imports; round += 1) {
    measured.push({ zod: await measure("zod"), ours: await measure("pintle") });
  }
  const row = (name: string, number: keyof Numbers): BenchRow => ({
    name,
    ours: median(measured.map(({ ours }) => ours[number])),
    peer: median(measured.map(({ zod }) => zod[number])),
    ratio: median(measured.map(({ ours, zod }) => ours[number] / zod[number])),
    bar: 1.3,
  });
  return [row("import pintle: ms, against zod", "millis"), row("import pintle: RSS MB, against zod", "megabytes")];
}
