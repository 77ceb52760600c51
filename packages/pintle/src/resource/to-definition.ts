/** The CustomResourceDefinition of a resource: all of its versions, and everything that was declared of them. */
import {
  type CustomResourceConversion,
  CustomResourceDefinition,
  type CustomResourceDefinitionVersion,
  type CustomResourceSubresources,
  type JSONSchemaProps,
  type WebhookClientConfig,
} from "@pintle/kinds/apiextensions/v1";
import type { DeepInput, ManifestOf } from "@pintle/machinery";
import { printerColumnsOf } from "./printer-columns.ts";
import type { AnyResource, ResourceDeclaration, ResourceVersion, ScalePaths } from "./resource.ts";
import { definitionNameOf, namesOf } from "./resource-names.ts";
import { toJsonPath } from "./schema-path.ts";
import { schemaOfVersion } from "./version-schema.ts";

export interface DefinitionOptions {
  /**
   * Where the API server has objects converted. Without it the versions beside the hub are in the definition, since objects may be stored
   * in them, but they are not served: nobody would convert what is read and written in them.
   */
  readonly conversion?: DeepInput<WebhookClientConfig> | undefined;
}

export type DefinitionManifest = ManifestOf<typeof CustomResourceDefinition>;

export function toDefinition(resource: AnyResource, { conversion }: DefinitionOptions = {}): DefinitionManifest {
  const declaration: ResourceDeclaration = resource.declaration;
  const { group, scope = "Namespaced" } = declaration;
  const { shortNames, categories, ...names } = namesOf(declaration);
  const others = resource.versions.map((version) =>
    toVersion(version, { served: version.served && conversion !== undefined, storage: false }),
  );
  return CustomResourceDefinition({
    metadata: { name: definitionNameOf({ group, plural: names.plural }) },
    spec: {
      group,
      names: {
        ...names,
        ...(shortNames.length > 0 && { shortNames: [...shortNames] }),
        ...(categories.length > 0 && { categories: [...categories] }),
      },
      scope,
      versions: [toVersion(declaration, { served: true, storage: true }), ...others],
      conversion: toConversion(resource.versions.length > 0 ? conversion : undefined),
    },
  });
}

type Version = Omit<ResourceDeclaration, "group" | "kind"> & Partial<Pick<ResourceVersion, "deprecated">>;

function toVersion(
  version: Version,
  use: Pick<CustomResourceDefinitionVersion, "served" | "storage">,
): CustomResourceDefinitionVersion {
  const { deprecated = false, columns = {}, scale, selectableFields = [] } = version;
  const schema = schemaOfVersion(version);
  return {
    name: version.version,
    ...use,
    ...(deprecated !== false && { deprecated: true }),
    ...(typeof deprecated === "string" && { deprecationWarning: deprecated }),
    schema: { openAPIV3Schema: schema as JSONSchemaProps },
    subresources: toSubresources(scale),
    additionalPrinterColumns: printerColumnsOf(columns, schema),
    ...(selectableFields.length > 0 && {
      selectableFields: selectableFields.map((path) => ({ jsonPath: toJsonPath(path) })),
    }),
  };
}

function toSubresources(scale: ScalePaths | undefined): CustomResourceSubresources {
  if (!scale) return { status: {} };
  const { replicas, statusReplicas, selector } = scale;
  return {
    status: {},
    scale: {
      specReplicasPath: toJsonPath(replicas),
      statusReplicasPath: toJsonPath(statusReplicas),
      ...(selector !== undefined && { labelSelectorPath: toJsonPath(selector) }),
    },
  };
}

function toConversion(clientConfig: DefinitionOptions["conversion"]): DeepInput<CustomResourceConversion> {
  if (!clientConfig) return { strategy: "None" };
  return { strategy: "Webhook", webhook: { clientConfig, conversionReviewVersions: ["v1"] } };
}
