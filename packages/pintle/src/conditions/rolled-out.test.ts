import assert from "node:assert/strict";
import { test } from "node:test";
import { rolledOut, type Workload } from "./rolled-out.ts";

const current = { metadata: { generation: 2 } };
const seen = { observedGeneration: 2 };
const complete = { ...seen, replicas: 3, updatedReplicas: 3, availableReplicas: 3 };
const deployment = { ...current, kind: "Deployment" as const, spec: { replicas: 3 }, status: complete };
const stateful = { ...deployment, kind: "StatefulSet" as const };
const daemon = {
  ...current,
  kind: "DaemonSet" as const,
  spec: {},
  status: { ...seen, desiredNumberScheduled: 2, updatedNumberScheduled: 2, numberAvailable: 2 },
};
const replicaSet = {
  ...current,
  kind: "ReplicaSet" as const,
  spec: { replicas: 3 },
  status: { ...seen, replicas: 3, availableReplicas: 3 },
};

const withStatus = (workload: Workload, status: Workload["status"]) => ({
  ...workload,
  status: { ...workload.status, ...status },
});
const progressing = (status: string, reason: string) => ({ conditions: [{ type: "Progressing", status, reason }] });
const failing = { conditions: [{ type: "ReplicaFailure", status: "True", reason: "FailedCreate" }] };
const partitioned = (partition: number, updatedReplicas: number) => ({
  ...withStatus(stateful, { updatedReplicas }),
  spec: { replicas: 3, updateStrategy: { rollingUpdate: { partition } } },
});

const cases: Record<string, [workload: Workload | undefined, expected: boolean]> = {
  nothing: [undefined, false],
  "one that nobody has looked at": [{ ...deployment, status: undefined }, false],
  "a Deployment with all of its pods": [deployment, true],
  "a Deployment whose controller says that it is done": [
    withStatus(deployment, progressing("True", "NewReplicaSetAvailable")),
    true,
  ],
  "a Deployment whose newest generation was not seen": [withStatus(deployment, { observedGeneration: 1 }), false],
  "a Deployment that was never seen": [withStatus(deployment, { observedGeneration: undefined }), false],
  "a Deployment with a pod of the old template": [withStatus(deployment, { updatedReplicas: 2 }), false],
  "a Deployment with an old pod left over": [withStatus(deployment, { replicas: 4 }), false],
  "a Deployment with a pod that is not available": [withStatus(deployment, { availableReplicas: 2 }), false],
  "a Deployment that is stuck": [withStatus(deployment, progressing("False", "ProgressDeadlineExceeded")), false],
  "a Deployment whose pods are refused": [withStatus(deployment, failing), false],
  "a Deployment of none": [{ ...current, kind: "Deployment" as const, spec: { replicas: 0 }, status: seen }, true],
  "a Deployment of none with a pod left": [
    {
      ...current,
      kind: "Deployment" as const,
      spec: { replicas: 0 },
      status: { ...seen, replicas: 1, updatedReplicas: 1 },
    },
    false,
  ],
  "a Deployment that does not say how many": [
    {
      ...current,
      kind: "Deployment" as const,
      spec: {},
      status: { ...seen, replicas: 1, updatedReplicas: 1, availableReplicas: 1 },
    },
    true,
  ],
  "a Deployment that does not say how many and has none": [
    { ...current, kind: "Deployment" as const, spec: {}, status: seen },
    false,
  ],
  "a paused Deployment with nothing to do": [withStatus(deployment, progressing("Unknown", "DeploymentPaused")), true],
  "a paused Deployment whose template was changed": [
    withStatus(deployment, { updatedReplicas: undefined, ...progressing("Unknown", "DeploymentPaused") }),
    false,
  ],
  "a StatefulSet with all of its pods": [stateful, true],
  "a StatefulSet in the middle of an update": [withStatus(stateful, { updatedReplicas: 1 }), false],
  "a StatefulSet with all pods above its partition": [partitioned(2, 1), true],
  "a StatefulSet with one missing above its partition": [partitioned(1, 1), false],
  "a StatefulSet whose partition is above all pods": [partitioned(9, 0), true],
  "a StatefulSet that is not available": [withStatus(stateful, { availableReplicas: undefined }), false],
  "a DaemonSet on all nodes": [daemon, true],
  "a DaemonSet with a node to go": [withStatus(daemon, { updatedNumberScheduled: 1 }), false],
  "a DaemonSet with a pod that is not available": [withStatus(daemon, { numberAvailable: undefined }), false],
  "a DaemonSet without nodes": [
    { ...current, kind: "DaemonSet" as const, status: { ...seen, desiredNumberScheduled: 0 } },
    true,
  ],
  "a DaemonSet whose newest generation was not seen": [withStatus(daemon, { observedGeneration: 1 }), false],
  "a ReplicaSet with all of its pods": [replicaSet, true],
  "a ReplicaSet with one to go": [withStatus(replicaSet, { availableReplicas: 2 }), false],
  "a ReplicaSet with one too many": [withStatus(replicaSet, { replicas: 4 }), false],
  "a ReplicaSet whose pods are refused": [withStatus(replicaSet, failing), false],
};

for (const [what, [workload, expected]] of Object.entries(cases)) {
  test(`${what} is ${expected ? "" : "not "}rolled out`, () => {
    assert.equal(rolledOut(workload), expected);
  });
}
