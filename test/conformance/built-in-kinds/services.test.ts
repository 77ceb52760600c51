import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { assertInvalid, assertWhole, dryRun, type Made, make } from "./objects.ts";

const client = connect();
let services: string;
before(async () => {
  services = `/api/v1/namespaces/${await client.namespace()}/services`;
});
// The range has few addresses, and other tests need some.
after(async () => {
  await client.delete(services);
  await client.close();
});

const ports = [{ port: 80 }];
const tcp = { protocol: "TCP", port: 80, targetPort: 80 };
const makeService = (spec: Json): Promise<Made> => make(client, services, { spec });
const change = (path: string, spec: Json) => client.patch("merge", path, { spec });

async function assertRefused(spec: Json, ...problems: string[]): Promise<void> {
  const name = uniqueName("a");
  const answer = await client.create(services, { metadata: { name }, spec });
  assertInvalid(answer, `Service "${name}"`, ...problems);
}

test("a Service gets an address of the cluster, and its target port is its port", async () => {
  const { body } = await makeService({ ports });
  const { clusterIP } = body.spec;
  assert.match(clusterIP, /^10\.0\.0\.\d+$/);
  assertWhole(body, {
    spec: {
      ports: [tcp],
      clusterIP,
      clusterIPs: [clusterIP],
      type: "ClusterIP",
      sessionAffinity: "None",
      ipFamilies: ["IPv4"],
      ipFamilyPolicy: "SingleStack",
      internalTrafficPolicy: "Cluster",
    },
    status: { loadBalancer: {} },
  });
  // Unlike almost everything with a specification, Services have no generation.
  assert.equal(body.metadata.generation, undefined);
});

test("a headless Service has the address None, one family with a selector and all without", async () => {
  const headless = { clusterIP: "None", clusterIPs: ["None"], type: "ClusterIP", sessionAffinity: "None" };
  const selecting = await makeService({ clusterIP: "None", selector: { app: "shop" } });
  assert.deepEqual(selecting.body.spec, {
    ...headless,
    selector: { app: "shop" },
    ipFamilies: ["IPv4"],
    ipFamilyPolicy: "SingleStack",
    internalTrafficPolicy: "Cluster",
  });
  const open = await makeService({ clusterIP: "None" });
  assert.deepEqual(open.body.spec, {
    ...headless,
    // Whoever makes the endpoints may use both families, whatever the cluster has.
    ipFamilies: ["IPv4", "IPv6"],
    ipFamilyPolicy: "RequireDualStack",
    internalTrafficPolicy: "Cluster",
  });
});

test("a Service for an external name needs neither ports nor an address", async () => {
  const { body } = await makeService({ type: "ExternalName", externalName: "example.com" });
  assert.deepEqual(body.spec, { type: "ExternalName", sessionAffinity: "None", externalName: "example.com" });
});

test("affinity to clients lasts three hours", async () => {
  const { body } = await makeService({ clusterIP: "None", ports, sessionAffinity: "ClientIP" });
  assert.deepEqual(body.spec.sessionAffinityConfig, { clientIP: { timeoutSeconds: 10800 } });
});

test("ports have names when there are several, and targets may have names", async () => {
  const several = [
    { name: "web", port: 80, targetPort: "http" },
    { name: "dns", port: 80, protocol: "UDP", appProtocol: "dns" },
  ];
  const { body } = await makeService({ clusterIP: "None", ports: several });
  assert.deepEqual(body.spec.ports, [
    { name: "web", protocol: "TCP", port: 80, targetPort: "http" },
    { name: "dns", protocol: "UDP", appProtocol: "dns", port: 80, targetPort: 80 },
  ]);
  await assertRefused(
    { ports: [{ port: 80 }, { port: 81 }] },
    "spec.ports[0].name: Required value",
    "spec.ports[1].name: Required value",
  );
});

test("an address can be asked for, once", async () => {
  const { path, body } = await makeService({ ports });
  const { clusterIP } = body.spec;
  const taken = `spec.clusterIPs: Invalid value: ["${clusterIP}"]: failed to allocate IP ${clusterIP}: provided IP is already allocated`;
  await assertRefused({ ports, clusterIP }, taken);

  assertAnswer(await client.delete(path), 200);
  assertAnswer(
    await client.create(services, { metadata: { name: uniqueName("a") }, spec: { ports, clusterIP } }),
    201,
    {
      spec: { clusterIP },
    },
  );
});

test("an address must be one, and of the cluster", async () => {
  await assertRefused(
    { ports, clusterIP: "10.9.0.1" },
    'spec.clusterIPs: Invalid value: ["10.9.0.1"]: failed to allocate IP 10.9.0.1: the provided network does not match the current range',
  );
  await assertRefused(
    { ports, clusterIP: "x" },
    'spec.clusterIPs[0]: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
  );
});

test("the address does not change, and survives an update that leaves it out", async () => {
  const { name, path, body } = await makeService({ ports });
  const { clusterIP } = body.spec;
  for (const address of ["10.9.0.1", "None"]) {
    const answer = await change(path, { clusterIP: address, clusterIPs: [address] });
    assertInvalid(
      answer,
      `Service "${name}"`,
      `spec.clusterIPs[0]: Invalid value: ["${address}"]: may not change once set`,
    );
  }
  const replaced = await client.update(path, { metadata: { name }, spec: { ports: [{ port: 81 }] } });
  assertAnswer(replaced, 200, { spec: { clusterIP, ports: [{ port: 81 }] } });
});

