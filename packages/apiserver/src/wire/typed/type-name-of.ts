/** Finds the name under which the tables of types have a built-in kind, also one that is no resource: lists, options, subresources. */
import { builtInResources, typeNamed } from "@pintle/kinds/tables";
import { formatGroupVersion, type GroupVersionKind } from "@pintle/machinery";

let modules: Map<string, string> | undefined;

/** `core/v1.PodList`, or `undefined` for a kind that is not built in. Options and Status belong to every group and version. */
export function typeNameOf(kind: GroupVersionKind): string | undefined {
  const module = moduleOf(kind);
  const own = module === undefined ? undefined : typeNamed(`${module}.${kind.kind}`);
  return own?.name ?? (isOfEveryGroup(kind.kind) ? `meta/v1.${kind.kind}` : undefined);
}

/** The part of the tables that has the types of a group and version. */
function moduleOf(kind: GroupVersionKind): string | undefined {
  modules ??= new Map(
    builtInResources.map((row) => [formatGroupVersion(row), row.type.slice(0, row.type.indexOf("."))]),
  );
  return kind.group === "meta.k8s.io" ? "meta/v1" : modules.get(formatGroupVersion(kind));
}

/** Options are registered in every group and version, as is what tells how a request went. */
export function isOfEveryGroup(kind: string): boolean {
  return (kind.endsWith("Options") || kind === "Status") && typeNamed(`meta/v1.${kind}`) !== undefined;
}
