import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { createHttpsTransport, startControlPlane } from "@pintle/controlplane";
import type { Logger } from "@pintle/machinery";
import type { Json } from "../conformance/answer.ts";
import { Client, type RequestOptions, type ServerDescription } from "../conformance/client.ts";
import { RawAnswer, startWebhookServer, type WebhookServer } from "../conformance/webhook-server.ts";
import { startRealControlPlane } from "./control-plane.ts";

// What goes wrong is provoked here.
const silent: Logger = { debug() {}, info() {}, warn() {}, error() {}, with: () => silent };

type Version = "v1" | "v1beta1";
const hal = { username: "hal", uid: "9", groups: ["pilots"], extra: { "example.com/ship": ["one", "two"] } };

/** Knows some tokens, and has something to say about some resources. */
function answerReview({ kind, spec, ...review }: Json): Json | RawAnswer {
  const status = kind === "TokenReview" ? reviewToken(spec.token) : reviewAccess(spec);
  return status instanceof RawAnswer ? status : { ...review, kind, status };
}

function reviewToken(token: string): Json | RawAnswer {
  if (token === "hals.token") return { authenticated: true, user: hal };
  if (token === "vault.token") return { authenticated: true, user: hal, audiences: ["vault"] };
  if (token === "expired.token") return { authenticated: false, error: "the token has expired" };
  return token === "broken.token" ? new RawAnswer(418, "tea") : { authenticated: false };
}

function reviewAccess({
  resourceAttributes: { resource } = {} as Json,
  nonResourceAttributes: path,
}: Json): Json | RawAnswer {
  if (resource === "nodes") return new RawAnswer(418, "tea");
  if (path) return { allowed: path.path === "/metrics", reason: "paths" };
  const said: Record<string, Json> = {
    pods: { allowed: true, reason: "pods are free" },
    secrets: { allowed: false, denied: true, reason: "secrets are secret" },
  };
  return said[resource] ?? { allowed: false, reason: "no idea" };
}

const requests: readonly (readonly [method: string, path: string, options?: RequestOptions])[] = [
  ["GET", "/api/v1/namespaces/default/pods/one"],
  [
    "GET",
    "/api/v1/pods?labelSelector=a%3Db,c%20notin%20(d,e),f,!g&fieldSelector=spec.nodeName%3Dn,status.phase!%3DFailed",
  ],
  ["GET", "/api/v1/pods?labelSelector=a%3E1,b&watch=1&timeoutSeconds=1"],
  ["GET", "/api/v1/pods?labelSelector=%28%28"],
  ["GET", "/apis/apps/v1/namespaces/default/deployments/web/scale"],
  ["GET", "/api/v1/namespaces/default/secrets"],
  ["GET", "/api/v1/nodes?x=<y>"],
  [
    "POST",
    "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
    { body: { spec: { resourceAttributes: { verb: "list", resource: "nodes" } } } },
  ],
  [
    "POST",
    "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
    { body: { spec: { resourceAttributes: { verb: "list", resource: "secrets" } } } },
  ],
  ...[
    {
      labelSelector: { rawSelector: "a=b,!c" },
      fieldSelector: { rawSelector: "spec.nodeName=n" },
    },
    {
      labelSelector: {
        requirements: [
          { key: "a", operator: "In", values: ["x", "y"] },
          { key: "b", operator: "NotIn", values: ["z"] },
          { key: "c", operator: "Exists" },
          { key: "d", operator: "DoesNotExist" },
        ],
      },
      fieldSelector: {
        requirements: [
          { key: "metadata.name", operator: "In", values: ["a,b"] },
          { key: "spec.nodeName", operator: "NotIn", values: ["n"] },
        ],
      },
    },
  ].map(
    (selectors) =>
      [
        "POST",
        "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
        { body: { spec: { resourceAttributes: { verb: "list", resource: "pods", ...selectors } } } },
      ] as const,
  ),
  ["DELETE", "/api/v1/namespaces/default/pods?labelSelector=none%3Dnone"],
  ["GET", "/metrics/x"],
  ["GET", "/api/v1/namespaces/default/pods/one", { as: "vault.token" }],
  ["GET", "/api/v1/namespaces/default/pods/one", { as: "expired.token" }],
  ["GET", "/api/v1/namespaces/default/pods/one", { as: "broken.token" }],
  ["GET", "/api/v1/namespaces/default/pods/one", { as: "no.token" }],
  ["GET", "/api/v1/namespaces/default/pods/one", { as: "admin" }],
  [
    "POST",
    "/apis/authentication.k8s.io/v1/tokenreviews",
    { as: "admin", body: { spec: { token: "vault.token", audiences: ["vault"] } } },
  ],
  ["POST", "/apis/authentication.k8s.io/v1/tokenreviews", { as: "admin", body: { spec: { token: "hals.token" } } }],
  ...["expired.token", "no.token", "broken.token"].map(
    (token) =>
      ["POST", "/apis/authentication.k8s.io/v1/tokenreviews", { as: "admin", body: { spec: { token } } }] as const,
  ),
];

