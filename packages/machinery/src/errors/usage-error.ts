/**
 * Wrong use of the library: something the caller's code has to change, as opposed to an answer of the API.
 *
 * The code is stable and stands in the documentation; the message is one sentence that says what to do instead.
 */
export class UsageError extends Error {
  readonly code: `PINTLE_${string}`;

  constructor(code: `PINTLE_${string}`, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  static {
    // On the prototype, so that it prints like a built-in error's name and is no property of each instance.
    UsageError.prototype.name = "UsageError";
  }
}
