/**
 * Finalizers keep a deleted object alive until whoever put them there has cleaned up.
 *
 * The functions change nothing in place. When there is nothing to change they return the object itself, so that `===`
 * tells whether a write is needed.
 */
interface HasFinalizers {
  readonly metadata: { readonly finalizers?: readonly string[] | undefined };
}

export function hasFinalizer(object: HasFinalizers, finalizer: string): boolean {
  return object.metadata.finalizers?.includes(finalizer) ?? false;
}

export function addFinalizer<Target extends HasFinalizers>(object: Target, finalizer: string): Target {
  if (hasFinalizer(object, finalizer)) return object;
  return {
    ...object,
    metadata: { ...object.metadata, finalizers: [...(object.metadata.finalizers ?? []), finalizer] },
  };
}

/** Removes every occurrence; without any left the key goes too, as on the wire. */
export function removeFinalizer<Target extends HasFinalizers>(object: Target, finalizer: string): Target {
  if (!hasFinalizer(object, finalizer)) return object;
  const { finalizers = [], ...metadata } = object.metadata;
  const left = finalizers.filter((other) => other !== finalizer);
  return { ...object, metadata: left.length === 0 ? metadata : { ...metadata, finalizers: left } };
}
