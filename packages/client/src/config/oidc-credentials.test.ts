/** Identity tokens that expire: how others are got, kept and written back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestMachine, kubeconfigText } from "./config-fixture.test.ts";
import { configFromKubeconfig } from "./config-from-kubeconfig.ts";
import type { HttpExchangeRequest } from "./config-seams.ts";
import { parseKubeconfig } from "./kubeconfig.ts";

const startMs = Date.UTC(2026, 0, 1);
const path = "/home/me/.kube/config";

function idToken(expiresMs: number, name = "jane"): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "none" })}.${part({ sub: name, exp: expiresMs / 1_000 })}.c2ln`;
}

const fresh = idToken(startMs + 3_600_000);
const expired = idToken(startMs - 1_000);
const provider = { "idp-issuer-url": "https://issuer.example/", "client-id": "kube", "refresh-token": "refresh-1" };

interface Issuer {
  readonly metadata?: object;
  /** What the token endpoint answers. */
  readonly answer: (form: URLSearchParams, request: HttpExchangeRequest) => { status?: number; body: object | string };
}

async function createSource(config: Record<string, string>, issuer?: Issuer, environment?: Record<string, string>) {
  const user = { "auth-provider": { name: "oidc", config: { ...provider, ...config } } };
  const text = kubeconfigText({ user, cluster: { "proxy-url": "socks5://bastion:1080" } });
  const machine = createTestMachine({
    ...(environment && { environment }),
    files: { [path]: `# mine\n${text}` },
    ...(issuer && {
      async exchange(request: HttpExchangeRequest) {
        const metadata = { token_endpoint: "https://issuer.example/token", ...issuer.metadata };
        if (request.method === "GET") return { status: 200, body: JSON.stringify(metadata) };
        const { status = 200, body } = issuer.answer(new URLSearchParams(request.body), request);
        return { status, body: typeof body === "string" ? body : JSON.stringify(body) };
      },
    }),
  });
  const { credentials } = await configFromKubeconfig(await parseKubeconfig(text, path), { seams: machine.seams });
  assert.ok(credentials);
  return { ...machine, credentials };
}

test("a token that is still good is used, and nobody is asked", async () => {
  const { credentials, requests } = await createSource({ "id-token": fresh });
  assert.equal((await credentials.get()).authorization, `Bearer ${fresh}`);
  assert.equal(requests.length, 0);
});

test("an expired token is refreshed once for all who wait", async () => {
  const issuer: Issuer = { answer: () => ({ body: { id_token: fresh } }) };
  const { credentials, requests } = await createSource({ "id-token": expired }, issuer);
  const all = await Promise.all([credentials.get(), credentials.get(), credentials.get()]);
  assert.ok(all.every(({ authorization }) => authorization === `Bearer ${fresh}`));
  assert.deepEqual(
    requests.map(({ method, url }) => `${method} ${url}`),
    ["GET https://issuer.example/.well-known/openid-configuration", "POST https://issuer.example/token"],
  );
  assert.equal(requests[1]?.body, "grant_type=refresh_token&refresh_token=refresh-1&client_id=kube");
});

test("a token is refreshed ten seconds before it expires", async () => {
  const issuer: Issuer = { answer: () => ({ body: { id_token: idToken(startMs + 7_200_000) } }) };
  const { credentials, clock, requests } = await createSource({ "id-token": fresh }, issuer);
  await credentials.get();
  await clock.advance(3_590_000 - 1);
  await credentials.get();
  assert.equal(requests.length, 0);
  await clock.advance(1);
  await credentials.get();
  assert.equal(requests.length, 2);
});

test("a token that the server refused is refreshed, where that is possible", async () => {
  const issuer: Issuer = { answer: () => ({ body: { id_token: idToken(startMs + 3_600_000, "again") } }) };
  const { credentials } = await createSource({ "id-token": fresh }, issuer);
  credentials.refuse(await credentials.get());
  assert.notEqual((await credentials.get()).authorization, `Bearer ${fresh}`);
  const fixed = await createSource({ "id-token": fresh, "refresh-token": "" });
  fixed.credentials.refuse(await fixed.credentials.get());
  assert.equal((await fixed.credentials.get()).authorization, `Bearer ${fresh}`);
});

test("a secret goes in the header, or in the form where the provider takes no other way", async () => {
  const issuer = (metadata: object): Issuer => ({ metadata, answer: () => ({ body: { id_token: fresh } }) });
  const header = await createSource({ "client-secret": "s:1" }, issuer({}));
  await header.credentials.get();
  assert.equal(header.requests[1]?.headers?.authorization, `Basic ${Buffer.from("kube:s%3A1").toString("base64")}`);
  assert.doesNotMatch(header.requests[1]?.body ?? "", /client_/);
  const methods = { token_endpoint_auth_methods_supported: ["client_secret_post"] };
  const form = await createSource({ "client-secret": "s:1" }, issuer(methods));
  await form.credentials.get();
  assert.match(form.requests[1]?.body ?? "", /client_id=kube&client_secret=s%3A1$/);
});

