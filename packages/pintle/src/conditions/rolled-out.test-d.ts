/** What the compiler says about workloads; each `@ts-expect-error` is a mistake that must not compile. */
import type { ConfigMap, DaemonSet, Deployment, Pod, ReplicaSet, StatefulSet } from "@pintle/kinds";
import type { DeepReadonly } from "@pintle/machinery";
import { rolledOut } from "./rolled-out.ts";

declare const cached: DeepReadonly<{
  deployment?: Deployment;
  statefulSet: StatefulSet;
  daemonSet: DaemonSet;
  replicaSet: ReplicaSet;
  map: ConfigMap;
  pod: Pod;
}>;

rolledOut(cached.deployment);
rolledOut(cached.statefulSet);
rolledOut(cached.daemonSet);
rolledOut(cached.replicaSet);
// @ts-expect-error: nothing is rolled out of a ConfigMap
rolledOut(cached.map);
// @ts-expect-error: a Pod is replaced, and never rolled out
rolledOut(cached.pod);
