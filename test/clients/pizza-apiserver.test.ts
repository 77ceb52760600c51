/** The example of a server of one's own, behind the plane that is judged: kubectl does not notice that it talks to another server. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { assertAnswer, assertStatus, type Json } from "../conformance/answer.ts";
import type { Client } from "../conformance/client.ts";
import { eventually } from "../conformance/eventually.ts";
import { type Certificate, createAuthority, openAuthority } from "../real/certificates.ts";
import { describeKubectls } from "./kubectl.ts";
import { usePlane } from "./planes.ts";

const main = fileURLToPath(new URL("../../examples/pizza-apiserver/main.ts", import.meta.url));
const group = "/apis/pizza.example.com/v1";
const rbac = "/apis/rbac.authorization.k8s.io/v1";
const account = mkdtempSync(`${tmpdir()}/pintle-pizza-`);
const plane = usePlane();
let example: ChildProcess | undefined;

/** The example's account, with the two rights that a server behind another needs. */
async function prepareAccount(client: Client): Promise<void> {
  const accounts = "/api/v1/namespaces/default/serviceaccounts";
  assertAnswer(await client.create(accounts, { metadata: { name: "pizza" } }), 201);
  const subjects = [{ kind: "ServiceAccount", namespace: "default", name: "pizza" }];
  const refer = (kind: string, name: string) => ({ apiGroup: "rbac.authorization.k8s.io", kind, name });
  const metadata = { name: "pizza" };
  const delegator = { metadata, subjects, roleRef: refer("ClusterRole", "system:auth-delegator") };
  assertAnswer(await client.create(`${rbac}/clusterrolebindings`, delegator), 201);
  const reader = { metadata, subjects, roleRef: refer("Role", "extension-apiserver-authentication-reader") };
  assertAnswer(await client.create(`${rbac}/namespaces/kube-system/rolebindings`, reader), 201);
  const { body } = await client.create(`${accounts}/pizza/token`, { spec: { expirationSeconds: 3_600 } });
  writeFileSync(`${account}/token`, body.status.token, { mode: 0o600 });
  writeFileSync(`${account}/ca.crt`, client.server.ca);
}

