/**
 * The name of an object within its kind: `namespace/name`, or `name` alone for cluster scope.
 *
 * Both texts are opaque: names such as `system:node` or `a.b` pass through unchanged. A slash cannot occur in either,
 * because the API server refuses it in names, so the two forms never collide.
 */
import { quoteGo } from "../text/go-text.ts";

export interface ObjectKey {
  readonly namespace?: string;
  readonly name: string;
}

/** A text that is no key: it has no name, or more than one slash. */
export class ObjectKeyError extends Error {
  static {
    ObjectKeyError.prototype.name = "ObjectKeyError";
  }
}

export function formatObjectKey({ namespace, name }: ObjectKey): string {
  return namespace ? `${namespace}/${name}` : name;
}

/** The key of a text. `/name`, as Go programs print keys of cluster scope, is accepted too. */
export function parseObjectKey(text: string): ObjectKey {
  const slash = text.indexOf("/");
  const name = text.slice(slash + 1);
  if (name === "" || name.includes("/")) {
    throw new ObjectKeyError(
      `unexpected key format: ${quoteGo(text)}: give "namespace/name", or "name" for cluster scope`,
    );
  }
  return slash > 0 ? { namespace: text.slice(0, slash), name } : { name };
}

/** The key of an object that has been stored; one that only has `generateName` has no name yet, and so an empty one here. */
export function objectKeyOf(object: { readonly metadata: Partial<ObjectKey> }): ObjectKey {
  const { namespace, name = "" } = object.metadata;
  return namespace ? { namespace, name } : { name };
}
