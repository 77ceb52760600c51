/** Operators are often put into one folder without node_modules, for an image: esbuild makes it, split or in one file, and the program runs. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { startControlPlane } from "@pintle/controlplane";
import { createJsonLogger, createProcessClock } from "@pintle/machinery";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../../", import.meta.url));
const logger = createJsonLogger({ write: () => {}, clock: createProcessClock() });
/** Libraries of CommonJS ask for Node's own modules by `require`, which modules do not have. */
const require = 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

for (const splitting of [true, false]) {
  test(`an operator that esbuild put into ${splitting ? "a few files" : "one file"} runs`, async (t) => {
    // Beyond the reach of node_modules: whatever was left out is missed.
    const folder = mkdtempSync(`${tmpdir()}/pintle-bundled-`);
    t.after(() => rmSync(folder, { recursive: true }));
    await build({
      ...{ absWorkingDir: root, entryPoints: ["examples/modelbox/main.ts"], outdir: folder },
      ...{ bundle: true, splitting, format: "esm", platform: "node", target: "node22", logLevel: "silent" },
      ...{ conditions: ["pintle-source"], outExtension: { ".js": ".mjs" }, banner: { js: require } },
    });
    const help = spawnSync(process.execPath, [`${folder}/main.mjs`, "--help"], { encoding: "utf8" });
    assert.equal(help.status, 0, help.stderr);
    assert.match(help.stdout, /--kubeconfig/);

    await using plane = await startControlPlane({ listen: {}, logger });
    // With a comment it is no JSON, and the library for YAML reads it.
    writeFileSync(`${folder}/kubeconfig`, `# for a test\n${plane.kubeconfig()}`, { mode: 0o600 });
    const args = [`${folder}/main.mjs`, "--kubeconfig", `${folder}/kubeconfig`, "--install"];
    const env = { ...process.env, ENABLE_WEBHOOKS: "false" };
    const child = spawn(process.execPath, [...args, "--health-probe-bind-address=0"], {
      env,
      stdio: ["ignore", "ignore", "pipe"],
    });
    let log = "";
    for await (const chunk of child.stderr) {
      log += chunk;
      if (log.includes("Starting workers") && !child.killed) child.kill("SIGTERM");
    }
    const code = child.exitCode ?? (await once(child, "exit"))[0];
    assert.equal(code, 0, log);
  });
}
