import assert from "node:assert/strict";
import { test } from "node:test";
import { createMemoryStorage, type Storage } from "@pintle/apiserver";
import { createProcessClock, type JsonObject, type Logger } from "@pintle/machinery";
import type { ControlPlane } from "../control-plane.ts";
import { startControlPlane } from "../start-control-plane.ts";
import { requestJson } from "./request-json.ts";

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {}, with: () => silent };
const roles = "/apis/rbac.authorization.k8s.io/v1/clusterroles";

/** A storage that outlives the planes that use it. */
function createLastingStorage(): Storage {
  const storage = createMemoryStorage({ clock: createProcessClock() });
  return {
    revision: () => storage.revision(),
    get: (...get) => storage.get(...get),
    list: (request) => storage.list(request),
    swap: (...swap) => storage.swap(...swap),
    watch: (...watch) => storage.watch(...watch),
    compact: (revision) => storage.compact(revision),
    close: async () => {},
  };
}

async function ask({ server }: ControlPlane, method: string, path: string, body?: JsonObject): Promise<JsonObject> {
  const answer = await requestJson(server.loopback, method, path, body);
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status}`);
  return answer.body as JsonObject;
}

test("each start makes what is missing, with a uid and a time of its own, and leaves the rest", async () => {
  const storage = createLastingStorage();
  let before: JsonObject;
  {
    await using plane = await startControlPlane({ storage, logger: silent });
    before = await ask(plane, "GET", `${roles}/view`);
    const { uid, creationTimestamp } = before.metadata as JsonObject;
    assert.match(String(uid), /^[0-9a-f-]{36}$/);
    assert.ok(Math.abs(Date.parse(String(creationTimestamp)) - Date.now()) < 60_000);
    await ask(plane, "DELETE", `${roles}/edit`);
    await ask(plane, "PUT", `${roles}/system:basic-user`, { metadata: { name: "system:basic-user" }, rules: [] });
  }
  await using plane = await startControlPlane({ storage, logger: silent });
  assert.deepEqual(await ask(plane, "GET", `${roles}/view`), before);
  await ask(plane, "GET", `${roles}/edit`);
  const { rules, metadata } = await ask(plane, "GET", `${roles}/system:basic-user`);
  assert.equal((rules as JsonObject[]).length, 3);
  assert.deepEqual((metadata as JsonObject).labels, { "kubernetes.io/bootstrapping": "rbac-defaults" });
});

test("who is known may ask about themselves and read discovery, who is not may ask for the version", async () => {
  await using plane = await startControlPlane({ logger: silent, users: [{ name: "jane", groups: [] }] });
  const status = async (path: string, token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const { status } = await plane.server.handle({
      method: "GET",
      path,
      query: new URLSearchParams(),
      headers,
      body: (async function* () {})(),
      signal: new AbortController().signal,
      peer: {},
    });
    return status;
  };
  const jane = plane.tokens.jane ?? "";
  for (const path of ["/api", "/apis/apps/v1", "/openapi/v3", "/version", "/healthz"]) {
    assert.equal(await status(path, jane), 200, path);
  }
  for (const [path, expected] of [
    ["/version", 200],
    ["/readyz", 200],
    ["/api", 403],
    ["/metrics", 403],
  ] as const) {
    assert.equal(await status(path), expected, path);
  }
  assert.equal(await status("/api/v1/namespaces", jane), 403);
});
