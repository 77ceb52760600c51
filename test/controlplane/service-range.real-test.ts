/** Where Services get their addresses from: our plane takes and refuses the ranges that the real kube-apiserver does, and gives out of them alike. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { startControlPlane } from "@pintle/controlplane";
import { createJsonLogger, createProcessClock, UsageError } from "@pintle/machinery";
import type { Json } from "../conformance/answer.ts";
import { Client, type ServerDescription } from "../conformance/client.ts";
import { eventually } from "../conformance/eventually.ts";
import { startRealControlPlane } from "../real/control-plane.ts";
import { missing } from "../tools.ts";

const logger = createJsonLogger({ write: () => {}, clock: createProcessClock() });
const skip = missing("real");

/** What a server says of its range, and of Services in it and outside. */
async function lookAt(client: Client): Promise<Json> {
  const services = "/api/v1/namespaces/default/services";
  const first = await eventually(async () => {
    const { status, body } = await client.get(`${services}/kubernetes`);
    assert.equal(status, 200);
    return body.spec.clusterIP;
  });
  const range = await client.get("/apis/networking.k8s.io/v1/servicecidrs/kubernetes");
  const create = async (name: string, clusterIP?: string, query = {}): Promise<Json> =>
    (await client.create(services, { metadata: { name }, spec: { clusterIP, ports: [{ port: 80 }] } }, query)).body;
  const made: Json[] = [];
  for (let index = 0; index < 8; index += 1) made.push(await create(`a-${index}`));
  const dryRun = { dryRun: "All" };
  return {
    first,
    range: range.body.spec,
    dryRun: (await create("dry", undefined, dryRun)).spec.clusterIP,
    outside: (await create("outside", "192.168.0.1")).message,
    outsideDryRun: (await create("outside", "192.168.0.1", dryRun)).message,
    full: made.map(({ message }) => message),
  };
}

async function lookOnce(server: ServerDescription): Promise<Json> {
  const client = new Client(server);
  try {
    return await lookAt(client);
  } finally {
    await client.close();
  }
}

for (const range of ["10.32.7.9/16", "172.16.0.0/29", "10.0.0.0/11"]) {
  test(`${range} is said and given out of as the real server does`, { skip }, async () => {
    await using real = await startRealControlPlane({ flags: [`--service-cluster-ip-range=${range}`] });
    await using own = await startControlPlane({ listen: {}, serviceClusterIpRange: range, logger });
    const expected = await lookOnce({ name: "real", ...real });
    assert.deepEqual(await lookOnce({ name: "pintle", ...own, kubeconfig: own.kubeconfig() }), expected);
    // Of eight addresses two are nobody's, and one is the API server's.
    assert.equal(expected.full.filter(Boolean).length, range.endsWith("/29") ? 3 : 0);
  });
}

for (const range of ["10.0.0.0/30", "10.0.0.0/0", "10.0.0.0", "10.0.0.0/1e1", "nothing", "10.0.0.0/16,10.1.0.0/16"]) {
  test(`${range} is refused as the real server does`, { skip }, async () => {
    await assert.rejects(startRealControlPlane({ flags: [`--service-cluster-ip-range=${range}`] }), /did not start/);
    await assert.rejects(startControlPlane({ serviceClusterIpRange: range, logger }), UsageError);
  });
}
