/** Objects that somebody has at hand instead of a cluster, looked up as a cache would. */
import {
  type AnyKind,
  compileLabelSelector,
  copyJson,
  type DeepReadonly,
  type JsonObject,
  type LabelSelector,
  type ObjectKey,
  type ObjectOf,
  parseLabelSelector,
} from "@pintle/machinery";
import type { AnyObject } from "../operator/children.ts";
import type { ObjectSource } from "../operator/reads.ts";
import type { ObjectToRender } from "./render.ts";

/** Where objects are that do not say it, as with kubectl. */
export const usualNamespace = "default";

export class ObjectsAtHand implements ObjectSource {
  readonly #objects: readonly AnyObject[];

  constructor(objects: readonly ObjectToRender[]) {
    // What is handed out must not be what somebody else may change.
    this.#objects = objects.map((object) => copyJson(object as object as JsonObject) as object as AnyObject);
  }

  get<K extends AnyKind>(kind: K, key: ObjectKey): DeepReadonly<ObjectOf<K>> | undefined {
    return this.#of(kind).find(({ metadata }) => {
      const isThere = kind.scope === "Cluster" || (metadata.namespace ?? usualNamespace) === key.namespace;
      return isThere && metadata.name === key.name;
    }) as DeepReadonly<ObjectOf<K>> | undefined;
  }

  list<K extends AnyKind>(
    kind: K,
    options: { readonly namespace?: string; readonly labelSelector?: string | LabelSelector } = {},
  ): readonly DeepReadonly<ObjectOf<K>>[] {
    const { namespace, labelSelector } = options;
    const selector = typeof labelSelector === "string" ? parseLabelSelector(labelSelector) : compiled(labelSelector);
    return this.#of(kind).filter(({ metadata }) => {
      const isThere = namespace === undefined || (metadata.namespace ?? usualNamespace) === namespace;
      return isThere && (selector?.matches(metadata.labels ?? {}) ?? true);
    }) as DeepReadonly<ObjectOf<K>>[];
  }

  #of({ apiVersion, kind }: AnyKind): readonly AnyObject[] {
    return this.#objects.filter((object) => object.apiVersion === apiVersion && object.kind === kind);
  }
}

function compiled(selector: LabelSelector | undefined) {
  return selector && compileLabelSelector(selector);
}
