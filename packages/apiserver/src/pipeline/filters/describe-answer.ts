/** The headers that every answer has: an id to find it by, and that it may not be cached unless it says so itself. */
import type { Filter } from "../server-request.ts";

export const describeAnswer: Filter = (next) => async (request, context) => {
  const response = await next(request, context);
  return {
    ...response,
    headers: { "audit-id": context.auditId, "cache-control": "no-cache, private", ...response.headers },
  };
};
