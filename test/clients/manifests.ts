/** What the commands create: as small as the kinds allow. */
import type { Json } from "../conformance/answer.ts";

export function configMap(name: string, data: Record<string, string>, labels?: Record<string, string>): Json {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name, ...(labels === undefined ? {} : { labels }) },
    data,
  };
}

export function deployment(name: string, image = "nginx:1.27"): Json {
  const labels = { app: name };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name },
    spec: {
      replicas: 2,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: "web", image }] } },
    },
  };
}

export function configMapsOf(namespace: string): string {
  return `/api/v1/namespaces/${namespace}/configmaps`;
}

export function deploymentsOf(namespace: string): string {
  return `/apis/apps/v1/namespaces/${namespace}/deployments`;
}
