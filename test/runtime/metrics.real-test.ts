/** The metrics of a manager on the real kube-apiserver, over TLS, for those whom the server knows and lets read them. */
import assert from "node:assert/strict";
import { get } from "node:https";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { createClient } from "@pintle/client";
import { ClusterRole, ClusterRoleBinding, ConfigMap, ServiceAccount } from "@pintle/kinds";
import { createJsonLogger, createProcessClock } from "@pintle/machinery";
import { controller, createAccessFilter, createManager } from "@pintle/runtime";
import { startRealControlPlane } from "../real/control-plane.ts";
import { missing } from "../tools.ts";

/** Where a line of the log says that metrics are served. */
const served = /"msg":"Serving metrics server","bindAddress":"([^"]+)"/;

function read(address: string, token?: string): Promise<{ status: number | undefined; body: string }> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    get(`https://${address}/metrics`, { agent: false, rejectUnauthorized: false, headers }, async (response) =>
      resolve({ status: response.statusCode, body: await text(response) }),
    ).on("error", reject);
  });
}

test("a manager serves its metrics to whom the real server lets", { skip: missing("real") }, async () => {
  await using plane = await startRealControlPlane();
  await using client = createClient({
    server: plane.url,
    namespace: "default",
    trust: { read: async () => plane.ca },
    credentials: { get: async () => ({ authorization: `Bearer ${plane.tokens.admin}` }), refuse: () => {} },
  });
  const accounts = client.resource(ServiceAccount);
  const tokenOf = async (name: string): Promise<string> => {
    await accounts.create({ metadata: { name } });
    return (await accounts.subresource("token").create(name, { spec: {} })).status?.token ?? "";
  };
  const reader = await tokenOf("prometheus");
  const somebody = await tokenOf("somebody");
  const rules = [{ nonResourceURLs: ["/metrics"], verbs: ["get"] }];
  await client.resource(ClusterRole).create({ metadata: { name: "metrics-reader" }, rules });
  await client.resource(ClusterRoleBinding).create({
    metadata: { name: "metrics-reader" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "metrics-reader" },
    subjects: [{ kind: "ServiceAccount", name: "prometheus", namespace: "default" }],
  });

  const log: string[] = [];
  const logger = createJsonLogger({
    write: (line) => void log.push(line),
    clock: createProcessClock(),
    level: "debug",
  });
  const manager = createManager({
    client,
    logger,
    leaderElection: "metrics",
    metrics: {
      bindAddress: "127.0.0.1:0",
      certificate: "self-signed",
      filter: createAccessFilter({ client, logger }),
    },
  });
  const { promise: reconciled, resolve } = Promise.withResolvers<void>();
  manager.add(controller(ConfigMap).reconcile(() => resolve()));
  const stop = new AbortController();
  const running = manager.start({ signal: stop.signal });
  await Promise.race([reconciled, running]);

  const [, address = ""] = served.exec(log.join("")) ?? [];
  assert.equal((await read(address)).status, 401);
  assert.equal((await read(address, "made-up-token")).status, 401);
  assert.equal((await read(address, somebody)).status, 403);
  const { status, body } = await read(address, reader);
  assert.equal(status, 200);
  const host = new URL(plane.url).host;
  const counted = [
    /^process_resident_memory_bytes \S+$/m,
    /^workqueue_adds_total\{controller="configmap",name="configmap"\} [1-9]/m,
    /^workqueue_depth\{controller="configmap",name="configmap",priority="0"\} \d/m,
    /^controller_runtime_reconcile_total\{controller="configmap",result="success"\} [1-9]/m,
    /^controller_runtime_reconcile_time_seconds_bucket\{controller="configmap",le="0.005"\} \d/m,
    /^leader_election_master_status\{name="metrics"\} 1$/m,
  ];
  for (const pattern of counted) assert.match(body, pattern);
  assert.ok(body.includes(`rest_client_requests_total{code="200",host="${host}",method="GET"}`));
  for (const token of [reader, somebody, plane.tokens.admin ?? ""]) {
    assert.ok(!log.join("").includes(token) && !body.includes(token), "a token is a secret");
  }

  stop.abort();
  await running;
  await assert.rejects(read(address, reader), { code: "ECONNREFUSED" });
});
