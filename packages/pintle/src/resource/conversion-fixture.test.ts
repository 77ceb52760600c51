/** A resource whose versions disagree in every way: renamed, merged, split and dropped fields, lists against maps, and statuses of their own. */
import assert from "node:assert/strict";
import type { JsonObject } from "@pintle/machinery";
import { conversionWebhook, type WebhookCall } from "@pintle/runtime";
import { k8s } from "@pintle/schema/zod";
import { z } from "zod";
import { spokesOf } from "./conversion.ts";
import { defineResource } from "./define-resource.ts";
import type { AnyResource } from "./resource.ts";

const port = z.object({
  port: k8s.int32(),
  protocol: z.enum(["TCP", "UDP"]).default("TCP"),
  name: z.string().optional(),
});
const step = z.object({ name: z.string(), retries: k8s.int32().default(0), note: z.string().optional() });

const Plain = defineResource({
  group: "boxes.example.com",
  version: "v1",
  kind: "Box",
  spec: z.object({
    image: z.string(),
    tag: z.string().optional(),
    replicas: k8s.int32().default(1),
    size: z.enum(["small", "large"]).optional(),
    ports: k8s.listMap(port, ["port", "protocol"]).optional(),
    env: k8s.listMap(z.object({ name: z.string(), value: z.string() }), ["name"]).optional(),
    steps: z.array(step).optional(),
    labels: z.record(z.string(), z.string()).optional(),
    nested: z.object({ a: z.string().optional(), b: z.array(z.string()).optional() }).optional(),
  }),
  status: z.object({ readyReplicas: k8s.int32(), phase: z.string() }),
  conditions: ["Ready"],
});

/** Says less and says some more: one port, names of steps alone, and a colour. */
export const Box = Plain.withVersion("v1beta1", {
  spec: z.object({
    image: z.string(),
    count: k8s.int32().default(2),
    port: k8s.int32().optional(),
    env: z.record(z.string(), z.string()).optional(),
    steps: z.array(z.string()).optional(),
    labels: z.record(z.string(), z.string()).optional(),
    colour: z.string().optional(),
    hints: z.array(z.object({ text: z.string(), weight: k8s.int32().optional() })).optional(),
  }),
  status: z.object({ ready: z.boolean(), text: z.string() }),
  up: ({ spec, status }) => {
    const [image = "", tag] = spec.image.split(":");
    return {
      spec: {
        ...{ image, tag, replicas: spec.count, labels: spec.labels },
        ports: spec.port === undefined ? undefined : [{ port: spec.port }],
        env: spec.env && Object.entries(spec.env).map(([name, value]) => ({ name, value })),
        steps: spec.steps?.map((name) => ({ name })),
      },
      status: status && { readyReplicas: status.ready ? spec.count : 0 },
    };
  },
  down: ({ spec, status }) => ({
    spec: {
      image: spec.tag === undefined ? spec.image : `${spec.image}:${spec.tag}`,
      ...{ count: spec.replicas, labels: spec.labels, port: spec.ports?.[0]?.port },
      env: spec.env && Object.fromEntries(spec.env.map(({ name, value }) => [name, value])),
      steps: spec.steps?.map(({ name }) => name),
    },
    status: status && { ready: (status.readyReplicas ?? 0) >= spec.replicas },
  }),
}).withVersion("v1alpha1", {
  spec: z.object({ image: z.string(), motto: z.string().optional() }),
  up: ({ spec }) => ({ spec: { image: spec.image } }),
  down: ({ spec }) => ({ spec: { image: spec.image } }),
});

const call = {
  panicked(error: unknown): void {
    throw error;
  },
} as unknown as WebhookCall;

const boxes = conversionWebhook(Box, spokesOf(Box));

/** By the webhook that API servers call, as JSON there and back. */
export async function convert(object: object, version: string, resource: AnyResource = Box): Promise<JsonObject> {
  const webhook = resource === Box ? boxes : conversionWebhook(resource, spokesOf(resource));
  const [endpoint] = webhook.endpoints;
  const request = { uid: "1", desiredAPIVersion: `${resource.group}/${version}`, objects: [object] };
  const review = { kind: "ConversionReview", apiVersion: "apiextensions.k8s.io/v1", request };
  const answer = await endpoint?.answer(Buffer.from(JSON.stringify(review)), call);
  const { response } = JSON.parse(String(answer?.body)) as {
    response: { convertedObjects: JsonObject[]; result: { status: string; message?: string } };
  };
  const [converted] = response.convertedObjects;
  if (response.result.status !== "Success") throw new Error(response.result.message);
  assert.ok(converted);
  return converted;
}

export interface Fields {
  readonly spec: object;
  readonly status?: object;
  readonly annotations?: object;
}

export function boxOf(version: string, { spec, status, annotations }: Fields): JsonObject {
  const metadata = { name: "web", namespace: "default", uid: "u", ...(annotations && { annotations }) };
  const type = { apiVersion: `${Box.group}/${version}`, kind: Box.kind };
  // As it comes over the wire: `__proto__` is a key like any other, and nothing is undefined.
  return JSON.parse(JSON.stringify({ ...type, metadata, spec, ...(status && { status }) }));
}

export function carriedBy(object: JsonObject): string | undefined {
  const { annotations } = object.metadata as { readonly annotations?: Readonly<Record<string, string>> };
  return annotations?.["pintle.dev/other-versions"];
}
