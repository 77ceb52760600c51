import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { Agent, createServer, request } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { createInterface } from "node:readline";
import { json } from "node:stream/consumers";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { createAuthority } from "@pintle/machinery/certificates";

const main = fileURLToPath(new URL("./main.ts", import.meta.url));
const folder = mkdtempSync(`${tmpdir()}/pintle-up-identity-`);
const clients = createAuthority("elsewhere", { nowMs: Date.now() });

function file(name: string, content: string | object): string {
  writeFileSync(`${folder}/${name}`, typeof content === "string" ? content : JSON.stringify(content), { mode: 0o600 });
  return `${folder}/${name}`;
}

const tokens = file("tokens.csv", '\ncarol-token,carol,7,"dev,ops"\n"dave-token","dave ""d""",8\n,nobody,9\n');

interface Plane extends AsyncDisposable {
  readonly lines: string[];
  get(path: string, credentials?: { token?: string; certificate?: { key: string; cert: string } }): Promise<Answer>;
  post(path: string, body: object, token?: string): Promise<Answer>;
  readonly admin: string;
}

interface Answer {
  readonly status: number | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: answers are read field by field.
  readonly body: any;
}

let count = 0;

async function start(...args: readonly string[]): Promise<Plane> {
  count += 1;
  const path = `${folder}/kubeconfig-${count}`;
  const argv = ["--conditions=pintle-source", main, "up", "--profile=apiserver", "--kubeconfig", path, ...args];
  const child: ChildProcess = spawn(process.execPath, argv, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  const lines: string[] = [];
  child.stderr?.resume();
  const reader = createInterface(child.stdout as never).on("line", (line) => lines.push(line));
  await once(reader, "line");
  while (!lines.some((line) => line.startsWith("ready:"))) await once(reader, "line");
  const config = JSON.parse(readFileSync(path, "utf8"));
  const [{ cluster }, { user }] = [config.clusters[0], config.users[0]];
  const ca = Buffer.from(cluster["certificate-authority-data"], "base64");
  const send = (method: string, to: string, headers: object, more: object, body?: object): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const agent = new Agent({ ca, keepAlive: false });
      const sent = request(cluster.server + to, { method, agent, headers: headers as never, ...more }, async (answer) =>
        resolve({ status: answer.statusCode, body: await json(answer) }),
      ).once("error", reject);
      sent.end(body && JSON.stringify(body));
    });
  const bearer = (token: string | undefined) => (token === undefined ? {} : { authorization: `Bearer ${token}` });
  return {
    lines,
    admin: user.token,
    get: (to, { token, certificate } = {}) => send("GET", to, bearer(token), certificate ?? {}),
    post: (to, body, token = user.token) =>
      send("POST", to, { ...bearer(token), "content-type": "application/json" }, {}, body),
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      assert.deepEqual(await once(child, "exit"), [0, null]);
    },
  };
}

const whoami = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
const pods = "/api/v1/namespaces/default/pods";

test("users come from a file, certificates from an authority, and what they do is written down", async () => {
  const authority = file("clients.pem", clients.cert);
  const policy = file(
    "policy.yaml",
    "apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{level: Metadata, users: [carol, frank]}]\n",
  );
  const log = `${folder}/audit.log`;
  await using plane = await start(
    `--token-auth-file=${tokens}`,
    "--client-ca-file",
    authority,
    "--authorization-mode",
    "RBAC",
    `--audit-policy-file=${policy}`,
    `--audit-log-path=${log}`,
  );
  const review = await plane.post(whoami, {}, "carol-token");
  assert.deepEqual(review.body.status.userInfo, {
    username: "carol",
    uid: "7",
    groups: ["dev", "ops", "system:authenticated"],
  });
  assert.equal((await plane.post(whoami, {}, "dave-token")).body.status.userInfo.username, 'dave "d"');
  const frank = clients.issue({ commonName: "frank", nowMs: Date.now() });
  const refused = await plane.get(pods, { certificate: frank });
  assert.equal(refused.status, 403);
  assert.match(refused.body.message, /^pods is forbidden: User "frank"/);
  const told = readFileSync(log, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    told.map(({ stage, user, verb, responseStatus }) => [stage, user.username, verb, responseStatus?.code]),
    [
      ["RequestReceived", "carol", "create", undefined],
      ["ResponseComplete", "carol", "create", 201],
      ["RequestReceived", "frank", "list", undefined],
      ["ResponseComplete", "frank", "list", 403],
    ],
  );
});

test("without an authorizer that says yes only administrators may do anything; nobody is let in where that is said", async () => {
  await using plane = await start(
    "--authorization-mode=AlwaysDeny",
    "--anonymous-auth=false",
    `--token-auth-file=${tokens}`,
  );
  const refused = await plane.get(pods, { token: "carol-token" });
  assert.equal(refused.status, 403);
  assert.match(refused.body.message, /: Everything is forbidden\.$/);
  assert.equal((await plane.get(pods, { token: plane.admin })).status, 200);
  assert.equal((await plane.get("/version")).status, 401);
});

