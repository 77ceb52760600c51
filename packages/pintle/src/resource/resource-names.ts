/** The names of a resource: those that were not declared follow from its kind, and each is one that the API server accepts. */
import { validateDns1035Label, validateDns1123Subdomain, validateQualifiedName } from "@pintle/machinery";
import { pluralOf } from "./plural-of.ts";
import type { Problem } from "./problem.ts";
import type { ResourceDeclaration } from "./resource.ts";

export interface ResourceNames {
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
}

export function namesOf({ kind, plural, singular, shortNames, categories }: ResourceDeclaration): ResourceNames {
  return {
    plural: plural ?? pluralOf(kind),
    singular: singular ?? kind.toLowerCase(),
    kind,
    listKind: `${kind}List`,
    shortNames: shortNames ?? [],
    categories: categories ?? [],
  };
}

/** The name of the CustomResourceDefinition. */
export function definitionNameOf({ group, plural }: { readonly group: string; readonly plural: string }): string {
  return `${plural}.${group}`;
}

export function nameProblems(declaration: ResourceDeclaration): Problem[] {
  const { group, version, kind, scope } = declaration;
  const untold = (["group", "version", "kind"] as const).filter((key) => typeof declaration[key] !== "string");
  if (untold.length > 0) return untold.map((path) => ({ path, why: "has to be a string" }));
  const { plural, singular, shortNames, categories } = namesOf(declaration);
  return [
    ...groupProblems(group),
    ...labelProblems("version", version, "such as v1 or v1beta1"),
    ...kindProblems(kind),
    ...labelProblems("plural", plural, "in lower case, such as modelboxes"),
    ...labelProblems("singular", singular, "in lower case, such as modelbox"),
    ...listProblems("shortNames", shortNames, [plural, singular]),
    ...listProblems("categories", categories, []),
    ...(scope === undefined || scope === "Namespaced" || scope === "Cluster"
      ? []
      : [{ path: "scope", why: "is Namespaced or Cluster" }]),
    ...conditionProblems(declaration.conditions ?? []),
  ];
}

/** Groups of Kubernetes itself need an approval that nobody else can give. */
const reserved = /(^|\.)(k8s|kubernetes)\.io$/;

function groupProblems(group: string): Problem[] {
  const path = "group";
  const example = "write a domain that is yours, such as models.example.com";
  if (validateDns1123Subdomain(group).length > 0) return [{ path, why: `${quote(group)} is no domain: ${example}` }];
  if (!group.includes(".")) return [{ path, why: `${quote(group)} has no dot: ${example}` }];
  return reserved.test(group) ? [{ path, why: `${quote(group)} is reserved for Kubernetes itself: ${example}` }] : [];
}

function kindProblems(kind: string): Problem[] {
  if (/^[A-Z][A-Za-z0-9]*$/.test(kind) && kind.length < 60) return [];
  return [
    { path: "kind", why: `${quote(kind)} is not a CamelCase word of less than 60 letters: write it as ModelBox` },
  ];
}

export function labelProblems(path: string, name: string, example: string): Problem[] {
  if (typeof name === "string" && validateDns1035Label(name).length === 0) return [];
  const rule = "lower case letters, digits and '-', from a letter to a letter or digit, 63 at most";
  return [{ path, why: `${quote(name)} is no name: write ${rule}, ${example}` }];
}

function listProblems(key: string, names: readonly string[], taken: readonly string[]): Problem[] {
  return names.flatMap((name, index) => {
    const path = `${key}[${index}]`;
    const problems = labelProblems(path, name, "such as mb");
    if (problems.length > 0) return problems;
    const isRepeated = names.indexOf(name) < index || taken.includes(name);
    return isRepeated ? [{ path, why: `${quote(name)} stands for it already: take it out` }] : [];
  });
}

const maxConditionLength = 316;

function conditionProblems(types: readonly string[]): Problem[] {
  return types.flatMap((type, index) => {
    const path = `conditions[${index}]`;
    if (typeof type !== "string" || validateQualifiedName(type).length > 0 || type.length > maxConditionLength) {
      return [{ path, why: `${quote(type)} is no type of conditions: write it as Ready or example.com/Ready` }];
    }
    return types.indexOf(type) < index ? [{ path, why: `${quote(type)} stands there twice: take it out` }] : [];
  });
}

function quote(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
