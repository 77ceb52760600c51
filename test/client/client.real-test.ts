/** The client on the real server: all tests that run on several servers, on this one alone. */
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
process.env.PINTLE_PLANE = "real";
const files = globSync("*.test.ts", { cwd: here }).filter((file) =>
  /onEachServer|judgedServers/.test(readFileSync(here + file, "utf8")),
);
for (const file of files.toSorted()) await import(here + file);
