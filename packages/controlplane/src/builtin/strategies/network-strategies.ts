/** Ingresses, which are warned of the annotation that named their class before there was a field for it. */
import { quoteGo } from "@pintle/machinery";
import { objectAt, valueAt } from "../json-fields.ts";
import type { Specialize } from "./own-strategies.ts";

export const ingressClassAnnotation = "kubernetes.io/ingress.class";

export const networkStrategies: Readonly<Record<string, Specialize>> = {
  "ingresses.networking.k8s.io": ({ main, views }) => ({
    main: {
      ...main,
      warnCreate: (ingress) => {
        const isOld = Object.hasOwn(objectAt(ingress, "metadata.annotations"), ingressClassAnnotation);
        if (!isOld || valueAt(ingress, "spec.ingressClassName") !== undefined) return [];
        return [
          `annotation ${quoteGo(ingressClassAnnotation)} is deprecated, please use 'spec.ingressClassName' instead`,
        ];
      },
    },
    views,
  }),
};
