/** Reading and writing kubeconfigs: nothing is lost, and errors name file and field but no value. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import fc from "fast-check";
import { base64, kubeconfigText } from "./config-fixture.test.ts";
import { formatKubeconfig, parseKubeconfig } from "./kubeconfig.ts";

const path = "/home/me/.kube/config";

async function refusal(text: string): Promise<string> {
  const error = await parseKubeconfig(text, path).then(
    () => assert.fail("it was taken"),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof Error);
  assert.equal((error as Error & { code?: string }).code, "PINTLE_KUBECONFIG_INVALID");
  return error.message;
}

test("YAML and JSON say the same", async () => {
  const json = await parseKubeconfig(kubeconfigText());
  const yaml = await parseKubeconfig(`
current-context: main
clusters: [{ name: c, cluster: { server: "https://example.com:6443" } }]
users:
- name: u
contexts:
- name: main
  context: { cluster: c, user: u }
`);
  assert.deepEqual(JSON.parse(JSON.stringify(yaml)), JSON.parse(JSON.stringify(json)));
  const braces = await parseKubeconfig("{current-context: main, clusters: null}");
  assert.deepEqual({ ...braces }, { "current-context": "main" });
});

test("an empty file is an empty kubeconfig", async () => {
  for (const text of ["", " \n", "# nothing yet\n"]) assert.deepEqual(await parseKubeconfig(text), {});
});

test("fields that nobody knows survive reading and writing", async () => {
  const text = JSON.stringify({
    preferences: { colors: true },
    later: [1, { two: null }],
    clusters: [{ name: "c", note: "n", cluster: { server: "s", odd: { deep: ["x"] }, __proto__x: 1 } }],
    users: [{ name: "u", user: { "new-way": { a: 1 }, exec: { command: "x", more: true } } }],
  });
  const written = await formatKubeconfig(await parseKubeconfig(text));
  const again = await parseKubeconfig(written);
  assert.deepEqual(JSON.parse(JSON.stringify(again)), { apiVersion: "v1", kind: "Config", ...JSON.parse(text) });
  const proto = await parseKubeconfig(
    '{"__proto__":{"a":1},"clusters":[{"name":"c","cluster":{"constructor":{"b":2}}}]}',
  );
  assert.match(JSON.stringify(proto), /"__proto__":\{"a":1\}.*"constructor":\{"b":2\}/);
});

test("whatever the texts are, they are the same after writing and reading", async () => {
  const texts = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom("on", "no", "1e3", "0x1f", "12:30", "~", "a: b", "- x", "\n"),
  );
  await fc.assert(
    fc.asyncProperty(texts, texts, async (name, token) => {
      const kubeconfig = { users: [{ name, user: { token } }], extra: { [token]: name } };
      const again = await parseKubeconfig(await formatKubeconfig(kubeconfig));
      assert.deepEqual(JSON.parse(JSON.stringify(again.users)), kubeconfig.users);
      assert.deepEqual(again.extra, kubeconfig.extra);
    }),
    { numRuns: 200, seed: 42 },
  );
});

test("texts that older YAML takes for something else are quoted, because kubectl reads older YAML", async () => {
  const written = await formatKubeconfig({ users: ["on", "y", "no", "0o7"].map((name) => ({ name, user: {} })) });
  for (const name of ["on", "y", "no", "0o7"]) assert.ok(written.includes(`name: "${name}"`), written);
});

test("errors name the file and the field", async () => {
  assert.equal(await refusal("[]"), `${path}: it has to be a map with clusters, users and contexts`);
  assert.equal(await refusal("kind: Pod"), `${path}: kind: it has to be Config: is this file a kubeconfig?`);
  assert.equal(await refusal("clusters: {}"), `${path}: clusters: it has to be a list`);
  assert.equal(await refusal("clusters: [7]"), `${path}: clusters[0]: it has to be a map`);
  assert.equal(
    await refusal("users: [{name: a}, {name: b, user: {token: 123456}}]"),
    `${path}: users[1].user.token: it has to be a text, put it in quotes`,
  );
  assert.equal(await refusal("users: [{name: a}, {name: a}]"), `${path}: users[1].name: "a" comes twice`);
  assert.equal(
    await refusal(kubeconfigText({ cluster: { "insecure-skip-tls-verify": "yes" } })),
    `${path}: clusters[0].cluster.insecure-skip-tls-verify: it has to be true or false, without quotes`,
  );
  assert.equal(
    await refusal(kubeconfigText({ user: { exec: { env: [{ name: "A", value: 1 }] } } })),
    `${path}: users[0].user.exec.env[0].value: it has to be a text, put it in quotes`,
  );
  assert.equal(
    await refusal(kubeconfigText({ user: { "as-user-extra": { scopes: "x" } } })),
    `${path}: users[0].user.as-user-extra[scopes]: it has to be a list`,
  );
  for (const data of ["-----BEGIN CERTIFICATE-----", "ca.crt", "QUJ", "QU=JD"]) {
    const message = await refusal(kubeconfigText({ cluster: { "certificate-authority-data": data } }));
    assert.match(
      message,
      /^\/home\/me\/\.kube\/config: clusters\[0\]\.cluster\.certificate-authority-data: it has to be base64/,
    );
  }
});

test("base64 may be wrapped, as many tools write it", async () => {
  const data = base64("x".repeat(100)).replaceAll(/(.{64})/g, "$1\n");
  const { clusters } = await parseKubeconfig(kubeconfigText({ cluster: { "certificate-authority-data": data } }));
  assert.equal(clusters?.[0]?.cluster["certificate-authority-data"], base64("x".repeat(100)));
});

test("broken YAML is refused by line and column, without a word of what stands there", async () => {
  for (const text of [
    "users:\n- name: u\n  user:\n    token: hunter2secret\n   x: hunter2secret",
    'users: [{name: u, user: {token: "hunter2secret}}]',
    "token: &a hunter2secret\n*b : hunter2secret : hunter2secret",
    "a: hunter2secret\na: hunter2secret",
    "a: hunter2secret\n---\nb: hunter2secret",
  ]) {
    const message = await refusal(text);
    assert.match(
      message,
      /^\/home\/me\/\.kube\/config(, line \d+, column \d+: this is no YAML \([a-z ]+\)|: its YAML has aliases)/,
    );
    assert.doesNotMatch(message, /hunter2secret/);
  }
});

test("aliases that multiply or lead in circles and depths without end are refused, in time", async () => {
  const bomb = ["a0: &a0 [x]", ...Array.from({ length: 30 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]`)].join(
    "\n",
  );
  assert.match(await refusal(bomb), /its YAML has aliases that lead nowhere or too far/);
  assert.match(await refusal("extra: &a [*a]"), /its YAML has aliases that lead nowhere or too far/);
  const deep = `extra: ${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  assert.match(await refusal(deep), /this is no YAML \(resource exhaustion\)/);
});

test("printing a kubeconfig shows what it is made of and no secret", async () => {
  const kubeconfig = await parseKubeconfig(
    kubeconfigText({
      cluster: {
        "proxy-url": "http://me:hunter2secret@proxy",
        extensions: [{ name: "x", extension: "hunter2secret" }],
      },
      user: {
        token: "hunter2secret",
        password: "hunter2secret",
        "client-key-data": base64("hunter2secret"),
        "new-secret-thing": { deep: ["hunter2secret"] },
        "auth-provider": { name: "oidc", config: { "refresh-token": "hunter2secret" } },
        exec: { command: "aws", args: ["--pass", "hunter2secret"], env: [{ name: "A", value: "hunter2secret" }] },
      },
    }),
  );
  const shown = inspect(kubeconfig, { depth: 20 });
  assert.doesNotMatch(shown, /hunter2secret/);
  assert.ok(!shown.includes(base64("hunter2secret")));
  assert.match(shown, /command: 'aws'/);
  assert.match(shown, /server: 'https:\/\/example\.com:6443'/);
});
