/** Writes down how Kubernetes' internal structs look, for the control plane to print them in messages. `--check` only compares. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const output = fileURLToPath(
  new URL("../../packages/controlplane/src/builtin/validation/generated/internal-structs.ts", import.meta.url),
);
const real = fileURLToPath(new URL("../../test/real", import.meta.url));

const lines = execFileSync("go", ["run", "./structs"], { cwd: real, encoding: "utf8" });
const text = `/** The fields of Kubernetes 1.36.3's internal structs, one struct a line. Written by \`make structs\`. */
export const internalStructs: string = \`\\
${lines}\`;
`;
if (!process.argv.includes("--check")) writeFileSync(output, text);
else if (readFileSync(output, "utf8") !== text) {
  console.error("the internal structs are not fresh: run `make structs`");
  process.exitCode = 1;
}
