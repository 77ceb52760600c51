/** The containers of a pod with what is known of each: its part, its status, and since when it is in the moment of its life it is in. */
import type { Container, ContainerStatus, Pod } from "@pintle/kinds";
import type { ContainerRole } from "./kubelet-stage.ts";

/** What a kubelet remembers of a pod between two looks at it; all else stands in the pod's status. */
export interface PodRun {
  readonly uid: string;
  readonly acceptedMs: number;
  readonly containers: Map<string, ContainerRun>;
}

export interface ContainerRun {
  moment: string;
  /** Of the container at the beginning of the moment. */
  restarts: number;
  sinceMs: number;
  /** Since when it has passed its startup probe. */
  startedMs: number;
  /** Restarts that do not count any more, because it ran for long enough afterwards. */
  forgivenRestarts: number;
  failedPulls: number;
}

export interface PodMember {
  readonly container: Container;
  readonly role: ContainerRole;
  readonly run: ContainerRun;
  status: ContainerStatus;
}

export function createPodRun(uid: string, acceptedMs: number): PodRun {
  return { uid, acceptedMs, containers: new Map() };
}

/** Init containers in their order, then the others, and at last those that were added to a pod that ran. */
export function membersOf(pod: Pod, run: PodRun): PodMember[] {
  const { initContainers = [], containers = [], ephemeralContainers = [] } = pod.spec ?? {};
  const { initContainerStatuses = [], containerStatuses = [], ephemeralContainerStatuses = [] } = pod.status ?? {};
  const reason = initContainers.length > 0 ? "PodInitializing" : "ContainerCreating";
  const member = (container: Container, role: ContainerRole, statuses: readonly ContainerStatus[]): PodMember => ({
    container,
    role,
    run: runOf(run, container.name),
    status: statuses.find(({ name }) => name === container.name) ?? waitingStatus(container, reason),
  });
  return [
    ...initContainers.map((each) => member(each, roleOfInit(each), initContainerStatuses)),
    ...containers.map((each) => member(each, "main", containerStatuses)),
    ...ephemeralContainers.map((each) => member(each, "ephemeral", ephemeralContainerStatuses)),
  ];
}

export function roleOfInit({ restartPolicy }: Container): ContainerRole {
  return restartPolicy === "Always" ? "sidecar" : "init";
}

function runOf({ containers }: PodRun, name: string): ContainerRun {
  let run = containers.get(name);
  if (!run) {
    run = { moment: "", restarts: 0, sinceMs: 0, startedMs: 0, forgivenRestarts: 0, failedPulls: 0 };
    containers.set(name, run);
  }
  return run;
}

function waitingStatus({ name, image = "", resources = {}, volumeMounts = [] }: Container, reason: string) {
  const { requests } = resources;
  const mounts = volumeMounts.map(({ name: volume, mountPath, readOnly = false }) => ({
    name: volume,
    mountPath,
    ...(readOnly && { readOnly, recursiveReadOnly: "Disabled" }),
  }));
  return {
    name,
    state: { waiting: { reason } },
    lastState: {},
    ready: false,
    restartCount: 0,
    image,
    imageID: "",
    started: false,
    ...(requests && { allocatedResources: requests }),
    ...(Object.keys(resources).length > 0 && { resources }),
    ...(mounts.length > 0 && { volumeMounts: mounts }),
  } satisfies ContainerStatus;
}

/** Whether nothing that comes after it has to wait for it any more. */
export function isInitialized({ role, status }: PodMember): boolean {
  return role === "sidecar" ? status.started === true : status.state?.terminated?.exitCode === 0;
}

export function hasRun({ status: { state, lastState } }: PodMember): boolean {
  return (state?.running ?? state?.terminated ?? lastState?.terminated) !== undefined;
}

/** Whether the restart policies want it to run again: that of the container where it has one, and that of the pod. */
export function wantsRestart({ container, role }: PodMember, exitCode: number, pod: Pod): boolean {
  if (role === "ephemeral") return false;
  const rule = container.restartPolicyRules?.find(({ exitCodes }) => {
    const isListed = exitCodes?.values?.includes(exitCode) ?? false;
    return exitCodes !== undefined && (exitCodes.operator === "NotIn" ? !isListed : isListed);
  });
  if (rule) return true;
  const policy = container.restartPolicy ?? pod.spec?.restartPolicy ?? "Always";
  if (policy === "Always" && role !== "init") return true;
  return policy !== "Never" && exitCode !== 0;
}
