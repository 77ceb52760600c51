/**
 * Lists of objects, `DeploymentList` and the like. An empty list has `items: []`, never null: scripts iterate over it.
 *
 * Built-in servers leave `apiVersion` and `kind` out of the items of a typed list; `itemsOf` puts them back.
 */
import type { DeepReadonly } from "./deep-readonly.ts";
import { formatGroupVersion, type GroupVersionKind } from "./group-version-kind.ts";
import type { KubernetesList, KubernetesObject, ListMeta } from "./object-meta.ts";

export function createList<Item>(
  kind: GroupVersionKind,
  items: readonly Item[],
  metadata: ListMeta = {},
): KubernetesList<Item> {
  return { apiVersion: formatGroupVersion(kind), kind: `${kind.kind}List`, metadata, items: [...items] };
}

/** Whether a value is a list of objects: it has items, null from careless servers included. */
export function isList(value: unknown): value is KubernetesList<unknown> {
  if (typeof value !== "object" || value === null) return false;
  const { kind, items } = value as { kind?: unknown; items?: unknown };
  return typeof kind === "string" && kind.endsWith("List") && (Array.isArray(items) || items === null);
}

/** The items one by one, each saying its type. An item that says it already is handed out as it is. */
export function* itemsOf<Item extends DeepReadonly<Partial<KubernetesObject>>>(list: {
  readonly apiVersion: string;
  readonly kind: string;
  readonly items: readonly Item[] | null;
}): Generator<Item & { readonly apiVersion: string; readonly kind: string }> {
  // The items of a plain `List`, which kubectl writes, are of any kind and carry their own.
  const type = { apiVersion: list.apiVersion, kind: list.kind.replace(/List$/, "") };
  for (const item of list.items ?? []) {
    if (hasType(item)) yield item;
    else yield { ...type, ...item, ...type };
  }
}

function hasType<Item extends { readonly apiVersion?: string; readonly kind?: string }>(
  item: Item,
): item is Item & { readonly apiVersion: string; readonly kind: string } {
  return item.apiVersion !== undefined && item.kind !== undefined;
}
