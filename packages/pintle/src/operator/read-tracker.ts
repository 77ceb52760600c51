/**
 * Who has looked up what: whenever an object that a run has read, or missed, or found by a selector changes, comes or goes, there is another
 * run.
 *
 * A look counts from the moment at which it is taken until the end of a later run that did not take it again: nothing that happens in
 * between is lost, and what is not asked for any more leads to no runs.
 *
 * ```text
 *   kind ──▶ key ─────────────────────────▶ requests
 *        └─▶ namespace ──▶ selector ──────▶ requests
 * ```
 */
import {
  type AnyKind,
  type CompiledLabelSelector,
  formatGroupVersionKind,
  formatLabelSelector,
  formatObjectKey,
  type ObjectKey,
  objectKeyOf,
} from "@pintle/machinery";
import type { AnyObject } from "./children.ts";
import type { ReadObserver } from "./reads.ts";

/** What one look is remembered by: those who took it. */
interface Look {
  readonly requests: Set<string>;
  /** Takes it out of where it is found by, when nobody is left. */
  forget(): void;
}

interface ListLook extends Look {
  readonly selector: CompiledLabelSelector | undefined;
}

interface LooksOfKind {
  readonly byKey: Map<string, Look>;
  /** By namespace, where nothing stands for all of them, and then by the text of the selector. */
  readonly byNamespace: Map<string, Map<string, ListLook>>;
}

/** The looks of one run. */
export interface TrackedRun extends ReadObserver {
  /** Forgets what this run did not look up and runs before it did. */
  end(): void;
}

export class ReadTracker {
  readonly #kinds = new Map<string, LooksOfKind>();
  readonly #byRequest = new Map<string, Set<Look>>();

  begin(request: string): TrackedRun {
    const taken = new Set<Look>();
    const take = (look: Look) => {
      taken.add(look);
      look.requests.add(request);
      const known = this.#byRequest.get(request);
      if (known) known.add(look);
      else this.#byRequest.set(request, new Set([look]));
    };
    return {
      read: (kind, key) => take(this.#lookAt(kind, key)),
      listed: (kind, namespace, selector) => take(this.#lookThrough(kind, namespace, selector)),
      end: () => this.#keep(request, taken),
    };
  }

  /** The object of the request is gone. */
  forget(request: string): void {
    this.#keep(request, new Set());
  }

  /** For which objects there has to be a run because of this one, in the state given. */
  requestsFor(kind: AnyKind, object: AnyObject): ReadonlySet<string> {
    const requests = new Set<string>();
    const looks = this.#byRequest.size === 0 ? undefined : this.#kinds.get(formatGroupVersionKind(kind));
    if (looks === undefined) return requests;
    const { namespace = "", labels = {} } = object.metadata;
    const collect = (look: Look | undefined) => {
      for (const request of look?.requests ?? []) requests.add(request);
    };
    collect(looks.byKey.get(formatObjectKey(objectKeyOf(object))));
    for (const place of namespace === "" ? [""] : ["", namespace]) {
      for (const look of looks.byNamespace.get(place)?.values() ?? []) {
        if (look.selector === undefined || look.selector.matches(labels)) collect(look);
      }
    }
    return requests;
  }

  #lookAt(kind: AnyKind, place: ObjectKey): Look {
    const { byKey } = this.#looksOf(kind);
    const key = formatObjectKey(place);
    return byKey.get(key) ?? put(byKey, key, { requests: new Set(), forget: () => void byKey.delete(key) });
  }

  #lookThrough(kind: AnyKind, namespace = "", selector: CompiledLabelSelector | undefined): Look {
    const { byNamespace } = this.#looksOf(kind);
    const bySelector = byNamespace.get(namespace) ?? put(byNamespace, namespace, new Map<string, ListLook>());
    const text = selector === undefined ? "" : formatLabelSelector(selector);
    const forget = () => {
      bySelector.delete(text);
      if (bySelector.size === 0) byNamespace.delete(namespace);
    };
    return bySelector.get(text) ?? put(bySelector, text, { requests: new Set(), selector, forget });
  }

  #looksOf(kind: AnyKind): LooksOfKind {
    const type = formatGroupVersionKind(kind);
    return this.#kinds.get(type) ?? put(this.#kinds, type, { byKey: new Map(), byNamespace: new Map() });
  }

  #keep(request: string, taken: Set<Look>): void {
    for (const look of this.#byRequest.get(request) ?? []) {
      if (taken.has(look)) continue;
      look.requests.delete(request);
      if (look.requests.size === 0) look.forget();
    }
    if (taken.size > 0) this.#byRequest.set(request, taken);
    else this.#byRequest.delete(request);
  }
}

function put<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): Value {
  map.set(key, value);
  return value;
}
