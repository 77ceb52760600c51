/** What a ModelBox supports, where it is a table: sizes, the mapping of the Service, and probes. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Deployment } from "@pintle/kinds";
import { ApiError, type JsonObject } from "@pintle/machinery";
import { type BoxPlane, conditionOf, sample, startBoxPlane } from "./box-plane.ts";

const name = "modelbox-sample";
const podSpecOf = ({ spec }: Deployment) => spec?.template.spec ?? assert.fail("no pod spec");

/** One for all rows of the tables that follow: each has a box of its own, which goes with it. */
let shared: BoxPlane;
before(async () => {
  shared = await startBoxPlane();
});
after(() => shared[Symbol.asyncDispose]());

/** A box of that spec, settled. */
async function withBox(spec: object, look: (plane: BoxPlane) => Promise<void>): Promise<void> {
  await shared.boxes.create({ metadata: { name: "box" }, spec: { image: "nginx:1.27", ...spec } });
  await shared.settle();
  await look(shared);
  await shared.boxes.delete("box");
  await shared.settle();
}

const amounts = (requests: JsonObject, limits: JsonObject) => ({ requests, limits });

for (const [title, spec, expected] of [
  ["small", { size: "small" }, amounts({ cpu: "100m", memory: "128Mi" }, { cpu: "250m", memory: "256Mi" })],
  ["medium", { size: "medium" }, amounts({ cpu: "250m", memory: "512Mi" }, { cpu: "1", memory: "1Gi" })],
  ["large", { size: "large" }, amounts({ cpu: "1", memory: "2Gi" }, { cpu: "4", memory: "8Gi" })],
  ["custom", { size: "custom", resources: { limits: { cpu: "2" } } }, { limits: { cpu: "2" } }],
  ["resources alone", { resources: { requests: { cpu: "10m" } } }, { requests: { cpu: "10m" } }],
  ["neither", {}, {}],
] as const) {
  test(`5: the size of a box is what its containers may use: ${title}`, async () => {
    await withBox(spec, async ({ deployments }) => {
      const { containers } = podSpecOf(await deployments.get("box"));
      for (const { resources } of containers.slice(0, 2)) assert.deepEqual(resources ?? {}, expected);
    });
  });
}

for (const [title, spec, expected] of [
  ["a port that names a nodePort", { ports: [{ port: 80, nodePort: 30_080 }] }, "NodePort"],
  ["ports that name none", { ports: [{ port: 80 }] }, "ClusterIP"],
  ["ClusterIP", { serviceType: "ClusterIP", ports: [{ port: 80 }] }, "ClusterIP"],
  ["NodePort", { serviceType: "NodePort", ports: [{ port: 80 }] }, "NodePort"],
  ["LoadBalancer", { serviceType: "LoadBalancer", ports: [{ port: 80, nodePort: 30_080 }] }, "LoadBalancer"],
  ["None", { serviceType: "None", ports: [{ port: 80 }] }, undefined],
  ["no ports", {}, undefined],
] as const) {
  test(`6: the Service of a box is as its mapping says: ${title}`, async () => {
    await withBox(spec, async (plane) => {
      const { items } = await plane.services.list({ labelSelector: "modelbox" });
      assert.deepEqual(
        items.map((service) => service.spec?.type),
        expected === undefined ? [] : [expected],
      );
      assert.equal((await conditionOf(plane, "box", "Ready"))?.status, "True");
    });
  });
}

test("6: ports are whole ports of Services, and several get names", async () => {
  await using plane = await startBoxPlane();
  const first = { port: 80, targetPort: 8080, protocol: "TCP", appProtocol: "http" } as const;
  const ports = [first, { port: 53, protocol: "UDP" as const }, { name: "admin", port: 81, targetPort: 8080 }];
  await plane.boxes.create({ metadata: { name: "box" }, spec: { image: "nginx:1.27", ports } });
  await plane.settle();
  const { spec } = await plane.services.get("box");
  assert.deepEqual(
    spec?.ports?.map(({ name, port, targetPort, protocol, appProtocol }) => [
      name,
      port,
      targetPort,
      protocol,
      appProtocol,
    ]),
    [
      ["tcp-80", 80, 8080, "TCP", "http"],
      ["udp-53", 53, 53, "UDP", undefined],
      ["admin", 81, 8080, "TCP", undefined],
    ],
  );
  // Two ports of the Service lead to one of the container.
  assert.deepEqual(podSpecOf(await plane.deployments.get("box")).containers[0]?.ports, [
    { containerPort: 8080, protocol: "TCP" },
    { containerPort: 53, protocol: "UDP" },
  ]);
});

test("6: when a box has no Service any more, the one that it had goes", async () => {
  await using plane = await startBoxPlane();
  await plane.boxes.create(sample());
  await plane.settle();
  await plane.boxes.patch(name, { merge: { spec: { serviceType: "None", ports: [{ port: 80, protocol: "TCP" }] } } });
  await plane.settle();
  await assert.rejects(plane.services.get("nginx"), (error) => ApiError.is(error, "NotFound"));
  const { status } = await plane.boxes.get(name);
  assert.equal(status?.endpoint, undefined);
  assert.deepEqual((await plane.services.list({ labelSelector: "modelbox" })).items, []);
});

const http = { httpGet: { path: "/", port: 80 } };
const onPort = (port: number) => ({ tcpSocket: { port } });

for (const [title, spec, liveness, readiness] of [
  ["none given", {}, onPort(80), onPort(80)],
  ["another target", { ports: [{ port: 80, targetPort: 8080 }] }, onPort(8080), onPort(8080)],
  ["liveness given", { livenessProbe: http }, http, onPort(80)],
  ["readiness given", { readinessProbe: http }, onPort(80), http],
  ["probes: none", { probes: "none" }, undefined, undefined],
  ["probes: none, and one given", { probes: "none", livenessProbe: http }, http, undefined],
  ["no ports", { ports: undefined }, undefined, undefined],
  [
    "UDP first",
    {
      ports: [
        { port: 53, protocol: "UDP" },
        { port: 80, protocol: "TCP" },
      ],
    },
    onPort(80),
    onPort(80),
  ],
  ["UDP alone", { ports: [{ port: 53, protocol: "UDP" }] }, undefined, undefined],
] as const) {
  test(`7: probes are on the first port unless something else is said: ${title}`, async () => {
    await withBox({ ports: [{ port: 80 }], ...spec }, async (plane) => {
      const [container] = podSpecOf(await plane.deployments.get("box")).containers;
      assert.deepEqual(targetOf(container?.livenessProbe), targetOf(liveness));
      assert.deepEqual(targetOf(container?.readinessProbe), targetOf(readiness));
      assert.equal((await conditionOf(plane, "box", "Ready"))?.status, "True");
    });
  });
}

function targetOf(probe: { readonly tcpSocket?: object; readonly httpGet?: object } | undefined): unknown {
  if (probe === undefined) return undefined;
  const { port, path } = (probe.tcpSocket ?? probe.httpGet ?? {}) as { port?: number; path?: string };
  return { by: probe.tcpSocket ? "tcp" : "http", port, path };
}
