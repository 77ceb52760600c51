/** The priorities of the system's own pods stay. */
import { ApiError } from "@pintle/machinery";
import { textAt } from "../json-fields.ts";
import type { Specialize } from "./own-strategies.ts";

const groupResource = { group: "scheduling.k8s.io", resource: "priorityclasses" };
const systemClasses: ReadonlySet<string> = new Set(["system-node-critical", "system-cluster-critical"]);

export const priorityClassStrategies: Readonly<Record<string, Specialize>> = {
  "priorityclasses.scheduling.k8s.io": ({ main, views }) => ({
    main: {
      ...main,
      beforeDelete: (priorityClass) => {
        const name = textAt(priorityClass, "metadata.name");
        if (!systemClasses.has(name)) return priorityClass;
        throw ApiError.forbidden(groupResource, name, "this is a system priority class and cannot be deleted");
      },
    },
    views,
  }),
};
