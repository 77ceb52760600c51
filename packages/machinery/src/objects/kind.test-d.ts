/** What the compiler says about kinds: each `@ts-expect-error` fails the build if the mistake below it is accepted. */
import type { JsonValue } from "../json/json-value.ts";
import type { DeepReadonly } from "./deep-readonly.ts";
import { type AnyKind, defineKind, type ManifestOf, type ObjectOf } from "./kind.ts";
import type { KubernetesObject } from "./object-meta.ts";

type Same<Left, Right> = (<T>() => T extends Left ? 1 : 2) extends <T>() => T extends Right ? 1 : 2 ? true : false;
const holds = <Claim extends true>(): Claim | undefined => undefined;

interface BoxSpec {
  image: string;
  replicas?: number;
  env?: { name: string; value?: string }[];
  strategy?: { type: "Recreate" | "RollingUpdate" };
  selector?: { matchLabels?: { [key: string]: string } };
  raw?: JsonValue;
  schema?: Schema;
}

/** Contains itself, as the schemas of CustomResourceDefinitions do. */
interface Schema {
  type?: string;
  items?: Schema | Schema[];
  properties?: { [name: string]: Schema };
}

const Box = defineKind({
  group: "apps",
  version: "v1",
  kind: "Box",
  plural: "boxes",
  scope: "Namespaced",
})<{ spec: BoxSpec; status?: { readyReplicas?: number } }>();
const Host = defineKind({ group: "", version: "v1", kind: "Host", plural: "hosts", scope: "Cluster" })<{
  data?: { [key: string]: string };
}>();

// Literals.
holds<Same<(typeof Box)["apiVersion"], "apps/v1">>();
holds<Same<(typeof Host)["apiVersion"], "v1">>();
holds<Same<(typeof Box)["kind"], "Box">>();
holds<Same<(typeof Box)["scope"], "Namespaced">>();
holds<Same<ManifestOf<typeof Box>["apiVersion"], "apps/v1">>();
holds<Same<ObjectOf<typeof Host>["kind"], "Host">>();

// A manifest needs no metadata: operators fill it in. It may repeat the type, but not another one.
Box({ spec: { image: "nginx" } });
Box({ apiVersion: "apps/v1", kind: "Box", metadata: { name: "web" }, spec: { image: "nginx" } });
// @ts-expect-error another version is not this kind
Box({ apiVersion: "apps/v1beta1", spec: { image: "nginx" } });
// @ts-expect-error another kind is not this kind
Box({ kind: "Host", spec: { image: "nginx" } });

// Missing keys.
// @ts-expect-error spec is required
Box({ metadata: { name: "web" } });
// @ts-expect-error spec.image is required
Box({ spec: { replicas: 1 } });
// @ts-expect-error spec.image is required, and undefined is no image
Box({ spec: { image: undefined } });

// Extra keys, at any depth.
// @ts-expect-error there is no such top-level field
Box({ spec: { image: "nginx" }, data: {} });
// @ts-expect-error there is no such field of spec
Box({ spec: { image: "nginx", replica: 1 } });
// @ts-expect-error there is no such field of an item
Box({ spec: { image: "nginx", env: [{ name: "A", valeu: "1" }] } });
// @ts-expect-error there is no such field of metadata
Box({ metadata: { lables: {} }, spec: { image: "nginx" } });

// Wrong types.
// @ts-expect-error a text is no number
Box({ spec: { image: "nginx", replicas: "1" } });
// @ts-expect-error not one of the strategies
Box({ spec: { image: "nginx", strategy: { type: "Sometimes" } } });
// @ts-expect-error an item that is undefined would be null in JSON
Box({ spec: { image: "nginx", env: [undefined] } });

// What was read can be written, with undefined where a key is optional.
declare const cached: DeepReadonly<ObjectOf<typeof Box>>;
declare const stored: ObjectOf<typeof Box>;
Box(cached);
Box(stored);
Box({ metadata: { labels: cached.metadata.labels }, spec: { image: "nginx", env: cached.spec.env } });
Box({ metadata: { name: undefined }, spec: { image: "nginx", replicas: undefined, env: undefined } });
Box({ spec: { image: "nginx", selector: { matchLabels: { app: cached.metadata.name, ...cached.metadata.labels } } } });
Box(Box({ spec: { image: "nginx" } }));
Box({ spec: { image: "nginx", raw: [1, "a", { b: [null, cached.spec.raw ?? 0], c: undefined }] } });
Box({
  spec: { image: "nginx", schema: { properties: { a: { items: [{ type: undefined }] }, b: cached.spec.schema } } },
});
// @ts-expect-error there is no such field of a schema
Box({ spec: { image: "nginx", schema: { properties: { a: { items: { typ: "string" } } } } } });
// @ts-expect-error undescribed content is JSON still
Box({ spec: { image: "nginx", raw: { at: new Date() } } });
// @ts-expect-error a cache's object is for reading
cached.spec.replicas = 1;
// @ts-expect-error nor is a list inside it
cached.spec.env?.push({ name: "A" });
stored.spec.replicas = 1;
// @ts-expect-error a manifest may hold parts of a cache's object
Box({ spec: { image: "nginx" } }).spec.replicas = 1;

// Scope.
Box({ metadata: { namespace: "default" }, spec: { image: "nginx" } });
Host({ metadata: { name: "a" }, data: { key: "value" } });
// @ts-expect-error objects of cluster scope have no namespace
Host({ metadata: { namespace: "default" } });

// Read and written shapes may differ: what admission defaults is optional to write and there to read.
const Defaulted = defineKind({ group: "example.com", version: "v1", kind: "D", plural: "ds", scope: "Namespaced" })<
  { spec: { image: string } },
  { spec: { image?: string } }
>();
Defaulted({ spec: {} });
// @ts-expect-error there is no such field, also where all that there are may be left out
Defaulted({ spec: { imgae: "nginx" } });
// @ts-expect-error nor may they be anything
Defaulted({ spec: { image: 1 } });
holds<Same<ObjectOf<typeof Defaulted>["spec"]["image"], string>>();

// Functions over all kinds.
declare function get<K extends AnyKind>(kind: K): ObjectOf<K>;
holds<Same<ReturnType<typeof get<typeof Box>>["spec"], BoxSpec>>();
export const replicas: number | undefined = get(Box).spec.replicas;
export const anyObject: KubernetesObject = get(Host);
export const kinds: readonly AnyKind[] = [Box, Host, Defaulted];
// @ts-expect-error a kind carries what the paths of the API are made of
export const incomplete: AnyKind = defineKind({ group: "", version: "v1", kind: "Pod", scope: "Namespaced" })<object>();

// A kind that is only known at run time has plain strings.
declare const info: { group: string; version: string; kind: string; plural: string; scope: "Namespaced" | "Cluster" };
const Dynamic = defineKind(info)<{ spec?: object }>();
holds<Same<(typeof Dynamic)["apiVersion"], string>>();
Dynamic({ metadata: { namespace: "default" } });
