/** Who may read metrics is decided by the API server: its tokens and its roles, asked for on the embedded plane. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ClusterRole, ClusterRoleBinding } from "@pintle/kinds";
import { createJsonLogger } from "@pintle/machinery";
import { createAccessFilter } from "@pintle/runtime";
import { connectionRefused, startRuntimePlane } from "./plane.ts";

const users = [
  { name: "prometheus", groups: [] },
  { name: "somebody", groups: [] },
];

test("a token and a role on the URL let a caller read metrics, and nothing else does", async () => {
  await using plane = await startRuntimePlane({ users });
  const { client, clock, requests } = plane;
  await client.resource(ClusterRole).create({
    metadata: { name: "metrics-reader" },
    rules: [{ nonResourceURLs: ["/metrics"], verbs: ["get"] }],
  });
  await client.resource(ClusterRoleBinding).create({
    metadata: { name: "metrics-reader" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "metrics-reader" },
    subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "prometheus" }],
  });
  await clock.settle();
  const log: string[] = [];
  const logger = createJsonLogger({ write: (line) => void log.push(line), clock, level: "debug" });
  const handle = createAccessFilter({ client, logger })(() => ({ status: 200 }));
  const ask = async (token: string, path = "/metrics"): Promise<number> => {
    const headers = { authorization: `Bearer ${token}` };
    const signal = new AbortController().signal;
    const query = new URLSearchParams();
    const asking = Promise.resolve(
      handle({ method: "GET", path, query, headers, signal, body: async () => new Uint8Array() }),
    );
    const answered = asking.then(
      ({ status }) => status,
      ({ status }: { status: number }) => status,
    );
    await clock.settle();
    return await answered;
  };
  const { prometheus = "", somebody = "" } = plane.running.tokens;

  assert.equal(await ask(prometheus), 200);
  assert.equal(await ask(prometheus, "/debug"), 403);
  assert.equal(await ask(somebody), 403);
  assert.equal(await ask("made-up-token"), 401);

  const before = requests.length;
  for (let time = 0; time < 5; time += 1) assert.equal(await ask(prometheus), 200);
  assert.equal(requests.length, before, "what was answered counts for a while");

  plane.faults.request = () => Promise.reject(connectionRefused());
  await clock.advance(60_000);
  assert.equal(await ask(prometheus), 500, "nobody is let in because nobody can be asked");
  plane.faults.request = undefined;
  assert.equal(await ask(prometheus), 200);
  assert.ok(log.length > 0 && [prometheus, somebody, "made-up-token"].every((token) => !log.join("").includes(token)));
});
