/**
 * `node run.ts SERVER [chapter[/file] …]` runs chapters, or single files of them, against a server. A run of all that the server is asked is
 * compared with docs/compatibility.md, or written there with `--write`.
 */
import { type Chapter, chapters, servers } from "./chapters.ts";
import { chooseChapters } from "./choose-chapters.ts";
import { documentRun } from "./compatibility.ts";
import { notYet } from "./not-yet.ts";
import { runChapters, summarise } from "./run-chapters.ts";

async function main([name = "real", ...rest]: string[]): Promise<number> {
  const start = servers[name];
  if (start === undefined) return complain(`there is no server "${name}": ${Object.keys(servers).join(", ")}`);
  const wanted = rest.filter((word) => word !== "--write");
  let chosen: Chapter[];
  try {
    chosen = chooseChapters(chapters, { wanted, waiting: name === "pintle" ? notYet : {} });
  } catch (error) {
    return complain((error as Error).message);
  }
  const begin = performance.now();
  const run = await runChapters(async (profile) => ({ name, ...(await start(profile)) }), chosen);
  const isWell = summarise(run, name === "real");
  console.log(`${run.outcomes.length} files in ${((performance.now() - begin) / 1000).toFixed(0)} s`);
  if (wanted.length > 0 || documentRun(name, run.outcomes, rest.includes("--write"))) return isWell ? 0 : 1;
  return complain("docs/compatibility.md says otherwise: run `make compatibility`");
}

function complain(message: string): number {
  console.error(message);
  return 1;
}

process.exitCode = await main(process.argv.slice(2));
