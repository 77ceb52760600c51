import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@pintle/machinery";
import { claimWarnings, persistentVolumeWarnings } from "./persistent-volume-warnings.ts";
import { withPodWarnings } from "./warnings-of.ts";

const { main: pods } = withPodWarnings("pods", { main: { nameRule: "dns1123Subdomain" }, views: {} });
const { main: deployments } = withPodWarnings("deployments.apps", {
  main: { nameRule: "dns1123Subdomain", warnCreate: () => ["first"] },
  views: {},
});

function warn(spec: JsonObject): string[] | undefined {
  return pods.warnCreate?.({ spec });
}

test("a variable that hides another is told, one that builds on it is not", () => {
  const env = [
    { name: "A", value: "1" },
    { name: "A", value: "2" },
    { name: "A", value: "$(A)3" },
  ];
  assert.deepEqual(warn({ containers: [{ name: "c", env }] }), [
    'spec.containers[0].env[1]: hides previous definition of "A", which may be dropped when using apply',
  ]);
});

test("ports that are in each other's way are told", () => {
  const [one, two] = ["a", "b"].map((name) => ({ name, ports: [{ name: "web", containerPort: 80, protocol: "TCP" }] }));
  assert.deepEqual(warn({ containers: [one ?? {}, two ?? {}] }), [
    "spec.containers[1].ports[0]: duplicate port definition with spec.containers[0].ports[0]",
    'spec.containers[1].ports[0]: duplicate port name "web" with spec.containers[0].ports[0], services and probes that select ports by name will use spec.containers[0].ports[0]',
  ]);
});

test("old labels, null selectors, fractions of bytes and empty names are told", () => {
  assert.deepEqual(
    warn({
      nodeSelector: { "beta.kubernetes.io/os": "linux" },
      topologySpreadConstraints: [{ topologyKey: "zone" }],
      imagePullSecrets: [{ name: "" }],
      containers: [
        {
          name: "c",
          resources: { limits: { memory: "1500m", "ephemeral-storage": "1m" }, requests: { memory: "500m" } },
        },
      ],
      volumes: [{ name: "v", projected: {} }],
    }),
    [
      'spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead',
      "spec.topologySpreadConstraints[0].labelSelector: a null labelSelector results in matching no pod",
      'volume "v" (Projected) has no sources provided',
      'spec.imagePullSecrets[0].name: invalid empty name ""',
      'spec.containers[0].resources.limits[memory]: fractional byte value "1500m" is invalid, must be an integer',
      'spec.containers[0].resources.requests[memory]: fractional byte value "500m" is invalid, must be an integer',
      'spec.containers[0].resources.limits[ephemeral-storage]: fractional byte value "1m" is invalid, must be an integer',
    ],
  );
});

test("a template is warned of with its path, behind other warnings, and on updates that count", () => {
  const template = { spec: { terminationGracePeriodSeconds: -1 } };
  const warning =
    "spec.template.spec.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1";
  const first = { metadata: { generation: 1 }, spec: { template } };
  assert.deepEqual(deployments.warnCreate?.(first), ["first", warning]);
  assert.deepEqual(deployments.warnUpdate?.(first, first), []);
  assert.deepEqual(deployments.warnUpdate?.({ ...first, metadata: { generation: 2 } }, first), [warning]);
});

test("claims and volumes are warned of old annotations, fractions and what is no longer recommended", () => {
  const metadata = { annotations: { "volume.beta.kubernetes.io/storage-class": "a" } };
  const old =
    'metadata.annotations[volume.beta.kubernetes.io/storage-class]: deprecated since v1.8; use "storageClassName" attribute instead';
  assert.deepEqual(claimWarnings({ metadata, spec: { resources: { requests: { storage: "1500m" } } } }), [
    old,
    'spec.resources.requests[storage]: fractional byte value "1500m" is invalid, must be an integer',
  ]);
  assert.deepEqual(
    persistentVolumeWarnings({ metadata, spec: { persistentVolumeReclaimPolicy: "Recycle", rbd: {} } }),
    [
      old,
      "spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.",
      "spec.rbd: deprecated in v1.28, non-functional in v1.31+",
    ],
  );
});
