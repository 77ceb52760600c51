/** What the compiler says about resources of built-in kinds and of one's own: each `@ts-expect-error` is a promise. */
import type { Client, Eviction, PodBinding, Scale, TokenRequest, WatchEvent } from "@pintle/client";
import { createOrUpdate, mergePatchFrom } from "@pintle/client";
import { ConfigMap, CustomResourceDefinition, Deployment, Node, Pod, ServiceAccount } from "@pintle/kinds";
import { type TokenRequest as BuiltInTokenRequest, TokenReview } from "@pintle/kinds/authentication/v1";
import { LocalSubjectAccessReview } from "@pintle/kinds/authorization/v1";
import type { Scale as BuiltInScale } from "@pintle/kinds/autoscaling/v1";
import type { Binding } from "@pintle/kinds/core/v1";
import type { Eviction as BuiltInEviction } from "@pintle/kinds/policy/v1";
import { type AnyKind, type DeepReadonly, defineKind, type JsonValue, type ObjectOf } from "@pintle/machinery";

type Same<Left, Right> = (<T>() => T extends Left ? 1 : 2) extends <T>() => T extends Right ? 1 : 2 ? true : false;
const holds = <Claim extends true>(): Claim | undefined => undefined;

const ModelBox = defineKind({
  ...{ group: "model.github.com", version: "v1", kind: "ModelBox", plural: "modelboxes", scope: "Namespaced" },
  subresources: ["status"],
})<
  { spec: { image: string; replicas: number }; status?: { ready?: boolean } },
  { spec: { image?: string; replicas?: number } }
>();

declare const client: Client;
const boxes = client.resource(ModelBox, { namespace: "default" });
const configMaps = client.resource(ConfigMap);
const pods = client.resource(Pod);
const deployments = client.resource(Deployment);

// Objects are read in the output shape and written in the input shape.
holds<Same<Awaited<ReturnType<typeof boxes.get>>, ObjectOf<typeof ModelBox>>>();
export const image: Promise<string> = boxes.get("a").then((box) => box.spec.image);
boxes.create({ metadata: { name: "a" }, spec: {} });
boxes.create(ModelBox({ metadata: { name: "a" }, spec: { replicas: 1 } }));
// @ts-expect-error there is no such field
boxes.create({ metadata: { name: "a" }, spec: { imgae: "nginx" } });
// @ts-expect-error a text is no number
boxes.create({ metadata: { name: "a" }, spec: { replicas: "1" } });
// @ts-expect-error another kind's manifest
configMaps.create(ModelBox({ metadata: { name: "a" }, spec: {} }));

// What was read can be written, also what a cache hands out.
declare const box: ObjectOf<typeof ModelBox>;
declare const cached: DeepReadonly<ObjectOf<typeof Deployment>>;
boxes.update(box);
deployments.update(cached);
deployments.update({ ...cached, metadata: { ...cached.metadata, labels: undefined } });

// Patches and applied parts have the fields of the object, all of them optional.
boxes.patch("a", { merge: { spec: { image: null }, metadata: { labels: { app: null } } } });
boxes.patch("a", { json: [{ op: "remove", path: "/spec/image" }] });
deployments.patch("a", {
  strategic: { spec: { template: { spec: { containers: [{ name: "web", image: "nginx" }] } } } },
});
deployments.patch("a", {
  strategic: { spec: { template: { spec: { containers: [{ $patch: "delete", name: "web" }] } } } },
});
// @ts-expect-error there is no such field
boxes.patch("a", { merge: { spec: { imgae: "nginx" } } });
// @ts-expect-error nor in an item of a list
deployments.patch("a", { strategic: { spec: { template: { spec: { containers: [{ nmae: "web" }] } } } } });
// @ts-expect-error no such kind of patch
boxes.patch("a", { marge: {} });
// @ts-expect-error an operation has a path
boxes.patch("a", { json: [{ op: "remove" }] });
deployments.apply({ metadata: { name: "a" }, spec: { replicas: 2 } }, { fieldManager: "me", force: true });
deployments.apply(Deployment({ metadata: { name: "a" } }), { fieldManager: "me" });
// @ts-expect-error whose fields would these be?
deployments.apply({ metadata: { name: "a" } });
// @ts-expect-error there is no such field
deployments.apply({ metadata: { name: "a" }, spec: { replica: 2 } }, { fieldManager: "me" });
// Schemas contain themselves, and still end.
client.resource(CustomResourceDefinition).patch("a", {
  merge: {
    spec: { versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { items: {} } } }] },
  },
});

