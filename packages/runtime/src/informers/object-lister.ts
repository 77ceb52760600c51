/** Reads of a copy, with what lies over it of one's own writes. */
import type { KindReference } from "@pintle/client";
import {
  type AnyKind,
  type CompiledLabelSelector,
  compileLabelSelector,
  type DeepReadonly,
  formatObjectKey,
  isJsonObject,
  type JsonObject,
  type LabelSelector,
  parseLabelSelector,
  type SelectableValues,
  UsageError,
} from "@pintle/machinery";
import type { Lister, ListerOptions } from "./informer.ts";
import type { ObjectStore } from "./object-store.ts";
import type { Overlay } from "./overlay.ts";
import type { StoredObject } from "./stored-object.ts";

type ReadonlyObject = DeepReadonly<JsonObject>;

export interface ObjectListerOptions {
  readonly store: ObjectStore;
  readonly overlay: Overlay<StoredObject>;
  readonly kind: AnyKind | KindReference;
  /** Throws where the copy is not complete yet. */
  readonly requireSynced: () => void;
}

export class ObjectLister implements Lister<JsonObject> {
  readonly #store: ObjectStore;
  readonly #overlay: Overlay<StoredObject>;
  readonly #kind: AnyKind | KindReference;
  readonly #requireSynced: () => void;

  constructor({ store, overlay, kind, requireSynced }: ObjectListerOptions) {
    this.#store = store;
    this.#overlay = overlay;
    this.#kind = kind;
    this.#requireSynced = requireSynced;
  }

  get size(): number {
    this.#requireSynced();
    if (this.#overlay.isEmpty) return this.#store.size;
    return this.#overlay.shownAmong(this.#store.values(), () => true).length;
  }

  get({ namespace, name }: Parameters<Lister<JsonObject>["get"]>[0]): ReadonlyObject | undefined {
    this.#requireSynced();
    if (!namespace && "scope" in this.#kind && this.#kind.scope === "Namespaced") {
      // Nothing would ever be found, and what is not found is created.
      const what = `${this.#kind.kind} ${JSON.stringify(name)}`;
      throw new UsageError("PINTLE_NAMESPACE_MISSING", `say in which namespace ${what} is`);
    }
    const key = formatObjectKey(namespace === undefined ? { name } : { namespace, name });
    return this.#overlay.shown(key, this.#store.get(key))?.read() as ReadonlyObject | undefined;
  }

  list({ namespace, labelSelector }: ListerOptions = {}): readonly ReadonlyObject[] {
    this.#requireSynced();
    const belongs = (object: StoredObject) => namespace === undefined || object.namespace === namespace;
    return this.#read(this.#store.values(namespace), belongs, compileSelector(labelSelector));
  }

  byIndex(index: string, value: string): readonly ReadonlyObject[] {
    this.#requireSynced();
    const { indexes } = this.#store;
    return this.#read(indexes.find(index, value), (object) => indexes.matches(index, value, object));
  }

  #read(
    copies: Iterable<StoredObject>,
    belongs: (object: StoredObject) => boolean,
    selector?: CompiledLabelSelector,
  ): readonly ReadonlyObject[] {
    const shown = this.#overlay.isEmpty ? copies : this.#overlay.shownAmong(copies, belongs);
    const found: ReadonlyObject[] = [];
    for (const stored of shown) {
      const object = stored.readIfDecodable();
      if (object === undefined) continue;
      if (selector === undefined || selector.matches(labelsOf(object))) found.push(object as ReadonlyObject);
    }
    return found;
  }
}

function compileSelector(selector: string | LabelSelector | undefined): CompiledLabelSelector | undefined {
  if (selector === undefined || selector === "") return undefined;
  return typeof selector === "string" ? parseLabelSelector(selector) : compileLabelSelector(selector);
}

function labelsOf({ metadata }: JsonObject): SelectableValues {
  const labels = isJsonObject(metadata) ? metadata.labels : undefined;
  return isJsonObject(labels) ? (labels as SelectableValues) : {};
}
