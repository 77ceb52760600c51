/** Writes one TypeScript file per group version: interfaces of plain JSON, and the kinds as values. */
import { type Recorded, type Resource, referenceOf, type Schema } from "./recorded.ts";

export const header = "// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.\n";

/** Types that machinery declares, because its functions take them. */
const fromMachinery = new Map([
  ["meta/v1.ObjectMeta", "ObjectMeta"],
  ["meta/v1.OwnerReference", "OwnerReference"],
  ["meta/v1.ManagedFieldsEntry", "ManagedFieldsEntry"],
  ["meta/v1.ListMeta", "ListMeta"],
  ["meta/v1.Condition", "Condition"],
]);

/** What the schema leaves open, or says with more words than TypeScript needs. */
const written: Readonly<Record<string, string>> = {
  Time: "string",
  MicroTime: "string",
  Duration: "string",
  Quantity: "string | number",
  IntOrString: "number | string",
  RawExtension: "JsonObject",
  FieldsV1: "JsonObject",
  JSON: "JsonValue",
  "apiextensions/v1.JSONSchemaPropsOrArray": "JSONSchemaProps | JSONSchemaProps[]",
  "apiextensions/v1.JSONSchemaPropsOrBool": "JSONSchemaProps | boolean",
  "apiextensions/v1.JSONSchemaPropsOrStringArray": "JSONSchemaProps | string[]",
};

/** The text of each file by its path, and the names it exports. */
export interface KindsFile {
  readonly module: string;
  readonly text: string;
  readonly names: readonly string[];
}

export function emitKinds(recorded: Recorded): KindsFile[] {
  const modules = new Map<string, string[]>();
  for (const name of recorded.schemas.keys()) {
    const [module = "", local] = name.split(".");
    if (local === undefined || written[name] !== undefined || fromMachinery.has(name)) continue;
    if (isList(recorded.schemas.get(name) as Schema)) continue;
    modules.set(module, [...(modules.get(module) ?? []), local]);
  }
  return [...modules].sort().map(([module, names]) => new ModuleWriter(recorded, module).write(names.sort()));
}

/** Lists of all kinds look alike: machinery's KubernetesList is their type. */
function isList(schema: Schema): boolean {
  return schema["x-kubernetes-group-version-kind"] !== undefined && schema.properties?.items !== undefined;
}

export function resourceOfKind({ resources }: Recorded, { kind, group, version }: Gvk): Resource | undefined {
  return resources.find(
    ({ responseKind, ...resource }) =>
      responseKind.kind === kind &&
      responseKind.group === "" &&
      resource.group === group &&
      resource.version === version,
  );
}

interface Gvk {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

class ModuleWriter {
  readonly #recorded: Recorded;
  readonly #module: string;
  /** Imported names by the module that they come from. */
  readonly #imports = new Map<string, Set<string>>();

  constructor(recorded: Recorded, module: string) {
    this.#recorded = recorded;
    this.#module = module;
  }

  write(names: readonly string[]): KindsFile {
    const parts = names.map((name) => this.#declaration(name, this.#schema(`${this.#module}.${name}`)));
    const purpose = `/** The kinds and types of ${this.#module}, as plain JSON. */\n`;
    return { module: this.#module, names, text: `${header}${purpose}${this.#importLines()}\n${parts.join("\n")}` };
  }

  #declaration(name: string, schema: Schema): string {
    const resource = this.#resourceOf(schema);
    if (schema.properties === undefined) return `export type ${name} = ${this.#type(schema)};\n`;
    if (resource === undefined) {
      const gvks = schema["x-kubernetes-group-version-kind"] ?? [];
      return `export interface ${name} ${this.#object(schema, gvks.length === 1 ? gvks[0] : undefined)}\n`;
    }
    for (const needed of ["defineKind", "type ObjectOf"]) this.#import("@pintle/machinery/objects", needed);
    const { group, version, singularResource: singular, shortNames, scope, resource: plural } = resource;
    const subresources = resource.subresources?.map(({ subresource }) => subresource).sort();
    const info = {
      ...{ group, version, kind: name, plural },
      ...(singular === name.toLowerCase() ? {} : { singular }),
      ...(shortNames && { shortNames }),
      ...(subresources && { subresources }),
      scope,
    };
    const fields = this.#members(schema, ["apiVersion", "kind", "metadata"]).join("");
    return `export const ${name} = defineKind(${JSON.stringify(info)})<{${fields}}>();\nexport type ${name} = ObjectOf<typeof ${name}>;\n`;
  }

  #resourceOf(schema: Schema): Resource | undefined {
    const [gvk, another] = schema["x-kubernetes-group-version-kind"] ?? [];
    return gvk && !another ? resourceOfKind(this.#recorded, gvk) : undefined;
  }

  #object(schema: Schema, gvk?: Gvk): string {
    const literals = gvk && {
      apiVersion: JSON.stringify([gvk.group, gvk.version].filter(Boolean).join("/")),
      kind: JSON.stringify(gvk.kind),
    };
    return `{\n${this.#members(schema, [], literals).join("")}}`;
  }

