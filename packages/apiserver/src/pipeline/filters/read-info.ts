/** Works out what the request is about, for all filters behind. */
import { ApiError } from "@pintle/machinery";
import { respondText } from "../failure-response.ts";
import { readRequestInfo } from "../read-request-info.ts";
import type { Filter } from "../server-request.ts";

export const readInfo: Filter = (next) => async (request, context) => {
  const path = decodePath(request.path);
  if (path === undefined) return respondText(400, "400 Bad Request");
  try {
    context.info = readRequestInfo(request.method, path, request.query);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw ApiError.internalError(error.message);
  }
  return next(request, context);
};

function decodePath(path: string): string | undefined {
  try {
    return path.includes("%") ? decodeURIComponent(path) : path;
  } catch {
    return undefined;
  }
}
