/** CPU of server-side apply on a Deployment, against Kubernetes' own implementation in Go on the same objects. */
import { readFileSync } from "node:fs";
import { applyObject, type JsonObject, type Shape, updateObject } from "@pintle/machinery";
import { type BenchRow, compare, cpuMicros } from "../measure.ts";
import { goMicros } from "./go-micros.ts";

const runs = 4_000;
/** A no-op apply may cost this many times as much as in Go. */
const bar = 2;
const shape: Shape = JSON.parse(read("../../packages/machinery/testdata/shapes/deployment.json"));
const { status, metadata, ...typeAndSpec }: JsonObject = JSON.parse(read("./deployment.json"));
const write = { apiVersion: "apps/v1", kind: "Deployment", shape, time: "2026-01-01T00:00:00Z" };

export async function benchApply(): Promise<BenchRow[]> {
  const applied = deployment(JSON.stringify(typeAndSpec));
  const changed = deployment(JSON.stringify(typeAndSpec).replace(/"image":"[^"]*"/, '"image":"example.com/other:2"'));
  const created = applyObject({ ...write, manager: "ci", applied }).object;
  const { object: live } = updateObject({
    ...write,
    live: created,
    updated: { ...created, status: status ?? {} },
    manager: "kube-controller-manager",
    subresource: "status",
  });
  return [
    await compareApply("apply: nothing changes", live, applied, bar),
    await compareApply("apply: an image changes", live, changed),
  ];
}

/** A copy for each use, as every request brings its own object. */
function deployment(body: string): JsonObject {
  const { name, namespace, labels } = metadata as JsonObject;
  return { ...JSON.parse(body), metadata: JSON.parse(JSON.stringify({ name, namespace, labels })) };
}

function compareApply(name: string, live: JsonObject, applied: JsonObject, most?: number): Promise<BenchRow> {
  const { apiVersion, kind } = write;
  const versions = { [apiVersion]: { shape: "deployment" } };
  return compare(
    name,
    () => cpuMicros(() => applyObject({ ...write, manager: "ci", live, applied }), runs),
    () => goMicros("bench-apply", { apiVersion, kind, versions, live, applied, manager: "ci", runs }),
    most,
  );
}

function read(path: string): string {
  return readFileSync(new URL(path, import.meta.url), "utf8");
}
