import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Pod } from "@pintle/kinds";
import { Cluster, condition } from "../kubelet/cluster-fixture.test.ts";
import { createScheduler } from "./scheduler.ts";

const nodeOf = ({ spec }: Pod) => spec?.nodeName;
const required = "requiredDuringSchedulingIgnoredDuringExecution";
const preferred = "preferredDuringSchedulingIgnoredDuringExecution";
const hostname = "kubernetes.io/hostname";
const term = (app: string, topologyKey = hostname) => ({ labelSelector: { matchLabels: { app } }, topologyKey });

/** Two zones of two nodes each. */
async function open(): Promise<Cluster> {
  const cluster = await Cluster.open({ nodes: 4, controllers: [createScheduler()] });
  for (const index of [1, 2, 3, 4]) {
    const zone = index <= 2 ? "a" : "b";
    await cluster.patchNode(`node-${index}`, { metadata: { labels: { zone, number: `${index}` } } });
  }
  return cluster;
}

async function place(cluster: Cluster, name: string, spec: object = {}, app = name): Promise<Pod> {
  await cluster.make(spec, { name, labels: { app } });
  await cluster.plane.settle();
  return cluster.pod(name);
}

const byNode = (...matchExpressions: object[]) => ({
  affinity: { nodeAffinity: { [required]: { nodeSelectorTerms: [{ matchExpressions }] } } },
});

describe("node affinity", () => {
  test("knows all operators", async () => {
    await using cluster = await open();
    const only: Readonly<Record<string, object[]>> = {
      "node-1": [{ key: "number", operator: "In", values: ["1"] }],
      "node-2": [{ key: "number", operator: "NotIn", values: ["1", "3", "4"] }],
      "node-4": [{ key: "number", operator: "Gt", values: ["3"] }],
      "node-3": [
        { key: "zone", operator: "Exists" },
        { key: "zone", operator: "NotIn", values: ["a"] },
        { key: "number", operator: "Lt", values: ["4"] },
        { key: "disk", operator: "DoesNotExist" },
      ],
    };
    for (const [name, expressions] of Object.entries(only)) {
      assert.equal(nodeOf(await place(cluster, name, byNode(...expressions))), name);
    }
  });

  test("can name a node", async () => {
    await using cluster = await open();
    const matchFields = [{ key: "metadata.name", operator: "In", values: ["node-3"] }];
    const affinity = { nodeAffinity: { [required]: { nodeSelectorTerms: [{ matchFields }] } } };
    assert.equal(nodeOf(await place(cluster, "web", { affinity })), "node-3");
  });

  test("is met where it can be when it is a wish", async () => {
    await using cluster = await open();
    const wish = (values: string[]) => {
      const preference = { matchExpressions: [{ key: "number", operator: "In", values }] };
      return { affinity: { nodeAffinity: { [preferred]: [{ weight: 50, preference }] } } };
    };
    assert.equal(nodeOf(await place(cluster, "met", wish(["3"]))), "node-3");
    assert.notEqual(nodeOf(await place(cluster, "unmet", wish(["9"]))), undefined);
  });
});

