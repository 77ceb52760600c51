/**
 * What `emitTypes` needs of a CustomResourceDefinition, looked at before anything is printed.
 *
 * Definitions come from files of other projects, so nothing is believed: names that the API server would not accept are refused
 * here, with the field and what to do, and can never become part of a program or of a path.
 */
import {
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Scope,
  UsageError,
  validateDns1035Label,
  validateDns1123Subdomain,
} from "@pintle/machinery";
import type { StructuralSchema } from "../structural-schema.ts";

export interface Definition {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly singular: string | undefined;
  readonly shortNames: readonly string[];
  readonly scope: Scope;
  /** Those that are served; the others cannot be asked for. */
  readonly versions: readonly DefinitionVersion[];
}

export interface DefinitionVersion {
  readonly name: string;
  /** Undefined where the definition says nothing about the objects. */
  readonly schema: StructuralSchema | undefined;
  /** What the API server warns with, where the version is on its way out. */
  readonly deprecation: string | undefined;
}

export function readDefinition(definition: unknown): Definition {
  const root = objectAt(definition, "the definition", "pass a CustomResourceDefinition as an object");
  checkType(root);
  const spec = objectAt(getOwn(root, "spec"), "spec", "pass the whole CustomResourceDefinition");
  const names = objectAt(getOwn(spec, "names"), "spec.names", "give at least kind and plural");
  const group = nameAt(spec, "group", "spec.group", validateDns1123Subdomain);
  const kind = nameAt(names, "kind", "spec.names.kind", (text) => validateDns1035Label(text.toLowerCase()));
  return {
    group,
    kind,
    plural: nameAt(names, "plural", "spec.names.plural", validateDns1035Label),
    singular: optionalText(names, "singular", "spec.names.singular"),
    shortNames: textsAt(names, "shortNames", "spec.names.shortNames"),
    scope: scopeOf(spec),
    versions: versionsOf(spec),
  };
}

function checkType(root: JsonObject): void {
  const apiVersion = getOwn(root, "apiVersion");
  const kind = getOwn(root, "kind");
  if (kind !== "CustomResourceDefinition")
    throw invalid("kind", `is ${show(kind)}: pass a CustomResourceDefinition, one at a time`);
  if (apiVersion === "apiextensions.k8s.io/v1beta1")
    throw invalid(
      "apiVersion",
      "is apiextensions.k8s.io/v1beta1, which no server has any more: take the project's definition of apiextensions.k8s.io/v1",
    );
  if (apiVersion !== "apiextensions.k8s.io/v1")
    throw invalid("apiVersion", `is ${show(apiVersion)}: only definitions of apiextensions.k8s.io/v1 can be read`);
}

function scopeOf(spec: JsonObject): Scope {
  const scope = getOwn(spec, "scope");
  if (scope === "Namespaced" || scope === "Cluster") return scope;
  throw invalid("spec.scope", `is ${show(scope)}: write Namespaced or Cluster`);
}

function versionsOf(spec: JsonObject): DefinitionVersion[] {
  const versions = getOwn(spec, "versions");
  if (!Array.isArray(versions) || versions.length === 0)
    throw invalid("spec.versions", "has no version: list at least one that is served");
  const found = new Set<string>();
  const served: DefinitionVersion[] = [];
  for (const [index, entry] of versions.entries()) {
    const path = `spec.versions[${index}]`;
    const version = objectAt(entry, path, "write an object with name, served, storage and schema");
    const name = nameAt(version, "name", `${path}.name`, validateDns1035Label);
    if (found.has(name)) throw invalid(`${path}.name`, `repeats ${show(name)}: list each version once`);
    found.add(name);
    if (getOwn(version, "served") !== true) continue;
    served.push({ name, schema: schemaOf(version, path), deprecation: deprecationOf(version, path) });
  }
  if (served.length === 0) throw invalid("spec.versions", "has no served version: set served: true on one of them");
  return served;
}

function schemaOf(version: JsonObject, path: string): StructuralSchema | undefined {
  const schema = getOwn(version, "schema") ?? undefined;
  if (schema === undefined) return undefined;
  const remedy = "put the schema under openAPIV3Schema";
  const root = getOwn(objectAt(schema, `${path}.schema`, remedy), "openAPIV3Schema") ?? undefined;
  return root === undefined
    ? undefined
    : (objectAt(root, `${path}.schema.openAPIV3Schema`, "write a schema") as StructuralSchema);
}

function deprecationOf(version: JsonObject, path: string): string | undefined {
  if (getOwn(version, "deprecated") !== true) return undefined;
  return optionalText(version, "deprecationWarning", `${path}.deprecationWarning`) ?? "This version is on its way out.";
}

function objectAt(value: unknown, path: string, remedy: string): JsonObject {
  if (isJsonObject(value)) return value;
  throw invalid(path, `${value === undefined ? "is missing" : "is not an object"}: ${remedy}`);
}

function nameAt(object: JsonObject, key: string, path: string, complaintsAbout: (text: string) => string[]): string {
  const text = getOwn(object, key);
  if (typeof text !== "string" || text === "") throw invalid(path, "is missing: every definition names it");
  const [complaint] = complaintsAbout(text);
  if (complaint !== undefined) throw invalid(path, `is ${show(text)}: ${complaint}`);
  return text;
}

function optionalText(object: JsonObject, key: string, path: string): string | undefined {
  const text = getOwn(object, key) ?? undefined;
  if (text === undefined || typeof text === "string") return text || undefined;
  throw invalid(path, `is ${show(text)}: write a text`);
}

function textsAt(object: JsonObject, key: string, path: string): string[] {
  const texts = getOwn(object, key) ?? [];
  if (Array.isArray(texts) && texts.every((text) => typeof text === "string")) return texts;
  throw invalid(path, "is not a list of texts: write one or leave it out");
}

/** Short, because it may be anything. */
function show(value: JsonValue | undefined): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 80));
  return value === undefined ? "missing" : value === null ? "null" : `of type ${typeof value}`;
}

export function invalid(path: string, problem: string): UsageError {
  return new UsageError("PINTLE_DEFINITION_INVALID", `${path} ${problem}`);
}
