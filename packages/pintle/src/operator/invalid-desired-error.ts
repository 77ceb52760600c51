/** What `desired` returned cannot be brought about: nothing is written and nothing is deleted because of it. */
import { UsageError } from "@pintle/machinery";

export class InvalidDesiredError extends UsageError {
  /** Of the condition that tells it. */
  readonly reason = "InvalidDesired";

  static {
    InvalidDesiredError.prototype.name = "InvalidDesiredError";
  }
}
