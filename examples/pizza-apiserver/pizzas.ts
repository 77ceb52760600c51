/** What a pizza is: its schema is read for strict reading, patches and server-side apply, and shown by kubectl explain. */
import { defineServedResource, formatAge } from "@pintle/apiserver";
import { FieldError, fieldPath, type KubernetesObject } from "@pintle/machinery";
import { toShape } from "@pintle/schema";

interface Pizza extends KubernetesObject {
  spec?: { toppings?: string[]; size?: string };
}

export const schema = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      properties: {
        toppings: { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "set" },
        size: { type: "string", description: "small or large", default: "large" },
      },
    },
  },
} as const;

function complain({ spec }: Pizza): FieldError[] {
  if (!spec?.toppings?.includes("pineapple")) return [];
  return [FieldError.forbidden(fieldPath("spec").child("toppings"), "pineapple is no topping")];
}

export const names = { plural: "pizzas", singular: "pizza", kind: "Pizza", shortNames: ["pz"], categories: ["all"] };

export const pizzas = defineServedResource<{ v1: Pizza }, "v1">({
  group: "pizza.example.com",
  ...names,
  scope: "Namespaced",
  storageVersion: "v1",
  versions: {
    v1: {
      shape: toShape(schema),
      default: (pizza) => (pizza.spec?.size ? pizza : { ...pizza, spec: { ...pizza.spec, size: "large" } }),
      columns: {
        definitions: [
          { name: "Name", type: "string", format: "name" },
          { name: "Toppings", type: "string" },
          { name: "Age", type: "string" },
        ],
        cells: (object, nowMs) => {
          const { metadata = {}, spec = {} } = object as unknown as Pizza;
          return [metadata.name ?? "", spec.toppings?.join(", ") ?? "", formatAge(metadata.creationTimestamp, nowMs)];
        },
      },
    },
  },
  strategy: {
    nameRule: "dns1123Subdomain",
    generation: "outside-metadata",
    validateCreate: complain,
    validateUpdate: complain,
  },
});
