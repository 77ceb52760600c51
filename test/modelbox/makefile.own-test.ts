/** The words of the tutorials, one after the other, on a cluster: `make install`, `run`, `uninstall`, `deploy` and `undeploy`. */
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { type Client, createClient, ignoreNotFound, loadConfig } from "@pintle/client";
import { type ListeningControlPlane, startControlPlane } from "@pintle/controlplane";
import { CustomResourceDefinition, Deployment, Namespace } from "@pintle/kinds";
import { createConsoleLogger, createProcessClock, findCondition } from "@pintle/machinery";
import { ModelBox } from "../../examples/modelbox/model-box.ts";
import { findKubectls } from "../real/kubectls.ts";
import { root } from "../tidy/repository.ts";
import { missing } from "../tools.ts";
import { sample } from "./box-plane.ts";

const folder = mkdtempSync(`${tmpdir()}/pintle-makefile-`);
const definition = "modelboxes.model.github.com";
const [kubectl = ""] = findKubectls();
const env = { ...process.env, KUBECONFIG: `${folder}/kubeconfig`, PATH: `${dirname(kubectl)}:${process.env.PATH}` };
const words = (...targets: readonly string[]) => ["--no-print-directory", "-C", `${root}examples/modelbox`, ...targets];
/** The plane is in this process, which therefore must not wait for it. */
const make = (...targets: readonly string[]) => promisify(execFile)("make", words(...targets), { env });

let plane: ListeningControlPlane;
let client: Client;

before(async () => {
  const logger = createConsoleLogger({ write: () => {}, clock: createProcessClock() });
  plane = await startControlPlane({ profile: "workloads", listen: {}, logger });
  writeFileSync(env.KUBECONFIG, plane.kubeconfig(), { mode: 0o600 });
  client = createClient(await loadConfig({ file: env.KUBECONFIG }));
});

after(async () => {
  await client.close();
  await plane.stop();
  rmSync(folder, { recursive: true });
});

test("make install, make run ENABLE_WEBHOOKS=false and make uninstall", { timeout: 120_000 }, async () => {
  assert.match((await make("install")).stdout, /modelboxes\.model\.github\.com is established/);
  const flags = "--health-probe-bind-address=0 --log-level=error";
  const running = spawn("make", words("run", "ENABLE_WEBHOOKS=false", `ARGS=${flags}`), {
    ...{ env, detached: true },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const boxes = client.resource(ModelBox);
  await boxes.create(sample());
  for await (const event of boxes.watch()) {
    if (event.type !== "ADDED" && event.type !== "MODIFIED") continue;
    if (findCondition(event.object.status?.conditions, "Ready")?.status === "True") break;
  }
  const ended = once(running, "exit");
  process.kill(-(running.pid ?? assert.fail("make was not started")), "SIGTERM");
  await ended;
  await make("uninstall");
  assert.equal(await ignoreNotFound(client.resource(ModelBox).list()), undefined);
});

test("make deploy and make undeploy", { skip: missing("kubectl"), timeout: 120_000 }, async () => {
  const settings = ["IMG=registry.example.com/modelbox:1.0.0", `MANIFESTS=${folder}/manifests`];
  await make("deploy", ...settings);
  const { spec } = await client.resource(Deployment, { namespace: "modelbox-system" }).get("modelbox");
  assert.equal(spec?.template.spec?.containers[0]?.image, "registry.example.com/modelbox:1.0.0");
  const { status } = await client.resource(CustomResourceDefinition).get(definition);
  assert.ok(status?.conditions?.some(({ type, status: is }) => type === "Established" && is === "True"));
  await make("undeploy", ...settings);
  assert.equal(await ignoreNotFound(client.resource(Namespace).get("modelbox-system")), undefined);
  assert.equal(await ignoreNotFound(client.resource(CustomResourceDefinition).get(definition)), undefined);
});
