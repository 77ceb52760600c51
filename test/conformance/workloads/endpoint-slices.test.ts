import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { assertAnswer, assertContains, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { eventually } from "../eventually.ts";
import { containers, controllerOf, Place } from "./place.ts";

const client = connect();
/** The controller asks for the node of each pod. */
const node = uniqueName("node");
before(async () => {
  const labels = { "topology.kubernetes.io/zone": "zone-a" };
  assertAnswer(await client.create("/api/v1/nodes", { metadata: { name: node, labels } }), 201);
});
after(async () => {
  await client.delete(`/api/v1/nodes/${node}`);
  await client.close();
});

const ports = [{ name: "web", port: 80, targetPort: "http" }];
const podSpec = { containers: [{ ...containers[0], ports: [{ name: "http", containerPort: 8080 }] }] };

async function makeService(spec: Json = {}): Promise<{ place: Place; service: Json }> {
  const place = await Place.open(client);
  // Headless, so that it takes none of the few addresses.
  const whole = { clusterIP: "None", selector: { app: "shop" }, ports, ...spec };
  return { place, service: await place.make("v1", "services", whole, { name: "shop", labels: { tier: "web" } }) };
}

async function runPod(place: Place, spec: Json = {}): Promise<Json> {
  const pod = await place.make("v1", "pods", { ...podSpec, ...spec }, { labels: { app: "shop" } });
  await place.run(pod, node);
  return (await client.get(pod.path)).body;
}

/** The only slice of the service, once it has as many endpoints as said. */
function slice(place: Place, endpoints: number): Promise<Json> {
  return eventually(async () => {
    const slices = await place.list("discovery.k8s.io/v1", "endpointslices", "kubernetes.io/service-name=shop");
    assert.equal(slices.length, 1, `there are ${slices.length} slices`);
    assert.equal(slices[0].endpoints?.length ?? 0, endpoints);
    return slices[0];
  });
}

const state = (ready: boolean, serving: boolean, terminating: boolean) => ({ ready, serving, terminating });

describe("a Service", { concurrency: true }, () => {
  test("has a slice of endpoints of its own, empty without pods", async () => {
    const { place, service } = await makeService();
    const empty = await slice(place, 0);
    assertContains(empty, {
      metadata: {
        generateName: "shop-",
        labels: {
          "endpointslice.kubernetes.io/managed-by": "endpointslice-controller.k8s.io",
          "kubernetes.io/service-name": "shop",
          "service.kubernetes.io/headless": "",
          tier: "web",
        },
        ownerReferences: controllerOf(service),
      },
      addressType: "IPv4",
    });
    // Written by Go code that has nothing to put there.
    assert.deepEqual([empty.endpoints, empty.ports], [null, null]);
  });

  test("finds the pods that it selects, with the port that they name, their node and its zone", async () => {
    const { place } = await makeService();
    const pod = await runPod(place, { hostname: "one", subdomain: "shop" });
    const { endpoints, ports: found } = await slice(place, 1);
    const { name, namespace, uid } = pod.metadata;
    assert.deepEqual(endpoints, [
      {
        addresses: [pod.status.podIP],
        conditions: state(true, true, false),
        hostname: "one",
        targetRef: { kind: "Pod", namespace, name, uid },
        nodeName: node,
        zone: "zone-a",
      },
    ]);
    assert.deepEqual(found, [{ name: "web", protocol: "TCP", port: 8080 }]);
  });

  test("does not find a pod without an address", async () => {
    const { place } = await makeService();
    await place.make("v1", "pods", podSpec, { labels: { app: "shop" } });
    await runPod(place);
    await slice(place, 1);
  });

  test("keeps a pod that is not ready, and says so", async () => {
    const { place } = await makeService();
    const pod = await runPod(place);
    await slice(place, 1);
    await place.setStatus(pod, { conditions: [{ type: "Ready", status: "False" }] });
    await eventually(async () =>
      assert.deepEqual((await slice(place, 1)).endpoints[0].conditions, state(false, false, false)),
    );
  });

  test("calls a pod ready that is not, if it publishes such", async () => {
    const { place } = await makeService({ publishNotReadyAddresses: true });
    const pod = await runPod(place);
    await place.setStatus(pod, { conditions: [{ type: "Ready", status: "False" }] });
    await eventually(async () =>
      assert.deepEqual((await slice(place, 1)).endpoints[0].conditions, state(true, false, false)),
    );
  });

  test("keeps a pod that is ending, no longer ready but serving, until it is gone", async () => {
    const { place } = await makeService();
    const pod = await runPod(place);
    await slice(place, 1);
    const path = place.at("v1", "pods", pod.metadata.name);
    assertAnswer(await client.delete(path), 200);
    await eventually(async () =>
      assert.deepEqual((await slice(place, 1)).endpoints[0].conditions, state(false, true, true)),
    );
    assertAnswer(await client.delete(path, { gracePeriodSeconds: 0 }), 200);
    await slice(place, 0);
  });

  test("forgets a pod whose labels no longer match, or that has ended", async () => {
    const { place } = await makeService();
    const [first, second] = [await runPod(place), await runPod(place)];
    await slice(place, 2);
    const path = place.at("v1", "pods", first.metadata.name);
    assertAnswer(await client.patch("merge", path, { metadata: { labels: { app: "other" } } }), 200);
    await slice(place, 1);
    await place.end(second, "Succeeded");
    await slice(place, 0);
  });

  test("without a selector has no slices but those that people make", async () => {
    const { place } = await makeService({ selector: null });
    const other = await place.make("v1", "services", { clusterIP: "None", selector: { app: "shop" }, ports });
    await eventually(async () => {
      const found = await place.list("discovery.k8s.io/v1", "endpointslices");
      assert.deepEqual(
        found.map(({ metadata }) => metadata.labels["kubernetes.io/service-name"]),
        [other.metadata.name],
      );
    });
  });

  test("takes its slices along when it is deleted", async () => {
    const { place, service } = await makeService();
    await slice(place, 0);
    assertAnswer(await client.delete(service.path), 200);
    await eventually(async () => assert.deepEqual(await place.list("discovery.k8s.io/v1", "endpointslices"), []));
  });

  test("has Endpoints of the old kind as well, sorted by readiness", async () => {
    const { place } = await makeService();
    const pod = await runPod(place);
    const { name, namespace, uid } = pod.metadata;
    const address = { ip: pod.status.podIP, nodeName: node, targetRef: { kind: "Pod", namespace, name, uid } };
    const path = place.at("v1", "endpoints", "shop");
    const endpointPorts = [{ name: "web", port: 8080, protocol: "TCP" }];
    await place.until(path, {
      metadata: { labels: { "endpoints.kubernetes.io/managed-by": "endpoint-controller", tier: "web" } },
      subsets: [{ addresses: [address], notReadyAddresses: undefined, ports: endpointPorts }],
    });
    await place.setStatus(pod, { conditions: [{ type: "Ready", status: "False" }] });
    await place.until(path, {
      subsets: [{ addresses: undefined, notReadyAddresses: [address], ports: endpointPorts }],
    });
  });
});

describe("Endpoints that people make", () => {
  test("are mirrored into slices", async () => {
    const place = await Place.open(client);
    await place.make("v1", "services", { clusterIP: "None", ports: [{ port: 80 }] }, { name: "outside" });
    const subsets = [{ addresses: [{ ip: "203.0.113.7" }], ports: [{ port: 443 }] }];
    const endpoints = { metadata: { name: "outside" }, subsets };
    assertAnswer(await client.create(place.at("v1", "endpoints"), endpoints), 201);
    await eventually(async () => {
      const [mirror] = await place.list("discovery.k8s.io/v1", "endpointslices");
      assertContains(mirror, {
        metadata: {
          labels: {
            "endpointslice.kubernetes.io/managed-by": "endpointslicemirroring-controller.k8s.io",
            "kubernetes.io/service-name": "outside",
          },
        },
        addressType: "IPv4",
        endpoints: [{ addresses: ["203.0.113.7"], conditions: { ready: true } }],
        ports: [{ name: "", protocol: "TCP", port: 443 }],
      });
    });
  });
});
