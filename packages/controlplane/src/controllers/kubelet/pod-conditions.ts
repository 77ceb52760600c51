/** The conditions of a pod that its kubelet keeps, with a kubelet's reasons and texts. */
import type { Pod, PodCondition } from "@pintle/kinds";
import { hasRun, isInitialized, type PodMember } from "./pod-members.ts";
import type { PodPhase } from "./pod-phase.ts";

type Verdict = Pick<PodCondition, "status" | "reason" | "message">;

const yes: Verdict = { status: "True" };

export interface PodFacts {
  readonly members: readonly PodMember[];
  readonly phase: PodPhase;
  readonly hasSandbox: boolean;
  readonly now: string;
}

/** All of them; each has changed when its status has. */
export function podConditions(pod: Pod, facts: PodFacts): PodCondition[] {
  const containersReady = containersReadiness(facts);
  const verdicts: Readonly<Record<string, Verdict>> = {
    PodReadyToStartContainers: facts.hasSandbox ? yes : { status: "False" },
    Initialized: initialization(facts),
    Ready: containersReady.status === "True" ? gates(pod) : containersReady,
    ContainersReady: containersReady,
    // Who was put on a node without a scheduler is scheduled as well.
    PodScheduled: yes,
  };
  return Object.entries(verdicts).map(([type, verdict]) => conditionOf(pod, type, verdict, facts.now));
}

function conditionOf({ metadata, status }: Pod, type: string, verdict: Verdict, now: string): PodCondition {
  const before = status?.conditions?.find((condition) => condition.type === type);
  const { generation } = metadata;
  const isSame = before !== undefined && before.status === verdict.status;
  return {
    type,
    ...(generation !== undefined && { observedGeneration: generation }),
    ...verdict,
    lastTransitionTime: isSame ? (before.lastTransitionTime ?? now) : now,
  };
}

function containersReadiness({ members, phase }: PodFacts): Verdict {
  if (phase === "Succeeded") return { status: "False", reason: "PodCompleted" };
  if (phase === "Failed") return { status: "False", reason: "PodFailed" };
  const needed = members.filter(({ role }) => role === "main" || role === "sidecar");
  const unready = namesOf(needed.filter(({ status }) => !status.ready));
  if (unready.length === 0) return yes;
  const message = `containers with unready status: [${unready.join(" ")}]`;
  return { status: "False", reason: "ContainersNotReady", message };
}

function initialization({ members, phase }: PodFacts): Verdict {
  if (phase === "Succeeded") return { status: "True", reason: "PodCompleted" };
  if (members.some((member) => member.role === "main" && hasRun(member))) return yes;
  const inits = members.filter(({ role }) => role === "init" || role === "sidecar");
  const incomplete = namesOf(inits.filter((member) => !isInitialized(member)));
  if (incomplete.length === 0) return yes;
  const message = `containers with incomplete status: [${incomplete.join(" ")}]`;
  return { status: "False", reason: "ContainersNotInitialized", message };
}

/** What others have to say before the pod is ready. */
function gates({ spec, status }: Pod): Verdict {
  const missing = (spec?.readinessGates ?? []).flatMap(({ conditionType }) => {
    const found = status?.conditions?.find(({ type }) => type === conditionType);
    if (!found) return [`corresponding condition of pod readiness gate "${conditionType}" does not exist.`];
    if (found.status === "True") return [];
    return [`the status of pod readiness gate "${conditionType}" is not "True", but ${found.status}`];
  });
  if (missing.length === 0) return yes;
  return { status: "False", reason: "ReadinessGatesNotReady", message: missing.join(", ") };
}

function namesOf(members: readonly PodMember[]): string[] {
  return members.map(({ container }) => container.name);
}
