/** The Deployment of a box. Its name, its namespace and its owner are filled in by the framework. */
import { Deployment } from "pintle/kinds";
import { containersOf, type Inject } from "./containers.ts";
import type { Box } from "./model-box.ts";
import { labelsOf } from "./names.ts";

export function deploymentOf(box: Box, inject: Inject) {
  const { replicas, rollingUpdate } = box.spec;
  const labels = labelsOf(box);
  return Deployment({
    metadata: { labels },
    spec: {
      replicas,
      minReadySeconds: 3,
      selector: { matchLabels: labels },
      strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: rollingUpdate, maxUnavailable: rollingUpdate } },
      template: { metadata: { labels }, spec: containersOf(box, inject) },
    },
  });
}
