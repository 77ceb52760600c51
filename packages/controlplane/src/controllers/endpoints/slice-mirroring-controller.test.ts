import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { startTestPlane } from "../kit/plane-fixture.test.ts";
import { endpointSliceController } from "./endpoint-slice-controller.ts";
import { endpointsController } from "./endpoints-controller.ts";
import { sliceMirroringController } from "./slice-mirroring-controller.ts";
import { Street } from "./street-fixture.test.ts";

const subsets = [{ addresses: [{ ip: "203.0.113.7" }], ports: [{ port: 443 }] }];

/** A Service that selects nothing, and Endpoints of its name. */
async function open(endpoints: object = {}, metadata: object = {}): Promise<Street> {
  const street = await Street.open(sliceMirroringController);
  await street.makeService({ selector: null, clusterIP: undefined });
  await street.create("endpoints", { metadata: { name: "shop", ...metadata }, subsets, ...endpoints });
  return street;
}

describe("Endpoints that people make", () => {
  test("are mirrored into a slice of their own", async () => {
    await using street = await open({}, { labels: { tier: "web" }, annotations: { team: "shop" } });
    const { metadata, addressType, endpoints, ports } = await street.slice();
    assert.deepEqual(metadata.labels, {
      "endpointslice.kubernetes.io/managed-by": "endpointslicemirroring-controller.k8s.io",
      "kubernetes.io/service-name": "shop",
      tier: "web",
    });
    assert.deepEqual([metadata.generateName, metadata.annotations], ["shop-", { team: "shop" }]);
    const { kind, uid, controller } = metadata.ownerReferences?.[0] ?? {};
    assert.deepEqual([kind, uid, controller], ["Endpoints", (await street.endpoints())?.metadata.uid, true]);
    assert.equal(addressType, "IPv4");
    assert.deepEqual(endpoints, [{ addresses: ["203.0.113.7"], conditions: { ready: true } }]);
    assert.deepEqual(ports, [{ name: "", protocol: "TCP", port: 443 }]);
  });

  test("keep what they say of hosts, nodes and pods, and of those that are not ready", async () => {
    const targetRef = { kind: "Pod", namespace: "street", name: "a", uid: "u" };
    const address = { ip: "203.0.113.8", hostname: "one", nodeName: "node-1", targetRef };
    await using street = await open({
      subsets: [{ notReadyAddresses: [address], ports: [{ name: "web", port: 80 }] }],
    });
    assert.deepEqual((await street.slice()).endpoints, [
      { addresses: ["203.0.113.8"], conditions: { ready: false }, hostname: "one", targetRef, nodeName: "node-1" },
    ]);
  });

  test("are mirrored by family and by ports", async () => {
    const addresses = [{ ip: "203.0.113.7" }, { ip: "2001:db8::7" }];
    const other = { addresses: [{ ip: "203.0.113.9" }], ports: [{ port: 80 }] };
    await using street = await open({ subsets: [{ addresses, ports: [{ port: 443 }] }, other] });
    const found = (await street.slices()).map(({ addressType, ports, endpoints }) => [
      addressType,
      ports?.[0]?.port,
      endpoints?.[0]?.addresses[0],
    ]);
    assert.deepEqual(found.toSorted(), [
      ["IPv4", 443, "203.0.113.7"],
      ["IPv4", 80, "203.0.113.9"],
      ["IPv6", 443, "2001:db8::7"],
    ]);
  });

  test("are mirrored anew when they change, in the same slice", async () => {
    await using street = await open();
    const { metadata } = await street.slice();
    await street.patch("endpoints", "shop", {
      subsets: [{ addresses: [{ ip: "203.0.113.9" }], ports: [{ port: 80 }] }],
    });
    const changed = await street.slice();
    assert.deepEqual([changed.metadata.uid, changed.ports?.[0]?.port], [metadata.uid, 80]);
    assert.deepEqual(changed.endpoints?.[0]?.addresses, ["203.0.113.9"]);
  });

  test("have their labels and annotations mirrored, but not those of kubectl", async () => {
    await using street = await open();
    const annotations = { team: "shop", "kubectl.kubernetes.io/last-applied-configuration": "{}" };
    await street.patch("endpoints", "shop", { metadata: { labels: { tier: "web" }, annotations } });
    const { metadata } = await street.slice();
    assert.deepEqual([metadata.labels?.tier, metadata.annotations], ["web", { team: "shop" }]);
  });

  test("are not written when nothing that they say has changed", async () => {
    await using street = await open();
    const { metadata } = await street.slice();
    const annotations = { "kubectl.kubernetes.io/last-applied-configuration": "{}" };
    await street.patch("endpoints", "shop", { metadata: { annotations } });
    assert.equal((await street.slice()).metadata.resourceVersion, metadata.resourceVersion);
  });

  test("without addresses have no slice", async () => {
    await using street = await open();
    await street.patch("endpoints", "shop", { subsets: null });
    assert.deepEqual(await street.slices(), []);
  });

  test("take their slices along when they are deleted", async () => {
    await using street = await open();
    await street.delete("endpoints", "shop");
    assert.deepEqual(await street.slices(), []);
  });

  test("are mirrored while there is a Service that does not look for pods itself", async () => {
    await using street = await open();
    await street.patch("services", "shop", { spec: { selector: { app: "shop" } } });
    assert.deepEqual(await street.slices(), []);
    await street.patch("services", "shop", { spec: { selector: null } });
    assert.equal((await street.slices()).length, 1);
    await street.delete("services", "shop");
    assert.deepEqual(await street.slices(), []);
  });

  test("are not mirrored where they say so, or hold an election", async () => {
    await using street = await open({}, { labels: { "endpointslice.kubernetes.io/skip-mirror": "true" } });
    assert.deepEqual(await street.slices(), []);
    await street.patch("endpoints", "shop", { metadata: { labels: null } });
    assert.equal((await street.slices()).length, 1);
    const annotations = { "control-plane.alpha.kubernetes.io/leader": "{}" };
    await street.patch("endpoints", "shop", { metadata: { annotations } });
    assert.deepEqual(await street.slices(), []);
  });

  test("are mirrored up to a thousand addresses, and people are told of the others", async () => {
    const addresses = Array.from({ length: 1_002 }, (_, index) => ({
      ip: `198.51.${Math.floor(index / 250)}.${(index % 250) + 1}`,
    }));
    await using street = await open({ subsets: [{ addresses, ports: [{ port: 443 }] }] });
    assert.equal((await street.slice()).endpoints?.length, 1_000);
    assert.deepEqual(await street.told("TooManyAddressesToMirror"), [
      "A max of 1000 addresses can be mirrored to EndpointSlices per Endpoints subset. 2 addresses were skipped",
    ]);
  });

  test("have their slices made again when somebody deletes them", async () => {
    await using street = await open();
    const { metadata } = await street.slice();
    await street.delete("endpointslices", metadata.name ?? "");
    assert.notEqual((await street.slice()).metadata.uid, metadata.uid);
  });
});

