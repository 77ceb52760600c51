/**
 * TypeScript for the definitions of other projects: a module for each version, in the form that @pintle/kinds has for the built-in
 * kinds.
 *
 * ```ts
 * for (const { fileName, text } of emitTypes(definition)) await writeFile(`src/kinds/${fileName}`, text);
 * ```
 *
 * A version is a module of its own, and the names are the same in each: most programs use one, and those that use two say which
 * at the import, `import { Certificate as CertificateV1Alpha2 } from "./cert-manager.io/v1alpha2/certificate.ts"`.
 */
import { type Definition, type DefinitionVersion, readDefinition } from "./read-definition.ts";
import { docComment, kebabCase, pascalCase, quoteText } from "./source-text.ts";
import { type FieldText, formatFields } from "./type-text.ts";
import { isOpen, type Side, TypeWriter } from "./type-writer.ts";

export interface EmittedModule {
  readonly version: string;
  /** `cert-manager.io/v1/certificate.ts`: unique among the kinds of a cluster that do not differ in case alone. */
  readonly fileName: string;
  readonly text: string;
}

/**
 * The modules of a CustomResourceDefinition of apiextensions v1, one for each served version. It need not have passed a server,
 * but what cannot be printed is refused.
 */
export function emitTypes(definition: unknown): readonly EmittedModule[] {
  const read = readDefinition(definition);
  return read.versions.map((version) => ({
    version: version.name,
    fileName: `${read.group}/${version.name}/${kebabCase(read.kind)}.ts`,
    text: moduleText(read, version),
  }));
}

function moduleText(definition: Definition, version: DefinitionVersion): string {
  const { group, plural } = definition;
  const writer = new TypeWriter(`the schema of version ${version.name}`);
  const name = writer.name(pascalCase(definition.kind));
  const fields = rootTypes(writer, name, version);
  const imports = ["defineKind", ...[...writer.imports, "ObjectOf"].map((type) => `type ${type}`)];
  return [
    `// Made by emitTypes of @pintle/schema from the definition of ${plural}.${group}. Do not edit.\n`,
    `/** The kind ${definition.kind} of ${group}/${version.name} and its types, as plain JSON. */\n\n`,
    `import { ${imports.sort(byName).join(", ")} } from "@pintle/machinery/objects";\n\n`,
    docComment([version.schema?.description, version.deprecation && `@deprecated ${version.deprecation}`], ""),
    `export const ${name} = defineKind({\n${infoLines(definition, version)}})${fields}();\n`,
    `export type ${name} = ObjectOf<typeof ${name}>;\n`,
    ...writer.declarations.map((declaration) => `\n${declaration}`),
  ].join("");
}

function byName(left: string, right: string): number {
  return left.replace("type ", "").toLowerCase() < right.replace("type ", "").toLowerCase() ? -1 : 1;
}

function infoLines(definition: Definition, version: DefinitionVersion): string {
  const { group, kind, plural, singular, shortNames, scope } = definition;
  const info = {
    ...{ group, version: version.name, kind, plural },
    ...(singular === undefined || singular === kind.toLowerCase() ? {} : { singular }),
  };
  const lines = Object.entries(info).map(([key, text]) => `  ${key}: ${quoteText(text)},\n`);
  if (shortNames.length > 0) lines.push(`  shortNames: [${shortNames.map(quoteText).join(", ")}],\n`);
  return [...lines, `  scope: "${scope}",\n`].join("");
}

/** The types that the kind is declared with: as read and, where defaults make that differ, as written. */
function rootTypes(writer: TypeWriter, name: string, { schema }: DefinitionVersion): string {
  if (schema === undefined) return "<{ [key: string]: unknown }>";
  const sides: readonly Side[] = writer.hasDefaults(schema) ? ["read", "write"] : ["read"];
  const roots = sides.map((side) =>
    // The status is the controller's: it is missing until that has been there, even where the schema requires it.
    writer
      .fields(schema, name, side, ["apiVersion", "kind", "metadata"])
      .map((field) => (field.name === "status" ? { ...field, isOptional: true } : field)),
  );
  const inline = `<${roots.map((fields) => inlineType(fields, isOpen(schema))).join(", ")}>`;
  const isBare = roots.flat().every(({ description }) => !description?.trim());
  if (isBare && inline.length <= 114) return inline;
  const [only, another] = roots;
  if (only && !another) return `<{\n${formatFields(only, isOpen(schema), "  ")}}>`;
  return `<\n${roots.map((fields) => `  {\n${formatFields(fields, isOpen(schema), "    ")}  }`).join(",\n")}\n>`;
}

function inlineType(fields: readonly FieldText[], isOpenObject: boolean): string {
  const parts = fields.map((field) => formatFields([{ ...field, description: undefined }], false, "").trim());
  if (isOpenObject) parts.push("[key: string]: unknown;");
  return parts.length === 0 ? "Record<never, never>" : `{ ${parts.join(" ").replace(/;$/, "")} }`;
}
