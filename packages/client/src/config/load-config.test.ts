/** Where a configuration is looked for, in which order, and what is said when there is none. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { authority, createTestMachine, kubeconfigText } from "./config-fixture.test.ts";
import { loadConfig } from "./load-config.ts";

const folder = "/var/run/secrets/kubernetes.io/serviceaccount";
const pod = {
  files: {
    [`${folder}/token`]: "pod-token\n",
    [`${folder}/ca.crt`]: authority.cert,
    [`${folder}/namespace`]: "shop\n",
  },
  environment: { KUBERNETES_SERVICE_HOST: "10.0.0.1", KUBERNETES_SERVICE_PORT: "443" },
};
const at = (server: string) => kubeconfigText({ cluster: { server: `https://${server}` } });

test("a file that is named decides alone", async () => {
  const { seams } = createTestMachine({
    files: { ...pod.files, "/a": at("a"), "/b": at("b"), "/home/me/.kube/config": at("home") },
    environment: { ...pod.environment, KUBECONFIG: "/b" },
  });
  assert.equal((await loadConfig({ file: "/a", seams })).server, "https://a");
});

test("a file that is named and not there is an error, whatever else there is", async () => {
  const { seams } = createTestMachine({ ...pod });
  await assert.rejects(loadConfig({ file: "/a", seams }), {
    code: "PINTLE_KUBECONFIG_UNREADABLE",
    message: /^the kubeconfig \/a cannot be read: ENOENT/,
  });
});

test("KUBECONFIG comes before the pod and the pod before the home", async () => {
  const files = { ...pod.files, "/b": at("b"), "/home/me/.kube/config": at("home") };
  const listed = createTestMachine({ files, environment: { ...pod.environment, KUBECONFIG: "/b" } });
  assert.equal((await loadConfig({ seams: listed.seams })).server, "https://b");
  const inPod = createTestMachine({ files, environment: pod.environment });
  assert.equal((await loadConfig({ seams: inPod.seams })).server, "https://10.0.0.1:443");
  const atHome = createTestMachine({ files });
  assert.equal((await loadConfig({ seams: atHome.seams })).server, "https://home");
});

test("files in KUBECONFIG are merged, missing and empty ones left out, the same one read once", async () => {
  const machine = createTestMachine({
    files: {
      "/empty": "",
      "/one": JSON.stringify({ clusters: [{ name: "c", cluster: { server: "https://first" } }] }),
      "/two": at("second"),
    },
    environment: { KUBECONFIG: "/gone:/empty::/one:/two:/one" },
  });
  assert.equal((await loadConfig({ seams: machine.seams })).server, "https://first");
  assert.deepEqual(machine.reads, ["/gone", "/empty", "/one", "/two"]);
});

test("a broken file in KUBECONFIG is an error and not left out", async () => {
  const { seams } = createTestMachine({
    files: { "/a": at("a"), "/b": "kind: Pod" },
    environment: { KUBECONFIG: "/a:/b" },
  });
  await assert.rejects(loadConfig({ seams }), { code: "PINTLE_KUBECONFIG_INVALID", message: /^\/b: kind: / });
});

test("a pod uses its service account where the files in KUBECONFIG do not exist, and never the home", async () => {
  const environment = { KUBECONFIG: "/gone" };
  const files = { "/home/me/.kube/config": at("home") };
  const inPod = createTestMachine({ files: pod.files, environment: { ...pod.environment, ...environment } });
  assert.equal((await loadConfig({ seams: inPod.seams })).server, "https://10.0.0.1:443");
  await assert.rejects(loadConfig({ seams: createTestMachine({ files, environment }).seams }), {
    code: "PINTLE_CONFIG_NOT_FOUND",
    message: /none of the files in \$KUBECONFIG \(\/gone\) exists; this is no pod either/,
  });
});

test("when there is nothing, the error says where it was looked for", async () => {
  await assert.rejects(loadConfig({ seams: createTestMachine().seams }), {
    code: "PINTLE_CONFIG_NOT_FOUND",
    message: /\$KUBECONFIG is not set and \/home\/me\/\.kube\/config does not exist; .* KUBERNETES_SERVICE_HOST/,
  });
});

test("who names a context in a pod means a kubeconfig", async () => {
  const files = { ...pod.files, "/home/me/.kube/config": at("home") };
  const { seams } = createTestMachine({ files, environment: pod.environment });
  assert.equal((await loadConfig({ context: "main", seams })).server, "https://home");
});

test("in a pod there are a token, an authority and a namespace", async () => {
  const machine = createTestMachine(pod);
  const config = await loadConfig({ seams: machine.seams });
  assert.equal(config.namespace, "shop");
  assert.equal((await config.credentials?.get())?.authorization, "Bearer pod-token");
  assert.equal(await config.trust?.read(), authority.cert);
  assert.equal((await loadConfig({ namespace: "mine", seams: machine.seams })).namespace, "mine");
});

test("POD_NAMESPACE comes before the file, and default where there is neither", async () => {
  const named = createTestMachine({ ...pod, environment: { ...pod.environment, POD_NAMESPACE: "named" } });
  assert.equal((await loadConfig({ seams: named.seams })).namespace, "named");
  const without = createTestMachine(pod);
  without.files.delete(`${folder}/namespace`);
  assert.equal((await loadConfig({ seams: without.seams })).namespace, "default");
});

test("an IPv6 address of the server stands in brackets", async () => {
  const machine = createTestMachine({
    ...pod,
    environment: { KUBERNETES_SERVICE_HOST: "fd00::1", KUBERNETES_SERVICE_PORT: "443" },
  });
  assert.equal((await loadConfig({ seams: machine.seams })).server, "https://[fd00::1]:443");
});

test("a pod without its files, or with an odd address, is told so", async () => {
  const bare = createTestMachine({ environment: pod.environment });
  await assert.rejects(loadConfig({ seams: bare.seams }), {
    name: "CredentialsError",
    message: /^in the cluster, (token|ca\.crt): .*serviceaccount\/(token|ca\.crt)/,
  });
  const odd = createTestMachine({
    ...pod,
    environment: { KUBERNETES_SERVICE_HOST: "a b", KUBERNETES_SERVICE_PORT: "tcp://x" },
  });
  await assert.rejects(loadConfig({ seams: odd.seams }), {
    code: "PINTLE_CONFIG_NOT_FOUND",
    message: /no host and port/,
  });
});
