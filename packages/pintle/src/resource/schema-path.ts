/**
 * Where a path leads to in a schema: `spec.image`, `spec.ports[0].port`, `metadata.labels.app`, `status.conditions[?(@.type=='Ready')].status`.
 *
 * The API server accepts any path in a column and then shows nothing; a misspelt one is found here.
 */
import { getOwn } from "@pintle/machinery";
import type { StructuralSchema } from "@pintle/schema";

type PathStep =
  | { readonly type: "field"; readonly name: string }
  | { readonly type: "items" }
  /** From here on nothing is known. */
  | { readonly type: "anything" };

export type FoundSchema =
  /** Without a schema where anything may stand. */
  | { readonly found: true; readonly schema: StructuralSchema | undefined; readonly hasItems: boolean }
  | { readonly found: false; readonly why: string };

/** The form that a definition has: it begins with a dot. */
export function toJsonPath(path: string): string {
  return path.startsWith(".") ? path : `.${path}`;
}

export function findInSchema(root: StructuralSchema, path: string): FoundSchema {
  const steps = readSteps(path);
  if (typeof steps === "string") return { found: false, why: steps };
  let schema: StructuralSchema | undefined = root;
  let walked = "";
  for (const step of steps) {
    if (schema === undefined || step.type === "anything") break;
    const next: Next = step.type === "items" ? itemsOf(schema) : fieldOf(schema, step.name);
    if (typeof next === "string") return { found: false, why: `${walked || "the object"} ${next}` };
    walked += step.type === "items" ? "[]" : `${walked && "."}${step.name}`;
    schema = next.schema;
  }
  return { found: true, schema, hasItems: steps.some(({ type }) => type !== "field") };
}

type Next = { readonly schema: StructuralSchema | undefined } | string;

function fieldOf(schema: StructuralSchema, name: string): Next {
  const { properties, additionalProperties, type } = schema;
  const property = properties && getOwn(properties, name);
  if (property) return { schema: property };
  if (schema["x-kubernetes-preserve-unknown-fields"] || additionalProperties === true) return { schema: undefined };
  if (typeof additionalProperties === "object") return { schema: additionalProperties };
  if (type === "array") return `is a list: write [0] or [*] before ${name}`;
  const known = Object.keys(properties ?? {});
  return `has no ${JSON.stringify(name)}${known.length > 0 ? `, but ${known.join(", ")}` : ""}`;
}

function itemsOf(schema: StructuralSchema): Next {
  const { items, type } = schema;
  if (type === "array") return { schema: Array.isArray(items) ? undefined : (items as StructuralSchema | undefined) };
  return schema["x-kubernetes-preserve-unknown-fields"] ? { schema: undefined } : "is no list";
}

/** The steps, or what is wrong with the path. */
function readSteps(path: string): readonly PathStep[] | string {
  const steps: PathStep[] = [];
  let at = path.startsWith(".") ? 1 : 0;
  while (at < path.length) {
    if (path[at] === "[") {
      const end = path.startsWith("[?(", at) ? path.indexOf(")]", at) + 1 : path.indexOf("]", at);
      if (end <= at) return `${JSON.stringify(path)} has a [ that is never closed`;
      const [, name] = /^'([^']+)'$/.exec(path.slice(at + 1, end)) ?? [];
      steps.push(name === undefined ? { type: "items" } : { type: "field", name });
      at = end + 1;
    } else {
      const [text = ""] = /^(?:\\.|[^.[\]\\])*/.exec(path.slice(at)) ?? [];
      steps.push(stepOf(text));
      at += text.length;
    }
    if (path[at] === ".") at += 1;
    else if (at < path.length && path[at] !== "[") return `${JSON.stringify(path)} cannot be read at ${path.slice(at)}`;
  }
  return steps.length > 0 ? steps : "it is empty";
}

/** Nothing between two dots is the search for a name at any depth. */
function stepOf(text: string): PathStep {
  return text === "" || text === "*" ? { type: "anything" } : { type: "field", name: text.replace(/\\(.)/g, "$1") };
}
