import type { Shape } from "@pintle/machinery";
import { defineServedResource } from "./define-served-resource.ts";

declare const shape: Shape;
interface One {
  spec: { a: string };
}
interface Two {
  spec: { b: string };
}

const names = { group: "g.io", plural: "things", singular: "thing", kind: "Thing", scope: "Cluster" } as const;

defineServedResource<{ v1: One; v2: Two }, "v1">({
  ...names,
  storageVersion: "v1",
  versions: {
    v1: { shape },
    v2: {
      shape,
      toStorage: ({ spec }) => ({ spec: { a: spec.b } }),
      fromStorage: ({ spec }) => ({ spec: { b: spec.a } }),
    },
  },
  strategy: { nameRule: "pathSegment", warnCreate: ({ spec }) => [spec.a] },
});

defineServedResource<{ v1: One; v2: Two }, "v1">({
  ...names,
  storageVersion: "v1",
  versions: {
    v1: { shape },
    // @ts-expect-error: a version that is not kept says how it is converted.
    v2: { shape },
  },
  strategy: { nameRule: "pathSegment" },
});

defineServedResource<{ v1: One }, "v1">({
  ...names,
  storageVersion: "v1",
  versions: { v1: { shape } },
  // @ts-expect-error: strategies see objects of the kept version.
  strategy: { nameRule: "pathSegment", warnCreate: ({ spec }) => [spec.b] },
});