test("slices of Endpoints of an earlier life become those of the new ones, one of each kind", async () => {
  const labels = {
    "endpointslice.kubernetes.io/managed-by": "endpointslicemirroring-controller.k8s.io",
    "kubernetes.io/service-name": "shop",
  };
  const ownerReferences = [{ apiVersion: "v1", kind: "Endpoints", name: "shop", uid: "older", controller: true }];
  const addresses = { addresses: ["203.0.113.7"], conditions: { ready: true } };
  const ports = [{ name: "", protocol: "TCP", port: 443 }];
  const slices = { group: "discovery.k8s.io", plural: "endpointslices", namespace: "default" };
  const endpoints = { group: "", plural: "endpoints", namespace: "default" };
  await using plane = await startTestPlane({
    controllers: [sliceMirroringController],
    async prepare(user) {
      for (const name of ["first", "second"]) {
        const metadata = { name, labels, ownerReferences };
        await user.create(slices, { metadata, addressType: "IPv4", endpoints: [addresses], ports });
      }
      const services = { group: "", plural: "services", namespace: "default" };
      await user.create(services, { metadata: { name: "shop" }, spec: { ports: [{ port: 80 }] } });
      await user.create(endpoints, { metadata: { name: "shop" }, subsets });
    },
  });
  await plane.settle();
  const { uid } = (await plane.user.get({ ...endpoints, name: "shop" })).metadata;
  const left = await plane.user.list(slices);
  assert.deepEqual(
    left.map(({ metadata }) => [metadata.name, metadata.ownerReferences?.[0]?.uid]),
    [["first", uid]],
  );
});

test("Endpoints that the plane makes itself are not mirrored beside its slices", async () => {
  await using street = await Street.open(endpointSliceController, endpointsController, sliceMirroringController);
  await street.makeService();
  await street.runPod("a");
  const { metadata } = await street.slice();
  assert.equal(metadata.labels?.["endpointslice.kubernetes.io/managed-by"], "endpointslice-controller.k8s.io");
});
