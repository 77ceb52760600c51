/**
 * The ModelBox of before: how many, how much, and nothing else.
 *
 * Each field has one counterpart in v1. What v1beta1 has no field for need not be thought of here: it is kept while an object is read
 * and written in v1beta1.
 */
import { conditionColumn, type DeepReadonly, k8s } from "pintle";
import { z } from "zod";
import { image, name, ports } from "./fields.ts";
import type { ModelBoxSpec } from "./model-box.ts";
import { nameRules } from "./rules.ts";

const spec = z.object({
  name: name.optional(),
  image,
  instances: k8s.int32().min(0).default(1).describe("replicas in v1"),
  cpu: k8s.quantity().optional().describe("What each container may use: resources.limits.cpu in v1."),
  memory: k8s.quantity().optional().describe("resources.limits.memory in v1"),
  ports: ports.optional(),
});

type OldSpec = DeepReadonly<z.output<typeof spec>>;

export const v1beta1 = {
  spec,
  rules: nameRules,
  deprecated: "model.github.com/v1beta1 ModelBox is deprecated; use model.github.com/v1 ModelBox",
  columns: { Instances: "spec.instances", Ready: conditionColumn("Ready"), Image: "spec.image" },
  scale: { replicas: "spec.instances", statusReplicas: "status.replicas", selector: "status.selector" },

  up({ spec: { name, image, instances, cpu, memory, ports } }: { readonly spec: OldSpec }) {
    return { spec: { name, image, replicas: instances, ...custom({ cpu, memory }), ports } };
  },

  down({ spec: { name, image, replicas, resources, ports } }: { readonly spec: ModelBoxSpec }) {
    const { cpu, memory } = resources?.limits ?? {};
    return { spec: { name, image, instances: replicas, cpu: textOf(cpu), memory: textOf(memory), ports } };
  },
};

/** With the size, so that an amount that is written in v1beta1 takes the place of whatever size there was. */
function custom({ cpu, memory }: Pick<OldSpec, "cpu" | "memory">) {
  if (cpu === undefined && memory === undefined) return {};
  const limits = { ...(cpu !== undefined && { cpu }), ...(memory !== undefined && { memory }) };
  return { size: "custom" as const, resources: { limits } };
}

/** v1 takes bare numbers as well. */
function textOf(amount: string | number | undefined): string | undefined {
  return amount === undefined ? undefined : String(amount);
}
