import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, createSeededRandom, type JsonObject } from "@pintle/machinery";
import { objectAt, objectsAt, textAt } from "../json-fields.ts";
import { createAddressRange } from "./address-range.ts";
import { createPortRange } from "./port-range.ts";
import { ServiceAllocator } from "./service-allocator.ts";
import { parseServiceRange } from "./service-range.ts";

function createAllocator(cidr = "10.0.0.0/28"): ServiceAllocator {
  const random = createSeededRandom(7);
  return new ServiceAllocator(createAddressRange(parseServiceRange(cidr), random), createPortRange(random));
}

const plain: JsonObject = { metadata: { name: "a" }, spec: { type: "ClusterIP", ports: [{ port: 80 }] } };
const nodePort: JsonObject = {
  metadata: { name: "a" },
  spec: { type: "NodePort", ports: [{ port: 80, protocol: "TCP" }] },
};

async function store(allocator: ServiceAllocator, service: JsonObject, old?: JsonObject): Promise<JsonObject> {
  const { object, finish } = allocator.begin(service, old, false);
  await finish(true);
  return object;
}

test("each service has an address of its own until there is none left", async () => {
  const allocator = createAllocator();
  const addresses = new Set<string>();
  for (let count = 0; count < 14; count += 1) addresses.add(textAt(await store(allocator, plain), "spec.clusterIP"));
  assert.equal(addresses.size, 14);
  assert.ok(!addresses.has("10.0.0.0") && !addresses.has("10.0.0.15"), "neither the network's nor everybody's");
  await assert.rejects(store(allocator, plain), (error) => {
    assert.ok(ApiError.is(error, "InternalError"));
    assert.match(error.message, /failed to allocate a serviceIP for Service "a": range is full$/);
    return true;
  });
});

test("an address that a failed write took can be had again", async () => {
  const allocator = createAllocator();
  for (let count = 0; count < 100; count += 1) await allocator.begin(plain, undefined, false).finish(false);
  assert.match(textAt(await store(allocator, plain), "spec.clusterIP"), /^10\.0\.0\./);
});

test("an address that is taken is refused until its service goes", async () => {
  const allocator = createAllocator();
  const service = await store(allocator, plain);
  const again = { ...plain, spec: { ...objectAt(plain, "spec"), clusterIP: textAt(service, "spec.clusterIP") } };
  await assert.rejects(store(allocator, again), /provided IP is already allocated/);
  allocator.release(service);
  assert.equal(textAt(await store(allocator, again), "spec.clusterIP"), textAt(service, "spec.clusterIP"));
});

test("a dry run takes nothing and shows the first address of the range", async () => {
  const { object } = createAllocator().begin(plain, undefined, true);
  assert.equal(textAt(object, "spec.clusterIP"), "10.0.0.0");
});

test("an update that leaves the address and the port out keeps them", async () => {
  const allocator = createAllocator();
  const service = await store(allocator, nodePort);
  const updated = await store(allocator, nodePort, service);
  assert.deepEqual(updated.spec, service.spec);
});

test("a service that needs no port any more gives it back once that is stored", async () => {
  const allocator = createAllocator();
  const service = await store(allocator, nodePort);
  const [port] = objectsAt(service, "spec.ports");
  const wanting = { ...nodePort, spec: { ...objectAt(nodePort, "spec"), ports: [{ ...port }] } };
  const closing = allocator.begin(
    { ...plain, spec: { ...objectAt(service, "spec"), type: "ClusterIP", ports: [{ port: 80 }] } },
    service,
    false,
  );
  await assert.rejects(store(allocator, wanting), /provided port is already allocated/);
  await closing.finish(true);
  assert.deepEqual(objectsAt(await store(allocator, wanting), "spec.ports"), [port]);
});

test("a port out of the range is refused, and the address taken for it goes back", async () => {
  const allocator = createAllocator("10.0.0.0/29");
  const wrong = { ...nodePort, spec: { type: "NodePort", ports: [{ port: 80, nodePort: 80 }] } };
  for (let count = 0; count < 10; count += 1) {
    await assert.rejects(store(allocator, wrong), /The range of valid ports is 30000-32767/);
  }
  assert.match(textAt(await store(allocator, plain), "spec.clusterIP"), /^10\.0\.0\.[1-6]$/);
});

test("what stored services have is taken over", async () => {
  const allocator = createAllocator("10.0.0.0/29");
  for (const last of [1, 2, 3, 4, 5]) {
    allocator.seed({ spec: { clusterIPs: [`10.0.0.${last}`], ports: [{ nodePort: 30_000 + last }] } });
  }
  assert.equal(textAt(await store(allocator, plain), "spec.clusterIP"), "10.0.0.6");
});
