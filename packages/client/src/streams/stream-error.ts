/** A connection that carries streams did not do what was agreed: it broke off, or the other side does not speak the protocol. */
export class StreamError extends Error {
  static {
    StreamError.prototype.name = "StreamError";
  }
}

/** It ended before what was going on was done; why may be told elsewhere. */
export class StreamEndedError extends StreamError {
  static {
    StreamEndedError.prototype.name = "StreamEndedError";
  }
}
