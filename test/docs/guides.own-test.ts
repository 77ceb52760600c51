/** What guides show does what they say of it. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { startTestPlane } from "@pintle/testing";
import type { AnyResource, ControllerDefinition, Operator, WebhookDefinition } from "pintle";
import { ConfigMap, Deployment, Namespace, Pod, Secret, Service } from "pintle/kinds";
import { loadFence, writeFence } from "./fence-modules.ts";

const inDefault = (name: string) => ({ name, namespace: "default" });
const object = (kind: string, name: string, spec: object, version = "v1") => ({
  ...{ apiVersion: `example.com/${version}`, kind, metadata: inDefault(name), spec },
});

test("the tests that guides show pass", () => {
  const files = [
    writeFence("docs/testing.md", "a note is blue"),
    writeFence("docs/testing.md", "a Web becomes Ready"),
    writeFence("packages/testing/README.md", "a ConfigMap that somebody deletes"),
    writeFence("packages/pintle/README.md", "a Web becomes Ready"),
  ];
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const args = ["--conditions=pintle-source", "--test", "--test-reporter=spec", ...files];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", env });
  assert.equal(status, 0, stdout + stderr);
  assert.match(stdout, /pass 6$/m);
});

test("a Shop has a ConfigMap for each language, closes, and follows its Secret", async () => {
  const { shops } = await loadFence<{ shops: Operator }>("docs/reconcile-contract.md", "export const shops");
  await using plane = await startTestPlane({ operators: () => [shops] });
  const spec = { image: "shop:1", credentials: "keys", languages: ["en", "de"] };
  await plane.apply(object("Shop", "a", spec));
  await plane.settle();
  await plane.assertReady(object("Shop", "a", spec));
  await plane.get(Service, "a");
  await plane.get(ConfigMap, "a-en");
  await plane.get(ConfigMap, "a-de");

  await plane.apply(
    object("Shop", "a", { ...spec, isOpen: false, languages: ["de"] }),
    Secret({ metadata: inDefault("keys") }),
  );
  await plane.settle();
  await plane.assertGone(Service({ metadata: inDefault("a") }));
  await plane.assertGone(ConfigMap({ metadata: inDefault("a-en") }));
  const { template } = (await plane.get(Deployment, "a")).spec ?? {};
  const secret = await plane.get(Secret, "keys");
  assert.equal(template?.metadata?.annotations?.["example.com/credentials"], secret.metadata.resourceVersion);
});

test("a Store gets its host, keeps it, and is judged by rules", async () => {
  const { stores } = await loadFence<{ stores: Operator }>("docs/webhooks-and-certificates.md", "export const stores");
  await using plane = await startTestPlane({ operators: () => [stores] });
  await plane.apply(object("Store", "a", { image: "a:1" }));
  const found = (await plane.get(stores.resource as AnyResource, "a")) as { readonly spec?: unknown };
  assert.deepEqual(found.spec, { image: "a:1", host: "a.example.com", size: 1 });
  await assert.rejects(
    plane.apply(object("Store", "a", { image: "a:1", host: "b.example.com" })),
    /spec\.host: .*links/,
  );
  await assert.rejects(plane.apply(object("Store", "small", { image: "a:1", size: 6 })), /no more than 5/);
});

test("pods get the team of their namespace, and no host network", async () => {
  const { teams } = await loadFence<{ teams: WebhookDefinition }>(
    "docs/webhooks-and-certificates.md",
    "export const teams",
  );
  const objects = [Namespace({ metadata: { name: "shop", labels: { team: "ann" } } })];
  await using plane = await startTestPlane({ operators: () => [teams], objects, nodes: 0 });
  const metadata = { name: "a", namespace: "shop" };
  const spec = { containers: [{ name: "a", image: "a:1" }] };
  await plane.apply(Pod({ metadata, spec }));
  assert.equal((await plane.get(Pod, "shop/a")).metadata.labels?.team, "ann");
  const host = Pod({ metadata: { ...metadata, name: "b" }, spec: { ...spec, hostNetwork: true } });
  await assert.rejects(plane.apply(host), /spec\.hostNetwork: .*is for system pods/);
});

test("what an old version cannot say of a Mill is kept while it is written in that version", async () => {
  const [{ Mill }, { defineOperator }] = await Promise.all([
    loadFence<{ Mill: AnyResource }>("docs/webhooks-and-certificates.md", "export const Mill"),
    import("pintle"),
  ]);
  await using plane = await startTestPlane({ operators: () => [defineOperator(Mill, {})] });
  await plane.apply(object("Mill", "a", { stones: 2, wind: false }));
  const old = plane.client.resource({ apiVersion: "example.com/v1beta1", kind: "Mill" }, { namespace: "default" });
  const found = await old.get("a");
  assert.deepEqual(found.spec, { count: 2 });
  await old.update({ ...found, spec: { count: 3 } });
  const now = (await plane.get(Mill, "a")) as { readonly spec?: unknown };
  assert.deepEqual(now.spec, { stones: 3, wind: false });
});

test("ConfigMaps are labelled when they are created, and need data in one namespace", async () => {
  const { labels } = await loadFence<{ labels: WebhookDefinition }>(
    "docs/migrating-from-pepr.md",
    "export const labels",
  );
  // In the program's own namespace nothing is asked about ConfigMaps.
  const objects = ["shop", "demo"].map((name) => Namespace({ metadata: { name } }));
  await using plane = await startTestPlane({ operators: () => [labels], objects });
  await plane.apply(ConfigMap({ metadata: { name: "a", namespace: "shop" } }));
  assert.deepEqual((await plane.get(ConfigMap, "shop/a")).metadata.labels, { seen: "true" });
  const empty = ConfigMap({ metadata: { name: "b", namespace: "demo" } });
  await assert.rejects(plane.apply(empty), /data: .*has to be given/);
});

test("a WebApp becomes Ready, and has no more than seven replicas", async () => {
  const { webApps } = await loadFence<{ webApps: Operator }>("docs/migrating-from-pepr.md", "const webApps");
  await using plane = await startTestPlane({ operators: () => [webApps] });
  const webApp = object("WebApp", "a", { html: "hi", replicas: 2 });
  await plane.apply(webApp);
  await plane.settle();
  await plane.assertReady(webApp);
  await assert.rejects(plane.apply(object("WebApp", "b", { html: "hi", replicas: 8 })), /spec\.replicas/);
});

test("children of a program before this one are taken over where the object controls them, and are told of where it does not", async () => {
  const { webApps } = await loadFence<{ webApps: Operator }>("docs/migrating-from-pepr.md", "const webApps");
  await using plane = await startTestPlane({ operators: () => [webApps] });
  const made: Record<string, string | undefined> = {};
  const webApp = (name: string) => object("WebApp", name, { html: "hi", replicas: 1 });
  await using paused = await plane.pauseOperators();
  for (const [name, controller] of Object.entries({ a: { controller: true }, b: {} })) {
    await plane.apply(webApp(name));
    const { metadata } = await plane.client.resource({ apiVersion: "example.com/v1", kind: "WebApp" }).get(name);
    const owner = { apiVersion: "example.com/v1", kind: "WebApp", name, uid: metadata.uid ?? "", ...controller };
    const page = ConfigMap({ metadata: { name, ownerReferences: [owner] }, data: { "index.html": "old" } });
    made[name] = (await plane.client.resource(ConfigMap).create(page)).metadata.uid;
  }
  await paused.resume();
  await plane.settle();
  await plane.assertReady(webApp("a"));
  const { metadata, data } = await plane.get(ConfigMap, "a");
  assert.deepEqual([metadata.uid, data], [made.a, { "index.html": "hi" }]);
  await plane.assertCondition(webApp("b"), "Ready", "False", "NameTaken");
  await plane.client.resource(ConfigMap).delete("b");
  await plane.settle();
  await plane.assertReady(webApp("b"));
});

test("a controller beside operators welcomes namespaces that have a team, once", async () => {
  const { welcome } = await loadFence<{ welcome: ControllerDefinition }>(
    "docs/migrating-from-controller-runtime.md",
    "const welcome",
  );
  await using plane = await startTestPlane({ operators: () => [welcome] });
  const shop = Namespace({ metadata: { name: "shop", labels: { team: "ann" } } });
  await plane.apply(shop, Namespace({ metadata: { name: "empty", labels: { team: "" } } }));
  await plane.settle();
  assert.deepEqual((await plane.get(ConfigMap, "shop/welcome")).data, { team: "ann" });
  await plane.assertEvent(shop, "Welcomed", "a welcome for team ann");
  assert.deepEqual(await plane.list(ConfigMap, { namespace: "empty", labelSelector: "!x" }).then(namesOf), [
    "kube-root-ca.crt",
  ]);
});

function namesOf(
  objects: readonly { readonly metadata: { readonly name?: string } }[],
): readonly (string | undefined)[] {
  return objects.map(({ metadata }) => metadata.name);
}

test("the script that writes manifests writes the folders that the guide lists", (t) => {
  const folder = mkdtempSync(`${tmpdir()}/pintle-manifests-`);
  t.after(() => rmSync(folder, { recursive: true }));
  const script = writeFence("docs/deploying.md", "writeManifests(");
  const { stdout, stderr, status } = spawnSync(process.execPath, ["--conditions=pintle-source", script], {
    cwd: folder,
    encoding: "utf8",
  });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^\d+ files written, 0 removed$/m);
  const folders = readdirSync(`${folder}/deploy/config`).toSorted();
  assert.deepEqual(folders, ["crd", "default", "manager", "network-policy", "prometheus", "rbac"]);
  assert.deepEqual(readdirSync(`${folder}/deploy`).toSorted(), ["chart", "config"]);
});
