/** What the compiler sees to when an operator is defined. */
import { ConfigMap, Deployment, Secret } from "@pintle/kinds";
import { z } from "zod";
import { no, yes } from "../conditions/condition-value.ts";
import { defineResource } from "../resource/define-resource.ts";
import { defineOperator } from "./define-operator.ts";
import type { Operator } from "./operator-definition.ts";
import { absent, many } from "./slots.ts";

const Box = defineResource({
  group: "samples.dev",
  version: "v1",
  kind: "Box",
  spec: z.object({ size: z.number().default(1), text: z.string().optional() }),
  status: z.object({ seen: z.number(), note: z.string().optional() }),
  conditions: ["Ready", "Degraded"],
});
const Bare = defineResource({ group: "samples.dev", version: "v1", kind: "Bare", spec: z.object({}) });

declare const isLate: boolean;

/** What has to compile, and what is read from it has its types. */
export const complete: Operator = defineOperator(Box, {
  owns: { deployment: Deployment, maps: many(ConfigMap) },
  reads: [Secret],
  desired: (box, { owned, read, list }) => {
    const size: number = box.spec.size;
    const replicas: number | undefined = owned.deployment?.spec?.replicas;
    const data: Readonly<Record<string, string>> | undefined = owned.maps.x?.data;
    const type: string | undefined = read(Secret, "s")?.type;
    const names: readonly (string | undefined)[] = list(Secret).map(({ metadata }) => metadata.name);
    return {
      deployment: size > 1 ? Deployment({ spec: deploymentSpec(replicas) }) : absent,
      maps: { x: ConfigMap({ data: { ...data, type: type ?? "", names: names.join() } }), y: absent },
    };
  },
  status: (box, { deployment, maps }) => ({
    seen: deployment?.status?.readyReplicas ?? Object.keys(maps).length,
    note: box.spec.text,
    conditions: { Ready: deployment ? yes("There") : no("Missing") },
  }),
  finalize: async (box, { client, signal }) => {
    const version: "samples.dev/v1" = box.apiVersion;
    await client.resource(ConfigMap).delete(version, { signal });
  },
  schedule: (box) => (box.spec.size > 1 ? "10m" : undefined),
  retry: (_error, { failures }) => (failures > 3 ? "terminal" : { after: 1_000 }),
});

function deploymentSpec(replicas = 1) {
  return { replicas, selector: { matchLabels: {} }, template: {} };
}

export const owningNothing = defineOperator(Bare, {});
export const reportingNothing = defineOperator(Bare, {
  owns: { map: ConfigMap },
  desired: () => ({ map: ConfigMap({}) }),
});
export const inTime = defineOperator(Box, {
  owns: { map: ConfigMap },
  desired: async () => ({ map: absent }),
  status: async () => ({ seen: 1, conditions: { Ready: yes("There"), Degraded: no("Fine") } }),
});

export const owningAnotherResource = defineOperator(Bare, {
  owns: { box: Box, boxes: many(Box) },
  desired: (_bare, { owned }) => {
    const seen: number | undefined = owned.box?.status?.seen;
    return { box: Box({ spec: { text: String(seen) } }), boxes: { x: Box({ spec: {} }) } };
  },
});
defineOperator(Bare, {
  owns: { box: Box },
  // @ts-expect-error "txt" is not a field of the other resource
  desired: () => ({ box: Box({ spec: { txt: "" } }) }),
});

// Keys too many are named.

