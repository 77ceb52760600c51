/** What the compiler says about resources; each `@ts-expect-error` is a mistake that must not compile. */
import type { Client } from "@pintle/client";
import type { AnyKind, Condition, ManifestOf, ObjectOf } from "@pintle/machinery";
import { k8s } from "@pintle/schema/zod";
import { z } from "zod";
import { defineResource } from "./define-resource.ts";
import type { AnyResource, ConditionsOf, Resource } from "./resource.ts";

type Same<Left, Right> = (<T>() => T extends Left ? 1 : 2) extends <T>() => T extends Right ? 1 : 2 ? true : false;
const holds = <Claim extends true>(): Claim | undefined => undefined;

const spec = z.object({
  image: k8s.defaulted(z.string().min(1)),
  replicas: k8s.int32().default(1),
  size: z.enum(["small", "large"]).optional(),
  ports: z.array(z.object({ port: k8s.int32(), name: z.string().optional() })).optional(),
  labels: z.record(z.string(), z.string()).optional(),
});
const names = { group: "models.example.com", version: "v1", kind: "ModelBox" } as const;
const ModelBox = defineResource({
  ...names,
  spec,
  status: z.object({ readyReplicas: k8s.int32() }),
  conditions: ["Ready", "Degraded"],
  scale: { replicas: "spec.replicas", statusReplicas: "status.readyReplicas" },
});
const Zone = defineResource({
  group: "models.example.com",
  version: "v1",
  kind: "Zone",
  scope: "Cluster",
  spec: z.object({}).optional(),
});

// Literals.
holds<Same<(typeof ModelBox)["apiVersion"], "models.example.com/v1">>();
holds<Same<(typeof ModelBox)["kind"], "ModelBox">>();
holds<Same<(typeof ModelBox)["scope"], "Namespaced">>();
holds<Same<(typeof Zone)["scope"], "Cluster">>();
holds<Same<(typeof ModelBox)["subresources"], readonly ["status", "scale"]>>();
holds<Same<(typeof Zone)["subresources"], readonly ["status"]>>();
holds<Same<ConditionsOf<(typeof ModelBox)["declaration"]>, "Ready" | "Degraded">>();
holds<Same<ManifestOf<typeof ModelBox>["kind"], "ModelBox">>();

// What is written: what has a default or is filled in by admission may be left out.
ModelBox({ spec: {} });
ModelBox({ metadata: { name: "web" }, spec: { image: "nginx", size: undefined, ports: [{ port: 80 }] } });
Zone({ metadata: { name: "a" } });
// @ts-expect-error: the spec is needed
ModelBox({ metadata: { name: "web" } });
// @ts-expect-error: there is no such key
ModelBox({ spec: { imgae: "nginx" } });
// @ts-expect-error: nor at depth
ModelBox({ spec: { ports: [{ port: 80, prot: "TCP" }] } });
// @ts-expect-error: there is no such size
ModelBox({ spec: { size: "medium" } });
// @ts-expect-error: it is another version
ModelBox({ apiVersion: "models.example.com/v2", spec: {} });
// @ts-expect-error: what belongs to the cluster has no namespace
Zone({ metadata: { name: "a", namespace: "b" } });

// What is read: defaults are there, and nothing of a status is sure.
declare const box: ObjectOf<typeof ModelBox>;
holds<Same<typeof box.spec.replicas, number>>();
holds<Same<typeof box.spec.image, string>>();
holds<Same<typeof box.spec.size, "small" | "large" | undefined>>();
export const ready: number | undefined = box.status?.readyReplicas;
export const conditions: Condition[] | undefined = box.status?.conditions;
export const inventory: { kind: string }[] | undefined = box.status?.inventory;
// @ts-expect-error: the status may be missing
box.status.readyReplicas;
// @ts-expect-error: there is no such key of the status
box.status?.replicas;
declare const zone: ObjectOf<typeof Zone>;
// @ts-expect-error: this spec may be missing
Object.keys(zone.spec);

// Clients have what was declared.
export async function use(client: Client): Promise<void> {
  const boxes = client.resource(ModelBox, { namespace: "default" });
  await boxes.create({ metadata: { name: "web" }, spec: {} });
  await boxes.status.patch("web", { merge: { status: { readyReplicas: 1, observedGeneration: 2 } } });
  await boxes.scale.patch("web", { merge: { spec: { replicas: 2 } } });
  // @ts-expect-error: there is no such key of the status
  await boxes.status.patch("web", { merge: { status: { replicas: 1 } } });
  await client.resource(Zone).status.get("a");
  // @ts-expect-error: nothing was said of scale
  await client.resource(Zone).scale.get("a");
  // @ts-expect-error: what belongs to the cluster has no namespace
  client.resource(Zone, { namespace: "default" });
}

// Where any resource or kind is asked for, each one fits.
export const anyResources: readonly AnyResource[] = [ModelBox, Zone];
export const anyKinds: readonly AnyKind[] = [ModelBox, Zone];
export function kindNameOf<R extends AnyResource>(resource: R): string {
  return resource.kind;
}
kindNameOf(ModelBox);

