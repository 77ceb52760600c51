/** The defaults of autoscaling, networking, storage, scheduling, RBAC and flow control. */
import { getOwn, type JsonObject } from "@pintle/machinery";
import { changeField, listAt, objectAt, withDefaults, withField, withMissing } from "../json-fields.ts";
import type { Defaulter } from "./defaults-of.ts";

/** The only metric that the old version knows is there unless others are, which it carries in an annotation. */
function completeOldAutoscaler(autoscaler: JsonObject): JsonObject {
  const hasOthers = Object.hasOwn(
    objectAt(autoscaler, "metadata.annotations"),
    "autoscaling.alpha.kubernetes.io/metrics",
  );
  return changeField(autoscaler, "spec", (spec) =>
    withDefaults(spec, { minReplicas: 1, ...(!hasOthers && { targetCPUUtilizationPercentage: 80 }) }),
  );
}

const rbacGroup = "rbac.authorization.k8s.io";
const withRoleGroup: Defaulter = (binding) =>
  changeField(binding, "roleRef", (role) => withDefaults(role, { apiGroup: rbacGroup }));

export const clusterDefaults: Readonly<Record<string, Defaulter>> = {
  "autoscaling/v1.HorizontalPodAutoscaler": completeOldAutoscaler,
  "autoscaling/v2.HorizontalPodAutoscaler": (autoscaler) => changeField(autoscaler, "spec", completeAutoscaling),
  "networking/v1.NetworkPolicyPort": (port) => withMissing(port, { protocol: "TCP" }),
  "networking/v1.NetworkPolicy": (policy) => changeField(policy, "spec", completePolicyTypes),
  "networking/v1.IngressClassParametersReference": (reference) => withMissing(reference, { scope: "Cluster" }),
  "rbac/v1.ClusterRoleBinding": withRoleGroup,
  "rbac/v1.RoleBinding": withRoleGroup,
  "rbac/v1.Subject": (subject) =>
    subject.kind === "User" || subject.kind === "Group" ? withDefaults(subject, { apiGroup: rbacGroup }) : subject,
  "storage/v1.StorageClass": (storage) =>
    withMissing(storage, { reclaimPolicy: "Delete", volumeBindingMode: "Immediate" }),
  "storage/v1.CSIDriver": (driver) => changeField(driver, "spec", completeDriver),
  // A port without a name has an empty one, which is there.
  "discovery/v1.EndpointPort": (port) => withMissing({ name: "", ...port }, { protocol: "TCP" }),
  "scheduling/v1.PriorityClass": (priority) => withMissing(priority, { preemptionPolicy: "PreemptLowerPriority" }),
  "flowcontrol/v1.FlowSchemaSpec": (spec) => withCounts(spec, { matchingPrecedence: 1000 }),
  "flowcontrol/v1.ExemptPriorityLevelConfiguration": (level) =>
    withDefaults(level, { nominalConcurrencyShares: 0, lendablePercent: 0 }),
  "flowcontrol/v1.LimitedPriorityLevelConfiguration": (level) =>
    withDefaults(level, { nominalConcurrencyShares: 30, lendablePercent: 0 }),
  "flowcontrol/v1.QueuingConfiguration": (queuing) =>
    withCounts(queuing, { queues: 64, handSize: 8, queueLengthLimit: 50 }),
  "resource/v1.ExactDeviceRequest": completeDeviceRequest,
  "resource/v1.DeviceSubRequest": completeDeviceRequest,
};

/** Zero counts as missing. */
function withCounts(object: JsonObject, counts: Record<string, number>): JsonObject {
  return Object.entries(counts).reduce(
    (completed, [key, count]) => (getOwn(object, key) ? completed : withField(completed, key, count)),
    object,
  );
}

const defaultMetric = {
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } },
};

const scaleUp = {
  stabilizationWindowSeconds: 0,
  selectPolicy: "Max",
  policies: [
    { type: "Pods", value: 4, periodSeconds: 15 },
    { type: "Percent", value: 100, periodSeconds: 15 },
  ],
};

const scaleDown = { selectPolicy: "Max", policies: [{ type: "Percent", value: 100, periodSeconds: 15 }] };

function completeAutoscaling(spec: JsonObject): JsonObject {
  const counted = withDefaults(spec, { minReplicas: 1 });
  const measured = listAt(spec, "metrics").length > 0 ? counted : withField(counted, "metrics", [defaultMetric]);
  return changeField(measured, "behavior", (behavior) => ({
    ...behavior,
    scaleUp: withMissing(objectAt(behavior, "scaleUp"), scaleUp),
    scaleDown: withMissing(objectAt(behavior, "scaleDown"), scaleDown),
  }));
}

function completePolicyTypes(spec: JsonObject): JsonObject {
  if (listAt(spec, "policyTypes").length > 0) return spec;
  const isEgress = listAt(spec, "egress").length > 0;
  return withField(spec, "policyTypes", isEgress ? ["Ingress", "Egress"] : ["Ingress"]);
}

function completeDriver(spec: JsonObject): JsonObject {
  const completed = withMissing(spec, {
    attachRequired: true,
    podInfoOnMount: false,
    storageCapacity: false,
    fsGroupPolicy: "ReadWriteOnceWithFSType",
    requiresRepublish: false,
    seLinuxMount: false,
  });
  return listAt(spec, "volumeLifecycleModes").length > 0
    ? completed
    : withField(completed, "volumeLifecycleModes", ["Persistent"]);
}

function completeDeviceRequest(request: JsonObject): JsonObject {
  const chosen = withDefaults(request, { allocationMode: "ExactCount" });
  return chosen.allocationMode === "ExactCount" ? withCounts(chosen, { count: 1 }) : chosen;
}
