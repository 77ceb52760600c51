/** CPU of strategic merges on a Deployment, against Kubernetes' own implementation in Go on the same objects. */
import { readFileSync } from "node:fs";
import { type JsonObject, type Shape, strategicMerge } from "@pintle/machinery";
import { type BenchRow, compare, cpuMicros } from "../measure.ts";
import { deployment, deploymentPatch } from "./deployment.ts";
import { goMicros } from "./go-micros.ts";

const runs = 4_000;
const shapePath = new URL("../../packages/machinery/testdata/shapes/deployment.json", import.meta.url);
const shape: Shape = JSON.parse(readFileSync(shapePath, "utf8"));

export async function benchStrategicMerge(): Promise<BenchRow[]> {
  return [
    await compareMerge("strategic merge: replicas change", { spec: { replicas: 5 } }),
    await compareMerge("strategic merge: an edited container", deploymentPatch),
  ];
}

function compareMerge(name: string, patch: JsonObject): Promise<BenchRow> {
  return compare(
    name,
    () => cpuMicros(() => strategicMerge(deployment, patch, shape), runs),
    () => goMicros("bench-strategic-merge", { kind: "Deployment", original: deployment, patch, runs }),
  );
}
