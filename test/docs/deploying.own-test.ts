/** What the guide on deploying has people type, once its script has written the manifests: each way to install, on a cluster of its own. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { startControlPlane } from "@pintle/controlplane";
import { createConsoleLogger, createProcessClock } from "@pintle/machinery";
import { helms } from "../real/helms.ts";
import { findKubectls } from "../real/kubectls.ts";
import { root } from "../tidy/repository.ts";
import { missing } from "../tools.ts";
import { createClone } from "./clone.ts";
import { writeFence } from "./fence-modules.ts";
import { createTerminal } from "./terminal.ts";

const guide = readFileSync(`${root}docs/deploying.md`, "utf8");
const [, install = ""] = guide.split(/^## Install\n|^## The image\n/m);
const ways = [...install.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map((match) => match[1]?.trimEnd().split("\n") ?? []);
const [kubectl = ""] = findKubectls();
const [helm] = helms;
const pods = "kubectl --namespace notes-system wait --for=condition=Available --timeout=60s deployment/notes";

test("the guide shows two ways to install", () => assert.equal(ways.length, 2));

for (const commands of ways) {
  const skip = missing("kubectl") || (commands[0]?.startsWith("helm ") && missing("helm"));
  test(`${commands[0]} brings a program into the cluster`, { skip, timeout: 120_000 }, async (t) => {
    using clone = createClone({ kubectl, ...(helm && { helm: helm.path }) });
    const { folder, environment } = clone;
    const logger = createConsoleLogger({ write: () => {}, clock: createProcessClock() });
    await using plane = await startControlPlane({ profile: "workloads", listen: {}, logger });
    writeFileSync(`${folder}/kubeconfig`, plane.kubeconfig(), { mode: 0o600 });
    const terminal = createTerminal(folder, { ...environment, KUBECONFIG: `${folder}/kubeconfig` }, t.signal);
    const script = `${process.execPath} --conditions=pintle-source ${writeFence("docs/deploying.md", "writeManifests(")}`;
    for (const command of [script, ...commands, pods]) {
      const { code, text } = await terminal.run(command);
      assert.equal(code, 0, `${command} said:\n${text}`);
    }
  });
}
