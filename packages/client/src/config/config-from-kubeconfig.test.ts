/** What each field of a kubeconfig means for a client, and what is refused before the first request. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ClientConfig } from "./client-config.ts";
import {
  authority,
  base64,
  createTestMachine,
  jane,
  john,
  type KubeconfigParts,
  kubeconfigText,
} from "./config-fixture.test.ts";
import { configFromKubeconfig } from "./config-from-kubeconfig.ts";
import { parseKubeconfig } from "./kubeconfig.ts";

const path = "/etc/kube/config";

async function configOf(parts: KubeconfigParts, files: Record<string, string> = {}): Promise<ClientConfig> {
  const { seams } = createTestMachine({ files });
  return await configFromKubeconfig(await parseKubeconfig(kubeconfigText(parts), path), { seams });
}

async function refusal(parts: KubeconfigParts, files: Record<string, string> = {}): Promise<string> {
  return await configOf(parts, files).then(
    () => assert.fail("it was taken"),
    (error: Error) => error.message,
  );
}

test("fields of the cluster become those of the configuration", async () => {
  const config = await configOf({
    cluster: {
      server: "https://example.com:6443/behind/a/path/?x=1#y",
      "tls-server-name": "other.example.com",
      "proxy-url": "socks5://localhost:1080",
      "disable-compression": true,
      "insecure-skip-tls-verify": true,
    },
    context: { namespace: "shop" },
  });
  assert.deepEqual(
    { ...config },
    {
      server: "https://example.com:6443/behind/a/path",
      namespace: "shop",
      tlsServerName: "other.example.com",
      skipsVerification: true,
      proxyUrl: "socks5://localhost:1080",
    },
  );
});

test("without anything else there are a server and the default namespace", async () => {
  assert.deepEqual({ ...(await configOf({})) }, { server: "https://example.com:6443", namespace: "default" });
});

test("a host alone means https where TLS is configured and http where not", async () => {
  assert.equal((await configOf({ cluster: { server: "localhost:8080" } })).server, "http://localhost:8080");
  const cluster = { server: "localhost:6443", "insecure-skip-tls-verify": true };
  assert.equal((await configOf({ cluster })).server, "https://localhost:6443");
});

test("nobody's credentials go over plain HTTP", async () => {
  const config = await configOf({ cluster: { server: "http://example.com" }, user: { token: "t" } });
  assert.equal(config.credentials, undefined);
});

test("an authority is data or a file beside the kubeconfig", async () => {
  const data = await configOf({ cluster: { "certificate-authority-data": base64(authority.cert) } });
  assert.equal(await data.trust?.read(), authority.cert);
  const file = await configOf(
    { cluster: { "certificate-authority": "ca.crt" } },
    { "/etc/kube/ca.crt": authority.cert },
  );
  assert.equal(await file.trust?.read(), authority.cert);
});

test("users have tokens, names with passwords, certificates, or several of them", async () => {
  const token = await configOf({ user: { token: "t" } });
  assert.equal((await token.credentials?.get())?.authorization, "Bearer t");
  const basic = await configOf({ user: { username: "jane", password: "p:w" } });
  assert.equal((await basic.credentials?.get())?.authorization, `Basic ${base64("jane:p:w")}`);
  const certificate = { "client-certificate": "jane.crt", "client-key-data": base64(jane.key) };
  const both = await configOf({ user: { ...certificate, token: "t" } }, { "/etc/kube/jane.crt": jane.cert });
  const credentials = await both.credentials?.get();
  assert.equal(credentials?.authorization, "Bearer t");
  assert.equal(credentials?.certificate?.cert, jane.cert);
  assert.equal(credentials?.certificate?.key, jane.key);
});

test("the file of a token comes before a token, which stands in for as long as there is none", async () => {
  const user = { token: "old", tokenFile: "token" };
  const there = await configOf({ user }, { "/etc/kube/token": "new" });
  assert.equal((await there.credentials?.get())?.authorization, "Bearer new");
  const missing = await configOf({ user });
  assert.equal((await missing.credentials?.get())?.authorization, "Bearer old");
});

test("what is written down comes before a plugin, which is not run", async () => {
  const exec = { apiVersion: "client.authentication.k8s.io/v1", command: "x", interactiveMode: "Never" };
  const config = await configOf({ user: { token: "t", exec } });
  assert.equal((await config.credentials?.get())?.authorization, "Bearer t");
});

test("a plugin of the older version may leave open whether it asks somebody", async () => {
  const exec = { apiVersion: "client.authentication.k8s.io/v1beta1", command: "x" };
  assert.ok((await configOf({ user: { exec } })).credentials);
});

test("impersonation carries user, uid, groups and extra", async () => {
  const user = { as: "jane", "as-uid": "7", "as-groups": ["a", "b"], "as-user-extra": { scopes: ["x"] } };
  const { impersonate } = await configOf({ user });
  assert.deepEqual(impersonate, { user: "jane", uid: "7", groups: ["a", "b"], extra: { scopes: ["x"] } });
  assert.match(await refusal({ user: { "as-groups": ["a"] } }), /^\/etc\/kube\/config: user "u": as-uid, as-groups/);
});

test("a cluster that cannot be used is refused by file, name and field", async () => {
  const start = '/etc/kube/config: cluster "c": ';
  for (const [cluster, what] of [
    [{ server: "" }, "server has to be written, as https://host:6443"],
    [{ server: "ftp://x" }, "server is no URL as https://host:6443"],
    [{ server: "https://" }, "server is no URL as https://host:6443"],
    [{ server: "host/path" }, "server is no URL as https://host:6443"],
    [{ server: "https://me:pw@host" }, "server must not hold a user or a password, write a user instead"],
    [{ "proxy-url": "ftp://x" }, "proxy-url has to be a URL with http, https or socks5"],
    [
      { "certificate-authority": "x", "certificate-authority-data": "QUJD" },
      "certificate-authority and certificate-authority-data exclude each other",
    ],
    [
      { "certificate-authority-data": "QUJD" },
      "certificate-authority-data: there is no certificate in it, it has to be PEM",
    ],
    [
      { "certificate-authority": "ca.crt" },
      "certificate-authority, /etc/kube/ca.crt: ENOENT: no such file, open '/etc/kube/ca.crt'",
    ],
  ] as const) {
    assert.equal(await refusal({ cluster }), start + what);
  }
  const ca = { "certificate-authority-data": base64(authority.cert), "insecure-skip-tls-verify": true };
  assert.match(await refusal({ cluster: ca }), /insecure-skip-tls-verify is set beside an authority/);
});

test("a user who cannot be used is refused by file, name and field", async () => {
  const start = '/etc/kube/config: user "u": ';
  const exec = { apiVersion: "client.authentication.k8s.io/v1", command: "x", interactiveMode: "Never" };
  for (const [user, what] of [
    [{ token: "a", username: "b" }, "token and username exclude each other"],
    [{ "client-certificate": "x" }, "client-certificate needs client-key or client-key-data beside it"],
    [
      { "client-certificate": "x", "client-certificate-data": "QUJD" },
      "client-certificate and client-certificate-data exclude each other",
    ],
    [{ exec: {} }, "exec.command has to be written"],
    [
      { exec: { ...exec, interactiveMode: "Sometimes" } },
      "exec.interactiveMode has to be Never, IfAvailable or Always",
    ],
    [{ exec: { ...exec, interactiveMode: null } }, "exec.interactiveMode has to be Never, IfAvailable or Always"],
    [{ exec: { ...exec, env: [{ value: "x" }] } }, "exec.env: each variable needs a name"],
    [{ exec, "auth-provider": { name: "oidc" } }, "exec and auth-provider exclude each other"],
    [{ "auth-provider": { name: "oidc" } }, "auth-provider oidc: idp-issuer-url has to be a URL with https"],
    [
      { "auth-provider": { name: "oidc", config: { "idp-issuer-url": "https://x" } } },
      "auth-provider oidc: client-id has to be written",
    ],
  ] as const) {
    assert.equal((await refusal({ user })).replace('user "u", ', 'user "u": '), start + what);
  }
  assert.match(
    await refusal({ user: { exec: { ...exec, apiVersion: "client.authentication.k8s.io/v1alpha1" } } }),
    /exec\.apiVersion has to be/,
  );
});

test("providers that Kubernetes removed are refused with what replaces them", async () => {
  assert.match(await refusal({ user: { "auth-provider": { name: "gcp" } } }), /gke-gcloud-auth-plugin/);
  assert.match(await refusal({ user: { "auth-provider": { name: "azure" } } }), /kubelogin/);
  assert.match(
    await refusal({ user: { "auth-provider": { name: "constructor" } } }),
    /use an exec plugin of your provider/,
  );
});

test("a key of another certificate is found out before the first request", async () => {
  const user = { "client-certificate-data": base64(jane.cert), "client-key-data": base64(john.key) };
  assert.equal(await refusal({ user }), '/etc/kube/config: user "u": the key is not that of the certificate');
  const odd = { "client-certificate-data": base64(jane.cert), "client-key-data": base64("hunter2secret") };
  assert.equal(
    await refusal({ user: odd }),
    '/etc/kube/config: user "u": the key is none that can be read, it has to be PEM without a passphrase',
  );
});

test("a namespace that is none is refused", async () => {
  assert.match(
    await refusal({ context: { namespace: "../kube-system" } }),
    /^context "main": "\.\.\/kube-system" is no namespace: /,
  );
});