test("where everything is allowed, one still has to say who one is; events may go to stdout", async () => {
  const policy = file(
    "all.yaml",
    "apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{level: Metadata, users: [carol]}]\n",
  );
  await using plane = await start(
    "--authorization-mode=AlwaysAllow",
    `--token-auth-file=${tokens}`,
    `--audit-policy-file=${policy}`,
    "--audit-log-path=-",
  );
  assert.equal((await plane.get(pods, { token: "carol-token" })).status, 200);
  assert.equal((await plane.get("/version")).status, 401);
  const events = plane.lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line).stage);
  assert.deepEqual(events, ["RequestReceived", "ResponseComplete"]);
});

/** Somebody who knows tokens and may decide: answers what the test says. */
async function startReviewer(answer: (review: { kind: string; spec: Record<string, unknown> }) => object) {
  const serving = createAuthority("reviewers", { nowMs: Date.now() });
  const leaf = serving.issue({ commonName: "reviewer", names: ["127.0.0.1"], nowMs: Date.now() });
  const asked: { kind: string; apiVersion: string; spec: Record<string, unknown> }[] = [];
  const server = createServer({ key: leaf.key, cert: leaf.cert }, async (message, response) => {
    const review = (await json(message)) as (typeof asked)[number];
    asked.push(review);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ kind: review.kind, apiVersion: review.apiVersion, status: answer(review) }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => server.close());
  const { port } = server.address() as AddressInfo;
  count += 1;
  const config = file(`reviewer-${count}.yaml`, {
    clusters: [
      {
        name: "reviewer",
        cluster: {
          server: `https://127.0.0.1:${port}/review`,
          "certificate-authority-data": Buffer.from(serving.cert).toString("base64"),
        },
      },
    ],
    users: [{ name: "us", user: {} }],
    contexts: [{ name: "c", context: { cluster: "reviewer", user: "us" } }],
    "current-context": "c",
  });
  return { config, asked };
}

test("webhooks know tokens and decide, each asked once for the same", async () => {
  const { config, asked } = await startReviewer(({ kind, spec }) => {
    if (kind === "TokenReview") {
      return spec.token === "hers" ? { authenticated: true, user: { username: "hal", groups: ["g"] } } : {};
    }
    const { resource } = (spec.resourceAttributes ?? {}) as { resource?: string };
    return resource === "pods" ? { allowed: true } : { allowed: false, reason: "not yours" };
  });
  await using plane = await start(
    "--authorization-mode=Webhook",
    `--authorization-webhook-config-file=${config}`,
    "--authorization-webhook-version=v1",
    `--authentication-token-webhook-config-file=${config}`,
  );
  for (const _ of [1, 2]) assert.equal((await plane.get(pods, { token: "hers" })).status, 200);
  const refused = await plane.get("/api/v1/namespaces/default/secrets", { token: "hers" });
  assert.equal(refused.status, 403);
  assert.match(refused.body.message, /not yours$/);
  assert.equal((await plane.get(pods, { token: "his" })).status, 401);
  assert.deepEqual(
    asked.map(({ kind, apiVersion }) => `${kind} ${apiVersion}`),
    [
      "TokenReview authentication.k8s.io/v1beta1",
      "SubjectAccessReview authorization.k8s.io/v1",
      "SubjectAccessReview authorization.k8s.io/v1",
      "TokenReview authentication.k8s.io/v1beta1",
    ],
  );
  assert.deepEqual(asked[1]?.spec.groups, ["g", "system:authenticated"]);
});

test("tokens of service accounts are issued under the issuer and by the key that were named", async () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const key = file("sa.key", privateKey.export({ type: "pkcs8", format: "pem" }).toString());
  await using plane = await start(
    "--service-account-issuer=https://issuer.example",
    "--service-account-issuer=https://older.example",
    `--service-account-signing-key-file=${key}`,
    `--service-account-key-file=${key}`,
  );
  const accounts = "/api/v1/namespaces/default/serviceaccounts";
  assert.equal((await plane.post(accounts, { metadata: { name: "robot" } })).status, 201);
  const { body } = await plane.post(`${accounts}/robot/token`, { spec: {} });
  const [head, claims] = body.status.token
    .split(".")
    .slice(0, 2)
    .map((part: string) => JSON.parse(Buffer.from(part, "base64url").toString()));
  assert.equal(head.alg, "ES256");
  assert.equal(claims.iss, "https://issuer.example");
  assert.deepEqual(claims.aud, ["https://issuer.example", "https://older.example"]);
  const review = await plane.post(whoami, {}, body.status.token);
  assert.equal(review.body.status.userInfo.username, "system:serviceaccount:default:robot");
  const keys = await plane.get("/openid/v1/jwks", { token: plane.admin });
  assert.deepEqual(
    keys.body.keys.map(({ alg, kid }: { alg: string; kid: string }) => [alg, kid]),
    [["ES256", head.kid]],
  );
});
