import { ApiError } from "../errors/api-error.ts";
import { createFailureStatus } from "../errors/status.ts";

/** A JSON Patch that cannot be read or does not apply. The message names the operation, never a value: those may be secret. */
export class JsonPatchError extends Error {
  /** Not a patch at all, a patch with too many operations, or an operation that fails. */
  readonly reason: "BadRequest" | "RequestEntityTooLarge" | "Invalid";

  constructor(reason: JsonPatchError["reason"], message: string) {
    super(message);
    this.reason = reason;
  }

  static {
    JsonPatchError.prototype.name = "JsonPatchError";
  }

  /**
   * What the API server answers to a request with this patch: 400, 413 or 422. Upstream tells of a failed operation
   * in general words only; which one it was and why stays behind the answer, as its cause.
   */
  toApiError(): ApiError {
    if (this.reason === "BadRequest") return ApiError.badRequest(`error decoding patch: ${this.message}`);
    if (this.reason === "RequestEntityTooLarge") return ApiError.requestEntityTooLarge(this.message);
    const message = "the server rejected our request due to an error in our request";
    return new ApiError(createFailureStatus("Invalid", message, {}), { cause: this });
  }
}
