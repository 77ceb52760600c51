import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Endpoints } from "@pintle/kinds";
import { startTestPlane } from "../kit/plane-fixture.test.ts";
import { endpointsController } from "./endpoints-controller.ts";
import { Street } from "./street-fixture.test.ts";

const open = () => Street.open(endpointsController);
const webPorts = [{ name: "web", port: 8080, protocol: "TCP" }];

/** The addresses of the first subset, ready and not. */
async function addresses(street: Street): Promise<readonly (readonly string[])[]> {
  const [subset] = (await street.endpoints())?.subsets ?? [];
  return [subset?.addresses ?? [], subset?.notReadyAddresses ?? []].map((list) => list.map(({ ip }) => ip));
}

describe("the Endpoints of a Service", () => {
  test("are there without pods, too, with the labels of the Service", async () => {
    await using street = await open();
    const { metadata: service } = await street.makeService({}, { labels: { tier: "web" } });
    const { metadata, subsets } = (await street.endpoints()) ?? {};
    assert.equal(subsets, undefined);
    assert.deepEqual(metadata?.labels, {
      "endpoints.kubernetes.io/managed-by": "endpoint-controller",
      "service.kubernetes.io/headless": "",
      tier: "web",
    });
    const time = metadata?.annotations?.["endpoints.kubernetes.io/last-change-trigger-time"];
    assert.equal(time, service.creationTimestamp);
  });

  test("name each pod with its node, and its port", async () => {
    await using street = await open();
    await street.makeService();
    const { metadata } = await street.runPod("a", { hostname: "one", subdomain: "shop" });
    const targetRef = { kind: "Pod", namespace: "street", name: "a", uid: metadata.uid };
    assert.deepEqual((await street.endpoints())?.subsets, [
      { addresses: [{ ip: "10.1.0.2", hostname: "one", nodeName: "node-1", targetRef }], ports: webPorts },
    ]);
  });

  test("name no node of a pod that is on none", async () => {
    await using street = await open();
    await street.makeService();
    await street.runPod("a", { nodeName: "" });
    const [address] = (await street.endpoints())?.subsets?.[0]?.addresses ?? [];
    assert.deepEqual([address?.ip, address?.nodeName], ["10.1.0.2", undefined]);
  });

  test("keep those apart that are not ready", async () => {
    await using street = await open();
    await street.makeService();
    await street.runPod("a");
    await street.runPod("b");
    await street.setReady("a", "False");
    assert.deepEqual(await addresses(street), [["10.1.0.3"], ["10.1.0.2"]]);
  });

  test("call everything ready where the Service publishes what is not, even what is ending", async () => {
    await using street = await open();
    await street.makeService({ publishNotReadyAddresses: true });
    await street.runPod("a");
    await street.setReady("a", "False");
    await street.runPod("b");
    await street.delete("pods", "b");
    assert.deepEqual(await addresses(street), [["10.1.0.2", "10.1.0.3"], []]);
  });

  test("forget what is ending, has ended, or has other labels", async () => {
    await using street = await open();
    await street.makeService();
    for (const name of ["ending", "ended", "moved"]) await street.runPod(name);
    await street.delete("pods", "ending");
    await street.setStatus("ended", { phase: "Failed" });
    await street.patch("pods", "moved", { metadata: { labels: { app: "other" } } });
    assert.equal((await street.endpoints())?.subsets, undefined);
  });

  test("put ports together that the same pods have, and apart that others have", async () => {
    await using street = await open();
    const ports = [
      { name: "web", port: 80, targetPort: "http" },
      { name: "extra", port: 81, targetPort: "extra" },
    ];
    await street.makeService({ ports });
    await street.runPod("a");
    const both = [
      { name: "http", containerPort: 8080 },
      { name: "extra", containerPort: 9090 },
    ];
    await street.runPod("b", { containers: [{ name: "main", image: "shop:1", ports: both }] });
    const subsets = (await street.endpoints())?.subsets ?? [];
    const found = subsets.map((subset) => [
      subset.addresses?.map(({ ip }) => ip).join(),
      subset.ports?.map(({ port }) => port).join(),
    ]);
    assert.deepEqual(found.toSorted(), [
      ["10.1.0.2,10.1.0.3", "8080"],
      ["10.1.0.3", "9090"],
    ]);
  });

  test("have no ports where a headless Service has none", async () => {
    await using street = await open();
    await street.makeService({ ports: null });
    await street.runPod("a");
    const [subset] = (await street.endpoints())?.subsets ?? [];
    assert.deepEqual([subset?.addresses?.length, subset?.ports], [1, undefined]);
  });

  test("are not headless where the Service has an address", async () => {
    await using street = await open();
    await street.makeService({ clusterIP: undefined }, { labels: { "service.kubernetes.io/headless": "" } });
    const labels = (await street.endpoints())?.metadata.labels;
    assert.deepEqual(labels, { "endpoints.kubernetes.io/managed-by": "endpoint-controller" });
  });

  test("are not written when nothing that they say has changed", async () => {
    await using street = await open();
    await street.makeService();
    await street.runPod("a");
    const before = (await street.endpoints())?.metadata.resourceVersion;
    await street.patch("pods", "a", { metadata: { annotations: { seen: "yes" } } });
    await street.patch("services", "shop", { metadata: { annotations: { seen: "yes" } } });
    assert.equal((await street.endpoints())?.metadata.resourceVersion, before);
  });

  test("follow the labels of the Service", async () => {
    await using street = await open();
    await street.makeService({}, { labels: { tier: "web" } });
    await street.patch("services", "shop", { metadata: { labels: { tier: null, owner: "me" } } });
    const labels = (await street.endpoints())?.metadata.labels ?? {};
    assert.deepEqual([labels.tier, labels.owner], [undefined, "me"]);
  });

  test("are made again when somebody deletes them", async () => {
    await using street = await open();
    await street.makeService();
    await street.runPod("a");
    await street.delete("endpoints", "shop");
    assert.deepEqual(await addresses(street), [["10.1.0.2"], []]);
  });

  test("go with the Service", async () => {
    await using street = await open();
    await street.makeService();
    await street.delete("services", "shop");
    assert.equal(await street.endpoints(), undefined);
  });

  test("are people's own where the Service selects nothing or stands for another name", async () => {
    await using street = await open();
    await street.makeService({ selector: null });
    await street.makeService(
      { clusterIP: undefined, type: "ExternalName", externalName: "example.com", ports: null },
      { name: "far" },
    );
    await street.runPod("a");
    assert.deepEqual([await street.endpoints(), await street.endpoints("far")], [undefined, undefined]);
  });

  test("of people who make the Service last stay", async () => {
    await using street = await open();
    await street.create("endpoints", { metadata: { name: "early" } });
    assert.ok(await street.endpoints("early"));
  });

  test("no longer say that they were cut when they are few", async () => {
    await using street = await open();
    const labels = {
      "endpoints.kubernetes.io/managed-by": "endpoint-controller",
      "service.kubernetes.io/headless": "",
    };
    const annotations = { "endpoints.kubernetes.io/over-capacity": "truncated", team: "shop" };
    await street.create("endpoints", { metadata: { name: "shop", labels, annotations } });
    await street.makeService();
    const left = Object.keys((await street.endpoints())?.metadata.annotations ?? {});
    assert.deepEqual(left.toSorted(), ["endpoints.kubernetes.io/last-change-trigger-time", "team"]);
  });

  test("of somebody else are made its own, were they ever so many", async () => {
    await using street = await open();
    const place = street.at("endpoints");
    const many = Array.from({ length: 1_001 }, (_, index) => ({
      ip: `10.9.${Math.floor(index / 250)}.${(index % 250) + 1}`,
    }));
    const subsets = [{ addresses: many, ports: webPorts }];
    const annotations = { "endpoints.kubernetes.io/over-capacity": "truncated" };
    await street.plane.user.create(place, { metadata: { name: "shop", annotations }, subsets });
    await street.makeService();
    await street.runPod("a");
    const { metadata } = (await street.endpoints()) ?? {};
    assert.equal(metadata?.annotations?.["endpoints.kubernetes.io/over-capacity"], undefined);
    assert.deepEqual(await addresses(street), [["10.1.0.2"], []]);
  });
});

test("Endpoints of Services that went while nobody looked are deleted, but not those of elections", async () => {
  const place = { group: "", plural: "endpoints", namespace: "default" };
  const annotations = { "control-plane.alpha.kubernetes.io/leader": "{}" };
  await using plane = await startTestPlane({
    controllers: [endpointsController],
    async prepare(user) {
      await user.create(place, { metadata: { name: "left-over" } });
      await user.create(place, { metadata: { name: "election", annotations } });
    },
  });
  await plane.settle();
  const left = await plane.user.list<Endpoints>(place);
  assert.deepEqual(
    left.map(({ metadata }) => metadata.name),
    ["election"],
  );
});
