/** What people do with kubectl, unmodified, on planes with simulated nodes: a file for each topic, all of it side by side. */
import { describe } from "node:test";
import { deletion } from "./kubectl/deletion.ts";
import { descriptions } from "./kubectl/descriptions.ts";
import { everyday } from "./kubectl/everyday.ts";
import { nodes } from "./kubectl/nodes.ts";
import { pods } from "./kubectl/pods.ts";
import { rollouts } from "./kubectl/rollouts.ts";
import { describeCluster } from "./kubectl-cluster.ts";

const images = [
  { name: "broken:*", pullError: "not found" },
  { name: "chatty:*", output: "one\ntwo\nthree\n", exitCode: 1, exitAfterMs: 100 },
];

describe("kubectl", { concurrency: 2 }, () => {
  describeCluster(
    "on nodes that stay",
    { kubelet: { images } },
    { ...rollouts, ...deletion, ...pods, ...descriptions, ...everyday },
  );
  // One after the other, on a plane of their own: each takes a node away from the others.
  describeCluster("on nodes that are taken out of service", { atOnce: 1 }, nodes);
});
