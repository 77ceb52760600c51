/** All admission plugins that Kubernetes has, in the order in which it asks them, and which of them are asked unless somebody says otherwise. */
import {
  type AdmissionPlugin,
  createMutatingPolicies,
  createMutatingWebhooks,
  createValidatingPolicies,
  createValidatingWebhooks,
  type WebhookAdmissionOptions,
} from "@pintle/apiserver";
import { createCertificateApproval, createCertificateSigning } from "./certificates/certificate-approval.ts";
import { certificateSubjectRestriction } from "./certificates/certificate-subject-restriction.ts";
import { createDefaultIngressClass } from "./classes/default-ingress-class.ts";
import { createDefaultStorageClass } from "./classes/default-storage-class.ts";
import { defaultTolerationSeconds } from "./default-toleration-seconds.ts";
import { createLimitRanger } from "./limit-ranger.ts";
import { createNamespaceLifecycle } from "./namespace-lifecycle.ts";
import { createNodeRestriction } from "./node-restriction/node-restriction.ts";
import { createNodeDeclaredFeatureValidator } from "./nodes/node-declared-feature-validator.ts";
import { createPodResizeValidator } from "./nodes/pod-resize-validator.ts";
import { createPodTopologyLabels } from "./nodes/pod-topology-labels.ts";
import { createOwnerReferencesPermissionEnforcement } from "./owner-references-permission-enforcement.ts";
import { createPersistentVolumeClaimResize } from "./persistent-volume-claim-resize.ts";
import { createPodSecurity, securedResources } from "./pod-security/pod-security.ts";
import { createPriority } from "./priority.ts";
import { createResourceQuota } from "./quota/resource-quota.ts";
import { createRuntimeClass } from "./runtime-class.ts";
import { createServiceAccount } from "./service-account/service-account.ts";
import { protectedResources, storageObjectInUseProtection } from "./storage-object-in-use-protection.ts";
import type { StoredObjects } from "./stored-objects.ts";
import { taintNodesByCondition } from "./taint-nodes-by-condition.ts";

export interface PluginParts extends WebhookAdmissionOptions {
  readonly objects: StoredObjects;
}

export interface PluginEntry {
  readonly name: string;
  readonly isOn: boolean;
  /** Absent for those that are not built: to ask for them is an error, because who does relies on them. */
  readonly create?: (parts: PluginParts) => AdmissionPlugin;
  /** What it looks after, as `plural.group`; everything unless said. It is not asked about anything else. */
  readonly resources?: readonly string[];
}

type Create = NonNullable<PluginEntry["create"]>;

function entry(isOn: boolean, name: string, create: Create, resources?: readonly string[]): PluginEntry {
  return { name, isOn, create, ...(resources && { resources }) };
}

const on = entry.bind(undefined, true);
const off = entry.bind(undefined, false);
const unbuilt = (name: string): PluginEntry => ({ name, isOn: false });
/** They act on what is behind feature gates that are off. */
const idle = (name: string): PluginEntry => on(name, () => ({}), []);

const pods = ["pods"];
const claims = ["persistentvolumeclaims"];
const certificates = ["certificatesigningrequests.certificates.k8s.io"];

export const pluginEntries: readonly PluginEntry[] = [
  off("AlwaysAdmit", () => ({})),
  unbuilt("NamespaceAutoProvision"),
  on("NamespaceLifecycle", ({ storage }) => createNamespaceLifecycle(storage)),
  unbuilt("NamespaceExists"),
  unbuilt("LimitPodHardAntiAffinityTopology"),
  on("LimitRanger", ({ objects }) => createLimitRanger(objects), [...pods, ...claims]),
  // On in Kubernetes. Here, as where tests start an API server alone, no controller makes the account that pods would need.
  off("ServiceAccount", ({ objects }) => createServiceAccount(objects), pods),
  off("NodeRestriction", createNodeRestriction),
  on("TaintNodesByCondition", () => taintNodesByCondition, ["nodes"]),
  unbuilt("AlwaysPullImages"),
  unbuilt("ImagePolicyWebhook"),
  on("PodSecurity", ({ storage, objects }) => createPodSecurity(storage, objects), securedResources),
  unbuilt("PodNodeSelector"),
  on("Priority", ({ objects }) => createPriority(objects), [...pods, "priorityclasses.scheduling.k8s.io"]),
  on("DefaultTolerationSeconds", () => defaultTolerationSeconds, pods),
  unbuilt("PodTolerationRestriction"),
  unbuilt("EventRateLimit"),
  unbuilt("ExtendedResourceToleration"),
  on("DefaultStorageClass", ({ objects }) => createDefaultStorageClass(objects), claims),
  on("StorageObjectInUseProtection", () => storageObjectInUseProtection, protectedResources),
  idle("PodGroupProtection"),
  off("OwnerReferencesPermissionEnforcement", ({ authorizer, registry }) =>
    createOwnerReferencesPermissionEnforcement(authorizer, registry),
  ),
  on("PersistentVolumeClaimResize", ({ objects }) => createPersistentVolumeClaimResize(objects), claims),
  on("RuntimeClass", ({ objects }) => createRuntimeClass(objects), pods),
  on("CertificateApproval", ({ authorizer }) => createCertificateApproval(authorizer), certificates),
  on("CertificateSigning", ({ authorizer }) => createCertificateSigning(authorizer), certificates),
  idle("ClusterTrustBundleAttest"),
  on("CertificateSubjectRestriction", () => certificateSubjectRestriction, certificates),
  on("DefaultIngressClass", ({ objects }) => createDefaultIngressClass(objects), ["ingresses.networking.k8s.io"]),
  unbuilt("DenyServiceExternalIPs"),
  on("PodTopologyLabels", ({ storage }) => createPodTopologyLabels(storage), pods),
  idle("PodGroupWorkloadExists"),
  on("NodeDeclaredFeatureValidator", ({ storage }) => createNodeDeclaredFeatureValidator(storage), pods),
  idle("JobValidation"),
  on("PodResizeValidator", ({ storage }) => createPodResizeValidator(storage), pods),
  on("MutatingAdmissionPolicy", createMutatingPolicies),
  on("MutatingAdmissionWebhook", createMutatingWebhooks),
  on("ValidatingAdmissionPolicy", createValidatingPolicies),
  on("ValidatingAdmissionWebhook", createValidatingWebhooks),
  on("ResourceQuota", ({ storage, objects }) => createResourceQuota(storage, objects)),
  unbuilt("AlwaysDeny"),
];