test("a Service becomes a NodePort with a port of its range, and gives it back", async () => {
  const { path, body } = await makeService({ ports });
  const answer = await change(path, { type: "NodePort" });
  const { nodePort } = answer.body.spec.ports[0];
  assert.ok(nodePort >= 30_000 && nodePort <= 32_767, String(nodePort));
  assert.deepEqual(answer.body.spec, {
    ...body.spec,
    type: "NodePort",
    ports: [{ ...tcp, nodePort }],
    externalTrafficPolicy: "Cluster",
  });
  await assertRefused(
    { type: "NodePort", ports: [{ port: 80, nodePort }] },
    `spec.ports[0].nodePort: Invalid value: ${nodePort}: provided port is already allocated`,
  );
  assert.deepEqual((await change(path, { type: "ClusterIP" })).body.spec, body.spec);
  assertAnswer(
    await client.create(services, {
      metadata: { name: uniqueName("a") },
      spec: { type: "NodePort", ports: [{ port: 80, nodePort }] },
    }),
    201,
  );
});

test("a node port is of the range, and only where it means something", async () => {
  await assertRefused(
    { type: "NodePort", ports: [{ port: 80, nodePort: 80 }] },
    "spec.ports[0].nodePort: Invalid value: 80: provided port is not in the valid range. The range of valid ports is 30000-32767",
  );
  await assertRefused(
    { ports: [{ port: 80, nodePort: 30_100 }] },
    "spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'",
  );
});

test("a Service becomes an external name and back, with another address", async () => {
  const { path } = await makeService({ ports });
  const external = await change(path, { type: "ExternalName", externalName: "example.com" });
  assert.deepEqual(external.body.spec, {
    ports: [tcp],
    type: "ExternalName",
    sessionAffinity: "None",
    externalName: "example.com",
  });
  const back = await change(path, { type: "ClusterIP", externalName: null });
  assertAnswer(back, 200, { spec: { clusterIP: /^10\.0\.0\.\d+$/, ipFamilyPolicy: "SingleStack" } });
});

test("a LoadBalancer that keeps clients' addresses has a port for health checks, and loses its status with its type", async () => {
  const { path } = await makeService({ type: "LoadBalancer", ports, externalTrafficPolicy: "Local" });
  assertAnswer(await client.get(path), 200, {
    spec: { allocateLoadBalancerNodePorts: true, healthCheckNodePort: (port: number) => port >= 30_000 },
  });
  const status = { loadBalancer: { ingress: [{ ip: "203.0.113.7" }] } };
  assertAnswer(await client.patch("merge", `${path}/status`, { status }), 200, {
    status: { loadBalancer: { ingress: [{ ip: "203.0.113.7", ipMode: "VIP" }] } },
  });
  const back = await change(path, { type: "ClusterIP" });
  assertAnswer(back, 200, { spec: { healthCheckNodePort: undefined }, status: {} });
  assert.deepEqual(back.body.status, { loadBalancer: {} });
});

test("one family where two are preferred, a refusal where they are required", async () => {
  const { body } = await makeService({ ports, ipFamilyPolicy: "PreferDualStack" });
  assert.deepEqual([body.spec.ipFamilyPolicy, body.spec.ipFamilies], ["PreferDualStack", ["IPv4"]]);
  await assertRefused(
    { ports, ipFamilyPolicy: "RequireDualStack" },
    'spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster is not configured for dual-stack services',
  );
});

test("what a Service lacks or has wrong is told", async () => {
  await assertRefused({}, "spec.ports: Required value");
  await assertRefused({ type: "ExternalName" }, "spec.externalName: Required value");
  await assertRefused(
    { ports: [{ port: 80, protocol: "HTTP" }] },
    'spec.ports[0].protocol: Unsupported value: "HTTP": supported values: "SCTP", "TCP", "UDP"',
  );
  await assertRefused(
    { ports: [{ port: 0 }] },
    "spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive",
    "spec.ports[0].targetPort: Invalid value: 0: must be between 1 and 65535, inclusive",
  );
  await assertRefused(
    { ports, loadBalancerClass: "example.com/own" },
    "spec.loadBalancerClass: Forbidden: may only be used when `type` is 'LoadBalancer'",
  );
});

test("a Service's name is a label without dots", async () => {
  const answer = await client.create(services, { metadata: { name: "a.b" }, spec: { ports } }, dryRun);
  assertInvalid(answer, 'Service "a.b"', 'metadata.name: Invalid value: "a.b": must not contain dots');
});

test("a dry run takes no address", async () => {
  const answer = await client.create(services, { metadata: { name: uniqueName("a") }, spec: { ports } }, dryRun);
  // The first address of the range stands for the one that would be taken; no Service ever has it.
  assertAnswer(answer, 201, { spec: { clusterIP: "10.0.0.0", clusterIPs: ["10.0.0.0"] } });
});
