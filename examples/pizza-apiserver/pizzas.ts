/** What a pizza is: by its shape for strict reading, patches and server-side apply, by its schema for kubectl explain. */
import { defineServedResource, formatAge } from "@pintle/apiserver";
import { FieldError, fieldPath, type KubernetesObject, type Shape } from "@pintle/machinery";

interface Pizza extends KubernetesObject {
  spec?: { toppings?: string[]; size?: string };
}

const text: Shape = { type: "scalar", scalar: "string" };
const toppings: Shape = { type: "list", list: "set", items: text };
const shape: Shape = {
  type: "map",
  fields: {
    apiVersion: { shape: text },
    kind: { shape: text },
    metadata: { shape: { type: "any" } },
    spec: { shape: { type: "map", fields: { toppings: { shape: toppings }, size: { shape: text } } } },
  },
};

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

const columns = [{ name: "Name", type: "string", format: "name" }, ...["Toppings", "Age"].map(textColumn)];

function textColumn(name: string) {
  return { name, type: "string" };
}

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
      shape,
      default: (pizza) => (pizza.spec?.size ? pizza : { ...pizza, spec: { ...pizza.spec, size: "large" } }),
      columns: {
        definitions: columns,
        cells: (object, nowMs) => {
          const { metadata, spec } = object as unknown as Pizza;
          return [
            metadata?.name ?? "",
            spec?.toppings?.join(", ") ?? "",
            formatAge(metadata?.creationTimestamp, nowMs),
          ];
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
