/** A plane for tests: operators run on a real API server, and nothing happens that the test did not ask for. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestPlane } from "@pintle/testing";
import { absent, controller, defineOperator, defineResource, defineWebhook, no, rolledOut, yes } from "pintle";
import { ConfigMap, Deployment, Pod } from "pintle/kinds";
import { z } from "zod";
import { Greeting, greeting, greetings, isInvalid } from "./greetings.ts";

test("definitions are installed and operators work on what is applied", async () => {
  await using plane = await startTestPlane({ operators: () => [greetings()] });
  await plane.apply(greeting("a"));
  await plane.settle();
  const found = await plane.get(Greeting, "a");
  assert.equal(found.status?.seen, "hi");
  assert.equal((await plane.get(ConfigMap, "default/a")).data?.text, "hi");
  await plane.assertReady(found);
});

test("definitions of all that operators, controllers, webhooks and admission read are installed as well", async () => {
  const declare = (kind: string) => defineResource({ group: "samples.dev", version: "v1", kind, spec: z.object({}) });
  const [Operated, Owned, Read, Judged] = [declare("Operated"), declare("Owned"), declare("Read"), declare("Judged")];
  const [Controlled, Watched, Looked] = [declare("Controlled"), declare("Watched"), declare("Looked")];
  const Asked = declare("Asked");
  await using plane = await startTestPlane({
    profile: "apiserver",
    operators: () => [
      defineOperator(Operated, {
        ...{ owns: { owned: Owned }, reads: [Read], desired: () => ({ owned: absent }) },
        admission: { reads: [Judged], validate() {} },
      }),
      controller(Controlled)
        .watches(Watched, () => [])
        .reads(Looked)
        .reconcile(async () => {}),
      defineWebhook(ConfigMap, { reads: [Asked], validate() {} }),
    ],
  });
  for (const kind of [Operated, Owned, Read, Judged, Controlled, Watched, Looked, Asked]) {
    assert.deepEqual(await plane.list(kind), []);
  }
});

test("YAML is applied as it stands in files, several documents at once", async () => {
  await using plane = await startTestPlane({ operators: () => [greetings()] });
  await plane.apply(`
apiVersion: samples.dev/v1
kind: Greeting
metadata: { name: a, namespace: default }
spec: { text: one }
---
apiVersion: v1
kind: List
items:
  - { apiVersion: samples.dev/v1, kind: Greeting, metadata: { name: b, namespace: default }, spec: { text: two } }
`);
  await plane.settle();
  const seen = (await plane.list(Greeting)).map(({ metadata, status }) => `${metadata.name}: ${status?.seen}`);
  assert.deepEqual(seen, ["a: one", "b: two"]);
  assert.deepEqual(await plane.list(Greeting, { namespace: "kube-system" }), []);
  assert.equal((await plane.list(ConfigMap, { labelSelector: "pintle.dev/owner-uid" })).length, 2);
});

test("objects are there before the operators start", async () => {
  const objects = [
    ConfigMap({ metadata: { name: "language", namespace: "default" }, data: { name: "en" } }),
    greeting("a"),
  ];
  await using plane = await startTestPlane({ operators: () => [greetings()], objects });
  await plane.settle();
  assert.equal((await plane.get(Greeting, "a")).status?.seen, "hi (en)");
});

test("the API server asks the operators' admission, and completes and refuses objects by it", async () => {
  await using plane = await startTestPlane({ operators: () => [greetings()] });
  await plane.apply(greeting("a", {}));
  assert.equal((await plane.get(Greeting, "a")).spec.text, "hello");
  await assert.rejects(plane.apply(greeting("b", { text: "shout" })), isInvalid("spec.text"));
  await assert.rejects(plane.apply(greeting("few", { copies: 5 })), isInvalid("few cannot have many copies"));
});

test("without webhooks nothing is asked, and the operator completes objects by itself", async () => {
  await using plane = await startTestPlane({ operators: () => [greetings()], webhooks: false });
  await plane.apply(greeting("a", {}), greeting("b", { text: "shout" }));
  await plane.settle();
  assert.equal((await plane.get(Greeting, "a")).spec.text, undefined);
  assert.equal((await plane.get(Greeting, "a")).status?.seen, "hello");
  assert.equal((await plane.get(Greeting, "b")).status?.seen, "shout");
});

const Web = defineResource({
  ...{ group: "samples.dev", version: "v1", kind: "Web" },
  spec: z.object({ replicas: z.int32().default(2) }),
  conditions: ["Ready"],
});

const webs = defineOperator(Web, {
  owns: { deployment: Deployment },
  desired: ({ metadata, spec }) => {
    const labels = { app: metadata.name ?? "" };
    const template = { metadata: { labels }, spec: { containers: [{ name: "web", image: "nginx:1.27" }] } };
    return {
      deployment: Deployment({ spec: { replicas: spec.replicas, selector: { matchLabels: labels }, template } }),
    };
  },
  status: (_web, { deployment }) => ({
    conditions: { Ready: deployment && rolledOut(deployment) ? yes("AllReady") : no("RollingOut") },
  }),
});

test("Deployments have pods that become ready, on as many nodes as were asked for", async () => {
  await using plane = await startTestPlane({ operators: () => [webs], nodes: 3 });
  const web = Web({ metadata: { name: "a", namespace: "default" }, spec: { replicas: 3 } });
  await plane.apply(web);
  await plane.settle();
  await plane.assertReady(web);
  const pods = await plane.list(Pod, { namespace: "default" });
  assert.equal(pods.length, 3);
  assert.equal(new Set(pods.map(({ spec }) => spec?.nodeName)).size, 3);
});

test("with the profile apiserver nobody acts on what operators make", async () => {
  await using plane = await startTestPlane({ operators: () => [webs], profile: "apiserver" });
  const web = Web({ metadata: { name: "a", namespace: "default" }, spec: {} });
  await plane.apply(web);
  await plane.settle();
  await plane.assertCondition(web, "Ready", "False", "RollingOut");
  assert.deepEqual(await plane.list(Pod), []);
});

test("the same seed takes the same course", async () => {
  const course = async (seed: number) => {
    await using plane = await startTestPlane({ operators: () => [webs], seed });
    await plane.apply(Web({ metadata: { name: "a", namespace: "default" }, spec: {} }));
    await plane.settle();
    const pods = await plane.list(Pod, { namespace: "default" });
    return pods.map(({ metadata }) => `${metadata.name} ${metadata.uid} ${metadata.resourceVersion}`);
  };
  const first = await course(7);
  assert.deepEqual(await course(7), first);
  assert.notDeepEqual(await course(8), first);
});

test("time passes by durations, and what is scheduled happens then", async () => {
  let runs = 0;
  const periodic = () =>
    defineOperator(Web, {
      schedule: "10m",
      status: () => {
        runs += 1;
        return { conditions: { Ready: yes("Checked") } };
      },
    });
  await using plane = await startTestPlane({ operators: () => [periodic()] });
  await plane.apply(Web({ metadata: { name: "a", namespace: "default" }, spec: {} }));
  await plane.settle();
  const before = runs;
  await plane.advance("31m");
  assert.equal(runs - before, 3);
});

test("days pass as well, to the millisecond", async () => {
  await using plane = await startTestPlane({ operators: () => [greetings()], profile: "apiserver" });
  const start = plane.clock.now();
  await plane.advance("71h30m0.5s");
  assert.equal(plane.clock.now() - start, (71.5 * 3_600 + 0.5) * 1_000);
});

test("what is no duration is told so", async () => {
  await using plane = await startTestPlane({ operators: () => [greetings()], profile: "apiserver" });
  for (const wrong of ["soon", -1, Number.POSITIVE_INFINITY, Number.NaN]) {
    await assert.rejects(plane.advance(wrong), { code: "PINTLE_DELAY_INVALID" });
  }
});

const Versioned = defineResource({
  ...{ group: "samples.dev", version: "v1", kind: "Versioned" },
  spec: z.object({ size: z.int32() }),
}).withVersion("v1beta1", {
  spec: z.object({ length: z.int32() }),
  up: ({ spec }) => ({ spec: { size: spec.length } }),
  down: ({ spec }) => ({ spec: { length: spec.size } }),
});

test("objects of another version are converted by the operators, in each of their lives", async () => {
  await using plane = await startTestPlane({ operators: () => [defineOperator(Versioned, {})] });
  const old = { apiVersion: "samples.dev/v1beta1", kind: "Versioned", metadata: { name: "a", namespace: "default" } };
  await plane.apply({ ...old, spec: { length: 3 } });
  assert.equal((await plane.get(Versioned, "a")).spec.size, 3);
  await plane.restart({ crash: true });
  await plane.apply({ ...old, spec: { length: 4 } });
  assert.equal((await plane.get(Versioned, "a")).spec.size, 4);
});