/** What the client was told, and what the reviewer was asked. */
async function tell(server: ServerDescription, asked: Json[]): Promise<Json> {
  const client = new Client(server);
  const answers: Json[] = [];
  for (const [method, path, options] of requests) {
    const { status, body, text } = await client.request(method, path, { as: "hals.token", ...options });
    const isReview = /Review$/.test(body?.kind);
    answers.push({ path, as: options?.as, status, message: body?.message, told: isReview ? body.status : undefined });
    if (status === 500) answers.push({ text });
  }
  await client.close();
  return { answers, asked: asked.splice(0) };
}

function kubeconfigOf({ url, caBundle }: WebhookServer): Json {
  return {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "reviewer", cluster: { server: `${url}/review`, "certificate-authority-data": caBundle } }],
    users: [{ name: "us", user: {} }],
    contexts: [{ name: "reviewer", context: { cluster: "reviewer", user: "us" } }],
    "current-context": "reviewer",
  };
}

async function askReal(reviewer: WebhookServer, version: Version, asked: Json[]): Promise<Json> {
  const folder = mkdtempSync(`${tmpdir()}/pintle-reviewer-`);
  try {
    writeFileSync(`${folder}/config`, JSON.stringify(kubeconfigOf(reviewer)), { mode: 0o600 });
    await using plane = await startRealControlPlane({
      flags: [
        "--authorization-mode=Webhook,RBAC",
        `--authorization-webhook-config-file=${folder}/config`,
        `--authorization-webhook-version=${version}`,
        `--authentication-token-webhook-config-file=${folder}/config`,
        `--authentication-token-webhook-version=${version}`,
      ],
    });
    return await tell({ name: "real", ...plane }, asked);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function askOwn({ url, caBundle }: WebhookServer, version: Version, asked: Json[]): Promise<Json> {
  const { hostname: host, port } = new URL(url);
  const ca = Buffer.from(caBundle, "base64").toString();
  const transport = createHttpsTransport({ place: () => ({ host, port: Number(port) }), ca });
  const webhook = { connection: { transport, url: `${url}/review` }, version };
  await using plane = await startControlPlane({
    identity: { authorizationModes: ["Webhook", "RBAC"], authorizationWebhook: webhook, tokenWebhook: webhook },
    listen: {},
    logger: silent,
  });
  const answer = await tell({ name: "pintle", ...plane, kubeconfig: "" }, asked);
  transport.close();
  return answer;
}

for (const version of ["v1", "v1beta1"] as const) {
  test(`both servers ask a webhook the same in ${version}, and make the same of its answers`, async () => {
    const asked: Json[] = [];
    await using reviewer = await startWebhookServer((_path, review) => {
      // What the servers do for themselves at their start is their own business.
      if (review.kind === "TokenReview" || review.spec.user === "hal") asked.push(review);
      return answerReview(review);
    });
    const real = await askReal(reviewer, version, asked);
    const own = await askOwn(reviewer, version, asked);
    assert.ok(real.asked.length > 10, "the real server asked");
    assert.deepEqual(own.answers, real.answers);
    assert.deepEqual(own.asked, real.asked);
  });
}