/** Starts the example, and gives what it says has to be applied. */
async function startExample(client: Client): Promise<Json> {
  const { hostname, port } = new URL(client.server.url);
  const env = { ...process.env, ACCOUNT: account, PORT: "0" };
  example = spawn(process.execPath, ["--conditions=pintle-source", main], {
    env: { ...env, KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface(example.stdout as NodeJS.ReadableStream), "line");
  return JSON.parse(line);
}

/** The plane is there when the first test runs, and so the example comes with the first who needs it. */
async function register(): Promise<void> {
  const { client } = plane();
  await prepareAccount(client);
  const { items } = await startExample(client);
  assertAnswer(await client.create("/api/v1/namespaces/default/services", items[0]), 201);
  assertAnswer(await client.create("/apis/apiregistration.k8s.io/v1/apiservices", items[1]), 201);
  await eventually(async () => assertAnswer(await client.get(`${group}/pizzas`), 200));
  await eventually(async () => {
    const { body } = await client.get("/openapi/v3");
    assert.ok(body.paths["apis/pizza.example.com/v1"]);
  }, 60_000);
}

let registering: Promise<void> | undefined;

async function judged(): Promise<Client> {
  registering ??= register();
  await registering;
  return plane().client;
}

after(async () => {
  rmSync(account, { recursive: true, force: true });
  if (example === undefined) return;
  const ended = once(example, "exit");
  example.kill("SIGTERM");
  assert.deepEqual(await ended, [0, null]);
});

describeKubectls("a server of one's own", {
  "creates, lists, explains and deletes what it serves": async (kubectl) => {
    await judged();
    const pizza = (name: string, toppings: string[]) => ({
      apiVersion: "pizza.example.com/v1",
      kind: "Pizza",
      metadata: { name },
      spec: { toppings },
    });
    assert.equal(
      await kubectl.saysTo(pizza("funghi", ["mushrooms"]), "apply", "-f", "-"),
      "pizza.pizza.example.com/funghi created",
    );
    assert.match(await kubectl.says("get", "pz"), /^NAME +TOPPINGS +AGE\nfunghi +mushrooms +\d+s$/);
    assert.equal(await kubectl.says("get", "pizza", "funghi", "-o", "jsonpath={.spec.size}"), "large");
    const more = pizza("funghi", ["mushrooms", "onions"]);
    assert.equal(
      await kubectl.saysTo(more, "apply", "--server-side", "--force-conflicts", "-f", "-"),
      "pizza.pizza.example.com/funghi serverside-applied",
    );
    const { code, stderr } = await kubectl.run(["create", "-f", "-"], { input: pizza("hawaii", ["pineapple"]) });
    assert.equal(code, 1);
    assert.match(stderr, /spec\.toppings: Forbidden: pineapple is no topping/);
    assert.match(await kubectl.says("explain", "pizzas.spec.size"), /small or large/);
    assert.match(await kubectl.says("delete", "pizza", "funghi"), /^pizza\.pizza\.example\.com "funghi" deleted/);
  },
  "tells of changes as they happen": async (kubectl) => {
    await judged();
    using lines = kubectl.follow("get", "pizzas", "-w", "-o", "name");
    const manifest = { apiVersion: "pizza.example.com/v1", kind: "Pizza", metadata: { name: "margherita" } };
    await eventually(async () => {
      await kubectl.saysTo(manifest, "apply", "-f", "-");
      assert.equal(await lines.next(), "pizza.pizza.example.com/margherita");
    });
  },
});

test("who may do nothing may not, and who was given a right may", async () => {
  const client = await judged();
  const namespace = await client.namespace();
  const path = `${group}/namespaces/${namespace}/pizzas`;
  const accounts = `/api/v1/namespaces/${namespace}/serviceaccounts`;
  assertAnswer(await client.create(accounts, { metadata: { name: "guest" } }), 201);
  const { body } = await client.create(`${accounts}/guest/token`, { spec: {} });
  const as = body.status.token;
  const user = `system:serviceaccount:${namespace}:guest`;
  const where = `in API group "pizza.example.com" in the namespace "${namespace}"`;
  const refusal = `pizzas.pizza.example.com is forbidden: User "${user}" cannot list resource "pizzas" ${where}`;
  assertStatus(await client.get(path, {}, { as }), 403, "Forbidden", refusal);

  const rules = [{ apiGroups: ["pizza.example.com"], resources: ["pizzas"], verbs: ["list"] }];
  const roles = `${rbac}/namespaces/${namespace}`;
  assertAnswer(await client.create(`${roles}/roles`, { metadata: { name: "guest" }, rules }), 201);
  const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "guest" };
  const subjects = [{ kind: "ServiceAccount", namespace, name: "guest" }];
  assertAnswer(await client.create(`${roles}/rolebindings`, { metadata: { name: "guest" }, roleRef, subjects }), 201);
  await eventually(async () => assertAnswer(await client.get(path, {}, { as }), 200, { kind: "PizzaList", items: [] }));
});

test("who comes past the main server is known by a token or a certificate, and nobody else is", async () => {
  const client = await judged();
  const { spec } = (await client.get("/apis/apiregistration.k8s.io/v1/apiservices/v1.pizza.example.com")).body;
  const direct = (credentials: Parameters<typeof askDirectly>[2]) =>
    askDirectly(spec.service.port, Buffer.from(spec.caBundle, "base64").toString(), credentials);
  const { clientCa, tokens } = client.server;
  const admin = openAuthority(clientCa).issue({ commonName: "jane", organizations: ["system:masters"] });
  const stranger = createAuthority("clients").issue({ commonName: "jane", organizations: ["system:masters"] });
  const claim = { "x-remote-user": "jane", "x-remote-group": "system:masters" };

  assert.equal(await direct({ headers: { authorization: `Bearer ${tokens.admin}` } }), 200);
  assert.equal(await direct({ headers: { authorization: "Bearer unknown" } }), 401);
  assert.equal(await direct({ certificate: admin }), 200);
  assert.equal(await direct({ certificate: stranger }), 401);
  assert.equal(await direct({ headers: claim }), 403, "headers without a certificate say nothing");
  assert.equal(await direct({ certificate: stranger, headers: claim }), 401);
});

/** The status of an answer to a list of all pizzas. */
function askDirectly(
  port: number,
  ca: string,
  { headers = {}, certificate }: { headers?: Record<string, string>; certificate?: Certificate },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const to = { host: "localhost", port, servername: "pizza.default.svc", path: `${group}/pizzas`, ca, agent: false };
    const sent = request({ ...to, headers, ...certificate } as const, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on("error", reject);
    sent.end();
  });
}
