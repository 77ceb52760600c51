/** The kinds with behaviour of their own, each made from what it shares with all others. */
import type { Strategy } from "@pintle/apiserver";
import type { BuiltInOptions } from "../built-in-options.ts";
import { createAccessStrategies } from "./access-strategies.ts";
import { createCertificateStrategies } from "./certificate-strategies.ts";
import { configurationStrategies } from "./configuration-strategies.ts";
import { definitionStrategies } from "./definition-strategies.ts";
import { createEventStrategies } from "./event-strategies.ts";
import { createNamespaceStrategies } from "./namespace-strategies.ts";
import { networkStrategies } from "./network-strategies.ts";
import { createPodStrategies } from "./pod-strategies.ts";
import { createPolicyStrategies } from "./policy-strategies.ts";
import { priorityClassStrategies } from "./priority-class-strategies.ts";
import { createServiceStrategies } from "./service-strategies.ts";
import { createVolumeStrategies } from "./volume-strategies.ts";
import { webhookStrategies } from "./webhook-strategies.ts";
import { workloadStrategies } from "./workload-strategies.ts";

/** The strategy of a resource, and those of its views by name: `status`, `finalize`. */
export interface KindStrategies {
  readonly main: Strategy;
  readonly views: Readonly<Record<string, Strategy>>;
}

export type Specialize = (generic: KindStrategies) => KindStrategies;

/** By `plural.group`. */
export function createOwnStrategies(options: BuiltInOptions): ReadonlyMap<string, Specialize> {
  return new Map<string, Specialize>([
    ...Object.entries(configurationStrategies),
    ...Object.entries(workloadStrategies),
    ...Object.entries(networkStrategies),
    ...Object.entries(definitionStrategies),
    ...Object.entries(webhookStrategies),
    ...Object.entries(priorityClassStrategies),
    ...Object.entries(createEventStrategies()),
    ...Object.entries(createAccessStrategies(options)),
    ...Object.entries(createCertificateStrategies(options)),
    ...Object.entries(createNamespaceStrategies()),
    ...Object.entries(createPodStrategies()),
    ...Object.entries(createPolicyStrategies(options)),
    ...Object.entries(createServiceStrategies(options)),
    ...Object.entries(createVolumeStrategies(options)),
  ]);
}
