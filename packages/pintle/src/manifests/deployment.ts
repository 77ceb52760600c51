/**
 * The Deployment of a program, as Pod Security *restricted* admits it: nobody's user, a file system that cannot be written, no capabilities and no way to
 * more of them. Two replicas are kept apart, and a pod has the time to give its Lease away before it goes.
 */
import { Deployment } from "@pintle/kinds/apps/v1";
import { type Container, Namespace } from "@pintle/kinds/core/v1";
import { PodDisruptionBudget } from "@pintle/kinds/policy/v1";
import type { ManifestOf } from "@pintle/machinery";
import { labelsOf, podLabelsOf } from "./labels.ts";
import type { ManifestSettings } from "./manifest-options.ts";
import { programArguments, programEnvironment } from "./program-arguments.ts";
import { programNamesOf } from "./program-names.ts";
import { programPorts } from "./program-ports.ts";

/** The manager takes 30 seconds at most; the rest is for the process. */
const gracePeriodSeconds = 40;
/** A user that no image has, so that it owns no files. */
const nobodyId = 65_532;

export const defaultResources = {
  requests: { cpu: "20m", memory: "128Mi" },
  limits: { cpu: "1", memory: "512Mi" },
} as const;

export function namespaceOf({ name, namespace }: ManifestSettings): ManifestOf<typeof Namespace> {
  const level = "restricted";
  return Namespace({
    metadata: {
      name: namespace,
      labels: {
        ...labelsOf(name),
        "pod-security.kubernetes.io/audit": level,
        "pod-security.kubernetes.io/enforce": level,
        "pod-security.kubernetes.io/warn": level,
      },
    },
  });
}

export function deploymentOf(settings: ManifestSettings, servesWebhooks: boolean): ManifestOf<typeof Deployment> {
  const { name, namespace, replicas } = settings;
  const names = programNamesOf(name);
  const podLabels = podLabelsOf(name);
  return Deployment({
    metadata: { name: names.deployment, namespace, labels: podLabels },
    spec: {
      replicas,
      selector: { matchLabels: podLabels },
      template: {
        metadata: { labels: podLabels, annotations: { "kubectl.kubernetes.io/default-container": "manager" } },
        spec: {
          serviceAccountName: names.serviceAccount,
          automountServiceAccountToken: true,
          enableServiceLinks: false,
          terminationGracePeriodSeconds: gracePeriodSeconds,
          securityContext: {
            runAsNonRoot: true,
            runAsUser: nobodyId,
            runAsGroup: nobodyId,
            seccompProfile: { type: "RuntimeDefault" },
          },
          topologySpreadConstraints: [
            {
              maxSkew: 1,
              topologyKey: "kubernetes.io/hostname",
              whenUnsatisfiable: "ScheduleAnyway",
              labelSelector: { matchLabels: podLabels },
              matchLabelKeys: ["pod-template-hash"],
            },
          ],
          containers: [managerContainer(settings, servesWebhooks)],
        },
      },
    },
  });
}

function managerContainer(settings: ManifestSettings, servesWebhooks: boolean): Container {
  const probe = (path: string) => ({ httpGet: { path, port: "health" }, periodSeconds: 10 });
  const port = (name: keyof typeof programPorts) => ({ name, containerPort: programPorts[name] });
  return {
    name: "manager",
    image: settings.image,
    args: programArguments(settings, servesWebhooks),
    env: programEnvironment(settings),
    ports: [
      ...(servesWebhooks ? [port("webhook")] : []),
      ...(settings.metrics === "off" ? [] : [port("metrics")]),
      port("health"),
    ],
    // Caches are filled before the program is ready, and it is alive meanwhile.
    livenessProbe: { ...probe("/healthz"), failureThreshold: 3, timeoutSeconds: 5 },
    readinessProbe: { ...probe("/readyz"), periodSeconds: 5 },
    resources: { requests: { ...defaultResources.requests }, limits: { ...defaultResources.limits } },
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    },
  };
}

/** A node that is emptied waits until the other replica is there, and never for one that is of no use anyway. */
export function disruptionBudgetOf({ name, namespace }: ManifestSettings): ManifestOf<typeof PodDisruptionBudget> {
  return PodDisruptionBudget({
    metadata: { name, namespace, labels: labelsOf(name) },
    spec: {
      maxUnavailable: 1,
      selector: { matchLabels: podLabelsOf(name) },
      unhealthyPodEvictionPolicy: "AlwaysAllow",
    },
  });
}
