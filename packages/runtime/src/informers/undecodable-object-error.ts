/** An object of the server that cannot be decoded. It is left out of lists, and to read it throws this; everything else goes on. */
export class UndecodableObjectError extends Error {
  readonly kind: string;
  /** `namespace/name`, or `name`. */
  readonly key: string;
  readonly resourceVersion: string;

  constructor(kind: string, { key, resourceVersion }: { key: string; resourceVersion: string }, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`${kind} ${key} of version ${resourceVersion} cannot be decoded: ${why}`, { cause });
    this.kind = kind;
    this.key = key;
    this.resourceVersion = resourceVersion;
  }

  static {
    UndecodableObjectError.prototype.name = "UndecodableObjectError";
  }
}
