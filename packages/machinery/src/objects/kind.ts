/**
 * A kind is a value: it carries group, version, kind, plural and scope, in its type the shape of its objects, and it is
 * called to build a manifest.
 *
 * ```ts
 * const Deployment = defineKind({ group: "apps", version: "v1", kind: "Deployment", plural: "deployments", scope: "Namespaced" })<{
 *   spec?: DeploymentSpec;
 *   status?: DeploymentStatus;
 * }>();
 * const web = Deployment({ metadata: { name: "web" }, spec: { replicas: 2 } });   // apiVersion and kind are literals
 * ```
 *
 * Building is a call because TypeScript checks a call's argument for unknown keys, at any depth, but not a returned literal.
 * At run time a manifest is a shallow copy: parts are shared with the argument, and keys that hold `undefined` stay, since
 * everything that reads objects treats them as absent and JSON drops them.
 */
import type { DeepInput } from "./deep-readonly.ts";
import { formatGroupVersion } from "./group-version-kind.ts";
import type { KubernetesObject, ObjectMeta } from "./object-meta.ts";

export type Scope = "Namespaced" | "Cluster";

export interface KindInfo {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  /** The lower-cased kind unless given. */
  readonly singular?: string;
  readonly shortNames?: readonly string[];
  /** What is read and written under an object: `status`, `scale`. None unless given. */
  readonly subresources?: readonly string[];
  readonly scope: Scope;
}

/** Objects of cluster scope have no namespace, and to give them one is a compile error. */
export interface ClusterObjectMeta extends ObjectMeta {
  namespace?: never;
}

declare const objectType: unique symbol;

export interface Kind<Info extends KindInfo, Read extends object, Write extends object = Read> {
  (fields: ManifestFields<Info, Write>): Manifest<Info, Write>;
  readonly group: Info["group"];
  readonly version: Info["version"];
  readonly apiVersion: ApiVersion<Info["group"], Info["version"]>;
  readonly kind: Info["kind"];
  readonly plural: Info["plural"];
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly subresources: SubresourceNames<Info>;
  readonly scope: Info["scope"];
  /** For the compiler alone: there is no such property. */
  readonly [objectType]?: TypedObject<Info, Read>;
}

/** Any kind, for functions that work with all of them: `<K extends AnyKind>(kind: K) => ObjectOf<K>`. */
export interface AnyKind extends Required<KindInfo> {
  (fields: never): { readonly apiVersion: string; readonly kind: string };
  readonly apiVersion: string;
  readonly [objectType]?: KubernetesObject;
}

/** An object of the kind as the API gives it. */
export type ObjectOf<K extends AnyKind> = K extends { readonly [objectType]?: infer Found } ? Found : never;

/** What a call of the kind builds, and what can be written: metadata may be missing where it is filled in later. */
export type ManifestOf<K extends AnyKind> = ReturnType<K>;

type ApiVersion<Group extends string, Version extends string> = string extends Group
  ? string
  : Group extends ""
    ? Version
    : `${Group}/${Version}`;

type SubresourceNames<Info extends KindInfo> = "subresources" extends keyof Info
  ? NonNullable<Info["subresources"]>
  : readonly [];

type MetadataIn<S extends Scope> = [S] extends ["Cluster"] ? ClusterObjectMeta : ObjectMeta;

type TypedObject<Info extends KindInfo, Read extends object> = {
  apiVersion: ApiVersion<Info["group"], Info["version"]>;
  kind: Info["kind"];
  metadata: MetadataIn<Info["scope"]>;
} & Read;

type ManifestFields<Info extends KindInfo, Write extends object> = DeepInput<
  {
    apiVersion?: ApiVersion<Info["group"], Info["version"]>;
    kind?: Info["kind"];
    metadata?: MetadataIn<Info["scope"]>;
  } & Write
>;

type Manifest<Info extends KindInfo, Write extends object> = DeepInput<
  {
    apiVersion: ApiVersion<Info["group"], Info["version"]>;
    kind: Info["kind"];
    metadata?: MetadataIn<Info["scope"]>;
  } & Write
>;

/**
 * Declares a kind. The second pair of brackets takes the types, which cannot be inferred: the fields beside `apiVersion`,
 * `kind` and `metadata` as they are read and, where defaulting makes that differ, as they are written.
 */
export function defineKind<const Info extends KindInfo>(
  info: Info,
): <Read extends object, Write extends object = Read>() => Kind<Info, Read, Write> {
  const {
    group,
    version,
    kind,
    plural,
    singular = kind.toLowerCase(),
    shortNames = [],
    subresources = [],
    scope,
  } = info;
  const type = { apiVersion: formatGroupVersion(info), kind };
  return <Read extends object, Write extends object>() => {
    // Twice, so that both keys come first and nothing in the fields, not even an `undefined`, replaces them.
    const build = (fields: object) => ({ ...type, ...fields, ...type });
    Object.defineProperty(build, "name", { value: kind });
    Object.assign(build, { ...type, group, version, plural, singular, shortNames, subresources, scope });
    return Object.freeze(build) as unknown as Kind<Info, Read, Write>;
  };
}
