/** What `pintle up` suggests, typed as it stands there, with a real kubectl. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter } from "node:path";
import { after, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { findKubectls } from "../real/kubectls.ts";
import { missing } from "../tools.ts";

const main = fileURLToPath(new URL("../../packages/cli/src/main.ts", import.meta.url));
const folder = mkdtempSync(`${tmpdir()}/pintle-suggested-`);
const [kubectl] = findKubectls();
const skip = kubectl === undefined && missing("kubectl");
if (kubectl !== undefined) symlinkSync(kubectl, `${folder}/kubectl`);
after(() => rmSync(folder, { recursive: true, force: true }));

const run = promisify(execFile);

/** As in a new terminal: the kubectl that it finds is the one, and no configuration of this machine plays a part. */
const env = { ...process.env, HOME: folder, PATH: `${folder}${delimiter}${process.env.PATH}` };

function pintle(...args: readonly string[]) {
  return run(process.execPath, ["--conditions=pintle-source", main, ...args], { cwd: folder, env });
}

/** All lines that are indented are commands. */
function commandsIn(screen: string): string {
  return screen
    .split("\n")
    .filter((line) => line.startsWith("  "))
    .join("\n");
}

describe("what is suggested works", { skip }, () => {
  for (const [flags, told] of [
    [[], [/^node-1 +Ready /m, /^deployment "web" successfully rolled out$/m, /^deployment\.apps\/web +3\/3 +3 +3 /m]],
    [["--nodes=0"], [/^deployment\.apps\/web +0\/3 +3 +0 /m, /^pod\/web-\S+ +0\/1 +Pending /m]],
    [
      ["--profile=core"],
      [/^serviceaccount\/default /m, /^configmap\/kube-root-ca\.crt /m, /^namespace "shop" deleted/m],
    ],
    [["--profile=apiserver"], [/^deployments +deploy +apps\/v1 /m, /^settings +1 /m]],
  ] as const) {
    test(`with ${flags.join(" ") || "no flags"}`, async () => {
      const { stderr } = await pintle("up", "--detach", ...flags);
      try {
        const { stdout } = await run("sh", ["-e", "-c", commandsIn(stderr)], { env });
        for (const pattern of told) assert.match(stdout, pattern);
      } finally {
        await pintle("down");
      }
    });
  }
});
