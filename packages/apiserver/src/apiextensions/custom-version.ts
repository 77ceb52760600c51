/** One version of a definition as it is served: what its schema leaves of an object, how it merges, and how it is shown. */
import { getOwn, type JsonObject, type Shape, setOwn } from "@pintle/machinery";
import {
  type CompiledSchema,
  compileSchema,
  readEmbeddedMetadata,
  type StructuralSchema,
  toShape,
} from "@pintle/schema";
import type { ServedSubresource, ServedVersion } from "../registry/served-resource.ts";
import type { TableColumns } from "../registry/table-columns.ts";
import { createCustomColumns, customScaleColumns } from "./custom-columns.ts";
import { type CustomStrategyOptions, createCustomStatusStrategy, createCustomStrategy } from "./custom-strategy.ts";

const anything: StructuralSchema = { type: "object", "x-kubernetes-preserve-unknown-fields": true };

export interface CustomVersionOptions extends Omit<CustomStrategyOptions, "schema"> {
  readonly deprecation: string | undefined;
}

export function createCustomVersion(options: CustomVersionOptions): ServedVersion {
  const { version, deprecation } = options;
  const source = version.schema?.openAPIV3Schema ?? anything;
  const schema = compileSchema(source);
  const strategyOptions = { ...options, schema };
  let shape: Shape | undefined;
  let columns: TableColumns | undefined;
  return {
    version: version.name,
    isServed: version.served,
    // Definitions may be large and many: what only some requests need is worked out for the first of them.
    get shape() {
      shape ??= toShape(source);
      return shape;
    },
    get columns() {
      columns ??= createCustomColumns(version.additionalPrinterColumns);
      return columns;
    },
    prune: (object) => pruneCustom(schema, object),
    default: (object) => schema.prepare(object).object,
    strategy: createCustomStrategy(strategyOptions),
    subresources: subresourcesOf(strategyOptions),
    ...(deprecation !== undefined && { deprecation }),
  };
}

/** Metadata is read by its type and told of first; the rest is the schema's. */
function pruneCustom(
  schema: CompiledSchema,
  object: JsonObject,
): { readonly object: JsonObject; readonly unknownFields: readonly string[] } {
  const unknown: string[] = [];
  const metadata = getOwn(object, "metadata");
  const read =
    metadata === undefined
      ? object
      : {
          ...object,
          metadata: keepReset(
            readEmbeddedMetadata(metadata, (field) => unknown.push(field)),
            metadata,
          ),
        };
  const { object: pruned, unknownFields, error } = schema.prune(read);
  if (error) throw new Error(String(error));
  return { object: pruned, unknownFields: [...unknown.sort().map((field) => `metadata.${field}`), ...unknownFields] };
}

/** An empty list of managedFields means something: whoever sends it resets them. */
function keepReset(read: JsonObject, metadata: unknown): JsonObject {
  const { managedFields } = metadata as JsonObject;
  if (Array.isArray(managedFields) && managedFields.length === 0) setOwn(read, "managedFields", []);
  return read;
}

function subresourcesOf(options: CustomStrategyOptions): Readonly<Record<string, ServedSubresource>> {
  const { status, scale } = options.version.subresources ?? {};
  return {
    ...(status && { status: { type: "view", strategy: createCustomStatusStrategy(options) } }),
    ...(scale && {
      scale: {
        type: "scale",
        specReplicasPath: withoutDot(scale.specReplicasPath),
        statusReplicasPath: withoutDot(scale.statusReplicasPath),
        ...(scale.labelSelectorPath && { selectorPath: withoutDot(scale.labelSelectorPath) }),
        columns: customScaleColumns,
      },
    }),
  };
}

function withoutDot(path: string): string {
  return path.replace(/^\./, "");
}
