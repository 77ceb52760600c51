/** What the compiler accepts and refuses of the built-in kinds. */

import { ClusterRole, ConfigMap, type Container, Deployment, type EnvVar, Event, Pod, Service } from "@pintle/kinds";
import { Event as EventsEvent } from "@pintle/kinds/events/v1";
import type { DeepReadonly, ObjectOf } from "@pintle/machinery";

declare const envs: DeepReadonly<EnvVar[]> | undefined;
declare const pod: DeepReadonly<Pod>;
declare const size: number | undefined;

const labels = { app: "web" } as const;

// Deeply readonly parts and `undefined` for optional keys are accepted.
const web = Deployment({
  metadata: { name: "web", labels },
  spec: {
    replicas: size,
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: {
        containers: [{ name: "web", image: "nginx", env: envs, resources: { limits: { cpu: 1, memory: "1Gi" } } }],
        volumes: pod.spec?.volumes,
      },
    },
  },
});
web.apiVersion satisfies "apps/v1";
web.kind satisfies "Deployment";
Pod({ metadata: pod.metadata, spec: pod.spec });
Service({
  spec: {
    ports: [
      { port: 80, targetPort: "http" },
      { port: 81, targetPort: 8081, protocol: undefined },
    ],
  },
});
ConfigMap({ data: { key: "value" }, immutable: undefined });
ClusterRole({ rules: [{ verbs: ["get"], resources: ["pods"], apiGroups: [""] }], aggregationRule: undefined });

// @ts-expect-error: an unknown key at the top
Deployment({ sepc: {} });
// @ts-expect-error: an unknown key deep inside
Pod({ spec: { containers: [{ name: "a", imagePulPolicy: "Always" }] } });
// @ts-expect-error: a required key is missing
Pod({ spec: { containers: [{ image: "nginx" }] } });
// @ts-expect-error: a selector and a template are required
Deployment({ spec: { replicas: 1 } });
// @ts-expect-error: a required key must not be undefined
Pod({ spec: { containers: undefined } });
// @ts-expect-error: a value that the server would refuse
Service({ spec: { type: "Nodeport" } });
// @ts-expect-error: an unknown key in a list
Service({ spec: { ports: [{ port: 80, prot: "TCP" }] } });
// @ts-expect-error: data are texts
ConfigMap({ data: { key: 1 } });
// @ts-expect-error: an unknown key
ConfigMap({ dat: {} });
// @ts-expect-error: a rule without verbs
ClusterRole({ rules: [{ resources: ["pods"] }] });
// @ts-expect-error: objects of cluster scope have no namespace
ClusterRole({ metadata: { name: "a", namespace: "b" }, rules: [] });
// @ts-expect-error: an unknown key in a rule
ClusterRole({ rules: [{ verbs: ["get"], resource: ["pods"] }] });

// The type of the same name is what the API gives.
({}) as Deployment satisfies ObjectOf<typeof Deployment>;
({}) as Deployment["metadata"]["name"] satisfies string | undefined;
({}) as NonNullable<Pod["spec"]>["containers"][number] satisfies Container;
Event.apiVersion satisfies "v1";
EventsEvent.apiVersion satisfies "events.k8s.io/v1";
// @ts-expect-error: what caches hand out is not written to
pod.spec = undefined;