// Subresources are there if the kind has them.
boxes.status.update(box);
deployments.scale.get("a").then((scale) => scale.spec?.replicas);
pods.subresource("eviction").create("a", {});
pods.subresource("resize").patch("a", { strategic: { spec: { containers: [{ name: "web" }] } } });
client
  .resource(ServiceAccount)
  .subresource("token")
  .create("a", { spec: { audiences: [] } });
// @ts-expect-error ConfigMap has no status
configMaps.status;
// @ts-expect-error ModelBox declares no scale
boxes.scale;
// @ts-expect-error ConfigMap has no subresource at all
configMaps.subresource("status");
// @ts-expect-error Deployment has no eviction
deployments.subresource("eviction");
// @ts-expect-error a log is a stream, not an object
pods.subresource("log");
// @ts-expect-error an eviction is asked for, not read
pods.subresource("eviction").get("a");
const tokens = client.resource(ServiceAccount).subresource("token");
tokens.create("a", { spec: { audiences: [] } });
// @ts-expect-error there is no such field
tokens.create("a", { spec: { audience: [] } });
pods.proxy("a", { method: "POST", port: "http", path: "/", query: [["a", "b"]], body: { a: 1 } });
client.resource(Node).proxy("a", { port: 10250, scheme: "https" });
// @ts-expect-error nothing is behind a Deployment
deployments.proxy("a");
// @ts-expect-error a proxy is a connection, not an object
pods.subresource("proxy");

// Scope.
client.resource(Node).get("a");
// @ts-expect-error a node is in no namespace
client.resource(Node, { namespace: "default" });
// @ts-expect-error nor is its metadata
client.metadata(Node, { namespace: "default" });
// @ts-expect-error a namespace that may be missing would widen a list to all of them
client.resource(Pod, { namespace: process.env.NAMESPACE });
// @ts-expect-error and so would a selector that may be missing
pods.list({ labelSelector: cached.spec?.selector });

// Deletion.
pods.delete("a", { preconditions: { uid: "1" }, propagationPolicy: "Foreground", gracePeriodSeconds: 0 });
// @ts-expect-error no such policy
pods.delete("a", { propagationPolicy: "Sometimes" });

// Events.
for await (const event of boxes.watch()) {
  holds<Same<typeof event, WatchEvent<ObjectOf<typeof ModelBox>>>>();
  event.resourceVersion satisfies string;
  if (event.type !== "BOOKMARK") event.object.spec.image satisfies string;
  // @ts-expect-error a bookmark has no object
  else event.object;
}

// Metadata alone cannot be created or updated.
const metadata = client.metadata(Pod);
metadata.patch("a", { merge: { metadata: { labels: { app: "web" } } } });
// @ts-expect-error there is no spec
metadata.get("a").then((pod) => pod.spec);
// @ts-expect-error nothing can be created of metadata alone
metadata.create({ metadata: { name: "a" } });
// @ts-expect-error nor updated
metadata.update({ metadata: { name: "a" } });

// Kinds that are known at run time only.
const dynamic = client.resource({ apiVersion: "example.com/v1", kind: "Thing" }, { namespace: "default" });
dynamic.get("a").then(({ metadata, spec }) => {
  metadata.name satisfies string | undefined;
  return spec satisfies JsonValue | ObjectOf<AnyKind>["metadata"] | undefined;
});
dynamic.create({ metadata: { name: "a" }, spec: { anything: ["goes"] } });
dynamic.status.patch("a", { merge: { status: { ready: true } } });
// @ts-expect-error labels are labels everywhere
dynamic.create({ metadata: { name: "a", labels: { app: 1 } } });

// Functions over all kinds.
export async function names<K extends AnyKind>(kind: K): Promise<(string | undefined)[]> {
  const { items } = await client.resource(kind).list();
  return items.map((item) => item.metadata.name);
}
createOrUpdate(configMaps, "a", (found) => ({ ...found, data: { ...found?.data, value: "1" } }));
boxes.patch("a", mergePatchFrom(box, { ...box, spec: { ...box.spec, replicas: 2 } }));

// The small kinds that subresources take and give are the built-in ones.
declare const scale: Scale, eviction: Eviction, binding: PodBinding, token: TokenRequest;
scale satisfies BuiltInScale;
eviction satisfies BuiltInEviction;
binding satisfies Partial<Binding>;
token satisfies BuiltInTokenRequest;

// Reviews are asked and answered, and never kept.
const reviews = client.resource(TokenReview);
export const isKnown: Promise<boolean | undefined> = reviews
  .create({ spec: { token: "t" } })
  .then(({ status }) => status?.authenticated);
client.resource(LocalSubjectAccessReview, { namespace: "default" }).create({ spec: { user: "jane" } });
// @ts-expect-error there is none to read
reviews.get("a");
// @ts-expect-error nor any to list
reviews.list();
// @ts-expect-error of cluster scope
client.resource(TokenReview, { namespace: "default" });
