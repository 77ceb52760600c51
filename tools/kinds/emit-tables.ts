/** Writes the tables: resources as data, and types as text with a line per field, which is small, easy to compare and parsed only when asked. */
import { header } from "./emit-kinds.ts";
import { type GoField, type GoType, type Recorded, type Resource, referenceOf, type Schema } from "./recorded.ts";

export function emitResources(recorded: Recorded): string {
  const rows = recorded.resources.map((resource) => {
    const { group, version, resource: plural, responseKind, scope, singularResource: singular, verbs } = resource;
    const { shortNames = [], categories = [], subresources = [], columns } = resource;
    const kind = responseKind.kind;
    return {
      ...{ group, version, kind, plural, singular, scope, type: typeName(recorded, resource) },
      ...{ shortNames, categories, verbs, columns: columns.map(formatColumn) },
      subresources: subresources.map(({ subresource: name, responseKind, verbs }) => ({
        name,
        group: responseKind.kind === kind ? group : responseKind.group,
        version: responseKind.kind === kind ? version : responseKind.version,
        kind: responseKind.kind,
        verbs,
      })),
    };
  });
  return `${header}/** All built-in resources, sorted by group, version and name. */
import type { BuiltInResource } from "../../built-in-resource.ts";

export const resources: readonly BuiltInResource[] = ${JSON.stringify(rows)};
`;
}

function formatColumn({ name, type, format, priority }: Resource["columns"][number]): unknown {
  return { name, type, ...(format && { format }), priority };
}

/** The Go type of a resource's kind. Groups have other names in Go: `rbac` for rbac.authorization.k8s.io. */
function typeName({ schemas }: Recorded, { group, version, responseKind: { kind } }: Resource): string {
  for (const [name, schema] of schemas) {
    const found = schema["x-kubernetes-group-version-kind"] ?? [];
    if (found.length === 1 && found[0]?.group === group && found[0].version === version && found[0].kind === kind)
      return name;
  }
  throw new Error(`no schema is of ${group}/${version} ${kind}`);
}

/** The tables of types by module: `apps/v1`. */
export function emitTypes(recorded: Recorded): Map<string, string> {
  const blocks = new Map<string, string[]>();
  for (const type of recorded.types.values()) {
    const [module = "", name = ""] = type.name.split(".");
    assertSameFields(recorded, type);
    const schema = recorded.schemas.get(type.name) ?? schemaAround(recorded, type);
    const block = [
      [name, ...(type.items ? [`items=${type.items}`] : []), ...directivesOf(schema ?? {})].join(" "),
      ...(type.fields ?? []).map((field) => formatField(field, module, schema)),
    ].join("\n ");
    blocks.set(module, [...(blocks.get(module) ?? []), block]);
  }
  const start = `${header}/** A block per type and a line per field; how to read it stands in type-table.ts. */\nexport const types = \`\n`;
  return new Map([...blocks].map(([module, texts]) => [module, `${start}${escapeTemplate(texts.join("\n"))}\n\`;\n`]));
}

/** The server publishes no schema of a struct that is only ever inlined; that of a type around it describes its fields too. */
function schemaAround(recorded: Recorded, inlined: GoType): Schema | undefined {
  for (const { name, fields = [] } of recorded.types.values())
    if (fields.some(({ inline, type }) => inline && type === inlined.name)) {
      const schema = recorded.schemas.get(name);
      if (schema) return { properties: schema.properties ?? {}, required: schema.required ?? [] };
    }
  return undefined;
}

export function emitTypesIndex(modules: readonly string[]): string {
  const names = modules.map((module) => module.replace(/\/(v)/, (_, letter) => letter.toUpperCase()));
  const imports = modules.map((module, index) => `import { types as ${names[index]} } from "./${module}.ts";\n`);
  const entries = modules.map((module, index) => `${JSON.stringify(module)}: ${names[index]}`);
  return `${header}/** The tables of types by group and version, as text. */\n${imports.join("")}
export const typeTables: Readonly<Record<string, string>> = { ${entries.join(", ")} };\n`;
}

function escapeTemplate(text: string): string {
  return text.replace(/[\\`]|\$\{/g, "\\$&");
}

function formatField(field: GoField, module: string, schema: Schema | undefined): string {
  const name = field.inline ? "^" : (field.json as string);
  const property = schema?.properties?.[name] ?? {};
  const flags = [
    ...(field.pointer ? ["*"] : []),
    ...(field.omitEmpty ? ["?"] : field.omitZero ? ["0"] : []),
    ...(schema?.required?.includes(name) ? ["!"] : []),
  ].join("");
  const type = field.type.replace(`${module}.`, ".");
  const patch = field.patchStrategy || field.patchMergeKey;
  const words = [
    ...[name, field.number ?? "-", type],
    ...(flags === "" ? [] : [flags]),
    ...directivesOf(property),
    ...(patch ? [`patch=${[field.patchStrategy, field.patchMergeKey].filter(Boolean).join(":")}`] : []),
    ...defaultOf(property),
  ];
  return words.join(" ");
}

function directivesOf(schema: Schema): string[] {
  const list = schema["x-kubernetes-list-type"];
  const keys = schema["x-kubernetes-list-map-keys"];
  const map = schema["x-kubernetes-map-type"];
  return [
    ...(list ? [`list=${[list, keys?.join(",")].filter(Boolean).join(":")}`] : []),
    ...(map ? [`map=${map}`] : []),
  ];
}

/** An empty object as default only says that a struct is never absent, which its missing pointer says already. */
function defaultOf({ default: value }: Schema): string[] {
  if (value === undefined) return [];
  if (typeof value === "object" && value !== null) {
    if (Object.keys(value).length > 0) throw new Error(`a default is more than a scalar: ${JSON.stringify(value)}`);
    return [];
  }
  return [`default=${JSON.stringify(value)}`];
}

/** Server and Go types must speak of the same fields, or one of the two recordings is of another release. */
function assertSameFields(recorded: Recorded, type: GoType): void {
  const schema = recorded.schemas.get(type.name);
  if (schema?.properties === undefined) return;
  const fields = jsonFields(recorded, type);
  const published = Object.keys(schema.properties);
  const differing = [...new Set(published).symmetricDifference(new Set(fields.map(({ json }) => json)))];
  if (differing.length > 0) throw new Error(`${type.name}: server and Go types differ in ${differing.join(", ")}`);
  for (const { json = "", patchStrategy = "", patchMergeKey = "" } of fields) {
    const property = schema.properties[json] as Schema;
    const strategy = property["x-kubernetes-patch-strategy"] ?? "";
    const mergeKey = property["x-kubernetes-patch-merge-key"] ?? "";
    if (strategy !== patchStrategy || mergeKey !== patchMergeKey)
      throw new Error(`${type.name}.${json}: server and Go types differ in how it is patched`);
    if (referenceOf(property)?.includes("/") && patchStrategy.includes("merge"))
      throw new Error(`${type.name}.${json}: a struct cannot have the strategy merge`);
  }
}

function jsonFields(recorded: Recorded, { fields = [] }: GoType): GoField[] {
  return fields.flatMap((field) => {
    const inner = field.inline ? recorded.types.get(field.type) : undefined;
    return inner ? jsonFields(recorded, inner) : [field];
  });
}
