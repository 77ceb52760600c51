import assert from "node:assert/strict";
import { test } from "node:test";
import type { Transport, TransportRequest } from "@pintle/machinery";
import { WriteLog } from "./write-log.ts";

/** Answers every request with an object of the version, at a time when the storage is at revision 10. */
function createLog(status: number, resourceVersion: string): { readonly log: WriteLog; readonly transport: Transport } {
  const log = new WriteLog(async () => 10);
  async function* body() {
    const text = JSON.stringify({ kind: "ConfigMap", metadata: { resourceVersion } });
    yield Buffer.from(text.slice(0, 5));
    yield Buffer.from(text.slice(5));
  }
  const transport = log.record({ request: async () => ({ status, headers: {}, body: body() }) });
  return { log, transport };
}

async function changesOf(request: TransportRequest, status = 200, resourceVersion = "11"): Promise<readonly string[]> {
  const { log, transport } = createLog(status, resourceVersion);
  const response = await transport.request(request);
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body) chunks.push(chunk);
  assert.equal(JSON.parse(Buffer.concat(chunks).toString()).metadata.resourceVersion, resourceVersion);
  return log.changesSince(0).map(({ method, path }) => `${method} ${path}`);
}

const path = "/api/v1/namespaces/default/configmaps/a";

test("a write that is answered with a newer version is a change, and its answer is handed on", async () => {
  assert.deepEqual(await changesOf({ method: "PATCH", path }), [`PATCH ${path}`]);
});

test("a write that is answered with the version that was there is none", async () => {
  assert.deepEqual(await changesOf({ method: "PATCH", path }, 200, "10"), []);
});

test("a deletion is always a change", async () => {
  assert.deepEqual(await changesOf({ method: "DELETE", path }, 200, "3"), [`DELETE ${path}`]);
});

test("reads, tries, questions and what was refused are no changes", async () => {
  assert.deepEqual(await changesOf({ method: "GET", path }), []);
  assert.deepEqual(await changesOf({ method: "PATCH", path, query: [["dryRun", "All"]] }), []);
  assert.deepEqual(await changesOf({ method: "POST", path: "/apis/authorization.k8s.io/v1/subjectaccessreviews" }), []);
  assert.deepEqual(await changesOf({ method: "PATCH", path }, 409), []);
});

test("changes are told from a point on", async () => {
  const { log, transport } = createLog(200, "11");
  await transport.request({ method: "PATCH", path });
  assert.equal(log.changesSince(log.length).length, 0);
  assert.equal(log.changesSince(0).length, 1);
});
