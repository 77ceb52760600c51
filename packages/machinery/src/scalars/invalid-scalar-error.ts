/**
 * Text from outside that is no quantity, duration, time and so on.
 *
 * The message is the one that Kubernetes gives for the same text, because people search for it and tests compare it.
 */
export class InvalidScalarError extends Error {
  static {
    // On the prototype, so that it prints like a built-in error's name and is no property of each instance.
    InvalidScalarError.prototype.name = "InvalidScalarError";
  }
}
