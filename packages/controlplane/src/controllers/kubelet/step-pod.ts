/**
 * One look of a kubelet at a pod: all that is due by now happens, and it is said what the pod's status is then and when to look again.
 *
 * It is a function of the pod, what is remembered of it, and the time. However stages lead into each other, a look comes to an end.
 */
import type { Pod, PodStatus } from "@pintle/kinds";
import { formatTime, parseTimeMs } from "@pintle/machinery";
import { applyStage, type ContainerEvent, end } from "./apply-stage.ts";
import { type DueStage, dueAcceptance, dueStages, type KubeletBehaviour } from "./find-stage.ts";
import type { ContainerRole } from "./kubelet-stage.ts";
import { podConditions } from "./pod-conditions.ts";
import { hasRun, isInitialized, membersOf, type PodMember, type PodRun, wantsRestart } from "./pod-members.ts";
import { phaseOf } from "./pod-phase.ts";

export interface PodStep {
  /** What the kubelet has to say of the pod, all of it. */
  readonly status: PodStatus;
  readonly events: readonly ContainerEvent[];
  readonly next?: Pick<DueStage, "atMs" | "isBackground">;
  /** Whether the pod is to be deleted and nothing of it runs any more. */
  readonly isOver: boolean;
}

export interface StepSurroundings {
  readonly behaviour: KubeletBehaviour;
  /** On the clock that never jumps: delays are measured with it. */
  readonly nowMs: number;
  /** On the clock that people read. */
  readonly timeMs: number;
  readonly hostIp: string;
  /** An address for the pod, or nothing where there is none left. */
  readonly takeIp: () => string | undefined;
}

/** Stages that follow each other without any time between them; who wants more has to wait for a second. */
const maxChanges = 100;
const restMs = 1_000;

export function stepPod(pod: Pod, run: PodRun, around: StepSurroundings): PodStep {
  return new PodStepper(pod, run, around).step();
}

class PodStepper {
  readonly #pod: Pod;
  readonly #run: PodRun;
  readonly #around: StepSurroundings;
  readonly #members: readonly PodMember[];
  readonly #events: ContainerEvent[] = [];
  readonly #hasDeadlinePassed: boolean;
  #podIp: string | undefined;

  constructor(pod: Pod, run: PodRun, around: StepSurroundings) {
    this.#pod = pod;
    this.#run = run;
    this.#around = around;
    this.#members = membersOf(pod, run);
    this.#podIp = pod.status?.podIP;
    this.#hasDeadlinePassed = (this.#activeDeadlineMs() ?? Number.POSITIVE_INFINITY) <= around.nowMs;
  }

  step(): PodStep {
    const next = this.#advance();
    const isOver = this.#isDeleted() && this.#members.every(({ status }) => !status.state?.running);
    return { status: this.#status(), events: this.#events, isOver, ...(next && { next }) };
  }

  /** Lets everything happen that is due, and says what comes after it. */
  #advance(): Pick<DueStage, "atMs" | "isBackground"> | undefined {
    const { nowMs } = this.#around;
    for (let changes = 0; changes < maxChanges; changes++) {
      this.#noteMoments();
      const pending = this.#pending();
      const due = pending.find(({ atMs }) => atMs <= nowMs);
      if (!due) return earliest(pending, this.#activeDeadlineMs(), nowMs);
      if (!due.happen()) return { atMs: nowMs + 10 * restMs, isBackground: true };
    }
    return { atMs: nowMs + restMs, isBackground: true };
  }

  #pending(): Pending[] {
    const { behaviour, nowMs, timeMs } = this.#around;
    if (this.#podIp === undefined) {
      const due = this.#isEnding() ? undefined : dueAcceptance(behaviour, this.#pod, this.#run);
      return due ? [{ ...due, happen: () => this.#takeAddress() }] : [];
    }
    const around = { pod: this.#pod, images: behaviour.images, nowMs, timeMs };
    return this.#members.flatMap((member) => {
      const stages: Pending[] = dueStages(behaviour, this.#pod, member).map((due) => ({
        ...due,
        happen: () => this.#events.push(...applyStage(due.stage.next, member, around)) >= 0,
      }));
      if (member.run.moment !== "Stopping") return stages;
      const kill = () => {
        member.status = end(member, around, { exitCode: 137 });
        return true;
      };
      return [...stages, { atMs: this.#stopDeadlineMs(member), isBackground: false, happen: kill }];
    });
  }

  #takeAddress(): boolean {
    this.#podIp = this.#pod.spec?.hostNetwork ? this.#around.hostIp : this.#around.takeIp();
    return this.#podIp !== undefined;
  }

