/** Manifests before the tools and the server that they are for: kubectl's kustomize, Helm, and kube-apiserver. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { after, test } from "node:test";
import { type Client, createClient } from "@pintle/client";
import {
  CustomResourceDefinition,
  Deployment,
  MutatingWebhookConfiguration,
  Namespace,
  ValidatingWebhookConfiguration,
} from "@pintle/kinds";
import { manifestsOf, writeManifests } from "pintle";
import { kubernetesVersion, programPath } from "../real/binaries.ts";
import { startRealControlPlane } from "../real/control-plane.ts";
import { helms } from "../real/helms.ts";
import { eventually } from "../runtime/installed-webhooks.ts";
import { missing } from "../tools.ts";
import { defaultObjects, type FoundObject, objectsUnder, readObjects } from "./manifests-objects.ts";
import { Shop, shops } from "./manifests-shops.ts";

const samples = [Shop({ metadata: { name: "sample" }, spec: { title: "books" } })];
const options = { name: "shops", image: "registry.example.com:5000/shops:1.0.0", samples };
const folder = mkdtempSync(`${tmpdir()}/pintle-manifests-`);
after(() => rmSync(folder, { recursive: true, force: true }));
const files = await manifestsOf([shops()], options);
await writeManifests(folder, files);

const keyOf = ({ kind, metadata }: FoundObject) => `${kind} ${metadata.namespace ?? ""}/${metadata.name}`;
const byKey = (objects: readonly FoundObject[]) => new Map(objects.map((object) => [keyOf(object), object]));

function kustomize(base: string): readonly FoundObject[] {
  return readObjects(run(programPath("kubectl"), "kustomize", `${folder}/config/${base}`));
}

test("kustomize builds every base, and all of them are what was written", { skip: missing("real") }, () => {
  const built = kustomize("default");
  assert.deepEqual(byKey(built), byKey(defaultObjects(files)));
  assert.equal(built[0]?.kind, "Namespace");
  assert.match(built.at(-1)?.kind ?? "", /WebhookConfiguration$/);
  for (const base of ["crd", "rbac", "manager", "webhook", "network-policy", "prometheus", "samples"]) {
    assert.deepEqual(byKey(kustomize(base)), byKey(objectsUnder(files, `config/${base}/`)), base);
  }
});

function run(program: string, ...args: readonly string[]): string {
  return execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/** Without a cluster to ask, Helm has to be told which Kubernetes there will be. */
function renderChart(helm: string, ...args: readonly string[]): readonly FoundObject[] {
  const where = ["--namespace", "shops-system", "--kube-version", kubernetesVersion];
  return readObjects(run(helm, "template", "any-release", `${folder}/chart`, ...where, ...args));
}

for (const { version, path } of helms) {
  const render = (...args: readonly string[]) => renderChart(path, ...args);

  test(`helm ${version} finds nothing wrong with the chart, which has the same objects`, {
    skip: missing("helm"),
  }, () => {
    assert.match(run(path, "lint", "--strict", `${folder}/chart`), /0 chart\(s\) failed/);
    const expected = byKey(defaultObjects(files).filter(({ kind }) => kind !== "Namespace"));
    const rendered = byKey(render());
    assert.deepEqual([...rendered.keys()].toSorted(), [...expected.keys()].toSorted());
    for (const [key, object] of rendered) {
      assert.deepEqual(withoutChartFields(object), withoutChartFields(expected.get(key) ?? assert.fail(key)), key);
    }
  });

  test(`helm ${version} follows the values, and refuses those that nobody reads`, { skip: missing("helm") }, () => {
    const off = [
      "networkPolicy.enabled=false",
      "podDisruptionBudget.enabled=false",
      "crds.enabled=false",
      "serviceMonitor.enabled=true",
    ];
    const kinds = render(...off.flatMap((value) => ["--set", value])).map(({ kind }) => kind);
    for (const kind of ["NetworkPolicy", "PodDisruptionBudget", "CustomResourceDefinition"])
      assert.ok(!kinds.includes(kind));
    assert.ok(kinds.includes("ServiceMonitor"));
    const digest = `sha256:${"a".repeat(64)}`;
    const values = [
      `image.digest=${digest}`,
      "replicas=3",
      "extraArgs={--log-level=debug}",
      "nodeSelector.pool=system",
    ];
    const deployment = render(...values.flatMap((value) => ["--set", value])).find(({ kind }) => kind === "Deployment");
    const text = JSON.stringify(deployment);
    assert.match(text, /"replicas":3/);
    assert.match(text, /"image":"registry\.example\.com:5000\/shops@sha256:a{64}"/);
    assert.match(text, /"--log-format=json","--log-level=debug"\]/);
    assert.match(text, /"nodeSelector":\{"pool":"system"\}/);
    assert.throws(() => render("--set", "replica=3"), /replica/);
    assert.throws(() => render("--set", "replicas=many"), /replicas/);
  });
}

