/** The object itself is refused by the operator's own admission: only a change of it can help. */
export class InvalidObjectError extends Error {
  /** Of the condition that tells it, and what a webhook would have been answered with. */
  readonly reason = "Invalid";

  static {
    InvalidObjectError.prototype.name = "InvalidObjectError";
  }
}
