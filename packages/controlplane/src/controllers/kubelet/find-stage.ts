/** Which stages a container is in for, and when each is due. */
import type { Pod, Probe } from "@pintle/kinds";
import { getOwn } from "@pintle/machinery";
import { programOf } from "./container-program.ts";
import type { KubeletStage, SimulatedImage, StageSelector } from "./kubelet-stage.ts";
import { matchesPattern } from "./match-pattern.ts";
import type { PodMember, PodRun } from "./pod-members.ts";

export interface KubeletBehaviour {
  readonly stages: readonly KubeletStage[];
  readonly images: readonly SimulatedImage[];
}

export interface DueStage {
  readonly stage: KubeletStage;
  readonly atMs: number;
  readonly isBackground: boolean;
}

/** Nobody waits for what takes longer. */
const longMs = 600_000;
const firstBackOffMs = 10_000;
const maxBackOffMs = 300_000;

/**
 * One stage at most for each of what can change: the state, whether it has started, whether it is ready. The first that fits is meant, and
 * where that has happened already there is nothing to come.
 */
export function dueStages(behaviour: KubeletBehaviour, pod: Pod, member: PodMember): DueStage[] {
  const { moment } = member.run;
  const found = new Map<string, DueStage | undefined>();
  for (const stage of behaviour.stages) {
    if (stage.selector.moment !== moment || !fitsPod(stage.selector, pod) || !fitsMember(stage.selector, member))
      continue;
    const kind = changeOf(stage);
    if (kind === undefined || found.has(kind)) continue;
    const afterMs = delayOf(behaviour, stage, pod, member);
    if (afterMs === Number.POSITIVE_INFINITY) continue;
    found.set(kind, isPast(stage, member) ? undefined : dueAt(stage, member, afterMs));
  }
  return [...found.values()].filter((due) => due !== undefined);
}

/** The stage that gives the pod an address. */
export function dueAcceptance({ stages }: KubeletBehaviour, pod: Pod, { acceptedMs }: PodRun): DueStage | undefined {
  const stage = stages.find(({ selector }) => selector.moment === "Accepted" && fitsPod(selector, pod));
  if (!stage) return undefined;
  const afterMs = stage.delay && "ms" in stage.delay ? stage.delay.ms : 0;
  return { stage, atMs: acceptedMs + afterMs, isBackground: isBackground(stage, afterMs) };
}

/** How long it waits before it is started or its image is pulled once more. */
export function backOffMs({ run, status }: PodMember): number {
  const failures = status.state?.waiting?.reason === "ImagePullBackOff" ? run.failedPulls : restartsOf({ run, status });
  return failures <= 0 ? 0 : Math.min(firstBackOffMs * 2 ** Math.min(failures - 1, 30), maxBackOffMs);
}

function restartsOf({ run, status }: Pick<PodMember, "run" | "status">): number {
  return status.restartCount - run.forgivenRestarts;
}

function fitsPod({ namespaces, labels = {}, annotations = {} }: StageSelector, { metadata }: Pod): boolean {
  if (namespaces && !namespaces.includes(metadata.namespace ?? "")) return false;
  const has = (wanted: Readonly<Record<string, string>>, found: Readonly<Record<string, string>> = {}) =>
    Object.entries(wanted).every(([key, value]) => getOwn(found, key) === value);
  return has(labels, metadata.labels) && has(annotations, metadata.annotations);
}

function fitsMember(selector: StageSelector, { container, role, run, status }: PodMember): boolean {
  const { images, containers, roles, isRestarted } = selector;
  if (images && !images.some((pattern) => matchesPattern(pattern, container.image ?? ""))) return false;
  if (containers && !containers.includes(container.name)) return false;
  if (roles && !roles.includes(role)) return false;
  return isRestarted === undefined || isRestarted === restartsOf({ run, status }) > 0;
}

function changeOf({ next }: KubeletStage): "state" | "started" | "ready" | undefined {
  if (next.state) return "state";
  if (next.started !== undefined) return "started";
  return next.ready === undefined ? undefined : "ready";
}

function isPast({ next }: KubeletStage, { status }: PodMember): boolean {
  if (next.state) return false;
  return next.started === undefined ? status.ready === next.ready : status.started === next.started;
}

function dueAt(stage: KubeletStage, { run, status }: PodMember, afterMs: number): DueStage | undefined {
  const isReadiness = stage.next.state === undefined && stage.next.ready === true;
  // Nobody looks whether it is ready before it has started.
  if (isReadiness && stage.next.started === undefined && status.started !== true) return undefined;
  const atMs = run.sinceMs + afterMs;
  return {
    stage,
    atMs: isReadiness ? Math.max(atMs, run.startedMs) : atMs,
    isBackground: isBackground(stage, afterMs),
  };
}

function isBackground({ delay }: KubeletStage, afterMs: number): boolean {
  return delay?.isBackground === true || afterMs > longMs;
}

function delayOf({ images }: KubeletBehaviour, { delay }: KubeletStage, pod: Pod, member: PodMember): number {
  if (!delay) return 0;
  if ("ms" in delay) return delay.ms;
  const { startupProbe, readinessProbe } = member.container;
  switch (delay.until) {
    case "startupProbe":
      return probeMs(startupProbe);
    case "readinessProbe":
      return isNeverReady(member) ? Number.POSITIVE_INFINITY : probeMs(readinessProbe);
    case "command":
      return programOf(pod, member.container, member.role, images).ms;
    case "backOff":
      return backOffMs(member);
  }
}

function isNeverReady({ role }: PodMember): boolean {
  return role === "init" || role === "ephemeral";
}

/** A probe is tried each period from the start on, but not before its initial delay, until it has succeeded often enough. */
function probeMs(probe: Probe | undefined): number {
  if (!probe) return 0;
  const { initialDelaySeconds = 0, periodSeconds = 10, successThreshold = 1 } = probe;
  const periods = Math.ceil(initialDelaySeconds / periodSeconds) + successThreshold - 1;
  return periods * periodSeconds * 1_000;
}
