/**
 * The operations on a custom resource, path by path, as the API server announces them: names, descriptions and what goes in and out.
 * Both versions of OpenAPI are written from them.
 */
import { type CustomResource, modelNameOf } from "./custom-resource.ts";

export type Action = "list" | "post" | "deletecollection" | "get" | "put" | "delete" | "patch";

export interface Route {
  readonly path: string;
  readonly method: "get" | "put" | "post" | "delete" | "patch";
  readonly action: Action;
  readonly description: string;
  readonly operationId: string;
  readonly tag: string;
  /** The names of the types that go in and come out. */
  readonly request?: { readonly model: string; readonly isRequired: boolean };
  readonly response: string;
  /** What success may look like, by code. */
  readonly successes: Readonly<Record<number, string>>;
}

const meta = "io.k8s.apimachinery.pkg.apis.meta.v1";
const scaleName = "io.k8s.api.autoscaling.v1.Scale";

const ok = { 200: "OK" };
const successes: Readonly<Record<Action, Readonly<Record<number, string>>>> = {
  list: ok,
  get: ok,
  patch: ok,
  deletecollection: ok,
  put: { ...ok, 201: "Created" },
  post: { ...ok, 201: "Created", 202: "Accepted" },
  delete: { ...ok, 202: "Accepted" },
};

/** What operations are called in their names and descriptions. */
const verbs = {
  list: "list",
  post: "create",
  deletecollection: "deletecollection",
  get: "read",
  put: "replace",
  delete: "delete",
  patch: "patch",
} satisfies Record<Action, string>;

const methods = { list: "get", deletecollection: "delete" } as const;

export function routesOf(resource: CustomResource): Route[] {
  const { group, version, kind, listKind, plural, scope, subresources } = resource;
  const isNamespaced = scope === "Namespaced";
  const root = `/apis/${group}/${version}`;
  const collection = isNamespaced ? `${root}/namespaces/{namespace}/${plural}` : `${root}/${plural}`;
  const own = modelNameOf(group, version, kind);
  const list = modelNameOf(group, version, listKind);
  const routeTo = (path: string, action: Action, model: string, subresource = ""): Route => ({
    path,
    method: action === "list" || action === "deletecollection" ? methods[action] : action,
    action,
    description: describe(action, kind, subresource),
    operationId: operationIdOf(
      resource,
      verbs[action] + (isNamespaced ? "Namespaced" : "") + kind + capitalize(subresource),
    ),
    tag: `${toIdentifier(shortGroup(group), false)}_${toIdentifier(version, false)}`,
    ...requestOf(action, model),
    response: action === "delete" || action === "deletecollection" ? `${meta}.Status` : model,
    successes: successes[action],
  });
  const routes = [
    routeTo(collection, "list", list),
    routeTo(collection, "post", own),
    routeTo(collection, "deletecollection", own),
    ...(["get", "put", "delete", "patch"] as const).map((action) => routeTo(`${collection}/{name}`, action, own)),
  ];
  if (isNamespaced) {
    const everywhere = routeTo(`${root}/${plural}`, "list", list);
    routes.push({ ...everywhere, operationId: operationIdOf(resource, `list${kind}ForAllNamespaces`) });
  }
  for (const [name, model] of [["status", own] as const, ["scale", scaleName] as const]) {
    if (!subresources?.[name]) continue;
    const path = `${collection}/{name}/${name}`;
    routes.push(...(["get", "put", "patch"] as const).map((action) => routeTo(path, action, model, name)));
  }
  return routes;
}

function requestOf(action: Action, model: string): Pick<Route, "request"> {
  if (action === "post" || action === "put") return { request: { model, isRequired: true } };
  if (action === "patch") return { request: { model: `${meta}.Patch`, isRequired: true } };
  if (action === "delete") return { request: { model: `${meta}.DeleteOptions`, isRequired: false } };
  return {};
}

function describe(action: Action, kind: string, subresource: string): string {
  const of = subresource === "" ? "" : ` ${subresource} of`;
  switch (action) {
    case "list":
      return `list objects of kind ${kind}`;
    case "deletecollection":
      return `delete collection of ${kind}`;
    case "post":
    case "delete":
      return `${verbs[action]} ${articleFor(kind)}${kind}`;
    case "patch":
      return `partially update${of} the specified ${kind}`;
    default:
      return `${verbs[action]}${of} the specified ${kind}`;
  }
}

/** What ends in one s is taken for a plural, which has no article. */
function articleFor(kind: string): string {
  if (kind.endsWith("s") && !kind.endsWith("ss")) return "";
  return /^[aeiou]/i.test(kind) ? "an " : "a ";
}

/** The verb, the group version, and then the rest, so that no two versions have the same: `listAppsV1NamespacedDeployment`. */
function operationIdOf({ group, version }: CustomResource, name: string): string {
  const verb = /^(?:list|create|delete|read|replace|patch)/.exec(name)?.[0] ?? "";
  const parts = [shortGroup(group), version, name.slice(verb.length)];
  return verb + parts.map((part) => toIdentifier(part, true)).join("");
}

function shortGroup(group: string): string {
  return group.replace(/\.k8s\.io$/, "");
}

/** Letters, digits and underscores; a letter after anything else is a capital, and a digit at the beginning is lost. */
function toIdentifier(text: string, startsWithCapital: boolean): string {
  let identifier = "";
  let isCapital = startsWithCapital;
  for (const [index, character] of [...text].entries()) {
    if (/[a-z_]/i.test(character) || (index > 0 && /\d/.test(character))) {
      identifier += isCapital ? character.toUpperCase() : character;
      isCapital = false;
    } else isCapital = true;
  }
  return identifier;
}

function capitalize(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