// Declarations.
// @ts-expect-error: a resource has a spec
defineResource({ ...names });
// @ts-expect-error: "shortName" is not part of a declaration
defineResource({ ...names, spec, shortName: "mb" });
// @ts-expect-error: "scale.selektor" is not part of a declaration
defineResource({ ...names, spec, scale: { replicas: "spec.a", statusReplicas: "status.a", selektor: "x" } });
// @ts-expect-error: "columns.Image.proirity" is not part of a declaration
defineResource({ ...names, spec, columns: { Image: { path: "spec.image", proirity: 1 } } });
// @ts-expect-error: "rules[].mesage" is not part of a declaration
defineResource({ ...names, spec, rules: [{ rule: "true", mesage: "no" }] });
// @ts-expect-error: a status has keys
defineResource({ ...names, spec, status: z.string() });
// @ts-expect-error: there are two scopes
defineResource({ ...names, spec, scope: "Global" });

// Versions.
const oldSpec = z.object({ img: z.string(), count: k8s.int32().default(1), port: k8s.int32().optional() });
const versioned = ModelBox.withVersion("v1beta1", {
  spec: oldSpec,
  up: (old) => {
    holds<Same<typeof old.spec.count, number>>();
    if (old.spec.port === undefined) return { spec: { image: old.spec.img } };
    return { spec: { image: old.spec.img, replicas: old.spec.count, ports: [{ port: old.spec.port }] } };
  },
  down: (now) => {
    holds<Same<typeof now.spec.replicas, number>>();
    return { spec: { img: now.spec.image, count: now.spec.replicas }, status: now.status };
  },
}).withVersion("v1alpha1", {
  spec: z.object({ image: z.string() }),
  status: z.object({ ready: z.boolean() }),
  served: false,
  deprecated: "use v1",
  up: ({ spec: { image }, status }) => ({ spec: { image }, status: { readyReplicas: status?.ready ? 1 : 0 } }),
  down: ({ spec: { image }, status }) => ({ spec: { image }, status: { ready: status?.readyReplicas === 1 } }),
});
holds<Same<typeof versioned, Resource<(typeof ModelBox)["declaration"]>>>();

ModelBox.withVersion("v2", {
  spec: oldSpec,
  // @ts-expect-error: "spec.imgae" is not a key of the version that is converted to
  up: (old) => ({ spec: { image: old.spec.img, imgae: old.spec.img } }),
  down: (now) => ({ spec: { img: now.spec.image } }),
});
ModelBox.withVersion("v2", {
  spec: oldSpec,
  // @ts-expect-error: "spec.ports[].prot" is not a key of the version that is converted to, on one of two ways out
  up: (old) => {
    if (old.spec.count === 0) return { spec: { image: old.spec.img } };
    return { spec: { image: old.spec.img, ports: [{ port: 80, prot: "TCP" }] } };
  },
  down: (now) => ({ spec: { img: now.spec.image } }),
});
ModelBox.withVersion("v2", {
  spec: oldSpec,
  up: (old) => ({ spec: { image: old.spec.img } }),
  // @ts-expect-error: "spec.image" is not a key of the version that is converted to
  down: (now) => ({ spec: { img: now.spec.image, image: now.spec.image } }),
});
ModelBox.withVersion("v2", {
  spec: oldSpec,
  up: (old) => ({ spec: { image: old.spec.img } }),
  // @ts-expect-error: img is missing
  down: (now) => ({ spec: { count: now.spec.replicas } }),
});
ModelBox.withVersion("v2", {
  spec: oldSpec,
  up: (old) => ({ spec: { image: old.spec.img } }),
  // @ts-expect-error: img is missing on one of two ways out
  down: (now) => {
    if (now.spec.replicas > 1) return { spec: { count: 2 } };
    return { spec: { img: now.spec.image } };
  },
});
ModelBox.withVersion("v2", {
  spec: oldSpec,
  // @ts-expect-error: "status.replicas" is not a key of the version that is converted to
  up: (old) => ({ spec: { image: old.spec.img }, status: { replicas: 1 } }),
  down: (now) => ({ spec: { img: now.spec.image } }),
});
ModelBox.withVersion("v2", {
  spec: oldSpec,
  // @ts-expect-error: "metadata" is not a key of the version that is converted to
  up: (old) => ({ metadata: {}, spec: { image: old.spec.img } }),
  down: (now) => ({ spec: { img: now.spec.image } }),
});
ModelBox.withVersion("v2", {
  spec: oldSpec,
  // @ts-expect-error: the hub has no size of that name
  up: (old) => ({ spec: { image: old.spec.img, size: "medium" } }),
  down: (now) => ({ spec: { img: now.spec.image } }),
});
ModelBox.withVersion("v2", {
  spec: oldSpec,
  // @ts-expect-error: conversions are made at once
  up: async (old) => ({ spec: { image: old.spec.img } }),
  down: (now) => ({ spec: { img: now.spec.image } }),
});
ModelBox.withVersion("v2", {
  spec: oldSpec,
  // @ts-expect-error: there is no such key in a version
  serfed: true,
  up: (old) => ({ spec: { image: old.spec.img } }),
  down: (now) => ({ spec: { img: now.spec.image } }),
});
ModelBox.withVersion("v2", {
  spec: oldSpec,
  up: (old) => {
    // @ts-expect-error: what is converted is nobody's to change
    old.spec.img = "x";
    return { spec: { image: old.spec.img } };
  },
  down: (now) => ({ spec: { img: now.spec.image } }),
});
