/**
 * What came back is no answer of an API server: a page of some proxy, JSON that is broken, more bytes than anybody wants.
 *
 * It says where the answer came from and how it begins only where it is text for people, because API objects may be secret.
 */
export class UnexpectedResponseError extends Error {
  /** The HTTP status code. */
  readonly code: number;

  constructor(message: string, code: number, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  static {
    UnexpectedResponseError.prototype.name = "UnexpectedResponseError";
  }
}
