/** Kubeconfigs as kubectl takes them: the same entries win, the same files are refused, plugins are told the same. */
import assert from "node:assert/strict";
import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import {
  configFromKubeconfig,
  formatKubeconfig,
  type Kubeconfig,
  loadConfig,
  mergeKubeconfigs,
  parseKubeconfig,
} from "@pintle/client";
import { createAuthority } from "@pintle/machinery/certificates";
import fc from "fast-check";
import { findKubectls } from "../real/kubectls.ts";
import { missing } from "../tools.ts";

const skip = missing("kubectl");
const [kubectl = ""] = findKubectls();
const home = mkdtempSync(join(tmpdir(), "pintle-kubeconfig-"));
after(() => rmSync(home, { recursive: true, force: true }));

const authority = createAuthority("judge", { nowMs: Date.now() });
const base64 = (text: string) => Buffer.from(text).toString("base64");
/** Nobody listens there: a command that gets as far as that has taken its kubeconfig. */
const nowhere = "https://127.0.0.1:1";

function run(args: readonly string[], environment: Record<string, string> = {}): SpawnSyncReturns<string> {
  const env = { PATH: process.env.PATH, HOME: home, ...environment };
  return spawnSync(kubectl, [...args], { env, encoding: "utf8", input: "", timeout: 30_000 });
}

function write(path: string, text: string): string {
  const full = join(home, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, text);
  return full;
}

const name = fc.constantFrom("a", "b", "c", "on", "1", "x y");
const text = fc.constantFrom("", "one", "two", "null", "yes", "0x1", 'with "quotes"', "ünï", "a: b", "#c");
const entries = <Value>(key: string, value: fc.Arbitrary<Value>) =>
  fc.uniqueArray(fc.record({ name, [key]: value }), { maxLength: 3, selector: (entry) => entry.name });
const exec = fc.record({
  command: fc.constantFrom("aws", "/bin/login"),
  args: fc.array(text, { maxLength: 2 }),
  env: fc.array(fc.record({ name: fc.constant("A"), value: text }), { maxLength: 1 }),
  apiVersion: fc.constant("client.authentication.k8s.io/v1"),
  interactiveMode: fc.constantFrom("Never", "Always"),
  provideClusterInfo: fc.boolean(),
});
const optional = { requiredKeys: [] };
const kubeconfigs = fc.record(
  {
    "current-context": fc.constantFrom("", "a", "b"),
    clusters: entries(
      "cluster",
      fc.record(
        {
          server: text,
          "tls-server-name": text,
          "insecure-skip-tls-verify": fc.boolean(),
          "certificate-authority-data": text.map(base64),
        },
        optional,
      ),
    ),
    users: entries(
      "user",
      fc.record(
        {
          token: text,
          username: text,
          "as-groups": fc.array(text),
          "as-user-extra": fc.dictionary(name, fc.array(text)),
          exec,
        },
        optional,
      ),
    ),
    contexts: entries("context", fc.record({ cluster: name, user: name, namespace: text }, optional)),
  },
  optional,
) as fc.Arbitrary<unknown> as fc.Arbitrary<Kubeconfig>;

/** By name, without what is empty: kubectl leaves that out in some places and writes it in others. */
function normalized(config: Kubeconfig): unknown {
  const byName = (key: "clusters" | "users" | "contexts") =>
    Object.fromEntries((config[key] ?? []).map((entry) => [`${key} ${entry.name}`, withoutEmpty({ ...entry })]));
  return {
    current: config["current-context"] ?? "",
    ...byName("clusters"),
    ...byName("users"),
    ...byName("contexts"),
  };
}

function withoutEmpty(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const kept = Object.entries(value).map(([key, inner]) => [key, withoutEmpty(inner)] as const);
  return Object.fromEntries(kept.filter(([, inner]) => !isEmpty(inner)));
}

function isEmpty(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length === 0;
  return value === "" || value === false || value === null || value === undefined;
}

test("kubectl merges what we write as we merge it", { skip }, async () => {
  const samples = fc.sample(fc.array(kubeconfigs, { minLength: 1, maxLength: 4 }), { seed: 42, numRuns: 25 });
  for (const [index, sample] of samples.entries()) {
    const texts = await Promise.all(sample.map(formatKubeconfig));
    const paths = texts.map((content, file) => write(`merge/${index}/${file}/config`, content));
    const list = [join(home, "missing"), ...paths, paths[0]].join(":");
    const judged = run(["config", "view", "--raw", "-o", "json"], { KUBECONFIG: list });
    assert.equal(judged.status, 0, judged.stderr);
    const parsed = await Promise.all(paths.map((path) => parseKubeconfig(readFileSync(path, "utf8"), path)));
    const ours = JSON.parse(JSON.stringify(mergeKubeconfigs(parsed)));
    assert.deepEqual(normalized(ours), normalized(JSON.parse(judged.stdout)), list);
  }
});

test("files are found where kubectl finds them: beside the kubeconfig that names them", { skip }, async () => {
  write("paths/one/pki/ca.crt", authority.cert);
  const cluster = { server: nowhere, "certificate-authority": "pki/ca.crt" };
  const one = write("paths/one/config", JSON.stringify({ clusters: [{ name: "c", cluster }] }));
  const contexts = [{ name: "x", context: { cluster: "c", user: "" } }];
  const two = write("paths/two/config", JSON.stringify({ "current-context": "x", contexts }));
  const judged = run(["config", "view", "--flatten", "--raw", "-o", "json"], { KUBECONFIG: `${one}:${two}` });
  const data = JSON.parse(judged.stdout).clusters[0].cluster["certificate-authority-data"];
  const { trust } = await loadConfig({ seams: { environment: { KUBECONFIG: `${one}:${two}` }, home } });
  assert.equal(await trust?.read(), Buffer.from(data, "base64").toString());
});

