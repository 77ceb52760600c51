/** All definitions that are stored, kept up to date by a watch of the storage. */
import type { Clock } from "@pintle/machinery";
import { decodeStored } from "../registry/stored-object.ts";
import { type FollowedChange, followPrefix } from "../storage/follow-prefix.ts";
import type { Storage } from "../storage/storage.ts";
import { type Definition, toDefinition } from "./definition.ts";

const prefix = "/registry/customresourcedefinitions/";

export interface KnownDefinition {
  readonly definition: Definition;
  /** Of its last change. */
  readonly revision: number;
}

export interface DefinitionCache {
  get(name: string): KnownDefinition | undefined;
  /** The other definitions of the group. */
  othersInGroup(group: string, name: string): readonly Definition[];
  names(): Iterable<string>;
  /** Takes over what was just written, so that nobody decides on what was before it. */
  remember(definition: Definition): void;
  close(): void;
}

/** Resolves when all that is stored is known. The listener is told the names of all, and of those that change or go. */
export async function startDefinitionCache(
  { storage, clock }: { readonly storage: Storage; readonly clock: Clock },
  onChange: (name: string) => void,
): Promise<DefinitionCache> {
  const known = new Map<string, KnownDefinition>();

  function apply({ key, value, revision }: FollowedChange): void {
    const name = key.slice(prefix.length);
    if (value === undefined) known.delete(name);
    // What was remembered may be newer than what is told.
    else if ((known.get(name)?.revision ?? 0) < revision) {
      known.set(name, { definition: toDefinition(decodeStored({ key, value, revision })), revision });
    }
    onChange(name);
  }

  const followed = await followPrefix({ storage, clock, prefix, label: "follow definitions", onKey: apply });
  return {
    get: (name) => known.get(name),
    names: () => known.keys(),
    remember(definition) {
      const { name, resourceVersion } = definition.metadata;
      const revision = Number(resourceVersion);
      const before = known.get(name);
      if (before && before.revision < revision) known.set(name, { definition, revision });
    },
    othersInGroup: (group, name) =>
      known
        .values()
        .filter(({ definition }) => definition.spec.group === group && definition.metadata.name !== name)
        .map(({ definition }) => definition)
        .toArray(),
    close: () => followed.close(),
  };
}
