/** Lets pages of other origins in, where some were configured: none are. */
import type { Filter, ServerResponse } from "../server-request.ts";

export interface CorsOptions {
  /** Whether pages of this origin may call: by comparison, not by a pattern that is easily too wide. */
  readonly isAllowed: (origin: string) => boolean;
}

export function allowOrigins({ isAllowed }: CorsOptions): Filter {
  return (next) => async (request, context) => {
    const { origin } = request.headers;
    if (origin === undefined || !isAllowed(origin)) return next(request, context);
    if (request.method === "OPTIONS") return { status: 204, headers: corsHeaders(origin) };
    const response = await next(request, context);
    return { ...response, headers: { ...response.headers, ...corsHeaders(origin) } };
  };
}

function corsHeaders(origin: string): ServerResponse["headers"] {
  return {
    "access-control-allow-origin": origin,
    "access-control-allow-methods": "POST, GET, OPTIONS, PUT, DELETE, PATCH",
    "access-control-allow-headers":
      "Content-Type, Content-Length, Accept-Encoding, X-CSRF-Token, Authorization, X-Requested-With, If-Modified-Since",
    "access-control-expose-headers": "Date",
    "access-control-allow-credentials": "true",
  };
}
