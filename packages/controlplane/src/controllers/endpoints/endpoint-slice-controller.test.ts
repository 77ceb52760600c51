import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { endpointSliceController } from "./endpoint-slice-controller.ts";
import { Street } from "./street-fixture.test.ts";

const open = () => Street.open(endpointSliceController);
const state = (ready: boolean, serving: boolean, terminating: boolean) => ({ ready, serving, terminating });
const triggerTime = "endpoints.kubernetes.io/last-change-trigger-time";

describe("the slices of a Service", () => {
  test("are one that is empty, without pods, and it is the Service's", async () => {
    await using street = await open();
    const service = await street.makeService({}, { labels: { tier: "web" } });
    const { metadata, addressType, endpoints, ports } = await street.slice();
    assert.deepEqual([addressType, endpoints, ports], ["IPv4", null, null]);
    assert.equal(metadata.generateName, "shop-");
    assert.deepEqual(metadata.labels, {
      "endpointslice.kubernetes.io/managed-by": "endpointslice-controller.k8s.io",
      "kubernetes.io/service-name": "shop",
      "service.kubernetes.io/headless": "",
      tier: "web",
    });
    const { uid = "" } = service.metadata;
    assert.deepEqual(metadata.ownerReferences, [
      { apiVersion: "v1", kind: "Service", name: "shop", uid, controller: true, blockOwnerDeletion: true },
    ]);
    assert.equal(metadata.annotations?.[triggerTime], service.metadata.creationTimestamp);
    assert.equal(metadata.managedFields?.[0]?.manager, "kube-controller-manager");
  });

  test("hold each pod with its port, node and zone", async () => {
    await using street = await open();
    await street.makeService();
    const { metadata } = await street.runPod("a", { hostname: "one", subdomain: "shop" });
    const { endpoints, ports } = await street.slice();
    assert.deepEqual(ports, [{ name: "web", protocol: "TCP", port: 8080 }]);
    assert.deepEqual(endpoints, [
      {
        addresses: ["10.1.0.2"],
        conditions: state(true, true, false),
        hostname: "one",
        targetRef: { kind: "Pod", namespace: "street", name: "a", uid: metadata.uid },
        nodeName: "node-1",
        zone: "zone-a",
      },
    ]);
  });

  test("use the empty one again for the first pod, and empty it after the last", async () => {
    await using street = await open();
    await street.makeService();
    const { metadata } = await street.slice();
    await street.runPod("a");
    assert.equal((await street.slice()).metadata.uid, metadata.uid);
    await street.delete("pods", "a", { gracePeriodSeconds: 0 });
    const emptied = await street.slice();
    assert.deepEqual([emptied.metadata.uid, emptied.endpoints, emptied.ports], [metadata.uid, null, null]);
  });

  test("are not written when nothing that they say has changed", async () => {
    await using street = await open();
    await street.makeService();
    await street.runPod("a");
    const { metadata } = await street.slice();
    await street.patch("pods", "a", { metadata: { annotations: { seen: "yes" } } });
    await street.patch("services", "shop", { metadata: { annotations: { seen: "yes" } } });
    assert.equal((await street.slice()).metadata.resourceVersion, metadata.resourceVersion);
  });

  test("follow the readiness of pods", async () => {
    await using street = await open();
    await street.makeService();
    await street.runPod("a");
    await street.setReady("a", "False");
    assert.deepEqual((await street.slice()).endpoints?.[0]?.conditions, state(false, false, false));
    await street.setReady("a", "True");
    assert.deepEqual((await street.slice()).endpoints?.[0]?.conditions, state(true, true, false));
  });

  test("say that a pod which is ending still serves", async () => {
    await using street = await open();
    await street.makeService();
    await street.runPod("a");
    await street.delete("pods", "a");
    assert.deepEqual((await street.slice()).endpoints?.[0]?.conditions, state(false, true, true));
  });

  test("call everything ready where the Service publishes what is not", async () => {
    await using street = await open();
    await street.makeService({ publishNotReadyAddresses: true });
    await street.runPod("a");
    await street.setReady("a", "False");
    assert.deepEqual((await street.slice()).endpoints?.[0]?.conditions, state(true, false, false));
  });

  test("leave out pods that have no address, have ended, or have other labels", async () => {
    await using street = await open();
    await street.makeService();
    await street.runPod("unaddressed", {}, { podIP: null, podIPs: null });
    await street.runPod("ended");
    await street.runPod("moved");
    assert.equal((await street.slice()).endpoints?.length, 2);
    await street.setStatus("ended", { phase: "Succeeded" });
    assert.equal((await street.slice()).endpoints?.length, 1);
    await street.patch("pods", "moved", { metadata: { labels: { app: "other" } } });
    assert.equal((await street.slice()).endpoints, null);
  });

  test("leave out a pod on a node that is not there, and say so, until it is", async () => {
    await using street = await open();
    await street.makeService();
    await street.runPod("a", { nodeName: "late" });
    assert.equal((await street.slice()).endpoints, null);
    assert.deepEqual(await street.told("FailedToUpdateEndpointSlices"), [
      "Error updating Endpoint Slices for Service street/shop: skipping Pod a for Service street/shop: Node late Not Found",
    ]);
    await street.runPod("b", { nodeName: "late" });
    const [, both = ""] = await street.told("FailedToUpdateEndpointSlices");
    assert.match(both, /: \[skipping Pod a for .* Not Found, skipping Pod b for .* Not Found\]$/);
    await street.plane.user.create({ group: "", plural: "nodes" }, { metadata: { name: "late" } });
    const [endpoint] = (await street.slice()).endpoints ?? [];
    assert.deepEqual([endpoint?.nodeName, endpoint?.zone], ["late", undefined]);
  });

  test("hold a pod on a node that is not there where the Service publishes all", async () => {
    await using street = await open();
    await street.makeService({ publishNotReadyAddresses: true });
    await street.runPod("a", { nodeName: "nowhere" });
    assert.equal((await street.slice()).endpoints?.length, 1);
  });

  test("are separate for pods that name the port differently", async () => {
    await using street = await open();
    await street.makeService();
    await street.runPod("a");
    const containers = [{ name: "main", image: "shop:2", ports: [{ name: "http", containerPort: 9090 }] }];
    await street.runPod("b", { containers });
    const found = (await street.slices()).map(({ ports, endpoints }) => [
      ports?.[0]?.port,
      endpoints?.map(({ targetRef }) => targetRef?.name),
    ]);
    assert.deepEqual(found.toSorted(), [
      [8080, ["a"]],
      [9090, ["b"]],
    ]);
  });

  test("take ports by number, of sidecars by name, and leave out what no container names", async () => {
    await using street = await open();
    const ports = [
      { name: "number", port: 81, targetPort: 9000, appProtocol: "kubernetes.io/h2c" },
      { name: "sidecar", port: 82, targetPort: "side" },
      { name: "nobody", port: 83, targetPort: "absent" },
      { name: "udp", port: 84, targetPort: "side", protocol: "UDP" },
    ];
    await street.makeService({ ports });
    const side = {
      name: "side",
      image: "side:1",
      restartPolicy: "Always",
      ports: [{ name: "side", containerPort: 7 }],
    };
    await street.runPod("a", { initContainers: [side] });
    const found = (await street.slice()).ports;
    assert.deepEqual(
      found?.map(({ name, port, protocol, appProtocol }) => [name, port, protocol, appProtocol]),
      [
        ["number", 9000, "TCP", "kubernetes.io/h2c"],
        ["sidecar", 7, "TCP", undefined],
      ],
    );
  });

  test("hold pods of a headless Service without ports", async () => {
    await using street = await open();
    await street.makeService({ ports: null });
    await street.runPod("a");
    const { endpoints, ports } = await street.slice();
    assert.deepEqual([endpoints?.length, ports], [1, null]);
  });

  test("are not headless where the Service has an address", async () => {
    await using street = await open();
    await street.makeService({ clusterIP: undefined });
    assert.equal((await street.slice()).metadata.labels?.["service.kubernetes.io/headless"], undefined);
  });

  test("take over the labels of the Service, but those that say whose they are", async () => {
    await using street = await open();
    await street.makeService();
    await street.runPod("a");
    const labels = { tier: "web", "kubernetes.io/service-name": "stolen" };
    await street.patch("services", "shop", { metadata: { labels } });
    const { metadata } = await street.slice();
    assert.deepEqual([metadata.labels?.tier, metadata.labels?.["kubernetes.io/service-name"]], ["web", "shop"]);
  });

  test("hold a hundred endpoints each, and fill up what has room", async () => {
    await using street = await open();
    for (let index = 0; index < 101; index += 1) await street.runPod(`pod-${index}`);
    await street.makeService();
    const sizes = async () => (await street.slices()).map(({ endpoints }) => endpoints?.length);
    assert.deepEqual((await sizes()).toSorted(), [1, 100]);
    await street.runPod("one-more");
    assert.deepEqual((await sizes()).toSorted(), [100, 2]);
  });

  test("are made again when somebody deletes or changes them", async () => {
    await using street = await open();
    await street.makeService();
    await street.runPod("a");
    const { metadata } = await street.slice();
    await street.delete("endpointslices", metadata.name ?? "");
    const again = await street.slice();
    assert.notEqual(again.metadata.uid, metadata.uid);
    await street.patch("endpointslices", again.metadata.name ?? "", { endpoints: null });
    assert.equal((await street.slice()).endpoints?.length, 1);
  });

  test("of somebody else are left alone", async () => {
    await using street = await open();
    const labels = { "kubernetes.io/service-name": "shop", "endpointslice.kubernetes.io/managed-by": "somebody" };
    const object = { metadata: { name: "other", labels }, addressType: "IPv4", endpoints: [], ports: [] };
    await street.create("endpointslices", object);
    await street.makeService();
    assert.equal((await street.slices()).length, 2);
    await street.patch("endpointslices", "other", { metadata: { labels: { "kubernetes.io/service-name": "shop" } } });
    assert.equal((await street.slices()).length, 2);
  });

  test("of an older Service of its name are deleted", async () => {
    await using street = await open();
    const labels = {
      "kubernetes.io/service-name": "shop",
      "endpointslice.kubernetes.io/managed-by": "endpointslice-controller.k8s.io",
    };
    const ownerReferences = [{ apiVersion: "v1", kind: "Service", name: "shop", uid: "older" }];
    await street.create("endpointslices", {
      ...{ metadata: { name: "older", labels, ownerReferences }, addressType: "IPv4", endpoints: [], ports: [] },
    });
    await street.makeService();
    assert.notEqual((await street.slice()).metadata.name, "older");
  });

  test("of a family that the Service does not have are deleted", async () => {
    await using street = await open();
    const labels = {
      "kubernetes.io/service-name": "shop",
      "endpointslice.kubernetes.io/managed-by": "endpointslice-controller.k8s.io",
    };
    const metadata = { name: "six", labels };
    await street.create("endpointslices", { metadata, addressType: "IPv6", endpoints: [], ports: [] });
    await street.makeService();
    assert.equal((await street.slice()).addressType, "IPv4");
  });

  test("are nobody's where the Service selects nothing or stands for another name", async () => {
    await using street = await open();
    await street.makeService({ selector: null });
    await street.makeService(
      { clusterIP: undefined, type: "ExternalName", externalName: "example.com", ports: null },
      { name: "far" },
    );
    await street.runPod("a");
    assert.deepEqual(await street.slices(), []);
  });

  test("hint at zones and nodes as the Service prefers, for what is ready", async () => {
    await using street = await open();
    await street.makeService({ trafficDistribution: "PreferSameZone" });
    await street.runPod("a");
    const hints = async () => (await street.slice()).endpoints?.map((endpoint) => endpoint.hints);
    assert.deepEqual(await hints(), [{ forZones: [{ name: "zone-a" }] }]);
    await street.patch("services", "shop", { spec: { trafficDistribution: "PreferSameNode" } });
    assert.deepEqual(await hints(), [{ forNodes: [{ name: "node-1" }], forZones: [{ name: "zone-a" }] }]);
    await street.patch("services", "shop", { spec: { trafficDistribution: null } });
    assert.deepEqual(await hints(), [undefined]);
    await street.setReady("a", "False");
    await street.patch("services", "shop", { spec: { trafficDistribution: "PreferSameZone" } });
    assert.deepEqual(await hints(), [undefined]);
  });

  test("say when that happened which they were changed for", async () => {
    await using street = await open();
    await street.makeService();
    await street.plane.clock.advance(10_000);
    const { status } = await street.runPod("a");
    const time = status?.conditions?.[0]?.lastTransitionTime;
    assert.equal((await street.slice()).metadata.annotations?.[triggerTime], time);
  });
});
