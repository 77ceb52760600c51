/** A plugin that loads the kubeconfig which names it, as real processes. */
import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { loadConfig } from "@pintle/client";

const folder = mkdtempSync(join(tmpdir(), "pintle-cycle-"));
after(() => rmSync(folder, { recursive: true, force: true }));

test("a plugin that needs itself is started once, and its error says so", async () => {
  const [file, command, starts] = [join(folder, "config"), join(folder, "login"), join(folder, "starts")];
  const client = import.meta.resolve("@pintle/client");
  const source = `
    import { appendFileSync } from "node:fs";
    import { loadConfig } from "${client}";
    appendFileSync("${starts}", "started\\n");
    const { credentials } = await loadConfig({ file: "${file}" });
    await credentials.get().catch((error) => { console.error(error.message); process.exitCode = 1; });
  `;
  writeFileSync(join(folder, "login.mjs"), source);
  const node = `exec ${process.execPath} --conditions=pintle-source ${join(folder, "login.mjs")}`;
  writeFileSync(command, `#!/bin/sh\n${node}\n`);
  chmodSync(command, 0o700);
  const exec = { apiVersion: "client.authentication.k8s.io/v1", command: "./login", interactiveMode: "Never" };
  const kubeconfig = {
    "current-context": "x",
    clusters: [{ name: "c", cluster: { server: "https://127.0.0.1:1" } }],
    users: [{ name: "u", user: { exec } }],
    contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
  };
  writeFileSync(file, JSON.stringify(kubeconfig));
  const said: string[] = [];
  const { credentials } = await loadConfig({ file, seams: { say: (text) => said.push(text) } });
  await assert.rejects(async () => credentials?.get(), {
    name: "CredentialsError",
    message: /the command failed with exit code 1: .*asks for them in the same way, without end; give it a kubeconfig/,
  });
  assert.equal(readFileSync(starts, "utf8"), "started\n");
  assert.match(said.join(""), /without end/);
});
