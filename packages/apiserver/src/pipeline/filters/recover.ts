/** No request can end the server: whatever a handler throws becomes an answer, and what nobody foresaw is logged. */
import { ApiError } from "@pintle/machinery";
import { respondFailure } from "../failure-response.ts";
import type { Filter } from "../server-request.ts";

export const recover: Filter = (next) => async (request, context) => {
  try {
    return await next(request, context);
  } catch (error) {
    if (!ApiError.find(error) && !context.signal.aborted) {
      context.logger.error("request failed", {
        error,
        method: request.method,
        path: request.path,
        auditId: context.auditId,
      });
    }
    return respondFailure(request, error);
  }
};
