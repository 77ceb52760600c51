/** All definitions that are stored, kept up to date by a watch of the storage. */
import { decodeStored } from "../registry/stored-object.ts";
import type { Storage, StorageChange, StorageWatch, StoredValue } from "../storage/storage.ts";
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

/** Resolves when all that is stored is known. The listener is told the names of those that changed since, or went. */
export async function startDefinitionCache(
  storage: Storage,
  onChange: (name: string) => void,
): Promise<DefinitionCache> {
  const known = new Map<string, KnownDefinition>();
  let watch: StorageWatch | undefined;
  let isClosed = false;

  function note(entry: StoredValue): void {
    const name = entry.key.slice(prefix.length);
    if ((known.get(name)?.revision ?? 0) >= entry.revision) return;
    known.set(name, { definition: toDefinition(decodeStored(entry)), revision: entry.revision });
  }

  function apply({ key, value, revision }: StorageChange): void {
    if (value === undefined) known.delete(key.slice(prefix.length));
    else note({ key, value, revision });
    onChange(key.slice(prefix.length));
  }

  async function follow(): Promise<void> {
    const page = await storage.list({ prefix });
    const gone = new Set(known.keys());
    for (const entry of page.entries) {
      note(entry);
      gone.delete(entry.key.slice(prefix.length));
    }
    for (const name of gone) known.delete(name);
    watch = await storage.watch(
      { prefix, after: page.revision },
      {
        onChanges: (changes) => changes.forEach(apply),
        onProgress: () => undefined,
        onEnd: () => void restart(),
      },
    );
    for (const name of [...known.keys(), ...gone]) onChange(name);
    if (isClosed) watch.close();
  }

  /** A storage that ends for good says so again when it is asked; then there is nothing left to follow. */
  async function restart(): Promise<void> {
    if (isClosed) return;
    await follow().catch(() => undefined);
  }

  await follow();
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
    close() {
      isClosed = true;
      watch?.close();
    },
  };
}
