/**
 * What `kubectl get pods` says about a Pod: how many of its containers are ready, one word for its state, and how often they were restarted.
 *
 * The word is looked for from the outside in; what is found later takes the place of what was found before:
 * phase, reason, a scheduling gate, the init container that is not done, the containers from last to first, deletion.
 */
import { formatHumanDuration, readTimeMs } from "@pintle/apiserver";
import type { JsonObject } from "@pintle/machinery";
import { objectAt, objectsAt, textAt, valueAt } from "../builtin/json-fields.ts";
import { isConditionMet } from "./condition-cells.ts";
import { countAt, flagAt, isBeingDeleted } from "./kind-cells.ts";

export interface PodStatusCells {
  readonly ready: string;
  readonly status: string;
  readonly restarts: string;
}

/** What containers add up to. */
interface Tally {
  ready: number;
  restarts: number;
  /** When a container that was restarted had ended, the latest of all; `undefined` where none says so. */
  lastEndMs: number | undefined;
}

export function podStatusCells(pod: JsonObject, nowMs: number): PodStatusCells {
  const initContainers = objectsAt(pod, "spec.initContainers");
  const byName = new Map(initContainers.map((container) => [textAt(container, "name"), container]));
  const sidecars = new Set([...byName].filter(([, container]) => isSidecar(container)).map(([name]) => name));
  const all = objectsAt(pod, "spec.containers").length + initContainers.filter(isSidecar).length;
  const init = readInitContainers(pod, sidecars, initContainers.length);
  let { tally } = init;
  let status = init.reason ?? outerReason(pod);
  if (init.reason === undefined || isConditionMet(pod, "Initialized")) {
    // What init containers did no longer counts, but sidecars run on.
    tally = { ...init.sidecarTally, ready: tally.ready };
    status = readContainers(pod, tally) ?? status;
    if (status === "Completed") status = completedOr(pod);
  }
  return {
    ready: `${tally.ready}/${all}`,
    status: deletionReason(pod) ?? status,
    restarts: formatRestarts(tally, nowMs),
  };
}

function isSidecar(container: JsonObject): boolean {
  return textAt(container, "restartPolicy") === "Always";
}

function outerReason(pod: JsonObject): string {
  const isGated = objectsAt(pod, "status.conditions").some(
    (condition) => textAt(condition, "type") === "PodScheduled" && textAt(condition, "reason") === "SchedulingGated",
  );
  return isGated ? "SchedulingGated" : textAt(pod, "status.reason") || textAt(pod, "status.phase");
}

/** Stops at the first init container that is neither done nor a sidecar that has started; the reason says what it does. */
function readInitContainers(
  pod: JsonObject,
  sidecars: ReadonlySet<string>,
  total: number,
): { reason: string | undefined; tally: Tally; sidecarTally: Tally } {
  const tally: Tally = { ready: 0, restarts: 0, lastEndMs: undefined };
  const sidecarTally: Tally = { ready: 0, restarts: 0, lastEndMs: undefined };
  for (const [index, container] of objectsAt(pod, "status.initContainerStatuses").entries()) {
    const isOfSidecar = sidecars.has(textAt(container, "name"));
    addRestarts(tally, container);
    if (isOfSidecar) addRestarts(sidecarTally, container);
    const terminated = stateOf(container, "terminated");
    if (terminated && countAt(terminated, "exitCode") === 0) continue;
    if (isOfSidecar && flagAt(container, "started")) {
      if (flagAt(container, "ready")) tally.ready += 1;
      continue;
    }
    const waitsFor = textAt(container, "state.waiting.reason");
    const isWaiting = waitsFor !== "" && waitsFor !== "PodInitializing";
    const does = terminated ? endReason(terminated) : isWaiting ? waitsFor : `${index}/${total}`;
    return { reason: `Init:${does}`, tally, sidecarTally };
  }
  return { reason: undefined, tally, sidecarTally };
}

/** Adds the containers to the tally. The reason is that of the first container that has one. */
function readContainers(pod: JsonObject, tally: Tally): string | undefined {
  let reason: string | undefined;
  for (const container of objectsAt(pod, "status.containerStatuses")) {
    addRestarts(tally, container);
    const waitsFor = textAt(container, "state.waiting.reason");
    const terminated = stateOf(container, "terminated");
    if (waitsFor !== "") reason ??= waitsFor;
    else if (terminated) reason ??= endReason(terminated);
    else if (isRunning(container)) tally.ready += 1;
  }
  return reason;
}

/** A Pod of which one container has completed may still run, or another one may have failed. */
function completedOr(pod: JsonObject): string {
  const containers = objectsAt(pod, "status.containerStatuses");
  const hasRunning = containers.some((container) => !isHeldUp(container) && isRunning(container));
  if (hasRunning && isPodReady(pod)) return "Running";
  for (const container of containers) {
    const terminated = stateOf(container, "terminated");
    const isWaiting = textAt(container, "state.waiting.reason") !== "";
    if (!isWaiting && terminated && countAt(terminated, "exitCode") !== 0) return endReason(terminated);
  }
  return hasRunning ? "NotReady" : "Completed";
}

function isHeldUp(container: JsonObject): boolean {
  return textAt(container, "state.waiting.reason") !== "" || stateOf(container, "terminated") !== undefined;
}

function isRunning(container: JsonObject): boolean {
  return flagAt(container, "ready") && stateOf(container, "running") !== undefined;
}

/** Unlike for other conditions, any one of the type is enough. */
function isPodReady(pod: JsonObject): boolean {
  return objectsAt(pod, "status.conditions").some(
    (condition) => textAt(condition, "type") === "Ready" && textAt(condition, "status") === "True",
  );
}

function deletionReason(pod: JsonObject): string | undefined {
  if (!isBeingDeleted(pod)) return undefined;
  if (textAt(pod, "status.reason") === "NodeLost") return "Unknown";
  const phase = textAt(pod, "status.phase");
  return phase === "Succeeded" || phase === "Failed" ? undefined : "Terminating";
}

function stateOf(container: JsonObject, state: "running" | "terminated"): JsonObject | undefined {
  const found = valueAt(objectAt(container, "state"), state);
  return typeof found === "object" && found !== null && !Array.isArray(found) ? found : undefined;
}

function endReason(terminated: JsonObject): string {
  const reason = textAt(terminated, "reason");
  if (reason !== "") return reason;
  const signal = countAt(terminated, "signal");
  return signal === 0 ? `ExitCode:${countAt(terminated, "exitCode")}` : `Signal:${signal}`;
}

function addRestarts(tally: Tally, container: JsonObject): void {
  tally.restarts += countAt(container, "restartCount");
  const endMs = readTimeMs(valueAt(container, "lastState.terminated.finishedAt"));
  if (endMs !== undefined && endMs > (tally.lastEndMs ?? Number.NEGATIVE_INFINITY)) tally.lastEndMs = endMs;
}

function formatRestarts({ restarts, lastEndMs }: Tally, nowMs: number): string {
  if (restarts === 0 || lastEndMs === undefined) return String(restarts);
  return `${restarts} (${formatHumanDuration(nowMs - lastEndMs)} ago)`;
}