/** What only a chart has: values at their defaults, and what keeps definitions. */
function withoutChartFields(object: FoundObject): unknown {
  return JSON.parse(JSON.stringify(object), (key, value) => {
    if (key === "helm.sh/resource-policy" || key === "imagePullPolicy" || key === "priorityClassName") return undefined;
    if (["affinity", "imagePullSecrets", "nodeSelector", "tolerations"].includes(key)) return undefined;
    return key === "annotations" && Object.keys(value).length === 0 ? undefined : value;
  });
}

async function applyAll(
  client: Client,
  objects: readonly FoundObject[],
  how: { readonly dryRun?: boolean },
): Promise<void> {
  for (const object of objects) {
    const { apiVersion, kind, metadata } = object;
    const place = metadata.namespace === undefined ? {} : { namespace: metadata.namespace };
    const options = { fieldManager: "test", force: true, fieldValidation: "Strict", ...how } as const;
    await client.resource({ apiVersion, kind }, place).apply(object as never, options);
  }
}

/** The real server, and a client of `admin` that keeps what it was warned of. */
async function startServer() {
  const plane = await startRealControlPlane();
  const warnings: string[] = [];
  const config = {
    server: plane.url,
    namespace: "default",
    trust: { read: async () => plane.ca },
    credentials: { get: async () => ({ authorization: `Bearer ${plane.tokens.admin}` }), refuse: () => {} },
  };
  const client = createClient(config, { onWarning: (text) => warnings.push(text) });
  const close = async () => {
    await client.close();
    await plane.stop();
  };
  return { plane, client, warnings, [Symbol.asyncDispose]: close };
}

test("kube-apiserver takes all objects of both forms without a warning", {
  skip: missing("real") || missing("helm"),
}, async () => {
  await using server = await startServer();
  const { client, warnings } = server;
  await client.resource(Namespace).create({ metadata: { name: "shops-system" } });
  for (const { path } of helms) await applyAll(client, renderChart(path), { dryRun: true });
  await applyAll(client, kustomize("default"), {});
  await eventually("the definition", async () => {
    const { status } = await client.resource(CustomResourceDefinition).get("shops.manifests.pintle.dev");
    return (status?.conditions ?? []).some(({ type, status: is }) => type === "Established" && is === "True");
  });
  assert.deepEqual(warnings, []);
});

const callers = [
  [MutatingWebhookConfiguration, "shops", "/webhooks/0/clientConfig/caBundle"],
  [ValidatingWebhookConfiguration, "shops", "/webhooks/0/clientConfig/caBundle"],
  [CustomResourceDefinition, "shops.manifests.pintle.dev", "/spec/conversion/webhook/clientConfig/caBundle"],
] as const;

/** As a program does it that has certificates of its own. */
async function injectAuthority(client: Client, value: string): Promise<void> {
  for (const [kind, name, path] of callers) {
    const objects = client.resource(kind as typeof CustomResourceDefinition);
    await objects.patch(name, { json: [{ op: "add", path, value }] }, { fieldManager: "pintle-certificates" });
  }
}

async function assertAuthority(client: Client, value: string, after: string): Promise<void> {
  for (const [kind, name] of callers) {
    const found = await client.resource(kind as typeof CustomResourceDefinition).get(name);
    assert.ok(JSON.stringify(found).includes(`"caBundle":${JSON.stringify(value)}`), `${kind.kind} after ${after}`);
  }
}

test("whoever installs once more leaves the authorities of the webhooks alone", {
  skip: missing("real") || missing("helm"),
}, async () => {
  const kubectl = (...args: readonly string[]) => run(programPath("kubectl"), ...args);
  await using byKubectl = await startServer();
  const bundle = Buffer.from(byKubectl.plane.ca).toString("base64");
  const applying = ["--kubeconfig", byKubectl.plane.kubeconfig, "apply", "-k", `${folder}/config/default`];
  kubectl(...applying);
  await injectAuthority(byKubectl.client, bundle);
  assert.match(kubectl(...applying), /deployment\.apps\/shops unchanged/);
  await assertAuthority(byKubectl.client, bundle, "kubectl apply");
  kubectl(...applying, "--server-side", "--force-conflicts");
  await assertAuthority(byKubectl.client, bundle, "kubectl apply --server-side");
});

for (const { version, path } of helms) {
  test(`helm ${version} installs, upgrades without a harm to the webhooks, and leaves the definitions when it goes`, {
    skip: missing("real") || missing("helm"),
  }, async () => {
    await using server = await startServer();
    const { client, plane } = server;
    const helm = (...args: readonly string[]) =>
      run(path, ...args, "--kubeconfig", plane.kubeconfig, "--namespace", "elsewhere");
    helm("install", "any-release", `${folder}/chart`, "--create-namespace");
    const bundle = Buffer.from(plane.ca).toString("base64");
    await injectAuthority(client, bundle);
    helm("upgrade", "any-release", `${folder}/chart`, "--set", "replicas=3");
    await assertAuthority(client, bundle, "helm upgrade");
    const { spec } = await client.resource(Deployment, { namespace: "elsewhere" }).get("shops");
    assert.equal(spec?.replicas, 3);
    helm("uninstall", "any-release");
    const left = await client.resource(Deployment, { namespace: "elsewhere" }).list();
    assert.equal(left.items.length, 0);
    await client.resource(CustomResourceDefinition).get("shops.manifests.pintle.dev");
  });
}
