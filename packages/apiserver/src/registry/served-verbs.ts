/** The verbs of a resource and its subresources, as far as they are not said. */
import type { CustomStorage } from "./custom-storage.ts";
import type { ServedResource, ServedSubresource } from "./served-resource.ts";

const all = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];

export function servedVerbs({ verbs, storage }: ServedResource): readonly string[] {
  return verbs ?? (storage ? customVerbs(storage) : all);
}

export function subresourceVerbs(subresource: ServedSubresource): readonly string[] {
  if (subresource.type === "own") return subresource.verbs;
  return (subresource.type === "view" ? subresource.verbs : undefined) ?? ["get", "patch", "update"];
}

/** The verbs that the storage has, sorted; whoever connects takes any method. What can be read and written can be patched. */
export function customVerbs(storage: CustomStorage): readonly string[] {
  const canPatch = storage.get && storage.update;
  return (["create", "delete", "get", "list", "patch", "update"] as const).filter((verb) =>
    verb === "patch" ? canPatch : storage[verb],
  );
}
