/** The main function of a program as people meet it: flags, log lines, signals and exit codes, in processes of their own. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Client, createClient, loadConfig } from "@pintle/client";
import { type ListeningControlPlane, startControlPlane } from "@pintle/controlplane";
import { ConfigMap, CustomResourceDefinition, Lease, Namespace, ValidatingWebhookConfiguration } from "@pintle/kinds";
import { ApiError, createLogList, createProcessClock } from "@pintle/machinery";
import { createAuthority } from "@pintle/machinery/certificates";
import { eventually } from "../runtime/installed-webhooks.ts";
import { type Child, freePort, startChild } from "./run-children.ts";

const Gadget = { apiVersion: "gadgets.example.com/v1", kind: "Gadget" };
const OldGadget = { apiVersion: "gadgets.example.com/v1beta1", kind: "Gadget" };
const folder = mkdtempSync(join(tmpdir(), "pintle-run-"));
const kubeconfig = join(folder, "kubeconfig");
const timeout = 60_000;
let plane: ListeningControlPlane;
let client: Client;

before(async () => {
  plane = await startControlPlane({ listen: {}, logger: createLogList().logger });
  writeFileSync(kubeconfig, plane.kubeconfig(), { mode: 0o600 });
  client = createClient(await loadConfig({ file: kubeconfig }));
});
after(async () => {
  await client.close();
  await plane.stop();
  rmSync(folder, { recursive: true });
});

const usual = ["--kubeconfig", kubeconfig, "--health-probe-bind-address=127.0.0.1:0", "--log-format=json"];

async function untilInstalled(): Promise<void> {
  const found = await client.resource(CustomResourceDefinition).list();
  if (found.items.some(({ metadata }) => metadata.name === "gadgets.gadgets.example.com")) return;
  await using child = startChild([...usual, "--install"], { ENABLE_WEBHOOKS: "false" });
  await child.says("Starting workers");
}

function create(name: string, text: string, namespace = "default") {
  return client.resource(Gadget, { namespace }).create({ ...Gadget, metadata: { name }, spec: { text } });
}

function logged(child: Child, message: string): Record<string, unknown> {
  const found = child.stderr
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .find(({ msg }) => msg === message);
  return found ?? assert.fail(`nothing was said of ${JSON.stringify(message)}:\n${child.stderr.join("\n")}`);
}

test("--help tells on standard output what a program can be told, and ends with 0", { timeout }, async () => {
  await using child = startChild(["--help"]);
  assert.equal(await child.code, 0);
  assert.ok(child.stdout.some((line) => line.startsWith("  --kubeconfig <file>")));
  assert.deepEqual(child.stderr, []);
});

test("an unknown flag is told in one line, and ends with 2", { timeout }, async () => {
  await using child = startChild(["--leader-elected"]);
  assert.equal(await child.code, 2);
  assert.deepEqual(child.lines, ["unknown flag --leader-elected: see --help"]);
});

test("a program without a way to an API server says where it has looked, and ends with 1", { timeout }, async () => {
  await using child = startChild(["--log-format=json"], { HOME: folder });
  assert.equal(await child.code, 1);
  const { level, code, msg } = JSON.parse(child.stderr.join("")) as Record<string, string>;
  assert.deepEqual([level, code], ["error", "PINTLE_CONFIG_NOT_FOUND"]);
  assert.match(msg ?? "", /no way to an API server was found/);
});

test("a resource that is not installed is told with what to do, and ends with 1", { timeout }, async () => {
  await using child = startChild(usual, { ENABLE_WEBHOOKS: "false" });
  assert.equal(await child.code, 1);
  const { code, msg } = JSON.parse(child.stderr.at(-1) ?? "") as Record<string, string>;
  assert.equal(code, "PINTLE_RESOURCE_NOT_INSTALLED");
  assert.match(
    msg ?? "",
    /gadgets\.gadgets\.example\.com is missing: start the program with --install, or kubectl apply/,
  );
});

test("a program installs its resource, leads, works, and gives the Lease free when it is asked to stop", {
  timeout,
}, async () => {
  await using child = startChild([...usual, "--install", "--leader-elect", "--log-level=debug"]);
  await child.says("Starting workers");
  await create("works", "hello");
  await eventually("the child", async () =>
    (await client.resource(ConfigMap, { namespace: "default" }).list()).items.some(
      ({ metadata }) => metadata.name === "works",
    ),
  );
  const leases = client.resource(Lease, { namespace: "default" });
  assert.notEqual((await leases.get("gadget.pintle.dev")).spec?.holderIdentity, "");
  child.process.kill("SIGTERM");
  assert.equal(await child.code, 0);
  assert.equal((await leases.get("gadget.pintle.dev")).spec?.holderIdentity, "");
  assert.equal(logged(child, "starting manager").logger, "setup");
  assert.equal(logged(child, "Starting workers")["worker count"], 1);
  for (const words of ["Starting EventSource", "Starting Controller"])
    assert.equal(logged(child, words).controller, "gadget");
  assert.ok(
    child.stderr.some((line) => line.includes("webhooks are not served, since this program is outside of the cluster")),
  );
  assert.ok(!child.lines.join("\n").includes(plane.tokens.admin ?? ""), "and no token is in any line");
});

test("a program outside of the cluster is called by the name of its machine, and by nobody once it has stopped", {
  timeout,
}, async () => {
  const place = ["--webhook-url-host=127.0.0.1", `--webhook-port=${await freePort()}`];
  const configurations = async () =>
    (await client.resource(ValidatingWebhookConfiguration).list()).items.map(({ metadata }) => metadata.name);
  for (const life of ["first", "second"]) {
    await using child = startChild([...usual, "--install", ...place], { OPERATOR_NAME: "gizmos" });
    await child.says("Starting workers");
    const refused = await create("evil", "evil").then(
      () => assert.fail("it was taken"),
      (error: unknown) => ApiError.find(error)?.status,
    );
    assert.deepEqual([refused?.code, refused?.details?.causes?.[0]?.field], [422, "spec.text"]);
    const manifest = { ...OldGadget, metadata: { name: life }, spec: { words: "hello" } };
    await client.resource(OldGadget, { namespace: "default" }).create(manifest);
    const { spec } = await client.resource(Gadget, { namespace: "default" }).get(life);
    assert.deepEqual(spec, { text: "hello" });
    assert.deepEqual(await configurations(), ["gizmos"]);
    child.process.kill("SIGINT");
    assert.equal(await child.code, 0);
    assert.deepEqual(await configurations(), []);
  }
});

test("webhooks show the certificate of a folder where one is named", { timeout }, async () => {
  await untilInstalled();
  const validity = { nowMs: createProcessClock().now(), lifetimeMs: 86_400_000 };
  const authority = createAuthority("people", validity);
  const { cert, key } = authority.issue({ commonName: "gadgets", names: ["127.0.0.1"], ...validity });
  writeFileSync(join(folder, "tls.crt"), cert + authority.cert);
  writeFileSync(join(folder, "tls.key"), key, { mode: 0o600 });
  const place = ["--webhook-url-host=127.0.0.1", "--webhook-port=0", `--webhook-cert-path=${folder}`];
  await using child = startChild([...usual, ...place]);
  await child.says("Starting workers");
  await assert.rejects(create("evil", "evil"), (error: unknown) => ApiError.is(error, "Invalid"));
  child.process.kill("SIGTERM");
  assert.equal(await child.code, 0);
  assert.ok(!child.lines.join("\n").includes("PRIVATE KEY"));
});

test("only objects in the namespaces that were named are looked at", { timeout }, async () => {
  await untilInstalled();
  for (const name of ["one", "two"]) await client.resource(Namespace).create({ metadata: { name } });
  await using child = startChild(usual, { ENABLE_WEBHOOKS: "false", WATCH_NAMESPACE: "two" });
  await child.says("Starting workers");
  await create("a", "hello", "one");
  await create("a", "hello", "two");
  const childrenIn = async (namespace: string) =>
    (await client.resource(ConfigMap, { namespace }).list()).items.filter(({ metadata }) => metadata.name === "a")
      .length;
  await eventually("the child", async () => (await childrenIn("two")) === 1);
  child.process.kill("SIGTERM");
  assert.equal(await child.code, 0);
  assert.equal(await childrenIn("one"), 0);
  assert.ok(
    !child.stderr.some((line) => line.includes("webhooks are not served")),
    "who said that there are none is not told",
  );
});

test("a program that is asked twice is gone at once, with 1", { timeout }, async () => {
  await untilInstalled();
  await using child = startChild(usual, { ENABLE_WEBHOOKS: "false", BEHAVIOUR: "hangs" });
  await child.says("Starting workers");
  await create("hangs", "hello").catch(() => {});
  await child.says("begun");
  child.process.kill("SIGTERM");
  await child.says("Stopping and waiting for leader election runnables");
  child.process.kill("SIGTERM");
  assert.equal(await child.code, 1);
});

test("an error that nobody caught is written down, and ends with 1", { timeout }, async () => {
  await untilInstalled();
  await create("forgets", "hello").catch(() => {});
  await using child = startChild(usual, { ENABLE_WEBHOOKS: "false", BEHAVIOUR: "forgets" });
  assert.equal(await child.code, 1);
  assert.match(
    await child.says("nobody caught an error").catch(() => child.stderr.join("\n")),
    /a promise that nobody awaits/,
  );
});

test("a factory that fails is written down, and ends with 1", { timeout }, async () => {
  await using child = startChild(usual, { BEHAVIOUR: "refuses" });
  assert.equal(await child.code, 1);
  assert.match(String(logged(child, "problem running manager").error), /the registry cannot be reached/);
});

test("metrics are for those who may read them, unless they are said to be for everybody", { timeout }, async () => {
  await untilInstalled();
  const start = (...args: readonly string[]) =>
    startChild([...usual, "--metrics-bind-address=127.0.0.1:0", ...args], { ENABLE_WEBHOOKS: "false" });
  await using secure = start();
  const { bindAddress } = JSON.parse(await secure.says("Serving metrics server")) as { bindAddress: string };
  const status = (headers: Record<string, string>) =>
    new Promise((resolve, reject) => {
      const options = { rejectUnauthorized: false, headers };
      get(`https://${bindAddress}/metrics`, options, ({ statusCode }) => resolve(statusCode)).on("error", reject);
    });
  assert.equal(await status({}), 401);
  assert.equal(await status({ authorization: `Bearer ${plane.tokens.admin}` }), 200);
  await using plain = start("--metrics-secure=false");
  const { bindAddress: open } = JSON.parse(await plain.says("Serving metrics server")) as { bindAddress: string };
  assert.match(await (await fetch(`http://${open}/metrics`)).text(), /^controller_runtime_/m);
});