const plugin = { apiVersion: "client.authentication.k8s.io/v1", command: "false", interactiveMode: "Never" };
const certificate = { "client-certificate-data": base64(authority.cert), "client-key-data": base64(authority.key) };
const judgedParts: readonly { cluster?: object; user?: object; taken: boolean }[] = [
  { taken: true },
  { taken: true, user: { token: "t" } },
  { taken: true, user: { username: "u", password: "p" } },
  { taken: true, user: { ...certificate, token: "t" } },
  { taken: true, user: { token: "t", exec: plugin } },
  { taken: true, user: { token: "t", as: "jane", "as-groups": ["a"] } },
  { taken: true, cluster: { "certificate-authority-data": base64(authority.cert) } },
  { taken: true, cluster: { server: `${nowhere}/behind/a/path` } },
  { taken: false, cluster: { server: "" } },
  { taken: false, cluster: { "certificate-authority": "x", "certificate-authority-data": base64(authority.cert) } },
  { taken: false, cluster: { "certificate-authority": "gone.crt" } },
  { taken: false, cluster: { "certificate-authority-data": base64("no certificate") } },
  { taken: false, cluster: { "certificate-authority-data": "no base64!" } },
  { taken: false, cluster: { "certificate-authority-data": base64(authority.cert), "insecure-skip-tls-verify": true } },
  { taken: false, cluster: { "proxy-url": "ftp://x" } },
  { taken: false, cluster: { "insecure-skip-tls-verify": "true" } },
  { taken: false, user: { token: 7 } },
  { taken: false, user: { token: "t", username: "u" } },
  { taken: false, user: { tokenFile: "gone" } },
  { taken: false, user: { token: "t", "as-groups": ["a"] } },
  { taken: false, user: { "client-certificate-data": certificate["client-certificate-data"] } },
  { taken: false, user: { ...certificate, "client-key": "key" } },
  { taken: false, user: { exec: { ...plugin, interactiveMode: "" } } },
  { taken: false, user: { exec: { ...plugin, apiVersion: "client.authentication.k8s.io/v1alpha1" } } },
  { taken: false, user: { exec: plugin, "auth-provider": { name: "oidc", config: {} } } },
  { taken: false, user: { "auth-provider": { name: "gcp", config: {} } } },
  { taken: false, user: { "auth-provider": { name: "oidc", config: { "client-id": "x" } } } },
];

test("what kubectl refuses is refused, and what it takes is taken", { skip }, async () => {
  for (const [index, { cluster, user, taken }] of judgedParts.entries()) {
    const content = JSON.stringify({
      "current-context": "x",
      clusters: [{ name: "c", cluster: { server: nowhere, ...cluster } }],
      users: [{ name: "u", user: user ?? { token: "t" } }],
      contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
    });
    const file = write(`judged/${index}`, content);
    const { stderr } = run(["get", "--raw", "/version", "--kubeconfig", file]);
    assert.equal(/127\.0\.0\.1:1\b.* refused/.test(stderr), taken, `kubectl on ${content}: ${stderr}`);
    const ours = await loadConfig({ file, seams: { home } }).then(
      () => "taken",
      (error: Error) => error.message,
    );
    assert.equal(ours === "taken", taken, `${content}: ${ours}`);
  }
});

test("a plugin is told by us what kubectl tells it, and both take its answer", { skip }, async () => {
  const told = join(home, "told");
  const login = `#!/bin/sh
printf '%s' "$KUBERNETES_EXEC_INFO" > ${told}
echo '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","status":{"token":"from-'"$REALM"'"}}'
`;
  write("plugin/login.sh", login);
  spawnSync("chmod", ["+x", join(home, "plugin/login.sh")]);
  const shared = { apiVersion: plugin.apiVersion, command: "./login.sh", env: [{ name: "REALM", value: "realm" }] };
  const extensions = [{ name: "client.authentication.k8s.io/exec", extension: { audience: "a", deep: [1, null] } }];
  for (const [index, [cluster, exec]] of [
    [{}, { interactiveMode: "Never" }],
    [{}, { interactiveMode: "IfAvailable", provideClusterInfo: true }],
    [
      { extensions, "tls-server-name": "s" },
      { interactiveMode: "Never", provideClusterInfo: true },
    ],
    [
      { "certificate-authority": "ca.crt", "disable-compression": true },
      { interactiveMode: "Never", provideClusterInfo: true },
    ],
    [
      { "insecure-skip-tls-verify": true, "proxy-url": "http://127.0.0.1:1" },
      { interactiveMode: "Never", provideClusterInfo: true },
    ],
  ].entries()) {
    write("plugin/ca.crt", authority.cert);
    const content = JSON.stringify({
      "current-context": "x",
      clusters: [{ name: "c", cluster: { server: nowhere, ...cluster } }],
      users: [{ name: "u", user: { exec: { ...shared, ...exec } } }],
      contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
    });
    const file = write(`plugin/config-${index}`, content);
    run(["get", "--raw", "/version", "--kubeconfig", file]);
    const judged = JSON.parse(readFileSync(told, "utf8"));
    rmSync(told);
    const parsed = await parseKubeconfig(content, file);
    const { credentials } = await configFromKubeconfig(parsed, { seams: { hasTerminal: false } });
    assert.equal((await credentials?.get())?.authorization, "Bearer from-realm");
    assert.deepEqual(JSON.parse(readFileSync(told, "utf8")), judged, content);
    rmSync(told);
  }
});
