/** What modules of kinds are made of. It is a way in of its own, so that a compiler that reads such a module reads little else. */
export type { JsonObject, JsonValue } from "../json/json-value.ts";
export type { Condition } from "./conditions.ts";
export type { DeepReadonly } from "./deep-readonly.ts";
export {
  type AnyKind,
  defineKind,
  type Kind,
  type KindInfo,
  type ManifestOf,
  type ObjectOf,
  type Scope,
} from "./kind.ts";
export type { KubernetesObject, ListMeta, ObjectMeta } from "./object-meta.ts";
