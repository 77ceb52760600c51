/**
 * How others reach a program, and whom it reaches: API servers call its webhooks, Prometheus reads its metrics, kubelets probe it; it talks
 * to API servers and asks for names. Everything else is closed.
 */
import { Service } from "@pintle/kinds/core/v1";
import { NetworkPolicy } from "@pintle/kinds/networking/v1";
import type { ManifestOf } from "@pintle/machinery";
import { labelsOf, podLabelsOf } from "./labels.ts";
import type { ManifestObject, ManifestSettings } from "./manifest-options.ts";
import { programNamesOf } from "./program-names.ts";
import { programPorts, webhookServicePort } from "./program-ports.ts";

type ServiceManifest = ManifestOf<typeof Service>;

export function webhookServiceOf({ name, namespace }: ManifestSettings): ServiceManifest {
  return Service({
    metadata: { name: programNamesOf(name).webhookService, namespace, labels: labelsOf(name) },
    spec: {
      ports: [{ name: "webhook", port: webhookServicePort, protocol: "TCP", targetPort: "webhook" }],
      selector: podLabelsOf(name),
    },
  });
}

/** By its label a ServiceMonitor tells it from the Service of the webhooks. */
const metricsLabels = { "app.kubernetes.io/component": "metrics" } as const;

export function metricsServiceOf({ name, namespace }: ManifestSettings): ServiceManifest {
  return Service({
    metadata: { name: programNamesOf(name).metricsService, namespace, labels: { ...labelsOf(name), ...metricsLabels } },
    spec: {
      ports: [{ name: "metrics", port: programPorts.metrics, protocol: "TCP", targetPort: "metrics" }],
      selector: podLabelsOf(name),
    },
  });
}

/** For clusters that have the Prometheus Operator. */
export function serviceMonitorOf({ name, namespace, metrics }: ManifestSettings): ManifestObject {
  const secured = {
    scheme: "https",
    bearerTokenFile: "/var/run/secrets/kubernetes.io/serviceaccount/token",
    // The certificate is made by each process for itself; the token is what counts.
    tlsConfig: { insecureSkipVerify: true },
  };
  const monitor = {
    apiVersion: "monitoring.coreos.com/v1",
    kind: "ServiceMonitor",
    metadata: { name, namespace, labels: labelsOf(name) },
    spec: {
      endpoints: [{ path: "/metrics", port: "metrics", ...(metrics === "secure" ? secured : { scheme: "http" }) }],
      selector: { matchLabels: { ...labelsOf(name), ...metricsLabels } },
    },
  };
  return monitor;
}

/** Namespaces with this label may read metrics, as kubebuilder's policies have it. */
const metricsReaders = { metrics: "enabled" };

export function networkPolicyOf(settings: ManifestSettings, servesWebhooks: boolean): ManifestOf<typeof NetworkPolicy> {
  const { name, namespace, metrics } = settings;
  const tcp = (port: number) => ({ port, protocol: "TCP" as const });
  return NetworkPolicy({
    metadata: { name, namespace, labels: labelsOf(name) },
    spec: {
      podSelector: { matchLabels: podLabelsOf(name) },
      policyTypes: ["Ingress", "Egress"],
      ingress: [
        // API servers and kubelets are no pods: no selector matches them, and their addresses are not known here.
        { ports: [...(servesWebhooks ? [tcp(programPorts.webhook)] : []), tcp(programPorts.health)] },
        ...(metrics === "off"
          ? []
          : [{ from: [{ namespaceSelector: { matchLabels: metricsReaders } }], ports: [tcp(programPorts.metrics)] }]),
      ],
      egress: [
        // The port of the Service, and the one that API servers themselves listen on.
        { ports: [tcp(443), tcp(6443)] },
        { ports: [{ port: 53, protocol: "UDP" }, tcp(53)] },
      ],
    },
  });
}
