/** Refusals that know nothing of what was asked for but that it is not there, or not so. */
import { ApiError, createFailureStatus } from "@pintle/machinery";

export function resourceNotFound(): ApiError {
  return new ApiError(createFailureStatus("NotFound", "the server could not find the requested resource", {}));
}

export function methodNotAllowed(): ApiError {
  const message = "the server does not allow this method on the requested resource";
  return new ApiError(createFailureStatus("MethodNotAllowed", message, {}));
}