  #noteMoments(): void {
    for (const member of this.#members) {
      const { run, status } = member;
      const moment = this.#momentOf(member);
      // Who has ended and started between two looks is at the beginning of a moment of the same name.
      if (run.moment === moment && run.restarts === status.restartCount) continue;
      run.moment = moment;
      run.restarts = status.restartCount;
      run.sinceMs = this.#around.nowMs;
    }
  }

  #momentOf(member: PodMember): string {
    const { state = {} } = member.status;
    const isTold = this.#isEnding() || (member.role === "sidecar" && this.#areMainsDone());
    if (state.running) return isTold ? "Stopping" : this.#runningMoment(member);
    if (isTold) return "";
    if (state.terminated) return wantsRestart(member, state.terminated.exitCode, this.#pod) ? "Terminated" : "";
    if (!this.#isItsTurn(member)) return "";
    const reason = state.waiting?.reason ?? "";
    return reason === "PodInitializing" || reason === "" ? "ContainerCreating" : reason;
  }

  #runningMoment({ container, status }: PodMember): string {
    return container.image !== undefined && status.image !== container.image ? "Changed" : "Running";
  }

  #isItsTurn(member: PodMember): boolean {
    if (member.role === "ephemeral") return true;
    if (this.#members.some((each) => each.role === "main" && hasRun(each))) return true;
    const before = this.#members.slice(0, this.#members.indexOf(member));
    return before.every((each) => each.role === "main" || isInitialized(each));
  }

  #areMainsDone(): boolean {
    return this.#members.every((member) => {
      if (member.role !== "main") return true;
      const exit = member.status.state?.terminated;
      return exit !== undefined && !wantsRestart(member, exit.exitCode, this.#pod);
    });
  }

  #isDeleted(): boolean {
    return this.#pod.metadata.deletionTimestamp !== undefined;
  }

  /** Whether nothing is started any more. */
  #isEnding(): boolean {
    const phase = this.#pod.status?.phase;
    return this.#isDeleted() || this.#hasDeadlinePassed || phase === "Failed" || phase === "Succeeded";
  }

  #stopDeadlineMs({ run }: PodMember): number {
    const { deletionTimestamp } = this.#pod.metadata;
    if (deletionTimestamp !== undefined) return this.#momentOfTime(parseTimeMs(deletionTimestamp));
    return run.sinceMs + (this.#pod.spec?.terminationGracePeriodSeconds ?? 30) * 1_000;
  }

  #activeDeadlineMs(): number | undefined {
    const { spec, status } = this.#pod;
    const isOn = status?.phase === "Pending" || status?.phase === "Running";
    if (spec?.activeDeadlineSeconds === undefined || status?.startTime === undefined || !isOn) return undefined;
    return this.#momentOfTime(parseTimeMs(status.startTime) + spec.activeDeadlineSeconds * 1_000);
  }

  /** When a time that people read comes, as far as anybody knows now. */
  #momentOfTime(atMs: number): number {
    return this.#around.nowMs + atMs - this.#around.timeMs;
  }

  #status(): PodStatus {
    const { hostIp, timeMs } = this.#around;
    const { metadata, status: before = {} } = this.#pod;
    const members = this.#members;
    const now = formatTime(timeMs);
    const isFinal = before.phase === "Failed" || before.phase === "Succeeded";
    const phase = this.#hasDeadlinePassed
      ? "Failed"
      : isFinal
        ? (before.phase as "Failed" | "Succeeded")
        : phaseOf(this.#pod, members, this.#isEnding());
    const hasSandbox = this.#podIp !== undefined && !(this.#isEnding() && members.every((each) => !isRunning(each)));
    const statuses = (...roles: readonly ContainerRole[]) =>
      members.filter(({ role }) => roles.includes(role)).map(({ status }) => status);
    const [inits, mains, ephemerals] = [statuses("init", "sidecar"), statuses("main"), statuses("ephemeral")];
    const late = {
      reason: "DeadlineExceeded",
      message: "Pod was active on the node longer than the specified deadline",
    };
    return {
      ...(metadata.generation !== undefined && { observedGeneration: metadata.generation }),
      phase,
      ...(this.#hasDeadlinePassed && late),
      conditions: podConditions(this.#pod, { members, phase, hasSandbox, now }),
      hostIP: hostIp,
      hostIPs: [{ ip: hostIp }],
      ...(this.#podIp !== undefined && { podIP: this.#podIp, podIPs: [{ ip: this.#podIp }] }),
      startTime: before.startTime ?? now,
      ...(inits.length > 0 && { initContainerStatuses: inits }),
      containerStatuses: mains,
      ...(ephemerals.length > 0 && { ephemeralContainerStatuses: ephemerals }),
    };
  }
}

interface Pending extends Pick<DueStage, "atMs" | "isBackground"> {
  /** Whether it could. */
  readonly happen: () => boolean;
}

/** The next of them. Somebody waits for it where somebody waits for any of them. */
function earliest(
  pending: readonly Pending[],
  deadlineMs: number | undefined,
  nowMs: number,
): Pick<DueStage, "atMs" | "isBackground"> | undefined {
  const all = [...pending];
  if (deadlineMs !== undefined && deadlineMs > nowMs) {
    all.push({ atMs: deadlineMs, isBackground: deadlineMs - nowMs > 600_000, happen: () => true });
  }
  if (all.length === 0) return undefined;
  return { atMs: Math.min(...all.map(({ atMs }) => atMs)), isBackground: all.every((each) => each.isBackground) };
}

function isRunning({ status }: PodMember): boolean {
  return status.state?.running !== undefined;
}
