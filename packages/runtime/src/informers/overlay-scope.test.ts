import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@pintle/machinery";
import { createOverlayScope } from "./overlay-scope.ts";

const pod: JsonObject = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "a", namespace: "shop", labels: { app: "web" } },
  spec: { nodeName: "n1", hostNetwork: true },
  status: { phase: "Running" },
};

test("objects of other namespaces are none of the informer's", () => {
  const all = createOverlayScope({});
  const one = createOverlayScope({ namespace: "shop" });
  const some = createOverlayScope({ namespace: ["shop", "home"] });
  assert.ok(all.includes("shop") && all.includes(undefined));
  assert.ok(one.includes("shop") && !one.includes("home"));
  assert.ok(some.includes("home") && !some.includes("work"));
});

test("labels are matched as a server matches them", () => {
  for (const labelSelector of ["app=web", "app in (web,db)", "!tier", { matchLabels: { app: "web" } }]) {
    assert.ok(createOverlayScope({ labelSelector }).selects(pod), JSON.stringify(labelSelector));
  }
  for (const labelSelector of ["app!=web", "tier", { matchLabels: { app: "db" } }]) {
    assert.ok(!createOverlayScope({ labelSelector }).selects(pod), JSON.stringify(labelSelector));
  }
  assert.ok(!createOverlayScope({ labelSelector: "app" }).selects({ apiVersion: "v1", kind: "Pod", metadata: {} }));
});

test("fields are found at the path of their name, and those that are not there are empty or false", () => {
  for (const fieldSelector of [
    "metadata.name=a,metadata.namespace=shop",
    "spec.nodeName=n1,status.phase!=Failed",
    "spec.hostNetwork=true",
    "spec.unschedulable=false",
    "spec.serviceAccountName=",
    { "spec.nodeName": "n1" },
  ]) {
    assert.ok(createOverlayScope({ fieldSelector }).selects(pod), JSON.stringify(fieldSelector));
  }
  for (const fieldSelector of ["metadata.name!=a", "spec.nodeName=", "spec.unschedulable!=false", "a.b.c=d"]) {
    assert.ok(!createOverlayScope({ fieldSelector }).selects(pod), fieldSelector);
  }
});
