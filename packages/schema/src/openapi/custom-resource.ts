/** A custom resource in one version, with what its definition says that OpenAPI documents show. */
import type { StructuralSchema } from "../structural-schema.ts";

export interface CustomResource {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly listKind: string;
  readonly plural: string;
  readonly scope: "Namespaced" | "Cluster";
  /** One that `checkStructuralSchema` has nothing to say about. A resource without a schema takes everything. */
  readonly schema?: StructuralSchema;
  readonly subresources?: { readonly status?: object; readonly scale?: object };
  readonly selectableFields?: readonly { readonly jsonPath: string }[];
}

/** The `spec` of a CustomResourceDefinition, as far as it matters here. */
export interface DefinitionSpec {
  readonly group: string;
  readonly scope: string;
  readonly names: { readonly kind: string; readonly plural: string; readonly listKind?: string };
  readonly versions: readonly {
    readonly name: string;
    readonly served: boolean;
    readonly schema?: { readonly openAPIV3Schema?: StructuralSchema };
    readonly subresources?: { readonly status?: object; readonly scale?: object };
    readonly selectableFields?: readonly { readonly jsonPath: string }[];
  }[];
}

/** The versions of a definition that are served, which are those that OpenAPI shows. */
export function servedResourcesOf({ group, scope, names, versions }: DefinitionSpec): CustomResource[] {
  return versions
    .filter(({ served }) => served)
    .map(({ name, schema, subresources, selectableFields }) => ({
      group,
      version: name,
      kind: names.kind,
      listKind: names.listKind ?? `${names.kind}List`,
      plural: names.plural,
      scope: scope === "Cluster" ? "Cluster" : "Namespaced",
      ...(schema?.openAPIV3Schema ? { schema: schema.openAPIV3Schema } : {}),
      ...(subresources ? { subresources } : {}),
      ...(selectableFields ? { selectableFields } : {}),
    }));
}

/** What OpenAPI calls a kind: the domain from its end to its beginning, as the packages of built-in types are named. */
export function modelNameOf(group: string, version: string, kind: string): string {
  return `${group.split(".").reverse().join(".")}.${version}.${kind}`;
}
