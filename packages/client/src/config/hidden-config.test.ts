/** Secrets are planted in everything a configuration is made of, and searched for in everything that it shows. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { createConsoleLogger, createJsonLogger } from "@pintle/machinery";
import type { ClientConfig } from "./client-config.ts";
import { authority, base64, createTestMachine, jane, kubeconfigText } from "./config-fixture.test.ts";
import { configFromKubeconfig } from "./config-from-kubeconfig.ts";
import { parseKubeconfig } from "./kubeconfig.ts";

const secret = "hunter2secret";
const exec = { apiVersion: "client.authentication.k8s.io/v1", command: "x", interactiveMode: "Never" };
const oidc = { "idp-issuer-url": "https://i", "client-id": "c", "refresh-token": secret, "client-secret": secret };
const users: Readonly<Record<string, object>> = {
  token: { token: secret },
  tokenFile: { tokenFile: "/token" },
  password: { username: "jane", password: secret },
  certificate: { "client-certificate-data": base64(jane.cert), "client-key-data": base64(jane.key) },
  exec: { exec: { ...exec, args: [secret], env: [{ name: "A", value: secret }] } },
  oidc: { "auth-provider": { name: "oidc", config: oidc } },
};

async function createConfig(user: object): Promise<ClientConfig> {
  const { seams } = createTestMachine({ files: { "/token": secret }, environment: { TOKEN: secret } });
  const cluster = {
    "proxy-url": `http://me:${secret}@proxy:3128`,
    "certificate-authority-data": base64(authority.cert),
  };
  return await configFromKubeconfig(await parseKubeconfig(kubeconfigText({ cluster, user })), { seams });
}

function everythingShown(value: unknown): string {
  const lines: string[] = [];
  const write = (text: string) => lines.push(text);
  const { clock } = createTestMachine();
  for (const create of [createConsoleLogger, createJsonLogger]) {
    create({ write, clock, level: "debug" }).info("config", { config: value, list: [value] });
  }
  return [
    inspect(value, { depth: 20 }),
    inspect({ deep: [value] }, { depth: 20, showHidden: true }),
    String(JSON.stringify({ value })),
    `${value}`,
    ...lines,
  ].join("\n");
}

for (const [name, user] of Object.entries(users)) {
  test(`a configuration with ${name} shows no secret, used or not`, async () => {
    const config = await createConfig(user);
    const key = jane.key.split("\n")[1] ?? assert.fail();
    const forbidden = [secret, base64(secret), base64(`jane:${secret}`), key, base64(jane.key)];
    const values = [config, config.credentials, config.trust, { ...config, proxyUrl: undefined }];
    const check = () => {
      const shown = values.map(everythingShown).join("\n");
      for (const value of forbidden) assert.ok(!shown.includes(value), `${name} shows ${value}`);
      assert.ok(shown.includes("https://example.com:6443"));
    };
    check();
    await config.credentials?.get().catch(() => {});
    check();
  });
}

test("hiding leaves everything readable by name", async () => {
  const config = await createConfig({ token: secret });
  assert.equal(config.proxyUrl, `http://me:${secret}@proxy:3128`);
  assert.equal((await config.credentials?.get())?.authorization, `Bearer ${secret}`);
  assert.equal({ ...config }.proxyUrl, config.proxyUrl);
});
