/** What a simulated container has written, as a kubelet gives it out. It follows from the pod: nothing is kept. */
import type { ContainerStatus, Pod } from "@pintle/kinds";
import { ApiError, parseTimeMs } from "@pintle/machinery";
import { programOf } from "../container-program.ts";
import type { SimulatedImage } from "../kubelet-stage.ts";
import { type PodMember, roleOfInit } from "../pod-members.ts";

export interface LogQuery {
  readonly isPrevious: boolean;
  readonly hasTimestamps: boolean;
  readonly tailLines: number | undefined;
  readonly limitBytes: number | undefined;
  /** Nothing that was written before. */
  readonly sinceMs: number | undefined;
}

export function readLogQuery(query: URLSearchParams, nowMs: number): LogQuery {
  const number = (key: string) => (query.has(key) ? Number(query.get(key)) : undefined);
  const [seconds, time] = [number("sinceSeconds"), query.get("sinceTime")];
  return {
    isPrevious: isYes(query.get("previous")),
    hasTimestamps: isYes(query.get("timestamps")),
    tailLines: number("tailLines"),
    limitBytes: number("limitBytes"),
    sinceMs: seconds !== undefined ? nowMs - seconds * 1_000 : time ? parseTimeMs(time) : undefined,
  };
}

export function isYes(text: string | null): boolean {
  return text === "true" || text === "1";
}

/** Throws a BadRequest where there is no such container to be heard. */
export function containerLog(pod: Pod, name: string, query: LogQuery, images: readonly SimulatedImage[]): string {
  const startedAt = startOf(pod, name, query.isPrevious);
  const found = findContainer(pod, name);
  const text = found ? programOf(pod, found.container, found.role, images).output : "";
  const isTooOld = query.sinceMs !== undefined && parseTimeMs(startedAt) < query.sinceMs;
  const lines = isTooOld ? [] : text.split(/(?<=\n)/).filter((line) => line !== "");
  const shown =
    query.tailLines === undefined ? lines : lines.slice(lines.length - Math.min(query.tailLines, lines.length));
  const stamp = query.hasTimestamps ? `${startedAt.replace("Z", ".000000000Z")} ` : "";
  const written = shown.map((line) => `${stamp}${line}`).join("");
  if (query.limitBytes === undefined) return written;
  return Buffer.from(written).subarray(0, query.limitBytes).toString("utf8");
}

export function findContainer({ spec }: Pod, name: string): Pick<PodMember, "container" | "role"> | undefined {
  const init = spec?.initContainers?.find((each) => each.name === name);
  if (init) return { container: init, role: roleOfInit(init) };
  const main = spec?.containers.find((each) => each.name === name);
  if (main) return { container: main, role: "main" };
  const later = spec?.ephemeralContainers?.find((each) => each.name === name);
  return later && { container: later, role: "ephemeral" };
}

export function statusOf({ status }: Pod, name: string): ContainerStatus | undefined {
  const { initContainerStatuses = [], containerStatuses = [], ephemeralContainerStatuses = [] } = status ?? {};
  const all = [...initContainerStatuses, ...containerStatuses, ...ephemeralContainerStatuses];
  return all.find((each) => each.name === name);
}

function startOf(pod: Pod, name: string, isPrevious: boolean): string {
  const about = `container "${name}" in pod "${pod.metadata.name}"`;
  const { state = {}, lastState = {} } = statusOf(pod, name) ?? {};
  if (isPrevious) {
    const previous = lastState.terminated?.startedAt;
    if (previous === undefined) throw ApiError.badRequest(`previous terminated ${about} not found`);
    return previous;
  }
  const startedAt = state.running?.startedAt ?? state.terminated?.startedAt ?? lastState.terminated?.startedAt;
  if (startedAt !== undefined) return startedAt;
  throw ApiError.badRequest(`${about} is waiting to start: ${whyItWaits(state.waiting)}`);
}

function whyItWaits(waiting: { reason?: string; message?: string } | undefined): string {
  const reason = waiting?.reason ?? "ContainerCreating";
  const isImage = reason === "ImagePullBackOff" || reason === "ErrImagePull";
  return isImage ? `trying and failing to pull image` : reason;
}
