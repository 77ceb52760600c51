/** Does to a container's status what a stage says. */
import { createHash } from "node:crypto";
import type { ContainerStatus, Pod } from "@pintle/kinds";
import { formatDuration, formatTime } from "@pintle/machinery";
import { programOf } from "./container-program.ts";
import { backOffMs } from "./find-stage.ts";
import type { ContainerRole, NextState, SimulatedImage, StageEvent, StageNext } from "./kubelet-stage.ts";
import type { PodMember } from "./pod-members.ts";

/** Who has run for so long starts without waiting when it ends. */
const longRunMs = 600_000;

export interface StageSurroundings {
  readonly pod: Pod;
  readonly images: readonly SimulatedImage[];
  /** On the clock that never jumps. */
  readonly nowMs: number;
  /** On the clock that people read. */
  readonly timeMs: number;
}

/** What is told of a container, with the place in its pod that it is told of. */
export interface ContainerEvent extends StageEvent {
  readonly fieldPath: string;
}

const lists: Readonly<Record<ContainerRole, string>> = {
  init: "initContainers",
  sidecar: "initContainers",
  main: "containers",
  ephemeral: "ephemeralContainers",
};

/** What is told about it. The member gets another status; the one before is not changed. */
export function applyStage(next: StageNext, member: PodMember, around: StageSurroundings): readonly ContainerEvent[] {
  if (next.state) member.status = enterState(next.state, member, around);
  if (next.started !== undefined) {
    member.status = { ...member.status, started: next.started };
    member.run.startedMs = around.nowMs;
  }
  if (next.ready !== undefined) member.status = { ...member.status, ready: next.ready };
  const fieldPath = `spec.${lists[member.role]}{${member.container.name}}`;
  return (next.events ?? []).map((event) => ({
    ...event,
    message: fill(event.message, member, around.pod),
    fieldPath,
  }));
}

function enterState(state: NextState, member: PodMember, around: StageSurroundings): ContainerStatus {
  const { status } = member;
  const fresh = { ready: false, started: false };
  if ("waiting" in state) {
    const { reason, message } = state.waiting;
    if (reason === "ErrImagePull") member.run.failedPulls += 1;
    const text = message === undefined ? {} : { message: fill(message, member, around.pod) };
    return { ...status, ...fresh, ...leave(status), state: { waiting: { reason, ...text } } };
  }
  if ("running" in state) return start(member, around);
  const exit = {
    exitCode: programOf(around.pod, member.container, member.role, around.images).exitCode,
    ...state.terminated,
  };
  return end(member, around, exit);
}

type Exit = {
  readonly exitCode: number;
  readonly reason?: string;
  readonly message?: string;
  readonly signal?: number;
};

/** The status of a container that has ended just now. */
export function end(member: PodMember, { nowMs, timeMs }: StageSurroundings, exit: Exit): ContainerStatus {
  const { status, run, role } = member;
  if (nowMs - run.sinceMs >= longRunMs) run.forgivenRestarts = status.restartCount;
  const { exitCode, reason = exitCode === 0 ? "Completed" : "Error", ...rest } = exit;
  const finishedAt = formatTime(timeMs);
  const { containerID } = status;
  const startedAt = status.state?.running?.startedAt ?? finishedAt;
  const terminated = {
    exitCode,
    reason,
    ...rest,
    startedAt,
    finishedAt,
    ...(containerID !== undefined && { containerID }),
  };
  return { ...status, ready: role === "init" && exitCode === 0, started: false, state: { terminated } };
}

function start(member: PodMember, around: StageSurroundings): ContainerStatus {
  const { container } = member;
  // Who runs already has to end first.
  const before = member.status.state?.running ? end(member, around, { exitCode: 0 }) : member.status;
  const hasEnded = (before.state?.terminated ?? before.lastState?.terminated) !== undefined;
  const restartCount = before.restartCount + (hasEnded ? 1 : 0);
  const image = container.image ?? "";
  const repository = image.replace(/(@sha256)?:[^/:]*$/, "");
  return {
    ...before,
    ...leave(before),
    state: { running: { startedAt: formatTime(around.timeMs) } },
    ready: false,
    started: false,
    restartCount,
    image,
    imageID: `${repository}@sha256:${digest(image)}`,
    containerID: `containerd://${digest(`${around.pod.metadata.uid}/${container.name}/${restartCount}`)}`,
  };
}

/** What a container leaves behind when it comes into another state. */
function leave({ state, lastState = {} }: ContainerStatus): Pick<ContainerStatus, "lastState"> {
  return { lastState: state?.terminated ? { terminated: state.terminated } : lastState };
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function fill(text: string, member: PodMember, { metadata: { name = "", namespace = "", uid = "" } }: Pod): string {
  const { container } = member;
  const words: Readonly<Record<string, string>> = {
    container: container.name,
    image: container.image ?? "",
    pod: name,
    namespace,
    uid,
    backOff: formatDuration(BigInt(backOffMs(member)) * 1_000_000n),
  };
  return text.replace(/\{(container|image|pod|namespace|uid|backOff)\}/g, (_, word: string) => words[word] ?? "");
}
