/**
 * What every status has besides what was declared, as it stands in a definition. Lengths and patterns of conditions are those of Kubernetes'
 * own type, so that whatever reads conditions can rely on them.
 */
import type { StructuralSchema } from "@pintle/schema";

export const managedStatusKeys = ["observedGeneration", "conditions", "inventory"] as const;

const text: StructuralSchema = { type: "string" };

const condition: StructuralSchema = {
  type: "object",
  description: "One aspect of the state of the object.",
  required: ["type", "status", "lastTransitionTime", "reason", "message"],
  properties: {
    type: {
      type: "string",
      description: "What the condition is about, in CamelCase.",
      maxLength: 316,
      pattern:
        "^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$",
    },
    status: { type: "string", description: "Whether it holds.", enum: ["True", "False", "Unknown"] },
    observedGeneration: {
      type: "integer",
      description: "The metadata.generation that it speaks of.",
      format: "int64",
      minimum: 0,
    },
    lastTransitionTime: { type: "string", description: "When its status changed last.", format: "date-time" },
    reason: {
      type: "string",
      description: "Why, in one word for programs.",
      maxLength: 1024,
      minLength: 1,
      pattern: "^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$",
    },
    message: { type: "string", description: "Why, in words for people.", maxLength: 32_768 },
  },
};

export const managedStatusProperties: { readonly [key in (typeof managedStatusKeys)[number]]: StructuralSchema } = {
  observedGeneration: {
    type: "integer",
    description: "The metadata.generation that the status speaks of.",
    format: "int64",
    minimum: 0,
  },
  conditions: {
    type: "array",
    description: "Aspects of the state of the object, one of each type.",
    items: condition,
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["type"],
  },
  inventory: {
    type: "array",
    description: "Kinds of objects that the operator has applied for this one, and may have to remove.",
    items: {
      type: "object",
      required: ["group", "version", "kind", "plural"],
      properties: { group: text, version: text, kind: text, plural: text },
    },
    "x-kubernetes-list-type": "atomic",
  },
};
