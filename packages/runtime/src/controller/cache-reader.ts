/** Reads what a controller watches, by kind: the copies of its informers, with its own writes over them. */
import {
  type AnyKind,
  type DeepReadonly,
  type LabelSelector,
  type ObjectKey,
  type ObjectOf,
  UsageError,
} from "@pintle/machinery";
import type { Lister } from "../informers/informer.ts";
import type { CacheReader } from "./reconcile.ts";

/** A kind that is watched more than once, here and there, is read from where it was watched first. */
export class WatchedKinds implements CacheReader {
  readonly #listers = new Map<string, Lister<unknown>[]>();

  /** Lets the kind be read, until the result is disposed. */
  add<K extends AnyKind>(kind: K, lister: Lister<ObjectOf<K>>): Disposable {
    const type = formatType(kind);
    const listers = this.#listers.get(type) ?? [];
    this.#listers.set(type, listers);
    // Its objects are those of the kind, which is what it is found by.
    const kept = lister as Lister<unknown>;
    listers.push(kept);
    return {
      [Symbol.dispose]: () => {
        const index = listers.indexOf(kept);
        if (index >= 0) listers.splice(index, 1);
      },
    };
  }

  get<K extends AnyKind>(kind: K, key: ObjectKey): DeepReadonly<ObjectOf<K>> | undefined {
    checkNamespace(kind, key);
    return this.#listerOf(kind).get(key);
  }

  list<K extends AnyKind>(
    kind: K,
    options?: { readonly namespace?: string; readonly labelSelector?: string | LabelSelector },
  ): readonly DeepReadonly<ObjectOf<K>>[] {
    return this.#listerOf(kind).list(options);
  }

  byIndex<K extends AnyKind>(kind: K, index: string, value: string): readonly DeepReadonly<ObjectOf<K>>[] {
    return this.#listerOf(kind).byIndex(index, value);
  }

  #listerOf<K extends AnyKind>(kind: K): Lister<ObjectOf<K>> {
    const lister = this.#listers.get(formatType(kind))?.[0];
    if (lister !== undefined) return lister as Lister<ObjectOf<K>>;
    throw new UsageError(
      "PINTLE_KIND_NOT_WATCHED",
      `the controller does not watch ${formatType(kind)}: add .watches(${kind.kind}, …) or .reads(${kind.kind}) to it, or ask the server ` +
        "through ctx.client; what is watched by its metadata alone cannot be read",
    );
  }
}

/** Without it nothing would ever be found, and what is not found is created. */
function checkNamespace(kind: AnyKind, { namespace, name }: ObjectKey): void {
  const isNamespaced = kind.scope === "Namespaced";
  if (isNamespaced === (namespace !== undefined && namespace !== "")) return;
  throw isNamespaced
    ? new UsageError("PINTLE_NAMESPACE_MISSING", `say in which namespace ${kind.kind} ${JSON.stringify(name)} is`)
    : new UsageError(
        "PINTLE_NAMESPACE_UNEXPECTED",
        `${kind.kind} is of cluster scope: leave out namespace ${JSON.stringify(namespace)}`,
      );
}

function formatType({ apiVersion, kind }: AnyKind): string {
  return `${apiVersion} ${kind}`;
}
