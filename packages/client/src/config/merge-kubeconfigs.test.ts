/** Several kubeconfigs as one, and the choice of a context in them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseContext } from "./choose-context.ts";
import { parseKubeconfig } from "./kubeconfig.ts";
import { mergeKubeconfigs } from "./merge-kubeconfigs.ts";

const named = (name: string, server: string) => ({ name, cluster: { server } });

test("the first that has a name keeps it, whole", () => {
  const { clusters } = mergeKubeconfigs([
    { clusters: [named("a", "first")] },
    { clusters: [{ name: "a", cluster: { server: "second", "tls-server-name": "x" } }, named("b", "second")] },
  ]);
  assert.deepEqual(
    clusters?.map(({ name, cluster }) => ({ name, ...cluster })),
    [
      { name: "a", server: "first" },
      { name: "b", server: "second" },
    ],
  );
});

test("the first that sets the current context does so, and an empty one is not set", () => {
  const merged = mergeKubeconfigs([{ "current-context": "" }, { "current-context": "b" }, { "current-context": "c" }]);
  assert.equal(merged["current-context"], "b");
});

test("paths are those beside the file in which they stand", async () => {
  const user = {
    tokenFile: "token",
    "client-key": "../key",
    "client-certificate": "/abs/cert",
    exec: { command: "./login" },
  };
  const first = await parseKubeconfig(JSON.stringify({ users: [{ name: "u", user }] }), "/etc/one/config");
  const cluster = { "certificate-authority": "pki/ca.crt" };
  const second = await parseKubeconfig(JSON.stringify({ clusters: [{ name: "c", cluster }] }), "/etc/two/config");
  const merged = mergeKubeconfigs([first, second]);
  assert.deepEqual(
    { ...merged.users?.[0]?.user },
    {
      tokenFile: "/etc/one/token",
      "client-key": "/etc/key",
      "client-certificate": "/abs/cert",
      exec: { command: "/etc/one/login" },
    },
  );
  assert.equal(merged.clusters?.[0]?.cluster["certificate-authority"], "/etc/two/pki/ca.crt");
  assert.equal(first.users?.[0]?.user.tokenFile, "token", "what was given stays as it was");
});

test("a command without a slash is found on the PATH", async () => {
  const text = JSON.stringify({ users: [{ name: "u", user: { exec: { command: "aws" } } }] });
  const merged = mergeKubeconfigs([await parseKubeconfig(text, "/etc/one/config")]);
  assert.equal(merged.users?.[0]?.user.exec?.command, "aws");
});

const kubeconfig = {
  "current-context": "a",
  clusters: [named("c", "https://c")],
  users: [{ name: "u", user: { token: "t" } }],
  contexts: [
    { name: "a", context: { cluster: "c", user: "u", namespace: "n" } },
    { name: "b", context: { cluster: "c" } },
    { name: "broken", context: { cluster: "x", user: "y" } },
  ],
};

test("a context is the current one or the one that is named", () => {
  assert.equal(chooseContext(kubeconfig).namespace, "n");
  assert.equal(chooseContext(kubeconfig).user.token, "t");
  assert.deepEqual(chooseContext(kubeconfig, "b").user, {});
});

test("an unknown context is refused with those that there are", () => {
  const code = { code: "PINTLE_CONTEXT_UNKNOWN" };
  const message = 'there is no context "z" in the kubeconfig: choose one (it has a, b, broken)';
  assert.throws(() => chooseContext(kubeconfig, "z"), { ...code, message });
  const none = "no current-context is set in the kubeconfig: choose one (it has none)";
  assert.throws(() => chooseContext({}), { ...code, message: none });
});

test("a context that names what is not there is refused with all that is missing", () => {
  assert.throws(() => chooseContext(kubeconfig, "broken"), {
    code: "PINTLE_KUBECONFIG_INVALID",
    message: /names the cluster "x" and the user "y", which the kubeconfig lacks/,
  });
});
