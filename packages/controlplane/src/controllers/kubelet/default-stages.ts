/** What simulated kubelets do unless told otherwise: what a kubelet does, in its words, without its waiting for networks and disks. */
import type { KubeletStage } from "./kubelet-stage.ts";

const created = [
  { type: "Normal", reason: "Created", message: "Container created" },
  { type: "Normal", reason: "Started", message: "Container started" },
] as const;

const pulled = {
  type: "Normal",
  reason: "Pulled",
  message: 'Container image "{image}" already present on machine and can be accessed by the pod',
} as const;

export const defaultKubeletStages: readonly KubeletStage[] = [
  { name: "give the pod an address", selector: { moment: "Accepted" }, delay: { ms: 20 }, next: {} },
  {
    name: "start",
    selector: { moment: "ContainerCreating" },
    next: { state: { running: {} }, events: [pulled, ...created] },
  },
  {
    name: "pass the startup probe",
    selector: { moment: "Running" },
    delay: { until: "startupProbe" },
    next: { started: true },
  },
  {
    name: "pass the readiness probe",
    selector: { moment: "Running" },
    delay: { until: "readinessProbe" },
    next: { ready: true },
  },
  {
    name: "end by itself",
    selector: { moment: "Running" },
    delay: { until: "command" },
    next: { state: { terminated: {} } },
  },
  {
    name: "end when told",
    selector: { moment: "Stopping" },
    delay: { ms: 20 },
    next: {
      state: { terminated: { exitCode: 0 } },
      events: [{ type: "Normal", reason: "Killing", message: "Stopping container {container}" }],
    },
  },
  {
    name: "restart with another image",
    selector: { moment: "Changed" },
    next: {
      state: { running: {} },
      events: [
        { type: "Normal", reason: "Killing", message: "Container {container} definition changed, will be restarted" },
        pulled,
        ...created,
      ],
    },
  },
  {
    name: "restart at once",
    selector: { moment: "Terminated", isRestarted: false },
    next: { state: { running: {} }, events: [pulled, ...created] },
  },
  {
    name: "wait before the next restart",
    selector: { moment: "Terminated" },
    next: {
      state: {
        waiting: {
          reason: "CrashLoopBackOff",
          message: "back-off {backOff} restarting failed container={container} pod={pod}_{namespace}({uid})",
        },
      },
      events: [
        {
          type: "Warning",
          reason: "BackOff",
          message: "Back-off restarting failed container {container} in pod {pod}_{namespace}({uid})",
        },
      ],
    },
  },
  {
    name: "restart",
    selector: { moment: "CrashLoopBackOff" },
    delay: { until: "backOff", isBackground: true },
    next: { state: { running: {} }, events: [pulled, ...created] },
  },
  {
    name: "pull again",
    selector: { moment: "ImagePullBackOff" },
    delay: { until: "backOff", isBackground: true },
    next: { state: { waiting: { reason: "ContainerCreating" } } },
  },
];