test("a refresh token that is replaced is used the next time, and written back with everything else as it was", async () => {
  const used: (string | null)[] = [];
  const issuer: Issuer = {
    answer(form) {
      used.push(form.get("refresh_token"));
      const lifeMs = 3_600_000 * (used.length + 1);
      return { body: { id_token: idToken(startMs + lifeMs), refresh_token: `refresh-${used.length + 1}` } };
    },
  };
  const { credentials, clock, files } = await createSource({}, issuer);
  await credentials.get();
  await clock.advance(7_200_000);
  await credentials.get();
  assert.deepEqual(used, ["refresh-1", "refresh-2"]);
  const written = files.get(path) ?? "";
  assert.match(written, /^# mine\n/);
  const { users, clusters } = await parseKubeconfig(written);
  const config = users?.[0]?.user["auth-provider"]?.config;
  assert.equal(config?.["refresh-token"], "refresh-3");
  assert.equal(config?.["id-token"], idToken(startMs + 10_800_000));
  assert.equal(clusters?.[0]?.cluster.server, "https://example.com:6443");
});

test("that tokens cannot be written back is said and stops nothing", async () => {
  const issuer: Issuer = { answer: () => ({ body: { id_token: fresh } }) };
  const { credentials, files, said } = await createSource({}, issuer);
  files.set(path, "users: []");
  assert.equal((await credentials.get()).authorization, `Bearer ${fresh}`);
  assert.match(
    said.join(""),
    /the new tokens could not be written back: \/home\/me\/\.kube\/config has no such user any more/,
  );
  assert.ok(!said.join("").includes(fresh));
});

test("what a provider answers wrongly is refused, and nothing secret is shown", async () => {
  const secret = "hunter2secret";
  for (const [issuer, expected] of [
    [
      { answer: () => ({ status: 400, body: { error: "invalid_grant", error_description: secret } }) },
      /answered 400 \(invalid_grant\)$/,
    ],
    [
      { answer: () => ({ status: 500, body: `<html>${secret}</html>` }) },
      /POST https:\/\/issuer\.example\/token: the provider answered 500$/,
    ],
    [{ answer: () => ({ status: 400, body: { error: secret } }) }, /the provider answered 400$/],
    [{ answer: () => ({ body: secret }) }, /the provider's answer is no JSON object$/],
    [{ answer: () => ({ body: { access_token: secret } }) }, /the provider gave no id_token/],
    [{ answer: () => ({ body: { id_token: secret } }) }, /the id-token is no JSON web token with an expiry$/],
    [
      { metadata: { token_endpoint: "http://issuer.example/token" }, answer: () => ({ body: {} }) },
      /names no token_endpoint with https$/,
    ],
  ] satisfies [Issuer, RegExp][]) {
    const { credentials } = await createSource({ "refresh-token": secret, "client-secret": secret }, issuer);
    await assert.rejects(credentials.get(), (error: Error) => {
      assert.equal(error.name, "CredentialsError");
      assert.match(error.message, expected);
      assert.doesNotMatch(`${error.stack}`, /hunter2/);
      return true;
    });
  }
});

test("without a refresh token an expired token is an error that says what to do", async () => {
  const { credentials } = await createSource({ "id-token": expired, "refresh-token": "" });
  await assert.rejects(credentials.get(), {
    message: /the id-token has expired and there is no refresh-token: log in again$/,
  });
});

test("a provider that cannot be reached is named", async () => {
  const { credentials } = await createSource({});
  await assert.rejects(credentials.get(), {
    message:
      /auth-provider oidc: GET https:\/\/issuer\.example\/\.well-known\/openid-configuration: nobody answers here$/,
  });
});

test("the provider is asked through the proxy that the environment names for it", async () => {
  const issuer: Issuer = { answer: () => ({ body: { id_token: fresh } }) };
  const asked = async (environment: Record<string, string>) => {
    const { credentials, requests } = await createSource({ "id-token": expired }, issuer, environment);
    await credentials.get();
    return requests.map(({ proxyUrl }) => proxyUrl);
  };
  const proxy = "http://proxy.example:3128";
  assert.deepEqual(await asked({ HTTPS_PROXY: proxy }), [proxy, proxy]);
  assert.deepEqual(await asked({ https_proxy: proxy, NO_PROXY: ".example" }), [undefined, undefined]);
  assert.deepEqual(await asked({}), [undefined, undefined], "the cluster's proxy-url is a way to the cluster alone");
});
