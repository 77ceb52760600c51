/** Runs the load generator of this folder, a Go program, against a server, and gives its numbers by row and metric. */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import type { MeasuredPlane } from "./planes.ts";
import { type Template, writeTemplates } from "./templates.ts";

export interface Load extends Disposable {
  run(plane: MeasuredPlane, command: string, flags: LoadFlags): Promise<Numbers>;
}

export interface LoadFlags {
  readonly kind?: Template;
  readonly ns?: string;
  readonly n?: number;
  readonly c?: string | number;
  readonly secs?: number;
  readonly watchers?: number;
  readonly rate?: number;
  readonly "warm-up"?: number;
  readonly account?: true;
  readonly hook?: true;
}

/** Keys are `row: metric`. */
export type Numbers = ReadonlyMap<string, number>;

const root = fileURLToPath(new URL("../../", import.meta.url));
const binary = `${root}.build/load`;

export function createLoad(): Load {
  mkdirSync(`${root}.build`, { recursive: true });
  const built = spawnSync("go", ["build", "-o", binary, "."], { cwd: `${root}bench/apiserver/load`, encoding: "utf8" });
  if (built.status !== 0) throw new Error(`the load generator was not built\n${built.stderr}`);
  const objects = mkdtempSync(`${tmpdir()}/pintle-bench-objects-`);
  writeTemplates(objects);
  return {
    run: async (plane, command, flags) => parseNumbers(await runLoad(plane, command, { ...flags, objects })),
    [Symbol.dispose]: () => rmSync(objects, { recursive: true }),
  };
}

function runLoad(plane: MeasuredPlane, command: string, flags: object): Promise<string> {
  const pids = Object.entries(plane.pids).map(([name, pid]) => `${name}=${pid}`);
  const all = { server: plane.url, token: plane.token, pids: pids.join(","), ...flags };
  const args = Object.entries(all).map(([name, value]) => `-${name}=${value}`);
  return new Promise((resolve, reject) => {
    const child = spawn(binary, [command, ...args], { stdio: ["ignore", "pipe", "inherit"] });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve(text) : reject(new Error(`load ${command} ended with ${code}`))));
  });
}

function parseNumbers(text: string): Numbers {
  const lines = text.split("\n").filter((line) => line !== "");
  return new Map(
    lines.map((line) => {
      const [row, metric, value] = line.split("\t");
      return [`${row}: ${metric}`, Number(value)] as const;
    }),
  );
}