defineOperator(Box, {
  owns: { map: ConfigMap },
  // @ts-expect-error "more" is not declared in owns
  desired: () => ({ map: ConfigMap({}), more: ConfigMap({}) }),
});
defineOperator(Box, {
  owns: { map: ConfigMap },
  // @ts-expect-error "more" is not declared in owns, also in an early return
  desired: () => {
    if (isLate) return { map: absent, more: absent };
    return { map: ConfigMap({}) };
  },
});
defineOperator(Box, {
  owns: { map: ConfigMap },
  // @ts-expect-error "more" is not declared in owns, also later
  desired: async () => ({ map: ConfigMap({}), more: absent }),
});
defineOperator(Box, {
  // @ts-expect-error "map" is not declared in owns, where nothing is
  desired: () => ({ map: ConfigMap({}) }),
});
defineOperator(Box, {
  // @ts-expect-error "more" is not a key of status
  status: () => ({ seen: 1, more: 2, conditions: { Ready: yes("There") } }),
});
defineOperator(Box, {
  // @ts-expect-error "more" is not a key of status, also in an early return
  status: () => {
    if (isLate) return { seen: 1, more: 2, conditions: { Ready: yes("There") } };
    return { seen: 1, conditions: { Ready: no("Missing") } };
  },
});
defineOperator(Box, {
  // @ts-expect-error "more" is not a key of status, also later
  status: async () => ({ seen: 1, more: 2, conditions: { Ready: yes("There") } }),
});
defineOperator(Box, {
  // @ts-expect-error "Available" is not a condition of the resource
  status: () => ({ seen: 1, conditions: { Ready: yes("There"), Available: yes("There") } }),
});
defineOperator(Box, {
  // @ts-expect-error "Available" is not a condition of the resource, also in an early return, later
  status: async () => {
    if (isLate) return { seen: 1, conditions: { Ready: yes("There"), Available: yes("There") } };
    return { seen: 1, conditions: { Ready: no("Missing") } };
  },
});
defineOperator(Bare, {
  // @ts-expect-error "seen" is not a key of status, where none is declared
  status: () => ({ seen: 1 }),
});
defineOperator(Bare, {
  // @ts-expect-error "Ready" is not a condition of the resource, where none is declared
  status: () => ({ conditions: { Ready: yes("There") } }),
});

// Keys too few are missed.

defineOperator(Box, {
  owns: { map: ConfigMap, secret: Secret },
  // @ts-expect-error the slot "secret" is missing
  desired: () => ({ map: ConfigMap({}) }),
});
defineOperator(Box, {
  owns: { map: ConfigMap, secret: Secret },
  // @ts-expect-error the slot "secret" is missing in an early return
  desired: () => {
    if (isLate) return { map: absent };
    return { map: ConfigMap({}), secret: absent };
  },
});
defineOperator(Box, {
  owns: { map: ConfigMap, secret: Secret },
  // @ts-expect-error the slot "secret" is missing later
  desired: async () => ({ map: ConfigMap({}) }),
});
defineOperator(Box, {
  // @ts-expect-error the key "seen" is missing
  status: () => ({ conditions: { Ready: yes("There") } }),
});
defineOperator(Box, {
  // @ts-expect-error the condition "Ready" is missing
  status: () => ({ seen: 1, conditions: {} }),
});
defineOperator(Box, {
  // @ts-expect-error conditions are missing
  status: () => ({ seen: 1 }),
});
defineOperator(Box, {
  // @ts-expect-error the condition "Ready" is missing in an early return, later
  status: async () => {
    if (isLate) return { seen: 1, conditions: {} };
    return { seen: 1, conditions: { Ready: no("Missing") } };
  },
});

// Values of another type are refused.

defineOperator(Box, {
  owns: { map: ConfigMap },
  // @ts-expect-error a Secret is no ConfigMap
  desired: () => ({ map: Secret({}) }),
});
defineOperator(Box, {
  owns: { maps: many(ConfigMap) },
  // @ts-expect-error one is not many
  desired: () => ({ maps: ConfigMap({}) }),
});
defineOperator(Box, {
  owns: { map: ConfigMap },
  // @ts-expect-error undefined says nothing: absent does
  desired: () => ({ map: undefined }),
});
defineOperator(Box, {
  owns: { map: ConfigMap },
  // @ts-expect-error a manifest is built by a call, in which unknown keys are seen
  desired: () => ({ map: ConfigMap({ data: {}, dada: {} }) }),
});
defineOperator(Box, {
  // @ts-expect-error a text is no number
  status: () => ({ seen: "1", conditions: { Ready: yes("There") } }),
});
defineOperator(Box, {
  // @ts-expect-error a condition is yes, no or unknown, with a reason
  status: () => ({ seen: 1, conditions: { Ready: true } }),
});
defineOperator(Box, {
  // @ts-expect-error slots hold kinds
  owns: { map: "ConfigMap" },
  desired: () => ({ map: absent }),
});
defineOperator(Box, {
  // @ts-expect-error there is no such part of an operator
  own: { map: ConfigMap },
});
