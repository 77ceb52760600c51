/** Matching labels, against comparing the properties by hand. */
import { compileLabelSelector, parseLabelSelector } from "@pintle/machinery";
import { type BenchRow, compare, cpuMicros } from "../measure.ts";

const labels: Record<string, string> = { app: "web", tier: "front", track: "stable", "pod-template-hash": "7d4f8c9b6" };
const runs = 500_000;

export async function benchSelectors(): Promise<BenchRow[]> {
  const one = parseLabelSelector("app=web");
  const three = parseLabelSelector("app=web,tier in (front,back),!canary");
  const object = compileLabelSelector({ matchLabels: { app: "web", tier: "front" } });
  const by = (condition: () => boolean) => () => cpuMicros(condition, runs);
  return [
    await compare(
      "selector: one label",
      by(() => one.matches(labels)),
      by(() => labels.app === "web"),
    ),
    await compare(
      "selector: three requirements",
      by(() => three.matches(labels)),
      by(() => labels.app === "web" && (labels.tier === "front" || labels.tier === "back") && !("canary" in labels)),
    ),
    await compare(
      "selector: matchLabels of two",
      by(() => object.matches(labels)),
      by(() => labels.app === "web" && labels.tier === "front"),
    ),
  ];
}
