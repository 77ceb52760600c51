/**
 * The spec of a definition as Kubernetes sees it inside, which is where its messages come from: what all versions have in common stands at
 * the top, under the names of an older version of the API, and no longer in the versions.
 */
import { equalJson, type JsonValue } from "@pintle/machinery";
import { type StructuralSchema, writeInternalSchema } from "@pintle/schema";
import {
  type DefinitionColumn,
  type DefinitionSpecification,
  type DefinitionSubresources,
  type DefinitionVersion,
  noVersions,
} from "../definition.ts";

export interface InternalSpec {
  readonly versions: readonly DefinitionVersion[];
  /** The name of the first version. */
  readonly version: string;
  readonly schema?: { readonly openAPIV3Schema?: StructuralSchema };
  readonly subresources?: DefinitionSubresources;
  readonly additionalPrinterColumns?: readonly DefinitionColumn[];
  readonly selectableFields?: readonly { readonly jsonPath: string }[];
}

type Common = "schema" | "subresources" | "additionalPrinterColumns" | "selectableFields";
const commonKeys: readonly Common[] = ["schema", "subresources", "additionalPrinterColumns", "selectableFields"];

export function toInternalSpec({ versions }: DefinitionSpecification): InternalSpec {
  const [first] = versions;
  if (!first) return { versions, version: "" };
  const common = commonKeys.filter((key) => versions.every((version) => isSame(version[key], first[key])));
  const top = Object.fromEntries(common.filter((key) => first[key] !== undefined).map((key) => [key, first[key]]));
  return { version: first.name, ...top, versions: versions.map((version) => without(version, common)) };
}

function without(version: DefinitionVersion, keys: readonly Common[]): DefinitionVersion {
  return Object.fromEntries(
    Object.entries(version).filter(([key]) => !(keys as readonly string[]).includes(key)),
  ) as unknown as DefinitionVersion;
}

function isSame(left: unknown, right: unknown): boolean {
  return equalJson((left ?? null) as JsonValue, (right ?? null) as JsonValue);
}

/** The versions as a message shows them: Go's struct, every field of it. */
export function writeVersions(versions: readonly DefinitionVersion[]): string {
  if (versions === noVersions) return "null";
  return `[${versions.map(writeVersion).join(",")}]`;
}

function writeVersion(version: DefinitionVersion): string {
  const { schema, subresources, additionalPrinterColumns, selectableFields } = version;
  const parts: [string, string][] = [
    ["Name", JSON.stringify(version.name ?? "")],
    ["Served", String(version.served ?? false)],
    ["Storage", String(version.storage ?? false)],
    ["Deprecated", String(version.deprecated ?? false)],
    ["DeprecationWarning", JSON.stringify(version.deprecationWarning ?? null)],
    ["Schema", schema ? `{"OpenAPIV3Schema":${writeOptional(schema.openAPIV3Schema, writeInternalSchema)}}` : "null"],
    ["Subresources", writeOptional(subresources, writeSubresources)],
    ["AdditionalPrinterColumns", writeList(additionalPrinterColumns, writeColumn)],
    ["SelectableFields", writeList(selectableFields, ({ jsonPath }) => `{"JSONPath":${JSON.stringify(jsonPath)}}`)],
  ];
  return writeParts(parts);
}

function writeSubresources({ status, scale }: DefinitionSubresources): string {
  const parts: [string, string][] = [["Status", status ? "{}" : "null"]];
  const written = writeOptional(scale, ({ specReplicasPath, statusReplicasPath, labelSelectorPath }) =>
    writeParts([
      ["SpecReplicasPath", JSON.stringify(specReplicasPath ?? "")],
      ["StatusReplicasPath", JSON.stringify(statusReplicasPath ?? "")],
      ["LabelSelectorPath", JSON.stringify(labelSelectorPath ?? null)],
    ]),
  );
  return writeParts([...parts, ["Scale", written]]);
}

function writeColumn({ name, type, format, description, priority, jsonPath }: DefinitionColumn): string {
  return writeParts([
    ["Name", JSON.stringify(name ?? "")],
    ["Type", JSON.stringify(type ?? "")],
    ["Format", JSON.stringify(format ?? "")],
    ["Description", JSON.stringify(description ?? "")],
    ["Priority", String(priority ?? 0)],
    ["JSONPath", JSON.stringify(jsonPath ?? "")],
  ]);
}

function writeOptional<Value>(value: Value | undefined, write: (value: Value) => string): string {
  return value === undefined ? "null" : write(value);
}

function writeList<Item>(list: readonly Item[] | undefined, write: (item: Item) => string): string {
  return list === undefined ? "null" : `[${list.map(write).join(",")}]`;
}

function writeParts(parts: readonly [string, string][]): string {
  return `{${parts.map(([key, text]) => `"${key}":${text}`).join(",")}}`;
}
