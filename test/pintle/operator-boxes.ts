/** Resources for tests of operators: a Box, of which every test says itself what it stands for, and a Crate of cluster scope. */
import type { Client } from "@pintle/client";
import { ConfigMap } from "@pintle/kinds";
import type { Condition } from "@pintle/machinery";
import { defineOperator, defineResource, k8s, type Operator, yes } from "pintle";
import { z } from "zod";

export const Box = defineResource({
  group: "samples.dev",
  version: "v1",
  kind: "Box",
  plural: "boxes",
  spec: z.object({
    text: z.string(),
    name: z.string().optional(),
    parts: z.array(z.string()).optional(),
  }),
  status: z.object({ seen: z.string().optional(), parts: k8s.int32().optional() }),
  conditions: ["Ready", "Degraded"],
});

export const Crate = defineResource({
  group: "samples.dev",
  version: "v1",
  kind: "Crate",
  scope: "Cluster",
  spec: z.object({ namespace: z.string().optional() }),
});

export interface BoxSpec {
  readonly text?: string;
  readonly name?: string;
  readonly parts?: readonly string[];
}

export function box(name: string, { text = "hello", ...spec }: BoxSpec = {}) {
  return Box({ metadata: { name, namespace: "default" }, spec: { text, ...spec } });
}

export function boxesOf({ client }: { readonly client: Client }) {
  return client.resource(Box, { namespace: "default" });
}

export function mapsOf({ client }: { readonly client: Client }) {
  return client.resource(ConfigMap, { namespace: "default" });
}

/** A ConfigMap with the text, named after the box unless its spec names it, and a status that tells what is in it. */
export function textBoxes(): Operator {
  return defineOperator(Box, {
    owns: { text: ConfigMap },
    desired: ({ spec }) => ({
      text: ConfigMap({ ...(spec.name && { metadata: { name: spec.name } }), data: { text: spec.text } }),
    }),
    status: (_box, { text }) => ({ seen: text?.data?.text ?? "", conditions: { Ready: yes("Seen") } }),
  });
}

/** `{ Ready: "True/Seen" }` */
export function sayConditions(object: {
  readonly status?: { readonly conditions?: readonly Readonly<Condition>[] | undefined } | undefined;
}): Readonly<Record<string, string>> {
  const conditions = object.status?.conditions ?? [];
  return Object.fromEntries(conditions.map(({ type, status, reason }) => [type, `${status}/${reason}`]));
}

/** The names and texts of all ConfigMaps that are some box's. */
export async function textsOf(plane: {
  readonly client: Client;
}): Promise<Readonly<Record<string, string | undefined>>> {
  const { items } = await mapsOf(plane).list({ labelSelector: "pintle.dev/owner-uid" });
  return Object.fromEntries(items.map(({ metadata, data }) => [metadata.name, data?.text]));
}
