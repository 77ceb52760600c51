/** What is said of a pod that fits nowhere, in the scheduler's words. */
import type { Pod } from "@pintle/kinds";
import { compareUtf8 } from "@pintle/machinery";
import type { Rejection } from "./rejection.ts";

/** By node, why not. Nobody is ever sent away to make room. */
export function describeMisfit(pod: Pod, rejections: readonly Rejection[]): string {
  if (rejections.length === 0) return "no nodes available to schedule pods";
  const why = countTexts(rejections.flatMap(({ reasons }) => reasons));
  return `${available(rejections.length)} ${why}. no new claims to deallocate, preemption: ${preemption(pod, rejections)}`;
}

function preemption({ spec }: Pod, rejections: readonly Rejection[]): string {
  if (spec?.preemptionPolicy === "Never") return "not eligible due to preemptionPolicy=Never.";
  const why = rejections.map(({ isFinal }) =>
    isFinal ? "Preemption is not helpful for scheduling" : "No preemption victims found for incoming pod",
  );
  return `${available(rejections.length)} ${countTexts(why)}.`;
}

function available(count: number): string {
  return `0/${count} nodes are available:`;
}

/** `2 Insufficient cpu, 1 Too many pods`, sorted as texts. */
function countTexts(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts]
    .map(([text, count]) => `${count} ${text}`)
    .sort(compareUtf8)
    .join(", ");
}
