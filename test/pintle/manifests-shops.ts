/** A small operator that does everything an operator may do, for tests of what its manifests allow. */
import { ConfigMap, Namespace, Service } from "@pintle/kinds";
import { absent, defineOperator, defineResource, no, yes } from "pintle";
import { z } from "zod";

export const Shop = defineResource({
  group: "manifests.pintle.dev",
  version: "v1",
  kind: "Shop",
  description: "A shop, as {{ templates }} would have it.",
  spec: z.object({
    title: z.string(),
    /** A small one has no Service. */
    size: z.enum(["small", "large"]).default("large"),
  }),
  status: z.object({ team: z.string() }),
  conditions: ["Ready"],
}).withVersion("v1beta1", {
  spec: z.object({ name: z.string(), size: z.enum(["small", "large"]).default("large") }),
  up: ({ spec }) => ({ spec: { title: spec.name, size: spec.size } }),
  down: ({ spec }) => ({ spec: { name: spec.title, size: spec.size } }),
});

/** `closed` is told when a shop goes, and waited for. */
export function shops(closed: (name: string) => Promise<void> | void = () => {}) {
  return defineOperator(Shop, {
    owns: { config: ConfigMap, service: Service },
    reads: [Namespace],
    desired(shop, { read }) {
      if (shop.spec.title === "broken") throw new Error("a broken shop cannot open");
      const team = read(Namespace, { name: shop.metadata.namespace ?? "" })?.metadata.labels?.team ?? "nobody";
      return {
        config: shop.spec.title === "hidden" ? absent : ConfigMap({ data: { title: shop.spec.title, team } }),
        service:
          shop.spec.size === "small" ? absent : Service({ spec: { ports: [{ port: 80 }], sessionAffinity: "None" } }),
      };
    },
    status: (_shop, { config }) => ({
      team: config?.data?.team ?? "",
      conditions: { Ready: config ? yes("Open") : no("Closed") },
    }),
    admission: {
      default(draft) {
        draft.spec.title ||= "untitled";
      },
      validate(shop, review) {
        if (shop.spec.title === "forbidden") review.deny("spec.title", "is not allowed");
      },
    },
    finalize: (shop) => closed(shop.metadata.name ?? ""),
  });
}
