/** Events on the real kube-apiserver, of either API, as kubectl shows them. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { createClient } from "@pintle/client";
import { ConfigMap, Namespace } from "@pintle/kinds";
import { Event } from "@pintle/kinds/core/v1";
import { createEventRecorder, createMetrics } from "@pintle/runtime";
import { startRealControlPlane } from "../real/control-plane.ts";
import { findKubectls } from "../real/kubectls.ts";
import { missing } from "../tools.ts";

test("kubectl shows events of both APIs, with their counts", {
  skip: missing("real") || missing("kubectl"),
}, async (t) => {
  await using plane = await startRealControlPlane();
  await using client = createClient({
    server: plane.url,
    namespace: "default",
    trust: { read: async () => plane.ca },
    credentials: { get: async () => ({ authorization: `Bearer ${plane.tokens.admin}` }), refuse: () => {} },
  });
  const [kubectl = ""] = findKubectls();
  const run = (...words: string[]) =>
    execFileSync(kubectl, ["--kubeconfig", plane.kubeconfig, ...words], { encoding: "utf8" });

  for (const api of ["events.k8s.io", "core"] as const) {
    await t.test(api, async () => {
      const name = `box-${api === "core" ? "core" : "new"}`;
      const box = await client.resource(ConfigMap).create({ metadata: { name } });
      const metrics = createMetrics();
      const recorder = createEventRecorder({ client, reportingController: "example.com/boxes", api, metrics });
      recorder.record({ regarding: box, reason: "Created", note: "the box stands" });
      for (let time = 0; time < 7; time += 1) {
        recorder.record({
          regarding: box,
          related: box,
          type: "Warning",
          reason: "Failed",
          action: "Open",
          note: "it does not open",
        });
      }
      await recorder.close();

      assert.doesNotMatch(metrics.write(), /^pintle_events_dropped_total.* [1-9]/m);
      const described = run("describe", "configmap", name);
      assert.match(described, /Normal\s+Created\s+\S+\s+\S*boxes\S*\s+the box stands/);
      assert.match(described, /Warning\s+Failed\s+\S+ \(x7 over \S+\)\s+\S*boxes\S*\s+it does not open/);
      const listed = run("get", "events", "--field-selector", `involvedObject.name=${name}`);
      assert.match(listed, new RegExp(`Warning\\s+Failed\\s+configmap/${name}\\s+it does not open`));
      const shown = run("events", "--for", `configmap/${name}`);
      assert.match(shown, /\(x7 over \S+\)\s+Warning\s+Failed/);
    });
  }

  await t.test("a namespace that is being terminated takes none", async () => {
    await client.resource(Namespace).create({ metadata: { name: "going" } });
    const box = await client.resource(ConfigMap, { namespace: "going" }).create({ metadata: { name: "box" } });
    // There is no controller that would end it.
    await client.resource(Namespace).delete("going");
    const metrics = createMetrics();
    const recorder = createEventRecorder({ client, reportingController: "boxes", metrics });
    recorder.record({ regarding: box, reason: "Late", note: "" });
    await recorder.close();
    assert.match(metrics.write(), /pintle_events_dropped_total\{reason="namespace_terminating"\} 1/);
    assert.deepEqual((await client.resource(Event, { namespace: "going" }).list()).items, []);
  });
});