  #members(schema: Schema, without: readonly string[], literals: Record<string, string> = {}): string[] {
    return Object.entries(schema.properties ?? {})
      .filter(([name]) => !without.includes(name))
      .map(([name, property]) => {
        const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
        const mark = schema.required?.includes(name) ? "" : "?";
        return `  ${key}${mark}: ${literals[name] ?? this.#type(property)};\n`;
      });
  }

  #type(schema: Schema): string {
    const reference = referenceOf(schema);
    if (reference !== undefined) return this.#reference(reference);
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
    switch (schema.type) {
      case "string":
        return "string";
      case "integer":
      case "number":
        return "number";
      case "boolean":
        return "boolean";
      case "array": {
        const item = this.#type(schema.items ?? {});
        return / \| /.test(item) && !item.startsWith("{") ? `(${item})[]` : `${item}[]`;
      }
      case "object":
        if (schema.additionalProperties) return `{ [key: string]: ${this.#type(schema.additionalProperties)} }`;
        return this.#import("@pintle/machinery/objects", "type JsonObject", "JsonObject");
      default:
        return this.#import("@pintle/machinery/objects", "type JsonValue", "JsonValue");
    }
  }

  #reference(name: string): string {
    const text = written[name];
    if (text?.startsWith("Json")) return this.#import("@pintle/machinery/objects", `type ${text}`, text);
    if (text !== undefined) return text;
    const shared = fromMachinery.get(name);
    if (shared !== undefined) return this.#import("@pintle/machinery/objects", `type ${shared}`, shared);
    const schema = this.#schema(name);
    // Inside another object a kind needs neither apiVersion nor kind: the claims of a StatefulSet.
    const [gvk] = schema["x-kubernetes-group-version-kind"] ?? [];
    if (this.#resourceOf(schema)) return this.#object(schema, gvk);
    const [module = "", local = ""] = name.split(".");
    if (module === this.#module) return local;
    if (!this.#recorded.schemas.has(`${this.#module}.${local}`))
      return this.#import(`../${module}.ts`, `type ${local}`, local);
    const alias = `${module.replace(/^\w|\/v/g, (text) => text.slice(-1).toUpperCase())}${local}`;
    return this.#import(`../${module}.ts`, `type ${local} as ${alias}`, alias);
  }

  #schema(name: string): Schema {
    const schema = this.#recorded.schemas.get(name);
    if (schema === undefined) throw new Error(`no schema is called ${name}`);
    return schema;
  }

  #import(from: string, what: string, as = what): string {
    this.#imports.set(from, (this.#imports.get(from) ?? new Set()).add(what));
    return as;
  }

  #importLines(): string {
    return [...this.#imports]
      .sort()
      .map(([from, names]) => {
        const all = [...names].sort((left, right) => (bare(left) < bare(right) ? -1 : 1));
        const isTypeOnly = all.every((name) => name.startsWith("type "));
        const list = isTypeOnly ? all.map(bare) : all;
        return `import ${isTypeOnly ? "type " : ""}{ ${list.join(", ")} } from "${from}";\n`;
      })
      .join("");
  }
}

function bare(name: string): string {
  return name.replace(/^type /, "");
}

/** Where two group versions have a type of one name, the earlier in this list gives it to the package's index. */
const preferred = ["core/v1", "apps/v1", "batch/v1", "networking/v1", "rbac/v1", "autoscaling/v2", "meta/v1"];

/**
 * The index of all modules, each name once. A kind goes before a mere type: ResourceClaim is that of resource/v1. What lost its name here is
 * imported from `@pintle/kinds/<group>/<version>`.
 */
export function emitIndex(recorded: Recorded, files: readonly KindsFile[]): string {
  const rank = ({ module }: KindsFile) => preferred.indexOf(module) + 1 || preferred.length + 1;
  const ranked = files.toSorted((left, right) => rank(left) - rank(right));
  const owners = new Map<string, string>();
  for (const wantsKinds of [true, false])
    for (const { module, names } of ranked)
      for (const name of names)
        if (isKind(recorded, module, name) === wantsKinds && !owners.has(name)) owners.set(name, module);
  const lines = ranked.map(({ module, names }) => {
    const list = names
      .filter((name) => owners.get(name) === module)
      .map((name) => (isKind(recorded, module, name) ? name : `type ${name}`));
    return list.every((name) => name.startsWith("type "))
      ? `export type { ${list.map(bare).join(", ")} } from "./${module}.ts";\n`
      : `export { ${list.join(", ")} } from "./${module}.ts";\n`;
  });
  return `${header}/** Every kind and type under one roof, each name once. */\n${lines.join("")}`;
}

function isKind(recorded: Recorded, module: string, name: string): boolean {
  const [gvk, another] = recorded.schemas.get(`${module}.${name}`)?.["x-kubernetes-group-version-kind"] ?? [];
  return gvk !== undefined && another === undefined && resourceOfKind(recorded, gvk) !== undefined;
}