describe("affinity of pods", () => {
  test("puts a pod where another one is, and lets it wait until there is one", async () => {
    await using cluster = await open();
    const affinity = { podAffinity: { [required]: [term("db", "zone")] } };
    const waiting = await place(cluster, "web", { affinity });
    assert.match(condition(waiting, "PodScheduled"), /4 node\(s\) didn't match pod affinity rules/);
    await place(cluster, "db", { nodeName: "node-3" });
    assert.match(nodeOf(await cluster.pod("web")) ?? "", /node-[34]/);
  });

  test("lets the first of a group begin anywhere", async () => {
    await using cluster = await open();
    const affinity = { podAffinity: { [required]: [term("web", "zone")] } };
    const first = await place(cluster, "web-1", { affinity }, "web");
    const second = await place(cluster, "web-2", { affinity }, "web");
    const zone = async (pod: Pod) => (await cluster.node(nodeOf(pod))).metadata.labels?.zone;
    assert.equal(await zone(first), await zone(second));
  });

  test("keeps pods apart, until there is no node left", async () => {
    await using cluster = await open();
    const affinity = { podAntiAffinity: { [required]: [term("web")] } };
    const nodes: (string | undefined)[] = [];
    for (const index of [1, 2, 3, 4]) nodes.push(nodeOf(await place(cluster, `web-${index}`, { affinity }, "web")));
    assert.equal(new Set(nodes).size, 4);
    const last = await place(cluster, "web-5", { affinity }, "web");
    assert.match(condition(last, "PodScheduled"), /4 node\(s\) didn't match pod anti-affinity rules/);
  });

  test("counts from both sides: who is there may not want the newcomer", async () => {
    await using cluster = await open();
    const affinity = { podAntiAffinity: { [required]: [term("loud", "zone")] } };
    for (const name of ["node-1", "node-3"]) await place(cluster, `quiet-${name}`, { affinity, nodeName: name });
    const loud = await place(cluster, "loud");
    assert.match(condition(loud, "PodScheduled"), /4 node\(s\) didn't satisfy existing pods anti-affinity rules/);
  });

  test("is for pods of the same namespace, unless it says which", async () => {
    await using cluster = await open();
    await place(cluster, "db", { nodeName: "node-2" });
    const elsewhere = { ...term("db"), namespaces: ["default"] };
    const there = { ...term("db"), namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "shop" } } };
    const waiting = await place(cluster, "a", { affinity: { podAffinity: { [required]: [elsewhere] } } });
    assert.equal(nodeOf(waiting), undefined);
    assert.equal(nodeOf(await place(cluster, "b", { affinity: { podAffinity: { [required]: [there] } } })), "node-2");
  });

  test("draws and repels where it is a wish", async () => {
    await using cluster = await open();
    await place(cluster, "db", { nodeName: "node-2" });
    const wish = { weight: 100, podAffinityTerm: term("db") };
    assert.equal(
      nodeOf(await place(cluster, "near", { affinity: { podAffinity: { [preferred]: [wish] } } })),
      "node-2",
    );
    const far = await place(cluster, "far", { affinity: { podAntiAffinity: { [preferred]: [wish] } } });
    assert.notEqual(nodeOf(far), "node-2");
  });
});

describe("topology spread", () => {
  const spread = (whenUnsatisfiable: string, more: object = {}) => ({
    topologySpreadConstraints: [
      { maxSkew: 1, topologyKey: "zone", whenUnsatisfiable, labelSelector: { matchLabels: { app: "web" } }, ...more },
    ],
  });
  const zonesOf = async (cluster: Cluster, names: readonly string[]) => {
    const pods = await Promise.all(names.map((name) => cluster.pod(name)));
    return pods
      .map((pod) => (/[12]$/.test(nodeOf(pod) ?? "") ? "a" : "b"))
      .toSorted()
      .join("");
  };

  test("fills places alike", async () => {
    await using cluster = await open();
    const names = ["web-1", "web-2", "web-3", "web-4"];
    for (const name of names) await place(cluster, name, spread("DoNotSchedule"), "web");
    assert.equal(await zonesOf(cluster, names), "aabb");
  });

  test("lets a pod wait where it would be too many in one place", async () => {
    await using cluster = await open();
    const here = { ...spread("DoNotSchedule", { nodeAffinityPolicy: "Ignore" }), nodeSelector: { zone: "a" } };
    assert.equal(nodeOf(await place(cluster, "web-1", here, "web"))?.startsWith("node-"), true);
    const second = await place(cluster, "web-2", here, "web");
    assert.match(
      condition(second, "PodScheduled"),
      /2 node\(s\) didn't match Pod's node affinity\/selector, 2 node\(s\) didn't match pod topology spread constraints\./,
    );
  });

  test("does not count nodes without the label", async () => {
    await using cluster = await open();
    for (const name of ["node-1", "node-2"]) await cluster.patchNode(name, { metadata: { labels: { zone: null } } });
    const constraint = spread("DoNotSchedule", { minDomains: 2 });
    assert.match(nodeOf(await place(cluster, "web-1", constraint, "web")) ?? "", /node-[34]/);
    const second = await place(cluster, "web-2", constraint, "web");
    assert.match(
      condition(second, "PodScheduled"),
      /2 node\(s\) didn't match pod topology spread constraints \(missing required label\)/,
    );
  });

  test("is a wish where it may be broken", async () => {
    await using cluster = await open();
    const names = ["web-1", "web-2"];
    for (const name of names) await place(cluster, name, spread("ScheduleAnyway"), "web");
    assert.equal(await zonesOf(cluster, names), "ab");
  });
});
