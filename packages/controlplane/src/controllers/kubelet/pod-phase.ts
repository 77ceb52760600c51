/** The phase of a pod, as a kubelet derives it from the states of its containers. */
import type { Pod } from "@pintle/kinds";
import { isInitialized, type PodMember, wantsRestart } from "./pod-members.ts";

export type PodPhase = "Pending" | "Running" | "Succeeded" | "Failed";

/** `isEnding` says that no container is started any more, whatever its restart policy. */
export function phaseOf(pod: Pod, members: readonly PodMember[], isEnding: boolean): PodPhase {
  const inits = members.filter(({ role }) => role === "init");
  const mains = members.filter(({ role }) => role === "main");
  const hasInitialized = mains.some(({ status }) => status.state?.running ?? lastExit({ status }));
  if (inits.some((member) => hasFailedForGood(pod, member))) return "Failed";
  const isWaitingForInit = inits.some((member) => !isInitialized(member) && !lastExit(member));
  if (isWaitingForInit || (!hasInitialized && hasPendingSidecar(members))) return "Pending";
  if (mains.some(({ status }) => status.state?.waiting && !status.lastState?.terminated)) return "Pending";
  const isRunning = members.some(
    ({ role, status }) => (role === "main" || role === "sidecar") && status.state?.running,
  );
  if (isRunning) return "Running";
  const exits = mains.map((member) => ({ member, exitCode: lastExit(member)?.exitCode ?? 0 }));
  if (!isEnding && exits.some(({ member, exitCode }) => wantsRestart(member, exitCode, pod))) return "Running";
  return exits.every(({ exitCode }) => exitCode === 0) ? "Succeeded" : "Failed";
}

function lastExit({ status: { state, lastState } }: Pick<PodMember, "status">) {
  return state?.terminated ?? (state?.waiting && lastState?.terminated);
}

function hasFailedForGood(pod: Pod, member: PodMember): boolean {
  const exit = lastExit(member);
  return exit !== undefined && exit.exitCode !== 0 && !wantsRestart(member, exit.exitCode, pod);
}

function hasPendingSidecar(members: readonly PodMember[]): boolean {
  return members.some((member) => member.role === "sidecar" && !isInitialized(member) && !lastExit(member));
}
