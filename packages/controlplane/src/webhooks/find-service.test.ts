import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, type JsonObject } from "@pintle/machinery";
import { findServiceIn } from "./find-service.ts";

function finding(spec: JsonObject) {
  return findServiceIn({ get: async () => ({ spec }) });
}

const ports = [{ port: 443 }, { port: 8443 }];

test("a Service is found at its address, if it has the port", async () => {
  const find = finding({ type: "ClusterIP", clusterIP: "10.0.0.7", ports });
  assert.deepEqual(await find("ns", "hook", 8443), { host: "10.0.0.7" });
  await assert.rejects(find("ns", "hook", 80), { message: 'no service port 80 found for service "hook"' });
});

test("a Service that stands for a name is found there, whatever the port", async () => {
  const find = finding({ type: "ExternalName", externalName: "hooks.example.com" });
  assert.deepEqual(await find("ns", "hook", 80), { host: "hooks.example.com" });
});

test("a Service without an address leads nowhere", async () => {
  const find = finding({ type: "ClusterIP", clusterIP: "None", ports });
  await assert.rejects(find("ns", "hook", 443), { message: 'cannot route to service with ClusterIP "None"' });
});

test("a Service that is not there is told by its name, and any other trouble as it is", async () => {
  const absent = findServiceIn({
    get: async () => {
      throw ApiError.notFound({ group: "", resource: "services" }, "hook");
    },
  });
  await assert.rejects(absent("ns", "hook", 443), { message: 'service "hook" not found' });
  const broken = findServiceIn({ get: async () => assert.fail("broken") });
  await assert.rejects(broken("ns", "hook", 443), { message: "broken" });
});
