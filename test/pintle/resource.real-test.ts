/** Declarations, installing and conversion on the real kube-apiserver: all tests on resources that run on several servers. */
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
process.env.PINTLE_PLANE = "real";
const files = globSync(["resource*.test.ts", "resource*.own-test.ts"], { cwd: here }).filter((file) =>
  /onEachServer|describeKubectls/.test(readFileSync(here + file, "utf8")),
);
for (const file of files.toSorted()) await import(here + file);
