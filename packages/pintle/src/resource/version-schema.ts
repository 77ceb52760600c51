/** The whole schema of a version: the spec as declared, and a status that can always be written, whatever was declared of it. */
import type { StructuralSchema, ValidationRule } from "@pintle/schema";
import { toStructuralSchema } from "@pintle/schema/zod";
import { z } from "zod";
import { managedStatusProperties } from "./managed-status.ts";

export interface VersionShape {
  readonly description?: string | undefined;
  readonly spec: z.ZodType;
  readonly status?: z.ZodObject | undefined;
  readonly rules?: readonly ValidationRule[] | undefined;
}

/** Throws an `UnsupportedSchemaError` for what no API server could enforce. */
export function schemaOfVersion({ description, spec, status, rules }: VersionShape): StructuralSchema {
  const whole = z.object({ spec, status: (status ?? z.object({})).optional() });
  const { properties, ...rest } = toStructuralSchema(whole);
  return {
    ...rest,
    ...(description !== undefined && { description }),
    properties: { ...properties, status: writableStatus(properties?.status) },
    ...(rules && rules.length > 0 && { "x-kubernetes-validations": rules }),
  };
}

/**
 * The API server answers 422 to a status that lacks a required key, and an operator whose first run fails has nothing to report but
 * conditions.
 */
function writableStatus({ required: _, properties, ...rest }: StructuralSchema = {}): StructuralSchema {
  return { type: "object", ...rest, properties: { ...properties, ...managedStatusProperties } };
}

const texts: StructuralSchema = { type: "object", additionalProperties: { type: "string" } };
const time: StructuralSchema = { type: "string", format: "date-time" };
const anything: StructuralSchema = { "x-kubernetes-preserve-unknown-fields": true };

/** What is not in a definition's schema because all objects have it, for paths that lead there. */
export const commonProperties: { readonly [name: string]: StructuralSchema } = {
  apiVersion: { type: "string" },
  kind: { type: "string" },
  metadata: {
    type: "object",
    properties: {
      ...{ name: { type: "string" }, generateName: { type: "string" }, namespace: { type: "string" } },
      ...{ uid: { type: "string" }, resourceVersion: { type: "string" }, generation: { type: "integer" } },
      ...{ creationTimestamp: time, deletionTimestamp: time, deletionGracePeriodSeconds: { type: "integer" } },
      ...{ labels: texts, annotations: texts, finalizers: { type: "array", items: { type: "string" } } },
      ownerReferences: { type: "array", items: anything },
    },
  },
};
