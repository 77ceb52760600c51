import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient } from "@pintle/client";
import { ConfigMap, Pod } from "@pintle/kinds";
import type { Logger } from "@pintle/machinery";
import { controller } from "@pintle/runtime";
import { defineWebhook } from "../webhook/define-webhook.ts";
import { readProgramFlags } from "./program-flags.ts";
import type { ProgramParts } from "./program-parts.ts";
import { leaderElectionOf, metricsOf, webhooksByFlags } from "./program-settings.ts";

const client = createClient({ transport: { request: () => assert.fail("nobody is asked") } });
const asked = [defineWebhook(Pod, { validate() {} })];
const inCluster = { KUBERNETES_SERVICE_HOST: "10.0.0.1" };

function choose(args: readonly string[], environment: Record<string, string> = {}, parts: ProgramParts = asked) {
  const warnings: string[] = [];
  const logger: Logger = {
    debug() {},
    info() {},
    warn: (text) => void warnings.push(text),
    error() {},
    with: () => logger,
  };
  const flags = readProgramFlags(args, environment);
  return { serving: webhooksByFlags({ flags, environment, parts, client, logger }), warnings };
}

test("webhooks of a pod are called by its Service", () => {
  assert.deepEqual(choose(["--webhook-port=8443"], inCluster).serving, { by: "service", port: 8443 });
});

test("webhooks of a program that names its machine are called by URL, wherever it runs", () => {
  const expected = { by: "url", host: "10.0.0.7", port: 9443 };
  assert.deepEqual(choose(["--webhook-url-host=10.0.0.7"]).serving, expected);
  assert.deepEqual(choose(["--webhook-url-host=10.0.0.7"], inCluster).serving, expected);
});

test("who brings a certificate sees to it that webhooks are called", () => {
  const { serving, warnings } = choose(["--webhook-cert-path=/certs"]);
  assert.equal(serving?.by, "service");
  assert.equal(serving?.by === "service" && serving.certificates?.name, "the certificate in /certs");
  assert.deepEqual(warnings, []);
});

test("outside of the cluster nobody could call them, which is told", () => {
  const outside: [string[], Record<string, string>][] = [
    [[], {}],
    [["--kubeconfig=a"], inCluster],
    [["--context=a"], inCluster],
    [[], { ...inCluster, KUBECONFIG: "a" }],
  ];
  for (const [args, environment] of outside) {
    const { serving, warnings } = choose(args, environment);
    assert.equal(serving, undefined);
    assert.match(warnings.join("\n"), /^webhooks are not served.*--webhook-url-host.*ENABLE_WEBHOOKS=false$/);
  }
});

test("webhooks that are not there, or not wanted, are nothing to talk about", () => {
  const silent = { serving: undefined, warnings: [] };
  assert.deepEqual(choose([], { ENABLE_WEBHOOKS: "false" }), silent);
  assert.deepEqual(choose([], {}, [controller(ConfigMap).reconcile(async () => {})]), silent);
});

test("metrics are served where an address is named, to those who may read them unless said", () => {
  const logger: Logger = { debug() {}, info() {}, warn() {}, error() {}, with: () => logger };
  const chosen = (...args: string[]) => metricsOf(readProgramFlags(args, {}), client, logger);
  assert.equal(chosen(), undefined);
  assert.deepEqual(chosen("--metrics-bind-address=:8080", "--metrics-secure=false"), { bindAddress: ":8080" });
  const { certificate, filter } = chosen("--metrics-bind-address=:8443") ?? assert.fail();
  assert.deepEqual([certificate, typeof filter], ["self-signed", "function"]);
});

test("a Lease is named after the program unless said", () => {
  const chosen = (...args: string[]) => leaderElectionOf(readProgramFlags(args, {}), "boxes");
  assert.equal(chosen(), undefined);
  assert.deepEqual(chosen("--leader-elect"), { name: "boxes.pintle.dev" });
  const args = ["--leader-elect", "--leader-election-id=a", "--leader-election-namespace=b"];
  assert.deepEqual(chosen(...args), { name: "a", namespace: "b" });
});
