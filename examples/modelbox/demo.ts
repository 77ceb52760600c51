/**
 * `make run`: a Kubernetes on this machine with simulated nodes, the operator of ModelBoxes on it, a first ModelBox that becomes Ready, is broken
 * and repaired before your eyes, and then is yours.
 *
 * With ONCE=1 it ends after the repair, with 0 where that was seen. With ENABLE_WEBHOOKS=false nothing is asked of webhooks.
 */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type Client, createClient, loadConfig } from "@pintle/client";
import { startControlPlane } from "@pintle/controlplane";
import { createConsoleLogger, createDeadline, createProcessClock, findCondition, type Logger } from "@pintle/machinery";
import { handleSignals } from "@pintle/runtime";
import { definitionNameOf, installResources, readSwitch, startOperators } from "pintle";
import { parse } from "yaml";
import { breakAndRepair } from "./demo/break-and-repair.ts";
import { createScreen, type Screen } from "./demo/screen.ts";
import { showTables } from "./demo/show-tables.ts";
import { until } from "./demo/until.ts";
import { inject } from "./inject.ts";
import { ModelBox } from "./model-box.ts";
import { modelBoxes } from "./model-boxes.ts";

const [kubeconfig = ".build/kubeconfig"] = process.argv.slice(2);
const sampleFile = new URL("config/samples/model_v1_modelbox.yaml", import.meta.url);
/** Whatever takes longer does not come any more. */
const patienceMs = 50_000;

const objects = [
  "/apis/model.github.com/v1/namespaces/default/modelboxes",
  "/apis/apps/v1/namespaces/default/deployments",
  "/api/v1/namespaces/default/services",
  "/api/v1/namespaces/default/pods",
];

const clock = createProcessClock();
const signal = handleSignals();
const logger = createConsoleLogger({ write: (text) => process.stderr.write(text), clock, level: "warn" });
const screen = createScreen(process.stdout);

try {
  await demonstrate(screen, logger);
} catch (error) {
  if (!signal.aborted) {
    console.error(`\nThe demo did not come to its end: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}

async function demonstrate(screen: Screen, logger: Logger): Promise<void> {
  const hasWebhooks = readSwitch("ENABLE_WEBHOOKS", process.env.ENABLE_WEBHOOKS, true);
  const isOnce = readSwitch("ONCE", process.env.ONCE, false);
  using deadline = createDeadline(clock, patienceMs, { label: "demo", kind: "work", unref: true });
  const inTime = AbortSignal.any([signal, deadline.signal]);

  screen.step("Starting a Kubernetes API with three simulated nodes");
  await using plane = await startControlPlane({ profile: "workloads", nodes: 3, listen: {}, logger });
  mkdirSync(dirname(kubeconfig), { recursive: true });
  writeFileSync(kubeconfig, plane.kubeconfig(), { mode: 0o600 });
  chmodSync(kubeconfig, 0o600);
  await using client = createClient(await loadConfig({ file: kubeconfig }), { logger });
  screen.done(plane.url);

  screen.step("Installing ModelBox");
  await installResources(client, [ModelBox], { signal: inTime, onProgress: ({ message }) => screen.progress(message) });
  screen.done(definitionNameOf(ModelBox));

  screen.step(`Starting its operator, ${hasWebhooks ? "with webhooks over TLS" : "without webhooks"}`);
  const webhooks = hasWebhooks ? { by: "url" as const, host: "127.0.0.1", port: 0 } : undefined;
  await using running = await startOperators([modelBoxes({ inject })], { client, logger, webhooks });
  await running.ready;
  screen.done("running");

  await showLife(client, screen, inTime);
  deadline[Symbol.dispose]();
  if (isOnce) return;
  screen.print(`
Try it in another terminal, and end it here with Ctrl-C:
  export KUBECONFIG=${kubeconfig}
  kubectl get modelboxes,deployments,services,pods
  kubectl scale modelbox modelbox-sample --replicas=6 && kubectl get modelbox modelbox-sample --watch
  kubectl delete service nginx && kubectl get services
  kubectl patch modelbox modelbox-sample --type=merge -p '{"spec":{"image":"nginx:1.27"}}' && kubectl get deployments -o wide
  kubectl patch modelbox modelbox-sample --type=merge -p '{"spec":{"rollingUpdate":"0%"}}'   # is refused, and says why
  kubectl explain modelbox.spec
`);
  await Promise.race([running.ended, aborted(signal)]);
}

async function showLife(client: Client, screen: Screen, signal: AbortSignal): Promise<void> {
  screen.step("Applying config/samples/model_v1_modelbox.yaml");
  const startMs = clock.monotonic();
  const sample = parse(readFileSync(sampleFile, "utf8"));
  const box = await client.resource(ModelBox).apply(sample, { fieldManager: "demo" });
  const { name = "" } = box.metadata;
  const untilReady = () =>
    until(client, ModelBox, {
      ...{ name, signal },
      isSo({ status }) {
        const ready = findCondition(status?.conditions, "Ready");
        screen.progress(ready?.message ?? "waiting for the operator");
        return ready?.status === "True" && status?.replicas === box.spec.replicas;
      },
    });
  await untilReady();
  screen.done(`${name} is Ready after ${((clock.monotonic() - startMs) / 1_000).toFixed(1)} s`);
  await showTables(client, screen, objects);

  await breakAndRepair(client, box, { screen, signal });
  await untilReady();
  screen.done(`${name} is Ready again`);
  await showTables(client, screen, objects);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
